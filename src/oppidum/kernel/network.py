"""A small network that tells what a row of features promises, the same to the last bit on every machine."""

from __future__ import annotations

from oppidum.kernel.compiled import part

AT_ONCE = 8  # units, so that their sums stay in the processor's registers


@part
def promise(row, weights):
    """Units that count only above zero, and a direct way past them in the last column.

    `weights` has a row for each feature with a column for each unit, then a row with the worth of each unit.
    """
    units = weights.shape[1] - 1
    worth = sum_of(row, weights, units)
    together = units - units % AT_ONCE
    for first in range(0, together, AT_ONCE):
        worth = add_several(row, weights, first, worth)
    for unit in range(together, units):
        worth += max(sum_of(row, weights, unit), 0.0) * weights[len(row), unit]
    return worth


@part
def sum_of(row, weights, unit):
    whole = 0.0
    for i in range(len(row)):
        whole += row[i] * weights[i, unit]
    return whole


@part
def add_several(row, weights, first, worth):
    """The same of eight units, in the same order of sums."""
    a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    n = len(row)
    for i in range(n):
        x = row[i]
        a += x * weights[i, first]
        b += x * weights[i, first + 1]
        c += x * weights[i, first + 2]
        d += x * weights[i, first + 3]
        e += x * weights[i, first + 4]
        f += x * weights[i, first + 5]
        g += x * weights[i, first + 6]
        h += x * weights[i, first + 7]
    worth += max(a, 0.0) * weights[n, first]
    worth += max(b, 0.0) * weights[n, first + 1]
    worth += max(c, 0.0) * weights[n, first + 2]
    worth += max(d, 0.0) * weights[n, first + 3]
    worth += max(e, 0.0) * weights[n, first + 4]
    worth += max(f, 0.0) * weights[n, first + 5]
    worth += max(g, 0.0) * weights[n, first + 6]
    worth += max(h, 0.0) * weights[n, first + 7]
    return worth
