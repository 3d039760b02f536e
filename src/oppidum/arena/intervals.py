"""Between which bounds a share lies, as far as can be told."""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt

Z = 1.96  # 95 %
MANY = 30  # degrees of freedom from which on the normal quantile is near enough: Student's is 4 % more


def wilson(share: float, n: float, z: float = Z) -> tuple[float, float]:
    """The 95 % interval of a share that was seen in n independent trials."""
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def around(mean: float, variance: float, n: int, degrees: int = MANY) -> tuple[float, float]:
    """The 95 % interval of a mean share of n games, `variance` being that of the mean.

    `degrees` says how much the variance rests on: of how few deals, less one, it was estimated.
    """
    if variance <= 0:  # nothing varied: n trials are all that is assumed
        return wilson(min(1.0, max(0.0, mean)), n)
    z = student(degrees)
    spread = mean * (1 - mean)
    if spread <= 0:  # a share whose luck was taken off can lie beyond
        return min(1.0, max(0.0, mean - z * sqrt(variance))), max(0.0, min(1.0, mean + z * sqrt(variance)))
    # As many independent trials as would vary as much as this mean does.
    return wilson(mean, spread / variance, z)


@lru_cache
def student(degrees: int) -> float:
    """What Student's t stays within 95 times in 100, by halves to nine digits."""
    if degrees >= MANY:
        return Z
    low, high = 1.0, 100.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if likely_within(middle, degrees) < 0.95 else (low, middle)
    return high


def likely_within(t: float, degrees: int) -> float:
    """How likely Student's t lies between -t and t: exact, by the finite sums for whole degrees of freedom.

    Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    angle = atan(t / sqrt(degrees))
    square = cos(angle) ** 2
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for k in range(2 + odd, degrees - 1, 2):
        term *= square * (k - 1) / k
        total += term
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
