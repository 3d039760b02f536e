"""Actions, chance and cards of `cartes` in readable notation.

    bid 7 · idefix · keep · give 3 · resolve highest · free 8

Roman ranks are named by their value, pirates by whom they free: `highest`, `lowest`, `any`, or
`pirate-8` for the one that frees a Roman of value 8.
"""

from __future__ import annotations

from typing import Any

from oppidum.games.cartes.state import (
    ACTIONS,
    BID,
    DECK,
    FREE,
    GIVE,
    IDEFIX,
    KEEP,
    PIRATES,
    RANKS,
    RESOLVE,
    VALUES,
    Frees,
    Kind,
)
from oppidum.kernel.errors import BadNotation
from oppidum.kernel.events import events

GENERAL_PIRATES = {Frees.HIGHEST: "highest", Frees.LOWEST: "lowest", Frees.ANY: "any"}
BARE_VALUES = {str(value) for value in range(1, VALUES + 1)}


def write_pirate(s: Any, pirate: int) -> str:
    frees = s.frees[pirate]
    return GENERAL_PIRATES[Frees(frees)] if frees < 0 else f"pirate-{s.worth[frees]}"


def write_card(s: Any, card: int) -> str:
    """A card of the Roman deck."""
    if card < 0:
        return "?"
    return str(s.worth[card]) if card < RANKS else write_pirate(s, card - RANKS)


def write(s: Any, seat: int, action: int) -> str:
    if action == IDEFIX:
        return "idefix"
    if action < IDEFIX:
        return f"bid {action - BID + 1}"
    if action == KEEP:
        return "keep"
    if action < RESOLVE:
        return f"give {action - GIVE + 1}"
    if action < FREE:
        return f"resolve {write_pirate(s, action - RESOLVE)}"
    return f"free {s.worth[action - FREE]}"


def read(s: Any, seat: int, text: str) -> int:
    words = " ".join(text.lower().split())
    if words in BARE_VALUES:
        words = f"bid {words}"  # at the table one just names the value
    for action in range(ACTIONS):
        if words == write(s, seat, action):
            return action
    raise BadNotation(
        f"{text.strip()!r} is no action of this game; "
        "there are: bid 1-10, idefix, keep, give SEAT, resolve PIRATE, free VALUE."
    )


def chance(s: Any) -> list[str]:
    lines: list[str] = []
    for event in events(s):
        if event.kind == Kind.DRAWN_CHARACTER:
            lines.append(f"character {event.a + 1} {event.b + 1}")
        elif event.kind == Kind.SHUFFLED:
            lines.append("deck " + " ".join(write_card(s, s.deck[i]) for i in range(DECK)))
    return lines


def pirates(s: Any) -> list[str]:
    return [write_pirate(s, pirate) for pirate in range(PIRATES)]
