"""What the box of `romains` holds in finite number, and where it lies."""

from __future__ import annotations

from typing import Any

from oppidum.games.romains.card_sets import count
from oppidum.games.romains.state import CARDS, FACES, SEATS


def pieces(s: Any) -> dict[str, list[int]]:
    """Cards of each face: on the pile, in each hand, before each player, put aside before the game."""
    pile = [s.pile[(s.top + i) % CARDS] for i in range(s.left)]
    found: dict[str, list[int]] = {}
    for face in range(FACES):
        places = [pile.count(face)]
        places += [count(s.known[seat, seat], face) for seat in range(SEATS)]
        places += [count(s.bank[seat], face) for seat in range(SEATS)]
        found[f"card of face {face}"] = [*places, count(s.supply, face) - sum(places)]
    found["card"] = [sum(places[:-1]) for places in found.values()]
    return found
