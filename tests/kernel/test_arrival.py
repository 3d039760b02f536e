"""Where the first answer counts and only programs are asked, no seat is faster than another (R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from scipy.stats import chisquare

from oppidum import games
from oppidum.arena.jobs import play_compiled, play_with_bots
from oppidum.arena.pairings import Contest
from oppidum.arena.simulate import play_records
from oppidum.games.romains.state import Phase
from oppidum.kernel.arrival import draw_one, next_to_answer, order_of
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from

ROMAINS = games.load("romains")
ARRIVAL = {"calls": "arrival"}
FAR_FETCHED = 1e-3  # all seeds are fixed: a fair lot has been seen to pass, an unfair one never will


def assert_fair(drawn: Iterable[object], of: int) -> None:
    counts = Counter(drawn)
    assert len(counts) == of
    assert chisquare(list(counts.values())).pvalue > FAR_FETCHED, counts


def a_call(players: int, options: dict[str, str]):
    """A position in which everybody but the roller is asked whether they call."""
    for number in range(1000):
        s = ROMAINS.deal(players, seed_key("a call", number), options)
        luck = luck_from("a call", number)
        while s.phase != Phase.CALL or len(ROMAINS.waiting(s)) < players - 1:
            seat = ROMAINS.next_to_answer(s, luck)
            if seat is None:
                break
            ROMAINS.act(s, seat, ROMAINS.legal(s, seat)[-1])
        else:
            return s
    raise AssertionError("nobody was ever asked")


@pytest.mark.parametrize("seats", [(0, 1), (1, 2, 4), (0, 1, 2, 3, 4, 5)])
def test_each_of_a_set_is_as_likely_to_be_drawn(seats: tuple[int, ...]):
    luck = luck_from("one of", seats)
    asked = sum(1 << seat for seat in seats)
    drawn = [int(draw_one(asked, luck)) for _ in range(3000)]
    assert set(drawn) == set(seats)
    assert_fair(drawn, len(seats))


def test_who_answers_next_is_drawn_only_where_the_first_answer_counts():
    luck = luck_from("next")
    before = luck.copy()
    s = a_call(5, {})
    asked = int(ROMAINS.rules.waiting(s))
    assert {int(next_to_answer(s, asked, luck)) for _ in range(20)} == {min(ROMAINS.waiting(s))}
    assert order_of(ROMAINS, s, ROMAINS.waiting(s), luck) == list(ROMAINS.waiting(s))
    assert np.array_equal(luck, before), "luck was used where it does not matter"
    s = a_call(5, ARRIVAL)
    asked = int(ROMAINS.rules.waiting(s))
    assert {int(next_to_answer(s, asked, luck)) for _ in range(200)} == set(ROMAINS.waiting(s))


def test_a_lot_is_not_the_games_own_chance():
    s = a_call(4, ARRIVAL)
    before = s.tobytes()
    ROMAINS.next_to_answer(s, luck_from("lot"))
    assert s.tobytes() == before


def test_every_order_is_as_likely():
    s = a_call(4, ARRIVAL)
    luck = luck_from("orders")
    orders = [tuple(order_of(ROMAINS, s, ROMAINS.waiting(s), luck)) for _ in range(1200)]
    assert_fair(orders, 6)


@pytest.mark.rule("romains 5.3")
def test_counted_calls_fall_alike_on_all_seats():
    """Asked in ascending order, four random players' calls would fall 42 / 28 / 18 / 12 % on the seats."""
    callers = [
        move.split()[0]
        for written in play_records(ROMAINS, ["random"] * 4, 60, "counted calls", ARRIVAL)
        for move in written.moves
        if move.split()[1:] == ["exchange"]
    ]
    assert len(callers) > 1000
    assert_fair(callers, 4)


@pytest.mark.rule("romains 5.3")
@pytest.mark.parametrize("play", [play_compiled, play_with_bots])
def test_in_the_arena_no_seat_gains_by_arrival(play):
    """The same bot twice under two names would tell nothing; shares by seat do."""
    contest = Contest("romains", ("greedy", "random"), 4, 400, "arena", ARRIVAL)
    number = 400 if play is play_compiled else 60
    played = [play(ROMAINS, contest, 0, n) for n in range(number)]
    winners = [seat for game in played for seat in game.winners]
    assert_fair(winners, 4)
