"""What lies on the table of `compagnie`: seats, albums, cards and tokens, and what can be done with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

from .stream import Stream

GAUL, ROMAN = "gaul", "roman"
BONUSES: tuple[str, ...] = ("potion", "fish", "boar")
HELMETS: tuple[str, ...] = ("legionary", "centurion")  # the cheaper one first
SESTERCES = {"legionary": 1, "centurion": 3}
LASTING = ("shield", "goal", "worth", "strengthen", "ban", "grow")

Effect = dict[str, Any]  # an inline table of the edition file
Character = dict[str, Any]


class Over(Exception):
    """The game has ended, in the middle of whatever was going on."""


@dataclass(eq=False)
class Card:
    """A character card, wherever it is."""

    character: Character
    name: str  # with the number of its copy, where there are several
    known_to_all: bool = False  # in a hand; not followed where a character has only one copy
    # On the table:
    place: int = -1
    camp: str = ""
    owner: int = -1
    visible: bool = True
    potion: bool = False
    placed: bool = False  # played there, not called or moved (K16)

    @property
    def id(self) -> str:
        return self.character["id"]


class Table:
    """Seats and places are counted from 0 here. In every list of cards the newest is the last."""

    def __init__(
        self, key: bytes, players: int, options: dict[str, str], edition: dict[str, Any], rules: int
    ) -> None:
        self.players = players
        self.options = options
        self.edition = edition
        self.rules = rules
        self.stream = Stream(key)
        self.chance: list[str] = []
        self.new_pile: list[str] = []
        self.won: set[int] = set()
        self.notes: Counter[str] = Counter()  # the rare things that were seen
        self.prepare()

    # ------------------------------------------------------------ 2 preparation

    def prepare(self) -> None:
        seats = range(self.players)
        self.reserve = {kind: self.edition["tokens"][kind] for kind in BONUSES + HELMETS}
        self.tokens = [dict.fromkeys(BONUSES + HELMETS, 0) for _ in seats]
        self.albums_won: list[list[int]] = [[] for _ in seats]  # what each of them is worth
        for seat in seats:  # 2.1
            for kind in (*BONUSES, "legionary"):
                self.gain(seat, kind)

        self.characters: dict[str, Character] = {one["id"]: one for one in self.edition["character"]}
        self.hands: list[list[Card]] = [[] for _ in seats]
        self.further_turns = [0 for _ in seats]  # 10.2; below zero: to be skipped (10.3)
        self.table: list[Card] = []  # in the order in which they were played
        self.pile: list[Card] = []  # the top is the last
        self.discard = [card for character in self.characters.values() for card in copies_of(character)]
        self.shuffle_discard()
        for _ in range(5):  # 2.2
            for seat in seats:
                self.draw(seat)

        starters = [album for album in self.edition["album"] if album.get("starter")]
        others = [album for album in self.edition["album"] if not album.get("starter")]
        self.stream.shuffle(starters)
        self.albums = starters[: self.players]  # 2.3
        self.gaul_seat = list(seats)  # who faces the Gaul camp of each place
        self.album_pile = starters[self.players :] + others  # the top is the last
        self.stream.shuffle(self.album_pile)  # 2.4
        self.turn_of = self.stream.below(self.players)  # 2.6

    def lie_there(self) -> list[str]:
        """What lies there after the deal, the effects of starting albums included, as far as they got."""
        seats = range(self.players)
        chance = [f"first {self.turn_of + 1}"]
        chance += [f"hand {seat + 1} {names(self.hands[seat])}" for seat in seats]
        chance.append(f"pile {names(reversed(self.pile))}")
        chance += [f"album {place + 1} {album['id']}" for place, album in enumerate(self.albums)]
        chance.append("albums " + " ".join(album["id"] for album in reversed(self.album_pile)))
        return chance

    # ------------------------------------------------------------ who sits where

    def own_places(self, seat: int) -> tuple[int, int]:
        """The albums on a seat's left and right."""
        return seat, (seat - 1) % self.players

    def neighbours(self, place: int) -> tuple[int, int]:
        return place, (place + 1) % self.players

    def other_player(self, seat: int, place: int) -> int:
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

    # ------------------------------------------------------------ tokens and sesterces

    def can_gain(self, seat: int, kind: str) -> bool:
        return self.reserve[kind] > 0 and self.has_room(seat, kind)  # 8.1

    def has_room(self, seat: int, kind: str) -> bool:
        return kind in HELMETS or self.tokens[seat][kind] < 2  # 8.2

    def gain(self, seat: int, kind: str) -> None:
        if self.can_gain(seat, kind):
            self.reserve[kind] -= 1
            self.tokens[seat][kind] += 1

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

    def end_early(self) -> NoReturn:
        """7.2 to 7.4: the most sesterces win."""
        most = max(self.sesterces(seat) for seat in range(self.players))
        self.won = {seat for seat in range(self.players) if self.sesterces(seat) == most}
        raise Over

    # ------------------------------------------------------------ cards in hands, pile and discard

    def shuffle_discard(self) -> None:
        """8.3: the discard becomes the pile."""
        while self.discard:
            newer = self.stream.below(len(self.discard))
            card = self.discard.pop(-1 - newer)
            card.known_to_all = False
            self.pile.append(card)

    def can_draw(self) -> bool:
        return bool(self.pile or self.discard)

    def draw(self, seat: int) -> None:
        if not self.can_draw():  # 8.4
            self.notes["nothing to draw"] += 1
            return
        if not self.pile:
            self.shuffle_discard()
            self.new_pile = [f"pile {names(reversed(self.pile))}"]
        card = self.pile.pop()
        self.hands[seat].append(card)

    def blind_card(self, seat: int) -> Card:
        hand = self.hands[seat]
        return hand[-1 - self.stream.below(len(hand))]

    def different(self, seat: int) -> list[str]:
        """The characters in a hand, each once."""
        return list(dict.fromkeys(card.id for card in self.hands[seat]))

    def copy_in_hand(self, seat: int, name: str) -> Card:
        """K22: of several copies one that everybody knows, the first of them by number; else the newest."""
        copies = [card for card in reversed(self.hands[seat]) if card.id == name]
        known = sorted((card for card in copies if card.known_to_all), key=lambda card: card.name)
        best = known[0] if known and self.rules > 1 else copies[0]
        self.notes["an older copy, which is known"] += best is not copies[0]
        return best

    def discard_from_hand(self, seat: int, card: Card) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)

    def show_and_take(self, seat: int, card: Card) -> None:
        """Into a hand, while everybody looks (6.13, 9.13)."""
        card.known_to_all = True
        self.hands[seat].append(card)

    def show_copies(self, cards: Iterable[Card]) -> None:
        """K17: whoever looks at, or takes, one of several copies shows it to everybody."""
        for card in cards:
            card.known_to_all = card.known_to_all or card.character["copies"] > 1

    def steal(self, thief: int, victim: int, card: Card) -> None:
        if card.character["copies"] > 1 and not card.known_to_all:  # K17: shown to everybody
            card.known_to_all = True
            self.notes["a stolen copy is shown"] += 1
        self.hands[victim].remove(card)
        self.hands[thief].append(card)

    # ------------------------------------------------------------ characters on the table

    def lasting(self, place: int, do: str) -> list[Effect]:
        """What an album says as long as it is contested."""
        return [effect for effect in self.albums[place].get("effect", []) if effect["do"] == do]

    def borne(self, place: int, do: str, beside: Card | None = None) -> list[tuple[Card, Effect]]:
        """10.6: what visible characters at an album say, the oldest first; of all but one of them."""
        return [
            (card, effect)
            for card in self.table
            if card.visible and card.place == place and card is not beside
            for effect in card.character.get("lasting", [])
            if effect["do"] == do
        ]

    def newest_word(self, place: int, do: str, key: str, usual: int) -> int:
        """A goal or a worth: what the newest character says, or else the album."""
        said = [effect[key] for effect in self.lasting(place, do)]
        newest = [card for card, _ in self.borne(place, do)][-1:]
        if newest:
            said = [effect[key] for card, effect in self.borne(place, do) if card is newest[0]][:1]
        return [usual, *said][-1]

    def visible(self, place: int, camp: str) -> list[Card]:
        return [card for card in self.table if card.visible and card.place == place and card.camp == camp]

    def strength(self, card: Card) -> int:
        """9.4, with what the album adds or takes away."""
        printed = card.character["strength"]
        more = sum(
            effect["by"] for effect in self.lasting(card.place, "strengthen") if fits(effect, card.character)
        )
        more += sum(
            effect["by"]
            for bearer, effect in self.borne(card.place, "strengthen", beside=card)
            if fits(effect, card.character) and on_side(effect, bearer, card)
        )
        there = [one for one in self.table if one.visible and one.place == card.place and one is not card]
        for effect in card.character.get("lasting", []):  # 10.5
            if effect["do"] == "grow":
                meant = [one for one in there if fits(effect, one.character) and on_side(effect, card, one)]
                more += effect["by"] * len(meant)
        return min(99, max(0, printed + more)) * (2 if card.potion else 1)

    def hero_is_visible(self, character: Character) -> bool:
        return character["type"] == "hero" and any(
            card.visible and card.id == character["id"] for card in self.table
        )

    def shielded(self, card: Card, against: str) -> bool:
        own = [effect for effect in card.character.get("constraint", []) if effect["do"] == "shield"]
        album = [effect for effect in self.lasting(card.place, "shield") if fits(effect, card.character)]
        others = [
            effect
            for bearer, effect in self.borne(card.place, "shield", beside=card)
            if fits(effect, card.character) and on_side(effect, bearer, card)
        ]
        return any(effect["against"] == against for effect in own + album + others)

    def can_be_knocked_out(self, card: Card) -> bool:
        return card.visible and not card.potion and not self.shielded(card, "knock_out")  # 9.6

    def can_be_eliminated(self, card: Card) -> bool:
        return card.visible and not self.shielded(card, "eliminate")  # 9.3

    def can_be_revived(self, card: Card) -> bool:
        return not card.visible and not self.hero_is_visible(card.character)  # 5.2

    def can_be_called(self, card: Card) -> bool:
        return card.visible and not card.potion and not self.shielded(card, "call")  # 9.1

    def can_get_potion(self, card: Card) -> bool:
        return card.visible and not card.potion and not self.shielded(card, "potion")  # 4.3, 4.4

    def place_character(self, card: Card, seat: int, place: int) -> None:
        self.hands[seat].remove(card)
        card.owner, card.place, card.camp = seat, place, self.camp_of(seat, place)
        card.placed = True
        self.table.append(card)

    def call(self, card: Card, seat: int, place: int) -> None:
        card.owner, card.place, card.camp = seat, place, self.camp_of(seat, place)  # K7
        card.placed = False

    def move(self, card: Card, place: int) -> None:
        card.place = place  # 9.12
        card.placed = False

    def cross(self, card: Card) -> None:
        card.camp = ROMAN if card.camp == GAUL else GAUL  # 10.4
        card.placed = False

    def eliminate(self, card: Card) -> None:
        self.leave_the_table(card)
        self.discard.append(card)

    def take_back(self, card: Card) -> None:
        owner = card.owner
        self.leave_the_table(card)
        self.show_and_take(owner, card)

    def leave_the_table(self, card: Card) -> None:
        self.table.remove(card)
        if card.potion:
            self.reserve["potion"] += 1  # 6.12, 9.3, 9.13
        card.place, card.camp, card.owner = -1, "", -1
        card.visible, card.potion, card.placed = True, False, False


def copies_of(character: Character) -> list[Card]:
    if character["copies"] == 1:
        return [Card(character, character["id"])]
    return [Card(character, f"{character['id']}.{copy + 1}") for copy in range(character["copies"])]


def names(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards)


def fits(effect: Effect, character: Character) -> bool:
    """Is a character of the nature that an effect names?"""
    least, most = effect.get("strength", (0, 15))
    return (
        ("colour" not in effect or character["colour"] in one_or_several(effect["colour"]))
        and ("type" not in effect or character["type"] in one_or_several(effect["type"]))
        and ("named" not in effect or character["id"] == effect["named"])
        and least <= character["strength"] <= most
    )


def on_side(effect: Effect, bearer: Card, other: Card) -> bool:
    """Is a character in a camp that the lasting effect of another one means?"""
    match effect.get("camp", "any"):
        case "yours":
            return other.camp == bearer.camp
        case "theirs":
            return other.camp != bearer.camp
        case "any":
            return True
        case camp:
            return other.camp == camp


def one_or_several(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value
