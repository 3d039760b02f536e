"""Games from which evaluations learn: greedy bots, a bit distracted, so that odd positions are met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from oppidum.bots.policies import greedy, teach
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.luck import luck_from, roll
from oppidum.kernel.playout import pick
from oppidum.kernel.stream import key_words
from oppidum.kernel.verbs import act, deal, legal, scores, waiting


def watch(
    game: Game,
    players: int,
    count: int,
    quiet: Callable[..., bool],
    look: Callable[..., None],
    seen: np.ndarray,
    every: int,
    distracted: int,
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
    n = play(game.blanks(1), game.options(), keys, luck_from("fit"), mask, seen, points, won)
    return seen[:n], points[:n], won[:n]
