"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from collections.abc import Iterator

from oppidum.kernel.compiled import part


@part
def count(bits):
    """How many are in the set."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@part
def lowest(bits):
    """The smallest member of a set that is not empty."""
    return count((bits & -bits) - 1)  # of the zeros below it: LLVM makes one instruction of it


def members(bits: int) -> Iterator[int]:
    """The members in order."""
    n = 0
    while bits:
        if bits & 1:
            yield n
        bits >>= 1
        n += 1
