"""Editions of `cartes`: what the rulebook does not print, from a file."""

from __future__ import annotations

from functools import cache
from typing import Any

from oppidum.games.cartes.state import MAX_PLAYERS, MOST_BOTTLES, PIRATES, RANKS, VALUES, Frees
from oppidum.kernel.edition_problems import say, shown
from oppidum.kernel.editions import Edition, EditionFile

ROMANS = 44
PRINTED_VALUES = (1, 15)  # C3
PRINTED_BONUS = {"pair": 20, "three": 50, "four": 100}  # 7.3
MOST_COPIES, MOST_VALUE, MOST_BONUS = 4, 30, 127
GENERAL = {"highest": Frees.HIGHEST, "lowest": Frees.LOWEST, "any": Frees.ANY}


def check_id(file: EditionFile, entry: dict[str, Any], table: str, i: int, ids: set[str]) -> str:
    """An id must be there, and only once in its table."""
    name = file.text_of(entry, table, i, "id")
    if name and name in ids:
        file.complain(table, i, "id", "%(name)s is there twice", name=shown(name))
    file.slug(entry, table, i)
    ids.add(name)
    return name


def check_gauls(file: EditionFile) -> list[list[int]]:
    """Bottles per character and value."""
    gauls = file.entries("gaul")
    bottles: list[list[int]] = []
    ids: set[str] = set()
    for i, gaul in enumerate(gauls):
        file.only(gaul, "gaul", i, ("id", "name", "bottles", "from"))
        check_id(file, gaul, "gaul", i, ids)
        file.names(gaul, "gaul", i)
        file.source_of(gaul, "gaul", i)
        bottles.append(file.numbers(gaul, "gaul", i, "bottles", VALUES, 1, MOST_BOTTLES))
    if gauls and len(gauls) != MAX_PLAYERS:
        what = say("expected %(n)s characters, found %(found)s")
        file.complain("gaul", len(gauls) - 1, "", what, n=MAX_PLAYERS, found=len(gauls))
    return bottles


def check_romans(file: EditionFile) -> tuple[list[int], list[int]]:
    """Values and copies per rank."""
    romans = file.entries("roman")
    worth: list[int] = []
    copies: list[int] = []
    ids: set[str] = set()
    for i, roman in enumerate(romans):
        file.only(roman, "roman", i, ("id", "name", "value", "copies", "from", "attested"))
        name = check_id(file, roman, "roman", i, ids)
        if name in GENERAL:  # 0.1.0 took it, and meant the general word wherever a pirate frees it
            what = say("%(name)s is a general word of pirate.frees, not the id of a rank")
            file.outgrow("roman", i, "id", what, name=repr(name))
        file.names(roman, "roman", i)
        file.source_of(roman, "roman", i)
        copies.append(file.number(roman, "roman", i, "copies", 1, MOST_COPIES))
        before = len(file.problems)
        worth.append(file.number(roman, "roman", i, "value", 1, MOST_VALUE))
        file.compare("roman", i, "value", worth[i], *PRINTED_VALUES)
        if i and worth[i] <= worth[i - 1] and len(file.problems) == before:
            file.complain("roman", i, "value", "ranks stand in the order of their values, each value once")
    if romans and len(romans) != RANKS:
        what = say("expected %(n)s ranks, found %(found)s")
        file.complain("roman", len(romans) - 1, "", what, n=RANKS, found=len(romans))
    if romans and sum(copies) != ROMANS:
        what = say("expected %(n)s Romans in all, found %(found)s")
        file.complain("roman", len(romans) - 1, "copies", what, n=ROMANS, found=sum(copies))
    return worth, copies


def check_pirates(file: EditionFile) -> list[int]:
    """Whom each pirate frees."""
    romans = file.data.get("roman")
    ranks = [r.get("id") for r in romans if isinstance(r, dict)] if isinstance(romans, list) else []
    pirates = file.entries("pirate")
    frees: list[int] = []
    freed: set[str] = set()
    for i, pirate in enumerate(pirates):
        file.only(pirate, "pirate", i, ("frees", "name", "from"))
        file.names(pirate, "pirate", i)
        file.source_of(pirate, "pirate", i)
        whom = file.text_of(pirate, "pirate", i, "frees")
        if whom in GENERAL:
            frees.append(int(GENERAL[whom]))
        elif whom in ranks:
            frees.append(ranks.index(whom))
        else:
            frees.append(0)
            if whom and "roman" not in file.absent:
                file.complain("pirate", i, "frees", "expected highest, lowest, any or the id of a Roman rank")
        if whom in freed:
            file.complain("pirate", i, "frees", "two pirates free %(name)s", name=shown(whom))
        freed |= {whom} - {""}
    if pirates and len(pirates) != PIRATES:
        what = say("expected %(n)s pirates, found %(found)s")
        file.complain("pirate", len(pirates) - 1, "", what, n=PIRATES, found=len(pirates))
    return frees


def check_idefix(file: EditionFile) -> None:
    idefix = file.section("idefix")
    file.only(idefix, "idefix", 0, ("name", "from"))
    file.names(idefix, "idefix", 0)
    file.source_of(idefix, "idefix", 0)


def check_bonus(file: EditionFile) -> list[int]:
    scoring = file.section("scoring")
    file.only(scoring, "scoring", 0, ("pair", "three", "four", "from"))
    file.source_of(scoring, "scoring", 0)
    bonus = [0, 0]
    for key, printed in PRINTED_BONUS.items():
        bonus.append(file.number(scoring, "scoring", 0, key, 0, MOST_BONUS))
        file.compare("scoring", 0, key, bonus[-1], printed, printed)
    return bonus


def read(file: EditionFile) -> Edition:
    """Check a whole file; raises BadEdition with every problem in it."""
    file.sections("edition", "scoring", "gaul", "roman", "pirate", "idefix")
    file.header("cartes")
    bottles = check_gauls(file)
    worth, copies = check_romans(file)
    frees = check_pirates(file)
    bonus = check_bonus(file)
    check_idefix(file)
    file.finish()

    def fill(states: Any) -> None:
        states["worth"] = worth
        states["copies"] = copies
        states["frees"] = frees
        states["bonus"] = bonus
        states["bottles"] = [sum((n - 1) << (2 * value) for value, n in enumerate(row)) for row in bottles]

    return file.edition(fill)


@cache
def default() -> Edition:
    return read(EditionFile.packaged(__package__, "reconstituee.toml"))


@cache
def earlier() -> tuple[Edition, ...]:
    return tuple(read(file) for file in EditionFile.earlier(__package__))
