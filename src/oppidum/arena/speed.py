"""How fast the rules are: random legal play on one core, after warm-up.

On a machine that does other things as well, a long measurement mostly shows how much of the core it got.
So the work is cut into slices of a few milliseconds, the same slices are done over and over, and of each
the fastest time counts, as Python's `timeit` recommends: whatever was slower was disturbed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from oppidum.kernel.compiled import rule
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll_word
from oppidum.kernel.playout import deal_all, playouts
from oppidum.kernel.stream import key_words

GAMES = 256  # too many for the processor to learn them by heart
SLICE = 32  # games
REFERENCE_ROLLS = 1_000_000


@dataclass(frozen=True)
class Speed:
    game: str
    players: int
    decisions_per_s: float
    games_per_s: float
    state_bytes: int

    def json(self) -> dict[str, Any]:
        return asdict(self)


def measure(game: Game, players: int, seconds: float) -> Speed:
    """Decisions and whole games a second, every slice at its fastest; at least one round of all slices.

    Dealing the first hand is not counted, later hands are.
    """
    keys = np.array([key_words(seed_key("bench", number)) for number in range(GAMES)])
    luck = luck_from("bench")
    mask = np.zeros(game.actions, np.uint8)
    points = np.zeros(players)
    options = game.options()
    fresh = game.blanks(GAMES)
    deal_all(fresh, players, options, keys)
    playouts(fresh[:2].copy(), luck, mask, points)
    slices = [fresh[i : i + SLICE] for i in range(0, GAMES, SLICE)]
    decisions = [0] * len(slices)
    fastest = [float("inf")] * len(slices)
    spent = 0.0
    while spent < seconds:
        for number, dealt in enumerate(slices):
            states = dealt.copy()
            luck = luck_from("bench", number)
            start = time.perf_counter()
            decisions[number] = playouts(states, luck, mask, points)
            taken = time.perf_counter() - start
            fastest[number] = min(fastest[number], taken)
            spent += taken
    return Speed(game.id, players, sum(decisions) / sum(fastest), GAMES / sum(fastest), game.state_bytes)


@rule
def roll_many(luck, n):
    total = 0
    for _ in range(n):
        total ^= roll_word(luck)
    return total


def reference(seconds: float = 0.5) -> float:
    """Millions of pseudo-random words a second, likewise: what this machine, now, is measured against."""
    luck = luck_from("reference")
    roll_many(luck, 10)
    fastest = float("inf")
    spent = 0.0
    while spent < seconds:
        start = time.perf_counter()
        roll_many(luck, REFERENCE_ROLLS)
        taken = time.perf_counter() - start
        fastest = min(fastest, taken)
        spent += taken
    return REFERENCE_ROLLS / fastest / 1e6


START = """
from oppidum import games
from oppidum.bots.compile_steps import PLAYING, STEPS
for step in STEPS:
    if step.stage == PLAYING:
        step.take(games.load({!r}))
"""


def run(code: str, cache: str | None = None) -> float:
    """Seconds that a fresh interpreter takes for this code."""
    environment = {**os.environ, **({"OPPIDUM_CACHE": cache} if cache else {})}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - start


def startup(game_id: str) -> dict[str, float]:
    """Seconds to import the package with the game, to compile it cold, and to start it warm."""
    with tempfile.TemporaryDirectory(prefix="oppidum-bench-") as cache:
        imported = run(f"from oppidum import games; games.load({game_id!r})", cache)
        cold = run(START.format(game_id), cache)
        warm = run(START.format(game_id), cache)
    return {"import": imported, "cold": cold, "warm": warm}
