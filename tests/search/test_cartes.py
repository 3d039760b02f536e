"""The search and the levels at `cartes`: secrecy, fairness of simultaneous bids, the exact endgames."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oppidum import bots, games
from oppidum.bots.levels import levels
from oppidum.games.cartes.equilibrium import Endgame, compose, solve_matrix
from oppidum.kernel.errors import BadOption
from oppidum.kernel.fair import seed_key
from oppidum.search import Budget, think

GAME = games.load("cartes")
SLOW = type(GAME.rules.act).__name__ == "function"  # uncompiled
SOME = Budget(iterations=60 if SLOW else 400)


def later(decisions: int, players: int = 2, seed: int = 0) -> Any:
    s = GAME.deal(players, seed_key("search tests", seed))
    for number in range(decisions):
        seat = GAME.waiting(s)[0]
        GAME.act(s, seat, bots.make("greedy", GAME, (seed, number)).choose(GAME.view(s, seat), seat))
    return s


@pytest.mark.parametrize("players", [2, 3, 5])
def test_two_worlds_with_the_same_view_get_the_same_thought(players: int) -> None:
    s = later(11, players)
    seat = GAME.waiting(s)[0]
    view = GAME.view(s, seat)
    world = GAME.imagine(view, seat, bytes(range(32)))
    assert world.tobytes() != s.tobytes()
    assert think(GAME, GAME.view(world, seat), seat, SOME) == think(GAME, view, seat, SOME)


def test_a_bid_already_made_in_secret_does_not_change_what_the_next_seat_thinks() -> None:
    """Bids are simultaneous: thinking second must be neither a help nor a hindrance."""
    thoughts: list[Any] = []
    for bid in (0, 9):
        s = later(0)
        GAME.act(s, 0, bid)
        thoughts.append(think(GAME, GAME.view(s, 1), 1, SOME))
    assert thoughts[0] == thoughts[1]
    before = think(GAME, GAME.view(later(0), 1), 1, SOME)
    assert before.options == thoughts[0].options


def test_the_view_is_left_as_it_was() -> None:
    s = later(7)
    seat = GAME.waiting(s)[0]
    view = GAME.view(s, seat)
    before = view.tobytes()
    think(GAME, view, seat, SOME)
    assert view.tobytes() == before


@pytest.mark.parametrize("name", [*bots.names("cartes"), "level1", "level5", "search:50"])
def test_every_bot_plays_legally(name: str) -> None:
    if SLOW and name in ("prolix", "level5"):
        pytest.skip("the strongest level is too slow uncompiled")
    s = later(5)
    for number in range(2):
        seat = GAME.waiting(s)[0]
        action = bots.make(name, GAME, number).choose(GAME.view(s, seat), seat)
        assert action in GAME.legal(s, seat)
        GAME.act(s, seat, action)


@pytest.mark.parametrize(
    "name", ["search:", "search:-5", "search:0", "search:1e9s", "search:x", "level6", "obelix"]
)
def test_there_is_no_such_bot(name: str) -> None:
    with pytest.raises(BadOption, match="There is no bot"):
        bots.make(name, GAME)


@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_there_are_five_levels_from_weak_to_strong(game_id: str) -> None:
    ladder = levels(game_id)
    assert [level.number for level in ladder] == [1, 2, 3, 4, 5]
    effort = [(-level.blunders, level.iterations) for level in ladder]
    assert effort == sorted(effort)


def test_the_linear_programme_solves_known_matrix_games() -> None:
    value, mix = solve_matrix(np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]]))
    assert value == pytest.approx(0.5)
    assert mix == pytest.approx([1 / 3] * 3)
    value, mix = solve_matrix(np.array([[1, 0], [0, 0.5]]))
    assert value == pytest.approx(1 / 3)
    assert mix == pytest.approx([1 / 3, 2 / 3])
    value, mix = solve_matrix(np.array([[0.3, 0.2], [0.1, 0.0]]))
    assert (value, list(mix)) == (0.2, [1.0, 0.0])


@pytest.mark.skipif(SLOW, reason="thousands of iterations at each position")
def test_in_a_small_endgame_the_search_loses_little_to_a_best_response() -> None:
    rng = np.random.default_rng(5)
    losses: list[float] = []
    while len(losses) < 2:
        s = compose(GAME, rng, 3, 2)
        endgame = Endgame(GAME)
        value = endgame.value(s)
        if not 0.1 < value < 0.9:
            continue

        def strategy(view: Any, seat: int) -> dict[int, float]:
            thought = think(GAME, view, seat, Budget(iterations=6_000))
            return {option.action: option.probability for option in thought.options}

        got = endgame.against(s, strategy)
        assert got <= value + 1e-9  # nobody does better than the value against a best response
        losses.append(value - got)
    assert max(losses) < 0.05
