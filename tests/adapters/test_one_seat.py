"""One seat as a Gymnasium environment, by name, in every vector mode; checkpoints; bots around it."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import time
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit
from gymnasium.wrappers import vector as vector_wrappers

from oppidum import games
from oppidum.adapters.gymnasium import vector_env
from oppidum.adapters.next_step import NextStepGames
from oppidum.adapters.one_seat import OneSeat
from oppidum.adapters.pettingzoo import env as turn_env
from oppidum.adapters.pettingzoo import parallel_env
from oppidum.kernel.errors import BadOption, IllegalAction

GAMES = list(games.catalogue())
SHORT: dict[str, dict[str, Any]] = {"cartes": {"hands": 1}}


def name(game: str) -> str:
    return f"oppidum/{game}-v0"


def any_action(mask: np.ndarray, luck: np.random.Generator) -> int:
    return int(luck.choice(np.flatnonzero(mask)))


# ---------------------------------------------------------------- one game


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_s_own_check(game: str):
    env = gymnasium.make(name(game), opponents="greedy", **SHORT.get(game, {}))
    masked = gymnasium.make(name(game), masked_observations=True, **SHORT.get(game, {}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)
        check_env(masked.unwrapped)


def test_a_name_that_says_where_it_is_from_needs_no_import():
    code = (
        "import gymnasium\n"
        "env = gymnasium.make('oppidum.adapters.gymnasium:oppidum/cartes-v0', opponents='greedy', hands=1)\n"
        "print(env.reset(seed=1)[1]['seat'])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() in ("0", "1")


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_game_as_in_a_batch(game: str):
    env = OneSeat(game, opponents="greedy", players=3, **SHORT.get(game, {}))
    batch = vector_env(game, 1, opponents="greedy", players=3, **SHORT.get(game, {}))
    luck = np.random.default_rng(1)
    seen, info = env.reset(seed=4)
    all_seen, infos = batch.reset(seed=4)
    games_played = 0
    for _ in range(200):
        assert np.array_equal(seen, all_seen[0])
        assert np.array_equal(env.action_masks(), infos["action_mask"][0])
        action = any_action(info["action_mask"], luck)
        seen, reward, over, cut, info = env.step(action)
        all_seen, rewards, overs, _, infos = batch.step([action])
        assert (reward, over, cut) == (rewards[0], overs[0], False)
        if over:
            assert np.array_equal(seen, infos["final_obs"][0])
            assert np.array_equal(info["rewards"], infos["final_info"]["rewards"][0])
            games_played += 1
            seen, info = env.reset()
    assert games_played or game != "cartes"


def test_illegal_actions():
    env = OneSeat("cartes", opponents="random", hands=1)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(36)
    assert (reward, over, info["illegal"]) == (-1, True, True)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env = OneSeat("cartes", opponents="random", hands=1, illegal="replace")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(36)
    assert (reward, over, info["illegal"]) == (0, False, True)
    env = OneSeat("cartes", opponents="random", hands=1, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(36)
    with pytest.raises(BadOption, match="terminate, replace, raise"):
        OneSeat("cartes", illegal="ignore")


def test_an_action_may_come_in_an_array():
    env = OneSeat("cartes", opponents="random", hands=1)
    for action in (0, np.int64(0), np.array(0), np.array([0])):
        env.reset(seed=1)
        assert env.step(action)[1:3] == (0, False)
    for action in (0.0, np.array([0, 1]), "0", None, np.array([0.0])):
        env.reset(seed=1)
        with pytest.raises(TypeError, match="An action is one whole number"):
            env.step(action)


def test_masks_may_be_part_of_what_is_observed():
    env = gymnasium.make(name("cartes"), masked_observations=True, hands=1)
    plain = gymnasium.make(name("cartes"), hands=1)
    seen, info = env.reset(seed=1)
    bare, _ = plain.reset(seed=1)
    over = False
    while not over:
        assert seen in env.observation_space
        assert np.array_equal(seen["observation"], bare)
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        action = int(seen["action_mask"].argmax())
        seen, _, over, _, info = env.step(action)
        bare, *_ = plain.step(action)


def test_when_a_game_is_over_anything_will_do():
    """The mask of an end is not looked at, but a policy that is asked all the same must find something."""
    for wrongly in (False, True):
        env = OneSeat("cartes", hands=1)
        _, info = env.reset(seed=1)
        over = False
        while not over:
            action = 36 if wrongly else int(info["action_mask"].argmax())
            _, _, over, _, info = env.step(action)
        assert info["action_mask"].all()
        assert info["action_mask"].dtype == np.int8
        assert env.action_masks().all()


def test_one_name_is_one_problem():
    """Whatever makes it: a seat against the game's own bot, if nothing else is said."""
    alone = [gymnasium.make(name("cartes"), hands=1, seat=0) for _ in range(2)]
    many: Any = gymnasium.make_vec(name("cartes"), 2, hands=1, seat=0)
    sync: Any = gymnasium.make_vec(name("cartes"), 2, vectorization_mode="sync", hands=1, seat=0)
    first = [env.reset(seed=seed)[0] for env, seed in zip(alone, (3, 4), strict=True)]
    for envs in (many, sync):
        seen, _ = envs.reset(seed=[3, 4])
        assert np.array_equal(seen, first)
    actions = np.array([0, 0])
    second = [env.step(0)[0] for env in alone]
    for envs in (many, sync):
        assert np.array_equal(envs.step(actions)[0], second)
    envs: Any = gymnasium.make_vec(name("cartes"), 2, opponents="none", hands=1)
    assert envs.unwrapped.alone
    with pytest.raises(BadOption, match="One seat alone plays no game"):
        gymnasium.make(name("cartes"), opponents="none")


