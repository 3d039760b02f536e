"""The five levels of `cartes`, weakest first."""

from oppidum.kernel.levels import BEAUTY, LADY, NEPHEW, SCHEMER, SOOTHSAYER, Level

LEVELS = (
    Level(1, NEPHEW, blunders=0.8),
    Level(2, BEAUTY, blunders=0.38),
    Level(3, LADY),
    Level(4, SCHEMER, iterations=40),
    Level(5, SOOTHSAYER, iterations=20_000),
)
