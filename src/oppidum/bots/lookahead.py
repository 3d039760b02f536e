"""Bots that look ahead: the levels, and the bare search with a budget of one's choice."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import numpy as np

from oppidum.bots.compile_steps import can_think
from oppidum.bots.levels import Level
from oppidum.bots.policies import GREEDY, RANDOM, PolicyBot, decide, teach
from oppidum.kernel.compiled import NotOnDisk, compiled_only
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll_word
from oppidum.search import Budget, Stop, Thought, think
from oppidum.search.flat import flat


class ThinkingBot:
    """Thinks about each decision anew; `stop.now()` ends that at once. `last` is the last thought.

    It thinks until its choice is certain, if that comes sooner than the end of its iterations.
    Where a house has not compiled the search yet, the game's own rules of thumb decide instead.
    """

    def __init__(self, name: str, game: Game, seed: object, budget: Budget) -> None:
        self.name = name
        self.game = game
        self.seed = seed
        self.budget = budget
        self.decisions = 0
        self.last: Thought | None = None
        self.stop = Stop()

    def choose(self, view: Any, seat: int) -> int:
        self.decisions += 1
        if can_think(self.game):
            with contextlib.suppress(NotOnDisk), compiled_only():
                return self.think(view, seat)
        return PolicyBot("greedy", self.game, (self.seed, self.decisions)).choose(view, seat)

    def think(self, view: Any, seat: int) -> int:
        budget = replace(self.budget, enough=True)
        self.last = think(self.game, view, seat, budget, (self.seed, self.decisions), self.stop)
        self.stop = Stop()  # whoever stopped this thought has not stopped the next
        return self.last.action


class FlatBot(ThinkingBot):
    """Tries every option in the same imagined worlds, and thinks no further (oppidum.search.flat)."""

    def think(self, view: Any, seat: int) -> int:
        action = flat(self.game, view, seat, self.budget, (self.seed, self.decisions), self.stop)
        self.stop = Stop()
        return action


class LevelBot:
    """A level at a table."""

    def __init__(self, level: Level, game: Game, seed: object = 0) -> None:
        teach(game)
        self.name = level.id
        self.level = level
        self.luck = luck_from("level", level.id, seed)
        self.mask = np.zeros(game.actions, np.uint8)
        self.mind: ThinkingBot | None = None
        if level.iterations:
            self.mind = ThinkingBot(level.id, game, seed, Budget(iterations=level.iterations))

    def allow(self, share: float, seconds: float) -> None:
        """From now on it looks ahead for so much of its iterations, and nobody waits longer."""
        if self.mind is not None:
            iterations = max(1, int(self.level.iterations * share))
            self.mind.budget = Budget(iterations=iterations, wait=seconds)

    def choose(self, view: Any, seat: int) -> int:
        blunder = roll_word(self.luck) < self.level.blunders * 2**32
        if self.mind is not None and not blunder:
            return self.mind.choose(view, seat)
        return int(decide(view, seat, RANDOM if blunder else GREEDY, self.luck, self.mask))
