"""What a position is worth: with open cards, as one seat knew it, and in points at the end.

One value for all of an account (`arena.luck_value`): each seat's share of the victory as the game's
evaluation sees it, over other futures that fit what is known. At the end of a game it is the result itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from oppidum.arena.luck_value import Luck, reshuffle, value
from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import compiled
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.kernel.insight import MAX_SEATS, prefer, reopen
from oppidum.kernel.players_luck import roll_key
from oppidum.kernel.playout import deal_all
from oppidum.kernel.verbs import act, imagine, scores, waiting

AHEAD = 2  # less than for contests: one looks at a single game here, and further on is more by chance
ROOT, WORLD = 2, 0  # places on the board; `value` needs the first two


@compiled
def mean_known(board, seat, worlds, luck, key, mask, out):
    """The mean value of what the view board[ROOT] may be, to the seat that it is redacted for."""
    once = np.empty(len(out), np.float64)
    careful = np.zeros(MAX_SEATS, np.float64)
    out[:] = 0.0
    reopen(board[ROOT], seat)
    for _ in range(worlds):
        roll_key(luck, key)
        board[WORLD] = board[ROOT]
        imagine(board[WORLD], seat, key)
        value(board, careful, 0, luck, mask, once)
        for i in range(len(out)):
            out[i] += once[i] / worlds


@compiled
def mean_points(board, games, luck, key, mask, out):
    """The mean points at the end, if the rules of thumb play on from board[ROOT]."""
    points = np.empty(MAX_SEATS, np.int64)
    out[:] = 0.0
    for _ in range(games):
        roll_key(luck, key)
        board[WORLD] = board[ROOT]
        world = board[WORLD]
        reshuffle(world, key)
        seats = waiting(world)
        while seats != 0:
            who = next_to_answer(world, seats, luck)
            act(world, who, prefer(world, who, luck, mask))
            seats = waiting(world)
        scores(world, points)
        for i in range(len(out)):
            out[i] += points[i] / games


class Appraiser(Luck):
    """Values positions of one game. The same seed gives the same numbers."""

    def __init__(self, game: Game, seed: object = 0, looks: int = 64) -> None:
        super().__init__(game, seed, ahead=AHEAD)
        self.looks = game.blanks(looks)
        self.board = game.blanks(3)
        self.key = np.zeros(8, np.int32)

    def before_the_deal(
        self, players: int, options: Mapping[str, object], edition: Edition, revision: int, deals: int
    ) -> np.ndarray:
        """What each seat may expect before the cards are dealt."""
        others = self.game.blanks(deals, edition, revision)
        deal_all(others, players, self.game.options(options), self.keys(deals))
        return self.mean(others)

    def value(self, s: Any) -> np.ndarray:
        standing = self.game.standing(s)
        if standing.winners:
            return np.array([standing.share(seat) for seat in range(int(s.players))])
        return super().value(s)

    def known(self, s: Any, seat: int, worlds: int) -> float:
        """What the position is worth to a seat, for all that it knows."""
        out = np.zeros(int(s.players), np.float64)
        self.board[ROOT] = self.game.view(s, seat)
        mean_known(self.board, seat, worlds, self.luck, self.key, self.mask, out)
        return float(out[seat])

    def points(self, s: Any, games: int) -> list[float]:
        """The points that each seat may expect at the end."""
        if not self.game.waiting(s):
            return [float(points) for points in self.game.standing(s).points]
        out = np.zeros(int(s.players), np.float64)
        self.board[ROOT] = s
        mean_points(self.board, games, self.luck, self.key, self.mask, out)
        return out.tolist()
