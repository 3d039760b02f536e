# pyright: reportIncompatibleMethodOverride=false
# PettingZoo leaves the types of agents and spaces open; ours are strings and definite spaces.
"""PettingZoo: every seat an agent.

    from oppidum.adapters.pettingzoo import env, parallel_env

    table = env(game_id, players=4)  # one agent after the other
    table = parallel_env(game_id, players=4, hands=1)  # all at once

An agent observes `{"observation": features, "action_mask": what is open to it}`; what the features mean is
written in each game's `knowledge.py` and in docs/research.md. The actions are those of the game and, as the
last one, `wait`: the only one that is open to an agent who is not asked.

Where several seats decide at the same time, `parallel_env` takes their actions together; `env` asks them
one after the other, and none sees what the others chose. Where the first answer counts, a lot decides each
time who is first. Only agents who are asked get a turn in `env`,
unless `max_cycles` is given: then every agent has a turn in each cycle, if only to wait, and the game is
cut short after so many cycles.

An illegal action ends the game in `env`, as in PettingZoo's classic games: the agent gets -1, the others
nothing. In `parallel_env`, and everywhere with `illegal="replace"`, it is replaced by the first legal one and
noted in `infos[agent]["illegal"]`; with `illegal="raise"` it raises IllegalAction.

`state()` is for centralised training: the observations of all seats, one after the other, and so every hand
and every bid that is not revealed yet. No agent may see it while it plays. Not in it is what nobody at the
table knows, such as the order of the pile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from operator import index
from typing import Any

import numpy as np

from oppidum import games
from oppidum.adapters import one_game
from oppidum.kernel.errors import BadOption
from oppidum.kernel.extras import needs
from oppidum.kernel.fair import new_secret, seed_key
from oppidum.kernel.game import Game

with needs("research", "The door to PettingZoo"):
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

RENDER_MODES = ["human", "ansi"]
SPECTATOR = -1


class Table:
    """One game after another, in terms of agents: what both kinds of environment share."""

    def __init__(
        self,
        game: str,
        players: int | None,
        options: dict[str, object],
        render_mode: str | None,
        max_cycles: int | None,
        illegal: str,
    ) -> None:
        self.game: Game = games.load(game)
        self.players = self.game.about.min_players if players is None else players
        self.game.about.check_players(self.players)
        self.options = self.game.about.option_words(options)
        if illegal not in ("replace", "raise"):
            raise BadOption(f"`illegal` is 'replace' or 'raise', in `env` also 'terminate'; not {illegal!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadOption(f"There is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}.")
        self.illegal = illegal
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self.wait = self.game.actions
        self.state_array = self.game.blanks(1)
        self.scratch = self.game.blanks(1)
        self.seed: object = new_secret().hex()
        self.deals = 0
        self.rounds = 0  # of answers in this game
        self.last_words = ""

    @cache  # noqa: B019 - the spaces live as long as the table
    def observation_space(self, agent: str) -> spaces.Dict:
        features = spaces.Box(*self.game.feature_bounds(), dtype=np.float32)
        mask = spaces.Box(0, 1, (self.game.actions + 1,), np.int8)
        return spaces.Dict({"observation": features, "action_mask": mask})

    @cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        return spaces.Discrete(self.game.actions + 1)

    @cached_property
    def state_space(self) -> spaces.Box:
        low, high = (np.tile(bound, self.players) for bound in self.game.feature_bounds())
        return spaces.Box(low, high, dtype=np.float32)

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def deal(self, seed: int | None) -> None:
        """The next game. With a seed: the first of its series."""
        if seed is not None:
            self.seed, self.deals = seed, 0
        s = self.game.deal(self.players, seed_key(self.seed, self.deals), self.options)
        self.deals += 1
        self.rounds = 0
        self.state_array = np.array([s], self.game.dtype)
        self.last_words = ""

    def asked(self) -> tuple[int, ...]:
        return one_game.members(one_game.asked(self.state_array))

    def in_order(self, seats: Iterable[int]) -> list[int]:
        """The order in which seats answer."""
        self.rounds += 1
        return one_game.in_order(self.game, self.state_array, seats, self.seed, self.deals, self.rounds)

    def mask(self, seat: int, pending: bool) -> np.ndarray:
        """What is open to a seat; only to wait, unless its decision is pending."""
        mask = np.zeros(self.game.actions + 1, np.int8)
        if pending:
            legal = np.zeros(self.game.actions, np.uint8)
            one_game.open_actions(self.state_array, seat, legal)
            mask[:-1] = legal
        else:
            mask[self.wait] = 1
        return mask

    def look(self, seat: int) -> np.ndarray:
        seen = np.empty(self.game.features, np.float32)
        one_game.look(self.state_array, seat, seen)
        return seen

    def observe_seat(self, seat: int, pending: bool) -> dict[str, np.ndarray]:
        return {"observation": self.look(seat), "action_mask": self.mask(seat, pending)}

    def state(self) -> np.ndarray:
        """All that anybody at the table sees, one seat after the other."""
        return np.concatenate([self.look(seat) for seat in range(self.players)])

    def accept(self, seat: int, action: int, pending: bool) -> tuple[int, bool]:
        """The action to be played for what a seat answered, and whether that was illegal."""
        mask = self.mask(seat, pending)
        if 0 <= action < len(mask) and mask[action]:
            return action, False
        if self.illegal == "raise":
            s = self.state_array[0]
            raise self.game.refusal(s, seat, action, [int(a) for a in np.flatnonzero(mask[:-1])])
        return int(np.flatnonzero(mask)[0]), True

    def play(self, seat: int, action: int) -> None:
        after = np.empty_like(self.state_array)
        one_game.follow(self.state_array, after, seat, action)
        self.state_array = after

    def rewards(self) -> list[float]:
        """The rewards of a finished game."""
        out = np.zeros(self.players)
        one_game.final_worth(self.state_array, np.zeros(self.players, np.int64), out)
        return [float(x) for x in out]

    def text(self) -> str:
        """What a spectator sees."""
        one_game.see(self.state_array, SPECTATOR, self.scratch)
        standing = self.game.standing(self.state_array[0])
        asked = ", ".join(self.possible_agents[seat] for seat in self.asked()) or "nobody: the game is over"
        points = " ".join(str(p) for p in standing.points)
        head = f"{self.game.about.title}\npoints: {points}\nasked: {asked}\n"
        return head + one_game.describe(self.game, self.scratch)

    def show(self) -> str | None:
        if self.render_mode == "human":
            print(self.text())  # noqa: T201 - what a person asked to see
            return None
        return self.text() if self.render_mode == "ansi" else None


class TurnEnv(AECEnv[str, Any, Any]):
    """One agent after the other."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.metadata = {**self.metadata, "name": f"oppidum_{table.game.id}_v0"}
        self.render_mode = table.render_mode
        self.possible_agents = list(table.possible_agents)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.table.action_space(agent)

    @property
    def state_space(self) -> spaces.Box:
        return self.table.state_space

    def state(self) -> np.ndarray:
        """For centralised training only: what all seats see, secrets of each included."""
        return self.table.state()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.turns: list[int] = []  # the seats that still have a turn in this cycle
        self.asked = frozenset(self.table.asked())  # whose decisions this cycle takes
        self.begin_cycle()

    def begin_cycle(self) -> None:
        """Ask everybody who owes a decision now; with `max_cycles`, everybody."""
        self.asked = frozenset(self.table.asked())
        seats = range(self.table.players) if self.table.max_cycles is not None else self.asked
        self.turns = self.table.in_order(seats)
        self.agent_selection = self.possible_agents[self.turns[0]]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.table.seat_of(agent)
        return self.table.observe_seat(seat, self.pending(seat))

    def pending(self, seat: int) -> bool:
        """Is a seat's decision still to come in this cycle?"""
        return seat in self.turns and seat in self.asked

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOption(f"{agent} must answer with an action.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self.table.seat_of(agent)
        chosen, illegal = self.table.accept(seat, index(action), self.pending(seat))
        self.infos[agent] = {"illegal": True} if illegal else {}
        self.turns.remove(seat)
        if chosen != self.table.wait:
            self.table.play(seat, chosen)
            left = tuple(sorted(other for other in self.turns if other in self.asked))
            if self.table.asked() != left:  # the answers are complete, or this one has made the rest void
                self.asked = frozenset()
                self.turns = self.turns if self.table.max_cycles is not None else []
        if not self.table.asked():
            self.finish()
        elif self.turns:
            self.agent_selection = self.possible_agents[self.turns[0]]
        else:
            self.end_cycle()
        self._accumulate_rewards()
        self._deads_step_first()

    def finish(self) -> None:
        self.turns = []
        self.rewards = dict(zip(self.agents, self.table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def end_cycle(self) -> None:
        self.cycles += 1
        if self.table.max_cycles is not None and self.cycles >= self.table.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.begin_cycle()

    def render(self) -> str | None:
        return self.table.show()

    def close(self) -> None:
        pass


class ParallelTable(ParallelEnv[str, Any, Any]):
    """All agents at once."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES}  # noqa: RUF012

    def __init__(self, table: Table) -> None:
        self.table = table
        self.metadata = {**self.metadata, "name": f"oppidum_{table.game.id}_v0"}
        self.render_mode = table.render_mode
        self.possible_agents = list(table.possible_agents)
        self.agents: list[str] = []
        self.max_cycles = table.max_cycles
        self.cycles = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.table.action_space(agent)

    @property
    def state_space(self) -> spaces.Box:
        return self.table.state_space

    def state(self) -> np.ndarray:
        """For centralised training only: what all seats see, secrets of each included."""
        return self.table.state()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, dict[str, Any]]]:
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return self.observations(), {agent: {} for agent in self.agents}

    def observations(self) -> dict[str, dict[str, np.ndarray]]:
        asked = self.table.asked()
        return {agent: self.table.observe_seat(seat, seat in asked) for seat, agent in enumerate(self.agents)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, np.ndarray]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        agents = self.agents
        if not agents:
            raise ResetNeeded(
                "Nobody is at the table, before the first game as after each: call `reset` first."
            )
        if missing := [agent for agent in agents if agent not in actions]:
            raise ValueError(
                f"An action is missing for {', '.join(missing)}; who is not asked waits ({self.table.wait})."
            )
        asked = self.table.asked()
        # All answers are checked before any is played: each was given without knowing the others.
        accepted = {
            seat: self.table.accept(seat, index(actions[agent]), seat in asked)
            for seat, agent in enumerate(agents)
        }
        left = self.table.in_order(asked)
        while left and set(self.table.asked()) == set(left):  # otherwise an answer has made the rest void
            seat = left.pop(0)
            self.table.play(seat, accepted[seat][0])
        over = not self.table.asked()
        self.cycles += 1
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = self.table.rewards() if over else [0.0] * len(agents)
        observations = self.observations()
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal": True} if accepted[seat][1] else {} for seat, agent in enumerate(agents)
        }
        if over or cut:
            self.agents = []
        return (
            observations,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def render(self) -> str | None:
        return self.table.show()

    def close(self) -> None:
        pass


def raw_env(
    game: str,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "replace",
    **options: object,
) -> TurnEnv:
    """The environment of `env`, without wrappers."""
    return TurnEnv(Table(game, players, options, render_mode, max_cycles, illegal))


def env(
    game: str,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "terminate",
    **options: object,
) -> AECEnv[str, Any, Any]:
    """One agent after the other: `env(game_id, players=4, hands=1)`.

    In the wrappers of PettingZoo's classic games; `illegal` may also be "replace" or "raise".
    """
    ends = illegal == "terminate"
    strict = "raise" if ends else illegal
    bare = raw_env(game, players, render_mode=render_mode, max_cycles=max_cycles, illegal=strict, **options)
    if ends:  # by these wrappers, before the table could raise
        bare = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(bare)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "replace",
    **options: object,
) -> ParallelTable:
    """All agents at once: `parallel_env(game_id, players=4, hands=1)`."""
    return ParallelTable(Table(game, players, options, render_mode, max_cycles, illegal))
