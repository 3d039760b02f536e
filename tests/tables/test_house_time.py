"""Clocks that are set, and clocks that disagree: bots and deadlines go on."""

import logging
import time

import pytest

from oppidum.tables import host, looking, playing, watch
from oppidum.tables.house_time import SteadyTime, sleepless

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


@pytest.mark.skipif(not hasattr(time, "CLOCK_BOOTTIME"), reason="only Linux tells how long it has slept")
def test_time_goes_on_while_the_machine_sleeps(open_one, monkeypatch):
    passed = {time.CLOCK_BOOTTIME: 70.0}
    monkeypatch.setattr(time, "clock_gettime", lambda clock: passed[clock])
    assert sleepless()() == 70.0
    house = open_one(now=None)
    begun = house.now()
    passed[time.CLOCK_BOOTTIME] += 8 * 3600
    assert round(house.now() - begun) == 8 * 3600


def test_a_clock_that_was_set_is_told_once(open_one, monkeypatch, caplog, eventually):
    caplog.set_level(logging.WARNING, "oppidum")
    house = open_one(now=None, work=True)
    set_clock(monkeypatch, 2.0)  # a little is nothing
    house.now.tell_if_set()
    assert not caplog.records
    set_clock(monkeypatch, -90.0)
    eventually(lambda: bool(caplog.records))
    house.now.tell_if_set()
    (told,) = caplog.messages
    assert "-90 seconds away" in told
    assert round(host.health(house).apart) == -90
    set_clock(monkeypatch, 0.0)  # and when it is right again
    house.now.tell_if_set()
    assert len(caplog.messages) == 2
