"""Each level against the one below it: two players, paired deals (the same cards with the seats swapped).

    python bench/levels.py GAME [--games 1000] [--pair 5] [--cap ITERATIONS] [--seed S] [--jobs 1]

Levels think by iterations, not by the clock, so that the figures can be had again on any machine. `--cap`
lowers the iterations of the stronger side to what one can afford: the figure is then a lower bound.
`--pair N` measures only level N against level N - 1.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from oppidum import games
from oppidum.bots.levels import Level, levels
from oppidum.bots.thinking import LevelBot
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key


def capped(level: Level, cap: int | None) -> Level:
    return dataclasses.replace(level, iterations=min(level.iterations, cap)) if cap else level


def play(game_id: str, names: tuple[Level, Level], seed: object, number: int) -> float:
    """One game; the share of the victory of seat 0."""
    game = games.load(game_id)
    s = game.deal(2, seed_key(seed, number))
    bots = [LevelBot(level, game, (seed, number, seat)) for seat, level in enumerate(names)]
    rules = game.rules
    while seats := int(rules.waiting(s)):
        seat = bits.lowest(seats)
        rules.act(s, seat, bots[seat].choose(game.view(s, seat), seat))  # unchecked, to save time
    return game.standing(s).share(0)


def play_pairs(game_id: str, upper: Level, lower: Level, seed: object, numbers: list[int]) -> list[float]:
    """For each deal, the upper level's share over both seatings. How it stands goes to stderr."""
    shares: list[float] = []
    for n in numbers:
        won, lost = play(game_id, (upper, lower), seed, n), play(game_id, (lower, upper), seed, n)
        shares.append((won + 1 - lost) / 2)
        if len(shares) % 50 == 0:
            print(f"{game_id} {upper.id}: {2 * len(shares)} games, {np.mean(shares):.3f}", file=sys.stderr)
    return shares


def measure(game_id: str, upper: Level, lower: Level, count: int, seed: str, jobs: int) -> dict[str, Any]:
    began = time.perf_counter()
    deals = list(range((count + 1) // 2))
    parts = [deals[job::jobs] for job in range(jobs)]
    if jobs == 1:
        shares = play_pairs(game_id, upper, lower, seed, deals)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            futures = [pool.submit(play_pairs, game_id, upper, lower, seed, part) for part in parts]
            shares = [share for future in futures for share in future.result()]
    mean = float(np.mean(shares))
    half = 1.96 * float(np.std(shares, ddof=1)) / math.sqrt(len(shares))
    return {
        "game": game_id,
        "upper": upper.id,
        "lower": lower.id,
        "iterations": [upper.iterations, lower.iterations],
        "games": 2 * len(deals),
        "share": round(mean, 4),
        "low": round(mean - half, 4),
        "high": round(mean + half, 4),
        "seconds": round(time.perf_counter() - began),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Each level against the one below it.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--pair", type=int, help="only this level against the one below")
    parser.add_argument("--cap", type=int, help="at most so many iterations for the stronger side")
    parser.add_argument("--seed", default="levels")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    ladder = levels(asked.game)
    for lower, upper in itertools.pairwise(ladder):
        if asked.pair in (None, upper.number):
            pair = capped(upper, asked.cap), lower
            print(json.dumps(measure(asked.game, *pair, asked.games, asked.seed, asked.jobs)), flush=True)


if __name__ == "__main__":
    main()
