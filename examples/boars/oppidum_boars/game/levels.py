"""The five levels of `boars`, weakest first."""

from oppidum.kernel.levels import BEAUTY, LADY, NEPHEW, SCHEMER, SOOTHSAYER, Level

LEVELS = (
    Level(1, NEPHEW, blunders=0.9),
    Level(2, BEAUTY, blunders=0.6),
    Level(3, LADY, blunders=0.3),
    Level(4, SCHEMER),
    Level(5, SOOTHSAYER, iterations=2_000),
)
