"""The vector environment: the same games as one by one, secrets kept, masks and rewards right."""

from __future__ import annotations

import multiprocessing
import os
from collections import namedtuple
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from oppidum import games
from oppidum.adapters import batch
from oppidum.adapters.gymnasium import PAGES, VectorGames, threads_for, vector_env
from oppidum.kernel.errors import BadOption, IllegalAction
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.playout import pick

from .every import every_table

GAMES = list(games.catalogue())
SHORT: dict[str, dict[str, object]] = {"cartes": {"hands": 1}}


def envs_of(game: str, n: int = 6, **settings) -> VectorGames:
    return vector_env(game, num_envs=n, **{**SHORT.get(game, {}), **settings})


def play_until_one_ends(envs: VectorGames) -> np.ndarray:
    """Which games have ended with the last step."""
    over = np.zeros(envs.num_envs, np.bool_)
    while not over.any():
        _, _, over, _, _ = envs.step(envs.random_actions())
    return over


@pytest.mark.parametrize("game", GAMES)
def test_a_batch_plays_the_same_games_as_one_by_one(game: str):
    """Against the checked Python API, decision by decision, deals, masks, features and rewards included."""
    envs = envs_of(game, 4, players=3)
    rules = envs.game
    observations, infos = envs.reset(seed=5)
    mirrors = [state.copy().view(rules.dtype) for state in envs.tables.states[:, None]]
    ended = 0
    for _ in range(250):
        for i, mirror in enumerate(mirrors):
            s = mirror[0]
            seat = rules.waiting(s)[0]
            assert infos["seat"][i] == seat
            assert np.array_equal(infos["action_mask"][i], rules.mask(s, seat))
            assert np.array_equal(observations[i], rules.observation(rules.view(s, seat), seat))
        actions = envs.random_actions()
        seats = infos["seat"]
        observations, rewards, over, cut, infos = envs.step(actions)
        assert not cut.any()
        for i, mirror in enumerate(mirrors):
            s = mirror[0]
            rules.act(s, int(seats[i]), int(actions[i]))
            assert over[i] == (not rules.waiting(s))
            if over[i]:
                ended += 1
                standing = rules.standing(s)
                fair = [(3 * standing.share(seat) - 1) / 2 for seat in range(3)]
                assert infos["final_info"]["rewards"][i] == pytest.approx(fair)
                assert infos["final_info"]["seat"][i] == seats[i]
                assert rewards[i] == pytest.approx(fair[seats[i]])
                view = rules.view(s, int(seats[i]))
                assert np.array_equal(infos["final_obs"][i], rules.observation(view, int(seats[i])))
                mirrors[i] = envs.tables.states[i : i + 1].copy()
            else:
                assert rewards[i] == 0
    assert ended > 0 or game != "cartes"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games_and_threads_change_nothing(game: str):
    def trace(**settings) -> list[np.ndarray]:
        envs = envs_of(game, 7, **settings)
        seen = [envs.reset(seed=3)[0]]
        seen += [envs.step(envs.random_actions())[0] for _ in range(60)]
        envs.close()
        return seen

    first = trace()
    assert all(map(np.array_equal, first, trace()))
    assert all(map(np.array_equal, first, trace(threads=3)))
    assert all(map(np.array_equal, first, trace(copy=False))) is False  # the buffer shows only the last step


def test_another_seed_gives_other_games():
    envs = envs_of("cartes")
    one, _ = envs.reset(seed=1)
    two, _ = envs.reset(seed=2)
    again, _ = envs.reset(seed=1)
    assert not np.array_equal(one, two)
    assert np.array_equal(one, again)


def test_without_a_seed_the_games_go_on_and_differ():
    envs = envs_of("cartes")
    one, _ = envs.reset()
    two, _ = envs.reset()
    assert not np.array_equal(one, two)


def test_what_others_chose_at_the_same_time_is_not_observed():
    seen = []
    for choice in (0, 9):
        envs = envs_of("cartes", 1, players=2)
        envs.reset(seed=8)
        observation, _, _, _, infos = envs.step([choice])
        assert infos["seat"][0] == 1
        seen.append(observation)
    assert np.array_equal(*seen)


def test_an_illegal_action_is_refused_and_changes_nothing():
    envs = envs_of("cartes", 3)
    envs.reset(seed=1)
    before = envs.tables.states.copy()
    for wrong in (11, -1, 37, 10**6):
        with pytest.raises(IllegalAction):
            envs.step([0, wrong, 0])
        assert envs.tables.states.tobytes() == before.tobytes()
    with pytest.raises(ValueError, match="3 actions"):
        envs.step([0, 0])


