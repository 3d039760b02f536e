"""What of a game of `cartes` counts towards the balance of its edition.

A chance of a Roman or a pirate is that it came up, a use that somebody took it or was given it. Characters
are drawn, so that all of them sit everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oppidum.games.cartes.state import MAX_PLAYERS, Kind
from oppidum.kernel.compiled import part
from oppidum.kernel.editions import Edition
from oppidum.kernel.tally import Change, Figure, Group, Thing, edit, steps

GAMES = 16_000  # as many as are measured in some twenty seconds
GROUPS = (
    Group("gaul", 0.03),
    Group("roman", 0.08, alike=False),
    Group("pirate", 0.08, alike=False),
)
FIGURES = (Figure("nobody", 0.0, 0.1, percent=True), Figure("escapes"))
NOBODY_TAKES, ESCAPES = range(len(FIGURES))
OPTIONS: dict[str, object] = {"characters": "drawn"}
MEMO = 0


def things(edition: Edition) -> list[Thing]:
    return [
        Thing(group.id, entry["frees" if group.id == "pirate" else "id"], entry["name"])
        for group in GROUPS
        for entry in edition.data[group.id]
    ]


@part
def starts(s):
    return 0  # all bids are simultaneous


@part
def before(s, seat, action, chances, uses, figures, memo):
    pass


@part
def after(s, seat, action, chances, uses, figures, memo):
    for i in range(s.told):
        kind = s.events[i, 0]
        if kind == Kind.NOBODY_WINS:
            chances[MAX_PLAYERS + s.events[i, 1]] += 1
            figures[NOBODY_TAKES, 0] += 1
            figures[NOBODY_TAKES, 1] += 1
        elif kind == Kind.CAPTURED or kind == Kind.KEPT or kind == Kind.DREW:
            take(s.events[i, 1], s.events[i, 2], chances, uses, figures)
        elif kind == Kind.GIVEN:
            take(s.events[i, 2], s.events[i, 3], chances, uses, figures)
        elif kind == Kind.ESCAPED:
            figures[ESCAPES, 0] += 1


@part
def take(seat, card, chances, uses, figures):
    chances[MAX_PLAYERS + card] += 1
    uses[MAX_PLAYERS + card, seat] += 1
    figures[NOBODY_TAKES, 1] += 1


@part
def closing(s, chances, uses, figures, memo):
    for seat in range(s.players):
        chances[s.character[seat]] += 1
        uses[s.character[seat], seat] += 1
    figures[ESCAPES, 1] += s.hands_to_play


# ---------------------------------------------------------------- what could be changed


def changes(edition: Edition) -> Iterator[Change]:
    for index, gaul in enumerate(edition.data["gaul"]):
        for value in reversed(range(len(gaul["bottles"]))):  # those of the highest decide most
            for by in (-1, 1):
                one = edit(edition, "gaul", index, "bottles", by, gaul["id"], (value,))
                yield Change((one,), "gaul", gaul["id"], by)
    yield from steps(edition, "roman", "value", (1, 2, 4), "roman", 1)
    yield from copies(edition, edition.data["roman"])
    for key in ("four", "three", "pair"):
        for by in (-5, 5):
            yield Change((edit(edition, "scoring", 0, key, by),))


def copies(edition: Edition, romans: list[Any]) -> Iterator[Change]:
    """One copy more of a rank and one fewer of the next: there are always 44."""
    for index, roman in enumerate(romans):
        for other in (index - 1, index + 1):
            if 0 <= other < len(romans):
                more = edit(edition, "roman", index, "copies", 1, roman["id"])
                fewer = edit(edition, "roman", other, "copies", -1, romans[other]["id"])
                yield Change((more, fewer), "roman", roman["id"])
