"""What the position of `romains` knows, against a perfect observer.

    python bench/romains_knowledge.py [--games 40] [--seed 1] [--players 2 3 4 5 6]

Plays games among `greedy` bots and among random players. After every decision a perfect observer, who keeps
every world that fits what its seat has watched, counts the cards whose place is certain, and how many of them
the position does not hold. An observer is relieved when it has more than 2,000 worlds to keep.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games.romains.perfect_observer import PerfectObserver

from oppidum import bots
from oppidum.games import load
from oppidum.games.romains.card_sets import faces
from oppidum.kernel.fair import seed_key

MOST_WORLDS = 2_000
GAME = load("romains")


def positions(players: int, bot_name: str, seed: Any) -> Iterator[Any]:
    """Every position of a game."""
    seats = [bots.make(bot_name, GAME, (seed, seat)) for seat in range(players)]
    s = GAME.deal(players, seed_key("knowledge", seed))
    yield s
    while waiting := GAME.waiting(s):
        seat = waiting[0]
        GAME.act(s, seat, seats[seat].choose(GAME.view(s, seat), seat))
        yield s


def compare(game: Iterator[Any], players: int) -> tuple[int, int, int]:
    """Cards certain for the perfect observers; those that the position misses; those that it makes up."""
    s = next(game)
    observers = [PerfectObserver(s, seat) for seat in range(players)]
    certain = missed = invented = 0
    for s in game:
        for o in list(observers):
            o.watch(GAME.view(s, o.seat))
            if len(o.worlds) > MOST_WORLDS:
                observers.remove(o)
                continue
            for x in range(players):
                if x != o.seat:
                    truth, held = o.certain(x), Counter(faces(s.known[o.seat, x]))
                    certain += truth.total()
                    missed += (truth - held).total()
                    invented += (held - truth).total()
    return certain, missed, invented


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    asked = parser.parse_args()
    print("| players | bots | certain | missed | made up |\n|---|---|---|---|---|")
    for players in asked.players:
        for bot_name in ("greedy", "random"):
            played = (positions(players, bot_name, (asked.seed, n)) for n in range(asked.games))
            counts = [compare(game, players) for game in played]
            certain, missed, invented = (sum(column) for column in zip(*counts, strict=True))
            share = missed / max(certain, 1)
            print(f"| {players} | `{bot_name}` | {certain:,} | {share:.2%} | {invented} |", flush=True)


if __name__ == "__main__":
    main()
