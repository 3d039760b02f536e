"""One look at a position of `compagnie`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from oppidum.games.compagnie import notation
from oppidum.games.compagnie.seen.things import BACKS, BackName
from oppidum.games.compagnie.state import POSITION
from oppidum.games.compagnie.zones import back
from oppidum.kernel.editions import Edition
from oppidum.kernel.position import unpacking

unpack = unpacking(POSITION)


class Reader:
    """One look at a position: what the words need again and again, found once."""

    def __init__(self, view: Any, edition: Edition, first: int) -> None:
        self.view = view
        self.s: SimpleNamespace = unpack(view)
        self.first = first
        self.characters: list[str] = [entry["id"] for entry in edition.data["character"]]
        self.albums: list[str] = [entry["id"] for entry in edition.data["album"]]
        self.cards = notation.card_names(self.s.edition)

    def character(self, card: int) -> str:
        return self.characters[self.s.kind[card]]

    def back(self, card: int) -> BackName:
        return BACKS[back(self.s, card)]

    def zone(self, zone: int) -> list[int]:
        """The cards of a hand or pile, the newest (or next) first."""
        found: list[int] = []
        card = self.s.head[zone]
        while card >= 0:
            found.append(card)
            card = self.s.after[card]
        return found

    def album_at(self, slot: int) -> str:
        return self.albums[self.s.contested[slot]]
