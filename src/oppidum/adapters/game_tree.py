"""Positions in a tree of games, each of them never changed once made.

OpenSpiel copies states all the time: with these a copy is a reference. A `Turn` also remembers, for every
seat, all that the seat has ever seen and done, as a digest that is computed when somebody asks: what game
theory calls perfect recall.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from oppidum.adapters import one_game
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.kernel.stream import key_words

DIGEST = 16
SPECTATOR = -1


@dataclass(frozen=True)
class Setting:
    """What is played: the game, at what table, from where on and for how long."""

    game: Game
    players: int
    options: dict[str, str]
    seed: int
    endgame: int  # 0: the whole game; otherwise only about the last so many decisions of a game
    horizon: int  # after so many decisions the game is stopped, and those with most points have won

    @cached_property
    def scratch(self) -> tuple[np.ndarray, np.ndarray]:
        """A mask of actions, and their numbers: written again by everybody."""
        return np.zeros(self.game.actions, np.uint8), np.zeros(self.game.actions, np.int64)

    def deal(self, number: int) -> Turn:
        """The beginning of game `number`."""
        s = self.game.deal(self.players, seed_key(("openspiel", self.seed), number), self.options)
        return first_turn(self, np.array([s], self.game.dtype), number)

    @cached_property
    def late_position(self) -> np.ndarray:
        """A position near the end of a game played at random, where nobody has decided half of anything."""
        states = self.deal(0).states
        luck = luck_from("openspiel endgame", self.seed)
        mask = np.zeros(self.game.actions, np.uint8)
        fresh: list[np.ndarray] = [states]  # one entry a decision: the last position with nothing pending
        left: tuple[int, ...] = ()
        while asked := one_game.members(one_game.asked(states)):
            fresh.append(fresh[-1] if asked == left else states)
            n = int(one_game.open_actions(states, asked[0], mask))
            action = int(np.flatnonzero(mask)[roll(luck, n)])
            after = np.empty_like(states)
            one_game.follow(states, after, asked[0], action)
            states, left = after, asked[1:]
        return fresh[max(0, len(fresh) - self.endgame)]

    def world(self, number: int) -> Turn:
        """The late position as it may be, for all that everybody knows."""
        world = np.empty_like(self.late_position)
        key = key_words(seed_key(("openspiel world", self.seed), number))
        one_game.suppose(self.late_position, SPECTATOR, key, world)
        return first_turn(self, world, number)


class Turn:
    """A position, how it came about, and what each seat has seen until now."""

    __slots__ = (
        "asked",
        "decisions",
        "digests",
        "first",
        "lot",
        "moves",
        "open",
        "parent",
        "setting",
        "states",
    )

    def __init__(
        self,
        setting: Setting,
        states: np.ndarray,
        asked: int,
        decisions: int,
        parent: Turn | None,
        moves: Mapping[int, int],
        digests: dict[int, bytes],
        lot: int,
        first: int | None = None,
    ) -> None:
        self.setting = setting
        self.states = states
        self.asked = asked if decisions < setting.horizon else 0
        self.decisions = decisions
        self.parent = parent
        self.moves = moves
        self.digests = digests
        self.open: dict[int, list[int]] = {}
        self.lot = lot  # what decides who is first where the first answer counts
        self.first = self.first_to_answer() if first is None and self.asked else first

    def __copy__(self) -> Turn:
        return self

    def __deepcopy__(self, memo: Any) -> Turn:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: without the way here, which is in the digests."""
        digests = {seat: self.digest(seat) for seat in range(self.setting.players)}
        setting = self.setting
        plan = (setting.players, setting.options, setting.seed, setting.endgame, setting.horizon)
        told = (self.states.tobytes(), self.asked, self.decisions, digests, self.lot, self.first)
        return restore, (setting.game.id, plan, *told)

    @property
    def seats(self) -> tuple[int, ...]:
        """Who owes a decision; nobody once it is over."""
        return one_game.members(self.asked)

    def first_to_answer(self) -> int:
        asked = self.asked
        if asked & (asked - 1) and one_game.races(self.states):
            return self.in_order()[0]
        return (asked & -asked).bit_length() - 1

    def in_order(self) -> list[int]:
        """Who owes a decision, in the order in which they answer."""
        if self.asked & (self.asked - 1) == 0 or not one_game.races(self.states):
            return list(self.seats)
        return one_game.in_order(self.setting.game, self.states, self.seats, self.lot, self.decisions)

    def legal(self, seat: int) -> list[int]:
        """What is open to a seat: kept, because whoever acts has mostly asked before."""
        legal = self.open.get(seat)
        if legal is None:
            mask, numbers = self.setting.scratch
            n = one_game.list_open(self.states, seat, mask, numbers)
            legal = self.open[seat] = numbers[:n].tolist()
        return legal

    def play(self, seat: int, action: int) -> Turn:
        after = np.empty(1, self.setting.game.dtype)  # quicker than NumPy's own copies, which go by field
        asked = one_game.follow(self.states, after, seat, action)
        return Turn(self.setting, after, asked, self.decisions + 1, self, {seat: action}, {}, self.lot)

    def play_all(self, moves: Mapping[int, int]) -> Turn:
        """Decisions that are made at the same time: nobody sees the ones when making the others."""
        before, after = self.states, np.empty(1, self.setting.game.dtype)
        left = [seat for seat in self.in_order() if seat in moves]
        asked = 0
        for played, seat in enumerate(left, 1):
            asked = int(one_game.follow(before, after, seat, moves[seat]))
            before = after
            if asked != sum(1 << other for other in left[played:]):  # an answer has made the rest void
                break
        return Turn(self.setting, after, asked, self.decisions + len(moves), self, moves, {}, self.lot)

    def view(self, seat: int) -> np.ndarray:
        view = np.empty_like(self.states)
        one_game.see(self.states, seat, view)
        return view

    def digest(self, seat: int) -> bytes:
        """A fingerprint of all that a seat has seen and done so far."""
        path: list[Turn] = []
        turn = self
        while seat not in turn.digests:
            path.append(turn)
            if turn.parent is None:
                break
            turn = turn.parent
        found = turn.digests.get(seat, bytes([seat]))
        for later in reversed(path):
            own = later.moves.get(seat, -1)
            seen = later.view(seat).tobytes()
            found = hashlib.blake2b(found + own.to_bytes(2, "little", signed=True) + seen, digest_size=DIGEST)
            found = later.digests[seat] = found.digest()
        return found

    def rewards(self) -> list[float]:
        """What the game is worth to each seat as it stands."""
        out = np.zeros(self.setting.players)
        one_game.standing_worth(self.states, np.zeros(self.setting.players, np.int64), out)
        return out.tolist()

    def suppose(self, seat: int, key: np.ndarray) -> Turn:
        """A world that the seat cannot tell from this one. In it, the others have no past that is true."""
        world = np.empty_like(self.states)
        one_game.suppose(self.states, seat, key, world)
        own = self.digest(seat)
        lot = int.from_bytes(key.tobytes(), "little")  # nobody knows who will be first in the rounds to come
        turn = Turn(self.setting, world, self.asked, self.decisions, None, {}, {seat: own}, lot, self.first)
        for other in range(self.setting.players):
            if other != seat:
                seen = turn.view(other).tobytes()
                turn.digests[other] = hashlib.blake2b(own + seen, digest_size=DIGEST).digest()
        return turn


def first_turn(setting: Setting, states: np.ndarray, lot: int) -> Turn:
    return Turn(setting, states, int(one_game.asked(states)), 0, None, {}, {}, lot)


settings: dict[tuple[Any, ...], Setting] = {}


def setting_of(
    game: Game, players: int, options: dict[str, str], seed: int, endgame: int, horizon: int
) -> Setting:
    """One and the same setting for the same plan, so that turns that come out of a pickle can share it."""
    plan = (game.id, players, tuple(sorted(options.items())), seed, endgame, horizon)
    if plan not in settings:
        settings[plan] = Setting(game, players, options, seed, endgame, horizon)
    return settings[plan]


def restore(
    game_id: str,
    plan: tuple[Any, ...],
    data: bytes,
    asked: int,
    decisions: int,
    digests: dict[int, bytes],
    lot: int,
    first: int | None,
) -> Turn:
    from oppidum import games

    game = games.load(game_id)
    states = np.frombuffer(data, game.dtype).copy()
    return Turn(setting_of(game, *plan), states, asked, decisions, None, {}, digests, lot, first)
