"""Gymnasium: thousands of games stepped in one call.

    from oppidum.adapters.gymnasium import vector_env

    envs = vector_env(game_id, num_envs=4096, players=4)
    observations, infos = envs.reset(seed=1)
    while True:
        actions = envs.random_actions()
        observations, rewards, terminations, truncations, infos = envs.step(actions)

Each step is one decision in every game, by the seat that `infos["seat"]` names; where several seats
decide at the same time they are asked one after the other, and none sees what the others chose. With
`opponents="greedy"` the environment plays for one seat only and the others are played by that bot.

A finished game is dealt anew in the same step (`AutoresetMode.SAME_STEP`), or with
`autoreset_mode=AutoresetMode.NEXT_STEP` in the next one (`oppidum.adapters.next_step`).
Also as `gymnasium.make_vec("oppidum/GAME-v0", num_envs=4096, opponents="none")`; a seat of a game alone is
`gymnasium.make("oppidum/GAME-v0")` (`oppidum.adapters.one_seat`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from operator import index
from typing import Any

import numpy as np

from oppidum import games
from oppidum.adapters import batch
from oppidum.adapters.batch import EVERY_SEAT, Setting, Tables
from oppidum.adapters.opponents import Company
from oppidum.adapters.sharing import Crew
from oppidum.bots import POLICIES, default_name
from oppidum.bots.guest_bots import SECONDS
from oppidum.bots.policies import teach
from oppidum.kernel.errors import BadOption
from oppidum.kernel.extras import needs
from oppidum.kernel.players_luck import luck_from, split

with needs("research", "The door to Gymnasium"):
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from oppidum.adapters.registering import register

ROWS_A_THREAD = 512
NOBODY_ELSE = "none"  # opponents: the environment plays all seats
ILLEGAL = ("raise", "replace")
PAGES = 4  # as many observations are kept to be written again

Step = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]


class VectorGames(VectorEnv[Any, Any, Any]):
    """A batch of games of one kind.

    What an observation says is written in docs/research.md, field by field.

    `infos` has, one row a game, `seat` (whose decision it is) and `action_mask` (what is open to it). Where
    games have just ended it has, too, as Gymnasium's own environments do in this mode, `final_obs` (what the
    seat that has just acted saw at the end) and `final_info`: that `seat`, and the `rewards` of all seats.
    Masks with an underscore (`_final_info`) say which rows count. `gave_up`, in either of them, is there
    where an opponent of one's own has lost by something that is no move, and says why.
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
        opponents: Any | Sequence[Any] = None,
        seat: int | None = None,
        observations: bool = True,
        copy: bool = True,
        threads: int | None = None,
        limit: float = SECONDS,
        illegal: str = "raise",
        **options: object,
    ) -> None:
        """`opponents`: a bot, or one a seat; `seat`: the learner's seat (default: changes every game).

        Bots are named as in the arena, or objects; `greedy` and `random` are compiled into the steps.
        `observations=False`: the observations are empty.
        `copy=False`: what `reset` and `step` return is overwritten by the next step.
        `threads`: how many threads share the work (default: one a core, where each has enough to do); the
        games are the same.
        `limit`: seconds that an opponent which others wrote may take for a decision.
        `illegal`: an action that is not open is refused ("raise"), or the first that is open is played in its
        place ("replace") and `infos["illegal"]` says where.
        """
        self.game = games.load(game)
        self.players = self.game.about.min_players if players is None else whole("players", players)
        self.game.about.check_players(self.players)
        self.num_envs = num_envs = whole("num_envs", num_envs)
        self.copy = copy
        self.threads = threads_for(num_envs) if threads is None else whole("threads", threads)
        if min(num_envs, self.threads) < 1:
            raise BadOption("There must be at least one game, and one thread.")
        if illegal not in ILLEGAL:
            raise BadOption(
                f"Of many games in one call `illegal` is {' or '.join(ILLEGAL)}, not {illegal!r}; "
                'each game alone (vectorization_mode="sync") can also "terminate".'
            )
        self.illegal = illegal
        opponents = None if isinstance(opponents, str) and opponents == NOBODY_ELSE else opponents
        seat = None if seat is None else whole("seat", seat)
        self.learner = EVERY_SEAT if seat is None else seat
        self.setting = Setting(
            players=self.players,
            options=self.game.options(options),
            policies=policies_of(opponents, self.players),
            rotate=opponents is not None and seat is None,
        )
        if seat is not None and (opponents is None or not 0 <= seat < self.players):
            raise BadOption("`seat` is the learner's seat, from 0: it needs `opponents` and must exist.")
        self.alone = opponents is None
        others = seated(opponents, self.players)
        compiled = all(isinstance(bot, str) and bot in POLICIES for bot in others)
        self.company = None if self.alone or compiled else Company(self.game, others, limit)
        if self.company is not None:
            self.threads = 1
        self.engage()
        low, high = (bound[: None if observations else 0] for bound in self.game.feature_bounds())
        self.single_observation_space = Box(low, high, dtype=np.float32)
        self.single_action_space = Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.tables = blank_tables(self, len(low))
        self.pages = [self.tables.features]
        self.luck = luck_from("vector actions", 0)
        self.everything = np.ones(num_envs, np.bool_)
        self.crew = Crew(num_envs, self.threads)
        self.began = False

    def engage(self) -> None:
        """Find those who do the work."""
        self.begin, self.advance = batch.begin, batch.step
        if self.company is not None:
            self.begin, self.advance = self.company.begin, self.company.step
        elif not self.alone:
            teach(self.game)
            self.begin, self.advance = batch.begin_against, batch.step_against

    def __getstate__(self) -> dict[str, Any]:
        """For pickle and copies: the games and all their luck, without threads and compiled code."""
        left_out = {"begin": None, "advance": None, "pages": [self.tables.features]}
        return {**self.__dict__, **left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.pages = [self.tables.features]
        self.engage()

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal all games anew, or those of `options["reset_mask"]`. A seed makes everything repeatable.

        The seed is one number for all games, or one for each.
        """
        wanted = self.wanted_rows(options)
        sown = None if seed is None else read_seed(seed, self.num_envs)
        super().reset(seed=sown if isinstance(sown, int) else None)
        if sown is None and not self.began:
            sown = int(self.np_random.integers(2**62))
        if sown is not None:
            self.sow(sown, wanted)
        self.turn_page()
        self.crew.share(lambda taken, own: self.begin(self.tables, taken, own, wanted, self.setting))
        for told in (self.tables.over, self.tables.rewards, self.tables.acted):
            told[:] = 0  # what has ended was told by the last step
        self.began = True
        return self.tables.features, self.infos()

    def wanted_rows(self, options: dict[str, Any] | None) -> np.ndarray:
        """The games that a reset is to deal anew."""
        if options is None or "reset_mask" not in options:
            return self.everything
        wanted = np.array(options["reset_mask"])
        if wanted.shape != (self.num_envs,) or wanted.dtype != np.bool_ or not wanted.any():
            raise ValueError(
                f"`reset_mask` is an array of {self.num_envs} booleans, at least one of them true."
            )
        if not self.began and not wanted.all():
            raise ResetNeeded("The first reset deals all games; `reset_mask` may leave some out only later.")
        return wanted

    def sow(self, seed: int | tuple[int, ...], wanted: np.ndarray) -> None:
        """Give every wanted game and its opponents luck of their own."""
        rows = np.flatnonzero(wanted)
        for name, lucks in (("deals", self.tables.deal_luck), ("opponents", self.tables.play_luck)):
            if isinstance(seed, int):
                source = luck_from("vector", name, self.game.id, seed)
                for i in rows:
                    split(source, int(i), lucks[i])
            else:  # as the first game of a batch with this seed
                for i in rows:
                    split(luck_from("vector", name, self.game.id, seed[i]), 0, lucks[i])
        self.luck = luck_from("vector actions", seed)
        if self.setting.rotate:
            self.tables.learners[rows] = rows % self.players

    def step(self, actions: Any) -> Step:
        """One decision in every game. Where an action that is not open is refused, nothing changes."""
        self.check_began()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, one a game; not {given.shape}.")
        if given.dtype.kind not in "iu":
            raise TypeError(f"Actions are whole numbers, not {given.dtype}.")
        chosen = np.array(given, np.int64)  # a copy: views and read-only arrays would be compiled for anew
        wrong = int(batch.first_illegal(self.tables, chosen))
        if wrong >= 0 and self.illegal == "raise":
            s, seat = self.tables.states[wrong], int(self.tables.seats[wrong])
            raise self.game.refusal(s, seat, int(chosen[wrong]), self.game.legal(s, seat))
        replaced = self.replace_illegal(chosen) if wrong >= 0 else {}
        seats = self.tables.seats.copy()
        self.turn_page()
        self.crew.share(lambda taken, own: self.advance(self.tables, taken, own, chosen, self.setting))
        tables = self.tables
        over = tables.over.copy()
        never = np.zeros(self.num_envs, np.bool_)
        infos = self.infos() | replaced
        ended = np.flatnonzero(over)
        if len(ended) > 0:
            infos |= self.last_words(ended, seats)
        return tables.features, tables.acted.astype(np.float32), over, never, infos

    def replace_illegal(self, chosen: np.ndarray) -> dict[str, Any]:
        """Write the first open action where one is not open; tells where that was."""
        masks = self.tables.masks
        named = np.clip(chosen, 0, masks.shape[1] - 1)
        wrong = (named != chosen) | (masks[np.arange(self.num_envs), named] == 0)
        chosen[wrong] = masks[wrong].argmax(axis=1)
        return {"illegal": wrong, "_illegal": self.everything.copy()}

    def random_actions(self) -> np.ndarray:
        """A random legal action for every game: for baselines and measurements."""
        self.check_began()
        actions = np.empty(self.num_envs, np.int64)
        batch.choose_any(self.tables, self.luck, actions)
        return actions

    def check_began(self) -> None:
        if not self.began:
            raise ResetNeeded("No game has been dealt yet: call `reset` first.")

    def close_extras(self, **kwargs: Any) -> None:
        self.crew.disband()

    def turn_page(self) -> None:
        """Write the next observations where nobody reads the last ones.

        Pages that nobody holds any more are used again: fresh memory from the system would cost about as
        much as the observations themselves.
        """
        if self.copy:
            self.tables = self.tables._replace(features=self.free_page())

    def free_page(self) -> np.ndarray:
        for i in range(len(self.pages)):
            ours = self.pages[i] is self.tables.features  # the tables hold the last one
            if holders(self.pages, i) == NOBODY + ours:
                return self.pages[i]
        page = np.empty_like(self.tables.features)
        if len(self.pages) < PAGES:
            self.pages.append(page)
        return page

    def kept(self, array: np.ndarray) -> np.ndarray:
        """What is handed out. Not to be written to where it is ours: the rules trust the masks."""
        if self.copy:
            return array.copy()
        ours = array.view()
        ours.flags.writeable = False
        return ours

    def infos(self) -> dict[str, Any]:
        return self.gave_up() | {
            "seat": self.kept(self.tables.seats),
            "_seat": self.everything.copy(),
            "action_mask": self.kept(self.tables.masks).view(np.int8),  # as `Discrete.sample` asks for it
            "_action_mask": self.everything.copy(),
        }

    def gave_up(self) -> dict[str, Any]:
        """Why opponents have lost games that are still being played, where they have."""
        return told_of(self.company.why, self.everything) if self.company is not None else {}

    def gave_up_before(self) -> dict[str, Any]:
        """The same of the games that have just ended."""
        return told_of(self.company.why_before, self.tables.over) if self.company is not None else {}

    def last_words(self, ended: np.ndarray, seats: np.ndarray) -> dict[str, Any]:
        """Of the games that have just ended, those rows; the decision was that of these seats."""
        over = self.tables.over
        final = np.empty(self.num_envs, object)  # of None
        for i, seen in zip(ended.tolist(), self.tables.final[ended], strict=True):
            final[i] = seen
        closers = np.zeros_like(seats)
        closers[ended] = seats[ended]
        return {
            "final_obs": final,
            "_final_obs": over.copy(),
            "final_info": {
                "seat": closers,
                "_seat": over.copy(),
                "rewards": self.kept(self.tables.rewards),
                "_rewards": over.copy(),
                **self.gave_up_before(),
            },
            "_final_info": over.copy(),
        }


def told_of(why: dict[int, str], rows: np.ndarray) -> dict[str, Any]:
    """Sentences for some of these rows, as Gymnasium tells what not every game has; nothing for none."""
    told = {i: words for i, words in why.items() if rows[i]}
    if not told:
        return {}
    sentences = np.empty(len(rows), object)  # of None
    for i, words in told.items():
        sentences[i] = words
    return {"gave_up": sentences, "_gave_up": np.array([words is not None for words in sentences])}


def whole(name: str, value: Any) -> int:
    """The same number, if it is one without a fraction."""
    try:
        return index(value)
    except TypeError:
        raise BadOption(f"`{name}` is a whole number, not {value!r}.") from None


def threads_for(num_envs: int) -> int:
    """One a core, unless they would have too little to do to be worth waking."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, num_envs // ROWS_A_THREAD))


def holders(pages: list[np.ndarray], i: int) -> int:
    """How many hold a page: the list and this question, and whoever has it or a view of it."""
    return sys.getrefcount(pages[i])


NOBODY = holders([np.empty(0)], 0)


def read_seed(seed: Any, num_envs: int) -> int | tuple[int, ...]:
    """One number for all games, or one for each, as Python's own integers."""
    each = isinstance(seed, Sequence | np.ndarray)
    seeds: list[int] = []
    with suppress(TypeError):
        seeds = [index(number) for number in (seed if each else [seed])]
    if len(seeds) != (num_envs if each else 1) or min(seeds) < 0:
        raise ValueError(f"A seed is a whole number from 0 on, or a list of {num_envs} of them, one a game.")
    return tuple(seeds) if each else seeds[0]


def seated(opponents: Any, players: int) -> list[Any]:
    """One bot a seat; the learner's own is never asked."""
    if opponents is None:
        return []
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != players:
            raise BadOption(f"Opponents are one bot for all seats, or one for each of {players}.")
        return list(opponents)
    return [opponents] * players


def policies_of(opponents: Any, players: int) -> np.ndarray:
    """The policy of every seat, as a number, where opponents are policies; else they are not used."""
    names = [
        bot if isinstance(bot, str) and bot in POLICIES else "random" for bot in seated(opponents, players)
    ]
    return np.array([POLICIES.index(name) for name in names or ["random"] * players], np.int64)


def blank_tables(envs: VectorGames, width: int) -> Tables:
    n, game = envs.num_envs, envs.game
    return Tables(
        states=game.blanks(n),
        seats=np.zeros(n, np.int64),
        masks=np.zeros((n, game.actions), np.uint8),
        open=np.zeros(n, np.int64),
        learners=np.full(n, envs.learner, np.int64),
        resting=np.zeros(n, np.bool_),
        deal_luck=np.zeros((n, 4), np.int64),
        play_luck=np.zeros((n, 4), np.int64),
        rewards=np.zeros((n, envs.players), np.float64),
        acted=np.zeros(n, np.float64),
        over=np.zeros(n, np.bool_),
        features=np.zeros((n, width), np.float32),
        final=np.zeros((n, width), np.float32),
    )


def vector_env(
    game: str, num_envs: int = 1, *, autoreset_mode: str | AutoresetMode = "SameStep", **settings: Any
) -> VectorGames:
    """A batch of games: `vector_env(game_id, num_envs=4096, players=4, hands=1)`."""
    from oppidum.adapters.next_step import NextStepGames

    mode = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
    kinds = {"SameStep": VectorGames, "NextStep": NextStepGames}
    if mode not in kinds:
        raise BadOption(f"`autoreset_mode` is SameStep or NextStep, not {mode}.")
    return kinds[mode](game, num_envs, **settings)


def against_bots(game: str, num_envs: int = 1, *, opponents: Any = None, **settings: Any) -> VectorGames:
    """What `gymnasium.make_vec` makes: as `gymnasium.make` does, one seat against the game's own bot.

    With `opponents="none"` the environment plays all seats, as `vector_env` does unless told otherwise.
    """
    return vector_env(
        game, num_envs, opponents=default_name(game) if opponents is None else opponents, **settings
    )


register()
