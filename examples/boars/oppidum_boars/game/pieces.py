"""What the box of `boars` holds in finite number, and where it is."""

from __future__ import annotations

from typing import Any


def pieces(s: Any) -> dict[str, list[int]]:
    """Every boar is with one hunter, with the other, or in the forest."""
    found: dict[str, list[int]] = {}
    for size in range(1, s.biggest + 1):
        places = [int(held == size) for held in s.boar]
        found[f"boar {size}"] = [*places, 1 - sum(places)]
    return found
