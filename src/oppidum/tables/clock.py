"""Time to think: some for every decision, and a reserve for the whole game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    decision: float  # seconds for every decision
    reserve: float  # seconds for the whole game, used when a decision takes longer


CLOCKS: dict[str, Clock | None] = {
    "none": None,
    "relaxed": Clock(decision=60.0, reserve=600.0),
    "brisk": Clock(decision=15.0, reserve=90.0),
}
