"""The five levels of `compagnie`, weakest first. `greedy` looks through its whole turn here."""

from oppidum.kernel.levels import BEAUTY, LADY, NEPHEW, SCHEMER, SOOTHSAYER, Level

LEVELS = (
    Level(1, NEPHEW, blunders=0.75, accuracy=0.587),
    Level(2, BEAUTY, blunders=0.42, accuracy=0.685),
    Level(3, LADY, blunders=0.15, accuracy=0.793),
    Level(4, SCHEMER, accuracy=0.845),
    Level(5, SOOTHSAYER, iterations=30_000, accuracy=0.979),
)
