"""What chance was worth: for each of its events the value after it, less the value expected before.

The value of a position is each seat's share of the victory as the game's own evaluation sees it (`insight`):
at once where it has a word on the position, otherwise after the game's rules of thumb have played on to where
it has. What was expected is the mean over other ways in which the same decision could have gone on, for all
that anybody at the table knew: what nobody has seen is reshuffled, dice and later shuffles fall anew. So all
luck of a game adds up to nothing on average, whoever plays it and however wrong the evaluation is: it can be
taken off a result without a bias, and is worth taking off as far as the evaluation is right. (The model is
AIVAT, by Burch, Schmid, Moravčík, Morrill and Bowling.)

What came about is held against what might have in the same futures, in which the rules of thumb play on for
some turns before the evaluation is asked, each seat blundering as often as the bot in it does. So what a
throw or a blunder is worth to these very players shows in their play, and the rest is mostly the same.

    luck = Luck(game, seed, blunders)
    luck.of_deal(s, options, edition)  # what a seat gained by the deal, one number a seat
    luck.of_decision(before, seat, action, after)  # and by what chance brought after a decision
    luck.of_lot(before, seat, action, odds)  # and by which action a bot that mixes happened to draw

What is reshuffled is told by a game's module `unseen` (`reshuffle(s, key)`); without one only its dice and
shuffles to come are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numba
import numpy as np

from oppidum import games
from oppidum.kernel.compiled import outermost, part, rule, working_part
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.kernel.insight import MAX_SEATS, estimate, prefer, share_victory
from oppidum.kernel.players_luck import luck_from, roll_key, roll_word, split
from oppidum.kernel.playout import deal_all, pick
from oppidum.kernel.stream import close_stream, open_stream
from oppidum.kernel.verbs import act, legal, scores, stands_for, waiting
from oppidum.search.think import consult

LINKS = ("unseen",)  # of a game: what is compiled here calls it
OTHERS = 32  # deals that it could have been
LOOKS = 16  # at what came about: mostly it has to be played on, and that goes one way or another
FUTURES = 64  # in which what chance brought is compared with what else it might have
LOTS = 128  # and what a bot drew with what else it might have drawn
AHEAD = 6  # so much further these are played

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


@working_part
def value(board, blunders, ahead, luck, mask, out):
    """What the position board[0] is worth to each seat.

    The rules of thumb play it on, each seat blundering as often as it does, until the evaluation has had a
    word on it `ahead` times and has one again.
    """
    board[1] = board[0]
    world = board[0]
    seats = waiting(world)
    while seats != 0:
        if estimate(world, board[1], out):
            if ahead == 0:
                return
            ahead -= 1
        seat = 0
        while (seats >> seat) & 1 == 0:
            seat += 1
        if blunders[seat] > 0.0 and roll_word(luck) < blunders[seat] * 2.0**32:
            action = pick(mask, legal(world, seat, mask), luck)
        else:
            action = prefer(world, seat, luck, mask)
        act(world, seat, action)
        seats = waiting(world)
    points = np.empty(MAX_SEATS, np.int64)
    share_victory(scores(world, points), out)


@outermost
def mean_value(states, board, blunders, ahead, luck, mask, out):
    """The mean value of several positions."""
    once = np.empty(len(out), np.float64)
    for seat in range(len(out)):
        out[seat] = 0.0
    for i in range(len(states)):
        board[0] = states[i]
        value(board, blunders, ahead, luck, mask, once)
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


@working_part
def beyond(board, one, other, blunders, ahead, luck, number, mask, share, out):
    """Add so much of what one position is worth beyond another to what each seat has gained.

    Whoever plays on has the same whims in both: so most of what is not due to the difference is the same.
    """
    whims = np.empty(4, np.int64)
    once = np.empty(len(out), np.float64)
    for sign in (1.0, -1.0):
        board[0] = one[0] if sign > 0.0 else other[0]
        split(luck, number, whims)
        value(board, blunders, ahead, whims, mask, once)
        for seat in range(len(out)):
            out[seat] += sign * share * once[seat]


@outermost
def of_chance(before, seat, action, after, futures, scenes, same, board, blunders, ahead, luck, mask, out):
    """What each seat gained by what came about after a decision, beyond how else it could have gone on.

    What came about and what might have are tried in the same futures, as far as they have the same cards to
    come. These know nothing of how the other way was drawn: so they fall as they would after either. Where
    nobody can tell the two apart they have one and the same future, and there is no gain.
    """
    key = np.empty(8, np.int32)
    none = np.zeros(8, np.int32)
    scenes[2] = after[0]
    reshuffle(scenes[2], none)
    close_stream(scenes[2])
    for n in range(futures):
        roll_key(luck, key)
        scenes[1] = before[0]
        reshuffle(scenes[1], key)
        act(scenes[1], seat, action)
        scenes[3] = scenes[1]
        reshuffle(scenes[3], none)
        close_stream(scenes[3])
        if not alike(same[2:]):
            roll_key(luck, key)
            for i in range(2):
                scenes[i] = scenes[i + 2]
                reshuffle(scenes[i], key)
            beyond(board, scenes[:1], scenes[1:2], blunders, ahead, luck, n, mask, 1.0 / futures, out)


@outermost
def of_action(before, seat, action, others, scenes, board, blunders, ahead, luck, mask, out):
    """What each seat gained by an action, beyond others that might have been drawn instead."""
    key = np.empty(8, np.int32)
    for n in range(len(others)):
        roll_key(luck, key)
        if others[n] != action:  # all in the same futures
            for i in range(2):
                scenes[i] = before[0]
                reshuffle(scenes[i], key)
                act(scenes[i], seat, action if i == 0 else others[n])
            beyond(board, scenes[:1], scenes[1:2], blunders, ahead, luck, n, mask, 1.0 / len(others), out)


@outermost
def look_again(after, states, luck):
    """What came about, each time with another future."""
    key = np.empty(8, np.int32)
    for i in range(len(states)):
        states[i] = after[0]
        roll_key(luck, key)
        reshuffle(states[i], key)


class Luck:
    """The appraiser of one game's chance. The same seed gives the same numbers."""

    def __init__(
        self, game: Game, seed: object = 0, blunders: Sequence[float] = (), ahead: int = AHEAD
    ) -> None:
        """`blunders`: how often each seat takes any move at all; `ahead`: how far futures are played."""
        teach(game)
        self.game = game
        self.ahead = ahead
        self.blunders = np.zeros(MAX_SEATS)
        self.blunders[: len(blunders)] = blunders
        self.luck = luck_from("luck", seed)
        self.board = game.blanks(2)
        self.looks = game.blanks(LOOKS)
        self.scenes = game.blanks(4)
        self.same = self.scenes.view(np.uint8).reshape(4, -1)
        self.mask = np.zeros(game.actions, np.uint8)

    @property
    def to_play_on(self) -> tuple[Any, ...]:
        return self.board, self.blunders, self.ahead, self.luck, self.mask

    def keys(self, n: int) -> np.ndarray:
        keys = np.empty((n, 8), np.int32)
        for key in keys:
            roll_key(self.luck, key)
        return keys

    def mean(self, states: np.ndarray) -> np.ndarray:
        out = np.zeros(int(states[0]["players"]), np.float64)
        mean_value(states, self.board, self.blunders, 0, self.luck, self.mask, out)
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
        gained = np.zeros(int(before.players), np.float64)
        states = np.array([before, after], self.game.dtype)
        scenes = self.scenes, self.same
        of_chance(states[:1], int(seat), int(action), states[1:], FUTURES, *scenes, *self.to_play_on, gained)
        return gained

    def of_lot(self, before: Any, seat: int, action: int, odds: Mapping[int, float]) -> np.ndarray:
        """What each seat gained by the action that a seat drew by lot, with these odds, chance apart."""
        gained = np.zeros(int(before.players), np.float64)
        if len(odds) > 1 or action not in odds:
            states = np.array([before], self.game.dtype)
            others = self.drawn(odds)
            of_action(states, int(seat), int(action), others, self.scenes, *self.to_play_on, gained)
        return gained

    def drawn(self, odds: Mapping[int, float]) -> np.ndarray:
        """Each action as often among `LOTS` as its odds say: rounded by lot, so that it is on average."""
        ends = np.cumsum(list(odds.values()))
        at = (np.arange(LOTS) + roll_word(self.luck) / 2**32) / LOTS * ends[-1]
        return np.array(list(odds), np.int64)[np.searchsorted(ends, at, side="right")]
