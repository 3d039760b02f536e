"""The five levels of `cartes`, weakest first."""

from oppidum.kernel.levels import BEAUTY, LADY, NEPHEW, SCHEMER, SOOTHSAYER, Level

LEVELS = (
    Level(1, NEPHEW, blunders=0.8, accuracy=0.678),
    Level(2, BEAUTY, blunders=0.38, accuracy=0.729),
    Level(3, LADY, accuracy=0.790),
    Level(4, SCHEMER, iterations=60, accuracy=0.861),
    Level(5, SOOTHSAYER, iterations=15_000, accuracy=0.977),
)
