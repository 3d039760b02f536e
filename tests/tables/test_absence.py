"""Leaving, coming back, takeover, resigning, calling off."""

import pytest

from oppidum.tables import NotAllowed, NotNow, absence, consent, looking, overview, seating
from oppidum.tables.happenings import Moved
from oppidum.tables.presence import ABSENT_AFTER, ABSENT_FROM_SLOW_GAME_AFTER


def kinds(party, **how):
    return [h.__struct_config__.tag for h in looking.history(party.hall, party.code, **how)]


def test_leave_and_come_back(gather):
    party = gather(2)
    hall, code, (_, friend) = party.hall, party.code, party.people
    seating.leave(hall, code, friend)
    seat = party.view().seats[1]
    assert (seat.away, seat.stand_in, seat.name) == (True, False, "Falbala")
    absence.come_back(hall, code, friend)
    assert not party.view().seats[1].away
    absence.come_back(hall, code, friend)
    assert kinds(party)[-2:] == ["away", "came_back"]


@pytest.mark.every_store
def test_a_bot_takes_over_if_the_others_agree_and_hands_back(gather):
    party = gather(3)
    hall, code, (first, second, third) = party.hall, party.code, party.people
    seating.leave(hall, code, third)
    assert not absence.ask_takeover(hall, code, first, 2, "random")
    assert party.view().request.missing == (1,)
    with pytest.raises(NotAllowed):
        consent.answer(hall, code, first, yes=True)  # who asks has no second voice
    assert consent.answer(hall, code, second, yes=True)
    assert party.view().seats[2].stand_in
    party.bots()
    assert 2 not in party.view().waiting
    with pytest.raises(NotNow, match="come back"):
        party.move(2, "bid 1")
    party.move(0)
    party.move(1)
    party.bots()
    absence.come_back(hall, code, third)
    assert not party.view().seats[2].stand_in
    moves = [(h.seat, h.by) for h in looking.history(hall, code) if isinstance(h, Moved)]
    assert (2, "bot") in moves
    party.play_to_end()
    moves = [(h.seat, h.by) for h in looking.history(hall, code) if isinstance(h, Moved)]
    assert (2, "person") in moves


def test_nobody_takes_over_from_somebody_who_is_here(gather, hours):
    party = gather(2, clock="relaxed")
    hall, code, (host, friend) = party.hall, party.code, party.people
    with pytest.raises(NotNow, match="is here"):
        absence.ask_takeover(hall, code, host, 1)
    hours.pass_by(ABSENT_AFTER + 1)
    overview.mark_seen(hall, code, friend, party.view().version)
    with pytest.raises(NotNow, match="is here"):
        absence.ask_takeover(hall, code, host, 1)
    assert [seat.absent for seat in party.view().seats] == [True, False]  # the host has not been heard of
    hours.pass_by(ABSENT_AFTER + 1)
    assert party.view().seats[1].absent
    assert absence.ask_takeover(hall, code, host, 1)  # nobody else to ask
    with pytest.raises(NotNow, match="No other person"):
        absence.ask_takeover(hall, code, host, 0)


def test_two_who_play_without_a_clock_have_a_day(gather, hours):
    party = gather(2)
    hall, code, (host, _) = party.hall, party.code, party.people
    hours.pass_by(ABSENT_FROM_SLOW_GAME_AFTER - 1)
    with pytest.raises(NotNow, match="is here"):
        absence.ask_takeover(hall, code, host, 1)
    hours.pass_by(2)
    assert absence.ask_takeover(hall, code, host, 1)


def test_three_agree_sooner(gather, hours):
    party = gather(3)
    hours.pass_by(ABSENT_AFTER + 1)
    assert not absence.ask_takeover(party.hall, party.code, party.people[0], 2)  # the second is asked
    assert party.view().request.missing == (1,)


def test_who_leaves_is_not_asked_any_more(gather):
    party = gather(3)
    hall, code, (first, second, third) = party.hall, party.code, party.people
    assert not absence.ask_call_off(hall, code, first)
    consent.answer(hall, code, second, yes=True)
    seating.leave(hall, code, third)
    assert party.view().status == "abandoned"


def test_resigning_leaves_the_seat_to_a_bot_for_good(gather):
    party = gather(2)
    hall, code, friend = party.hall, party.code, party.people[1]
    absence.resign(hall, code, friend)
    party.bots()
    assert party.view().seats[1].resigned
    with pytest.raises(NotAllowed, match="given this seat up"):
        party.move(1, "bid 1")
    absence.come_back(hall, code, friend)
    assert party.view().seats[1].resigned
    party.play_to_end()
    assert party.view().status == "over"


def test_when_nobody_is_left_the_table_is_abandoned(gather):
    party = gather(1, bots=1)
    absence.resign(party.hall, party.code, party.people[0])
    assert party.view().status == "abandoned"
    assert party.bots() == 0
    assert party.view().fairness.secret is None


def test_calling_off_needs_everybody(gather):
    party = gather(2)
    hall, code, (host, friend) = party.hall, party.code, party.people
    party.move(0)
    absence.ask_call_off(hall, code, host)
    assert consent.answer(hall, code, friend, yes=True)
    assert party.view().status == "abandoned"
    (line,) = overview.finished(hall, host)
    assert line.abandoned
    assert line.points == ()


def test_whoever_decides_is_back(gather):
    party = gather(2)
    seating.leave(party.hall, party.code, party.people[1])
    assert party.view(0).seats[1].away
    party.move(1)
    assert not party.view(0).seats[1].away
