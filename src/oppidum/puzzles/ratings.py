"""Ratings of solvers and puzzles, by OpenSkill: an answer is a game between the two, which one of them wins.

Shown are sixty points for each of OpenSkill's, so that whoever begins stands at 1500.
"""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from oppidum.puzzles.collection import Puzzle

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

POINTS = 60  # shown for each of OpenSkill's
LEARNING = 0.3  # by as much a solver may have become better or worse since the last answer
GUESSED = 2.0  # how sure a puzzle's first rating is: no human has tried it yet


class Rating(NamedTuple):
    """What OpenSkill knows of somebody: the mean, and how sure that is."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        return round(POINTS * self.mu)

    @property
    def give_or_take(self) -> int:
        """Two standard deviations."""
        return round(2 * POINTS * self.sigma)


NEW = Rating(25.0, 25.0 / 3)


def first_rating(puzzle: Puzzle) -> Rating:
    return Rating(puzzle.asked.rating / POINTS, GUESSED)


def after(solver: Rating, puzzle: Rating, right: bool) -> tuple[Rating, Rating]:
    """Both, after an answer. A puzzle does not learn; a solver may have."""
    rules = model()
    one = rules.rating(mu=solver.mu, sigma=hypot(solver.sigma, LEARNING))
    other = rules.rating(mu=puzzle.mu, sigma=puzzle.sigma)
    (one,), (other,) = rules.rate([[one], [other]], ranks=[1.0, 2.0] if right else [2.0, 1.0])
    return Rating(float(one.mu), float(one.sigma)), Rating(float(other.mu), float(other.sigma))


@cache
def model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce(tau=0.0)
