"""What lies on a table of `compagnie`, as one seat may see it: cards, albums, players, piles.

A card in play keeps its id wherever it lies, so that it can be seen moving; a card that the seat does not
know is only a back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oppidum.faces.classes import classes
from oppidum.faces.compagnie import words
from oppidum.faces.compagnie.art import POWERS, album
from oppidum.faces.compagnie.powers import album_text, constraint_text, printed_text
from oppidum.faces.kept import kept
from oppidum.faces.scene import Scene
from oppidum.games.compagnie.seen import BONUSES, BackName, Card, Held, HelmetName, Player, Seen
from oppidum.kernel.editions import Edition
from oppidum.words import Language

BACKS: dict[BackName, str] = {"blue": "back-gaul", "red": "back-roman"}
BACK_COLOURS: dict[BackName, str] = {"blue": "gaul", "red": "roman"}
HELMETS: dict[HelmetName, str] = {"centurion": "helmet-centurion", "legionary": "helmet"}
MANY_BACKS = 6  # in a hand of others: more lie closer
COLOURS = ("gaul", "roman", "neutral")
WORDY, WORDIEST = 48, 95  # letters on a card that want to be written smaller, and that want a wider card
VOWELS, CONSONANTS = "aeiouyàâáéèêëěíîïóôöúùûüůý", "bcdfghjklmnpqrstvwxzčďňřšťž"
SYLLABLE = re.compile(rf"(?<=\w\w)(?<=[{VOWELS}])(?=[{CONSONANTS}][{VOWELS}]\w)", re.IGNORECASE)


def in_syllables(name: str) -> str:
    """With soft hyphens: where a name may break that is too long for a small card."""
    return SYLLABLE.sub("\u00ad", name)


def several(copies: int) -> int:
    """A number that is told only where it is more than one."""
    return copies if copies > 1 else 0


def crowding(cards: int) -> str:
    """How close cards have to lie in a camp, for the stylesheet."""
    return f"n{cards}" + (" many" if cards > 3 else "") + (" crowd" if cards > 5 else "")


def mark(card: str) -> str:
    """The id of a card's element. (A dot could not be part of a transition's name.)"""
    return "card-" + card.replace(".", "_")


def wordy(text: str) -> str:
    """How a card that says so much is to be drawn."""
    if len(text) > WORDIEST:
        return "wordy wordiest"
    return "wordy" if len(text) > WORDY else ""


def good(kind: str, sign: str, name: str, n: int) -> dict[str, Any]:
    """A bonus or a helmet, and how many of it; a place for those of which there are none."""
    number = classes("number", out_of_sight=not n)
    return {"kind": classes(kind, none=not n), "sign": sign, "name": name, "n": n, "number": number}


@kept(50)
def entries(t: Language, edition: Edition) -> dict[str, Mapping[str, Any]]:
    """What the edition file says of each character."""
    return {entry["id"]: entry for entry in edition.data["character"]}


@kept(50)
def owners_of_cards(t: Language, edition: Edition) -> dict[str, str]:
    """Which character a card shows."""
    return {
        name: entry["id"]
        for entry in edition.data["character"]
        for name in (entry["id"], *(f"{entry['id']}.{n + 1}" for n in range(entry["copies"])))
    }


@kept(5000)
def character(t: Language, edition: Edition, name: str) -> dict[str, Any]:
    """What is printed on a card."""
    entry = entries(t, edition)[name]
    rows = [*entry.get("power", ()), *entry.get("lasting", ())]
    signs = [POWERS[row["do"]] for row in rows if row["do"] in POWERS and not row.get("cost")]
    power, constraint = printed_text(t, edition, name), constraint_text(t, edition, name)
    return {
        "kind": name,
        "name": t.name(entry["name"]),
        "picture": f"p-{name}",
        "printed": entry["strength"],
        "colour": entry["colour"],
        "colour_name": words.colour(t, entry["colour"]),
        "camp_sign": f"camp-{entry['colour']}",
        "type": entry["type"],
        "type_name": words.rank(t, entry["type"]),
        "type_sign": f"type-{entry['type']}",
        "power": power,
        "constraint": constraint,
        "wordy": wordy(power + constraint),
        "signs": list(dict.fromkeys(signs))[:2],
    }


@kept(5000)
def lying(t: Language, edition: Edition, card: Card, owner: str) -> dict[str, Any]:
    """A card on the table; `owner`: whose it is, where that is somebody else than whose camp it is in."""
    printed = character(t, edition, card.character)
    changed = not card.potion and card.strength != printed["printed"]
    return printed | {
        "card": card.card,
        "id": mark(card.card),
        "ko": card.ko,
        "state": "ko" if card.ko else "",
        "back": BACKS[card.back],
        "back_name": words.back_name(t, card.back),
        "potion": card.potion,
        "strength": card.strength,
        "counts": "–" if card.ko else card.strength,
        "force": classes("force", doubled=card.potion, changed=changed),
        "owner": owner,
        "last": card.last,
        "marked_last": card.last and not card.ko,  # with a sign, which a back has no room for
    }


@kept(1000)
def cover(t: Language, edition: Edition, name: str) -> dict[str, Any]:
    entry = next(entry for entry in edition.data["album"] if entry["id"] == name)
    return {
        "id": f"album-{name}",
        "title": t.name(entry["name"]),
        "picture": album(name),
        "effect": album_text(t, edition, name),
        "signs": [POWERS[row["do"]] for row in entry.get("effect", ()) if row["do"] in POWERS][:2],
    }


@dataclass(frozen=True)
class Look:
    """One seat's look at a table."""

    scene: Scene

    @property
    def seen(self) -> Seen:
        return self.scene.seen

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
    def entries(self) -> dict[str, Mapping[str, Any]]:
        return entries(self.t, self.edition)

    @cached_property
    def owners_of_cards(self) -> dict[str, str]:
        return owners_of_cards(self.t, self.edition)

    def character(self, name: str) -> dict[str, Any]:
        return character(self.t, self.edition, name)

    def cover(self, name: str) -> dict[str, Any]:
        return cover(self.t, self.edition, name)

    def you(self, seat: int) -> str:
        return self.t.say("You") if seat == self.scene.seat else self.scene.names[seat]

    def player(self, seat: int) -> dict[str, Any]:
        scene, me = self.scene, self.seen.players[seat]
        view, asked = scene.seats[seat], seat in scene.waiting
        mine, looks = seat == self.base, seat == scene.seat
        winner = bool(scene.standing and seat in scene.standing.winners)
        return {
            "seat": seat,
            "kind": classes("mine", "decision", asked=asked and looks, winner=winner)
            if mine
            else classes("rival", asked=asked, winner=winner),
            "name": scene.names[seat],
            "badge": f"p-{view.character}" if view.character else "",
            "badge_kind": f"badge colour{seat if view.colour is None else view.colour}",
            "mine": mine,
            "me": looks,
            "thinks": asked and scene.live and not looks,
            "deadline": scene.deadline(seat),
            "sesterces": me.sesterces,
            "helmets": [
                good("helmet", sign, words.helmet_name(self.t, helmet), me.helmets[helmet])
                for helmet, sign in HELMETS.items()
            ],
            "tokens": [
                good("token", bonus, words.bonus_name(self.t, bonus), me.bonuses[bonus])
                | {"does": words.bonus_does(self.t, bonus)}
                for bonus in BONUSES
            ],
            "held": len(me.hand),
            "crowding": classes("backs", many_backs=len(me.hand) > MANY_BACKS),
            "turns": words.turns_due(self.t, me.turns),
            "backs": self.backs(me),
            "library": [self.cover(name) for name in me.albums],
        }

    def backs(self, player: Player) -> list[dict[str, Any]]:
        """A hand as the others see it: known cards first, then backs by colour."""
        known = sorted((held for held in player.hand if held.card), key=lambda held: held.card or "")
        hidden = sorted((held for held in player.hand if not held.card), key=lambda held: held.back)
        return [self.back(player, held) for held in (*known, *hidden)]

    def back(self, player: Player, held: Held) -> dict[str, Any]:
        colour = BACK_COLOURS[held.back]
        if held.card is None or held.character is None:
            picture, name = BACKS[held.back], words.back_name(self.t, held.back)
            return {"kind": classes("back", colour), "id": "", "picture": picture, "name": name}
        return {
            "kind": classes("back", colour, known=True),
            "id": mark(held.card) if player.seat != self.scene.seat else "",
            "picture": f"p-{held.character}",
            "name": words.character(self.t, self.edition, held.character),
        }

    def shelf_title(self) -> str:
        title, album = self.t.say("Album pile"), self.seen.next_album
        if not album:
            return title
        coming = self.t.say("next album: %(album)s", album=words.album(self.t, self.edition, album))
        return f"{title}: {coming}"

    def pile(self) -> dict[str, Any]:
        pile, title = self.seen.pile, self.t.say("Draw pile")
        name = words.back_name(self.t, pile.back) if pile.back else ""
        picture = BACKS[pile.back] if pile.back else ""
        if pile.known:  # the seat has looked at it
            name = ", ".join(words.character(self.t, self.edition, known) for known in pile.known)
            picture = f"p-{pile.known[0]}"
        coming = self.t.say("next card: %(back)s", back=name)
        return {
            "n": pile.cards,
            "picture": picture,
            "name": name,
            "title": f"{title}: {coming}" if pile.cards else title,
        }

    def discard(self) -> dict[str, Any]:
        cards = self.seen.discard
        people = [self.character(self.owners_of_cards[card]) for card in cards]
        return {
            "n": len(cards),
            "top": people[0] | {"id": mark(cards[0])} if cards else None,
            "cards": [] if self.seen.phase == "recover" else people,
        }
