"""The end of a long list, shared by those who go on from each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oppidum.tables.tail import Forgotten, Tail


def test_a_copy_goes_on_and_the_one_before_does_not_see_it():
    before = Tail[int](None, [1, 2])
    after = before.copy()
    after.append(3)
    assert (before.remembered(), after.remembered()) == ([1, 2], [1, 2, 3])
    assert after.items is before.items, "nothing was copied"
    assert (before.last, after.last) == (2, 3)


def test_two_who_go_on_from_the_same_do_not_see_each_other():
    before = Tail[int](None, [1])
    one, other = before.copy(), before.copy()
    one.append(2)
    other.append(3)
    before.append(4)
    assert (one.remembered(), other.remembered(), before.remembered()) == ([1, 2], [1, 3], [1, 4])


def test_what_was_taken_back_is_not_seen_again():
    before = Tail[int](None, [1, 2, 3])
    after = before.copy()
    after.cut(1)
    assert list(after) == [1]
    after.append(9)
    assert (list(before), list(after)) == ([1, 2, 3], [1, 9])


def test_hardly_anything_left_is_forgotten():
    tail = Tail[int](4, list(range(5)))
    tail.append(5)
    assert tail.first > 0
    with pytest.raises(Forgotten):
        tail.cut(tail.first + 1)
    with pytest.raises(Forgotten):
        list(tail)


@given(
    st.lists(
        st.tuples(st.sampled_from(["append", "copy", "cut", "keep", "own"]), st.integers(0, 30)), max_size=60
    )
)
def test_any_number_of_copies_are_as_lists_would_be(deeds: list[tuple[str, int]]) -> None:
    tails = [Tail[int]()]
    lists: list[list[int]] = [[]]
    for n, (deed, which) in enumerate(deeds):
        at = which % len(tails)
        tail, plain = tails[at], lists[at]
        match deed:
            case "append":
                tail.append(n)
                plain.append(n)
            case "copy":
                tails.append(tail.copy())
                lists.append(plain.copy())
            case "cut" if not tail.first:
                tail.cut(min(which, len(tail)))
                del plain[min(which, len(plain)) :]
            case "keep":
                tail.keep(max(4, which))
                tail.kept = None
            case "own":
                tail.have_own([item + 100 for item in tail.remembered()])
                plain[tail.first :] = [item + 100 for item in plain[tail.first :]]
            case _:
                pass
    for tail, plain in zip(tails, lists, strict=True):
        assert len(tail) == len(plain)
        assert tail.remembered() == plain[tail.first :]
        assert list(tail.latest()) == plain[tail.first :][::-1]
        assert tail[tail.first :] == plain[tail.first :]
