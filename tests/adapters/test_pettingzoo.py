"""PettingZoo's own test suite, on every game and number of players, and what it does not look at."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

from oppidum.adapters.pettingzoo import env, parallel_env, raw_env
from oppidum.kernel.errors import BadOption, IllegalAction

from .every import every_game, every_table

# PettingZoo itself warns of every environment with action masks.
pytestmark = pytest.mark.filterwarnings("ignore:Observation")


@every_table
def test_api(game: str, players: int):
    api_test(env(game, players=players), num_cycles=30)


@every_table
def test_parallel_api(game: str, players: int):
    parallel_api_test(parallel_env(game, players=players), num_cycles=60)


@every_table
def test_seed(game: str, players: int):
    seed_test(partial(env, game, players=players), num_cycles=20)
    parallel_seed_test(partial(parallel_env, game, players=players), num_cycles=20)


@every_table
def test_max_cycles(game: str, players: int):
    table = {"players": players, "illegal": "replace"}  # the suite answers without looking at the mask
    max_cycles_test(
        SimpleNamespace(env=partial(env, game, **table), parallel_env=partial(parallel_env, game, **table))
    )


@every_game
def test_render(game: str, capsys: pytest.CaptureFixture[str]):
    render_test(partial(env, game))  # pyright: ignore[reportArgumentType]  # theirs are wrongly annotated
    assert "points: " in capsys.readouterr().out


@every_table
def test_state(game: str, players: int):
    state_test(env(game, players=players, illegal="replace"), parallel_env(game, players=players))


@every_table
def test_the_state_is_what_all_seats_see(game: str, players: int):
    """Each seat's secrets included; the order of the pile is nobody's."""
    table = parallel_env(game, players=players)
    seen, _ = table.reset(seed=1)
    luck = np.random.default_rng(1)
    for _ in range(60):
        assert all(table.observation_space(agent).contains(seen[agent]) for agent in seen)
        together = np.concatenate([seen[agent]["observation"] for agent in seen])
        assert np.array_equal(table.state(), together)
        assert table.state_space.contains(together)
        if not table.agents:
            break
        answers = {agent: int(luck.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in seen}
        seen, *_ = table.step(answers)


def play_to_the_end(table, luck: np.random.Generator) -> dict[str, float]:
    """Random legal play; what every agent got."""
    table.reset(seed=7)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        total[agent] += reward
        table.step(None if over or cut else int(luck.choice(np.flatnonzero(seen["action_mask"]))))
    return total


@every_game
def test_a_whole_game_is_worth_nothing_in_sum_and_one_to_a_lone_winner(game: str):
    total = play_to_the_end(raw_env(game, players=3), np.random.default_rng(1))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) in (pytest.approx(1), pytest.approx(0.25), pytest.approx(0))


@every_game
def test_in_turn_and_in_parallel_are_the_same_game(game: str):
    """The same answers to the same deal bring the same positions."""
    turns, parallel = raw_env(game, players=3), parallel_env(game, players=3)
    turns.reset(seed=2)
    seen, _ = parallel.reset(seed=2)
    luck = np.random.default_rng(3)
    for _ in range(40):
        asked = parallel.table.asked()
        actions = {agent: int(luck.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in seen}
        for seat in asked:
            agent = f"seat_{seat}"
            if turns.agent_selection == agent and turns.table.asked() and turns.table.asked()[0] == seat:
                turns.step(actions[agent])
        seen, _, over, _, _ = parallel.step(actions)
        if any(over.values()):
            break
        assert turns.table.state_array.tobytes() == parallel.table.state_array.tobytes()


def test_in_turn_nobody_sees_what_the_others_chose():
    seen = []
    for choice in (0, 9):
        table = raw_env("cartes", players=2)
        table.reset(seed=8)
        table.step(choice)
        assert table.agent_selection == "seat_1"
        seen.append(table.observe("seat_1"))
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
    assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_who_is_not_asked_may_only_wait():
    table = raw_env("cartes", players=2)
    table.reset(seed=8)
    table.step(0)
    mask = table.observe("seat_0")["action_mask"]
    assert np.flatnonzero(mask).tolist() == [table.table.wait]


def test_illegal_actions_are_replaced_and_noted_or_raise():
    table = parallel_env("cartes", players=2)
    table.reset(seed=1)
    *_, infos = table.step({"seat_0": 11, "seat_1": 3})
    assert infos == {"seat_0": {"illegal": True}, "seat_1": {}}
    strict = parallel_env("cartes", players=2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="bid 1"):
        strict.step({"seat_0": 11, "seat_1": 3})


@pytest.mark.parametrize(
    "settings", [{"players": 9}, {"players": 0}, {"hands": 99}, {"nonsense": 1}, {"illegal": "maybe"}]
)
def test_settings_that_make_no_sense(settings: dict):
    with pytest.raises(BadOption):
        env("cartes", **settings)
    with pytest.raises(BadOption):
        parallel_env("cartes", **settings)


def test_options_reach_the_game():
    table = raw_env("cartes", players=2, hands=1)
    table.reset(seed=1)
    assert table.table.state_array["hands_to_play"][0] == 1


@pytest.mark.filterwarnings("ignore:.*Illegal move")
def test_an_illegal_action_ends_a_game_in_turn():
    """As in PettingZoo's classic games."""
    table = env("cartes", players=3)
    table.reset(seed=1)
    table.step(3)
    loser = table.agent_selection
    table.step(11)
    got = {}
    for agent in table.agent_iter():
        _, reward, over, _, _ = table.last()
        assert over
        got[agent] = reward
        table.step(None)
    assert got == {agent: -1.0 if agent == loser else 0.0 for agent in table.possible_agents}
    table.reset(seed=1)
    assert table.agents == table.possible_agents
    with pytest.raises(AssertionError, match="action space"):
        table.step(1000)


def test_in_turn_illegal_actions_may_also_be_replaced_or_raise():
    table = env("cartes", players=2, illegal="replace")
    table.reset(seed=1)
    table.step(11)
    assert table.infos["seat_0"] == {"illegal": True}
    assert not any(table.terminations.values())
    strict = env("cartes", players=2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="bid 1"):
        strict.step(1000)


def test_all_at_once_everybody_answers_and_only_during_a_game():
    table = parallel_env("cartes", players=2, hands=1, max_cycles=1)
    with pytest.raises(ResetNeeded, match="call `reset`"):
        table.step({"seat_0": 0, "seat_1": 0})
    table.reset(seed=1)
    before = table.table.state_array.copy()
    with pytest.raises(ValueError, match="missing for seat_1"):
        table.step({"seat_0": 0})
    with pytest.raises(TypeError, match="integer"):
        table.step({"seat_0": 0, "seat_1": 1.7})  # pyright: ignore[reportArgumentType]
    assert table.table.state_array.tobytes() == before.tobytes()
    table.step({"seat_0": 0, "seat_1": 1})
    with pytest.raises(ResetNeeded, match="call `reset`"):
        table.step({"seat_0": 0, "seat_1": 0})


@every_table
def test_everybody_observes_their_own_seat(game: str, players: int):
    table = parallel_env(game, players=players)
    seen, _ = table.reset(seed=1)
    rules = table.table.game
    for seat, agent in enumerate(table.agents):
        view = rules.view(table.table.state_array[0], seat)
        features = seen[agent]["observation"]
        assert np.array_equal(features, rules.observation(view, seat))
        assert np.flatnonzero(features[-rules.about.max_players :]).tolist() == [seat]
