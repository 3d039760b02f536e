"""Fit the evaluation of `compagnie`: what the albums in play promise, learnt from who won in the end.

    python bench/fit_compagnie.py 40000 src/oppidum/games/compagnie/weights.py

Greedy bots, a bit distracted, play so many games of two, three and four players; at some turns everybody's
two albums are described (`features`). A small network gives each album a worth to each of its
players, so that whoever wins has more in sum than each of the others as often as the curve of
`share_by_lead` says. Prints the log loss over turns set aside (0.6931: nothing is known), and writes nothing
if it is more than it should be. All chance comes from seeds in the code.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numba
import numpy as np
from training import as_python, fitted, watch, who_won

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

DISTRACTED = 8  # of a hundred decisions any at all
EVERY = 4  # one turn in so many is looked at
TURNS = 60  # room for as many turns a game, on average
MOST_LOSS = (0.5915, 0.5635, 0.5495)  # that two to four players must reach

HEAD = '''"""Weights of what an album of `compagnie` promises: a table for two, three and four players.

In each, a row for every feature with a column for every unit of the network, last its direct way; then a
row with the worth of every unit. Fitted to games among greedy bots, from nothing, by
`python bench/fit_compagnie.py 40000 src/oppidum/games/compagnie/weights.py`.
"""

from __future__ import annotations

import numpy as np

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
    return X, who_won(winners, players)


def main(count: int, out: str) -> None:
    tables: list[np.ndarray] = []
    for players, most in zip((2, 3, 4), MOST_LOSS, strict=True):
        seen, won = play(players, count if players == 2 else count // 2)
        tables.append(fitted(players, seen, won, most))
    Path(out).write_text(HEAD + as_python(tables), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("out", help="the file with the weights")
    asked = parser.parse_args()
    main(asked.games, asked.out)
