"""A referee for `compagnie`, written from the documents alone: plain, slow, in the order of the rulebook.

The rules are one long generator that stops wherever somebody has to decide; `Referee` drives it. Numbers in
comments are those of docs/rules/compagnie.md and docs/rulings.md; the language of the edition files is that of
docs/editions/compagnie-language.md.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from .stream import Stream

NEWEST = 2

GAUL, ROMAN = "gaul", "roman"
BONUSES = ("potion", "fish", "boar")
HELMETS = ("legionary", "centurion")
SESTERCES = {"legionary": 1, "centurion": 3}
CONDITIONS = ("require", "forbid", "own")
LASTING = ("shield", "goal", "worth", "strengthen", "ban")
OF_CHARACTERS = (
    "knock_out",
    "eliminate",
    "revive",
    "call",
    "move",
    "give_potion",
    "remove_potion",
    "take_back",
    "use_power",
)
PASS = object()

Effect = dict[str, Any]
Asking = Generator["Question", str, Any]


class Over(Exception):
    """The game has ended, in the middle of whatever was going on."""


@dataclass
class Question:
    seat: int
    answers: dict[str, Any]


@dataclass(eq=False)
class Card:
    """A character card, wherever it is."""

    character: dict[str, Any]
    name: str  # with the number of its copy, where there are several
    known: set[int] = field(default_factory=set)  # the seats that know where it is
    # On the table only:
    place: int = -1
    camp: str = ""
    owner: int = -1
    visible: bool = True
    potion: bool = False
    placed: bool = False  # played there, not called or moved

    @property
    def id(self) -> str:
        return self.character["id"]


@dataclass
class Doing:
    """An effect takes place: for whom, at which album, from which character (none: the album's own)."""

    you: int
    place: int
    card: Card | None = None


class Referee:
    def __init__(self, key: bytes, players: int, options: dict[str, str], edition: dict, rules: int) -> None:
        self.players = players
        self.options = options
        self.edition = edition
        self.rules = rules
        self.stream = Stream(key)
        self.chance: list[str] = []
        self.new_pile: list[str] = []
        self.boar_is_chosen = False
        self.won: set[int] = set()
        self.characters = {character["id"]: character for character in edition["character"]}
        self.prepare()
        self.course = self.play()
        self.question: Question | None = None
        self.go_on(None)

    # ------------------------------------------------------------ what the harness uses

    def asked(self) -> set[int]:
        return set() if self.question is None else {self.question.seat + 1}

    def legal(self, seat: int) -> set[str]:
        assert self.question is not None
        return set(self.question.answers)

    def act(self, seat: int, action: str) -> None:
        if self.question is None or seat != self.question.seat + 1 or action not in self.question.answers:
            raise ValueError(f"{seat}: {action}")
        self.chance, self.new_pile = [], []
        self.go_on(action)
        self.chance += self.new_pile

    def points(self) -> list[int]:
        return [self.sesterces(seat) for seat in range(self.players)]

    def winners(self) -> set[int]:
        return {seat + 1 for seat in self.won}

    def go_on(self, action: str | None) -> None:
        try:
            self.question = self.course.send(action)  # type: ignore[arg-type]
        except (StopIteration, Over):
            self.question = None

    def ask(self, seat: int, answers: dict[str, Any], even_one: bool = False) -> Asking:
        """The answer's meaning. What has only one outcome is not asked, with few exceptions (`even_one`)."""
        if len(answers) == 1 and not even_one:
            return next(iter(answers.values()))
        words = yield Question(seat, answers)
        return answers[words]

    # ------------------------------------------------------------ 2 preparation

    def prepare(self) -> None:
        seats = range(self.players)
        tokens = self.edition["tokens"]
        self.reserve = {kind: tokens[kind] for kind in BONUSES + HELMETS}
        self.tokens = [dict.fromkeys(BONUSES + HELMETS, 0) for _ in seats]
        self.albums_won: list[list[int]] = [[] for _ in seats]
        for seat in seats:  # 2.1
            for kind in (*BONUSES, "legionary"):
                self.take_from_reserve(seat, kind)
        self.hands: list[list[Card]] = [[] for _ in seats]  # newest last, like every list of cards here
        self.table: list[Card] = []
        self.discard = [
            Card(character, character["id"] + (f".{copy}" if character["copies"] > 1 else ""))
            for character in self.edition["character"]
            for copy in range(1, character["copies"] + 1)
        ]
        self.pile: list[Card] = []  # the top is last
        self.shuffle_discard()
        for _ in range(5):  # 2.2
            for seat in seats:
                self.draw(seat)
        starters = [album for album in self.edition["album"] if album.get("starter")]
        others = [album for album in self.edition["album"] if not album.get("starter")]
        self.stream.shuffle(starters)
        self.albums = starters[: self.players]  # 2.3
        self.gaul_seat = list(seats)  # place p lies on the left of seat p, who faces its Gaul camp
        self.album_pile = starters[self.players :] + others
        self.stream.shuffle(self.album_pile)  # 2.4
        self.turn_of = self.stream.below(self.players)  # 2.6
        self.chance = [f"first {self.turn_of + 1}"]
        self.chance += [f"hand {seat + 1} {names(self.hands[seat])}" for seat in seats]
        self.chance.append(f"pile {names(reversed(self.pile))}")
        self.chance += [f"album {place + 1} {album['id']}" for place, album in enumerate(self.albums)]
        self.chance.append("albums " + " ".join(album["id"] for album in reversed(self.album_pile)))

    def shuffle_discard(self) -> None:
        """The discard becomes the pile (8.3)."""
        while self.discard:
            newer = self.stream.below(len(self.discard))
            card = self.discard.pop(-1 - newer)
            card.known = set()
            self.pile.append(card)

    # ------------------------------------------------------------ who sits where

    def left(self, seat: int) -> int:
        """The place of the album on a seat's left."""
        return seat

    def right(self, seat: int) -> int:
        return (seat - 1) % self.players

    def own_places(self, seat: int) -> tuple[int, int]:
        return self.left(seat), self.right(seat)

    def neighbours(self, place: int) -> tuple[int, int]:
        return place, (place + 1) % self.players

    def other_player(self, seat: int, place: int) -> int:
        """The other player of an album."""
        one, other = self.neighbours(place)
        return other if seat == one else one

    def facing(self, place: int, camp: str) -> int:
        """The seat that faces a camp."""
        gaul = self.gaul_seat[place]
        return gaul if camp == GAUL else self.other_player(gaul, place)

    def camp_of(self, seat: int, place: int) -> str:
        """The camp that a seat faces; none if the album is not one of its two."""
        if seat not in self.neighbours(place):
            return ""
        return GAUL if self.gaul_seat[place] == seat else ROMAN

    def clockwise(self, first: int) -> list[int]:
        return [(first + i) % self.players for i in range(self.players)]

    # ------------------------------------------------------------ tokens

    def take_from_reserve(self, seat: int, kind: str) -> bool:
        if not self.can_gain(seat, kind):
            return False
        self.reserve[kind] -= 1
        self.tokens[seat][kind] += 1
        return True

    def can_gain(self, seat: int, kind: str) -> bool:
        return self.reserve[kind] > 0 and self.has_room(seat, kind)  # 8.1

    def has_room(self, seat: int, kind: str) -> bool:
        return kind in HELMETS or self.tokens[seat][kind] < 2  # 8.2

    def give_back(self, seat: int, kind: str) -> None:
        self.tokens[seat][kind] -= 1
        self.reserve[kind] += 1

    def sesterces(self, seat: int) -> int:
        helmets = sum(SESTERCES[kind] * self.tokens[seat][kind] for kind in HELMETS)
        return sum(self.albums_won[seat]) + helmets

    def look_for_fifty(self, seat: int) -> None:
        """7.1: fifty sesterces win at once."""
        if self.sesterces(seat) >= 50:
            self.won = {seat}
            raise Over

    def end_early(self) -> None:
        """7.2 to 7.4: the most sesterces win."""
        most = max(self.points())
        self.won = {seat for seat in range(self.players) if self.sesterces(seat) == most}
        raise Over

    # ------------------------------------------------------------ cards

    def draw(self, seat: int) -> bool:
        if not self.pile and self.discard:
            self.shuffle_discard()
            self.new_pile = [f"pile {names(reversed(self.pile))}"]  # written last, and only the last one
        if not self.pile:
            return False  # 8.4
        card = self.pile.pop()
        card.known = {seat}
        self.hands[seat].append(card)
        return True

    def can_draw(self) -> bool:
        return bool(self.pile or self.discard)

    def copy_in_hand(self, seat: int, name: str) -> Card:
        """K22: of several copies the one that most know to be there, and of those the newest."""
        copies = [card for card in reversed(self.hands[seat]) if card.id == name]
        if self.rules == 1:
            return copies[0]
        return max(copies, key=lambda card: len(card.known))

    def discard_from_hand(self, seat: int, card: Card) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)

    def off_the_table(self, card: Card) -> None:
        self.table.remove(card)
        if card.potion:
            self.reserve["potion"] += 1
        card.potion = card.placed = False
        card.visible = True
        card.place, card.camp, card.owner = -1, "", -1

    def to_hand(self, seat: int, card: Card) -> None:
        card.known = set(range(self.players))  # 6.13, 9.13
        self.hands[seat].append(card)

    def different(self, seat: int) -> list[str]:
        """The characters in a hand, each once."""
        return list(dict.fromkeys(card.id for card in self.hands[seat]))

    # ------------------------------------------------------------ 3 the turn

    def play(self) -> Asking:
        self.turns = 0
        self.stalled = 0  # turns in which nobody placed a character, won an album or used a bonus
        self.idle = 0  # turns in which nothing at all was done
        while True:
            self.next_seat = (self.turn_of + 1) % self.players
            self.turns += 1
            self.stalled += 1
            yield from self.turn(self.turn_of)
            yield from self.look_at_albums()
            if self.rules >= 2 and (
                self.stalled == 12 * self.players or self.turns == 400 * self.players
            ):  # 7.2, K11
                self.end_early()
            self.turn_of = self.next_seat

    def turn(self, seat: int) -> Asking:
        answers: dict[str, Any] = {}
        for name in self.different(seat):
            for side, place in zip(("left", "right"), self.own_places(seat), strict=True):
                if self.can_play(seat, self.characters[name], place):
                    answers[f"play {name} {side}"] = (self.play_character, name, place)
        if self.usable_bonuses(seat):
            answers["bonus"] = (self.use_bonus,)
        answers["reinforce"] = (self.reinforce,)
        choice, *details = yield from self.ask(seat, answers, even_one=True)
        if choice != self.reinforce:
            self.idle = 0
        yield from choice(seat, *details)

    def can_play(self, seat: int, character: dict, place: int) -> bool:
        colour = character["colour"]
        if colour in (GAUL, ROMAN) and colour != self.camp_of(seat, place):  # 3.3
            return False
        if any(effect["do"] == "ban" and fits(effect, character) for effect in self.lasting(place)):
            return False
        if self.hero_is_visible(character):  # 5.1
            return False
        card = Card(character, "")
        return self.constraint_can_be_met(Doing(seat, place, card))

    def hero_is_visible(self, character: dict) -> bool:
        return character["type"] == "hero" and any(
            card.visible and card.id == character["id"] for card in self.table
        )

    def play_character(self, seat: int, name: str, place: int) -> Asking:
        card = self.copy_in_hand(seat, name)
        self.hands[seat].remove(card)
        card.owner, card.place, card.camp = seat, place, self.camp_of(seat, place)
        card.placed = True
        self.table.append(card)
        self.stalled = 0
        doing = Doing(seat, place, card)
        for effect in card.character.get("constraint", []):  # 3.5
            if effect["do"] not in CONDITIONS + LASTING:
                yield from self.pay(doing, effect, True)
        yield from self.offer_power(doing)

    def reinforce(self, seat: int) -> Asking:
        """3.9"""
        changed = False
        while True:
            answers: dict[str, Any] = {f"discard {name}": name for name in self.different(seat)}
            name = yield from self.ask(seat, answers | {"pass": PASS}, even_one=True)
            if name is PASS:
                break
            self.discard_from_hand(seat, self.copy_in_hand(seat, name))
            changed = True
        while len(self.hands[seat]) < 5 and self.draw(seat):
            changed = True
        self.idle = 0 if changed else self.idle + 1
        if self.idle == 2 * self.players:  # 7.2
            self.end_early()

    # ------------------------------------------------------------ 4 bonuses

    def usable_bonuses(self, seat: int) -> list[str]:
        return [kind for kind in BONUSES if self.tokens[seat][kind] and self.bonus_targets(seat, kind)]

    def bonus_targets(self, seat: int, kind: str) -> list[Card]:
        if kind == "potion":  # 4.3
            return [card for card in self.table if self.can_get_potion(card)]
        if kind == "fish":  # 4.5
            return [card for card in self.table if self.can_be_knocked_out(card)]
        return self.boar_targets(seat)

    def boar_targets(self, seat: int) -> list[Card]:
        """4.6; what a boar could do is judged as if it had been spent already (K21)."""
        before = [card for card in self.last_placed(seat) if self.boar_power(seat, card)]
        self.give_back(seat, "boar")
        powers = [card for card in self.last_placed(seat) if self.boar_power(seat, card)]
        before = [
            card
            for card in before
            if all(
                self.payable(Doing(seat, card.place, card), effect)
                if effect.get("cost")
                else self.holds(Doing(seat, card.place, card), effect)
                for effect in card.character["power"]
            )
        ]
        self.reserve["boar"] -= 1
        self.tokens[seat]["boar"] += 1
        if self.rules == 1:  # judged before, too
            powers = powers if self.boar_is_chosen else before
        return powers + [card for card in self.table if self.can_be_revived(card)]

    def last_placed(self, seat: int) -> list[Card]:
        """4.6 to 4.8: the last character placed on each of your two albums."""
        found = []
        for place in self.own_places(seat):
            cards = [card for card in self.table if card.place == place and card.visible and card.placed]
            if self.options["boar"] == "own":
                cards = [card for card in cards if card.owner == seat]
            found += cards[-1:]
        return found

    def boar_power(self, seat: int, card: Card) -> bool:
        return self.power_can_be_used(Doing(seat, card.place, card), borrowed=self.rules == 1)

    def use_bonus(self, seat: int) -> Asking:
        """4.1: first draw, then use it."""
        self.draw(seat)
        usable = self.usable_bonuses(seat)
        if not usable:  # K2
            return
        self.stalled = 0
        kind = yield from self.ask(seat, {kind: kind for kind in usable})
        self.boar_is_chosen = True
        targets = self.bonus_targets(seat, kind)
        self.boar_is_chosen = False
        answers = {f"target {card.name}": card for card in targets}
        card = yield from self.ask(seat, answers, even_one=kind == "boar")
        if kind == "potion":
            self.tokens[seat]["potion"] -= 1
            card.potion = True
            return
        self.give_back(seat, kind)
        if kind == "fish":
            self.knock_out(card)
        elif not card.visible:
            self.revive(card)
        else:
            yield from self.use_power(Doing(seat, card.place, card))

    # ------------------------------------------------------------ 6 resolution of an album

    def look_at_albums(self) -> Asking:
        while True:
            for place in self.clockwise(self.turn_of):  # 6.11
                if self.winning_camp(place):
                    yield from self.resolve(place, self.winning_camp(place))
                    break
            else:
                return

    def goal(self, place: int) -> int:
        goals = [effect["reach"] for effect in self.lasting(place) if effect["do"] == "goal"]
        return goals[-1] if goals else 15

    def worth(self, place: int) -> int:
        worths = [effect["sesterces"] for effect in self.lasting(place) if effect["do"] == "worth"]
        return worths[-1] if worths else 15

    def winning_camp(self, place: int) -> str:
        """6.1, 6.10"""
        totals = {camp: self.total(place, camp) for camp in (GAUL, ROMAN)}
        reached = [camp for camp in totals if totals[camp] >= self.goal(place)]
        if len(reached) < 2:
            return "".join(reached)
        if totals[GAUL] != totals[ROMAN]:
            return max(totals, key=lambda camp: totals[camp])
        return self.camp_of(self.turn_of, place) or GAUL

    def total(self, place: int, camp: str) -> int:
        return sum(
            self.strength(card)
            for card in self.table
            if card.visible and card.place == place and card.camp == camp
        )

    def strength(self, card: Card) -> int:
        """9.4"""
        strength = card.character["strength"]
        for effect in self.lasting(card.place):
            if effect["do"] == "strengthen" and fits(effect, card.character):
                strength += effect["by"]
        return max(0, strength) * (2 if card.potion else 1)

    def resolve(self, place: int, camp: str) -> Asking:
        winner = self.facing(place, camp)
        loser = self.other_player(winner, place)
        self.albums_won[winner].append(self.worth(place))
        self.stalled = 0
        there = [card for card in reversed(self.table) if card.place == place]
        for card in there:  # 6.2
            if card.visible and card.character["type"] in HELMETS:
                self.take_from_reserve(winner, card.character["type"])
        self.look_for_fifty(winner)  # 6.3
        for card in there:  # 6.4
            owner, visible = card.owner, card.visible
            self.off_the_table(card)
            if visible:
                self.discard.append(card)
            else:
                self.to_hand(owner, card)
        yield from self.gain_any(loser, BONUSES)  # 6.5
        if not self.album_pile:  # 7.3
            self.end_early()
        self.albums[place] = self.album_pile.pop()  # 6.6
        facing = yield from self.ask(loser, {"face gaul": GAUL, "face roman": ROMAN})  # 6.7
        self.gaul_seat[place] = loser if facing == GAUL else winner
        self.next_seat = (winner + 1) % self.players  # 6.9
        effects = [effect for effect in self.albums[place].get("effect", []) if effect["do"] not in LASTING]
        yield from self.carry_out(Doing(loser, place), effects)  # 6.8

    def gain_any(self, seat: int, kinds: Iterable[str], may: dict[str, Any] | None = None) -> Asking:
        possible = [kind for kind in kinds if self.can_gain(seat, kind)]
        if not possible:
            return False
        if possible[0] in HELMETS:
            possible = possible[-1:]  # the dearer one
        kind = yield from self.ask(seat, {kind: kind for kind in possible} | (may or {}))
        if kind is PASS:
            return False
        self.take_from_reserve(seat, kind)
        if kind in HELMETS:
            self.look_for_fifty(seat)
        return True

    # ------------------------------------------------------------ what can be done to a character

    def lasting(self, place: int) -> list[Effect]:
        return [effect for effect in self.albums[place].get("effect", []) if effect["do"] in LASTING]

    def shielded(self, card: Card, against: str) -> bool:
        own = [effect for effect in card.character.get("constraint", []) if effect["do"] == "shield"]
        album = [
            effect
            for effect in self.lasting(card.place)
            if effect["do"] == "shield" and fits(effect, card.character)
        ]
        return any(effect["against"] == against for effect in own + album)

    def can_be_knocked_out(self, card: Card) -> bool:
        return card.visible and not card.potion and not self.shielded(card, "knock_out")

    def can_be_eliminated(self, card: Card) -> bool:
        return card.visible and not self.shielded(card, "eliminate")

    def can_be_revived(self, card: Card) -> bool:
        return not card.visible and not self.hero_is_visible(card.character)  # 5.2

    def can_be_called(self, card: Card) -> bool:
        return card.visible and not card.potion and not self.shielded(card, "call")

    def can_get_potion(self, card: Card) -> bool:
        return card.visible and not card.potion and not self.shielded(card, "potion")

    def knock_out(self, card: Card) -> None:
        card.visible = False

    def revive(self, card: Card) -> None:
        card.visible = True

    def eliminate(self, card: Card) -> None:
        self.off_the_table(card)
        self.discard.append(card)

    def call(self, doing: Doing, card: Card) -> None:
        """9.1"""
        card.owner, card.place, card.camp = doing.you, doing.place, self.camp_of(doing.you, doing.place)
        card.placed = False  # but it stays as old on the table as it was

    def move(self, card: Card, place: int) -> None:
        """9.12"""
        card.place = place
        card.placed = False

    def take_back(self, card: Card) -> None:
        owner = card.owner
        self.off_the_table(card)
        self.to_hand(owner, card)

    # ------------------------------------------------------------ powers

    def offer_power(self, doing: Doing) -> Asking:
        """3.6, 3.7: a power may be used or left, and is not offered when it would do nothing."""
        if not self.power_can_be_used(doing):
            return
        assert doing.card is not None
        if self.begins_with_a_target(doing, self.in_order(doing.card.character["power"])):
            yield from self.carry_out(doing, doing.card.character["power"], leave=True)
            return
        answer = yield from self.ask(doing.you, {"use": True, "pass": False})
        if answer:
            yield from self.use_power(doing)

    def use_power(self, doing: Doing) -> Asking:
        assert doing.card is not None
        yield from self.carry_out(doing, doing.card.character["power"])

    def in_order(self, effects: list[Effect]) -> list[Effect]:
        """What is done, in the order of the list; conditions have been looked at."""
        return [effect for effect in effects if effect["do"] not in CONDITIONS]

    def begins_with_a_target(self, doing: Doing, effects: list[Effect]) -> bool:
        for effect in effects:
            if effect.get("then") or not self.would_do_something(doing, effect):
                continue
            return effect["do"] in OF_CHARACTERS and effect.get("pick") != "each"
        return False

    def power_can_be_used(self, doing: Doing, borrowed: bool = False) -> bool:
        assert doing.card is not None
        effects = doing.card.character.get("power", [])
        if borrowed and any(effect["do"] == "use_power" for effect in effects):
            return False
        if not all(self.holds(doing, effect) for effect in effects):
            return False
        if not all(self.payable(doing, effect) for effect in effects if effect.get("cost")):
            return False
        before = False
        for effect in effects:
            if effect["do"] in CONDITIONS:
                before = False
                continue
            if effect.get("cost") and self.rules == 1:
                continue
            before = (before or not effect.get("then")) and self.would_do_something(doing, effect)
            if before and not effect.get("cost"):
                return True
        return False

    def holds(self, doing: Doing, effect: Effect) -> bool:
        count = effect.get("count", 1)
        if effect["do"] == "require":
            return len(self.matching(doing, effect)) >= count
        if effect["do"] == "forbid":
            return len(self.matching(doing, effect)) < count
        if effect["do"] == "own":
            return sum(self.tokens[doing.you][kind] for kind in kinds_of(effect)) >= count
        return True

    def constraint_can_be_met(self, doing: Doing) -> bool:
        assert doing.card is not None
        for effect in doing.card.character.get("constraint", []):
            if effect["do"] in LASTING:
                continue
            if not self.holds(doing, effect) or not self.payable(doing, effect, True):
                return False
        return True

    def payable(self, doing: Doing, effect: Effect, constraint: bool = False) -> bool:
        verb, count = effect["do"], effect.get("count", 1)
        if verb in CONDITIONS:
            return True
        if verb == "discard":
            others = len(self.hands[doing.you]) - (1 if constraint else 0)
            if constraint and self.options["cleopatra"] == "any":
                others += 1
            return others >= count
        if verb in OF_CHARACTERS:
            return len(self.targets(doing, effect)) >= count
        if verb in ("lose_bonus", "lose_helmet"):
            return sum(self.tokens[doing.you][kind] for kind in kinds_of(effect)) >= count
        return self.would_do_something(doing, effect)

    def pay(self, doing: Doing, effect: Effect, constraint: bool = False) -> Asking:
        yield from self.do(doing, effect)

    def carry_out(self, doing: Doing, effects: list[Effect], leave: bool = False) -> Asking:
        did = False
        for effect in effects:
            if effect["do"] in CONDITIONS:
                if not self.holds(doing, effect):
                    return
                did = False
                continue
            if effect.get("then") and not did:
                continue
            did = yield from self.do(doing, effect, leave)
            if did is PASS:
                return
            leave = leave and not did

    def do(self, doing: Doing, effect: Effect, leave: bool = False) -> Asking:
        if effect["do"] in OF_CHARACTERS:
            return (yield from self.do_to_characters(doing, effect, leave))
        did = False
        chosen = yield from self.whom(doing, effect)
        for seat in chosen:
            done = yield from self.do_to_player(doing, effect, seat)
            did = did or done
        return did

    # ------------------------------------------------------------ effects on characters

    def matching(self, doing: Doing, effect: Effect) -> list[Card]:
        """The characters that an effect means: visible ones, for `revive` those that are K.O."""
        found = []
        for card in self.table:
            if card.visible == (effect["do"] == "revive"):
                continue
            if card is doing.card and effect.get("pick") != "self":
                continue
            if effect.get("pick") == "self" and card is not doing.card:
                continue
            if fits(effect, card.character) and self.is_where(doing, effect, card):
                found.append(card)
        return found

    def is_where(self, doing: Doing, effect: Effect, card: Card) -> bool:
        where = {
            "here": card.place == doing.place,
            "yours": card.place in self.own_places(doing.you),
            "elsewhere": card.place != doing.place,
            "anywhere": True,
        }[effect.get("where", "here")] or (effect.get("pick") == "self" and effect["do"] != "move")
        yours = self.camp_of(doing.you, card.place)
        camp = {
            "any": True,
            "yours": card.camp == yours,
            "theirs": card.camp != yours,
            GAUL: card.camp == GAUL,
            ROMAN: card.camp == ROMAN,
        }[effect.get("camp", "any")]
        potion = effect.get("potion") in (None, "with" if card.potion else "without")
        return where and camp and potion

    def targets(self, doing: Doing, effect: Effect) -> list[Card]:
        """Those of them to whom it can be done, and who are picked."""
        can: dict[str, Callable[[Card], bool]] = {
            "knock_out": self.can_be_knocked_out,
            "eliminate": self.can_be_eliminated,
            "revive": self.can_be_revived,
            "call": lambda card: self.can_be_called(card) and not self.is_in_your_camp(doing, card),
            "move": lambda card: bool(self.destinations(doing, effect, card)),
            "give_potion": lambda card: self.reserve["potion"] > 0 and self.can_get_potion(card),
            "remove_potion": lambda card: card.potion,
            "take_back": lambda card: True,
            "use_power": lambda card: self.power_can_be_used(self.borrowing(doing, card), borrowed=True),
        }
        found = [card for card in self.matching(doing, effect) if can[effect["do"]](card)]
        pick = effect.get("pick", "chosen")
        if self.rules == 1 and effect["do"] == "use_power":  # of all, not of those to whom it can be done
            picked = self.picked(pick, self.matching(doing, effect))
            return [card for card in picked if card in found]
        return self.picked(pick, found)

    def picked(self, pick: str, found: list[Card]) -> list[Card]:
        if pick in ("strongest", "weakest") and found:
            best = max if pick == "strongest" else min
            mark = best(self.strength(card) for card in found)
            return [card for card in found if self.strength(card) == mark]
        if pick == "last":
            placed = {card.place: card for card in found if card.placed}  # found is in the order of age
            return list(placed.values())
        return found

    def is_in_your_camp(self, doing: Doing, card: Card) -> bool:
        return card.place == doing.place and card.camp == self.camp_of(doing.you, doing.place)

    def destinations(self, doing: Doing, effect: Effect, card: Card) -> list[int]:
        places = {
            "here": [doing.place],
            "yours": sorted(self.own_places(doing.you)),
            "anywhere": list(range(self.players)),
        }[effect.get("to", "anywhere")]
        return [place for place in places if place != card.place]

    def borrowing(self, doing: Doing, card: Card) -> Doing:
        """9.16"""
        own = card.place in self.own_places(doing.you)
        return Doing(doing.you, card.place if own else doing.place, card)

    def do_to_characters(self, doing: Doing, effect: Effect, leave: bool) -> Asking:
        if effect.get("pick") == "each":
            found = self.targets(doing, effect)
            for card in reversed(found):  # K23: beginning with the character that was played last
                if self.rules == 1 or card in self.targets(doing, effect):
                    yield from self.do_to_character(doing, effect, card)
            return bool(found)
        did = False
        for number in range(effect.get("count", 1)):
            found = self.targets(doing, effect)
            if not found:
                break
            answers: dict[str, Any] = {f"target {card.name}": card for card in found}
            if effect.get("may") or (leave and number == 0):
                answers["pass"] = PASS
            card = yield from self.ask(doing.you, answers)
            if card is PASS:
                return PASS if leave and number == 0 else did
            yield from self.do_to_character(doing, effect, card)
            did = True
        return did

    def do_to_character(self, doing: Doing, effect: Effect, card: Card) -> Asking:
        match effect["do"]:
            case "knock_out":
                self.knock_out(card)
            case "eliminate":
                self.eliminate(card)
            case "revive":
                self.revive(card)
            case "call":
                self.call(doing, card)
            case "move":
                places = self.destinations(doing, effect, card)
                place = yield from self.ask(doing.you, {f"album {place + 1}": place for place in places})
                self.move(card, place)
            case "give_potion":
                self.reserve["potion"] -= 1
                card.potion = True
            case "remove_potion":
                self.reserve["potion"] += 1
                card.potion = False
            case "take_back":
                self.take_back(card)
            case "use_power":
                yield from self.use_power(self.borrowing(doing, card))
            case _:
                raise AssertionError(effect)

    # ------------------------------------------------------------ effects on players

    def seats_meant(self, doing: Doing, effect: Effect) -> list[int]:
        you, place = doing.you, doing.place
        around = self.clockwise(you)
        return {
            "you": [you],
            "opponent": [self.other_player(you, place)],
            "both": [you, self.other_player(you, place)],
            "everyone": around,
            "others": around[1:],
            "chosen": around[1:],
            "gauls": [self.facing(place, GAUL)],
            "romans": [self.facing(place, ROMAN)],
        }[effect.get("who", "you")]

    def whom(self, doing: Doing, effect: Effect) -> Asking:
        seats = self.seats_meant(doing, effect)
        if effect.get("who") != "chosen":
            return seats
        possible = [seat for seat in seats if self.can_do_to_player(doing, effect, seat)]
        if not possible:
            return []
        seat = yield from self.ask(doing.you, {f"player {seat + 1}": seat for seat in sorted(possible)})
        return [seat]

    def would_do_something(self, doing: Doing, effect: Effect) -> bool:
        if effect["do"] in OF_CHARACTERS:
            return bool(self.targets(doing, effect))
        return any(self.can_do_to_player(doing, effect, seat) for seat in self.seats_meant(doing, effect))

    def can_do_to_player(self, doing: Doing, effect: Effect, seat: int) -> bool:
        match effect["do"]:
            case "draw":
                return self.can_draw()
            case "discard":
                return bool(self.hands[seat])
            case "steal":
                return seat != doing.you and bool(self.hands[seat])
            case "gain_bonus" | "gain_helmet":
                return any(self.can_gain(seat, kind) for kind in kinds_of(effect))
            case "lose_bonus" | "lose_helmet":
                return any(self.tokens[seat][kind] for kind in kinds_of(effect))
            case "take_bonus" | "take_helmet":
                return seat != doing.you and any(
                    self.can_take(doing.you, seat, kind) for kind in kinds_of(effect)
                )
            case "recover":
                return any(fits(effect, card.character) for card in self.discard)
        raise AssertionError(effect)

    def can_take(self, you: int, seat: int, kind: str) -> bool:
        return self.tokens[seat][kind] > 0 and self.has_room(you, kind)

    def do_to_player(self, doing: Doing, effect: Effect, seat: int) -> Asking:
        did = False
        for done in range(effect.get("count", 1)):
            self.to_go = effect.get("count", 1) - done
            if not self.can_do_to_player(doing, effect, seat):
                break
            done = yield from self.do_once(doing, effect, seat)
            if not done:
                break
            did = True
        return did

    def do_once(self, doing: Doing, effect: Effect, seat: int) -> Asking:
        """Once for one player; whether it was done."""
        may: dict[str, Any] = {"pass": PASS} if effect.get("may") else {}
        you = doing.you
        match effect["do"]:
            case "draw":
                if may and (yield from self.ask(seat, {"use": True} | may)) is PASS:
                    return False
                self.draw(seat)
            case "discard" if effect.get("random"):
                card = self.blind_card(seat)
                self.chance.append(f"lose {seat + 1} {card.name}")
                self.discard_from_hand(seat, card)
            case "discard" if self.must_discard_all(effect, seat):
                self.discard_from_hand(seat, self.copy_in_hand(seat, self.hands[seat][-1].id))
            case "discard":
                answers: dict[str, Any] = {f"discard {name}": name for name in self.different(seat)}
                name = yield from self.ask(seat, answers | may)
                if name is PASS:
                    return False
                self.discard_from_hand(seat, self.copy_in_hand(seat, name))
            case "steal":
                card = self.blind_card(seat)
                self.chance.append(f"steal {you + 1} {card.name}")
                for other in self.hands[seat]:  # from now on nobody else can tell what is there
                    other.known &= {seat, you}
                self.hands[seat].remove(card)
                self.hands[you].append(card)
                card.known = {seat, you}
            case "recover":
                found = [card for card in self.discard if fits(effect, card.character)]
                card = yield from self.ask(seat, {f"target {card.name}": card for card in found} | may)
                if card is PASS:
                    return False
                self.discard.remove(card)
                self.to_hand(seat, card)
            case "gain_bonus" | "gain_helmet":
                return (yield from self.gain_any(seat, kinds_of(effect), may))
            case "lose_bonus" | "lose_helmet":
                kinds = [kind for kind in kinds_of(effect) if self.tokens[seat][kind]]
                if kinds[0] in HELMETS:
                    kinds = kinds[:1]  # the cheaper one
                kind = yield from self.ask(seat, {kind: kind for kind in kinds} | may)
                if kind is PASS:
                    return False
                self.give_back(seat, kind)
            case "take_bonus" | "take_helmet":
                kinds = [kind for kind in kinds_of(effect) if self.can_take(you, seat, kind)]
                if kinds[0] in HELMETS:
                    kinds = kinds[-1:]  # the dearer one
                kind = yield from self.ask(you, {kind: kind for kind in kinds} | may)
                if kind is PASS:
                    return False
                self.tokens[seat][kind] -= 1
                self.tokens[you][kind] += 1
                self.look_for_fifty(you)
            case _:
                raise AssertionError(effect)
        return True

    def must_discard_all(self, effect: Effect, seat: int) -> bool:
        return not effect.get("may") and self.to_go >= len(self.hands[seat])

    def blind_card(self, seat: int) -> Card:
        hand = self.hands[seat]
        return hand[-1 - self.stream.below(len(hand))]


def names(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards)


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def fits(effect: Effect, character: dict) -> bool:
    """Is the character of the nature that an effect names?"""
    least, most = effect.get("strength", (0, 99))
    return (
        ("colour" not in effect or character["colour"] in as_list(effect["colour"]))
        and ("type" not in effect or character["type"] in as_list(effect["type"]))
        and ("named" not in effect or character["id"] == effect["named"])
        and least <= character["strength"] <= most
    )


def kinds_of(effect: Effect) -> tuple[str, ...]:
    """Which tokens an effect means."""
    if "helmet" in effect["do"] or "helmet" in effect:
        kind, kinds = effect.get("helmet", "legionary"), HELMETS
    else:
        kind, kinds = effect.get("bonus", "any"), BONUSES
    return kinds if kind == "any" else (kind,)
