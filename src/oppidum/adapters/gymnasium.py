"""Gymnasium: thousands of games stepped in one call.

    from oppidum.adapters.gymnasium import vector_env

    envs = vector_env("cartes", num_envs=4096, players=4)
    observations, infos = envs.reset(seed=1)
    while True:
        actions = envs.random_actions()
        observations, rewards, terminations, truncations, infos = envs.step(actions)

Each step is one decision in every game, by the seat that `infos["seat"]` names; where several seats
decide at the same time they are asked one after the other, and none sees what the others chose. With
`opponents="greedy"` the environment plays for one seat only and the others are played by that bot.

A finished game is dealt anew in the same step (`AutoresetMode.SAME_STEP`).
Also as `gymnasium.make_vec("oppidum/cartes-v0", num_envs=4096)`, after this module has been imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from oppidum import games
from oppidum.adapters import batch
from oppidum.adapters.batch import EVERY_SEAT, Setting, Tables
from oppidum.bots import POLICIES
from oppidum.bots.policies import teach
from oppidum.kernel.errors import BadOption
from oppidum.kernel.luck import luck_from, split

Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]


class VectorGames(VectorEnv[Any, Any, Any]):
    """A batch of games of one kind.

    `infos` has, one row a game: `seat` (whose decision it is), `action_mask` (what is open to it),
    `rewards` (of every seat, where a game has just ended) and, where a game has ended, `final_obs`.
    The rewards that `step` returns are those of the seats that have just acted; they are nothing before
    the end of a game.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        players: int | None = None,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = None,
        observations: bool = True,
        copy: bool = True,
        threads: int = 1,
        **options: object,
    ) -> None:
        """`opponents`: a policy, or one a seat; `seat`: the learner's seat (default: changes every game).

        `observations=False`: the observations are empty, which is several times faster.
        `copy=False`: what `step` returns is overwritten by the next step.
        `threads`: how many threads share the work; the games are the same.
        """
        self.game = games.load(game)
        self.players = players or self.game.about.min_players
        self.game.about.check_players(self.players)
        self.num_envs = num_envs
        self.copy = copy
        self.threads = threads
        self.learner = EVERY_SEAT if seat is None else seat
        self.setting = Setting(
            players=self.players,
            options=self.game.options(options),
            policies=policies_of(opponents, self.players),
            rotate=opponents is not None and seat is None,
        )
        if seat is not None and (opponents is None or not 0 <= seat < self.players):
            raise BadOption("`seat` is the learner's seat, from 0: it needs `opponents` and must exist.")
        self.begin, self.advance = batch.begin, batch.step
        if opponents is not None:
            teach(self.game)
            self.begin, self.advance = batch.begin_against, batch.step_against
        width = self.game.features if observations else 0
        self.single_observation_space = Box(-np.inf, np.inf, (width,), np.float32)
        self.single_action_space = Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.tables = blank_tables(self, width)
        self.luck = luck_from("vector actions", 0)
        self.everything = np.ones(num_envs, np.bool_)
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.began = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal all games anew, or those of `options["reset_mask"]`. A seed makes everything repeatable."""
        super().reset(seed=seed)
        wanted = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            wanted = np.asarray(options["reset_mask"], np.bool_)
        if seed is not None or not self.began:
            self.sow(seed if seed is not None else int(self.np_random.integers(2**62)))
        self.share(lambda first, last: self.begin(self.tables, first, last, wanted, self.setting))
        self.began = True
        return self.tables.features.copy(), self.infos()

    def sow(self, seed: int) -> None:
        """Give every game and every opponent luck of its own."""
        for name, lucks in (("deals", self.tables.deal_luck), ("opponents", self.tables.play_luck)):
            source = luck_from("vector", name, self.game.id, seed)
            for i in range(self.num_envs):
                split(source, i, lucks[i])
        self.luck = luck_from("vector actions", seed)
        if self.setting.rotate:
            self.tables.learners[:] = np.arange(self.num_envs) % self.players

    def step(self, actions: Any) -> Step:
        """One decision in every game. Actions that are not open raise IllegalAction; then nothing changes."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, one a game; not {chosen.shape}.")
        wrong = int(batch.first_illegal(self.tables, chosen))
        if wrong >= 0:
            s, seat = self.tables.states[wrong], int(self.tables.seats[wrong])
            raise self.game.refusal(s, seat, int(chosen[wrong]), self.game.legal(s, seat))
        if self.copy:  # cheaper than copying afterwards
            self.tables = self.tables._replace(features=np.empty_like(self.tables.features))
        self.share(
            lambda first, last: self.advance(self.tables, first, last, chosen, self.everything, self.setting)
        )
        over = self.tables.over.copy()
        never = np.zeros(self.num_envs, np.bool_)
        return self.tables.features, self.kept(self.tables.acted), over, never, self.infos()

    def random_actions(self) -> np.ndarray:
        """A random legal action for every game: for baselines and measurements."""
        actions = np.empty(self.num_envs, np.int64)
        batch.choose_any(self.tables.masks, self.luck, actions)
        return actions

    def close_extras(self, **kwargs: Any) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def share(self, work: Callable[[int, int], None]) -> None:
        """Do the work on all rows, in as many threads as there are."""
        if self.pool is None:
            work(0, self.num_envs)
            return
        ends = [self.num_envs * part // self.threads for part in range(self.threads + 1)]
        list(self.pool.map(work, ends[:-1], ends[1:]))

    def kept(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def infos(self) -> dict[str, Any]:
        tables = self.tables
        infos: dict[str, Any] = {
            "seat": self.kept(tables.seats),
            "action_mask": self.kept(tables.masks),
            "rewards": self.kept(tables.rewards),
            "_rewards": tables.over.copy(),
        }
        if tables.final.shape[1] > 0 and tables.over.any():
            final = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(tables.over):
                final[i] = tables.final[i].copy()
            infos["final_obs"] = final
            infos["_final_obs"] = tables.over.copy()
        return infos


def policies_of(opponents: str | Sequence[str] | None, players: int) -> np.ndarray:
    """The policy of every seat, as a number; the learner's own is never used."""
    names = [opponents] * players if isinstance(opponents, str) else list(opponents or ["random"] * players)
    if len(names) != players or not set(names) <= set(POLICIES):
        raise BadOption(f"Opponents are one of {', '.join(POLICIES)}, or one of them for each seat.")
    return np.array([POLICIES.index(name) for name in names], np.int64)


def blank_tables(envs: VectorGames, width: int) -> Tables:
    n, game = envs.num_envs, envs.game
    return Tables(
        states=game.blanks(n),
        seats=np.zeros(n, np.int64),
        masks=np.zeros((n, game.actions), np.uint8),
        learners=np.full(n, envs.learner, np.int64),
        deal_luck=np.zeros((n, 4), np.int64),
        play_luck=np.zeros((n, 4), np.int64),
        rewards=np.zeros((n, envs.players), np.float64),
        acted=np.zeros(n, np.float64),
        over=np.zeros(n, np.bool_),
        features=np.zeros((n, width), np.float32),
        final=np.zeros((n, width), np.float32),
    )


def vector_env(game: str, num_envs: int = 1, **settings: Any) -> VectorGames:
    """A batch of games: `vector_env("cartes", num_envs=4096, players=4, hands=1)`."""
    return VectorGames(game, num_envs, **settings)


def register() -> None:
    """Make every game known to `gymnasium.make_vec` as `oppidum/GAME-v0`."""
    for name in games.catalogue():
        id_ = f"oppidum/{name}-v0"
        if id_ not in gymnasium.registry:
            gymnasium.register(id_, vector_entry_point=f"{__name__}:VectorGames", kwargs={"game": name})


register()