@pytest.mark.parametrize("game", GAMES)
def test_one_seat_against_bots(game: str):
    envs = envs_of(game, 8, players=2, opponents="random")
    _, infos = envs.reset(seed=1)
    assert infos["seat"].tolist() == [0, 1] * 4  # every seat in turn
    for _ in range(80):
        seats = infos["seat"]
        _, rewards, over, _, infos = envs.step(envs.random_actions())
        assert np.array_equal(infos["seat"] != seats, over)  # a new seat exactly with a new game
        if over.any():
            last = infos["final_info"]
            assert np.array_equal(rewards[over], last["rewards"][over, seats[over]])
            assert np.array_equal(last["seat"][over], seats[over])
        for state, seat in zip(envs.tables.states, infos["seat"], strict=True):
            assert int(seat) in envs.game.waiting(state)


def test_a_fixed_seat_against_a_bot_for_each_seat():
    envs = envs_of("cartes", 4, players=3, opponents=["greedy", "random", "greedy"], seat=2)
    _, infos = envs.reset(seed=1)
    for _ in range(40):
        assert infos["seat"].tolist() == [2] * 4
        *_, infos = envs.step(envs.random_actions())


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 9},
        {"players": 0},
        {"opponents": "nobody"},
        {"opponents": ["random"], "players": 3},
        {"seat": 1},
        {"threads": 0},
        {"n": 0},
        {"n": 2.5},
        {"players": "two"},
        {"seat": "x", "opponents": "greedy"},
        {"threads": "all"},
        {"illegal": "terminate"},
    ],
)
def test_settings_that_make_no_sense(settings: dict):
    with pytest.raises(BadOption):
        envs_of("cartes", **settings)


def test_illegal_actions_can_be_replaced():
    envs = envs_of("cartes", 3, illegal="replace")
    _, infos = envs.reset(seed=1)
    first = infos["action_mask"].argmax(axis=1)
    again = envs_of("cartes", 3)
    again.reset(seed=1)
    *_, infos = envs.step(np.array([36, first[1], -1]))
    assert infos["illegal"].tolist() == [True, False, True]
    again.step(first)
    assert envs.tables.states.tobytes() == again.tables.states.tobytes()
    assert "illegal" not in envs.step(envs.random_actions())[-1]


def test_only_some_games_are_dealt_anew():
    envs = envs_of("cartes", 4)
    envs.reset(seed=1)
    envs.step(envs.random_actions())
    before = envs.tables.states.copy()
    envs.reset(options={"reset_mask": np.array([True, False, True, False])})
    changed = [a.tobytes() != b.tobytes() for a, b in zip(before, envs.tables.states, strict=True)]
    assert changed == [True, False, True, False]


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_makes_and_wraps_them(game: str):
    envs: Any = gymnasium.make_vec(f"oppidum/{game}-v0", num_envs=3, players=2)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    observations, _ = counted.reset(seed=1)
    assert counted.observation_space.contains(observations)
    assert observations in envs.observation_space
    observations, rewards, over, cut, _ = counted.step(envs.unwrapped.random_actions())
    assert observations in envs.observation_space
    assert rewards.shape == over.shape == cut.shape == (3,)


def test_without_observations_nothing_else_changes():
    full, bare = envs_of("cartes"), envs_of("cartes", observations=False)
    _, infos = full.reset(seed=4)
    empty, others = bare.reset(seed=4)
    assert empty.shape == (6, 0)
    for _ in range(50):
        assert np.array_equal(infos["action_mask"], others["action_mask"])
        actions = full.random_actions()
        *_, infos = full.step(actions)
        *_, others = bare.step(actions)


@pytest.mark.parametrize("settings", [{}, {"opponents": "random"}])
@pytest.mark.parametrize("masked", [False, True])
def test_rewards_are_paid_once_whatever_is_reset(settings: dict, masked: bool):
    envs = envs_of("cartes", 4, players=2, **settings)
    envs.reset(seed=1)
    over = play_until_one_ends(envs)
    _, infos = envs.reset(options={"reset_mask": over} if masked else None)
    assert not {"final_obs", "final_info"} & set(infos)
    for _ in range(3):
        _, rewards, over, _, infos = envs.step(envs.random_actions())
        assert not rewards[~over].any()
        assert over.any() == ("final_info" in infos)
        if over.any():
            assert not infos["final_info"]["rewards"][~over].any()
    assert not over.all()


def test_a_reset_of_other_games_does_not_repeat_what_has_ended():
    envs = envs_of("cartes", 4, players=2)
    envs.reset(seed=1)
    over = play_until_one_ends(envs)
    others = np.ones(4, np.bool_)
    others[np.flatnonzero(over)[0]] = False
    _, infos = envs.reset(options={"reset_mask": others})
    assert "final_info" not in infos
    assert not envs.step(envs.random_actions())[1].any()


