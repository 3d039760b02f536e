"""A sequential test that stops as soon as the answer is clear.

Is the first bot's share of the victories at most `low`, or at least `high`? The generalised sequential
probability ratio test on the mean of each deal: the games of one deal are not independent of each other,
and their mean varies less than that of as many single games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from oppidum.kernel.errors import BadOption

LEAST_DEALS = 5


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

    def ratio(self, means: Sequence[float]) -> float:
        """The log-likelihood ratio of `high` against `low` after these deals."""
        n = len(means)
        if n == 0:
            return 0.0
        mean = sum(means) / n
        # Half a win and half a loss more: the variance of a few equal results is not nothing.
        squares = sum((x - mean) ** 2 for x in means) + 0.5 * (mean**2 + (1 - mean) ** 2)
        variance = squares / (n + 1)
        return n * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def answer(self, means: Sequence[float]) -> str | None:
        """`at least HIGH`, `at most LOW`, or None while it is open."""
        if len(means) < LEAST_DEALS:
            return None
        ratio = self.ratio(means)
        if ratio >= self.bound:
            return f"at least {self.high:g}"
        return f"at most {self.low:g}" if ratio <= -self.bound else None
