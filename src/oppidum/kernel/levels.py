"""How strong a bot plays: a level follows the game's own rules of thumb (`greedy`) or looks ahead.

No clock plays a part: the same seed plays the same game on a slow machine too.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    number: int
    id: str
    blunders: float = 0.0  # how often it takes any move
    iterations: int = 0  # of the look-ahead; 0: none
    accuracy: float | None = None  # of its decisions, as an analysis measures it; none: nobody has


# Nobody who sits at a table, stands on a board or is a card in every hand.
NEPHEW, BEAUTY, LADY, SCHEMER, SOOTHSAYER = "goudurix", "falbala", "bonemine", "detritus", "prolix"