def test_a_picture_shows_what_the_seat_may_know():
    env = OneSeat("cartes", opponents="greedy", hands=1, render_mode="ansi", seat=0)
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    deck = next(line for line in text.splitlines() if line.startswith("deck:"))
    assert deck.split()[2:] == ["-1"] * 49


@pytest.mark.parametrize("wrap", [FlattenObservation, RecordEpisodeStatistics, lambda env: TimeLimit(env, 5)])
def test_wrappers_of_single_games(wrap: Any):
    env = wrap(gymnasium.make(name("cartes"), opponents="greedy", hands=1))
    luck = np.random.default_rng(1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = cut = False
        while not over and not cut:
            _, _, over, cut, info = env.step(any_action(info["action_mask"], luck))


# ---------------------------------------------------------------- many


@pytest.mark.parametrize("mode", ["sync", "async", "vector_entry_point"])
def test_every_vector_mode(mode: str):
    envs = gymnasium.make_vec(
        name("cartes"), num_envs=3, vectorization_mode=mode, opponents="greedy", hands=1, seat=0
    )
    luck = np.random.default_rng(1)
    seen, infos = envs.reset(seed=1)
    assert seen.shape == (3, 296)
    ended = 0
    for _ in range(30):
        masks = infos["action_mask"]
        actions = [any_action(m, luck) for m in masks]
        seen, _, over, _, infos = envs.step(np.array(actions))
        assert seen in envs.observation_space
        ended += int(over.sum())
    assert ended
    envs.close()


def next_step(**settings: Any) -> gymnasium.vector.VectorEnv:
    return gymnasium.make_vec(
        name("cartes"), 5, autoreset_mode=AutoresetMode.NEXT_STEP, opponents="greedy", hands=1, **settings
    )


@pytest.mark.parametrize(
    "wrap",
    [
        vector_wrappers.NormalizeObservation,
        vector_wrappers.NormalizeReward,
        vector_wrappers.RecordEpisodeStatistics,
        lambda envs: vector_wrappers.ClipReward(envs, -0.5, 0.5),
        lambda envs: vector_wrappers.DtypeObservation(envs, np.float64),
    ],
)
def test_wrappers_of_many(wrap: Any):
    envs = wrap(next_step())
    _, infos = envs.reset(seed=1)
    luck = np.random.default_rng(1)
    told = 0
    for _ in range(40):
        actions = np.array([any_action(m, luck) for m in infos["action_mask"]])
        seen, _, _, _, infos = envs.step(actions)
        assert np.isfinite(seen).all()
        told += "episode" in infos
    assert told or not isinstance(envs, vector_wrappers.RecordEpisodeStatistics)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_the_next_step_brings_the_next_game(game: str, opponents: str | None):
    """The same games as in the mode that deals at once, with a rest between two of them."""
    settings: dict[str, Any] = {"players": 2, "opponents": opponents, **SHORT.get(game, {})}
    if opponents:
        settings["seat"] = 0
    rests = vector_env(game, 4, autoreset_mode="NextStep", **settings)
    assert isinstance(rests, NextStepGames)
    singles = [vector_env(game, 1, **settings) for _ in range(4)]
    seen, infos = rests.reset(seed=[3, 4, 5, 6])
    alone = [single.reset(seed=[3 + i]) for i, single in enumerate(singles)]
    resting = [False] * 4
    luck = np.random.default_rng(1)
    rested = 0
    for _ in range(300):
        for i in range(4):
            if not resting[i]:
                assert np.array_equal(seen[i], alone[i][0][0])
                assert infos["seat"][i] == alone[i][1]["seat"][0]
        actions = np.array([any_action(m, luck) for m in infos["action_mask"]])
        seen, rewards, over, _, infos = rests.step(actions)
        for i, single in enumerate(singles):
            if resting[i]:  # the next game was dealt already, and nothing was decided
                resting[i] = False
                rested += 1
                assert (rewards[i], over[i]) == (0, False)
                continue
            first, gained, ended, _, told = single.step(actions[i : i + 1])
            alone[i] = first, told
            assert (rewards[i], over[i]) == (gained[0], ended[0])
            if ended[0]:
                resting[i] = True
                assert np.array_equal(seen[i], told["final_obs"][0])
    assert rested or game == "compagnie"


def test_a_reset_of_some_leaves_a_resting_game_at_its_end():
    envs, twins = (vector_env("cartes", 4, players=2, hands=1, autoreset_mode="NextStep") for _ in range(2))
    for table in (envs, twins):
        table.reset(seed=1)
    over = np.zeros(4, np.bool_)
    while not over.any() or over.all():
        actions = envs.random_actions()
        seen, _, over, _, infos = envs.step(actions)
        twins.step(actions)
    again, told = envs.reset(seed=2, options={"reset_mask": ~over})
    assert np.array_equal(again[over], seen[over])
    assert np.array_equal(told["seat"][over], infos["seat"][over])
    assert told["action_mask"][over].all()
    assert not np.array_equal(again[~over], seen[~over])
    mine, theirs = envs.step(envs.random_actions()), twins.step(twins.random_actions())
    assert np.array_equal(mine[0][over], theirs[0][over])  # the next game, as without the reset
    assert not mine[1][over].any()


def test_a_resting_game_that_is_reset_rests_no_longer():
    envs, fresh = (vector_env("cartes", 4, players=2, hands=1, autoreset_mode="NextStep") for _ in range(2))
    envs.reset(seed=1)
    while not envs.step(envs.random_actions())[2].any():
        pass
    mine, theirs = envs.reset(seed=2), fresh.reset(seed=2)
    assert np.array_equal(mine[0], theirs[0])
    assert np.array_equal(mine[1]["seat"], theirs[1]["seat"])
    assert np.array_equal(mine[1]["action_mask"], theirs[1]["action_mask"])


def test_rewards_are_what_gymnasium_s_own_are():
    envs = vector_env("cartes", 4, hands=1)
    envs.reset(seed=1)
    assert envs.step(envs.random_actions())[1].dtype == np.float32


def test_modes_that_there_are():
    with pytest.raises(BadOption, match="SameStep or NextStep"):
        vector_env("cartes", 2, autoreset_mode=AutoresetMode.DISABLED)


# ---------------------------------------------------------------- bots of any kind around it


class Last:
    """A guest."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, seat: int) -> int:
        assert not view["stream_key"].any()  # redacted
        return self.game.legal(view, seat)[-1]


class Fails:
    def choose(self, view: Any, seat: int) -> int:
        raise ValueError("no idea")


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_is_asked_plays_like_the_compiled_one(game: str):
    """With a policy that draws no lots the games are the same, rewards and all."""
    short = SHORT.get(game, {})
    rules = games.load(game)

    class First:
        def choose(self, view: Any, seat: int) -> int:
            return rules.legal(view, seat)[0]

    seats = [First, First, First]
    envs = vector_env(game, 3, players=3, opponents=seats, **short)
    seen, infos = envs.reset(seed=2)
    luck = np.random.default_rng(1)
    ended = 0
    for _ in range(60 if game != "cartes" else 90):
        for i in range(3):
            s, seat = envs.tables.states[i], int(infos["seat"][i])
            assert seat in rules.waiting(s)
            assert np.array_equal(seen[i], rules.observation(rules.view(s, seat), seat))
            assert np.array_equal(infos["action_mask"][i], rules.mask(s, seat))
        seen, rewards, over, _, infos = envs.step(
            np.array([any_action(m, luck) for m in infos["action_mask"]])
        )
        for i in np.flatnonzero(over):
            assert infos["final_info"]["rewards"][i].sum() == pytest.approx(0)
            assert rewards[i] == pytest.approx(
                infos["final_info"]["rewards"][i][infos["final_info"]["seat"][i]]
            )
            ended += 1
    assert ended or game != "cartes"


@pytest.mark.parametrize("opponents", ["level1", "level3", "search:5", Last, ["random", Last, "level2"]])
def test_opponents_of_any_kind(opponents: Any):
    envs = vector_env("cartes", 2, players=3, opponents=opponents, hands=1)
    envs.reset(seed=1)
    ended = 0
    for _ in range(30):
        ended += int(envs.step(envs.random_actions())[2].sum())
    assert ended


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_an_opponent_that_gives_up_has_lost_and_it_is_told(mode: str):
    envs = vector_env("cartes", 2, players=2, opponents=Fails, hands=1, autoreset_mode=mode)
    won = 0
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        envs.reset(seed=1)
        for _ in range(40):
            _, rewards, over, _, infos = envs.step(envs.random_actions())
            assert (rewards[over] == 1).all()
            for i in np.flatnonzero(over):
                assert infos["final_info"]["_gave_up"][i]
                assert "no idea" in infos["final_info"]["gave_up"][i]
                assert mode == "SameStep" or "no idea" in infos["gave_up"][i]
            won += int(over.sum())
    assert won
    (warning,) = told  # not once a game
    assert "giving up. Fails failed: ValueError: no idea (test_one_seat.py:" in str(warning.message)


def test_it_is_told_of_a_single_game_too_and_of_nothing_else():
    env = gymnasium.make(name("cartes"), opponents=Fails, hands=1)
    _, info = env.reset(seed=1)
    over = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while not over:
            _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert "no idea" in info["gave_up"]
    env = gymnasium.make(name("cartes"), opponents=Last, hands=1)
    assert "gave_up" not in env.reset(seed=1)[1]


def test_how_long_an_opponent_may_take_is_a_setting():
    class Sleeps:
        def choose(self, view: Any, seat: int) -> int:
            time.sleep(1000)
            return 0

    env = gymnasium.make(name("cartes"), opponents=Sleeps, hands=1, limit=0.05)
    _, info = env.reset(seed=1)
    with pytest.warns(RuntimeWarning, match="did not answer within 0.05 seconds"):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))
    with pytest.raises(BadOption, match="A limit is a number of seconds"):
        vector_env("cartes", 2, opponents=Last, limit=0)


def test_opponents_that_are_none():
    with pytest.raises(BadOption, match="There is no bot 'nobody'"):
        vector_env("cartes", 2, opponents="nobody")
    with pytest.raises(BadOption, match="one for each of 2"):
        vector_env("cartes", 2, players=2, opponents=["greedy"])


# ---------------------------------------------------------------- checkpoints


def through_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


BOTH_WAYS = pytest.mark.parametrize("copied", [through_pickle, copy.deepcopy])


@BOTH_WAYS
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"opponents": "greedy"},
        {"opponents": "level2"},
        {"autoreset_mode": "NextStep", "opponents": "random"},
    ],
    ids=str,
)
def test_batches_have_the_same_future(copied: Any, game: str, settings: dict[str, Any]):
    envs = vector_env(game, 3, **settings, **SHORT.get(game, {}))
    envs.reset(seed=1)
    for _ in range(7):
        envs.step(envs.random_actions())
    other = copied(envs)
    for _ in range(40):
        actions = envs.random_actions()
        assert np.array_equal(other.random_actions(), actions)
        for mine, its in zip(envs.step(actions)[:4], other.step(actions)[:4], strict=True):
            assert np.array_equal(mine, its)
    assert np.array_equal(other.reset()[0], envs.reset()[0])


@BOTH_WAYS
@pytest.mark.parametrize("game", GAMES)
def test_single_games_have_the_same_future(copied: Any, game: str):
    env = gymnasium.make(name(game), opponents="greedy", **SHORT.get(game, {}))
    _, info = env.reset(seed=1)
    luck = np.random.default_rng(1)
    for _ in range(3):
        _, _, _, _, info = env.step(any_action(info["action_mask"], luck))
    other = copied(env)
    for _ in range(30):
        action = any_action(info["action_mask"], luck)
        seen, reward, over, cut, info = env.step(action)
        again = other.step(action)
        assert np.array_equal(again[0], seen)
        assert again[1:4] == (reward, over, cut)
        if over:
            seen, info = env.reset()
            assert np.array_equal(other.reset()[0], seen)


@BOTH_WAYS
@pytest.mark.parametrize("game", GAMES)
def test_tables_of_several_agents_have_the_same_future(copied: Any, game: str):
    table: Any = turn_env(game, players=3, **SHORT.get(game, {}))
    table.reset(seed=1)
    luck = np.random.default_rng(1)
    for _ in range(5):
        table.step(any_action(table.observe(table.agent_selection)["action_mask"], luck))
    other = copied(table)
    for _ in range(60):
        if not table.agents:
            break
        seen, reward, over, cut, _ = table.last()
        again = other.last()
        assert other.agent_selection == table.agent_selection
        assert again[1:4] == (reward, over, cut)
        assert np.array_equal(again[0]["observation"], seen["observation"])
        action = None if over or cut else any_action(seen["action_mask"], luck)
        table.step(action)
        other.step(action)


@BOTH_WAYS
def test_tables_of_all_at_once_have_the_same_future(copied: Any):
    table = parallel_env("romains", players=3, calls="arrival")
    seen, _ = table.reset(seed=1)
    luck = np.random.default_rng(1)
    other = copied(table)
    for _ in range(60):
        if not table.agents:
            break
        actions = {agent: any_action(seen[agent]["action_mask"], luck) for agent in table.agents}
        seen, rewards, *_ = table.step(actions)
        again, its, *_ = other.step(actions)
        assert its == rewards
        assert all(np.array_equal(again[a]["observation"], seen[a]["observation"]) for a in seen)
