"""The five levels of every game, from a kind beginner to the strongest.

Names come from the village and the camp. A level either follows the game's own rules of thumb (`greedy`)
or looks ahead so many iterations, fewer than a second needs; and it blunders: that often it takes any move.
No clock plays a part: the same seed plays the same game on a slow machine too.
Figures of one level against the next: docs/search.md.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    number: int
    id: str
    blunders: float = 0.0
    iterations: int = 0  # 0: no look-ahead


# Nobody who sits at a table, stands on a board or is a card in every hand.
NEPHEW, BEAUTY, LADY, SCHEMER, SOOTHSAYER = "goudurix", "falbala", "bonemine", "detritus", "prolix"

LEVELS: dict[str, tuple[Level, ...]] = {
    "cartes": (
        Level(1, NEPHEW, blunders=0.8),
        Level(2, BEAUTY, blunders=0.38),
        Level(3, LADY),
        Level(4, SCHEMER, iterations=40),
        Level(5, SOOTHSAYER, iterations=20_000),
    ),
    "romains": (
        Level(1, NEPHEW, blunders=0.85),
        Level(2, BEAUTY, blunders=0.58),
        Level(3, LADY, blunders=0.35),
        Level(4, SCHEMER, blunders=0.15),
        Level(5, SOOTHSAYER, iterations=20_000),
    ),
    # `greedy` looks through its whole turn here.
    "compagnie": (
        Level(1, NEPHEW, blunders=0.75),
        Level(2, BEAUTY, blunders=0.42),
        Level(3, LADY, blunders=0.15),
        Level(4, SCHEMER),
        Level(5, SOOTHSAYER, iterations=30_000),
    ),
}
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
    return LEVELS.get(game_id, ANY_GAME)


def find(name: str, game_id: str) -> Level | None:
    """A level by its name, or as `level1` to `level5`."""
    for level in levels(game_id):
        if name in (level.id, f"level{level.number}"):
            return level
    return None
