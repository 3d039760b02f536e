"""What chance was worth: for each of its events the value after it, less the value expected before.

The value of a position is each seat's share of the victory as the game's own evaluation sees it (`insight`):
at once where it has a word on the position, otherwise after the game's rules of thumb have played on to where
it has. What was expected is the mean over other ways in which the same decision could have gone on, for all
that anybody at the table knew: what nobody has seen is reshuffled, dice and later shuffles fall anew. So all
luck of a game adds up to nothing on average, whoever plays it and however wrong the evaluation is: it can be
taken off a result without a bias, and is worth taking off as far as the evaluation is right. (The model is
AIVAT, by Burch, Schmid, Moravčík, Morrill and Bowling.)

    luck = Luck(game, seed)
    luck.of_deal(s, options, edition)  # what a seat gained by the deal, one number a seat
    luck.of_decision(before, seat, action, after)  # and by what chance brought after a decision
    luck.of_lot(before, seat, action, odds)  # and by which action a bot that mixes happened to draw

What is reshuffled is told by a game's module `unseen` (`reshuffle(s, key)`); without one only its dice and
shuffles to come are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numba
import numpy as np

from oppidum import games
from oppidum.kernel.compiled import compiled, part, rule
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.kernel.insight import MAX_SEATS, estimate, prefer, share_victory
from oppidum.kernel.luck import luck_from, roll_key
from oppidum.kernel.playout import deal_all
from oppidum.kernel.stream import close_stream, open_stream
from oppidum.kernel.verbs import act, scores, stands_for, waiting
from oppidum.search.think import consult

LINKS = ("unseen",)  # of a game: what is compiled here calls it
OTHERS = 32  # ways in which it could have gone on
LOOKS = 16  # at what came about: mostly it has to be played on, and that goes one way or another

reshuffle_by_dtype: dict[Any, Callable[..., None]] = {}


@part
def new_stream(s, key):
    open_stream(s, key)


def teach(game: Game) -> None:
    """Make sure that the game's evaluation, and what it keeps unseen, are known."""
    consult(game)
    if game.dtype not in reshuffle_by_dtype:
        own = games.part(game.id, "unseen")
        function = own.reshuffle if own else new_stream
        reshuffle_by_dtype[game.dtype] = function
        reshuffle_by_dtype[numba.from_dtype(game.dtype)] = function


def reshuffle(s: Any, key: Any) -> None:
    reshuffle_by_dtype[s.dtype](s, key)


stands_for(reshuffle, reshuffle_by_dtype.__getitem__)


@compiled
def value(board, luck, mask, out):
    """What the position board[0] is worth to each seat; it is played on where the evaluation is silent."""
    board[1] = board[0]
    world = board[0]
    seats = waiting(world)
    while seats != 0 and not estimate(world, board[1], out):
        seat = 0
        while (seats >> seat) & 1 == 0:
            seat += 1
        act(world, seat, prefer(world, seat, luck, mask))
        seats = waiting(world)
    if seats == 0:
        points = np.empty(MAX_SEATS, np.int64)
        share_victory(scores(world, points), out)


@compiled
def mean_value(states, board, luck, mask, out):
    """The mean value of several positions."""
    once = np.empty(len(out), np.float64)
    for seat in range(len(out)):
        out[seat] = 0.0
    for i in range(len(states)):
        board[0] = states[i]
        value(board, luck, mask, once)
        for seat in range(len(out)):
            out[seat] += once[seat] / len(states)


@rule
def alike(rows):
    """Whether all rows of bytes are the same."""
    for i in range(1, len(rows)):
        for j in range(rows.shape[1]):
            if rows[i, j] != rows[0, j]:
                return False
    return True


@compiled
def go_otherwise(before, seat, action, states, canon, luck):
    """Other ways in which a decision could have gone on; and as they are to who knows what anybody knows."""
    key = np.empty(8, np.int32)
    same = np.zeros(8, np.int32)
    for i in range(len(states)):
        states[i] = before[0]
        roll_key(luck, key)
        reshuffle(states[i], key)
        act(states[i], seat, action)
        canon[i] = states[i]
        reshuffle(canon[i], same)
        close_stream(canon[i])


@compiled
def go_on(before, seat, action, keys, states):
    """The ways in which an action goes on, one for each key."""
    for i in range(len(states)):
        states[i] = before[0]
        reshuffle(states[i], keys[i])
        act(states[i], seat, action)


@compiled
def look_again(after, states, luck):
    """What came about, each time with another future."""
    key = np.empty(8, np.int32)
    for i in range(len(states)):
        states[i] = after[0]
        roll_key(luck, key)
        reshuffle(states[i], key)


class Luck:
    """The appraiser of one game's chance. The same seed gives the same numbers."""

    def __init__(self, game: Game, seed: object = 0) -> None:
        teach(game)
        self.game = game
        self.luck = luck_from("luck", seed)
        self.board = game.blanks(2)
        self.others = game.blanks(OTHERS)
        self.canon = game.blanks(OTHERS)
        self.looks = game.blanks(LOOKS)
        self.mask = np.zeros(game.actions, np.uint8)

    def keys(self, n: int) -> np.ndarray:
        keys = np.empty((n, 8), np.int32)
        for key in keys:
            roll_key(self.luck, key)
        return keys

    def mean(self, states: np.ndarray) -> np.ndarray:
        out = np.zeros(int(states[0]["players"]), np.float64)
        mean_value(states, self.board, self.luck, self.mask, out)
        return out

    def value(self, s: Any) -> np.ndarray:
        """What a position is worth to each seat, whatever nobody has seen yet."""
        look_again(np.array([s], self.game.dtype), self.looks, self.luck)
        return self.mean(self.looks)

    def of_deal(
        self, s: Any, options: Mapping[str, object] | None = None, edition: Edition | None = None
    ) -> np.ndarray:
        """What each seat gained by the deal, against other deals of the same kind."""
        others = self.game.blanks(OTHERS, edition)
        deal_all(others, int(s.players), self.game.options(options), self.keys(OTHERS))
        return self.value(s) - self.mean(others)

    def of_decision(self, before: Any, seat: int, action: int, after: Any) -> np.ndarray:
        """What each seat gained by what chance brought after a decision; nothing where it had no say."""
        states = np.array([before], self.game.dtype)
        go_otherwise(states, int(seat), int(action), self.others, self.canon, self.luck)
        if alike(self.canon.view(np.uint8).reshape(OTHERS, -1)):
            return np.zeros(int(before.players), np.float64)
        return self.value(after) - self.mean(self.others)

    def of_lot(self, before: Any, seat: int, action: int, odds: Mapping[int, float]) -> np.ndarray:
        """What each seat gained by the action that a seat drew by lot, with these odds, chance apart."""
        luck = np.zeros(int(before.players), np.float64)
        if len(odds) == 1 and action in odds:
            return luck
        states, keys = np.array([before], self.game.dtype), self.keys(LOOKS)
        for other in {action, *odds}:  # all with the same futures
            go_on(states, int(seat), int(other), keys, self.looks)
            luck += ((other == action) - odds.get(other, 0.0)) * self.mean(self.looks)
        return luck
