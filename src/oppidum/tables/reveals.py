"""What a decision gives away: the ground for *confirm* and for *take back*.

Both ask the same of a decision: does it show anybody something that the decider does not know already?
The answer comes from imagined worlds. If the decision leads to the same view in all of them, the view
told everything beforehand and nothing is revealed; one world that differs shows that it is.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from oppidum.kernel.events import EVERYBODY
from oppidum.kernel.game import Game
from oppidum.kernel.position import copy

WORLDS = 24


@dataclass(frozen=True)
class Outcome:
    ends_turn: bool  # in some world; the same seat may be the next one, together with others
    reveals: bool


def worlds(game: Game, view: Any, seat: int) -> list[Any]:
    """Imagined from the view alone, always the same ones."""
    seed = hashlib.sha256(b"oppidum worlds\n" + bytes([seat]) + view.tobytes()).digest()
    keys = (hashlib.sha256(seed + bytes([i])).digest() for i in range(WORLDS))
    return [game.imagine(view, seat, key) for key in keys]


def whispered(s: Any) -> bool:
    """Somebody was told something that not everybody was."""
    return any(s.events[i][4] != EVERYBODY for i in range(s.told))


def foresee(game: Game, view: Any, seat: int, action: int) -> Outcome:
    """What a decision would do, from nothing but the seat's own view: the answer itself tells no secret.

    Where chance speaks next, that is what the seat asks for: nobody confirms a throw of the dice.
    """
    ends = reveals = False
    seen: set[bytes] = set()
    for world in worlds(game, view, seat):
        after = copy(world)
        game.rules.act(after, seat, action)
        waiting = set(game.waiting(after))
        ends = ends or seat not in waiting or not waiting <= set(game.waiting(world))
        if world.stream_at == after.stream_at:
            reveals = reveals or whispered(after)
            seen.add(game.view(after, seat).tobytes())
    return Outcome(ends, reveals or len(seen) > 1)


def gave_away(game: Game, before: Any, after: Any, seat: int, action: int) -> bool:
    """Whether a decision that was made has revealed something, or has had chance speak."""
    if before.stream_at != after.stream_at or whispered(after):
        return True
    came = game.view(after, seat).tobytes()
    for world in worlds(game, game.view(before, seat), seat):
        game.rules.act(world, seat, action)
        if game.view(world, seat).tobytes() != came:
            return True
    return False
