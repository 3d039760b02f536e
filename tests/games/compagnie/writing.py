"""Editions of `compagnie` made up at random from the language of effects, for properties that hold in all.

    @given(edition=editions(), players=st.integers(2, 4))
    def test_something(edition, players): …

`edition(…)` writes one by hand: characters and albums as plain dictionaries, everything else filled in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from oppidum.games.compagnie import edition as reader
from oppidum.games.compagnie.edition import MOST_BLIND, MOST_BLIND_AT_START
from oppidum.games.compagnie.power_language import (
    BONUSES,
    HELMETS,
    PICKS,
    POTIONS,
    SHIELDS,
    SIDES,
    TO,
    WHERE,
    WHO,
    Verb,
)
from oppidum.games.compagnie.spelling import COLOUR_BITS, FITTING, PRICES, TYPE_BITS, Place, keys_of
from oppidum.kernel.editions import Edition, EditionFile

TOKENS = {"potion": 6, "fish": 6, "boar": 6, "legionary": 8, "centurion": 3}
USUAL = {"colour": "gaul", "type": "rebel", "strength": 3, "copies": 1}
STARTERS = 4
SEVERAL = 5  # characters of which there are three or four copies: enough for four hands, whatever the others
MOST_ROWS = 3  # in a chain: so few that an edition never needs more rows than there are


# ---------------------------------------------------------------- as text


def toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def entry(table: str, data: Mapping[str, Any]) -> list[str]:
    return [f"[[{table}]]", *(f"{key} = {toml(value)}" for key, value in data.items()), ""]


def text(
    characters: Sequence[Mapping[str, Any]],
    albums: Sequence[Mapping[str, Any]] = (),
    tokens: Mapping[str, int] = TOKENS,
    starters: Sequence[Mapping[str, Any]] = (),
) -> str:
    """An edition file. Whatever an entry does not say is filled in; starting albums are added."""
    lines = ["[edition]", 'game = "compagnie"', 'id = "made-up"', 'title = "Made up"', "", "[tokens]"]
    lines += [f"{key} = {n}" for key, n in {**TOKENS, **tokens}.items()] + ['from = "reconstruction"', ""]
    for character in characters:
        usual: dict[str, Any] = {"name": {"fr": character["id"]}, **USUAL}
        if character.get("colour") == "neutral":
            usual["back"] = "red"
        lines += entry("character", {**usual, **character, "from": "reconstruction"})
    plain = [{"id": f"start-{n}"} for n in range(1, STARTERS + 1)]
    first = [{**album, "starter": True} for album in starters or plain]
    for album in (*first, *(albums or [{"id": "plain"}])):
        lines += entry("album", {"name": {"fr": album["id"]}, **album, "from": "reconstruction"})
    return "\n".join(lines)


def edition(
    characters: Sequence[Mapping[str, Any]],
    albums: Sequence[Mapping[str, Any]] = (),
    tokens: Mapping[str, int] = TOKENS,
    starters: Sequence[Mapping[str, Any]] = (),
) -> Edition:
    return reader.read(EditionFile.parse("made up", text(characters, albums, tokens, starters)))


# ---------------------------------------------------------------- made up


def one_or_some(words: Sequence[str]) -> st.SearchStrategy[Any]:
    return st.sampled_from(words) | st.lists(st.sampled_from(words), min_size=1, max_size=3, unique=True)


def span() -> st.SearchStrategy[list[int]]:
    return st.tuples(st.integers(0, 6), st.integers(2, 15)).map(lambda pair: [min(pair), max(pair)])


def value_of(key: str, ids: Sequence[str]) -> st.SearchStrategy[Any]:
    return {
        "colour": one_or_some(list(COLOUR_BITS)),
        "type": one_or_some(list(TYPE_BITS)),
        "strength": span(),
        "named": st.sampled_from(ids),
        "where": st.sampled_from(list(WHERE)),
        "camp": st.sampled_from(list(SIDES)),
        "potion": st.sampled_from(list(POTIONS)),
        "pick": st.sampled_from(list(PICKS)),
        "count": st.sampled_from([1, 1, 2, 2, 3, 9]),
        "may": st.booleans(),
        "cost": st.booleans(),
        "then": st.booleans(),
        "who": st.sampled_from(list(WHO)),
        "bonus": st.sampled_from(list(BONUSES)),
        "helmet": st.sampled_from(list(HELMETS)),
        "random": st.booleans(),
        "to": st.sampled_from(list(TO)),
        "against": st.sampled_from(list(SHIELDS)),
        "reach": st.integers(5, 31),
        "sesterces": st.integers(1, 31),
        "by": st.integers(-9, 9),
        "or": st.sampled_from([False, False, True]),
    }[key]


ALONE = ("use_power", "shield", "goal", "worth", "strengthen", "ban")  # not among alternatives
MUST = {
    Verb.SHIELD: ("against",),
    Verb.GOAL: ("reach",),
    Verb.WORTH: ("sesterces",),
    Verb.STRENGTHEN: ("by",),
    Verb.GROW: ("by",),
}


@st.composite
def rows(draw: st.DrawFn, place: Place, ids: Sequence[str], most: int = MOST_ROWS) -> list[dict[str, Any]]:
    """A chain of effects that may stand in this place."""
    length = draw(st.integers(0, most))
    chain = [draw(row(place, ids, n == 0, n == length - 1)) for n in range(length)]
    while cards_by_chance(chain) > MOST_BLIND:
        chain.pop(0)
    if any(row["do"] in ALONE for row in chain):
        for each in chain:
            each.pop("or", None)
    for n, each in enumerate(chain):
        if n == 0:
            each.pop("or", None)
        if n == 0 or each.get("or"):
            each.pop("then", None)
    return chain


def cards_by_chance(chain: Sequence[Mapping[str, Any]]) -> int:
    """As docs/editions/compagnie.md counts them."""
    players = {"both": 2, "others": 3, "everyone": 4}
    return sum(
        each.get("count", 1) * players.get(each.get("who", "you"), 1)
        for each in chain
        if each["do"] in ("draw", "steal") or each.get("random")
    )


@st.composite
def row(draw: st.DrawFn, place: Place, ids: Sequence[str], first: bool, last: bool) -> dict[str, Any]:
    fitting = [verb for verb in FITTING[place] if last or verb != Verb.USE_POWER]
    verb = draw(st.sampled_from(fitting))
    must = MUST.get(verb, ())
    told = {
        key: draw(value_of(key, ids)) for key in keys_of(verb, place) if key in must or draw(st.booleans())
    }
    mend(told, verb, place, first)
    return {"do": verb.name.lower(), **told}


def mend(told: dict[str, Any], verb: Verb, place: Place, first: bool) -> None:
    """Take out what the language does not allow together."""
    if first:
        told.pop("then", None)
    if place == Place.ALBUM or verb not in PRICES:
        told.pop("cost", None)
    if told.get("cost") or (place == Place.CONSTRAINT and verb in PRICES):
        told.pop("may", None)
        told.pop("who", None)
    pick = told.get("pick")
    if (pick == "self" and place != Place.POWER) or (verb == Verb.USE_POWER and pick == "each"):
        told.pop("pick")
    if verb == Verb.MOVE and told.get("pick") == "each":
        told["to"] = "across" if told.get("to") == "across" else "here"
    if verb == Verb.GAIN_HELMET and told.get("helmet") == "any":
        told["helmet"] = "centurion"
    if verb == Verb.OWN and "helmet" in told:
        told.pop("bonus", None)
    elif verb == Verb.OWN:
        told.setdefault("bonus", "any")


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    """A small valid edition: ten to fourteen characters, two to six albums, few tokens.

    Some characters exist once only: whoever steals one shows it to nobody (K17).
    """
    ids = [f"c{n}" for n in range(1, draw(st.integers(10, 14)) + 1)]
    characters: list[dict[str, Any]] = []
    for n, name in enumerate(ids):
        colour = draw(st.sampled_from(list(COLOUR_BITS)))
        character: dict[str, Any] = {
            "id": name,
            "colour": colour,
            "type": draw(st.sampled_from(list(TYPE_BITS))),
            "strength": draw(st.integers(1, 8) | st.integers(9, 15)),
            "copies": draw(st.integers(1, 4)) if n >= SEVERAL else draw(st.integers(3, 4)),
            "power": draw(rows(Place.POWER, ids)),
        }
        if colour == "neutral":
            character["back"] = draw(st.sampled_from(["blue", "red"]))
            character["other_backs"] = draw(st.integers(0, character["copies"] - 1))
        if draw(st.integers(0, 3)) == 0:
            character["constraint"] = draw(rows(Place.CONSTRAINT, ids, 2))
        if draw(st.integers(0, 3)) == 0:
            character["lasting"] = draw(rows(Place.LASTING, ids, 2))
        characters.append(character)
    albums = [
        {"id": f"a{n}", "effect": draw(rows(Place.ALBUM, ids))} for n in range(1, draw(st.integers(2, 6)) + 1)
    ]
    tokens = {key: draw(st.integers(4, 7)) for key in ("potion", "fish", "boar", "legionary")}
    starters = [{"id": f"start-{n}", "effect": draw(opening(ids))} for n in range(1, STARTERS + 1)]
    return edition(characters, albums, {**tokens, "centurion": draw(st.integers(0, 3))}, starters)


@st.composite
def opening(draw: st.DrawFn, ids: Sequence[str]) -> list[dict[str, Any]]:
    """An effect of a starting album: mostly none."""
    chain: list[dict[str, Any]] = draw(rows(Place.ALBUM, ids)) if draw(st.integers(0, 2)) == 0 else []
    if cards_by_chance(chain) > MOST_BLIND_AT_START or any(row["do"] == "gain_helmet" for row in chain):
        return []
    return chain


def longest_chain(cards: Edition) -> int:
    return max(
        len(entry.get(key, []))
        for table in ("character", "album")
        for entry in cards.data[table]
        for key in ("power", "constraint", "effect")
    )


def most_decisions(cards: Edition, players: int) -> int:
    """The bound of docs/editions/compagnie.md."""
    chain, albums = longest_chain(cards), len(cards.data["album"])
    return 400 * players * (108 * chain + 98) + albums * (36 * chain + 3)
