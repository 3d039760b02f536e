"""The five levels of `romains`, weakest first."""

from oppidum.kernel.levels import BEAUTY, LADY, NEPHEW, SCHEMER, SOOTHSAYER, Level

LEVELS = (
    Level(1, NEPHEW, blunders=0.85, accuracy=0.583),
    Level(2, BEAUTY, blunders=0.58, accuracy=0.707),
    Level(3, LADY, blunders=0.35, accuracy=0.791),
    Level(4, SCHEMER, blunders=0.15, accuracy=0.871),
    Level(5, SOOTHSAYER, iterations=5_000, accuracy=1.000),
)
