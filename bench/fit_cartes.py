"""Fit the evaluation of a hand of `cartes` in progress, from nothing: by how much each seat will be ahead.

    python bench/fit_cartes.py src/oppidum/games/cartes/weights.py [--jobs 1]

1. Greedy bots, a bit distracted, play many single hands; some positions between two bids are noted with what
   each seat scored in the end, and a small network learns from them (bench/leads.py).
2. The search plays games against itself with these weights, a bit distracted too, and the network learns on
   from all its positions.

The file is written after each round, and every round runs in processes of its own: compiled code holds the
weights that it was compiled with. All chance comes from seeds in the code. How well the weights tell the
difference between two seats is tried on the last tenth of the games, by weights learnt from the others: if
that is less than it should be, the command says so, and the file is as it was before.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numba
import numpy as np
from leads import at_random, learn, told
from training import as_python, watch

from oppidum import games
from oppidum.games.cartes.features import FEATURES, features, spectator_unseen
from oppidum.games.cartes.looks import LOOKS, look_from
from oppidum.games.cartes.state import KINDS, MAX_HANDS, MAX_PLAYERS, NO_BID, Phase
from oppidum.games.cartes.weights import WEIGHTS
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.search import Budget, think

SIZES = (2, 3, 4, 5)  # players
DISTRACTED = 6  # of a hundred decisions any at all, so that odd positions are met
HANDS, EVERY, MOMENTS = 40_000, 3, 12  # of greedy bots: one moment in three, room for so many a hand
ITERATIONS, GAMES = 100, (1500, 400, 300, 250)  # of the search, games of each size
LEAST = ((0.48, 0.51, 0.57, 0.60), (0.49, 0.54, 0.575, 0.58))  # correlation that each round must reach
LEARNING = ((1, 4), (5, 3))  # rounds, and how often each goes through all positions
PORTION = 50  # games that a process plays at a time

# Features of positions between two bids, what each seat scored in the hand, and a number for the hand.
Hands = tuple[np.ndarray, np.ndarray, np.ndarray]

HEAD = '''"""Weights of what a hand of `cartes` in progress is likely to bring, for two to five players.

In each, a row for every feature with a column for every unit of the network, last its direct way; then a
row with the worth of every unit. Fitted to games that the search played against itself, from nothing, by
`python bench/fit_cartes.py src/oppidum/games/cartes/weights.py`.
"""

from __future__ import annotations

import numpy as np

'''


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
    looks = np.empty((MAX_PLAYERS, LOOKS), np.float64)
    row = np.empty(FEATURES, np.float64)
    left = spectator_unseen(s, unseen)
    for seat in range(s.players):
        look_from(s, seat, looks[seat])
    for seat in range(s.players):
        features(s, seat, unseen, left, looks, row)
        out[seat, 0] = row


def greedy_hands(players: int) -> Hands:
    """Of which a few positions are noted, each as if it were a hand of its own."""
    game = games.load("cartes")
    seen = np.zeros((HANDS * MOMENTS // EVERY, players, 1, FEATURES), np.float32)
    hand = game.options({"hands": "1"})
    seen, points, _ = watch(game, players, HANDS, between_bids, look, seen, EVERY, DISTRACTED, hand)
    return seen[:, :, 0], points, np.arange(len(seen))


def play(players: int, number: int) -> Hands:
    """One game of the search against itself, noted in the same way."""
    game = games.load("cartes")
    seed = "fit cartes", players, ITERATIONS, number
    s = game.deal(players, seed_key(seed))
    luck = luck_from(seed)
    seen: list[np.ndarray] = []
    hands: list[int] = []
    decision = 0
    while seats := game.waiting(s):
        if between_bids(s):
            seen.append(np.zeros((players, 1, FEATURES), np.float32))
            look(s, seen[-1])
            hands.append(int(s.hand_number))
        seat, legal = seats[0], game.legal(s, seats[0])
        decision += 1
        if len(legal) == 1:
            action = legal[0]
        elif roll(luck, 100) < DISTRACTED:
            action = legal[int(roll(luck, len(legal)))]
        else:
            view = game.view(s, seat)
            action = think(game, view, seat, Budget(iterations=ITERATIONS), (seed, decision)).action
        game.act(s, seat, action)
    scored = [[float(s.sheet[hand, seat]) for seat in range(players)] for hand in hands]
    return np.array(seen)[:, :, 0], np.array(scored), number * MAX_HANDS + np.array(hands)


def together(parts: list[Hands]) -> Hands:
    x, scored, hands = (np.concatenate(those) for those in zip(*parts, strict=True))
    return x, scored, hands


def play_some(players: int, numbers: range) -> Hands:
    return together([play(players, number) for number in numbers])


def thoughtful_hands(pool: ProcessPoolExecutor) -> list[Hands]:
    """Of every size; in portions, so that as many processes as there are have something to do."""
    portions = [
        (players, range(at, min(at + PORTION, count)))
        for players, count in zip(SIZES, GAMES, strict=True)
        for at in range(0, count, PORTION)
    ]
    parts = list(pool.map(play_some, *zip(*portions, strict=True)))
    sizes = [players for players, _ in portions]
    return [
        together([part for part, size in zip(parts, sizes, strict=True) if size == players])
        for players in SIZES
    ]


def fit(number: int, players: int, hands: Hands) -> tuple[np.ndarray, float]:
    """The weights for so many players, and how much they tell of the games that were set aside."""
    x, scored, which = hands
    start = WEIGHTS[players - 2] if number else at_random(FEATURES)
    known = int(np.searchsorted(which, which[len(which) * 9 // 10]))
    weights = learn(x[:known], scored[:known], which[:known], start, *LEARNING[number])
    reached = told(x[known:], scored[known:], weights)
    before = told(x[known:], scored[known:], start)
    print(
        f"round {number}, {players} players: {len(x)} positions, correlation with the result "
        f"{reached:.4f}, before {before:.4f}",
        flush=True,
    )
    return weights, reached


def fit_round(number: int, out: str, jobs: int) -> None:
    """One round, in processes that have not compiled anything yet; writes the file anew."""
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        hands = thoughtful_hands(pool) if number else list(pool.map(greedy_hands, SIZES))
        fitted = list(pool.map(fit, [number] * len(SIZES), SIZES, hands))
    for (_, reached), least in zip(fitted, LEAST[number], strict=True):
        if reached < least:
            sys.exit(f"It should be {least} at least.")
    Path(out).write_text(HEAD + as_python([weights for weights, _ in fitted]), encoding="utf-8")


def main(out: str, jobs: int, first: int) -> None:
    before = Path(out).read_text(encoding="utf-8")
    for number in range(first, len(LEAST)):
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
