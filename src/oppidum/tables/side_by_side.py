"""Two games with the same cards, step by step: where they parted, and what each decision led to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game, Standing
from oppidum.kernel.position import copy
from oppidum.kernel.record import Record, replay
from oppidum.tables.table import Table


@dataclass(frozen=True)
class Course:
    """How a game went."""

    game: Game
    made: Sequence[tuple[int, str]]  # decisions: the seat, and what it chose
    positions: Sequence[Any]  # [n]: after n decisions

    @classmethod
    def at(cls, table: Table) -> Course:
        """A table with all that ever happened at it."""
        return cls(table.game, [(each.seat, each.words) for each in table.decisions], table.positions[:])

    @classmethod
    def recorded(cls, game: Game, record: Record, edition: Edition) -> Course:
        """Raises BadRecord."""
        made: list[tuple[int, str]] = []
        positions: list[Any] = []
        for seat, action, s in replay(game, record, edition):
            positions.append(copy(s))
            if seat >= 0:
                made.append((seat, game.notation.write(s, seat, action)))
        return cls(game, made, positions)

    def of(self, seat: int) -> list[tuple[int, str]]:
        """The decisions of one seat: which step each is, counted from 1 as in a replay, and its words."""
        return [(step, words) for step, (at, words) in enumerate(self.made, 1) if at == seat]

    def standing(self, step: int = -1) -> Standing:
        return self.game.standing(self.positions[step])


@dataclass(frozen=True)
class Turn:
    """A decision of a seat: which step of its game it is, and the seat's points when it is asked again."""

    step: int
    words: str
    points: int


@dataclass(frozen=True)
class Parting:
    """The first decision that is not the same in both games."""

    seat: int
    steps: tuple[int, int]


@dataclass(frozen=True)
class Comparison:
    seat: int
    standings: tuple[Standing, Standing]
    turns: tuple[tuple[Turn | None, Turn | None], ...]  # the seat's first decision in both, its second …
    parting: Parting | None  # none: they are the same


def compared(one: Course, other: Course, seat: int) -> Comparison:
    """Both over, with the same cards."""
    return Comparison(
        seat=seat,
        standings=(one.standing(), other.standing()),
        turns=tuple(zip_longest(turns(one, seat), turns(other, seat))),
        parting=parting(one, other, seat),
    )


def turns(course: Course, seat: int) -> list[Turn]:
    made = course.of(seat)
    asked_again = [step - 1 for step, _ in made[1:]] + [-1]
    return [
        Turn(step, words, course.standing(upto).points[seat])
        for (step, words), upto in zip(made, asked_again, strict=False)
    ]


def parting(one: Course, other: Course, seat: int) -> Parting | None:
    """Seat by seat, because those who decide at once are not always as quick; the first in `one` counts.

    Where several have decided otherwise at the same moment it is `seat` that made the difference.
    """
    seats = range(len(one.standing().points))
    found = {at: steps for at in seats if (steps := first_difference(one, other, at))}
    if not found:
        return None
    earliest = min(found, key=lambda at: found[at])
    before = found[earliest][0] - 1  # decisions that were the same
    if seat in found and seat in one.game.waiting(one.positions[before]):
        between = one.made[before : found[seat][0] - 1]
        if all(at != seat for at, _ in between):
            return Parting(seat, found[seat])
    return Parting(earliest, found[earliest])


def first_difference(one: Course, other: Course, seat: int) -> tuple[int, int] | None:
    both = zip(one.of(seat), other.of(seat), strict=False)
    return next(((here[0], there[0]) for here, there in both if here[1] != there[1]), None)
