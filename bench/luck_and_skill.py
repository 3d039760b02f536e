"""Luck averages to nothing, and results without it vary less: games of two levels, analysed.

    python bench/luck_and_skill.py GAME [--games 200] [--better level3] [--worse level2] [--seed S]

Seats are swapped from game to game. Figures are of the better one: its share as it fell and with luck taken
off, the mean luck with its 95 % interval, and how much the variance shrinks. The deal's luck and that of
what came after it are taken off as they are.
"""

from __future__ import annotations

import argparse
import json
import math

import numpy as np

from oppidum import games
from oppidum.analysis.course import course_of, fair_share, swings
from oppidum.analysis.valuing import Appraiser
from oppidum.arena.simulate import play_record


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--better", default="level3")
    parser.add_argument("--worse", default="level2")
    parser.add_argument("--seed", default="luck")
    asked = parser.parse_args()
    game = games.load(asked.game)
    results, lucks = [], []
    for number in range(asked.games):
        seat = number % 2
        names = [asked.better, asked.worse] if seat == 0 else [asked.worse, asked.better]
        course = course_of(game, play_record(game, names, asked.seed, number), game.default_edition())
        appraiser = Appraiser(game, (asked.seed, number))
        fair = fair_share(course, appraiser)
        found = list(swings(course, appraiser, fair))
        results.append(float(found[-1].now[seat] - fair[seat] + 0.5))
        lucks.append(float(sum(swing.luck[seat] for swing in found)))
    result, luck = np.array(results), np.array(lucks)
    rest = result - luck
    half = 1.96 * luck.std(ddof=1) / math.sqrt(len(luck))
    figures = {
        "game": asked.game,
        "games": asked.games,
        "share": round(float(result.mean()), 4),
        "without_luck": round(float(rest.mean()), 4),
        "luck": round(float(luck.mean()), 4),
        "luck_half": round(float(half), 4),
        "variance_ratio": round(float(result.var(ddof=1) / rest.var(ddof=1)), 2),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
