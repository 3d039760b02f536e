"""Fit the evaluation of `compagnie`: what the albums in play promise, learnt from who won in the end.

    python bench/fit_compagnie.py 40000 src/oppidum/search/compagnie_weights.py

Greedy bots, a bit distracted, play so many games of two, three and four players; at some turns everybody's
two albums are described (`compagnie_features`). A small network gives each album a worth to each of its
players, so that whoever wins has more in sum than each of the others as often as the curve of
`share_by_lead` says. Prints the log loss over games set aside (0.6931: nothing is known).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numba
import numpy as np
from training import watch

from oppidum import games
from oppidum.games.compagnie.features import (
    CAMP,
    FEATURES,
    OF_HAND,
    features,
    look_at_hand,
    look_at_table,
)
from oppidum.games.compagnie.state import SEATS, Phase

HIDDEN = 16
DISTRACTED = 8  # of a hundred decisions any at all
EVERY = 4  # one turn in so many is looked at
TURNS = 60  # room for as many turns a game, on average
SET_ASIDE = 0.08
BATCH, ROUNDS, STEP = 1024, 8, 3e-3

HEAD = '''"""Weights of what an album of `compagnie` promises: a table for two, three and four players.

In each, a row for every feature with a column for every unit of the network, last its direct way; then a
row with the worth of every unit. Fitted to games among greedy bots (bench/fit_compagnie.py).
"""

from __future__ import annotations

import numpy as np

HIDDEN = {hidden}
# In thousandths.
# fmt: off
WEIGHTS = np.array(
    [
'''


@numba.njit
def quiet(s):
    return s.phase == Phase.TURN


@numba.njit
def look(s, out):
    camps = np.empty((SEATS, 2, CAMP), np.float64)
    stakes = np.empty(SEATS, np.float64)
    hands = np.empty((SEATS, OF_HAND), np.float64)
    row = np.empty(FEATURES, np.float64)
    look_at_table(s, camps, stakes)
    for seat in range(s.players):
        look_at_hand(s, seat, hands[seat])
    for seat in range(s.players):
        for side in range(2):
            features(s, seat, side, camps, stakes, hands, row)
            out[seat, side] = row


def play(players: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Features of some turns, and who won."""
    seen = np.zeros((count * TURNS // EVERY, players, 2, FEATURES), np.float32)
    game = games.load("compagnie")
    X, _, winners = watch(game, players, count, quiet, look, seen, EVERY, DISTRACTED)
    return X, ((winners[:, None] >> np.arange(players)) & 1).astype(np.float32)


def promised(X: np.ndarray, weights: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    units, worth, direct = weights
    rows = X.reshape(-1, FEATURES)
    hidden = np.maximum(rows @ units, 0)
    return (hidden @ worth + rows @ direct).reshape(X.shape[:3]).sum(2), hidden


def log_loss(sums: np.ndarray, won: np.ndarray) -> tuple[float, np.ndarray]:
    """Over all pairs of a winner and a loser; and its slope at every sum."""
    slope = np.zeros_like(sums)
    loss, pairs = 0.0, 0
    for i in range(sums.shape[1]):
        for j in range(i):
            decided = won[:, i] != won[:, j]
            lead = sums[:, i] - sums[:, j]
            root = np.sqrt(1 + lead * lead)
            chance = np.clip(0.5 + 0.5 * lead / root, 1e-6, 1 - 1e-6)
            loss -= np.log(np.where(won[:, i] > 0, chance, 1 - chance))[decided].sum()
            pairs += decided.sum()
            push = decided * (chance - won[:, i]) / (chance * (1 - chance)) * 0.5 / root**3
            slope[:, i] += push
            slope[:, j] -= push
    return float(loss / pairs), (slope / pairs).astype(np.float32)


def learn(X: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Stochastic gradient descent (Adam)."""
    rng = np.random.default_rng(0)
    weights = [
        rng.normal(0, FEATURES**-0.5, (FEATURES, HIDDEN)).astype(np.float32),
        rng.normal(0, 0.1, HIDDEN).astype(np.float32),
        np.zeros(FEATURES, np.float32),
    ]
    means = [np.zeros_like(w) for w in weights]
    squares = [np.zeros_like(w) for w in weights]
    train = int(len(X) * (1 - SET_ASIDE))
    steps = ROUNDS * (train // BATCH)
    step = 0
    for _ in range(ROUNDS):
        order = rng.permutation(train)
        for at in range(0, train - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            sums, hidden = promised(X[some], weights)
            push = np.repeat(log_loss(sums, won[some])[1].reshape(-1), 2)
            rows = X[some].reshape(-1, FEATURES)
            slopes = [rows.T @ (push[:, None] * weights[1] * (hidden > 0)), hidden.T @ push, rows.T @ push]
            step += 1
            rate = STEP * (1 - step / steps) + 1e-5
            for w, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                w -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        print(f"  {log_loss(promised(X[train:], weights)[0], won[train:])[0]:.4f}", flush=True)
    units, worth, direct = weights
    return np.vstack([np.column_stack([units, direct]), np.append(worth, 0)])


def main(count: int, out: str) -> None:
    text = HEAD.replace("{hidden}", str(HIDDEN))
    for players in (2, 3, 4):
        X, won = play(players, count if players == 2 else count // 2)
        print(f"{players} players, {len(X)} turns, log loss over turns set aside:", flush=True)
        text += "        [\n"
        for row in np.rint(1000 * learn(X, won)).astype(int):
            text += f"            {row.tolist()},\n"
        text += "        ],\n"
    Path(out).write_text(text + "    ]\n) / 1000.0\n# fmt: on\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("out", help="the file with the weights")
    asked = parser.parse_args()
    main(asked.games, asked.out)
