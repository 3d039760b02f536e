"""How the seats of a table show themselves: a character and a colour, no two alike.

A game whose rules do not care has a module `dress` in its face: `characters(t, edition)` gives the ids (as
their portraits `p-ID` are called) and names to choose from; none where only the colour is a matter of taste.
Who chooses nothing gets what is left, the same as ever where nobody has chosen anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.tables import SeatView
from oppidum.words.language import Language

T = TypeVar("T")
COLOURS = 6  # seat0 to seat5 of the style sheets


@dataclass(frozen=True)
class Dress:
    character: str | None
    colour: int


def offered(game_id: str) -> bool:
    """Whether a seat may choose anything."""
    return faces.part(game_id, "dress") is not None


def characters_of(game_id: str, t: Language, edition: Edition) -> dict[str, str]:
    """By id; none where there is nothing to choose."""
    part = faces.part(game_id, "dress")
    return dict(part.characters(t, edition)) if part else {}


def colour_names(t: Language) -> list[str]:
    return [
        t.word("colour", "red"),
        t.word("colour", "blue"),
        t.word("colour", "green"),
        t.word("colour", "purple"),
        t.word("colour", "orange"),
        t.word("colour", "black"),
    ]


def dressed(seats: Sequence[SeatView], usual: Sequence[str]) -> list[Dress]:
    """Everybody's; `usual`: the characters as they go by seat."""
    colours = shared_out([seat.colour for seat in seats], range(max(COLOURS, len(seats))))
    if not usual:
        return [Dress(None, colour) for colour in colours]
    figures = shared_out([seat.character for seat in seats], usual)
    return [Dress(figure, colour) for figure, colour in zip(figures, colours, strict=True)]


def shared_out(chosen: Sequence[T | None], usual: Sequence[T]) -> list[T]:
    """Each its choice, or what it usually has, or, if another has chosen that, the first that is free."""
    taken = {each for each in chosen if each is not None}
    found: list[T | None] = list(chosen)
    for seat, choice in enumerate(chosen):
        if choice is None and seat < len(usual) and usual[seat] not in taken:
            found[seat] = usual[seat]
            taken.add(usual[seat])
    free = iter([each for each in usual if each not in taken])
    return [next(free) if each is None else each for each in found]
