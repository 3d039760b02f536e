"""The knobs of a game's search against others: two players, paired deals, the same iterations.

    python bench/knobs.py compagnie curiosity=0.6 hope=1 [--iterations 150] [--games 100] [--seed S]

Prints the share that the game's own knobs win, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from oppidum import games
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key
from oppidum.search import Budget, think
from oppidum.search.choose import Knobs
from oppidum.search.insight import consult


def play(game_id: str, knobs: tuple[Knobs, Knobs], budget: Budget, seed: str, number: int) -> float:
    """One game; the share of the victory of seat 0."""
    game = games.load(game_id)
    s = game.deal(2, seed_key(seed, number))
    decisions = 0
    while seats := int(game.rules.waiting(s)):
        seat = bits.lowest(seats)
        luck = (seed, number, decisions)
        thought = think(game, game.view(s, seat), seat, budget, luck, knobs=knobs[seat])
        game.rules.act(s, seat, thought.action)
        decisions += 1
    return game.standing(s).share(0)


def main() -> None:
    parser = argparse.ArgumentParser(description="A game's knobs against others.")
    parser.add_argument("game")
    parser.add_argument("knobs", nargs="+", help="name=value")
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="knobs")
    asked = parser.parse_args()
    own = consult(games.load(asked.game)).knobs
    changes = dict(knob.split("=") for knob in asked.knobs)
    other = own._replace(**{name: float(value) for name, value in changes.items()})
    budget = Budget(iterations=asked.iterations)
    shares: list[float] = []
    for number in range(asked.games // 2):
        first = play(asked.game, (own, other), budget, asked.seed, number)
        second = play(asked.game, (other, own), budget, asked.seed, number)
        shares.append((first + 1 - second) / 2)
    half = 1.96 * float(np.std(shares, ddof=1)) / math.sqrt(len(shares))
    print(f"{np.mean(shares):.1%} ± {half:.1%} of {2 * len(shares)} games against {other}")


if __name__ == "__main__":
    main()
