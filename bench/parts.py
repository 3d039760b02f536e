"""What a part of the search is worth: the whole search in duels against one that lacks the part.

    python bench/parts.py cartes evaluation [--iterations 300] [--lacking 300] [--games 400]
    python bench/parts.py compagnie curiosity=0.6 hope=1       # other knobs (oppidum.kernel.insight.Knobs)
    python bench/parts.py romains patience=6                   # decisions in a playout before it is estimated
    python bench/parts.py cartes tremble=0.15 --option hands=1
    python bench/parts.py romains rounds=0 --players 4         # in company

Parts:
  evaluation  Without it, playouts go on to the end (at `cartes`: of the hand) by the game's rules of thumb.

Two players, the same deals with the seats swapped; or the whole search in each seat of a deal in turn, in
company of such as lack the part: one in so many players is its fair share. Both sides get the same iterations
unless `--lacking` gives the side without the part others; the CPU seconds that each took are told, so that
one can see how many would have cost the same.
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

    def __init__(self, game: Game, players: int, iterations: int, changes: Sequence[str] = ()) -> None:
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
        self.knobs = self.insight.knobs_for(players)._replace(**turned)

    def choose(self, view: Any, seat: int, seed: object) -> int:
        began = time.process_time()
        register(self.game.dtype, self.insight)  # patience is no part of compiled code
        action = think(self.game, view, seat, self.budget, seed, knobs=self.knobs).action
        self.cpu += time.process_time() - began
        return action


def play(game: Game, sides: list[Side], at: int, seed: object, options: dict[str, str]) -> float:
    """One game; the share of the victory of the side in one of the seats."""
    s = game.deal(len(sides), seed_key(seed), options)
    decisions = 0
    while seats := int(game.rules.waiting(s)):
        seat = bits.lowest(seats)
        decisions += 1
        action = sides[seat].choose(game.view(s, seat), seat, (seed, decisions))
        game.rules.act(s, seat, action)
    return game.standing(s).share(at)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("changes", nargs="+", help="a part that one side lacks, or knob=value")
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--lacking", type=int, help="iterations of the changed side")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE")
    asked = parser.parse_args()
    game = games.load(asked.game)
    for change in asked.changes:
        if change not in PARTS and change.partition("=")[0] not in ("patience", *Knobs._fields):
            parser.error(f"{change} is neither a part ({', '.join(PARTS)}) nor a knob")
    players = asked.players
    whole = Side(game, players, asked.iterations)
    partial = Side(game, players, asked.lacking or asked.iterations, asked.changes)
    options = dict(option.split("=") for option in asked.option)
    results: dict[int, list[float]] = {}
    for deal in range(-(-asked.games // players)):
        results[deal] = []
        for at in range(players):
            table = [partial] * players
            table[at] = whole
            results[deal].append(play(game, table, at, ("parts", deal), options))
        if len(results) % 20 == 0:
            share, low, high = estimate(results)
            print(f"{players * len(results)} games: {share:.3f} ({low:.3f} to {high:.3f})", file=sys.stderr)
    share, low, high = estimate(results)
    figures = {
        "game": asked.game,
        "changes": asked.changes,
        "options": options,
        "players": players,
        "games": players * len(results),
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "iterations": [whole.budget.iterations, partial.budget.iterations],
        "cpu_seconds": [round(whole.cpu, 1), round(partial.cpu, 1)],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
