"""The board of `compagnie`: the circle of albums from one's own seat, with two camps on each.

Choosing a card of the hand lights up where it may go and what that would do: every sign for it is sent
along, marked with the card's place in the hand (`for0`, `for1` …), and the stylesheet shows those of the
chosen card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oppidum.faces import art
from oppidum.faces.classes import classes
from oppidum.faces.compagnie import words
from oppidum.faces.compagnie.acts import Panel, Shown, acts, is_loss
from oppidum.faces.compagnie.art import POWERS, SYMBOLS, album
from oppidum.faces.compagnie.look import COLOURS, Look, crowding, in_syllables, lying, mark, several
from oppidum.faces.scene import Scene
from oppidum.games.compagnie.seen import (
    ALBUM_WORTH,
    VICTORY,
    Album,
    Called,
    Camp,
    Card,
    Choice,
    ChoosePlayer,
    Crossed,
    Decline,
    Discard,
    Discarded,
    Either,
    Eliminated,
    FaceCamp,
    Give,
    KnockedOut,
    Moved,
    MoveTo,
    Play,
    Played,
    PotionOn,
    Reinforce,
    Revived,
    StoleCard,
    Target,
    Token,
    UseBonus,
    UsePower,
    WonAlbum,
    Would,
)
from oppidum.kernel.editions import Edition

__all__ = ["acts", "present", "symbols"]

PICKS = 24  # cards of a hand that the stylesheet can light places for; more are offered in words
SOUNDS: dict[type, str] = {
    WonAlbum: "coins",
    KnockedOut: "hit",
    Eliminated: "hit",
    Revived: "reveal",
    Played: "card",
}
TOUCHED = (Played, KnockedOut, Eliminated, Revived, Called, Moved, Crossed, PotionOn)
CIRCLE = {2: ("left", "right"), 3: ("left", "far", "right"), 4: ("left", "far-left", "far-right", "right")}
SEVERAL = 3  # more choices than these stand closer together
ORDER: dict[type, int] = {UsePower: -1, UseBonus: 0, Reinforce: 1, Decline: 9}  # others in between


def symbols(edition: Edition) -> Sequence[str | art.Face]:
    people = [art.Face(entry["id"], entry["colour"], entry["type"]) for entry in edition.data["character"]]
    covers = [album(entry["id"]) for entry in edition.data["album"]]
    return [*people, *covers, "album-any", *art.CONTROLS, *SYMBOLS]


def present(scene: Scene) -> dict[str, Any]:
    return View(scene).board()


def sign_of(verb: str | None) -> str:
    return POWERS.get(verb or "", "i-check")


@dataclass(frozen=True)
class View(Look):
    """What lies there, and everything that can be done about it."""

    @cached_property
    def hand_kinds(self) -> list[str]:
        """The characters in the hand of the seat that looks, each once, the way a player sorts them."""
        if self.scene.seat < 0:
            return []
        held = {card.character for card in self.seen.players[self.base].hand}
        found = [(name, entry) for name, entry in self.entries.items() if name in held]
        found.sort(key=lambda known: (COLOURS.index(known[1]["colour"]), -known[1]["strength"]))
        return [name for name, _ in found]

    @cached_property
    def plays(self) -> list[Play]:
        return [choice for choice in self.scene.choices if isinstance(choice, Play)]

    @cached_property
    def targets(self) -> dict[str, Target]:
        """Cards on the table that can be chosen now."""
        if self.seen.phase == "recover":
            return {}
        return {choice.card: choice for choice in self.scene.choices if isinstance(choice, Target)}

    # ------------------------------------------------------------ the whole

    def board(self) -> dict[str, Any]:
        seen, scene = self.seen, self.scene
        n = len(seen.players)
        players = [self.player((self.base + 1 + i) % n) for i in range(n)]
        around = [seen.albums[(self.base + i) % n] for i in range(n)]
        albums = [self.album(album, place) for album, place in zip(around, CIRCLE[n], strict=True)]
        choices, hand = self.choices(), self.hand()
        return {
            "kind": f"co p{n} phase-{seen.phase}",
            "around": f"around n{n - 1}",
            "options": classes("options", several=len(choices) > SEVERAL),
            "hand_kind": f"hand h{len(hand)}",
            "over": seen.phase == "over",
            "others": [player for player in players if not player["mine"]],
            "mine": [player for player in players if player["mine"]],
            "albums": albums,
            "closer": [self.closer(album, box["camps"]) for album, box in zip(around, albums, strict=True)],
            "hand": hand,
            "details": hand[:PICKS],
            "in_words": self.in_words(),
            "pile": self.pile(),
            "discard": self.discard(),
            "shelf": seen.shelf,
            "next_album": self.cover(seen.next_album) if seen.next_album else None,
            "shelf_title": self.shelf_title(),
            "victory": VICTORY,
            "question": words.question(self.t, self.edition, seen) if scene.choices else "",
            "reading": self.reading(),
            "choices": choices,
            "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
            "panel": Panel(scene).panel() if scene.act else None,
            "sound": self.sound(),
        }

    # ------------------------------------------------------------ cards

    def table_card(self, card: Card, album: Album, camp: Camp) -> dict[str, Any]:
        lying, target, running = self.lying(card, camp), self.target(card, album, camp), self.seen.at_work
        if target:
            place = classes("tc", "can", lying["colour"], ko=card.ko)
        else:
            source, newest = running is not None and running.card == card.card, card.card in self.touched
            place = classes("tc", lying["colour"], ko=card.ko, source=source, newest=newest)
        return lying | {"place": place, "target": target, "aims": self.aims(card)}

    def lying(self, card: Card, camp: Camp) -> dict[str, Any]:
        owner = "" if card.owner == camp.seat else str(self.scene.names[card.owner])
        return lying(self.t, self.edition, card, owner)

    @cached_property
    def touched(self) -> set[str]:
        """The cards that the latest decision was about."""
        told = self.scene.recent[-1].told if self.scene.recent else ()
        if self.scene.act:
            told = self.scene.act.detail.told
        return {e.card for e in told if isinstance(e, TOUCHED)}

    @cached_property
    def leaving(self) -> set[str]:
        """Characters that are being taken from the hand of the seat that looks."""
        if self.scene.act is None:
            return set()
        shown: Shown = self.scene.act.detail
        lost = [e for e in shown.told if is_loss(e, self.scene.seat)]
        return {e.character for e in lost if isinstance(e, StoleCard | Discarded)}

    def target(self, card: Card, album: Album, camp: Camp) -> dict[str, Any] | None:
        """How this card can be chosen now, and what that would do."""
        choice = self.targets.get(card.card)
        if choice is None:
            return None
        return {
            "words": choice.move,
            "text": self.say(choice),
            "sign": sign_of(choice.verb),
            "preview": self.preview(choice.would, (album.place, camp.camp)),
        }

    def aims(self, card: Card) -> list[dict[str, str]]:
        """Which cards of the hand could hit this one with their power, once played."""
        found: dict[int, dict[str, str]] = {}
        for play in self.plays:
            if any(hit.card == card.card for hit in play.would.targets):
                at = self.hand_kinds.index(play.character)
                found[at] = {"at": f"for{at}", "sign": sign_of(play.would.verb)}
        return list(found.values())

    # ------------------------------------------------------------ albums

    def album(self, album: Album, place: str) -> dict[str, Any]:
        n = len(self.seen.players)
        near = self.base in (album.place, (album.place + 1) % n)
        camps = [self.camp(album, camp) for camp in (album.gaul, album.roman)]
        # The nearer camp below. Of an album far away the one whose player sits nearer to this seat.
        distance = lambda c: min((c["seat"] - self.base) % n, (self.base - c["seat"]) % n)  # noqa: E731
        camps.sort(key=lambda c: (-distance(c), (c["seat"] - self.base) % n))
        cover = self.cover(album.album)
        turning = self.seen.turning == album.place
        return cover | {
            "id": f"gap-{album.place}" if album.won else cover["id"],
            "kind": classes("album", place, near=near, turning=turning, taken=album.won),
            "slot": album.place,
            "unusual": album.worth if album.worth != ALBUM_WORTH else None,
            "camps": camps,
            "moving": self.moving(album),
        }

    def closer(self, album: Album, camps: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """The album from near: nothing that only the one sees whose turn it is."""
        there = {camp.camp: camp for camp in (album.gaul, album.roman)}
        shown = ("sign", "camp_name", "name", "total", "goal")
        cover = self.cover(album.album)
        return cover | {
            "slot": album.place,
            "does": cover["effect"] or self.t.say("No effect."),
            "worth": album.worth,
            "camps": [
                {key: camp[key] for key in shown}
                | {"cards": [self.lying(card, there[camp["camp"]]) for card in there[camp["camp"]].cards]}
                for camp in camps
            ],
        }

    def camp(self, album: Album, camp: Camp) -> dict[str, Any]:
        mine, ahead = camp.seat == self.scene.seat, camp.total * 3 >= album.goal * 2
        return {
            "seat": camp.seat,
            "name": self.you(camp.seat),
            "kind": classes("camp", camp.camp, own=mine, ahead=ahead),
            "camp": camp.camp,
            "camp_name": words.camp_name(self.t, camp.camp),
            "sign": f"camp-{camp.camp}",
            "total": camp.total,
            "bar": min(camp.total, album.goal),
            "goal": album.goal,
            "so_far": self.t.say("%(total)s of %(goal)s", total=camp.total, goal=album.goal),
            "cards": [self.table_card(card, album, camp) for card in camp.cards],
            "crowding": crowding(len(camp.cards)),
            "places": self.places(album, camp) if mine else [],
        }

    def places(self, album: Album, camp: Camp) -> list[dict[str, Any]]:
        """Where the cards of the hand may be played here, and what each would do."""
        found: list[dict[str, Any]] = []
        for play in self.plays:
            at = self.hand_kinds.index(play.character)
            if play.place != album.place or at >= PICKS:
                continue
            hit, hits = self.single_hit(play.would), len(play.would.targets)
            changes = {(c.place, c.camp): (c.now, c.then) for c in play.would.totals}
            now, then = changes.get((album.place, camp.camp), (camp.total, camp.total))
            found.append(
                {
                    "at": at,
                    "words": play.move,
                    "text": self.say(play),
                    "now": now,
                    "then": then,
                    "bar": min(then, album.goal),
                    "wins": self.winning(play.would),
                    "hit": hit,
                    "hits": hit or (self.t.many("%(n)s target", "%(n)s targets", hits) if hits else ""),
                    "sign": POWERS.get(play.would.verb or "", ""),
                }
            )
        return found

    def single_hit(self, would: Would) -> str:
        """Where a power has one target only: whom, and the total that it would change."""
        if len(would.targets) != 1:
            return ""
        hit = would.targets[0]
        name = self.character(self.owners_of_cards[hit.card])["name"]
        changed = [f"{c.now}→{c.then}" for c in hit.would.totals if c.then < c.now]
        return f"{name} {changed[0]}" if changed else name

    def moving(self, album: Album) -> dict[str, Any] | None:
        """A character on the move may come here."""
        for choice in self.scene.choices:
            if isinstance(choice, MoveTo) and choice.place == album.place:
                preview = self.preview(choice.would, None)
                return {"words": choice.move, "text": self.say(choice), "preview": preview}
        return None

    # ------------------------------------------------------------ what would happen

    def preview(self, would: Would, first: tuple[int, str] | None) -> list[dict[str, Any]]:
        """The totals that would change, the nearest one first, and who would win."""
        found: list[dict[str, Any]] = [
            {
                "sign": f"camp-{change.camp}",
                "text": f"{change.now}→{change.then}",
                "spoken": self.t.say(
                    "%(camp)s of “%(album)s”: %(now)s becomes %(then)s",
                    camp=words.camp_name(self.t, change.camp),
                    album=words.album(self.t, self.edition, self.seen.albums[change.place].album),
                    now=change.now,
                    then=change.then,
                ),
                "kind": "pv",
            }
            for change in sorted(would.totals, key=lambda change: (change.place, change.camp) != first)
        ]
        wins = self.winning(would)
        if wins:
            who = would.victor if would.victor is not None else would.wins[0].seat
            kind = classes("pv", wins=True, mine_to_win=who == self.scene.seat)
            found.append({"sign": "laurel", "text": self.you(who), "spoken": wins, "kind": kind})
        return found

    def winning(self, would: Would) -> str:
        t, me = self.t, self.scene.seat
        if would.victor is not None:
            if would.victor == me:
                return t.say("You win the game!")
            return t.say("%(name)s wins the game!", name=self.scene.names[would.victor])
        for won in would.wins:
            if won.seat == me:
                return t.say("You win the album!")
            return t.say("%(name)s wins the album!", name=self.scene.names[won.seat])
        return ""

    def say(self, choice: Choice) -> str:
        return words.action(self.t, self.edition, choice, self.scene.names)

    # ------------------------------------------------------------ one's own hand

    def in_words(self) -> list[list[dict[str, str]]]:
        """What can be played of the cards that no place is lit for."""
        return [
            [{"words": play.move, "text": self.say(play)} for play in self.plays if play.character == name]
            for name in self.hand_kinds[PICKS:]
        ]

    def hand(self) -> list[dict[str, Any]]:
        drops = {c.character: c for c in self.scene.choices if isinstance(c, Discard | Give)}
        shown: list[dict[str, Any]] = []
        for at, name in enumerate(self.hand_kinds):
            copies = [held for held in self.seen.players[self.base].hand if held.character == name]
            plays = [play for play in self.plays if play.character == name]
            entry = self.character(name)
            asked = self.seen.phase == "turn" and bool(self.scene.choices)
            drop, why_not = drops.get(name), self.why_not(name) if asked and not plays else ""
            how = {"can": plays, "off": why_not, "leaving": name in self.leaving}
            shown.append(
                entry
                | {
                    "at": at,
                    "place": classes("hc", entry["colour"], entry["wordy"], **how),
                    "id": min(mark(held.card or "") for held in copies),
                    "copies": several(len(copies)),
                    "in_syllables": in_syllables(entry["name"]),
                    "can": bool(plays),
                    "drop": drop.move if drop else "",
                    "drop_text": self.say(drop) if drop else "",
                    "drop_sign": "do-steal" if isinstance(drop, Give) else "do-discard",
                    "why_not": why_not,
                }
            )
        return shown

    def why_not(self, name: str) -> str:
        """Why a character cannot be played now."""
        entry, t = self.entries[name], self.t
        camps = [camp for album in self.seen.albums for camp in (album.gaul, album.roman)]
        if entry["colour"] not in ("neutral", *(camp.camp for camp in camps if camp.seat == self.base)):
            return t.say("You have no camp of this colour.")
        visible = {card.character for camp in camps for card in camp.cards if not card.ko}
        if entry["type"] == "hero" and name in visible:
            return t.say("This hero is already in play.")
        return t.say("The constraint is not met, or the album keeps this character out.")

    # ------------------------------------------------------------ everything else that can be chosen

    def reading(self) -> dict[str, Any]:
        """What the decision is about: the character whose power runs, the new album, or a token."""
        running = self.seen.at_work
        if self.scene.choices and self.seen.turning is not None:
            return self.album_reading(self.seen.albums[self.seen.turning].album)
        if self.scene.choices and running is not None:
            if running.album:
                return self.album_reading(running.album)
            if running.character:
                who = self.character(running.character)
                text = who["constraint"] if running.of == "constraint" else who["power"]
                return {"picture": who["picture"], "text": text}
            if running.bonus:
                return {"picture": running.bonus, "text": words.bonus_text(self.t, running.bonus)}
        return {"picture": "", "text": ""}

    def album_reading(self, name: str) -> dict[str, Any]:
        cover = self.cover(name)
        return {"picture": cover["picture"], "text": cover["effect"]}

    def choices(self) -> list[dict[str, Any]]:
        """Choices that are no card of the hand and no place on the table."""
        found: list[tuple[int, dict[str, Any]]] = []
        for choice in self.scene.choices:
            if (
                isinstance(choice, Play | Discard | Give | MoveTo)
                or getattr(choice, "card", None) in self.targets
            ):
                continue
            item: dict[str, Any] = {
                "words": choice.move,
                "text": self.say(choice),
                "picture": "",
                "does": "",
                "n": None,
                "kind": "",
                "preview": [p for p in self.preview(choice.would, None) if p["sign"] == "laurel"],
            }
            found.append((ORDER.get(type(choice), 5), item | self.dressed(choice)))
        return [item for _order, item in sorted(found, key=lambda pair: pair[0])]

    def dressed(self, choice: Choice) -> dict[str, Any]:
        """How a choice looks: its picture and weight."""
        match choice:
            case Target(character=character):
                return {"picture": f"p-{character}"}
            case ChoosePlayer():
                return {"picture": "i-person"}
            case Either():
                return {"picture": "do-use-power"}
            case FaceCamp(camp=camp):
                return {"picture": f"camp-{camp}", "kind": camp}
            case Token(bonus=bonus, held=held):
                counted = self.seen.phase in ("bonus", "console")
                does = words.bonus_does(self.t, bonus)
                return {"picture": bonus, "does": does, "n": held if counted else None}
            case UseBonus():
                mine = self.seen.players[self.scene.seat].bonuses
                return {"picture": next((bonus for bonus, n in mine.items() if n), "potion")}
            case Reinforce():
                return {"picture": "i-draw"}
            case UsePower():
                return {"picture": "do-use-power", "kind": "go"}
            case Decline(what="discarding"):
                return {"picture": "i-draw", "kind": "go"}
            case _:
                return {}

    # ------------------------------------------------------------ what it sounds like

    def sound(self) -> str:
        """What the latest decision sounds like: the greatest of its events."""
        if self.seen.phase == "over":
            return "win"
        kinds = {type(e) for e in self.scene.recent[-1].told} if self.scene.recent else set[type]()
        return next((name for kind, name in SOUNDS.items() if kind in kinds), "")
