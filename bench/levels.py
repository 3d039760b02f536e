"""Each level against the one below it, on the same deals in every seat.

    python bench/levels.py GAME [--games 1000] [--players 2] [--pair 5] [--cap ITERATIONS] [--seed S]

The stronger one sits in each seat of a deal in turn, and all the others are the weaker one: with two players
both have the same cards. Its share of the victories is told; one in so many players is its fair part.

Levels think by iterations, not by the clock, so that the figures can be had again on any machine. `--cap`
lowers the iterations of the stronger side to what one can afford: the figure is then a lower bound.
`--pair N` measures only level N against level N - 1.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from oppidum import games
from oppidum.arena.figures import estimate
from oppidum.bots.levels import Level, levels
from oppidum.bots.lookahead import LevelBot
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key


def capped(level: Level, cap: int | None) -> Level:
    return dataclasses.replace(level, iterations=min(level.iterations, cap)) if cap else level


def play(game_id: str, table: list[Level], seed: object, number: int, seat: int) -> float:
    """One game; the share of the victory of this seat."""
    game = games.load(game_id)
    s = game.deal(len(table), seed_key(seed, number))
    bots = [LevelBot(level, game, (seed, number, place)) for place, level in enumerate(table)]
    rules = game.rules
    while seats := int(rules.waiting(s)):
        who = bits.lowest(seats)
        rules.act(s, who, bots[who].choose(game.view(s, who), who))  # unchecked, to save time
    return game.standing(s).share(seat)


def play_deals(
    game_id: str, players: int, upper: Level, lower: Level, seed: object, numbers: list[int]
) -> list[float]:
    """For each deal, the upper level's share over all seats. How it stands goes to stderr."""
    shares: list[float] = []
    for n in numbers:
        won = 0.0
        for seat in range(players):
            table = [lower] * players
            table[seat] = upper
            won += play(game_id, table, seed, n, seat)
        shares.append(won / players)
        if len(shares) % 10 == 0:
            told = f"{len(shares) * players} games, {np.mean(shares):.3f}"
            print(f"{game_id} {upper.id}, {players} players: {told}", file=sys.stderr)
    return shares


def measure(
    game_id: str, players: int, upper: Level, lower: Level, count: int, seed: str, jobs: int
) -> dict[str, Any]:
    began = time.perf_counter()
    deals = list(range(-(-count // players)))
    parts = [deals[job::jobs] for job in range(jobs)]
    if jobs == 1:
        shares = play_deals(game_id, players, upper, lower, seed, deals)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            futures = [pool.submit(play_deals, game_id, players, upper, lower, seed, part) for part in parts]
            shares = [share for future in futures for share in future.result()]
    share, low, high = estimate({deal: [share] for deal, share in enumerate(shares)})
    return {
        "game": game_id,
        "players": players,
        "upper": upper.id,
        "lower": lower.id,
        "iterations": [upper.iterations, lower.iterations],
        "games": players * len(deals),
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "seconds": round(time.perf_counter() - began),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Each level against the one below it.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--pair", type=int, help="only this level against the one below")
    parser.add_argument("--cap", type=int, help="at most so many iterations for the stronger side")
    parser.add_argument("--seed", default="levels")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    ladder = levels(asked.game)
    for lower, upper in itertools.pairwise(ladder):
        if asked.pair in (None, upper.number):
            pair = capped(upper, asked.cap), lower
            found = measure(asked.game, asked.players, *pair, asked.games, asked.seed, asked.jobs)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
