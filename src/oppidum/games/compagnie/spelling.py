"""How edition files spell effects: one inline table a row, checked key by key.

power = [{ do = "knock_out", colour = "roman", pick = "strongest" }]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from oppidum.games.compagnie.power_language import (
    BONUSES,
    HELMETS,
    LAST_TARGET_VERB,
    PICKS,
    POTIONS,
    SHIELDS,
    SIDES,
    STRENGTHEN_ZERO,
    TO,
    VERBS,
    WHERE,
    WHO,
    Pick,
    Thing,
    To,
    Verb,
    Where,
    Who,
    pack,
)
from oppidum.games.compagnie.state import ALTERNATIVES, Colour, Type
from oppidum.kernel.edition_problems import Said, repr_of, say
from oppidum.kernel.editions import EditionFile, shown_key


class Place(IntEnum):
    """Where a chain of effects stands in the file."""

    POWER = 0
    CONSTRAINT = 1
    ALBUM = 2
    LASTING = 3  # while the character is visible


COLOUR_BITS = {colour.name.lower(): 1 << colour for colour in Colour}
TYPE_BITS = {kind.name.lower(): 1 << kind for kind in Type}

NATURE = ("colour", "type", "strength", "named")
FILTER = (*NATURE, "where", "camp", "potion")
FLOW = ("count", "may", "cost", "then")
TARGETS = (*FILTER, *FLOW, "pick")
PLAYERS = ("who", *FLOW)

KEYS: dict[Verb, tuple[str, ...]] = {
    Verb.KNOCK_OUT: TARGETS,
    Verb.ELIMINATE: TARGETS,
    Verb.REVIVE: TARGETS,
    Verb.CALL: TARGETS,
    Verb.MOVE: (*TARGETS, "to"),
    Verb.GIVE_POTION: TARGETS,
    Verb.REMOVE_POTION: TARGETS,
    Verb.TAKE_BACK: TARGETS,
    Verb.USE_POWER: (*FILTER, "pick"),
    Verb.DRAW: PLAYERS,
    Verb.DISCARD: (*PLAYERS, "random"),
    Verb.GAIN_BONUS: (*PLAYERS, "bonus"),
    Verb.TAKE_BONUS: (*PLAYERS, "bonus"),
    Verb.LOSE_BONUS: (*PLAYERS, "bonus"),
    Verb.GAIN_HELMET: ("who", "count", "then", "helmet"),
    Verb.TAKE_HELMET: ("who", "count", "then", "helmet"),
    Verb.LOSE_HELMET: ("who", "count", "cost", "then", "helmet"),
    Verb.STEAL: ("who", "count", "then"),
    Verb.RECOVER: (*PLAYERS, *NATURE),
    Verb.GIVE_CARD: ("who", "count", "may", "then"),
    Verb.GET_CARD: ("who", "count", "may", "then"),
    Verb.SWAP_HANDS: ("who", "then"),
    Verb.LOOK_AT_HAND: ("who", "then"),
    Verb.LOOK_AT_PILE: ("count", "then"),
    Verb.ANOTHER_TURN: ("who", "count", "then"),
    Verb.SKIP_TURN: ("who", "count", "then"),
    Verb.REQUIRE: (*FILTER, "count"),
    Verb.FORBID: (*FILTER, "count"),
    Verb.OWN: ("bonus", "helmet", "count"),
    Verb.SHIELD: (*NATURE, "against"),
    Verb.GOAL: ("reach",),
    Verb.STRENGTHEN: (*NATURE, "by"),
    Verb.WORTH: ("sesterces",),
    Verb.BAN: NATURE,
    Verb.GROW: (*NATURE, "by"),
}
SIDED = (Verb.SHIELD, Verb.STRENGTHEN, Verb.GROW)  # of a character, for one camp perhaps


def keys_of(verb: Verb, place: Place) -> tuple[str, ...]:
    """What an effect may say here, besides what it does."""
    keys = (*KEYS[verb], "camp") if place == Place.LASTING and verb in SIDED else KEYS[verb]
    choice = place in (Place.POWER, Place.ALBUM) and verb < Verb.SHIELD and verb != Verb.USE_POWER
    return (*keys, "or") if choice else keys


CONDITIONS = (Verb.REQUIRE, Verb.FORBID, Verb.OWN)
PRICES = (
    Verb.KNOCK_OUT,
    Verb.ELIMINATE,
    Verb.TAKE_BACK,
    Verb.REMOVE_POTION,
    Verb.DISCARD,
    Verb.LOSE_BONUS,
    Verb.LOSE_HELMET,
)
DOINGS = tuple(verb for verb in Verb if Verb.NOTHING < verb < Verb.EITHER)
FITTING: dict[Place, tuple[Verb, ...]] = {
    Place.POWER: (*DOINGS, *CONDITIONS),
    Place.CONSTRAINT: (*PRICES, *CONDITIONS, Verb.SHIELD),
    Place.ALBUM: (
        *(verb for verb in DOINGS if verb != Verb.USE_POWER),
        Verb.REQUIRE,
        Verb.FORBID,
        Verb.SHIELD,
        Verb.GOAL,
        Verb.STRENGTHEN,
        Verb.WORTH,
        Verb.BAN,
    ),
    Place.LASTING: (Verb.SHIELD, Verb.GOAL, Verb.STRENGTHEN, Verb.WORTH, Verb.BAN, Verb.GROW),
}


class Misspelt(Exception):
    """Something wrong with one row; the message says what, its details fill the gaps."""

    def __init__(self, said: str, /, **details: object) -> None:
        super().__init__(said)
        self.what = Said.of(said, **details)


def word_of(row: Mapping[str, Any], key: str, words: Mapping[str, int], default: int) -> int:
    value = row.get(key)
    if value is None:
        return int(default)
    if not isinstance(value, str) or value not in words:
        said = say("%(key)s: expected one of %(words)s; got %(value)s")
        raise Misspelt(said, key=key, words=", ".join(words), value=repr_of(value))
    return int(words[value])


def number_of(row: Mapping[str, Any], key: str, low: int, high: int, default: int | None) -> int:
    value = row.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        said = say("%(key)s: expected a whole number from %(low)s to %(high)s; got %(value)s")
        raise Misspelt(said, key=key, low=low, high=high, value=repr_of(value))
    return value


def flag_of(row: Mapping[str, Any], key: str) -> int:
    value = row.get(key, False)
    if not isinstance(value, bool):
        raise Misspelt("%(key)s: expected true or false; got %(value)s", key=key, value=repr_of(value))
    return int(value)


def bits_of(row: Mapping[str, Any], key: str, words: Mapping[str, int]) -> int:
    value = row.get(key)
    if value is None:
        return sum(words.values())
    names: list[Any] = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    if not names or not all(isinstance(name, str) and name in words for name in names):
        said = say("%(key)s: expected one or a list of %(words)s; got %(value)s")
        raise Misspelt(said, key=key, words=", ".join(words), value=repr_of(value))
    return sum(words[name] for name in set(names))


@dataclass
class RowReader:
    """Reads the effect chains of a file; `ids` are the characters that a row may name."""

    file: EditionFile
    ids: Sequence[Any]

    def chain(self, entry: Mapping[str, Any], table: str, i: int, key: str, place: Place) -> list[list[int]]:
        """The alternatives of a chain: mostly one, with all of its effects."""
        rows = entry.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.file.complain(table, i, key, 'expected a list of effects, [{ do = "…" }, …]')
            return [[]]
        found: list[list[int]] = [[]]
        for n, row in enumerate(rows, 1):
            try:
                if self.begins(row, place, n, rows):
                    found.append([])
                first = n == 1 or row.get("or") is True
                found[-1].append(self.row(row, place, first=first, last=n == len(rows)))
            except Misspelt as problem:
                self.file.complain(table, i, key, "effect %(n)s: %(what)s", n=n, what=problem.what)
            else:
                if row["do"] == "use_power" and row.get("pick") == "each":  # since the second revision
                    what = say("effect %(n)s: pick: one power is used, not each of them")
                    self.file.outgrow(table, i, key, what, n=n)
                if any(isinstance(x, bool) for x in row.get("strength", ())):  # 0.1.0 took it
                    self.file.outgrow(table, i, key, "effect %(n)s: strength: expected [least, most]", n=n)
        if len(found) > ALTERNATIVES:
            what = say("%(n)s alternatives; there is room for %(most)s")
            self.file.complain(table, i, key, what, n=len(found), most=ALTERNATIVES)
        return found

    def begins(self, row: Mapping[str, Any], place: Place, n: int, rows: Sequence[Mapping[str, Any]]) -> bool:
        """Whether an effect begins another alternative; and whether it may stand among alternatives."""
        if "or" in row and place not in (Place.POWER, Place.ALBUM):
            raise Misspelt(
                "or: there are no alternatives in a chain of kind %(place)s", place=place.name.lower()
            )
        if any(each.get("or") is True for each in rows):
            verb = Verb(word_of(row, "do", VERBS, 0))
            if verb == Verb.USE_POWER or verb >= Verb.SHIELD:
                raise Misspelt("or: %(verb)s has no alternatives", verb=verb.name.lower())
        begins = flag_of(row, "or") == 1
        if begins and n == 1:
            raise Misspelt("or: there is nothing before it")
        return begins

    def row(self, row: Mapping[str, Any], place: Place, *, first: bool, last: bool) -> int:
        verb = Verb(word_of(row, "do", VERBS, 0))
        if verb not in FITTING[place]:
            raise Misspelt(
                "do: expected one of %(words)s in a chain of kind %(place)s; got %(value)s",
                words=", ".join(v.name.lower() for v in FITTING[place]),
                place=place.name.lower(),
                value=repr_of(row.get("do")),
            )
        for key in row:
            if key not in ("do", *keys_of(verb, place)):
                raise Misspelt(
                    "%(key)s: unknown key of %(verb)s; known: %(words)s",
                    key=shown_key(key),
                    verb=verb.name.lower(),
                    words=", ".join(keys_of(verb, place)),
                )
        if first and row.get("then"):
            raise Misspelt("then: the first effect depends on nothing")
        if verb == Verb.USE_POWER and not last:
            raise Misspelt("use_power stands last: the borrowed power takes over")
        parts = (
            self.nature(row) | self.flow(row, verb, place) | self.players(row, verb) | self.extent(row, verb)
        )
        if place != Place.POWER and parts.get("pick") == Pick.SELF:
            raise Misspelt("pick: self is for powers")
        return pack(verb=verb, **parts)

    def nature(self, row: Mapping[str, Any]) -> dict[str, int]:
        """Which characters."""
        parts = {"colours": bits_of(row, "colour", COLOUR_BITS), "types": bits_of(row, "type", TYPE_BITS)}
        span = row.get("strength", [0, 15])
        if not isinstance(span, list) or len(span) != 2 or not all(isinstance(x, int) for x in span):
            raise Misspelt("strength: expected [least, most]")
        if not 0 <= span[0] <= span[1] <= 15:
            raise Misspelt("strength: expected [least, most] between 0 and 15")
        parts |= {"low": span[0], "high": span[1]}
        if "named" in row:
            if row["named"] in self.ids:
                parts["named"] = self.ids.index(row["named"]) + 1
            elif "character" not in self.file.absent:
                raise Misspelt("named: there is no character %(name)s", name=repr_of(row["named"]))
        return parts

    def flow(self, row: Mapping[str, Any], verb: Verb, place: Place) -> dict[str, int]:
        """How often, at what price, on what condition."""
        cost = flag_of(row, "cost")
        if cost and verb not in PRICES:
            raise Misspelt("cost: %(verb)s is no price", verb=verb.name.lower())
        if place == Place.ALBUM and cost:
            raise Misspelt("cost: an album's effect costs nothing")
        if place == Place.CONSTRAINT and verb in PRICES:
            cost = 1
        may = flag_of(row, "may")
        if cost and (may or row.get("who", "you") != "you"):
            raise Misspelt("a price is paid by you, in full")
        return {
            "cost": cost,
            "may": may,
            "then": flag_of(row, "then"),
            "count": number_of(row, "count", 1, 9, 1),
        }

    def players(self, row: Mapping[str, Any], verb: Verb) -> dict[str, int]:
        """Whom, and which token."""
        parts = {"who": word_of(row, "who", WHO, Who.YOU)}
        if verb in (Verb.GAIN_BONUS, Verb.TAKE_BONUS, Verb.LOSE_BONUS):
            parts["thing"] = word_of(row, "bonus", BONUSES, Thing.BONUS)
        elif verb in (Verb.GAIN_HELMET, Verb.TAKE_HELMET, Verb.LOSE_HELMET):
            parts["thing"] = word_of(row, "helmet", HELMETS, Thing.LEGIONARY)
            if verb == Verb.GAIN_HELMET and parts["thing"] == Thing.HELMET:
                raise Misspelt("helmet: say which one is gained, legionary or centurion")
        elif verb == Verb.OWN:
            if ("bonus" in row) == ("helmet" in row):
                raise Misspelt("own: expected either bonus or helmet")
            kind, words = ("bonus", BONUSES) if "bonus" in row else ("helmet", HELMETS)
            parts["thing"] = word_of(row, kind, words, 0)
        elif verb == Verb.SHIELD:
            parts["thing"] = word_of(row, "against", SHIELDS, 0)
            if not parts["thing"]:
                raise Misspelt("against: expected one of %(words)s", words=", ".join(SHIELDS))
        elif verb == Verb.DISCARD and flag_of(row, "random"):
            parts["thing"] = int(Thing.RANDOM)
        return parts

    def extent(self, row: Mapping[str, Any], verb: Verb) -> dict[str, int]:
        """Where, which of them, and the numbers of standing rules."""
        parts = {
            "where": word_of(row, "where", WHERE, Where.HERE),
            "camp": word_of(row, "camp", SIDES, 0),
            "pick": word_of(row, "pick", PICKS, Pick.CHOSEN),
            "potion": word_of(row, "potion", POTIONS, 0),
        }
        if verb == Verb.MOVE:
            parts["to"] = word_of(row, "to", TO, To.ANYWHERE)
            if parts["pick"] == Pick.EACH and parts["to"] not in (To.HERE, To.ACROSS):
                raise Misspelt("to: each of them can only be moved here or across")
        elif verb == Verb.GOAL:
            parts["count"] = number_of(row, "reach", 5, 31, None)
        elif verb == Verb.WORTH:
            parts["count"] = number_of(row, "sesterces", 1, 31, None)
        elif verb in (Verb.STRENGTHEN, Verb.GROW):
            parts["count"] = STRENGTHEN_ZERO + number_of(row, "by", -9, 9, None)
        elif verb <= LAST_TARGET_VERB and parts["pick"] == Pick.SELF:
            parts["where"] = int(Where.ANYWHERE)
        return parts
