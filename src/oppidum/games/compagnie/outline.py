"""What an edition of `compagnie` may say, its powers included: made from the language's own definitions."""

from __future__ import annotations

from collections.abc import Iterable

from oppidum.games.compagnie.edition import COLOURS, MOST_TOKENS, TYPES
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
)
from oppidum.games.compagnie.spelling import FITTING, Place, keys_of
from oppidum.games.compagnie.state import SEATS
from oppidum.kernel.outline import FROM, ID, NAME, NOTE, TITLE, Field, Section, choice, number


def one_of(key: str, words: Iterable[str], usual: str | None = None) -> Field:
    return Field(key, "choice", choices=tuple(words), usual=usual)


# Every key of an effect: what it may be, and what is meant where it is left out.
OF_AN_EFFECT = {
    each.key: each
    for each in (
        Field("colour", "several", choices=COLOURS, optional=True),
        Field("type", "several", choices=TYPES, optional=True),
        Field("strength", "span", low=0, high=15, optional=True),
        Field("named", "choice", table="character", optional=True),
        one_of("where", WHERE, "here"),
        one_of("camp", SIDES, "any"),
        one_of("potion", POTIONS, "either"),
        one_of("pick", PICKS, "chosen"),
        one_of("to", TO, "anywhere"),
        one_of("who", WHO, "you"),
        Field("bonus", "choice", choices=tuple(BONUSES), optional=True),
        Field("helmet", "choice", choices=tuple(HELMETS), optional=True),
        one_of("against", SHIELDS),
        Field("count", "number", 1, 9, usual=1),
        Field("reach", "number", 5, 31),
        Field("sesterces", "number", 1, 31),
        Field("by", "number", -9, 9),
        *(Field(key, "flag", usual=False) for key in ("random", "may", "cost", "then", "or")),
    )
}


def chain(key: str, place: Place) -> Field:
    """Effects that may stand in this place, and what may be said of each."""
    effects = {
        verb.name.lower(): tuple(each for key, each in OF_AN_EFFECT.items() if key in keys_of(verb, place))
        for verb in FITTING[place]
    }
    return Field(key, "chain", optional=True, effects=effects)


SECTIONS = (
    TITLE,
    Section(
        "character",
        (
            NAME,
            choice("colour", *COLOURS),
            choice("type", *TYPES),
            number("strength", 1, 15),
            number("copies", 1, 9),
            Field("back", "choice", choices=("blue", "red"), when=("colour", "neutral")),
            Field("other_backs", "number", 0, 8, usual=0, when=("colour", "neutral")),
            chain("power", Place.POWER),
            chain("constraint", Place.CONSTRAINT),
            chain("lasting", Place.LASTING),
            FROM,
            NOTE,
            ID,
        ),
        grows=True,
    ),
    Section(
        "album",
        (NAME, Field("starter", "flag", usual=False), chain("effect", Place.ALBUM), FROM, NOTE, ID),
        grows=True,
    ),
    Section(
        "tokens",
        (
            *(number(key, SEATS, MOST_TOKENS) for key in ("potion", "fish", "boar", "legionary")),
            number("centurion", 0, MOST_TOKENS),
            FROM,
        ),
        many=False,
    ),
)
