"""A sequential test that stops as soon as the answer is clear.

Is the first bot's share of the victories at most `low`, or at least `high`? The generalised sequential
probability ratio test on the mean of each deal: the games of one deal are not independent of each other,
and their mean varies less than that of as many single games.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from oppidum.kernel.errors import BadOption

LEAST_DEALS = 5


@dataclass
class Evidence:
    """The deals seen so far: how many, the sum of their means and of the squares of these."""

    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, mean: float) -> None:
        self.deals += 1
        self.total += mean
        self.squares += mean * mean


@dataclass(frozen=True)
class Sprt:
    low: float
    high: float
    error: float = 0.05  # of either kind

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise BadOption("--sprt takes two shares, such as 0.5 0.55: the first below the second.")

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the answer is clear, on either side."""
        return log((1 - self.error) / self.error)

    def ratio(self, seen: Evidence) -> float:
        """The log-likelihood ratio of `high` against `low` after these deals."""
        if seen.deals == 0:
            return 0.0
        n, mean = seen.deals, seen.total / seen.deals
        # Half a win and half a loss more: the variance of a few equal results is not nothing.
        squares = seen.squares - n * mean**2 + 0.5 * (mean**2 + (1 - mean) ** 2)
        variance = squares / (n + 1)
        return n * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def answer(self, seen: Evidence) -> str | None:
        """`at least HIGH`, `at most LOW`, or None while it is open."""
        if seen.deals < LEAST_DEALS:
            return None
        ratio = self.ratio(seen)
        if ratio >= self.bound:
            return f"at least {self.high:g}"
        return f"at most {self.low:g}" if ratio <= -self.bound else None
