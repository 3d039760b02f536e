"""A bot of thirty lines that beats `greedy`: it imagines worlds and tries every option in all of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from oppidum.arena.bulk import play_all
from oppidum.bots.policies import GREEDY, teach
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from

WORLDS = 40


class Dreamer:
    def __init__(self, game: Game, seed: object) -> None:
        teach(game)  # what `greedy` does in this game
        self.game, self.seed, self.asked = game, seed, 0

    def choose(self, view: Any, seat: int) -> int:
        self.asked += 1
        keys = [seed_key((self.seed, self.asked), n) for n in range(WORLDS)]
        worlds = np.array([self.game.imagine(view, seat, key) for key in keys], self.game.dtype)
        return max(self.game.legal(view, seat), key=lambda action: self.worth(worlds.copy(), seat, action))

    def worth(self, worlds: np.ndarray, seat: int, action: int) -> float:
        """How many of these worlds the seat wins with this action, if all go on as `greedy` would."""
        for world in worlds:
            self.game.act(world, seat, action)
        n, players = len(worlds), int(worlds[0]["players"])
        policies, mask = np.full(players, GREEDY), np.zeros(self.game.actions, np.uint8)
        points, winners, decisions = np.zeros((n, players), np.int64), *np.zeros((2, n), np.int64)
        play_all(worlds, policies, luck_from(self.seed), 0, mask, points, winners, decisions)
        return sum((w >> seat & 1) / bin(w).count("1") for w in winners.tolist())
