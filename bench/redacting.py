"""What it costs to copy a position, and to copy and redact it for a seat, as every look of a bot does.

    python bench/redacting.py [GAME …] [--positions 512] [--rounds 400]

Positions from random games, for every number of players; nanoseconds for one, the fastest of all rounds.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numba
import numpy as np

from oppidum import games
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll, split
from oppidum.kernel.playout import deal_all, pick
from oppidum.kernel.stream import key_words
from oppidum.kernel.verbs import act, legal, redact, waiting

LATEST = 150  # decisions


@numba.njit
def play_some(states: Any, luck: Any, mask: Any) -> None:
    own = np.empty(4, np.int64)
    for i in range(len(states)):
        split(luck, i, own)
        for _ in range(roll(own, LATEST)):
            if waiting(states[i]) == 0:
                break
            seat = seat_of(waiting(states[i]))
            act(states[i], seat, pick(mask, legal(states[i], seat, mask), own))


@numba.njit
def seat_of(seats: int) -> int:
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


@numba.njit(nogil=True)
def copies(states: Any, view: Any, seats: Any) -> None:
    for i in range(len(states)):
        view[0] = states[i]


@numba.njit(nogil=True)
def redactions(states: Any, view: Any, seats: Any) -> None:
    for i in range(len(states)):
        view[0] = states[i]
        redact(view[0], seats[i])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(games.catalogue()))
    parser.add_argument("--positions", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=400)
    a = parser.parse_args()
    print("| game | players | bytes | copied | copied and redacted |\n|---|---|---|---|---|")
    for name in a.games:
        game = games.load(name)
        for players in range(game.about.min_players, game.about.max_players + 1):
            states = game.blanks(a.positions)
            keys = np.array([key_words(seed_key("redacting", number)) for number in range(a.positions)])
            deal_all(states, players, game.options(), keys)
            play_some(states, luck_from("redacting"), np.zeros(game.actions, np.uint8))
            seats = np.arange(a.positions) % players
            view = states[:1].copy()
            fastest = [float("inf")] * 2
            for which, work in enumerate((copies, redactions)):
                work(states, view, seats)  # compiles
                for _ in range(a.rounds):
                    began = time.perf_counter()
                    work(states, view, seats)
                    fastest[which] = min(fastest[which], time.perf_counter() - began)
            copied, redacted = (f"{1e9 * seconds / a.positions:.0f} ns" for seconds in fastest)
            print(f"| {name} | {players} | {game.state_bytes} | {copied} | {redacted} |", flush=True)


if __name__ == "__main__":
    main()
