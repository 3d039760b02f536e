"""Events: told in order, whispered to some, gone with the next decision."""

from __future__ import annotations

from typing import Any

import pytest

from oppidum.kernel.events import EVERYBODY, SPECTATOR, Event, events, forget, hush, tell, whisper
from oppidum.kernel.position import blank, copy, layout

PAGE = layout([], events=4)


def page() -> Any:
    """An event for all, one for seats 1 and 3 (numbers 0 and 2), one for seat 2, one for all."""
    s = blank(PAGE)
    tell(s, 1, 10, 11, 12)
    whisper(s, 0b101, 2, 20, -21, 22)
    whisper(s, 0b010, 3, 30, 31, 32)
    tell(s, 4, 0, 0, 0)
    return s


def test_events_are_told_in_order():
    told = [Event(1, 10, 11, 12), Event(2, 20, -21, 22), Event(3, 30, 31, 32), Event(4, 0, 0, 0)]
    assert events(page()) == told


@pytest.mark.parametrize(
    ("seat", "kinds"), [(0, [1, 2, 4]), (1, [1, 3, 4]), (2, [1, 2, 4]), (3, [1, 4]), (SPECTATOR, [1, 4])]
)
def test_a_seat_hears_what_is_told_to_it(seat: int, kinds: list[int]):
    s = page()
    hush(s, seat)
    assert [event.kind for event in events(s)] == kinds
    assert s.told == len(kinds)


def test_nobody_hears_who_else_knows():
    seats = {0: page(), 2: page()}
    for seat, s in seats.items():
        hush(s, seat)
    assert seats[0].tobytes() == seats[2].tobytes()
    assert {s.events[i, 4] for s in seats.values() for i in range(s.told)} == {EVERYBODY}


def test_what_a_seat_may_not_hear_leaves_no_bytes_behind():
    """A whisper for others hushes to the very bytes of a page on which it never stood."""
    heard, silent = blank(PAGE), blank(PAGE)
    for s in (heard, silent):
        tell(s, 1, 1, 2, 3)
        if s is heard:
            whisper(s, 0b10, 9, 99, 98, 97)
        tell(s, 2, 4, 5, 6)
    hush(heard, 0)
    hush(silent, 0)
    assert heard.tobytes() == silent.tobytes()


def test_hushing_twice_changes_nothing():
    s = page()
    hush(s, 0)
    once = copy(s)
    hush(s, 0)
    assert s.tobytes() == once.tobytes()


def test_forgetting_leaves_an_empty_page():
    s = page()
    forget(s)
    assert s.tobytes() == blank(PAGE).tobytes()


def test_a_full_page_takes_no_more_and_spoils_nothing():
    s = page()
    before = s.tobytes()
    tell(s, 5, 1, 1, 1)
    assert s.tobytes() == before
