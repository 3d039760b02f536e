"""The strongest level against `flat` (oppidum.search.flat) with as many CPU seconds a decision.

    python bench/flat.py GAME [--bot level5] [--games 400] [--players 2] [--worlds N] [--option NAME=CHOICE]

With two players: duels, the same deals with the seats swapped, and the bot's share of the victories. With
more: the bot in every seat of every deal in turn, then `flat` in its place, the others `greedy` both times;
the shares of both, and by how much the bot's is larger, each with its 95 % interval.

`flat` may try as many worlds as fit into the CPU time that the bot has taken for a decision on average; the
time that both really took is told. So figures differ a little from run to run. `--worlds` gives it a fixed
number instead, which anybody can repeat.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from typing import Any

import numpy as np

from oppidum import bots, games
from oppidum.arena.figures import estimate
from oppidum.kernel import bits
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.search import Budget
from oppidum.search.flat import flat


class Timed:
    """One side of the contest: how many decisions, in how many CPU seconds."""

    def __init__(self) -> None:
        self.cpu = 0.0
        self.decisions = 0
        self.worst = 0.0

    @property
    def seconds(self) -> float:
        return self.cpu / max(1, self.decisions)

    def note(self, seconds: float) -> None:
        self.cpu += seconds
        self.worst = max(self.worst, seconds)
        self.decisions += 1

    def figures(self) -> dict[str, float]:
        return {"ms": round(1000 * self.seconds, 2), "worst_ms": round(1000 * self.worst, 1)}


class Named(Timed):
    """A bot by its name."""

    def __init__(self, name: str, game: Game) -> None:
        super().__init__()
        self.name, self.game = name, game

    def sit(self, seed: object) -> None:
        self.bot = bots.make(self.name, self.game, seed)

    def choose(self, view: Any, seat: int) -> int:
        began = time.process_time()
        action = self.bot.choose(view, seat)
        self.note(time.process_time() - began)
        return action


class Flat(Timed):
    """As many worlds as fit into the time of the one it is compared with."""

    def __init__(self, game: Game, model: Timed, worlds: int | None) -> None:
        super().__init__()
        self.game, self.model, self.worlds = game, model, worlds

    def sit(self, seed: object) -> None:
        self.seed, self.asked = seed, 0

    def budget(self) -> Budget:
        if self.worlds or not self.model.decisions:
            return Budget(iterations=self.worlds or 1)
        fair = self.model.seconds
        behind = fair * (self.decisions + 1) - self.cpu
        return Budget(seconds=min(max(behind, fair / 2), 2 * fair))

    def choose(self, view: Any, seat: int) -> int:
        self.asked += 1
        began = time.process_time()
        action = flat(self.game, view, seat, self.budget(), (self.seed, self.asked))
        self.note(time.process_time() - began)
        return action


def play(game: Game, sides: list[Any], seed: object, options: dict[str, str]) -> list[float]:
    """One game; everybody's share of the victory."""
    s = game.deal(len(sides), seed_key(seed), options)
    for seat, side in enumerate(sides):
        side.sit((seed, seat))
    rules = game.rules
    while seats := int(rules.waiting(s)):
        seat = bits.lowest(seats)
        legal = game.legal(s, seat)
        action = sides[seat].choose(game.view(s, seat), seat) if len(legal) > 1 else legal[0]
        rules.act(s, seat, action)
    standing = game.standing(s)
    return [standing.share(seat) for seat in range(len(sides))]


def interval(results: dict[int, list[float]]) -> dict[str, float]:
    share, low, high = estimate(results)
    return {"share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def duels(game: Game, bot: Named, peer: Flat, count: int, options: dict[str, str]) -> dict[str, Any]:
    results: dict[int, list[float]] = {}
    for deal in range((count + 1) // 2):
        seed = "flat", deal
        results[deal] = [play(game, [bot, peer], seed, options)[0], play(game, [peer, bot], seed, options)[1]]
        if len(results) % 10 == 0:
            print(2 * len(results), interval(results), bot.figures(), peer.figures(), file=sys.stderr)
    return {"games": 2 * len(results), **interval(results)}


def in_company(
    game: Game, bot: Named, peer: Flat, count: int, players: int, options: dict[str, str]
) -> dict[str, Any]:
    others = [Named("greedy", game) for _ in range(players)]
    shares: dict[str, dict[int, list[float]]] = {"bot": {}, "flat": {}}
    gaps: list[float] = []
    for deal in range(-(-count // players)):
        for name, side in (("bot", bot), ("flat", peer)):
            shares[name][deal] = [
                play(game, [*others[:seat], side, *others[seat + 1 :]], ("flat", deal), options)[seat]
                for seat in range(players)
            ]
        gaps.append(float(np.mean(shares["bot"][deal]) - np.mean(shares["flat"][deal])))
        if len(gaps) % 10 == 0:
            print(
                players * len(gaps),
                {name: interval(found) for name, found in shares.items()},
                file=sys.stderr,
            )
    half = 1.96 * float(np.std(gaps, ddof=1)) / math.sqrt(len(gaps))
    more = float(np.mean(gaps))
    return {
        "games": players * len(gaps),
        **{name: interval(found) for name, found in shares.items()},
        "more": [round(more, 4), round(more - half, 4), round(more + half, 4)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=list(games.catalogue()))
    parser.add_argument("--bot", default="level5")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--worlds", type=int, help="for every decision of `flat`; default: equal CPU time")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE")
    asked = parser.parse_args()
    game = games.load(asked.game)
    options = dict(option.split("=", 1) for option in asked.option)
    bot = Named(asked.bot, game)
    peer = Flat(game, bot, asked.worlds)
    s = game.deal(asked.players, seed_key("compiles"), options)
    seat = game.waiting(s)[0]
    for side in (bot, peer):  # compiles
        side.sit(0)
        side.choose(game.view(s, seat), seat)
        Timed.__init__(side)
    if asked.players == 2:
        found = duels(game, bot, peer, asked.games, options)
    else:
        found = in_company(game, bot, peer, asked.games, asked.players, options)
    print(
        json.dumps(
            {
                "game": asked.game,
                "bot": asked.bot,
                "players": asked.players,
                **found,
                "cpu": {"bot": bot.figures(), "flat": peer.figures()},
            }
        )
    )


if __name__ == "__main__":
    main()
