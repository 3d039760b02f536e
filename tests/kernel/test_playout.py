"""Playouts: one by one, in batches and by hand they are the same games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oppidum import games
from oppidum.kernel import playout
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll, split
from oppidum.kernel.stream import key_words

GAMES = 6


def dealt(game: Game, players: int) -> np.ndarray:
    states = game.blanks(GAMES)
    keys = np.array([key_words(seed_key("playouts", number)) for number in range(GAMES)])
    playout.deal_all(states, players, game.options(), keys)
    return states


def own_luck(number: int) -> np.ndarray:
    own = np.empty(4, np.int64)
    split(luck_from("playouts"), number, own)
    return own


def by_hand(game: Game, s: Any, luck: np.ndarray) -> int:
    """Random play through the checked interface: what the compiled playout must amount to."""
    decisions = 0
    while waiting := game.waiting(s):
        legal = game.legal(s, waiting[0])
        game.act(s, waiting[0], legal[int(roll(luck, len(legal)))])
        decisions += 1
    return decisions


@pytest.fixture(params=games.catalogue())
def game(request: pytest.FixtureRequest) -> Game:
    return games.load(request.param)


def test_dealing_in_bulk_is_dealing_one_by_one(game: Game):
    states = dealt(game, game.about.max_players)
    for number in range(GAMES):
        alone = game.deal(game.about.max_players, seed_key("playouts", number))
        assert states[number].tobytes() == alone.tobytes()


def test_batches_playouts_and_play_by_hand_agree(game: Game):
    players = game.about.min_players
    mask = np.zeros(game.actions, np.uint8)
    batch, single, hand = (dealt(game, players) for _ in range(3))
    points = np.zeros(players)
    total = playout.playouts(batch, luck_from("playouts"), mask, points)
    shares = np.zeros(players)
    decisions = 0
    for number in range(GAMES):
        n = playout.playout(single[number], own_luck(number), mask)
        assert n == by_hand(game, hand[number], own_luck(number))
        decisions += n
        standing = game.standing(hand[number])
        shares += [standing.share(seat) for seat in range(players)]
    assert total == decisions
    assert batch.tobytes() == single.tobytes() == hand.tobytes()
    assert points == pytest.approx(shares)
    assert points.sum() == pytest.approx(GAMES)


def test_pick_takes_every_allowed_action_and_no_other():
    mask = np.array([0, 1, 0, 0, 1, 1, 0], np.uint8)
    luck = luck_from("pick")
    found = [int(playout.pick(mask, 3, luck)) for _ in range(300)]
    assert set(found) == {1, 4, 5}
    assert min(found.count(action) for action in (1, 4, 5)) > 60


@pytest.mark.parametrize("length", [7, 8, 37, 63, 64, 65, 100, 128, 404])
@pytest.mark.parametrize("pick", [playout.pick, getattr(playout.pick, "py_func", playout.pick)])
def test_pick_finds_the_one_that_was_rolled_compiled_or_not(pick: Any, length: int) -> None:
    """However long the mask is: by 32 entries, by eight, or one by one."""
    chance = np.random.default_rng(length)
    for number in range(60):
        mask = (chance.random(length) < (0.05, 0.5, 1.0)[number % 3]).astype(np.uint8)
        mask[number % length] = 1
        luck = luck_from(("pick", number))
        rolled = int(roll(luck.copy(), int(mask.sum())))
        assert pick(mask, int(mask.sum()), luck) == np.flatnonzero(mask)[rolled]
