"""Luck averages to nothing, and results without it vary less: games of two bots, analysed.

    python bench/luck_and_skill.py GAME [--games 200] [--better level3] [--worse level2] [--seed S]

Seats are swapped from game to game. Figures are of the better one: its share as it fell and with luck taken
off as the analysis tells it, and the mean luck with its 95 % interval. Then, each with its 95 % interval, how
many times less the results vary without luck:

  analysed  all luck of deal, draws and dice as the analysis tells it
  chance    the same luck as the arena values it, as much of it as other games have proved worth
  all       and what the bots drew by their own lots (blunders, mixed choices) as well
  at_most   what no valuation of deal, draws and dice could exceed, for the lots explain the rest
"""

from __future__ import annotations

import argparse
import json
import math

import numpy as np

from oppidum import games
from oppidum.analysis.course import Course, fair_share, swings
from oppidum.analysis.valuing import Appraiser
from oppidum.arena.adjusting import crossed
from oppidum.arena.bulk import ORDER, seat_luck
from oppidum.arena.jobs import Account
from oppidum.arena.lots import blunders
from oppidum.arena.luck_value import Luck
from oppidum.arena.simulate import sit_down
from oppidum.kernel import position
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

DRAWS = 2000  # of the bootstrap


def play(game: Game, names: list[str], seed: str, number: int) -> tuple[Course, Account]:
    """Game `number` of a series, and what luck brought to whom in it."""
    edition = game.default_edition()
    s = game.deal(len(names), seed_key(seed, number))
    table = [sit_down(name, game, seed, number, seat, edition) for seat, name in enumerate(names)]
    luck = Luck(game, (seed, number), [blunders(bot) for bot in table])
    account = Account(luck, luck.of_deal(s))
    order = seat_luck(seed, number, ORDER)
    positions, decisions = [position.copy(s)], []
    while (seat := game.next_to_answer(s, order)) is not None:
        action = table[seat].choose(game.view(s, seat), seat)
        game.act(s, seat, action)
        account.note(table[seat], positions[-1], seat, action, s)
        positions.append(position.copy(s))
        decisions.append((seat, action))
    return Course(game, edition, {}, game.about.revision, tuple(names), positions, decisions), account


def ratio(result: np.ndarray, rest: np.ndarray) -> list[float]:
    """How many times less the rest varies, with its 95 % interval (bootstrap over games)."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, len(result), (DRAWS, len(result)))
    low, high = np.quantile(result[drawn].var(axis=1) / rest[drawn].var(axis=1), [0.025, 0.975])
    return [round(float(x), 2) for x in (result.var() / rest.var(), low, high)]


def ceiling(result: np.ndarray, lots: np.ndarray) -> list[float | None]:
    """What lots explain no deal, draw or die can: how much less results could vary without these at most."""
    found = ratio(result, crossed(result, lots[:, None]))
    return [round(1 / (1 - 1 / x), 2) if x > 1 else None for x in (found[0], found[2], found[1])]


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
    results, analysed, kinds = [], [], []
    for number in range(asked.games):
        seat = number % 2
        names = [asked.better, asked.worse] if seat == 0 else [asked.worse, asked.better]
        course, account = play(game, names, asked.seed, number)
        appraiser = Appraiser(game, (asked.seed, number))
        fair = fair_share(course, appraiser)
        found = list(swings(course, appraiser, fair))
        results.append(float(found[-1].now[seat] - fair[seat] + 0.5))
        analysed.append(float(sum(swing.luck[seat] for swing in found)))
        kinds.append([part[seat] for part in account.told()])
    result, luck, kind = np.array(results), np.array(analysed), np.array(kinds)
    figures = {
        "game": asked.game,
        "games": asked.games,
        "bots": [asked.better, asked.worse],
        "share": round(float(result.mean()), 4),
        "without_luck": round(float((result - luck).mean()), 4),
        "luck": round(float(luck.mean()), 4),
        "luck_half": round(1.96 * float(luck.std(ddof=1)) / math.sqrt(len(luck)), 4),
        "less_variance": {
            "analysed": ratio(result, result - luck),
            "chance": ratio(result, crossed(result, kind[:, :2])),
            "all": ratio(result, crossed(result, kind)),
            "at_most": ceiling(result, kind[:, 2]),
        },
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
