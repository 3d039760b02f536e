"""What of a game of `romains` counts towards the balance of its edition.

A chance of a card is that somebody held it at the village, lost it to a menhir or still has it at the end, a
use that it was banked; a chance of a space is a move, a use that it ended there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oppidum.games.romains.card_sets import count
from oppidum.games.romains.state import FACES, Die, Kind
from oppidum.kernel import bits
from oppidum.kernel.compiled import part
from oppidum.kernel.editions import Edition
from oppidum.kernel.tally import NO_THING, Change, Figure, Group, Thing, edit

GAMES = 20_000  # as many as are measured in some twenty seconds
GROUPS = (Group("card", 0.16, alike=False), Group("space", 0.12, alike=False))
FIGURES = (
    Figure("black", 0.35, 0.65, percent=True),  # docs/editions/romains.md says why
    Figure("called", 0.15, 0.50, percent=True),
    Figure("turns", 80, 180),
)
BLACK, CALLED, TURNS = range(len(FIGURES))
OPTIONS: dict[str, object] = {}
MEMO = 0
KINDS = ("helmets", "penalty")


def face_of(card: Any) -> int:
    return 3 * KINDS.index(card["kind"]) + card["points"] - 1


def things(edition: Edition) -> list[Thing]:
    """Cards by their faces, then spaces along the way: as the position has them."""
    cards = {face_of(card): Thing("card", card["id"], card["name"]) for card in edition.data["card"]}
    spaces = sorted(edition.data["space"], key=lambda space: space["at"])
    return [
        *(cards.get(face, NO_THING) for face in range(FACES)),
        *(Thing("space", f"{space['event']} {space['at']}") for space in spaces),
    ]


@part
def starts(s):
    return s.turn


@part
def before(s, seat, action, chances, uses, figures, memo):
    pass


@part
def row_of(s, space):
    """The row of an event space: they come after the cards, in the order of the way."""
    return FACES + bits.count((s.menhirs | s.bards | s.cohorts) & 0xFFFF & ((1 << space) - 1))


@part
def after(s, seat, action, chances, uses, figures, memo):
    for i in range(s.told):
        kind, who, what = s.events[i, 0], s.events[i, 1], s.events[i, 2]
        if kind == Kind.ROLL:
            figures[BLACK, 0] += what == Die.BLACK
            figures[BLACK, 1] += 1
            figures[CALLED, 1] += what == Die.BLACK
        elif kind == Kind.CALLS:
            figures[CALLED, 0] += 1
        elif kind == Kind.MOVE:
            for row in range(FACES, len(chances)):
                chances[row] += 1
        elif kind == Kind.BANK:
            chances[what] += s.events[i, 3]
            uses[what, who] += s.events[i, 3]
        elif kind == Kind.MENHIR:
            chances[what] += 1
            uses[row_of(s, s.at[who]), who] += 1
        elif kind == Kind.COHORT:
            uses[row_of(s, s.at[who]), who] += 1
        elif kind == Kind.BARD:
            uses[row_of(s, what), who] += 1


@part
def closing(s, chances, uses, figures, memo):
    for seat in range(s.players):
        for face in range(FACES):
            chances[face] += count(s.known[seat, seat], face)
    figures[TURNS, 0] += s.turns
    figures[TURNS, 1] += 1


# ---------------------------------------------------------------- what could be changed


def changes(edition: Edition) -> Iterator[Change]:
    for by in (-1, 1):
        yield Change((edit(edition, "board", 0, "village", by),))
    for index, space in enumerate(edition.data["space"]):
        name = f"{space['event']} {space['at']}"
        for by in (-1, 1):
            yield Change((edit(edition, "space", index, "at", by, name),), "space", name)
    yield from copies(edition, edition.data["card"])
    for index, die in enumerate(edition.data["die"]):
        for face in range(len(die["faces"])):
            for by in (-1, 1):
                yield Change((edit(edition, "die", index, "faces", by, die["id"], (face,)),))
    for index, table in enumerate(edition.data["table"]):
        for by in (-1, 1):
            yield Change((edit(edition, "table", index, "removed", by, f"{table['players']} players"),))


def copies(edition: Edition, cards: list[Any]) -> Iterator[Change]:
    """One copy more of a card and one fewer of another of its kind: the sum is printed."""
    for index, card in enumerate(cards):
        for other, rival in enumerate(cards):
            if other != index and rival["kind"] == card["kind"]:
                more = edit(edition, "card", index, "copies", 1, card["id"])
                fewer = edit(edition, "card", other, "copies", -1, rival["id"])
                yield Change((more, fewer), "card", card["id"])
