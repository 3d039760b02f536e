"""Between which bounds a share lies, as far as can be told."""

from __future__ import annotations

from math import sqrt

Z = 1.96  # 95 %


def wilson(share: float, n: float) -> tuple[float, float]:
    """The 95 % interval of a share that was seen in n independent trials."""
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def around(mean: float, variance: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a mean share of n games, `variance` being that of the mean."""
    spread = mean * (1 - mean)
    if spread < 0:  # a share whose luck was taken off can lie beyond
        return min(1.0, mean - Z * sqrt(variance)), max(0.0, mean + Z * sqrt(variance))
    # As many independent trials as would vary as much as this mean does.
    return wilson(mean, spread / variance if variance > 0 and spread > 0 else n)
