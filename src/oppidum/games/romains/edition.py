"""Editions of `romains`: board, dice and cards, from a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from oppidum.games.romains.endless import Way
from oppidum.games.romains.state import CARDS, FACES, HAND, SEATS
from oppidum.kernel.edition_problems import say, shown
from oppidum.kernel.editions import Edition, EditionFile

EVENTS = ("menhir", "bard", "cohort")
DICE = ("white", "black")
KINDS = ("helmets", "penalty")
PER_KIND = {"helmets": 32, "penalty": 16}
PRINTED_FACES = {"white": (1, 4), "black": (3, 6)}  # R2
PRINTED_REMOVED = {3: 10, 4: 10, 5: 5, 6: 0}  # R3
MOST_COPIES = 31
SHORTEST_WAY, LONGEST_WAY = 4, 16
MOST_REMOVED = CARDS - HAND * SEATS - 1


def check_board(file: EditionFile) -> tuple[int, list[int]]:
    """Steps to the village, and the spaces of each event as a set."""
    board = file.section("board")
    file.only(board, "board", 0, ("village", "from"))
    file.source_of(board, "board", 0)
    village = file.number(board, "board", 0, "village", SHORTEST_WAY, LONGEST_WAY)
    beyond = village if board.get("village") == village else LONGEST_WAY  # where it is not known
    spaces = [0] * len(EVENTS)
    taken: set[int] = set()
    for i, space in enumerate(file.entries("space")):
        file.only(space, "space", i, ("at", "event", "from"))
        file.source_of(space, "space", i)
        at = file.number(space, "space", i, "at", 1, beyond - 1)
        event = file.one_of(space, "space", i, "event", EVENTS)
        if at in taken:
            file.complain("space", i, "at", "space %(at)s is there twice", at=at)
        if space.get("at") == at:
            taken.add(at)
        spaces[EVENTS.index(event)] |= 1 << at
    return village, spaces


def check_dice(file: EditionFile) -> list[int]:
    """The six faces of each die, four bits each."""
    dice = file.entries("die")
    packed = [0, 0]
    found: list[str] = []
    for i, die in enumerate(dice):
        file.only(die, "die", i, ("id", "faces", "from"))
        file.source_of(die, "die", i)
        name = file.one_of(die, "die", i, "id", DICE)
        pips = file.numbers(die, "die", i, "faces", 6, 1, 6)
        for face in pips:
            file.compare("die", i, "faces", face, *PRINTED_FACES[name])
        packed[DICE.index(name)] = sum(n << (4 * j) for j, n in enumerate(pips))
        found.append(name)
    if dice and sorted(found) != sorted(DICE):
        file.complain("die", len(dice) - 1, "id", "expected one white die and one black")
    return packed


def check_cards(file: EditionFile) -> int:
    """All the cards of the box."""
    cards = file.entries("card")
    copies = [0] * FACES
    for i, card in enumerate(cards):
        file.only(card, "card", i, ("id", "name", "kind", "points", "copies", "from"))
        file.text_of(card, "card", i, "id")
        file.slug(card, "card", i)
        file.names(card, "card", i)
        file.source_of(card, "card", i)
        kind = file.one_of(card, "card", i, "kind", KINDS)
        points = file.number(card, "card", i, "points", 1, 3)
        face = 3 * KINDS.index(kind) + points - 1
        if copies[face]:
            what = say("%(kind)s of %(points)s are there twice")
            file.complain("card", i, "points", what, kind=kind, points=points)
        copies[face] = file.number(card, "card", i, "copies", 1, MOST_COPIES)
    for k, (kind, expected) in enumerate(PER_KIND.items()):
        n = sum(copies[3 * k : 3 * k + 3])
        if cards and n != expected:
            what = say("expected %(n)s %(kind)s cards in all, found %(found)s")
            file.complain("card", len(cards) - 1, "copies", what, n=expected, kind=kind, found=n)
    return sum(n << (5 * face) for face, n in enumerate(copies))


def check_tables(file: EditionFile) -> int:
    """Cards removed with each number of players, five bits each."""
    tables = file.entries("table")
    found: list[int] = []
    packed = 0
    for i, table in enumerate(tables):
        file.only(table, "table", i, ("players", "removed", "from"))
        file.source_of(table, "table", i)
        players = file.number(table, "table", i, "players", 2, SEATS)
        removed = file.number(table, "table", i, "removed", 0, MOST_REMOVED)
        if players in PRINTED_REMOVED:
            file.compare("table", i, "removed", removed, *[PRINTED_REMOVED[players]] * 2)
        if players in found:
            file.complain("table", i, "players", "%(n)s players are there twice", n=players)
        else:
            packed |= removed << (5 * (players - 2))
        found.append(players)
    if tables and set(found) != set(range(2, SEATS + 1)):
        file.complain(
            "table", len(tables) - 1, "players", "expected an entry for each of 2, 3, 4, 5 and 6 players"
        )
    return packed


def check_pawns(file: EditionFile) -> None:
    pawns = file.entries("pawn")
    taken: set[str] = set()
    for i, pawn in enumerate(pawns):
        file.only(pawn, "pawn", i, ("id", "name", "from"))
        name = file.text_of(pawn, "pawn", i, "id")
        file.slug(pawn, "pawn", i)
        if name in taken:  # 0.1.0 took it
            file.outgrow("pawn", i, "id", "%(name)s is there twice", name=shown(name))
        taken.add(name)
        file.names(pawn, "pawn", i)
        file.source_of(pawn, "pawn", i)
    if pawns and len(pawns) != SEATS:
        what = say("expected %(n)s pawns, found %(found)s")
        file.complain("pawn", len(pawns) - 1, "", what, n=SEATS, found=len(pawns))


def check_end(file: EditionFile, village: int, events: Sequence[int], dice: Sequence[int]) -> None:
    """Every game comes to its end. (0.1.0 did not ask.)"""
    faces = frozenset((die >> (4 * i)) & 15 for die in dice for i in range(6))
    menhirs, bards, cohorts = events
    if not Way(village, menhirs, bards, cohorts, faces).can_end():
        what = say("with these dice and spaces a game may never end: no way leads home, or none with a card")
        file.outgrow("die", 0, "faces", what)


def read(file: EditionFile) -> Edition:
    """Check a whole file; raises BadEdition with every problem in it."""
    file.sections("edition", "board", "space", "die", "card", "table", "pawn")
    file.header("romains")
    village, (menhirs, bards, cohorts) = check_board(file)
    white, black = check_dice(file)
    supply = check_cards(file)
    aside = check_tables(file)
    check_pawns(file)
    file.finish()
    check_end(file, village, (menhirs, bards, cohorts), (white, black))

    def fill(states: Any) -> None:
        states["village"] = village
        states["menhirs"] = signed(menhirs)
        states["bards"] = signed(bards)
        states["cohorts"] = signed(cohorts)
        states["white"] = white
        states["black"] = black
        states["supply"] = supply
        states["aside"] = aside

    return file.edition(fill)


def signed(bits: int) -> int:
    """Sixteen bits as the record stores them."""
    return bits - ((bits >> 15) << 16)


@cache
def default() -> Edition:
    return read(EditionFile.packaged(__package__, "reconstituee.toml"))


@cache
def earlier() -> tuple[Edition, ...]:
    return tuple(read(file) for file in EditionFile.earlier(__package__))
