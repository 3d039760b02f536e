"""What lies on a table of `compagnie`, as one seat may see it: cards, albums, players, piles.

A card in play keeps its id wherever it lies, so that it can be seen moving; a card that the seat does not
know is only a back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oppidum.games.compagnie.knowledge import next_album
from oppidum.games.compagnie.language import back_of
from oppidum.games.compagnie.state import DISCARD, PILE, SEATS, TABLE, VICTORY, Camp, Mark, Phase
from oppidum.games.compagnie.table import sesterces
from oppidum.kernel.editions import Edition
from oppidum.web import art
from oppidum.web.boards import Scene
from oppidum.words import Language
from oppidum.words import compagnie_board as words
from oppidum.words.compagnie_powers import album_text, constraint_text, power_text

BACKS = ("back-gaul", "back-roman")
TOKENS = ("potion", "fish", "boar")
COLOURS = ("gaul", "roman", "neutral")
VOWELS, CONSONANTS = "aeiouyàâáéèêëěíîïóôöúùûüůý", "bcdfghjklmnpqrstvwxzčďňřšťž"
SYLLABLE = re.compile(rf"(?<=\w\w)(?<=[{VOWELS}])(?=[{CONSONANTS}][{VOWELS}]\w)", re.IGNORECASE)

PRINTED: dict[tuple[str, str, int], dict[str, Any]] = {}  # by language, edition and character


def in_syllables(name: str) -> str:
    """With soft hyphens: where a name may break that is too long for a small card."""
    return SYLLABLE.sub("\u00ad", name)


@dataclass(frozen=True)
class Look:
    """One seat's look at a position."""

    scene: Scene

    @property
    def s(self) -> Any:
        return self.scene.position

    @property
    def t(self) -> Language:
        return self.scene.t

    @property
    def edition(self) -> Edition:
        return self.scene.edition

    @property
    def base(self) -> int:
        """The seat at the bottom: the first one for a spectator."""
        return max(0, self.scene.seat)

    @cached_property
    def links(self) -> tuple[list[int], list[int]]:
        """The first card of every zone, and the next one after every card."""
        return self.s.head.tolist(), self.s.after.tolist()

    def zone(self, zone: int) -> list[int]:
        """The cards of a hand or pile, newest (or next) first."""
        head, after = self.links
        cards: list[int] = []
        card = head[zone]
        while card >= 0:
            cards.append(card)
            card = after[card]
        return cards

    def knows(self, card: int) -> bool:
        if self.scene.open_cards:
            return True
        bit = self.scene.seat if self.scene.seat >= 0 else SEATS
        return bool((self.s.known[card] >> bit) & 1)

    def back(self, card: int) -> int:
        return int(back_of(self.s.character[self.s.kind[card]]))

    def character(self, kind: int) -> dict[str, Any]:
        """What is printed on a card: put into words once."""
        key = (self.t.code, self.edition.sha256, kind)
        if key not in PRINTED:
            PRINTED[key] = self.print_of(kind)
        return PRINTED[key]

    def print_of(self, kind: int) -> dict[str, Any]:
        t, entry = self.t, self.edition.data["character"][kind]
        rows = entry.get("power", ())
        signs = [art.POWERS[row["do"]] for row in rows if row["do"] in art.POWERS and not row.get("cost")]
        return {
            "kind": kind,
            "name": t.name(entry["name"]),
            "picture": f"p-{entry['id']}",
            "printed": entry["strength"],
            "colour": entry["colour"],
            "colour_name": words.colour(t, entry["colour"]),
            "camp_sign": f"camp-{entry['colour']}",
            "type": entry["type"],
            "type_name": words.rank(t, entry["type"]),
            "type_sign": f"type-{entry['type']}",
            "power": power_text(t, self.edition, kind),
            "constraint": constraint_text(t, self.edition, kind),
            "signs": list(dict.fromkeys(signs))[:2],
        }

    def cover(self, number: int) -> dict[str, Any]:
        entry = self.edition.data["album"][number]
        return {
            "id": f"album-{number}",
            "title": self.t.name(entry["name"]),
            "picture": art.album(entry["id"]),
            "effect": album_text(self.t, self.edition, number),
            "signs": [art.POWERS[row["do"]] for row in entry.get("effect", ()) if row["do"] in art.POWERS][
                :2
            ],
        }

    def seat_of(self, slot: int, camp: int) -> int:
        gaul = int(self.s.gaul_seat[slot])
        other = slot if gaul != slot else (slot + 1) % self.s.players
        return gaul if camp == Camp.GAUL else other

    def last_placed(self, slot: int) -> int:
        """The character whose power a boar would use here (4.6, 4.8)."""
        marks, zones = self.s.mark.tolist(), self.s.zone.tolist()
        for card in self.zone(TABLE):
            placed = marks[card] & Mark.PLACED and not marks[card] & Mark.KO
            if placed and (zones[card] - TABLE) >> 1 == slot:
                return card
        return -1

    def you(self, seat: int) -> str:
        return self.t.say("You") if seat == self.scene.seat else self.scene.names[seat]

    def player(self, seat: int) -> dict[str, Any]:
        s, scene = self.s, self.scene
        held = self.zone(seat)
        view = scene.seats[seat]
        won = [n for n, winner in enumerate(s.trophy.tolist()[: s.albums]) if winner == seat + 1]
        return {
            "seat": seat,
            "name": scene.names[seat],
            "mine": seat == self.base,
            "me": seat == scene.seat,
            "bot": view.kind == "bot" or view.stand_in,
            "asked": seat in scene.waiting,
            "turn": s.phase != Phase.OVER and s.turn == seat,
            "deadline": view.deadline,
            "sesterces": int(sesterces(s, seat)),
            "purse": min(VICTORY, int(sesterces(s, seat))),
            "helmets": [
                {"sign": "helmet-centurion", "n": int(s.helmet[seat, 1]), "name": words.helmet(self.t, 1)},
                {"sign": "helmet", "n": int(s.helmet[seat, 0]), "name": words.helmet(self.t, 0)},
            ],
            "tokens": [
                {
                    "sign": TOKENS[bonus],
                    "n": int(s.bonus[seat, bonus]),
                    "name": words.bonus_name(self.t, bonus),
                }
                for bonus in range(3)
            ],
            "held": len(held),
            "backs": self.backs(seat, held),
            "library": [self.cover(n) for n in won],
            "winner": bool(scene.standing and seat in scene.standing.winners),
        }

    def backs(self, seat: int, held: Sequence[int]) -> list[dict[str, Any]]:
        """A hand as the others see it: known cards first, then backs by colour."""
        known = [card for card in held if self.knows(card)]
        hidden = sorted(self.back(card) for card in held if not self.knows(card))
        shown: list[dict[str, Any]] = [
            {
                "known": True,
                "id": f"card-{card}" if seat != self.scene.seat else "",
                "picture": f"p-{self.edition.data['character'][int(self.s.kind[card])]['id']}",
                "name": words.card(self.t, self.edition, self.s, card),
                "colour": COLOURS[self.back(card)],
            }
            for card in sorted(known)
        ]
        shown += [
            {
                "known": False,
                "id": "",
                "picture": BACKS[back],
                "name": words.back(self.t, back),
                "colour": COLOURS[back],
            }
            for back in hidden
        ]
        return shown

    def pile(self) -> dict[str, Any]:
        cards = self.zone(PILE)
        back = self.back(cards[0]) if cards else -1
        return {
            "n": len(cards),
            "picture": BACKS[back] if cards else "",
            "name": words.back(self.t, back) if cards else "",
        }

    def next_album(self) -> dict[str, Any] | None:
        """The cover on the album pile."""
        album = int(next_album(self.s))
        return self.cover(album) if album >= 0 else None

    def discard(self) -> dict[str, Any]:
        cards = self.zone(DISCARD)
        recover = self.s.phase == Phase.RECOVER
        return {
            "n": len(cards),
            "top": self.character(int(self.s.kind[cards[0]])) | {"id": f"card-{cards[0]}"} if cards else None,
            "cards": [] if recover else [self.character(int(self.s.kind[card])) for card in cards],
        }
