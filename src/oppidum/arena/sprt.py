"""A sequential test that stops as soon as the answer is clear.

Is the first bot's share of the victories at most `low`, or at least `high`? The generalised sequential
probability ratio test on the mean of each deal: the games of one deal are not independent of each other,
and their mean varies less than that of as many single games. Nothing is assumed about how the means are
distributed: the likelihoods compared are the highest that any distribution with a mean of `low`, or of
`high`, gives to what was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log, log1p

from oppidum.kernel.errors import BadOption

LEAST_DEALS = 5
# As if every outcome of a pair had been seen a little: what has not happened yet is not impossible.
IMAGINED = {0.0: 0.25, 0.5: 0.25, 1.0: 0.25}
STEPS = 60


@dataclass
class Evidence:
    """The deals seen so far: how many, and how often each mean."""

    deals: int = 0
    means: dict[float, float] = field(default_factory=IMAGINED.copy)

    def add(self, mean: float) -> None:
        self.deals += 1
        # Thirds that were added up in another order are the same thirds; and shares whose luck was taken off,
        # all of them different, are not more than can be gone through each time.
        mean = round(mean, 3)
        self.means[mean] = self.means.get(mean, 0.0) + 1


def cost(means: Mapping[float, float], wanted: float) -> float:
    """How much log-likelihood is lost at least if the mean of the distribution is as wanted.

    The likeliest such distribution gives a value x of frequency f the weight f / (1 + t·(x - wanted)); t
    is where the weights have that mean (Owen, Empirical Likelihood).
    """
    terms = [(count, x - wanted) for x, count in means.items()]
    low = -1 / max(off for _, off in terms)
    high = -1 / min(off for _, off in terms)
    t = 0.0
    for _ in range(STEPS):  # Newton's, and by halves where that leads too far
        weighed = [(count, off / (1 + t * off)) for count, off in terms]
        slant = sum(count * x for count, x in weighed)
        low, high = (t, high) if slant > 0 else (low, t)
        step = slant / sum(count * x * x for count, x in weighed)
        if abs(step) < 1e-9:
            break
        t = t + step if low < t + step < high else (low + high) / 2
    return sum(count * log1p(t * off) for count, off in terms)


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
        return cost(seen.means, self.low) - cost(seen.means, self.high) if seen.deals else 0.0

    def answer(self, seen: Evidence) -> str | None:
        """`at least HIGH`, `at most LOW`, or None while it is open."""
        if seen.deals < LEAST_DEALS:
            return None
        ratio = self.ratio(seen)
        if ratio >= self.bound:
            return f"at least {self.high:g}"
        return f"at most {self.low:g}" if ratio <= -self.bound else None
