"""Fit the evaluation of a hand of `cartes` in progress, from nothing: what each seat will score in it.

    python bench/fit_cartes.py src/oppidum/games/cartes/weights.py [--jobs 1]

1. Greedy bots, a bit distracted, play many single hands; positions between two bids are noted with what each
   seat scored in the end, and the weights are fitted by least squares, beginning with zeros.
2. The search plays games against itself with the weights so far, a bit distracted too, and the weights are
   fitted again, drawn towards those before.

The file is written after each round, and every round runs in processes of its own: compiled code holds the
weights that it was compiled with. All chance comes from seeds in the code. How well the weights tell the
difference between two seats is tried on the last fifth of the positions, by weights fitted to the others:
if that is less than it should be, the command says so, and the file is as it was before.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numba
import numpy as np
from training import watch

from oppidum import games
from oppidum.games.cartes.features import FEATURES, features, spectator_unseen
from oppidum.games.cartes.state import KINDS, NO_BID, Phase
from oppidum.games.cartes.weights import WEIGHTS
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.search import Budget, think

SIZES = (2, 3, 4, 5)  # players
DISTRACTED = 6  # of a hundred decisions any at all, so that odd positions are met
RIDGE = 1000.0
HANDS, EVERY, MOMENTS = 40_000, 3, 12  # of greedy bots: one moment in three, room for so many a hand
ROUNDS = ((100, (300, 200, 150, 120)),)  # iterations, games of each size
LEAST = ((0.48, 0.50, 0.54, 0.57), (0.49, 0.53, 0.57, 0.49))  # correlation that each round must reach

HEAD = '''\
"""Weights of the features of a hand of `cartes` in progress, one row for two, three, four and five players.

Fitted by least squares to what each seat scored in the hand: first among greedy bots, from nothing, then in
games that the search played against itself, by
`python bench/fit_cartes.py src/oppidum/games/cartes/weights.py`.
Over the fifth of the last round's positions that was set aside, the difference between two seats and its
estimate correlate by {told}.
"""

from __future__ import annotations

import numpy as np

# fmt: off
WEIGHTS = np.array(
    [
'''
TAIL = """    ]
)
# fmt: on
"""


@numba.njit
def between_bids(s):
    if s.phase != Phase.BID:
        return False
    bids = 0
    for seat in range(s.players):
        bids += s.bids[seat] != NO_BID
    return bids == 0


@numba.njit
def look(s, out):
    unseen = np.empty(KINDS, np.int64)
    row = np.empty(FEATURES, np.float64)
    left = spectator_unseen(s, unseen)
    for seat in range(s.players):
        features(s, seat, unseen, left, row)
        out[seat, 0] = row


def greedy_hands(players: int) -> tuple[np.ndarray, np.ndarray]:
    """What positions between two bids look like to each seat, and what the seat scored in the hand."""
    game = games.load("cartes")
    seen = np.zeros((HANDS * MOMENTS // EVERY, players, 1, FEATURES), np.float32)
    hand = game.options({"hands": "1"})
    seen, points, _ = watch(game, players, HANDS, between_bids, look, seen, EVERY, DISTRACTED, hand)
    return seen[:, :, 0].astype(np.float64), points


def play(players: int, number: int, iterations: int) -> tuple[np.ndarray, np.ndarray]:
    """One game of the search against itself, noted in the same way."""
    game = games.load("cartes")
    seed = "fit cartes", players, iterations, number
    s = game.deal(players, seed_key(seed))
    luck = luck_from(seed)
    seen: list[np.ndarray] = []
    hands: list[int] = []
    decision = 0
    while seats := game.waiting(s):
        if between_bids(s):
            seen.append(np.zeros((players, 1, FEATURES)))
            look(s, seen[-1])
            hands.append(s.hand_number)
        seat, legal = seats[0], game.legal(s, seats[0])
        decision += 1
        if roll(luck, 100) < DISTRACTED:
            action = legal[int(roll(luck, len(legal)))]
        else:
            view = game.view(s, seat)
            action = think(game, view, seat, Budget(iterations=iterations), (seed, decision)).action
        game.act(s, seat, action)
    scored = [[float(s.sheet[hand, seat]) for seat in range(players)] for hand in hands]
    return np.array(seen)[:, :, 0], np.array(scored)


def thoughtful_hands(players: int, iterations: int, numbers: list[int]) -> tuple[np.ndarray, np.ndarray]:
    played = [play(players, number, iterations) for number in numbers]
    return np.concatenate([x for x, _ in played]), np.concatenate([y for _, y in played])


def fit(x: np.ndarray, y: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Ridge regression, drawn towards `start`."""
    x, y = x.reshape(-1, FEATURES), y.ravel()
    size = x.std(axis=0)
    size[size == 0] = 1.0
    z = x / size
    step = np.linalg.solve(z.T @ z + RIDGE * np.eye(FEATURES), z.T @ (y - x @ start))
    return start + step / size


def told(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    """How the difference between two seats and its estimate go together."""
    guess = x @ weights
    return float(np.corrcoef(guess[:, 0] - guess[:, 1], y[:, 0] - y[:, 1])[0, 1])


def fit_round(number: int, out: str, jobs: int) -> None:
    """One round, in a process that has not compiled anything yet; writes the file anew."""
    table: list[np.ndarray] = []
    reached: list[float] = []
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for players, least in zip(SIZES, LEAST[number], strict=True):
            start = np.zeros(FEATURES)
            if number == 0:
                x, y = greedy_hands(players)
            else:
                iterations, counts = ROUNDS[number - 1]
                games_of = [list(range(counts[players - 2]))[job::jobs] for job in range(jobs)]
                parts = [pool.submit(thoughtful_hands, players, iterations, some) for some in games_of]
                found = [part.result() for part in parts]
                x, y = (np.concatenate(those) for those in zip(*found, strict=True))
                start = WEIGHTS[players - 2]
            known = len(x) * 4 // 5
            reached.append(told(x[known:], y[known:], fit(x[:known], y[:known], start)))
            before = told(x[known:], y[known:], start) if number else 0.0
            print(
                f"round {number}, {players} players: {len(x)} positions, correlation with the result "
                f"{reached[-1]:.4f}, before {before:.4f}",
                flush=True,
            )
            if reached[-1] < least:
                sys.exit(f"It should be {least} at least.")
            table.append(fit(x, y, start))
    Path(out).write_text(as_python(table, reached), encoding="utf-8")


def as_python(table: list[np.ndarray], reached: list[float]) -> str:
    text = HEAD.format(told=", ".join(f"{r:.3f}" for r in reached))
    for row in table:
        words = [f"{w:.3f}" for w in row]
        for at in range(0, FEATURES, 10):
            begin, end = "[" if at == 0 else " ", "]," if at + 10 >= FEATURES else ","
            text += f"        {begin}{', '.join(words[at : at + 10])}{end}\n"
    return text + TAIL


def main(out: str, jobs: int, first: int) -> None:
    before = Path(out).read_text(encoding="utf-8")
    for number in range(first, len(ROUNDS) + 1):
        process = multiprocessing.get_context("spawn").Process(target=fit_round, args=(number, out, jobs))
        process.start()
        process.join()
        if process.exitcode:
            Path(out).write_text(before, encoding="utf-8")
            sys.exit(process.exitcode)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", help="the file with the weights: those that the search uses")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--round", type=int, default=0, help="go on with this round, from the file as it is")
    asked = parser.parse_args()
    main(asked.out, asked.jobs, asked.round)
