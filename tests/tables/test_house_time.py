"""Clocks that are set, and clocks that disagree: bots and deadlines go on."""

import time

import pytest

from oppidum.tables import looking, playing, watch
from oppidum.tables.house_time import SteadyTime

pytestmark = pytest.mark.every_store
REAL = time.time


def set_clock(monkeypatch, seconds):
    """The system clock, and with it the one that SQLite's store begins with."""
    monkeypatch.setattr(time, "time", lambda: REAL() + seconds)


def play_on(hall, party, eventually):
    """One decision of the person, and the bots' answers."""
    before = looking.view(hall, party.code).moves
    seen = looking.view(hall, party.code, party.people[0])
    playing.move(hall, party.code, party.people[0], seen.choices[0].action)
    eventually(lambda: looking.view(hall, party.code).moves >= before + 3)


@pytest.mark.parametrize("back", [1800, 7200], ids=["half an hour", "two hours"])
def test_a_clock_that_is_set_back_stops_nobody(gather, open_one, monkeypatch, eventually, hours, back):
    hours.value = REAL()
    party = gather(1, bots=2, confirm=False)
    house = open_one(now=None, work=True)
    eventually(lambda: looking.view(house, party.code).waiting == (0,))
    set_clock(monkeypatch, -back)
    play_on(house, party, eventually)
    house.close()
    again = open_one(now=None, work=True)  # and after a restart
    assert again.now() >= looking.view(again, party.code).updated
    eventually(lambda: looking.view(again, party.code).waiting == (0,))
    play_on(again, party, eventually)


def test_a_house_catches_up_with_what_others_have_written(gather, open_one, monkeypatch, hours, eventually):
    """The clock of one machine is half an hour ahead of the other's."""
    monkeypatch.setattr(watch, "LATE", watch.SOON)  # what others have left undone is done without delay
    behind = open_one(now=None, work=True)
    hours.value = REAL() + 1800
    party = gather(1, bots=2, confirm=False)
    eventually(lambda: looking.view(behind, party.code).waiting == (0,))
    assert behind.now() >= hours()
    play_on(behind, party, eventually)


def test_time_goes_on_and_never_back():
    steady = SteadyTime(1000.0)
    assert 1000.0 <= steady() < steady() + 1e-9
    steady.not_before(900.0)
    assert steady() < 1900.0
    steady.not_before(2000.0)
    assert 2000.0 <= steady() <= steady()
