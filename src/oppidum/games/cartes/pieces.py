"""What the box of `cartes` holds in finite number, and where it lies."""

from __future__ import annotations

from collections import Counter
from typing import Any

from oppidum.games.cartes.state import (
    FULL_HAND,
    MAX_PLAYERS,
    NO_BID,
    NOBODY,
    PIRATES,
    RANKS,
    Phase,
)


def pieces(s: Any) -> dict[str, list[int]]:
    """Romans and pirates: before each player, in the deck, out of play. A player's own cards: in the hand,
    on the table, lost."""
    deck = Counter(s.deck.tolist()[s.offered + (s.phase != Phase.BID) :])
    found: dict[str, list[int]] = {}
    for rank in range(RANKS):
        places = [*(s.captured[seat, rank] for seat in range(MAX_PLAYERS)), deck[rank]]
        found[f"Roman of rank {rank}"] = [*places, s.copies[rank] - sum(places)]
    for pirate in range(PIRATES):
        places = [int(s.holder[pirate] != NOBODY), deck[RANKS + pirate]]
        found[f"pirate {pirate}"] = [*places, 1 - sum(places)]
    for seat in range(s.players):
        places = [int(s.gauls[seat]).bit_count(), int(s.bids[seat] != NO_BID)]
        found[f"card of seat {seat + 1}"] = [*places, FULL_HAND.bit_count() - sum(places)]
    return found
