"""Opponents of any kind in the vector environment: levels, searches, guests, decision by decision.

`begin` and `step` do what those of `batch` do for compiled policies, with the same arguments, in one thread,
which has all rows for itself. Every game gets new opponents. A guest that gives up (`bots.guest_bots`) has
lost: the game goes on with any legal action in its place, and it cannot win any more. That is no success of
the learner's, and so it is told: by a warning for each reason, and in the infos.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from oppidum import bots
from oppidum.adapters.batch import EVERY_SEAT, Setting, Tables
from oppidum.adapters.rewards import write_worth
from oppidum.bots.guest_bots import SECONDS, GaveUp, check_limit
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import roll_key

MOST_WARNINGS = 5  # different ones; infos go on telling


class Company:
    """The bots around the learner, in all games of a batch."""

    def __init__(self, game: Game, opponents: Sequence[Any], limit: float = SECONDS) -> None:
        self.game = game
        self.limit = check_limit(limit)  # seconds that a guest may take for a decision
        self.opponents = [bots.check_name(bot, game.id) for bot in opponents]
        self.tables: dict[int, dict[int, bots.Bot]] = {}  # who sits there, by row and seat
        self.lost: dict[int, int] = {}  # the seats that gave up, by row
        self.why: dict[int, str] = {}  # what the first of them did, by row
        self.why_before: dict[int, str] = {}  # the same of games that have ended in the last step
        self.warned: set[str] = set()

    def begin(
        self, tables: Tables, taken: np.ndarray, own: int, wanted: np.ndarray, setting: Setting
    ) -> None:
        for i in range(len(wanted)):
            if wanted[i]:
                self.deal(tables, i, setting)
            self.ask(tables, i)

    def step(
        self, tables: Tables, taken: np.ndarray, own: int, actions: np.ndarray, setting: Setting
    ) -> None:
        for i in np.flatnonzero(~tables.resting).tolist():
            s = tables.states[i]
            self.game.rules.act(s, int(tables.seats[i]), int(actions[i]))
            self.play(tables, i)
            tables.over[i] = not self.game.waiting(s)
            tables.rewards[i] = 0.0
            self.why_before.pop(i, None)
            if tables.over[i]:
                self.close(tables, i)
                if setting.rotate:
                    tables.learners[i] = (tables.learners[i] + 1) % setting.players
            tables.acted[i] = tables.rewards[i, tables.seats[i]]
            if tables.over[i]:
                self.deal(tables, i, setting)
            self.ask(tables, i)

    def close(self, tables: Tables, i: int) -> None:
        """What an ended game was worth; the observation of its last decision."""
        if i in self.why:
            self.why_before[i] = self.why[i]
        s, seat = tables.states[i], int(tables.seats[i])
        winners = self.game.standing(s).winners
        left = sum(1 << other for other in winners) & ~self.lost.get(i, 0)
        everybody = (1 << int(s.players)) - 1
        write_worth(left or everybody & ~self.lost.get(i, 0), int(s.players), tables.rewards[i])
        if tables.final.shape[1]:
            self.game.rules.observe(s, seat, tables.final[i])

    def deal(self, tables: Tables, i: int, setting: Setting) -> None:
        """New games, up to where the learner is asked; bots as new as the cards."""
        key = np.empty(8, np.int32)
        while True:
            roll_key(tables.deal_luck[i], key)
            self.game.rules.deal(tables.states[i], setting.players, setting.options, key)
            self.lost.pop(i, None)
            self.why.pop(i, None)
            self.tables[i] = {}
            self.play(tables, i)
            if self.game.waiting(tables.states[i]):  # otherwise over before the learner was ever asked
                return

    def play(self, tables: Tables, i: int) -> None:
        """Let the others decide until the learner is asked, or the game is over."""
        s, learner = tables.states[i], int(tables.learners[i])
        while waiting := self.game.waiting(s):
            if learner in waiting and not self.game.rules.first_counts(s):
                return
            seat = self.game.next_to_answer(s, tables.play_luck[i])
            if seat is None or seat == learner:
                return
            self.game.act(s, seat, self.choose(tables, i, seat))

    def choose(self, tables: Tables, i: int, seat: int) -> int:
        s = tables.states[i]
        if self.lost.get(i, 0) >> seat & 1:
            return self.game.legal(s, seat)[0]
        try:
            if seat not in self.tables[i]:
                seed = tuple(int(word) for word in tables.play_luck[i])
                self.tables[i][seat] = bots.make(
                    self.opponents[seat], self.game, (seed, seat), seconds=self.limit
                )
            return self.tables[i][seat].choose(self.game.view(s, seat), seat)
        except GaveUp as why:
            self.note(i, seat, str(why))
            return self.game.legal(s, seat)[0]

    def note(self, i: int, seat: int, why: str) -> None:
        """Somebody has given up: say so, each reason once."""
        self.lost[i] = self.lost.get(i, 0) | 1 << seat
        self.why.setdefault(i, why)
        if why not in self.warned and len(self.warned) < MOST_WARNINGS:
            self.warned.add(why)
            warnings.warn(f"An opponent has lost by giving up. {why}", RuntimeWarning, stacklevel=2)

    def ask(self, tables: Tables, i: int) -> None:
        s, seat = tables.states[i], int(tables.learners[i])
        assert seat != EVERY_SEAT
        tables.seats[i] = seat
        tables.masks[i] = self.game.mask(s, seat)
        tables.open[i] = np.count_nonzero(tables.masks[i])
        if tables.features.shape[1]:
            self.game.rules.observe(s, seat, tables.features[i])
