"""Fit the evaluation of `romains`: what a seat's place at the table promises, learnt from who won in the end.

    python bench/fit_romains.py 100000 src/oppidum/games/romains/weights.py

Greedy bots, a bit distracted, play so many games for every number of players; some moments between two moves
are described as each seat's features. Prints the log loss over moments set aside (0.6931: nothing is known),
and writes nothing if it is more than it should be. All chance comes from seeds in the code.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numba
import numpy as np
from training import as_python, fitted, watch, who_won

from oppidum import games
from oppidum.games.romains.features import FEATURES, features, pile_worth
from oppidum.games.romains.state import Phase

DISTRACTED = 6  # of a hundred decisions any at all
EVERY = 6  # one moment in so many is looked at
MOMENTS = 60  # room for as many moments a game, on average
MOST_LOSS = (0.4755, 0.4580, 0.4490, 0.4380, 0.4340)  # that two to six players must reach

HEAD = '''"""Weights of what a seat's place at the table of `romains` promises, for two to six players.

In each, a row for every feature with a column for every unit of the network, last its direct way; then a
row with the worth of every unit. Fitted to games among greedy bots, from nothing, by
`python bench/fit_romains.py 100000 src/oppidum/games/romains/weights.py`.
"""

from __future__ import annotations

import numpy as np

'''


@numba.njit
def quiet(s):
    return s.phase == Phase.ROLL


@numba.njit
def look(s, out):
    row = np.empty(FEATURES, np.float64)
    pile = pile_worth(s)
    for seat in range(s.players):
        features(s, seat, pile, row)
        out[seat, 0] = row


def main(count: int, out: str) -> None:
    game = games.load("romains")
    tables: list[np.ndarray] = []
    for players, most in zip(range(2, 7), MOST_LOSS, strict=True):
        seen = np.zeros((count * MOMENTS // EVERY, players, 1, FEATURES), np.float32)
        seen, _, winners = watch(game, players, count, quiet, look, seen, EVERY, DISTRACTED)
        tables.append(fitted(players, seen, who_won(winners, players), most))
    Path(out).write_text(HEAD + as_python(tables), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("out", help="the file with the weights")
    asked = parser.parse_args()
    main(asked.games, asked.out)
