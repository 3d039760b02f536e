"""Fit the evaluation of a game: which of its features at a quiet moment tell a seat's final points.

    python bench/fit.py romains 20000 OUT.npy     from so many games that greedy bots play, a bit distracted

Prints, for each number of players, the spread of the difference between two seats and what is left of it
once the features are known. (cartes: bench/fit_cartes.py, because it looks only to the end of a hand.)
"""

from __future__ import annotations

import argparse
import importlib

import numba
import numpy as np
from training import watch

from oppidum import games

DISTRACTED = 6  # of a hundred decisions any at all
EVERY = 12  # one quiet moment in so many is looked at


def looker(features, players: int):
    @numba.njit
    def look(s, out):
        for seat in range(players):
            features(s, seat, out[seat])

    return look


def main(game_id: str, count: int, out: str) -> None:
    game = games.load(game_id)
    insight = importlib.import_module(f"oppidum.search.{game_id}")
    rows = []
    for players in range(game.about.min_players, game.about.max_players + 1):
        seen = np.zeros((count * 12, players, insight.FEATURES))
        look = looker(insight.features, players)
        seen, points, _ = watch(game, players, count, insight.quiet, look, seen, EVERY, DISTRACTED)
        X, Y = seen.reshape(-1, insight.FEATURES), points.reshape(-1)
        weights, *_ = np.linalg.lstsq(X, Y, rcond=None)
        true, told = Y.reshape(-1, players), (X @ weights).reshape(-1, players)
        lead, guess = true[:, 0] - true[:, 1], told[:, 0] - told[:, 1]
        print(
            players,
            len(X),
            f"spread {lead.std():.2f}, left {(lead - guess).std():.2f}",
            np.round(weights, 2).tolist(),
        )
        rows.append(weights)
    np.save(out, np.array(rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("games", type=int)
    parser.add_argument("out", metavar="OUT.npy")
    asked = parser.parse_args()
    main(asked.game, asked.games, asked.out)
