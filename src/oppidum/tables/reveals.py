"""What a decision gives away: the ground for *confirm* and for *take back*.

Both ask whether a decision shows somebody something new. The answer comes from worlds that this somebody
cannot tell from the true one. If the decision leads to the same view in all of them, the view told
everything beforehand and nothing is revealed; one world that differs shows that it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from oppidum import games
from oppidum.kernel.events import EVERYBODY
from oppidum.kernel.game import Game
from oppidum.kernel.position import copy

FORESEEN = 20  # worlds to ask before a decision is confirmed
JUDGED = 12  # worlds to ask before one may be taken back
DOUBTED = 2  # worlds of each other seat in each of them: 24 a seat, asked while somebody waits for the board


@dataclass(frozen=True)
class Outcome:
    ends_turn: bool  # in some world; the same seat may be the next one, together with others
    reveals: bool


def worlds(game: Game, view: Any, seat: int, count: int, first: int = 0) -> Iterator[Any]:
    """Imagined from the view alone, always the same ones; `first`: begin with that one."""
    seed = hashlib.sha256(b"oppidum worlds\n" + bytes([seat]) + view.tobytes()).digest()
    keys = (hashlib.sha256(seed + bytes([i])).digest() for i in range(first, first + count))
    return (game.imagine(view, seat, key) for key in keys)


def whispered(s: Any) -> bool:
    """Somebody was told something that not everybody was."""
    return any(s.events[i][4] != EVERYBODY for i in range(s.told))


def foresee(game: Game, view: Any, seat: int, action: int) -> Outcome:
    """What a decision would do, from nothing but the seat's own view: the answer itself tells no secret.

    Where chance speaks next, that is what the seat asks for: nobody confirms a throw of the dice.
    """
    ends = reveals = False
    seen: set[bytes] = set()
    for world in worlds(game, view, seat, FORESEEN):
        after = copy(world)
        game.rules.act(after, seat, action)
        waiting = set(game.waiting(after))
        ends = ends or seat not in waiting or not waiting <= set(game.waiting(world))
        if world.stream_at == after.stream_at:
            reveals = reveals or whispered(after)
            seen.add(game.view(after, seat).tobytes())
    return Outcome(ends, reveals or len(seen) > 1)


@lru_cache(maxsize=1024)
def keeps_secrets(game_id: str, view: bytes, seat: int, action: int) -> bytes | None:
    """The view that a decision surely leads to; none if it may show anybody anything, or have chance speak.

    Computed from the seat's own view before it: whether one may take back tells nobody's secret either.
    """
    game = games.load(game_id)
    before = np.frombuffer(view, game.dtype)[0]
    came: bytes | None = None
    for number, world in enumerate(worlds(game, before, seat, JUDGED)):
        after = copy(world)
        game.rules.act(after, seat, action)
        reached = game.view(after, seat).tobytes()
        if world.stream_at != after.stream_at or whispered(after) or came not in (None, reached):
            return None
        came = reached
        others = (eyes for eyes in range(int(world.players)) if eyes != seat)
        if any(learns(game, world, after, seat, action, eyes, DOUBTED * number) for eyes in others):
            return None
    return came


def learns(game: Game, before: Any, after: Any, seat: int, action: int, eyes: int, first: int) -> bool:
    """Whether the decision of one seat tells another one more than that it was made.

    `first`: of the worlds to ask. Other seats often see the same in several worlds: then ask further ones.
    """
    came = game.view(after, eyes).tobytes()
    for world in worlds(game, game.view(before, eyes), eyes, DOUBTED, first):
        if not game.mask(world, seat)[action]:
            return True  # from now on this world is out of the question
        game.rules.act(world, seat, action)
        if game.view(world, eyes).tobytes() != came:
            return True
    return False


def gave_away(game: Game, before: Any, after: Any, seat: int, action: int) -> bool:
    """Whether a decision that was made has shown anybody anything new, or has had chance speak."""
    if before.stream_at != after.stream_at or whispered(after):
        return True
    surely = keeps_secrets(game.id, game.view(before, seat).tobytes(), seat, action)
    return surely is None or surely != game.view(after, seat).tobytes()
