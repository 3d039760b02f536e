"""What a part of the search is worth: the whole search in duels against one that lacks the part.

    python bench/parts.py cartes evaluation [--iterations 300] [--lacking 300] [--games 400]
    python bench/parts.py compagnie curiosity=0.6 hope=1       # other knobs (oppidum.kernel.insight.Knobs)
    python bench/parts.py romains patience=6                   # decisions in a playout before it is estimated
    python bench/parts.py cartes tremble=0.15 --option hands=1

Parts:
  evaluation  Without it, playouts go on to the end (at `cartes`: of the hand) by the game's rules of thumb.

Two players, the same deals with the seats swapped. Both sides get the same iterations unless `--lacking`
gives the side without the part others; the CPU seconds that each took are told, so that one can see how many
would have cost the same.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

from oppidum import games
from oppidum.arena.figures import estimate
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.insight import Knobs, register
from oppidum.search import Budget, think
from oppidum.search.think import consult

PARTS = ("evaluation",)
TO_THE_END = 1_000_000


class Side:
    """The search, without a part or with other knobs: `evaluation`, or `curiosity=0.6`."""

    def __init__(self, game: Game, iterations: int, changes: Sequence[str] = ()) -> None:
        self.game = game
        self.budget = Budget(iterations=iterations, enough=True)
        self.insight = consult(game)
        self.cpu = 0.0
        turned: dict[str, float] = {}
        for change in changes:
            knob, is_knob, value = change.partition("=")
            if knob == "patience":
                self.insight = dataclasses.replace(self.insight, patience=int(value))
            elif is_knob:
                turned[knob] = float(value)
            else:
                self.insight = dataclasses.replace(self.insight, patience=TO_THE_END)
        self.knobs = self.insight.knobs._replace(**turned)

    def choose(self, view: Any, seat: int, seed: object) -> int:
        began = time.process_time()
        register(self.game.dtype, self.insight)  # patience is no part of compiled code
        action = think(self.game, view, seat, self.budget, seed, knobs=self.knobs).action
        self.cpu += time.process_time() - began
        return action


def play(game: Game, sides: list[Side], seed: object, options: dict[str, str]) -> float:
    """One game; the share of the victory of the side in seat 0."""
    s = game.deal(2, seed_key(seed), options)
    decisions = 0
    while seats := int(game.rules.waiting(s)):
        seat = bits.lowest(seats)
        decisions += 1
        action = sides[seat].choose(game.view(s, seat), seat, (seed, decisions))
        game.rules.act(s, seat, action)
    return game.standing(s).share(0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("changes", nargs="+", help="a part that one side lacks, or knob=value")
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--lacking", type=int, help="iterations of the changed side")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE")
    asked = parser.parse_args()
    game = games.load(asked.game)
    for change in asked.changes:
        if change not in PARTS and change.partition("=")[0] not in ("patience", *Knobs._fields):
            parser.error(f"{change} is neither a part ({', '.join(PARTS)}) nor a knob")
    whole = Side(game, asked.iterations)
    partial = Side(game, asked.lacking or asked.iterations, asked.changes)
    options = dict(option.split("=") for option in asked.option)
    results: dict[int, list[float]] = {}
    for deal in range((asked.games + 1) // 2):
        seed = "parts", deal
        results[deal] = [
            play(game, [whole, partial], seed, options),
            1 - play(game, [partial, whole], seed, options),
        ]
        if len(results) % 20 == 0:
            share, low, high = estimate(results)
            print(f"{2 * len(results)} games: {share:.3f} ({low:.3f} to {high:.3f})", file=sys.stderr)
    share, low, high = estimate(results)
    figures = {
        "game": asked.game,
        "changes": asked.changes,
        "options": options,
        "games": 2 * len(results),
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "iterations": [whole.budget.iterations, partial.budget.iterations],
        "cpu_seconds": [round(whole.cpu, 1), round(partial.cpu, 1)],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
