"""How accurate each level is, as an analysis measures it: games of two that are alike.

    python bench/accuracy.py GAME [--games 10] [--level N] [--seed S]

The figures belong into the game's `levels` and into docs/analysis.md.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from oppidum import games
from oppidum.analysis.course import analyse, course_of
from oppidum.arena.simulate import play_record
from oppidum.bots.levels import levels


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--level", type=int, help="only this one")
    parser.add_argument("--seed", default="accuracy")
    asked = parser.parse_args()
    game = games.load(asked.game)
    edition = game.default_edition()
    for level in levels(asked.game):
        if asked.level not in (None, level.number):
            continue
        began, found = time.process_time(), []
        for number in range(asked.games):
            record = play_record(game, [level.id] * 2, asked.seed, number)
            accounts = analyse(course_of(game, record, edition)).accounts
            found += [account.accuracy for account in accounts if account.accuracy is not None]
        figures = {
            "game": asked.game,
            "level": level.id,
            "players": len(found),
            "accuracy": round(float(np.mean(found)), 3),
            "spread": round(float(np.std(found, ddof=1)), 3),
            "cpu_seconds": round(time.process_time() - began),
        }
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
