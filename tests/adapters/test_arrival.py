"""Behind every door, too, no seat is faster than another where the first answer counts (R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest
from scipy.stats import chisquare

import oppidum.adapters.openspiel  # noqa: F401 - registers the games
from oppidum import games
from oppidum.adapters import batch
from oppidum.adapters.gymnasium import vector_env
from oppidum.adapters.pettingzoo import parallel_env, raw_env
from oppidum.games.romains.state import Action, Kind, Phase
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, split

pytestmark = [pytest.mark.rule("romains 5.3"), pytest.mark.filterwarnings("ignore:Observation")]
ROMAINS = games.load("romains")
TABLE = {"players": 4, "calls": "arrival"}
WANTED = 150


def assert_fair(places: list[int]) -> None:
    """Places 0, 1 and 2 among three who were asked, each as often as the others."""
    counts = Counter(places)
    assert len(places) >= WANTED
    assert chisquare([counts[place] for place in range(3)]).pvalue > 1e-3, counts


def calls_open(s) -> bool:
    """All three others are asked whether they call, and none has answered yet."""
    return s.phase == Phase.CALL and len(ROMAINS.waiting(s)) == 3


def eager(legal: list[int]) -> int:
    """Black dice and calls wherever possible; otherwise the first that is open."""
    return next((action for action in (Action.EXCHANGE, Action.BLACK) if action in legal), legal[0])


def counted_caller(s) -> int:
    (caller,) = [event.b for event in events(s) if event.kind == Kind.EXCHANGE]
    return int(caller)


def test_pettingzoo_one_after_the_other():
    env = raw_env("romains", **TABLE)
    places: list[int] = []
    for seed in range(WANTED):
        if len(places) >= WANTED:
            break
        env.reset(seed=seed)
        while env.agents and not all(env.terminations.values()):
            s = env.table.state_array[0]
            seat = env.table.seat_of(env.agent_selection)
            if calls_open(s):
                places.append(ROMAINS.waiting(s).index(seat))
            env.step(eager(np.flatnonzero(env.table.mask(seat, True)[:-1]).tolist()))
    assert_fair(places)


def test_pettingzoo_all_at_once():
    env = parallel_env("romains", **TABLE)
    places: list[int] = []
    for seed in range(WANTED):
        if len(places) >= WANTED:
            break
        env.reset(seed=seed)
        while env.agents:
            s, asked = env.table.state_array[0].copy(), env.table.asked()
            env.step(
                {
                    agent: eager(ROMAINS.legal(s, seat)) if seat in asked else env.table.wait
                    for seat, agent in enumerate(env.agents)
                }
            )
            if calls_open(s):
                places.append(asked.index(counted_caller(env.table.state_array[0])))
    assert_fair(places)


def openspiel_states(sequential: bool) -> Iterator[pyspiel.State]:
    game = pyspiel.load_game(f"oppidum_romains(players=4,calls=arrival,sequential={sequential})".lower())
    for number in range(WANTED):
        state = game.new_initial_state()
        for draw in number.to_bytes(4, "big"):
            state.apply_action(draw)
        yield state


def test_openspiel_one_after_the_other():
    places: list[int] = []
    for state in openspiel_states(sequential=True):
        while not state.is_terminal() and len(places) < WANTED:
            seats = state.turn.seats
            if calls_open(state.turn.states[0]):
                places.append(seats.index(state.current_player()))
                world = state.resample_from_infostate(state.current_player(), np.random.random)
                assert world.current_player() == state.current_player()
            state.apply_action(eager(state.legal_actions()))
    assert_fair(places)


def test_openspiel_all_at_once():
    places: list[int] = []
    for state in openspiel_states(sequential=False):
        while not state.is_terminal() and len(places) < WANTED:
            before, seats = state.turn.states[0].copy(), state.turn.seats
            state.apply_actions([eager(state.legal_actions(player)) for player in range(4)])
            if calls_open(before):
                places.append(seats.index(counted_caller(state.turn.states[0])))
    assert_fair(places)


def a_call():
    for number in range(100):
        s = ROMAINS.deal(4, seed_key("a call", number), {"calls": "arrival"})
        ROMAINS.act(s, ROMAINS.waiting(s)[0], Action.BLACK)
        if calls_open(s):
            return s
    raise AssertionError("nobody is ever asked")


def test_gymnasium_every_seat():
    envs = vector_env("romains", num_envs=2 * WANTED, **TABLE)
    envs.reset(seed=1)
    s = a_call()
    envs.tables.states[:] = s
    batch.ask_rows(envs.tables, 0, 2 * WANTED)
    assert_fair([ROMAINS.waiting(s).index(seat) for seat in envs.tables.seats])


def test_gymnasium_a_learner_is_no_faster_than_its_opponents():
    s = a_call()
    learner = ROMAINS.waiting(s)[1]
    envs = vector_env("romains", num_envs=2 * WANTED, seat=learner, opponents="random", **TABLE)
    envs.reset(seed=1)
    envs.tables.states[:] = s
    for row in range(2 * WANTED):
        split(luck_from("learner"), row, envs.tables.play_luck[row])
    views, mask = envs.tables.states[:1].copy(), np.zeros(ROMAINS.actions, np.uint8)
    batch.play_rows(envs.tables, 0, 2 * WANTED, envs.setting.policies, views, mask)
    first = sum(calls_open(row) for row in envs.tables.states)  # nobody has answered before the learner
    assert 0.2 < first / (2 * WANTED) < 0.47
