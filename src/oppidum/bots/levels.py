"""The five levels of every game, from a kind beginner to the strongest.

Each game has its own in its module `levels`. Figures of one level against the next: docs/search.md.
"""

from __future__ import annotations

from oppidum import games
from oppidum.kernel.levels import BEAUTY, LADY, NEPHEW, SCHEMER, SOOTHSAYER, Level

# A game that nobody has measured yet.
ANY_GAME = (
    Level(1, NEPHEW, blunders=0.75),
    Level(2, BEAUTY, blunders=0.5),
    Level(3, LADY, blunders=0.3),
    Level(4, SCHEMER, blunders=0.1),
    Level(5, SOOTHSAYER, iterations=20_000),
)


def levels(game_id: str) -> tuple[Level, ...]:
    """Weakest first."""
    own = games.part(game_id, "levels")
    return own.LEVELS if own else ANY_GAME


def find(name: str, game_id: str) -> Level | None:
    """A level by its name, or as `level1` to `level5`."""
    for level in levels(game_id):
        if name in (level.id, f"level{level.number}"):
            return level
    return None
