"""What the box of `compagnie` holds in finite number, and where it lies."""

from __future__ import annotations

from typing import Any

from oppidum.games.compagnie.state import DISCARD, PILE, SEATS, TABLE, Bonus, Helmet, Mark

HANDS = range(SEATS)


def pieces(s: Any) -> dict[str, list[int]]:
    """Tokens and albums by where they lie; cards by zone."""
    found: dict[str, list[int]] = {}
    for bonus in Bonus:
        held = [s.bonus[seat, bonus] for seat in HANDS]
        found[bonus.name.lower()] = [s.reserve[bonus], *held, potions_in_play(s) * (bonus == Bonus.POTION)]
    for helmet in Helmet:
        found[f"{helmet.name.lower()}'s helmet"] = [
            s.helmets_left[helmet],
            *(s.helmet[seat, helmet] for seat in HANDS),
        ]
    found["album"] = [s.shelf, albums_in_play(s), sum(1 for owner in s.trophy if owner)]
    found["card"] = [s.held[zone] for zone in (*HANDS, PILE, DISCARD, TABLE)]
    return found


def potions_in_play(s: Any) -> int:
    return sum(1 for card in range(s.cards) if s.zone[card] >= TABLE and s.mark[card] & Mark.POTION)


def albums_in_play(s: Any) -> int:
    """Those in their places; one that has just been won lies before its winner until it is replaced."""
    return sum(1 for slot in range(s.players) if not s.trophy[s.contested[slot]])
