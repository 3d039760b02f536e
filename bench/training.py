"""Games from which evaluations learn, and how a small network learns from them who will win.

The games are played by greedy bots, a bit distracted, so that odd positions are met. The network is that of
`oppidum.kernel.network`: it promises something to each seat, so that whoever wins has more than each of the
others as often as the curve of `share_by_lead` says.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from oppidum.bots.policies import greedy, teach
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.kernel.playout import pick
from oppidum.kernel.stream import key_words
from oppidum.kernel.verbs import act, deal, legal, scores, waiting

HIDDEN = 16
SET_ASIDE = 0.08
BATCH, ROUNDS, STEP = 1024, 8, 3e-3


def watch(
    game: Game,
    players: int,
    count: int,
    quiet: Callable[..., bool],
    look: Callable[..., None],
    seen: np.ndarray,
    every: int,
    distracted: int,
    options: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play so many games; returns what was seen, and each time everybody's final points and who won (bits).

    One moment in `every` that is `quiet(s)` is noted by `look(s, out)`, until `seen` is full. Of a hundred
    decisions `distracted` are any at all.
    """

    @numba.njit
    def play(states: Any, options: Any, keys: Any, luck: Any, mask: Any, seen: Any, points: Any, won: Any):
        s = states[0]
        final = np.zeros(8, np.int64)
        n = 0
        for i in range(len(keys)):
            deal(s, players, options, keys[i])
            first = n
            seats = waiting(s)
            while seats != 0:
                if quiet(s) and roll(luck, every) == 0 and n < len(seen):
                    look(s, seen[n])
                    n += 1
                seat = bits.lowest(seats)
                if roll(luck, 100) < distracted:
                    action = pick(mask, legal(s, seat, mask), luck)
                else:
                    action = greedy(s, seat, luck, mask)
                act(s, seat, action)
                seats = waiting(s)
            winners = scores(s, final)
            for k in range(first, n):
                won[k] = winners
                for seat in range(players):
                    points[k, seat] = final[seat]
        return n

    teach(game)
    keys = np.array([key_words(seed_key(("fit", players), i)) for i in range(count)])
    points, won = np.zeros((len(seen), players)), np.zeros(len(seen), np.int64)
    mask = np.zeros(game.actions, np.uint8)
    n = play(
        game.blanks(1),
        game.options() if options is None else options,
        keys,
        luck_from("fit"),
        mask,
        seen,
        points,
        won,
    )
    return seen[:n], points[:n], won[:n]


def who_won(winners: np.ndarray, players: int) -> np.ndarray:
    return ((winners[:, None] >> np.arange(players)) & 1).astype(np.float32)


def promised(x: np.ndarray, weights: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """To every seat, the sum over its rows; and what the units say of each row."""
    units, worth, direct = weights
    rows = x.reshape(-1, x.shape[-1])
    hidden = np.maximum(rows @ units, 0)
    return (hidden @ worth + rows @ direct).reshape(x.shape[:3]).sum(2), hidden


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


def learn(x: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights by stochastic gradient descent (Adam), and their log loss over what was set aside.

    `x` has, for every moment and every seat, one or several rows of features; 0.6931: nothing is known.
    """
    rng = np.random.default_rng(0)
    features, parts = x.shape[-1], x.shape[2]
    weights = [
        rng.normal(0, features**-0.5, (features, HIDDEN)).astype(np.float32),
        rng.normal(0, 0.1, HIDDEN).astype(np.float32),
        np.zeros(features, np.float32),
    ]
    means = [np.zeros_like(w) for w in weights]
    squares = [np.zeros_like(w) for w in weights]
    train = int(len(x) * (1 - SET_ASIDE))
    steps = ROUNDS * (train // BATCH)
    step = 0
    for _ in range(ROUNDS):
        order = rng.permutation(train)
        for at in range(0, train - BATCH + 1, BATCH):
            some = order[at : at + BATCH]
            sums, hidden = promised(x[some], weights)
            push = np.repeat(log_loss(sums, won[some])[1].reshape(-1), parts)
            rows = x[some].reshape(-1, features)
            slopes = [rows.T @ (push[:, None] * weights[1] * (hidden > 0)), hidden.T @ push, rows.T @ push]
            step += 1
            rate = STEP * (1 - step / steps) + 1e-5
            for w, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                w -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    units, worth, direct = weights
    loss = log_loss(promised(x[train:], weights)[0], won[train:])[0]
    return np.vstack([np.column_stack([units, direct]), np.append(worth, 0)]), loss


def fitted(players: int, x: np.ndarray, won: np.ndarray, most: float) -> np.ndarray:
    """The weights for so many players; ends the command if their log loss is more than it should be."""
    weights, loss = learn(x, won)
    print(f"{players} players, {len(x)} moments, log loss over moments set aside {loss:.4f}", flush=True)
    if loss > most:
        sys.exit(f"It should be {most} at most.")
    return weights


def as_python(tables: list[np.ndarray]) -> str:
    """Weights as the end of a module, in thousandths."""
    text = f"HIDDEN = {HIDDEN}\n# In thousandths.\n# fmt: off\nWEIGHTS = np.array(\n    [\n"
    for table in tables:
        text += "        [\n"
        for row in np.rint(1000 * table).astype(int):
            numbers = f"{row.tolist()},"
            text += textwrap.fill(numbers, 110, initial_indent=12 * " ", subsequent_indent=13 * " ") + "\n"
        text += "        ],\n"
    return text + "    ]\n) / 1000.0\n# fmt: on\n"
