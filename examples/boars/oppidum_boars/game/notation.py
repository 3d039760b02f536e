"""Decisions and chance of `boars` in readable notation: wait · chase."""

from __future__ import annotations

from typing import Any

from oppidum.kernel.errors import BadNotation
from oppidum.kernel.events import events
from oppidum_boars.game.state import UNKNOWN, Action, Kind

WORDS = {action.name.lower(): int(action) for action in Action}


def write(s: Any, seat: int, action: int) -> str:
    return Action(action).name.lower()


def read(s: Any, seat: int, text: str) -> int:
    word = text.strip().lower()
    if word not in WORDS:
        raise BadNotation(f"{text.strip()!r} is no action of this game; there are: wait, chase.")
    return WORDS[word]


def chance(s: Any) -> list[str]:
    """What chance has brought: `boars 3 5`, with a question mark for what this seat may not see."""
    sizes = ("?" if size == UNKNOWN else str(size) for size in s.boar)
    return [f"boars {' '.join(sizes)}"] if any(e.kind == Kind.DEALT for e in events(s)) else []
