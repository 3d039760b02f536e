"""Sets as bits, against Python's own sets."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from oppidum.kernel import bits

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