def test_a_reset_leaves_what_step_has_returned_alone():
    envs = envs_of("cartes", 4)
    envs.reset(seed=1)
    observations = envs.step(envs.random_actions())[0]
    before = observations.copy()
    envs.reset(seed=2)
    assert np.array_equal(observations, before)


def test_observations_that_somebody_holds_stay_as_they_are():
    """Even if it is only a view of them; what nobody holds any more is written again."""
    envs = envs_of("cartes", 4)
    envs.reset(seed=1)
    views, copies = [], []
    for _ in range(3 * PAGES):
        observations = envs.step(envs.random_actions())[0]
        views.append(observations[1:3, ::2])
        copies.append(observations[1:3, ::2].copy())
    assert all(map(np.array_equal, views, copies))
    del views, observations
    places = {envs.step(envs.random_actions())[0].ctypes.data for _ in range(50)}
    assert len(places) <= PAGES


def test_observations_are_written_to_the_same_place_as_long_as_nobody_holds_them():
    envs = envs_of("cartes", 4)
    envs.reset(seed=1)
    places = [envs.step(envs.random_actions())[0].ctypes.data for _ in range(5)]
    assert len(set(places)) == 1
    seen = envs.step(envs.random_actions())[0]
    assert envs.step(envs.random_actions())[0].ctypes.data != seen.ctypes.data


def test_without_copies_masks_cannot_be_written_to():
    """The compiled rules trust them."""
    envs = envs_of("cartes", 2, copy=False)
    _, infos = envs.reset(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        infos["action_mask"][:] = 1
    before = infos["seat"]
    envs.step(envs.random_actions())
    assert np.array_equal(before, envs.tables.seats)  # overwritten


def test_what_is_done_to_an_observation_changes_no_later_one():
    envs, twins = envs_of("cartes", 4), envs_of("cartes", 4)
    for table in (envs, twins):
        table.reset(seed=1)
    actions = envs.random_actions()
    envs.step(actions)[0][:] = 7
    twins.step(actions)
    mask = np.array([True, False, False, False])
    mine, theirs = (table.reset(options={"reset_mask": mask})[0] for table in (envs, twins))
    assert np.array_equal(mine, theirs)


@every_table
def test_observations_lie_in_their_space(game: str, players: int):
    envs = vector_env(game, num_envs=16, players=players)
    space: Any = envs.observation_space
    assert space.is_bounded()
    assert space.contains(envs.reset(seed=players)[0])
    ended = 0
    while ended < envs.num_envs:
        observations, _, over, _, infos = envs.step(envs.random_actions())
        assert space.contains(observations)
        for i in np.flatnonzero(over):
            assert envs.single_observation_space.contains(infos["final_obs"][i])
            ended += 1


def test_the_end_of_a_game_is_told_as_gymnasium_tells_it():
    """The same keys, types and masks as in its own environments that reset in the same step."""
    mode = gymnasium.vector.AutoresetMode.SAME_STEP
    model = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make("CartPole-v1")] * 3, autoreset_mode=mode)
    ours = envs_of("cartes", 3)
    told = []
    for envs, choose in ((model, lambda: np.ones(3, np.int64)), (ours, ours.random_actions)):
        envs.reset(seed=1)
        over = np.zeros(3, np.bool_)
        while not over.any():
            _, _, over, _, infos = envs.step(choose())
        assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == over.tolist()
        assert infos["final_obs"].dtype == object
        for i in range(3):
            final = infos["final_obs"][i]
            assert envs.single_observation_space.contains(final) if over[i] else final is None
        told.append({key for key in infos if "final" in key})
        assert all(f"_{key}" in infos for key in infos if key[0] != "_")
        assert all(f"_{key}" in infos["final_info"] for key in infos["final_info"] if key[0] != "_")
    assert told[0] == told[1]
    assert ours.metadata["autoreset_mode"] is mode


def test_gymnasium_takes_the_infos_apart():
    envs: Any = gymnasium.wrappers.vector.DictInfoToList(envs_of("cartes", 3, players=2))
    _, infos = envs.reset(seed=1)
    assert [set(info) for info in infos] == [{"seat", "action_mask"}] * 3
    over = np.zeros(3, np.bool_)
    while not over.any():
        _, rewards, over, _, infos = envs.step(envs.unwrapped.random_actions())
    for i, info in enumerate(infos):
        assert ("final_info" in info) == ("final_obs" in info) == over[i]
        if over[i]:
            assert info["final_info"]["rewards"].sum() == 0
            assert rewards[i] == info["final_info"]["rewards"][info["final_info"]["seat"]]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_threads_do_not_follow_into_a_forked_process():
    envs = envs_of("cartes", 8, threads=2)
    envs.reset(seed=1)
    child = multiprocessing.get_context("fork").Process(target=lambda: envs.step(envs.random_actions()))
    child.start()
    child.join(60)
    child.kill()  # if it still waits for threads that are not there
    assert child.exitcode == 0
    envs.close()


