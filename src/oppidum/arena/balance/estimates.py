"""What a series of games says, and how surely.

Every estimate is a ratio of sums over games. Beside its value stands what each game contributed to its error
(its influence): from these follow the variance, that of the difference between two editions on the same
deals, and that of anything that is put together from several estimates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from oppidum.arena.balance.counting import Played
from oppidum.kernel.tally import Figure

SEAT_TOLERANCE = 0.03  # above or below the fair share
LEAST_UNIT = 0.01  # narrower bounds are no measure of how bad it is to miss them


@dataclass(frozen=True)
class Estimates:
    """Several numbers; NaN where nothing was seen."""

    value: np.ndarray
    influence: np.ndarray  # a row a game

    @property
    def variance(self) -> np.ndarray:
        n = len(self.influence)
        return (self.influence**2).sum(axis=0) * (n / max(1, n - 1))

    def minus(self, other: Estimates) -> Estimates:
        """The difference; of two editions, if both have played the same games."""
        return Estimates(self.value - other.value, self.influence - other.influence)

    def pick(self, columns: list[int]) -> Estimates:
        return Estimates(self.value[columns], self.influence[:, columns])


def ratio(part: np.ndarray, whole: np.ndarray) -> Estimates:
    """The sum of one column over that of another, for all columns."""
    part, whole = part.astype(np.float64), whole.astype(np.float64)
    total = whole.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(total > 0, part.sum(axis=0) / total, np.nan)
        influence = np.where(total > 0, (part - np.nan_to_num(value) * whole) / total, 0.0)
    return Estimates(value, influence)


def seats(played: Played) -> Estimates:
    """Shares of the victory."""
    return ratio(played.shares, np.ones_like(played.shares))


def ties(played: Played) -> Estimates:
    shared = (played.shares.max(axis=1) < 1).astype(np.float64)[:, None]
    return ratio(shared, np.ones_like(shared))


def lengths(played: Played) -> Estimates:
    return ratio(played.decisions[:, None], np.ones((len(played), 1)))


def figures(played: Played) -> Estimates:
    return ratio(played.figures[:, :, 0], played.figures[:, :, 1])


def rates(played: Played) -> Estimates:
    """How often each thing is used when it could be."""
    return ratio(played.uses, played.chances)


def won(played: Played) -> Estimates:
    """How much more often whoever uses a thing wins than the mean of its group, or than is fair."""
    alone = ratio(played.wins, played.uses)
    value, influence = alone.value.copy(), alone.influence.copy()
    for group in played.groups:
        columns = columns_of(played, group.id)
        if not group.alike:
            value[columns] -= 1 / played.shares.shape[1]
            continue
        whole = ratio(
            played.wins[:, columns].sum(axis=1, keepdims=True),
            played.uses[:, columns].sum(axis=1, keepdims=True),
        )
        value[columns] -= whole.value
        influence[:, columns] -= whole.influence * np.isfinite(alone.value[columns])
    return Estimates(value, influence)


def columns_of(played: Played, group: str) -> list[int]:
    return [i for i, thing in enumerate(played.things) if thing.group == group]


# ---------------------------------------------------------------- one number for all


def imbalance(played: Played) -> Estimates:
    """How far from balance a whole edition is, as a mean of squares: one column.

    A seat, or a thing among things alike, counts by how far it lies from the mean, measured in what is
    tolerable there; other things and figures by how far they lie beyond what is. What chance adds to a square
    is taken off again, so that on average it is nothing where everything is in balance.
    """
    parts = [off(seats(played), 1 / played.shares.shape[1], SEAT_TOLERANCE)]
    things = won(played)
    for group in played.groups:
        mine = things.pick([i for i in columns_of(played, group.id) if np.isfinite(things.value[i])])
        if group.alike:
            parts.append(off(mine, 0.0, group.tolerance))
        else:
            parts.append(beyond(mine, -group.tolerance, group.tolerance, group.tolerance))
    asked = figures(played)
    for i, figure in enumerate(played.asked):
        if bounded(figure) and np.isfinite(asked.value[i]):
            low, high = bounds(figure)
            parts.append(beyond(asked.pick([i]), low, high, max((high - low) / 2, LEAST_UNIT)))
    value = np.concatenate([part.value for part in parts])
    influence = np.concatenate([part.influence for part in parts], axis=1)
    return Estimates(value.mean(keepdims=True), influence.mean(axis=1, keepdims=True))


def off(found: Estimates, middle: float, tolerance: float) -> Estimates:
    """Squared distances from the middle."""
    away = (found.value - middle) / tolerance
    squares = away**2 - found.variance / tolerance**2
    return Estimates(squares, 2 * away * found.influence / tolerance)


def beyond(found: Estimates, low: float, high: float, unit: float) -> Estimates:
    """Squared distances from the nearer bound, where a value lies outside."""
    away = (np.maximum(found.value - high, 0) + np.minimum(found.value - low, 0)) / unit
    squares = np.where(away != 0, away**2 - found.variance / unit**2, 0.0)
    return Estimates(squares, 2 * away * found.influence / unit)


def bounded(figure: Figure) -> bool:
    return figure.least is not None and figure.most is not None


def bounds(figure: Figure) -> tuple[float, float]:
    low = -np.inf if figure.least is None else figure.least
    return low, np.inf if figure.most is None else figure.most
