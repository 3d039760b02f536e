"""Clocks and countdowns, with time that passes when the test says so."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from scipy.stats import chisquare

from oppidum import games
from oppidum.games.cartes.state import Phase
from oppidum.games.romains import state as romains
from oppidum.tables import Stale, bots_at_work, deadlines, looking, playing
from oppidum.tables.bots_at_work import work_now
from oppidum.tables.clock import CLOCKS
from oppidum.tables.happenings import Moved

BRISK: Any = CLOCKS["brisk"]
assert BRISK is not None
SHOWN = deadlines.SHOWN


def test_without_a_clock_a_game_may_take_weeks(gather, hours):
    party = gather(2)
    hours.pass_by(40 * 86_400)
    assert party.bots() == 0
    assert party.view(0).seats[0].deadline is None
    assert party.move(0).number == 1


@pytest.mark.every_store
def test_when_time_runs_out_a_bot_decides_for_that_seat(gather, hours):
    party = gather(2, clock="brisk")
    party.move(0)
    seat = party.view(1).seats[1]
    assert seat.deadline == hours() + BRISK.decision + BRISK.reserve
    hours.value = seat.deadline - 0.01
    assert party.bots() == 0
    hours.pass_by(0.02)
    assert party.bots() == 1
    last = [h for h in looking.history(party.hall, party.code) if isinstance(h, Moved)][-1]
    assert (last.seat, last.by) == (1, "clock")
    assert party.view(1).seats[1].reserve == 0


def test_only_what_goes_beyond_the_time_of_a_decision_costs_reserve(gather, hours):
    party = gather(2, clock="brisk")
    hours.pass_by(BRISK.decision - 1)
    party.move(0)
    assert party.view().seats[0].reserve == BRISK.reserve
    hours.pass_by(11)
    party.move(1)
    assert party.view().seats[1].reserve == BRISK.reserve - 10


def test_a_simultaneous_decision_of_another_does_not_wind_my_clock(gather, hours):
    party = gather(3, clock="brisk")
    deadline = party.view().seats[2].deadline
    hours.pass_by(10)
    party.move(0)
    party.move(1)
    assert party.view().seats[2].deadline == deadline


@pytest.mark.every_store
def test_clocks_survive_a_restart(gather, hours, open_one):
    party = gather(2, clock="brisk")
    hours.pass_by(BRISK.decision + 5)
    party.move(0)
    before = party.view().seats
    later = open_one()
    assert looking.view(later, party.code).seats == before
    hours.pass_by(BRISK.reserve)
    assert work_now(later) >= 1
    assert looking.view(later, party.code).moves >= 2


@pytest.mark.every_store
def test_a_late_decision_meets_the_clock_and_only_one_counts(gather, hours):
    party = gather(2, clock="brisk")
    seen = party.view(0).version
    hours.pass_by(BRISK.decision + BRISK.reserve + 1)
    party.bots()
    with pytest.raises(Stale):
        party.move(0, "bid 1", seen=seen)


@pytest.fixture
def reactions(monkeypatch):
    """cartes as if a bid were an optional reaction that the lowest Gaul declines."""
    game = games.load("cartes")

    def decline(s, seat):
        return next((a for a in game.legal(s, seat)), -1) if s.phase == Phase.BID else -1

    reacting = replace(game, decline=decline)
    monkeypatch.setattr(games, "load", lambda game_id: reacting)


def test_when_the_countdown_is_over_whoever_has_not_reacted_declines(reactions, gather, hours):
    party = gather(3)
    reaction = party.view(1).reaction
    assert (reaction.seats, reaction.decline) == ((0, 1, 2), "bid 1")
    assert reaction.deadline == hours() + SHOWN + 10
    assert party.view().reaction.decline is None
    party.move(0, "bid 9")
    hours.pass_by(SHOWN + 9.9)
    assert party.bots() == 0
    hours.pass_by(0.2)
    assert party.bots() == 2
    moves = [h for h in looking.history(party.hall, party.code) if isinstance(h, Moved)]
    assert (moves[0].seat, moves[0].by) == (0, "person")
    assert {(m.seat, m.by) for m in moves[1:]} == {(1, "countdown"), (2, "countdown")}  # in any order
    told = looking.history(party.hall, party.code, party.people[1])
    assert [h.words for h in told if isinstance(h, Moved) and h.seat == 1] == ["bid 1"]


def test_a_countdown_may_be_unlimited(reactions, gather, hours):
    party = gather(2, countdown=0)
    assert party.view(0).reaction.deadline is None
    hours.pass_by(1e6)
    assert party.bots() == 0


def test_bots_leave_people_time_to_react_first(reactions, gather, hours):
    party = gather(2, bots=2)
    party.hall.paces.usual = 1.0
    began = hours()
    party.move(0)  # sets the times anew, at this pace
    hours.value = began + SHOWN + 3.9
    assert party.bots() == 0
    hours.value = began + SHOWN + 8.1
    assert party.bots() == 2


def test_bots_wait_for_nobody_once_all_people_have_reacted(reactions, gather, hours):
    party = gather(1, bots=2)
    party.hall.paces.usual = 1.0
    party.move(0)
    assert party.bots() == 0
    hours.pass_by(1.0)
    assert party.bots() == 2


def test_the_pace_of_bots(gather, hours):
    party = gather(1, bots=1)
    party.hall.paces.usual = 1.0
    assert party.bots() == 0  # due at once by the old pace, but not yet by the new
    hours.pass_by(1.0)
    assert party.bots() == 1


def test_a_person_in_time_beats_the_countdown(reactions, gather, hours):
    party = gather(2)
    hours.pass_by(SHOWN + 9.99)
    for person in (0, 1):
        playing.move(party.hall, party.code, party.people[person], "bid 8")
    assert party.view().moves == 2
    assert party.view(0).reaction.deadline == hours() + SHOWN + 10  # the next card, a new countdown


def black_roll(gather, **settings):
    """romains, right after a black roll of seat r: (party, r)."""
    party = gather(3, game="romains", **settings)
    assert party.view().settings.options["calls"] == "arrival"  # the default at a live table
    roller = party.view().waiting[0]
    party.move(roller, "black", confirmed=False)  # nobody confirms a throw of the dice
    assert party.view().reaction is not None
    return party, roller


def test_exchange_the_first_to_arrive_counts(gather, hours):
    party, roller = black_roll(gather)
    first, second = [person for person in range(3) if person != roller]
    seen = party.view(first).version
    reaction = party.view(first).reaction
    assert (reaction.seats, reaction.decline) == ((first, second), "pass")
    assert reaction.deadline == hours() + SHOWN + 10
    hands = [party.view(person).position.known[person, person] for person in (roller, second)]
    hours.pass_by(2)
    party.move(second, "exchange", seen=seen, confirmed=False)
    with pytest.raises(Stale):
        party.move(first, "exchange", seen=seen, confirmed=False)
    assert party.view().reaction is None
    assert hands[0] == party.view(second).position.known[second, second]


def test_exchange_when_nobody_calls_in_time_the_roller_walks(gather, hours):
    party, roller = black_roll(gather, countdown=4)
    hours.pass_by(SHOWN + 3.9)
    assert party.bots() == 0
    hours.pass_by(0.2)
    assert party.bots() == 2
    moves = [h for h in looking.history(party.hall, party.code) if isinstance(h, Moved)]
    assert [move.by for move in moves] == ["person", "countdown", "countdown"]
    assert party.view().position.at[roller] > 0


def test_the_lot_of_bots_that_are_due_at_once_is_fair():
    """R4: fixed secret, two thousand questions."""
    seats = range(4)
    first = Counter()
    for after in range(2000):
        table: Any = SimpleNamespace(secret="ab" * 32, asked_after=lambda _, after=after: after)
        first[min(seats, key=lambda seat: deadlines.spread(table, seat))] += 1
    assert len(first) == 4
    assert chisquare(list(first.values())).pvalue > 0.01, first


def test_how_long_a_bot_waits_cannot_be_computed_from_what_everybody_sees():
    """Two tables that differ in nothing but their secret: the waits have nothing to do with each other."""
    tables: list[Any] = [
        SimpleNamespace(code="pneumatix", secret=two * 32, asked_after=lambda _: 7) for two in ("00", "01")
    ]
    waits = [[deadlines.spread(table, seat) for seat in range(4)] for table in tables]
    assert waits[0] == [deadlines.spread(tables[0], seat) for seat in range(4)]
    assert len({*waits[0], *waits[1]}) == 8


@pytest.mark.rule("romains 5.3")
@pytest.mark.parametrize("pace", [0.0, 1.0])
def test_exchange_no_bot_is_faster_than_another(gather, open_one, hours, pace):
    """R4: of the bots that are asked at the same moment the lowest seat is not always the first."""
    hall = open_one(pace=pace)
    lowest_first = []
    while len(lowest_first) < 60:
        party = gather(1, bots=3, game="romains", options={"calls": "arrival"}, countdown=0)
        while len(lowest_first) < 60 and party.view().status == "playing":
            table = hall.look(party.code)
            asked = sorted(seat for seat in table.questions if seat)
            hours.pass_by(20)
            if not asked:
                party.move(0)
                continue
            assert bots_at_work.act_once(hall, table)
            together = len({question.seq for question in table.questions.values()}) == 1
            if table.position.phase == romains.Phase.CALL and together and len(asked) > 1:
                lowest_first.append(seat_of_last_move(party) == asked[0])
    assert 5 < sum(lowest_first) < 51  # at the worst, two bots: one in a hundred million is outside


def seat_of_last_move(party):
    moves = [
        line for line in looking.history(party.hall, party.code, party.people[0]) if isinstance(line, Moved)
    ]
    return moves[-1].seat
