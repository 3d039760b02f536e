"""The board of `compagnie`: the circle of albums from one's own seat, with two camps on each.

A card in play keeps its id wherever it lies, so that it can be seen moving; a card that the seat does not
know is only a back. Choosing a card of the hand lights up where it may go and what that would do: every
sign for it is sent along, marked with the card's place in the hand (`for0`, `for1` …), and the stylesheet
shows those of the chosen card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oppidum.games.compagnie.language import Verb, verb_of
from oppidum.games.compagnie.state import (
    ALBUM,
    BONUS,
    CARD,
    DECLINE,
    DROP,
    FACE,
    GOAL,
    OWNER,
    PLAY,
    REINFORCE,
    SEAT,
    TABLE,
    TOKEN,
    USE,
    VICTORY,
    Bonus,
    Camp,
    Mark,
    Origin,
    Phase,
    Told,
)
from oppidum.games.compagnie.table import strength
from oppidum.kernel.editions import Edition
from oppidum.web import art
from oppidum.web.boards import Scene
from oppidum.web.boards.compagnie_foresight import VERB_SIGNS, Outcome, foresee
from oppidum.web.boards.compagnie_look import BACKS, COLOURS, TOKENS, Look, in_syllables
from oppidum.words import compagnie_board as words

TEMPLATE = "boards/compagnie.html"
STYLESHEET = "boards/compagnie.css"
PICKS = 24  # cards of a hand that the stylesheet can light places for; more are offered in words

SOUNDS = {
    Told.WON_ALBUM: "coins",
    Told.KNOCKED_OUT: "hit",
    Told.ELIMINATED: "hit",
    Told.REVIVED: "reveal",
    Told.PLAYED: "card",
}
CAMP_SIGNS = ("camp-gaul", "camp-roman", "camp-neutral")
CIRCLE = {2: ("left", "right"), 3: ("left", "far", "right"), 4: ("left", "far-left", "far-right", "right")}


def symbols(edition: Edition) -> Sequence[str | art.Face]:
    people = [art.Face(entry["id"], entry["colour"], entry["type"]) for entry in edition.data["character"]]
    covers = [art.album(entry["id"]) for entry in edition.data["album"]]
    return [*people, *covers, "album-any", *art.GAMES["compagnie"]]


def present(scene: Scene) -> dict[str, Any]:
    return View(scene).board()


@dataclass(frozen=True)
class View(Look):
    """What lies there, and everything that can be done about it."""

    @cached_property
    def legal(self) -> dict[int, str]:
        return {choice.action: choice.words for choice in self.scene.choices}

    @cached_property
    def outcomes(self) -> dict[int, Outcome]:
        if not self.legal:
            return {}
        return foresee(self.scene.game, self.s, self.scene.seat, list(self.legal))

    @cached_property
    def hand_kinds(self) -> list[int]:
        """The characters in the hand of the seat that looks, each once, the way a player sorts them."""
        kinds = {int(self.s.kind[card]) for card in self.zone(self.base)} if self.scene.seat >= 0 else set()
        entries = self.edition.data["character"]
        return sorted(kinds, key=lambda k: (COLOURS.index(entries[k]["colour"]), -entries[k]["strength"], k))

    # ------------------------------------------------------------ the whole

    def board(self) -> dict[str, Any]:
        s, scene = self.s, self.scene
        return {
            "phase": Phase(s.phase).name.lower(),
            "players": [self.player((self.base + 1 + i) % s.players) for i in range(s.players)],
            "albums": [
                self.album((self.base + i) % s.players, place) for i, place in enumerate(CIRCLE[s.players])
            ],
            "hand": self.hand(),
            "pile": self.pile(),
            "discard": self.discard(),
            "shelf": int(s.shelf),
            "next_album": self.next_album(),
            "victory": VICTORY,
            "picks": PICKS,
            "question": words.question(self.t, scene.game, self.edition, s, scene.seat) if self.legal else "",
            "reading": self.reading(),
            "choices": self.choices(),
            "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
            "moment": self.moment(),
            "sound": self.sound(),
        }

    # ------------------------------------------------------------ cards

    def table_card(self, card: int, last: bool) -> dict[str, Any]:
        s, kind = self.s, int(self.s.kind[card])
        slot, camp = (int(s.zone[card]) - TABLE) >> 1, (int(s.zone[card]) - TABLE) & 1
        ko = bool(s.mark[card] & Mark.KO)
        owner = (int(s.mark[card]) >> OWNER) & 3
        return self.character(kind) | {
            "card": card,
            "id": f"card-{card}",
            "ko": ko,
            "back": BACKS[self.back(card)],
            "back_name": words.back(self.t, self.back(card)),
            "potion": bool(s.mark[card] & Mark.POTION),
            "strength": 0 if ko else int(strength(s, card)),
            "owner": "" if owner == self.seat_of(slot, camp) else self.scene.names[owner],
            "last": last,
            "source": bool(s.step and s.step_card == card and s.phase != Phase.OVER),
            "newest": card in self.touched,
            "target": self.target(card, slot, camp),
            "aims": self.aims(card),
        }

    @cached_property
    def touched(self) -> set[int]:
        """The cards that the latest decision was about."""
        about = (Told.KNOCKED_OUT, Told.ELIMINATED, Told.REVIVED, Told.CALLED, Told.MOVED, Told.POTION_ON)
        found: set[int] = set()
        for event in self.scene.recent[-1].events if self.scene.recent else ():
            if event.kind == Told.PLAYED:
                found.add(event.b)
            elif event.kind in about:
                found.add(event.a)
        return found

    def target(self, card: int, slot: int, camp: int) -> dict[str, Any] | None:
        """How this card can be chosen now, and what that would do."""
        action = CARD + card
        if action not in self.legal or self.s.phase == Phase.RECOVER:
            return None
        return {
            "words": self.legal[action],
            "text": self.say(action),
            "sign": self.target_sign(card),
            "preview": self.preview(self.outcomes[action], (slot, camp)),
        }

    def target_sign(self, card: int) -> str:
        if self.s.phase == Phase.BOAR:
            return "do-revive" if self.s.mark[card] & Mark.KO else "do-use-power"
        return VERB_SIGNS.get(Verb(int(verb_of(self.s.row[self.s.step]))), "i-check")

    def aims(self, card: int) -> list[dict[str, str]]:
        """Which cards of the hand could hit this one with their power, once played."""
        found: dict[int, dict[str, str]] = {}
        for action, outcome in self.outcomes.items():
            if outcome.verb and PLAY <= action < DROP and card in dict(outcome.targets):
                at = self.hand_kinds.index((action - PLAY) // 2)
                found[at] = {"at": f"for{at}", "sign": VERB_SIGNS.get(Verb(outcome.verb), "i-check")}
        return list(found.values())

    # ------------------------------------------------------------ albums

    def album(self, slot: int, place: str) -> dict[str, Any]:
        s, number = self.s, int(self.s.contested[slot])
        mine = self.base in (slot, (slot + 1) % s.players)
        camps = [self.camp(slot, camp) for camp in (Camp.GAUL, Camp.ROMAN)]
        # The nearer camp below. Of an album far away the one whose player sits nearer to this seat.
        distance = lambda c: min((c["seat"] - self.base) % s.players, (self.base - c["seat"]) % s.players)  # noqa: E731
        camps.sort(key=lambda c: (-distance(c), (c["seat"] - self.base) % s.players))
        turning = s.phase == Phase.ORIENT and s.slot == slot
        won = bool(s.trophy[number])  # it stands in a library already; its place waits for the next one
        return self.cover(number) | {
            "id": f"gap-{slot}" if won else f"album-{number}",
            "won": won,
            "slot": slot,
            "place": place,
            "mine": mine and self.scene.seat >= 0,
            "near": mine,
            "goal": int(s.goal[slot]) or GOAL,
            "worth": int(s.worth[slot]),
            "camps": camps,
            "turning": turning,
            "moving": self.moving(slot),
        }

    def camp(self, slot: int, camp: int) -> dict[str, Any]:
        s = self.s
        seat = self.seat_of(slot, camp)
        zones = s.zone.tolist()
        cards = [card for card in self.zone(TABLE) if zones[card] == TABLE + 2 * slot + camp]
        newest = self.last_placed(slot)
        total, goal = int(s.total[slot, camp]), int(s.goal[slot]) or GOAL
        return {
            "seat": seat,
            "name": self.you(seat),
            "mine": seat == self.scene.seat,
            "camp": COLOURS[camp],
            "camp_name": words.camp(self.t, camp),
            "sign": CAMP_SIGNS[camp],
            "total": total,
            "bar": min(total, goal),
            "goal": goal,
            "cards": [self.table_card(card, card == newest) for card in reversed(cards)],
            "places": self.places(slot, camp) if seat == self.scene.seat else [],
        }

    def places(self, slot: int, camp: int) -> list[dict[str, Any]]:
        """Where the cards of the hand may be played here, and what each would do."""
        found: list[dict[str, Any]] = []
        for action, written in self.legal.items():
            if not PLAY <= action < DROP:
                continue
            kind, side = divmod(action - PLAY, 2)
            if (self.base if side == 0 else (self.base - 1) % self.s.players) != slot:
                continue
            outcome = self.outcomes[action]
            now, then = outcome.totals.get((slot, camp), (int(self.s.total[slot, camp]),) * 2)
            found.append(
                {
                    "at": self.hand_kinds.index(kind),
                    "words": written,
                    "text": self.say(action),
                    "now": now,
                    "then": then,
                    "bar": min(then, int(self.s.goal[slot])),
                    "wins": self.winning(outcome),
                    "hit": self.single_hit(outcome),
                    "hits": len(outcome.targets),
                    "sign": VERB_SIGNS.get(Verb(outcome.verb), "") if outcome.verb else "",
                }
            )
        return found

    def single_hit(self, outcome: Outcome) -> str:
        """Where a power has one target only: whom, and the total that it would change."""
        if len(outcome.targets) != 1:
            return ""
        card, result = outcome.targets[0]
        name = words.card(self.t, self.edition, self.s, card)
        changed = [f"{now}→{then}" for now, then in result.totals.values() if then < now]
        return f"{name} {changed[0]}" if changed else name

    def moving(self, slot: int) -> dict[str, Any] | None:
        """A character on the move may come here."""
        action = ALBUM + slot
        if action not in self.legal:
            return None
        return {
            "words": self.legal[action],
            "text": self.say(action),
            "preview": self.preview(self.outcomes[action], None),
        }

    # ------------------------------------------------------------ what would happen

    def preview(self, outcome: Outcome, first: tuple[int, int] | None) -> list[dict[str, Any]]:
        """The totals that would change, the nearest one first, and who would win."""
        changes = sorted(outcome.totals.items(), key=lambda change: change[0] != first)
        found: list[dict[str, Any]] = [
            {
                "sign": CAMP_SIGNS[camp],
                "text": f"{now}→{then}",
                "spoken": self.t.say(
                    "%(camp)s of “%(album)s”: %(now)s becomes %(then)s",
                    camp=words.camp(self.t, camp),
                    album=words.album(self.t, self.edition, self.s.contested[slot]),
                    now=now,
                    then=then,
                ),
                "wins": False,
                "mine": False,
            }
            for (slot, camp), (now, then) in changes
        ]
        wins = self.winning(outcome)
        if wins:
            who = outcome.victor if outcome.victor >= 0 else outcome.won[0][0]
            found.append(
                {
                    "sign": "laurel",
                    "text": self.you(who),
                    "spoken": wins,
                    "wins": True,
                    "mine": who == self.scene.seat,
                }
            )
        return found

    def winning(self, outcome: Outcome) -> str:
        t, me = self.t, self.scene.seat
        if outcome.victor >= 0:
            name = self.scene.names[outcome.victor]
            return (
                t.say("You win the game!")
                if outcome.victor == me
                else t.say("%(name)s wins the game!", name=name)
            )
        for seat, _slot in outcome.won:
            return (
                t.say("You win the album!")
                if seat == me
                else t.say("%(name)s wins the album!", name=self.scene.names[seat])
            )
        return ""

    def say(self, action: int) -> str:
        scene = self.scene
        return words.action(self.t, scene.game, self.edition, self.s, scene.seat, action, scene.names)

    # ------------------------------------------------------------ one's own hand

    def hand(self) -> list[dict[str, Any]]:
        s, cards = self.s, self.zone(self.base) if self.scene.seat >= 0 else []
        shown: list[dict[str, Any]] = []
        for at, kind in enumerate(self.hand_kinds):
            copies = [card for card in cards if s.kind[card] == kind]
            plays = [action for action in (PLAY + 2 * kind, PLAY + 2 * kind + 1) if action in self.legal]
            entry = self.character(kind)
            shown.append(
                entry
                | {
                    "at": at,
                    "id": f"card-{min(copies)}",
                    "copies": len(copies),
                    "in_syllables": in_syllables(entry["name"]),
                    "back": BACKS[self.back(copies[0])],
                    "can": bool(plays),
                    "drop": self.legal.get(DROP + kind, ""),
                    "why_not": self.why_not(kind)
                    if s.phase == Phase.TURN and self.legal and not plays
                    else "",
                    "in_words": [{"words": self.legal[action], "text": self.say(action)} for action in plays]
                    if at >= PICKS
                    else [],
                }
            )
        return shown

    def why_not(self, kind: int) -> str:
        """Why a character cannot be played now."""
        entry, t = self.edition.data["character"][kind], self.t
        facing = {self.camp_faced(slot) for slot in (self.base, (self.base - 1) % self.s.players)}
        if entry["colour"] != "neutral" and COLOURS.index(entry["colour"]) not in facing:
            return t.say("You face no such camp.")
        visible = [c for c in self.zone(TABLE) if not self.s.mark[c] & Mark.KO]
        if entry["type"] == "hero" and any(int(self.s.kind[c]) == kind for c in visible):
            return t.say("This hero is already in play.")
        return t.say("The constraint is not met, or the album keeps this character out.")

    def camp_faced(self, slot: int) -> int:
        return int(Camp.GAUL if self.s.gaul_seat[slot] == self.base else Camp.ROMAN)

    # ------------------------------------------------------------ everything else that can be chosen

    def reading(self) -> dict[str, Any] | None:
        """What the decision is about: the character whose power runs, or the new album."""
        s = self.s
        if not self.legal:
            return None
        if s.phase == Phase.ORIENT:
            cover = self.cover(int(s.contested[s.slot]))
            return {"picture": cover["picture"], "name": cover["title"], "text": cover["effect"]}
        if s.step and s.step_card >= 0:
            who = self.character(int(s.kind[s.step_card]))
            text = who["constraint"] if s.origin == Origin.CONSTRAINT else who["power"]
            return {"picture": who["picture"], "name": who["name"], "text": text}
        if s.step and s.origin == Origin.ALBUM:
            cover = self.cover(int(s.contested[s.step_slot]))
            return {"picture": cover["picture"], "name": cover["title"], "text": cover["effect"]}
        if s.phase == Phase.BOAR:
            return self.token_reading(Bonus.BOAR)
        if s.step and s.origin == Origin.BONUS:
            potion = verb_of(s.row[s.step]) == Verb.GIVE_POTION
            return self.token_reading(Bonus.POTION if potion else Bonus.FISH)
        return None

    def token_reading(self, bonus: int) -> dict[str, Any]:
        name = words.bonus_name(self.t, bonus)
        return {"picture": TOKENS[bonus], "name": name, "text": words.bonus_text(self.t, bonus)}

    def choices(self) -> list[dict[str, Any]]:
        """Choices that are no card of the hand and no place on the table."""
        found: list[dict[str, Any]] = []
        for action, written in sorted(self.legal.items()):
            recover = action >= CARD and self.s.phase == Phase.RECOVER
            if (action >= PLAY and not recover) or ALBUM <= action < SEAT:
                continue
            item: dict[str, Any] = {
                "words": written,
                "text": self.say(action),
                "picture": "",
                "n": None,
                "kind": "",
                "preview": [p for p in self.preview(self.outcomes[action], None) if p["wins"]],
            }
            found.append(item | self.dressed(action))
        # A turn's own options first, whatever declines last.
        rank = {BONUS: 0, REINFORCE: 1, USE: -1, DECLINE: 9}
        return sorted(found, key=lambda c: rank.get(c["action"], 5))

    def dressed(self, action: int) -> dict[str, Any]:
        """How a choice looks: its picture and weight."""
        s, look = self.s, dict[str, Any](action=action)
        if action >= CARD:
            look["picture"] = f"p-{self.edition.data['character'][int(s.kind[action - CARD])]['id']}"
        elif SEAT <= action < PLAY:
            look["picture"] = "i-person"
        elif FACE <= action < ALBUM:
            look |= {"picture": CAMP_SIGNS[action - FACE], "kind": COLOURS[action - FACE]}
        elif TOKEN <= action < FACE:
            look["picture"] = TOKENS[action - TOKEN]
            if s.phase in (Phase.BONUS, Phase.CONSOLE):
                look["n"] = int(s.bonus[self.scene.seat, action - TOKEN])
        elif action == BONUS:
            look["picture"] = next((TOKENS[b] for b in Bonus if s.bonus[self.scene.seat, b]), "potion")
        elif action == REINFORCE:
            look["picture"] = "i-draw"
        elif action == USE:
            look |= {"picture": "do-use-power", "kind": "go"}
        elif action == DECLINE and s.phase == Phase.REINFORCE:
            look |= {"picture": "i-draw", "kind": "go"}
        return look

    # ------------------------------------------------------------ the latest great moment

    def sound(self) -> str:
        """What the latest decision sounds like: the greatest of its events."""
        if self.s.phase == Phase.OVER:
            return "win"
        kinds = {e.kind for e in self.scene.recent[-1].events} if self.scene.recent else set[int]()
        return next((name for kind, name in SOUNDS.items() if kind in kinds), "")

    def moment(self) -> dict[str, Any] | None:
        """An album that has just been won."""
        for moment in reversed(self.scene.recent[-3:]):
            for event in moment.events:
                if event.kind == Told.WON_ALBUM:
                    return {
                        "number": moment.number,
                        "album": self.cover(event.b),
                        "text": self.t.say(
                            "%(name)s wins “%(album)s”!",
                            name=self.scene.names[event.a],
                            album=words.album(self.t, self.edition, event.b),
                        ),
                    }
        return None
