"""How much the strongest level loses to a best response in small endgames of `cartes`.

    python bench/endgames.py [ENDGAMES] [ITERATIONS] [SEED]

Each endgame is solved exactly; the strategy of seat 0 is what the search answers at every position that can
come up, and its opponent, who knows it, answers best. The loss is what seat 0 gets less than the value of
the game, as a share of the victory; at stake is the whole victory.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from oppidum import games
from oppidum.games.cartes.equilibrium import Endgame, compose
from oppidum.search import Budget, think

SHAPES = ((2, 2), (3, 2), (4, 1), (4, 2))  # cards each, cards unseen
GAME = games.load("cartes")


def strategy_of(iterations: int, counter: list[int]) -> Any:
    def strategy(view: Any, seat: int) -> Mapping[int, float]:
        counter[0] += 1
        thought = think(GAME, view, seat, Budget(iterations=iterations), seed="endgames")
        if not thought.mixed:
            return {thought.action: 1.0}
        return {option.action: option.probability for option in thought.options}

    return strategy


def open_endgame(rng: np.random.Generator, cards: int, unseen: int) -> tuple[Any, Endgame, float]:
    """One that is not decided: there is something to lose."""
    while True:
        s = compose(GAME, rng, cards, unseen)
        endgame = Endgame(GAME)
        value = endgame.value(s)
        if 0.1 < value < 0.9:
            return s, endgame, value


def main(endgames: int, iterations: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    losses: list[float] = []
    for number in range(endgames):
        cards, unseen = SHAPES[number % len(SHAPES)]
        s, endgame, value = open_endgame(rng, cards, unseen)
        counter = [0]
        began = time.perf_counter()
        got = endgame.against(s, strategy_of(iterations, counter))
        stake = max(endgame.reached) - min(endgame.reached)
        losses.append((value - got) / stake)
        print(
            f"{cards} cards each, {unseen} unseen: value {value:.3f}, against a best response {got:.3f}, "
            f"lost {losses[-1]:.2%} of {stake:g} at stake; {len(endgame.values)} positions, "
            f"{counter[0]} thought about, {time.perf_counter() - began:.0f} s",
            flush=True,
        )
    figures = {
        "endgames": endgames,
        "iterations": iterations,
        "mean_loss": float(np.mean(losses)),
        "worst_loss": float(np.max(losses)),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("endgames", type=int, nargs="?", default=12)
    parser.add_argument("iterations", type=int, nargs="?", default=15_000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    asked = parser.parse_args()
    main(asked.endgames, asked.iterations, asked.seed)
