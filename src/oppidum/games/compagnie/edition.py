"""Editions of `compagnie`: characters and albums from a file, compiled into the tables of a position."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

from oppidum.games.compagnie.power_language import (
    FIRST_FREE_ROW,
    PARTS,
    ROW_BOAR_POWER,
    ROW_FISH,
    ROW_POTION,
    ROW_REVIVE,
    Pick,
    Potion,
    Thing,
    Verb,
    Where,
    Who,
    lasts,
    pack,
    pack_character,
    pack_either,
    shield_bit,
    unpack,
)
from oppidum.games.compagnie.spelling import Place, RowReader
from oppidum.games.compagnie.state import (
    ALBUMS,
    ALTERNATIVES,
    CARD_WORDS,
    CARDS,
    KINDS,
    ROWS,
    SEATS,
    Back,
    Colour,
    Type,
)
from oppidum.kernel.edition_problems import say, shown
from oppidum.kernel.editions import Edition, EditionFile, content, digest

COLOURS = tuple(colour.name.lower() for colour in Colour)
TYPES = tuple(kind.name.lower() for kind in Type)
CHARACTER_KEYS = (
    "id",
    "name",
    "colour",
    "type",
    "strength",
    "copies",
    "back",
    "other_backs",
    "power",
    "constraint",
    "lasting",
    "from",
    "attested",
    "note",
)
PRINTED_STRENGTH = (2, 8)  # K14
MOST_TOKENS = 100
MOST_BLIND = 18  # cards that a chain may draw, steal or lose by chance, see `blind_cards`
MOST_BLIND_AT_START = MOST_BLIND // SEATS
MOST_ROWS = ROWS - FIRST_FREE_ROW
ALBUM_KEYS = ("id", "name", "starter", "effect", "from", "attested", "note")

BONUS_ROWS = {
    ROW_POTION: pack(verb=Verb.GIVE_POTION, where=Where.ANYWHERE),
    ROW_FISH: pack(verb=Verb.KNOCK_OUT, where=Where.ANYWHERE, potion=Potion.WITHOUT),
    ROW_REVIVE: pack(verb=Verb.REVIVE, where=Where.ANYWHERE),
    ROW_BOAR_POWER: pack(verb=Verb.USE_POWER, where=Where.YOURS, pick=Pick.LAST),
}


class RowTable:
    """The rows of an edition. Chains that end alike share that end; in one chain no effect shares a row."""

    def __init__(self) -> None:
        self.rows: dict[int, int] = {word: number for number, word in BONUS_ROWS.items()}
        self.free = FIRST_FREE_ROW

    def chain(self, words: list[int]) -> int:
        """The number of the first row of a chain."""
        after = 0
        for word in reversed(words):
            after = self.number(word | after << PARTS["after"][0])
        return after

    def either(self, alternatives: list[list[int]]) -> int:
        """The number of the row from which one of several chains is chosen."""
        firsts = [self.chain(words) for words in alternatives]
        return (
            firsts[0]
            if len(firsts) == 1
            else self.number(pack_either([min(first, ROWS - 1) for first in firsts[:ALTERNATIVES]]))
        )

    def number(self, whole: int) -> int:
        if whole not in self.rows:
            self.rows[whole] = self.free
            self.free += 1
        return self.rows[whole]

    def table(self) -> list[int]:
        words = [0] * ROWS
        for word, number in self.rows.items():
            if number < ROWS:
                words[number] = word
        return words


@dataclass
class Tables:
    kind: list[int]
    reds: list[int]
    character: list[int]
    effect: list[int]
    starters: int
    tokens: list[int]
    helmets: list[int]


BLIND = (Verb.DRAW, Verb.STEAL)
PLAYERS = {Who.BOTH: 2, Who.OTHERS: SEATS - 1, Who.EVERYONE: SEATS}


def blind_cards(words: list[int]) -> int:
    """How many cards a chain may draw, steal or lose by chance, at most.

    A decision runs at most a power and one that it borrows. Twice `MOST_BLIND`, a card drawn for a bonus and
    a shuffle fit on one page of events: no outcome of chance is ever missing from a record.
    """
    found = 0
    for parts in map(unpack, words):
        if parts["verb"] in BLIND or (parts["verb"] == Verb.DISCARD and parts["thing"] == Thing.RANDOM):
            found += parts["count"] * PLAYERS.get(Who(parts["who"]), 1)
    return found


@dataclass
class Chains:
    """Reads chains of effects into rows; says once where there are too many."""

    file: EditionFile
    reader: RowReader
    rows: RowTable

    def words(self, entry: Mapping[str, Any], table: str, i: int, key: str, place: Place) -> list[list[int]]:
        """The alternatives of a chain."""
        words = self.reader.chain(entry, table, i, key, place)
        if (blind := max(map(blind_cards, words))) > MOST_BLIND:
            what = say("%(n)s cards may be drawn, stolen or lost by chance; a chain has room for %(most)s")
            self.file.outgrow(table, i, key, what, n=blind, most=MOST_BLIND)  # since the second revision
        return words

    def first_row(self, words: list[list[int]], table: str, i: int, key: str) -> int:
        before = self.rows.free
        first = self.rows.either(words)
        if before <= ROWS < self.rows.free:
            what = say(
                "one effect too many: there is room for %(most)s; chains that end alike share that end"
            )
            self.file.complain(table, i, key, what, most=MOST_ROWS)
        return first


def check_provenance(file: EditionFile, entry: Mapping[str, Any], table: str, i: int) -> None:
    file.source_of(entry, table, i)
    if not isinstance(entry.get("note", ""), str):  # 0.1.0 took it
        file.outgrow(table, i, "note", "expected a text")


def check_id(file: EditionFile, entry: Mapping[str, Any], table: str, i: int, taken: set[str]) -> None:
    name = file.text_of(entry, table, i, "id")
    if name in taken:
        file.complain(table, i, "id", "%(name)s is there twice", name=shown(name))
    if name and not all(part.isalnum() and part.isascii() for part in name.split("-")):
        file.complain(table, i, "id", "expected letters and digits, words joined by -")
    else:
        file.slug(entry, table, i)
    taken.add(name)


def check_tokens(file: EditionFile) -> tuple[list[int], list[int]]:
    section = file.section("tokens")
    file.only(section, "tokens", 0, ("potion", "fish", "boar", "legionary", "centurion", "from"))
    file.source_of(section, "tokens", 0)
    bonuses = [
        file.number(section, "tokens", 0, key, SEATS, MOST_TOKENS) for key in ("potion", "fish", "boar")
    ]
    helmets = [
        file.number(section, "tokens", 0, "legionary", SEATS, MOST_TOKENS),
        file.number(section, "tokens", 0, "centurion", 0, MOST_TOKENS),
    ]
    return bonuses, helmets


def check_backs(file: EditionFile, entry: Mapping[str, Any], i: int, colour: int, copies: int) -> list[int]:
    """K8 a neutral's back is red or blue, some copies may have the other; the rest go by their colour."""
    if colour == Colour.NEUTRAL:
        back = 1 if file.one_of(entry, "character", i, "back", ("blue", "red")) == "red" else 0
        others = file.number(entry, "character", i, "other_backs", 0, 8) if "other_backs" in entry else 0
        if others >= copies:
            what = say("expected fewer than its %(n)s copies: these have the back that is named")
            file.complain("character", i, "other_backs", what, n=copies)
        return [back] * (copies - others) + [1 - back] * others
    for key in ("back", "other_backs"):
        if key in entry:
            file.complain("character", i, key, "only a neutral chooses its back: Gauls are blue, Romans red")
    return [int(Back.BLUE if colour == Colour.GAUL else Back.RED)] * copies


