"""Flat Monte Carlo: right where the answer is known, blind, repeatable, and a bot at every game."""

from __future__ import annotations

import pytest

from oppidum import bots, games
from oppidum.kernel.fair import seed_key
from oppidum.search import Budget, Stop
from oppidum.search.flat import flat

from .tiny import GAME, position

GAMES = list(games.catalogue())
MANY, FEW = Budget(iterations=200), Budget(iterations=2)


def test_the_likelier_side_of_a_coin_is_called() -> None:
    assert flat(GAME, GAME.view(position("coin"), 0), 0, MANY) == 1


def test_the_last_of_a_heap_is_taken_but_no_plan_is_seen() -> None:
    s = position("nim")
    s.heap = 3
    assert flat(GAME, s, 0, MANY) == 3


def test_others_who_choose_at_the_same_time_are_thought_to_follow_the_playout_policy() -> None:
    """Against any choice at all the first is worth 1/2, the second 1/4; in equilibrium both are worth 1/3."""
    s = position("lopsided")
    GAME.act(s, 1, 1)  # in secret
    assert flat(GAME, s, 0, MANY) == 0


def test_who_is_stopped_still_answers() -> None:
    stop = Stop()
    stop.now()
    assert flat(GAME, position("scissors"), 0, Budget(seconds=60), stop=stop) in (0, 1, 2)


def test_of_options_that_did_alike_one_is_taken_by_lot() -> None:
    """Or two who think so, one sure to win and one to lose, might play on for ever."""
    stop = Stop()
    stop.now()
    s = position("scissors")
    assert {flat(GAME, s, 0, MANY, seed, stop) for seed in range(30)} == {0, 1, 2}


LONGEST = pytest.param("compagnie", marks=pytest.mark.long)  # to compile


@pytest.mark.parametrize("game_id", [LONGEST if game_id == "compagnie" else game_id for game_id in GAMES])
def test_it_plays_every_game_by_the_rules_blindly_and_repeatably(game_id: str) -> None:
    game = games.load(game_id)
    s = game.deal(3, seed_key(("flat at", game_id)))
    bot, again = bots.make("flat:2", game, 7), bots.make("Flat:2", game, 7)
    for number in range(8):
        seat = game.waiting(s)[0]
        view = game.view(s, seat)
        world = game.imagine(view, seat, bytes([number] * 32))
        action = bot.choose(view, seat)
        assert action == again.choose(view, seat)
        assert flat(game, world, seat, FEW, number) == flat(game, view, seat, FEW, number)
        game.act(s, seat, action)  # checks that it is legal
