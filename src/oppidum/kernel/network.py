"""A small network that tells what a row of features promises, the same to the last bit on every machine."""

from __future__ import annotations

from oppidum.kernel.compiled import part


@part
def promise(row, weights, hidden):
    """Units that count only above zero, and a direct way past them in the last column.

    `weights` has a row for each feature with a column for each unit, then a row with the worth of each unit;
    `hidden` is scratch. Feature by feature for all units, so that the sums come out alike on every machine.
    """
    units = len(hidden) - 1
    for unit in range(units + 1):
        hidden[unit] = 0.0
    for i in range(len(row)):
        if row[i] != 0.0:
            for unit in range(units + 1):
                hidden[unit] += row[i] * weights[i, unit]
    worth = hidden[units]
    for unit in range(units):
        worth += max(hidden[unit], 0.0) * weights[len(row), unit]
    return worth