def words_of(bits: list[int]) -> list[int]:
    """Bits, 32 to a word."""
    words = [0] * CARD_WORDS
    for i, bit in enumerate(bits):
        words[i >> 5] |= bit << (i & 31)
    return words


def ids_of(file: EditionFile) -> list[Any]:
    """Of all characters, as far as they can be read."""
    found = file.data.get("character")
    return [entry.get("id") for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def check_characters(file: EditionFile, chains: Chains) -> tuple[list[int], list[int], list[int]]:
    entries = file.entries("character")
    taken: set[str] = set()
    kind: list[int] = []
    reds: list[int] = []
    character: list[int] = []
    for i, entry in enumerate(entries):
        file.only(entry, "character", i, CHARACTER_KEYS)
        check_id(file, entry, "character", i, taken)
        file.names(entry, "character", i)
        check_provenance(file, entry, "character", i)
        colour = COLOURS.index(file.one_of(entry, "character", i, "colour", COLOURS))
        rank = TYPES.index(file.one_of(entry, "character", i, "type", TYPES))
        strength = file.number(entry, "character", i, "strength", 1, 15)
        file.compare("character", i, "strength", strength, *PRINTED_STRENGTH)
        copies = file.number(entry, "character", i, "copies", 1, 9)
        reds += check_backs(file, entry, i, colour, copies)
        power = chains.words(entry, "character", i, "power", Place.POWER)
        (constraint,) = chains.words(entry, "character", i, "constraint", Place.CONSTRAINT)
        shields, conditions = split_shields(constraint)
        (lasting,) = chains.words(entry, "character", i, "lasting", Place.LASTING)
        used = chains.first_row(power, "character", i, "power")
        key = "lasting" if lasting else "constraint"
        needed = chains.first_row([conditions + lasting], "character", i, key)
        kind += [i] * copies
        character.append(pack_character(strength, colour, rank, bool(lasting), used, needed, shields))
    if len(entries) > KINDS:
        file.complain("character", KINDS, "", "at most %(most)s different characters", most=KINDS)
    if len(kind) > CARDS:
        what = say("%(n)s cards in all; at most %(most)s")
        file.complain("character", len(entries) - 1, "copies", what, n=len(kind), most=CARDS)
    if entries and len(kind) < SEATS * 5:
        what = say("%(n)s cards; four hands need %(least)s")
        file.complain("character", len(entries) - 1, "copies", what, n=len(kind), least=SEATS * 5)
    return kind, reds, character


def split_shields(words: list[int]) -> tuple[int, list[int]]:
    """A character's own shields become bits of the character; the rest stays a chain."""
    shields = 0
    rest: list[int] = []
    for word in words:
        parts = unpack(word)
        if parts["verb"] == Verb.SHIELD:
            shields |= shield_bit(parts["thing"])
        else:
            rest.append(word)
    return shields, rest


def check_opening(file: EditionFile, i: int, alternatives: list[list[int]]) -> None:
    """Nobody wins before the first turn; what chance decides there fits one page, with all albums."""
    if any(unpack(word)["verb"] == Verb.GAIN_HELMET for words in alternatives for word in words):
        file.complain("album", i, "effect", "nobody gains helmets from a starting album")
    if (blind := max(map(blind_cards, alternatives))) > MOST_BLIND_AT_START:
        what = say(
            "%(n)s cards may be drawn, stolen or lost by chance; a starting album has room for %(most)s"
        )
        file.complain("album", i, "effect", what, n=blind, most=MOST_BLIND_AT_START)


def check_albums(file: EditionFile, chains: Chains) -> tuple[list[int], int]:
    entries = file.entries("album")
    taken: set[str] = set()
    effect: list[int] = []
    starters = 0
    for i, entry in enumerate(entries):
        file.only(entry, "album", i, ALBUM_KEYS)
        check_id(file, entry, "album", i, taken)
        file.names(entry, "album", i)
        check_provenance(file, entry, "album", i)
        words = chains.words(entry, "album", i, "effect", Place.ALBUM)
        effect.append(chains.first_row(words, "album", i, "effect"))
        starter = entry.get("starter", False)
        if not isinstance(starter, bool):
            file.complain("album", i, "starter", "expected true or false")
        elif starter:
            if starters < i:
                file.complain("album", i, "starter", "starting albums stand first")
            starters += 1
            check_opening(file, i, words)
    if entries and not SEATS <= starters < len(entries):
        file.complain("album", 0, "starter", "expected at least %(n)s starting albums, and others", n=SEATS)
    if len(entries) > ALBUMS:
        file.complain("album", ALBUMS, "", "at most %(most)s albums", most=ALBUMS)
    return effect, starters


def read(file: EditionFile) -> Edition:
    """Check a whole file; raises BadEdition with every problem in it."""
    file.sections("edition", "tokens", "character", "album")
    file.header("compagnie")
    tokens, helmets = check_tokens(file)
    rows = RowTable()
    chains = Chains(file, RowReader(file, ids_of(file)), rows)
    kind, reds, character = check_characters(file, chains)
    effect, starters = check_albums(file, chains)
    file.finish()
    return bind(file, Tables(kind, reds, character, effect, starters, tokens, helmets), rows)


def bind(file: EditionFile, tables: Tables, rows: RowTable) -> Edition:
    number = int.from_bytes(bytes.fromhex(digest(content(file.data))[:8]), "little", signed=True)

    def fill(states: Any) -> None:
        states["edition"] = number
        states["kinds"] = len(tables.character)
        states["cards"] = len(tables.kind)
        states["albums"] = len(tables.effect)
        states["starters"] = tables.starters
        states["lively"] = any(lasts(character) for character in tables.character)
        states["stock"] = tables.tokens
        states["helmet_stock"] = tables.helmets
        states["kind"][:, : len(tables.kind)] = tables.kind
        states["reds"] = words_of(tables.reds)
        states["character"][:, : len(tables.character)] = tables.character
        states["row"] = rows.table()
        states["effect"][:, : len(tables.effect)] = tables.effect
        dealt[number] = printed
        dealt.move_to_end(number)
        if len(dealt) > MOST_DEALT:
            dealt.popitem(last=False)

    edition = file.edition(fill)
    printed = loaded.get(number) or Printed(edition.sha256, edition.data)
    if printed.sha256 != edition.sha256:  # somebody has looked for such a file
        file.complain("edition", 0, "id", "another edition has the same number: change a name in this one")
        file.finish()
    loaded[number] = printed
    return edition


@dataclass(frozen=True, eq=False)
class Printed:
    """What notation has to know of an edition."""

    sha256: str
    data: Mapping[str, Any]


# By the number that positions carry. What no edition holds any more is gone: files that are only looked at
# take no room. Of those that were dealt from last some are kept, for who holds no more than a position.
loaded: WeakValueDictionary[int, Printed] = WeakValueDictionary()
dealt: OrderedDict[int, Printed] = OrderedDict()
MOST_DEALT = 64


def edition_numbered(number: int) -> Printed | None:
    """The edition that positions with this number are played with, if it has been loaded here."""
    if number not in loaded:
        default()
    return loaded.get(number)


@cache
def default() -> Edition:
    return read(EditionFile.packaged(__package__, "reconstituee.toml"))


@cache
def earlier() -> tuple[Edition, ...]:
    return tuple(read(file) for file in EditionFile.earlier(__package__))
