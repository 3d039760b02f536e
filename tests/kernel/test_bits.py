"""Sets as bits, against Python's own sets."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oppidum.kernel import bits
from oppidum.kernel.compiled import rule

SETS = st.sets(st.integers(0, 62), max_size=20)


@settings(max_examples=50, deadline=None)
@given(chosen=SETS)
def test_members_and_count(chosen: set[int]):
    mask = sum(1 << member for member in chosen)
    assert list(bits.members(mask)) == sorted(chosen)
    assert bits.count(mask) == len(chosen)


@settings(max_examples=50, deadline=None)
@given(chosen=SETS.filter(bool))
def test_lowest(chosen: set[int]):
    assert bits.lowest(sum(1 << member for member in chosen)) == min(chosen)


@rule
def every_nth(chosen, out):
    for n in range(len(out)):
        out[n] = bits.nth(chosen, n)


@settings(max_examples=50, deadline=None)
@given(chosen=st.sets(st.integers(0, 31)))
def test_nth(chosen: set[int]):
    found = np.zeros(len(chosen), np.int64)
    every_nth(sum(1 << member for member in chosen), found)
    assert found.tolist() == sorted(chosen)
    assert [bits.nth(sum(1 << member for member in chosen), n) for n in range(len(chosen))] == sorted(chosen)


@rule
def compiled_where(cells: Any, first: int, mask: int, value: int) -> int:
    return bits.where(cells, first, mask, value)


@settings(max_examples=50, deadline=None)
@given(
    cells=st.lists(st.integers(-128, 127), min_size=40, max_size=40),
    first=st.integers(0, 8),
    mask=st.sampled_from([-1, 1, 16, 64]),
    value=st.integers(-3, 64),
)
def test_where(cells: list[int], first: int, mask: int, value: int):
    found = compiled_where(np.array(cells, np.int8), first, mask, value)
    assert list(bits.members(found)) == [i for i in range(32) if cells[first + i] & mask == value]
