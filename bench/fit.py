"""Fit the evaluation of a game: which of its features at a quiet moment tell a seat's final points.

    python bench/fit.py romains 20000 OUT.npy     from so many games that greedy bots play, a bit distracted

Prints, for each number of players, the spread of the difference between two seats and what is left of it
once the features are known. (cartes: bench/fit_cartes.py, because it looks only to the end of a hand.)
"""

from __future__ import annotations

import importlib
import sys

import numba
import numpy as np

from oppidum import games
from oppidum.bots.policies import greedy, teach
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key
from oppidum.kernel.luck import luck_from, roll
from oppidum.kernel.playout import pick
from oppidum.kernel.stream import key_words
from oppidum.kernel.verbs import act, deal, legal, scores, waiting

DISTRACTED = 6  # one decision in so many hundred is any at all
EVERY = 12  # one quiet moment in so many is looked at


def collector(features, quiet):
    @numba.njit
    def collect(s, players, options, keys, luck, mask, X, Y):
        n = 0
        points = np.zeros(8, np.int64)
        for i in range(len(keys)):
            deal(s, players, options, keys[i])
            first = n
            seats = waiting(s)
            while seats != 0:
                if quiet(s) and roll(luck, EVERY) == 0 and n + players <= len(X):
                    for seat in range(players):
                        features(s, seat, X[n])
                        n += 1
                seat = bits.lowest(seats)
                if roll(luck, 100) < DISTRACTED:
                    action = pick(mask, legal(s, seat, mask), luck)
                else:
                    action = greedy(s, seat, luck, mask)
                act(s, seat, action)
                seats = waiting(s)
            scores(s, points)
            for k in range(first, n):
                Y[k] = points[(k - first) % players]
        return n

    return collect


def main(game_id: str, count: int, out: str) -> None:
    game = games.load(game_id)
    teach(game)
    insight = importlib.import_module(f"oppidum.search.{game_id}")
    collect = collector(insight.features, insight.quiet)
    rows = []
    for players in range(game.about.min_players, game.about.max_players + 1):
        keys = np.array([key_words(seed_key(("fit", players), i)) for i in range(count)])
        X = np.zeros((count * 12 * players, insight.FEATURES))
        Y = np.zeros(len(X))
        mask = np.zeros(game.actions, np.uint8)
        n = collect(game.blanks(1)[0], players, game.options(), keys, luck_from("fit"), mask, X, Y)
        X, Y = X[:n], Y[:n]
        weights, *_ = np.linalg.lstsq(X, Y, rcond=None)
        true, told = Y.reshape(-1, players), (X @ weights).reshape(-1, players)
        lead, guess = true[:, 0] - true[:, 1], told[:, 0] - told[:, 1]
        print(
            players,
            n,
            f"spread {lead.std():.2f}, left {(lead - guess).std():.2f}",
            np.round(weights, 2).tolist(),
        )
        rows.append(weights)
    np.save(out, np.array(rows))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