def test_many_games_are_shared_among_the_cores():
    assert threads_for(1) == threads_for(600) == 1
    assert 1 <= threads_for(10**6) <= (os.cpu_count() or 1)


def test_a_seed_for_some_games_does_not_touch_the_others():
    envs, twins = (envs_of("cartes", 5, players=3, opponents="random") for _ in range(2))
    mask = np.array([False, True, False, False, True])
    for table in (envs, twins):
        table.reset(seed=1)
        play_until_one_ends(table)
    before = envs.tables.seats.copy()
    observations, infos = envs.reset(seed=9, options={"reset_mask": mask})
    assert np.array_equal(infos["seat"][~mask], before[~mask])
    assert np.array_equal(observations[~mask], twins.tables.features[~mask])
    for name in ("learners", "deal_luck", "play_luck", "masks"):
        assert np.array_equal(getattr(envs.tables, name)[~mask], getattr(twins.tables, name)[~mask])
    fresh, fresh_infos = twins.reset(seed=9)
    assert np.array_equal(observations[mask], fresh[mask])
    assert np.array_equal(infos["seat"][mask], fresh_infos["seat"][mask])


@pytest.mark.parametrize("mask", [[True] * 3, [1, 0, 1, 0], [False] * 4, True, [[True] * 4]])
def test_reset_masks_that_make_no_sense(mask: object):
    envs = envs_of("cartes", 4)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="array of 4 booleans"):
        envs.reset(options={"reset_mask": mask})


def test_the_first_reset_deals_all_games():
    envs = envs_of("cartes", 2)
    with pytest.raises(ResetNeeded, match="first reset"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(options={"reset_mask": np.array([True, True])})


@pytest.mark.parametrize("game", GAMES)
def test_the_spaces_of_gymnasium_sample_within_the_masks(game: str):
    envs = envs_of(game, 3)
    _, infos = envs.reset(seed=1)
    for _ in range(5):
        masks = infos["action_mask"]
        assert masks[0][envs.single_action_space.sample(mask=masks[0])]
        *_, infos = envs.step(envs.action_space.sample(mask=tuple(masks)))


Masks = namedtuple("Masks", ["masks", "open"])


@pytest.mark.parametrize("wide", [5, 31, 32, 33, 37, 64, 65, 101])
def test_random_actions_are_those_that_a_playout_would_pick(wide: int):
    """However long the masks are, and however few of them are open, be they at the very end."""
    chance = np.random.default_rng(wide)
    masks = (chance.random((300, wide)) < chance.random((300, 1)) ** 3).astype(np.uint8)
    masks[np.arange(300), chance.integers(wide, size=300)] = 1
    masks[:3] = 0
    masks[[0, 1, 2], [0, wide // 2, wide - 1]] = 1
    tables = Masks(masks, masks.sum(axis=1, dtype=np.int64))
    chosen = np.empty(300, np.int64)
    luck, same = luck_from("any", wide), luck_from("any", wide)
    batch.choose_any(tables, luck, chosen)
    assert chosen.tolist() == [pick(mask, n, same) for mask, n in zip(masks, tables.open, strict=True)]
    assert luck.tolist() == same.tolist()


def test_nothing_before_the_first_reset():
    envs = envs_of("cartes", 2)
    with pytest.raises(ResetNeeded, match="reset"):
        envs.step([0, 0])
    with pytest.raises(ResetNeeded, match="reset"):
        envs.random_actions()


@pytest.mark.parametrize("actions", [[0.0, 1.7], np.zeros(2), [True, False], ["0", "1"]])
def test_actions_are_whole_numbers(actions: object):
    envs = envs_of("cartes", 2)
    envs.reset(seed=1)
    with pytest.raises(TypeError, match="whole numbers"):
        envs.step(actions)


def test_a_seed_for_each_game():
    envs = envs_of("cartes", 3, players=2)

    def dealt(seed: object) -> list[bytes]:
        envs.reset(seed=seed)  # pyright: ignore[reportArgumentType]
        return [s.tobytes() for s in envs.tables.states]

    seven, eight, again = dealt([7, 8, 7])
    assert seven == again
    assert seven != eight
    assert dealt(np.array([8, 7, 9]))[:2] == [eight, seven]
    whole = dealt(7)
    assert whole[0] == seven  # as the first game of a batch
    assert len(set(whole)) == 3
    assert dealt(np.int64(7)) == whole


@pytest.mark.parametrize("seed", [[1, 2], [1, 2, None], 1.5, "seven", -1, [1, 2, -3], [1.0, 2.0, 3.0]])
def test_seeds_that_make_no_sense(seed: object):
    with pytest.raises(ValueError, match="list of 3 of them"):
        envs_of("cartes", 3).reset(seed=seed)  # pyright: ignore[reportArgumentType]
