"""Fit the evaluation of a hand of `cartes` in progress to hands that the search plays against itself.

    python bench/fit_cartes.py PLAYERS GAMES ITERATIONS OUT.npz

Notes every position between two bids and what each seat scored in that hand (the file grows as it goes),
then fits the weights by ridge regression, drawn towards those in use. How well they tell the difference
between two seats is tried on the last fifth of the positions.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from oppidum import games
from oppidum.games.cartes.features import FEATURES, features, spectator_unseen
from oppidum.games.cartes.state import KINDS, NO_BID, Phase
from oppidum.games.cartes.weights import WEIGHTS
from oppidum.kernel.compiled import compiled
from oppidum.kernel.fair import seed_key
from oppidum.kernel.luck import luck_from, roll
from oppidum.search import Budget, think

GAME = games.load("cartes")
DISTRACTED = 6  # of a hundred decisions any at all, so that odd positions are met
RIDGE = 1000.0


def between_bids(s: Any) -> bool:
    return s.phase == Phase.BID and all(bid == NO_BID for bid in list(s.bids)[: s.players])


def play(players: int, number: int, iterations: int) -> tuple[list[np.ndarray], list[list[int]]]:
    """One game; positions, and what every seat scored in the hand that each belongs to."""
    s = GAME.deal(players, seed_key("fit cartes", number))
    luck = luck_from("fit cartes", number)
    positions: list[np.ndarray] = []
    hands: list[int] = []
    decision = 0
    while seats := GAME.waiting(s):
        if between_bids(s):
            positions.append(np.array([s], dtype=GAME.dtype))
            hands.append(s.hand_number)
        seat, legal = seats[0], GAME.legal(s, seats[0])
        decision += 1
        if roll(luck, 100) < DISTRACTED:
            action = legal[int(roll(luck, len(legal)))]
        else:
            view = GAME.view(s, seat)
            action = think(GAME, view, seat, Budget(iterations=iterations), (number, decision)).action
        GAME.act(s, seat, action)
    return positions, [[int(s.sheet[hand, seat]) for seat in range(players)] for hand in hands]


@compiled
def tabulate(states, players, out):
    unseen = np.empty(KINDS, np.int64)
    for i in range(len(states)):
        left = spectator_unseen(states[i], unseen)
        for seat in range(players):
            features(states[i], seat, unseen, left, out[i * players + seat])


def fit(x: np.ndarray, y: np.ndarray, start: np.ndarray) -> np.ndarray:
    size = x.std(axis=0) + 1e-9
    z = x / size
    step = np.linalg.solve(z.T @ z + RIDGE * np.eye(len(start)), z.T @ (y - x @ start))
    return start + step / size


def told(x: np.ndarray, y: np.ndarray, weights: np.ndarray, players: int) -> float:
    """How the difference between two seats and its estimate go together."""
    guess, true = (x @ weights).reshape(-1, players), y.reshape(-1, players)
    return float(np.corrcoef(guess[:, 0] - guess[:, 1], true[:, 0] - true[:, 1])[0, 1])


def main(players: int, count: int, iterations: int, out: Path) -> None:
    states: list[np.ndarray] = []
    scored: list[list[int]] = []
    for number in range(count):
        positions, results = play(players, number, iterations)
        states += positions
        scored += results
        np.savez(out, states=np.concatenate(states), scored=np.array(scored))
    table = np.concatenate(states)
    x = np.zeros((len(table) * players, FEATURES))
    tabulate(table, players, x)
    y = np.array(scored, float).ravel()
    start = WEIGHTS[players - 2]
    known = len(table) * 4 // 5 * players
    trial = fit(x[:known], y[:known], start)
    print(f"{len(table)} positions; correlation with the result")
    print(f"  weights in use {told(x[known:], y[known:], start, players):.3f}")
    print(f"  fitted to the first four fifths {told(x[known:], y[known:], trial, players):.3f}")
    print(np.round(fit(x, y, start), 3).tolist())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("players", type=int)
    parser.add_argument("games", type=int)
    parser.add_argument("iterations", type=int)
    parser.add_argument("out", type=Path, metavar="OUT.npz")
    asked = parser.parse_args()
    main(asked.players, asked.games, asked.iterations, asked.out)
