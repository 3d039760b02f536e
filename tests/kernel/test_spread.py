"""Features written many at a time: compiled, the same floats as one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oppidum.kernel.compiled import rule
from oppidum.kernel.spread import scale, spread

QUARTER = np.float32(0.25)
AROUND = 3  # features before and behind, which stay as they are


@rule
def compiled_spread(out: Any, first: int, word: int) -> None:
    spread(out, first, word, 11, 1, 0, QUARTER)
    spread(out, first + 11, word, 20, 3, 1, QUARTER)


@rule
def compiled_scale(out: Any, first: int, cells: Any) -> None:
    scale(out, first, cells, 14, QUARTER)


@settings(max_examples=50, deadline=None)
@given(word=st.integers(0, 2**60 - 1))
def test_the_parts_of_a_number(word: int):
    found, wanted = (np.full(31 + 2 * AROUND, 7, np.float32) for _ in range(2))
    compiled_spread(found, AROUND, word)
    for i in range(11):
        wanted[AROUND + i] = ((word >> i) & 1) / 4
    for i in range(20):
        wanted[AROUND + 11 + i] = (((word >> 3 * i) & 7) + 1) / 4
    assert found.tobytes() == wanted.tobytes()


@settings(max_examples=50, deadline=None)
@given(cells=st.lists(st.integers(-128, 127), min_size=14, max_size=14))
def test_bytes(cells: list[int]):
    found, wanted = (np.full(14 + 2 * AROUND, 7, np.float32) for _ in range(2))
    compiled_scale(found, AROUND, np.array(cells, np.int8))
    wanted[AROUND : AROUND + 14] = np.array(cells) / 4
    assert found.tobytes() == wanted.tobytes()
