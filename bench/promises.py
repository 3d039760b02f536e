"""Does the evaluation promise what comes about? Games among greedy bots, looked at wherever it can tell.

    python bench/promises.py [GAME] [--games 2000]

For every number of players: how large a share of the victory is promised to whoever is promised most, and how
often they win it; and the log loss of who won, beside that of not knowing anything. All chance comes from
seeds in the code.
"""

from __future__ import annotations

import argparse

import numba
import numpy as np
from training import watch, who_won

from oppidum import games
from oppidum.kernel.game import Game
from oppidum.kernel.insight import MAX_SEATS, estimate
from oppidum.search.think import consult

DISTRACTED = 6  # of a hundred decisions any at all
EVERY = 6  # one moment in so many is looked at
MOMENTS = 60  # room for as many moments a game, on average


@numba.njit
def can_tell(s):
    return estimate(s, s, np.empty(MAX_SEATS, np.float64)[: s.players])


@numba.njit
def look(s, out):
    shares = np.empty(MAX_SEATS, np.float64)[: s.players]
    estimate(s, s, shares)
    for seat in range(s.players):
        out[seat, 0, 0] = shares[seat]


def compare(game: Game, players: int, count: int) -> str:
    room = np.zeros((count * MOMENTS // EVERY, players, 1, 1), np.float32)
    seen, _, winners = watch(game, players, count, can_tell, look, room, EVERY, DISTRACTED)
    promised = seen[:, :, 0, 0].astype(np.float64)
    won = who_won(winners, players)
    won /= won.sum(1, keepdims=True)
    moments = np.arange(len(promised))
    best = promised.argmax(1)
    loss = -(won * np.log(np.maximum(promised, 1e-9))).sum(1).mean()
    return (
        f"{game.id}, {players} players, {len(promised)} moments: the best is promised "
        f"{promised[moments, best].mean():.1%} and gets {won[moments, best].mean():.1%}; "
        f"log loss {loss:.3f}, of no promise {np.log(players):.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", help=f"of {', '.join(games.catalogue())}; default: all")
    parser.add_argument("--games", type=int, default=2000)
    asked = parser.parse_args()
    for game_id in asked.game or games.catalogue():
        game = games.load(game_id)
        consult(game)
        for players in range(game.about.min_players, game.about.max_players + 1):
            print(compare(game, players, asked.games), flush=True)


if __name__ == "__main__":
    main()
