"""One screen that several people hand on: no countdown runs while nobody has it."""

from __future__ import annotations

from typing import Any

import pytest

from oppidum.tables import BotSeat, HumanSeat, NotAllowed, Settings, looking, playing, seating, shared_screen
from oppidum.tables.bots_at_work import work_now, work_on
from oppidum.tables.deadlines import SHOWN
from oppidum.tables.happenings import Moved
from oppidum.tables.model import SPECTATOR


@pytest.fixture
def rolled(hall: Any, arrive: Any) -> Any:
    """`romains` at one screen, right after a black roll: the code, who has opened it, who may call."""

    def open_and_roll(people: int = 3, bots: int = 0, **more: Any) -> tuple[str, str, list[int]]:
        (me,) = arrive(1)
        seats = (HumanSeat(),) * people + (BotSeat("random"),) * bots
        roller = people
        while roller >= people:  # until a person throws first
            code = seating.open_table(hall, me, Settings("romains", seats, same_device=True, **more))
            seating.start(hall, code, me)
            (roller,) = looking.view(hall, code, me).waiting
        playing.move(hall, code, me, "black", seat=roller)
        return code, me, [seat for seat in looking.view(hall, code, me).waiting if seat < people]

    return open_and_roll


def deadline(hall: Any, code: str, me: str, seat: int) -> float | None:
    """When the chance to react is over, as that seat is told."""
    reaction = looking.view(hall, code, me, as_seat=seat).reaction
    assert reaction is not None
    return reaction.deadline


def test_nothing_runs_out_while_the_screen_is_handed_on(hall: Any, hours: Any, rolled: Any) -> None:
    code, me, _ = rolled()
    moves = looking.view(hall, code, me).moves
    hours.pass_by(3600)
    assert work_now(hall) == 0
    assert looking.view(hall, code, me).moves == moves
    assert deadline(hall, code, me, SPECTATOR) is None


def test_the_countdown_of_each_begins_when_they_have_the_screen(hall: Any, hours: Any, rolled: Any) -> None:
    code, me, (first, second) = rolled()
    hours.pass_by(60)
    shared_screen.take(hall, code, me, [first])
    assert deadline(hall, code, me, first) == hours() + 10
    assert deadline(hall, code, me, second) is None
    hours.pass_by(10.1)
    assert work_now(hall) == 1
    hours.pass_by(60)
    assert work_now(hall) == 0  # the other has not had it yet
    shared_screen.take(hall, code, me, [second])
    hours.pass_by(10.1)
    assert work_now(hall) == 1
    moves = [h for h in looking.history(hall, code, me) if isinstance(h, Moved)]
    assert [(m.seat, m.by) for m in moves[-2:]] == [(first, "countdown"), (second, "countdown")]


def test_who_takes_the_screen_at_once_still_sees_the_roll_first(hall: Any, hours: Any, rolled: Any) -> None:
    code, me, (first, _) = rolled()
    shared_screen.take(hall, code, me, [first])
    assert deadline(hall, code, me, first) == hours() + SHOWN + 10


def test_nobody_gains_time_by_taking_it_twice(hall: Any, hours: Any, rolled: Any) -> None:
    code, me, (first, _) = rolled()
    hours.pass_by(60)
    shared_screen.take(hall, code, me, [first])
    before = looking.view(hall, code, me, as_seat=first)
    hours.pass_by(5)
    shared_screen.take(hall, code, me, [first])
    after = looking.view(hall, code, me, as_seat=first)
    assert (after.version, after.reaction) == (before.version, before.reaction)


def test_bots_wait_until_everybody_has_had_the_screen(hall: Any, hours: Any, rolled: Any) -> None:
    code, me, (first,) = rolled(people=2, bots=2)
    hours.pass_by(3600)
    assert work_on(hall, code) == 0  # those that were opened before it have bots of their own
    shared_screen.take(hall, code, me, [first])
    hours.pass_by(10.1)
    assert work_now(hall) >= 1


def test_it_is_stored_only_where_somebody_may_react(hall: Any, rolled: Any) -> None:
    code, me, asked = rolled()
    (roller,) = set(range(3)) - set(asked)
    version = looking.view(hall, code, me).version
    shared_screen.take(hall, code, me, [roller])
    assert looking.view(hall, code, me).version == version


def test_only_who_sits_there_takes_it(hall: Any, arrive: Any, rolled: Any) -> None:
    code, _, (first, _) = rolled()
    (stranger,) = arrive(1)
    with pytest.raises(NotAllowed):
        shared_screen.take(hall, code, stranger, [first])


@pytest.mark.every_store
def test_a_restart_keeps_who_has_the_screen(hall: Any, hours: Any, rolled: Any, open_one: Any) -> None:
    code, me, (first, second) = rolled()
    hours.pass_by(60)
    shared_screen.take(hall, code, me, [first])
    later = open_one()
    assert deadline(later, code, me, first) == hours() + 10
    assert deadline(later, code, me, second) is None
