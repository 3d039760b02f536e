"""The strongest level against `flat` (oppidum.search.flat) with as many CPU seconds a decision.

    python bench/flat.py GAME [--bot level5] [--games 400] [--players 2] [--worlds N] [--option NAME=CHOICE]
        [--adjust] [--first-deal N]

With two players: duels, the same deals with the seats swapped, and the bot's share of the victories. With
more: the bot in every seat of every deal in turn, then `flat` in its place, the others `greedy` both times;
the shares of both, and by how much the bot's is larger, each with its 95 % interval. `--adjust` takes luck
off the shares as the arena does, so that fewer games are as sure; those with all luck are told beside them.

`flat` may try as many worlds as fit into the CPU time that the bot has taken for a decision on average; the
time that both really took is told. So figures differ a little from run to run. `--worlds` gives it a fixed
number instead, which anybody can repeat. `--first-deal` goes on where a run was broken off, or beside one.
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
from oppidum.arena.adjusting import Weights
from oppidum.arena.figures import estimate
from oppidum.arena.intervals import student
from oppidum.arena.jobs import Account
from oppidum.arena.luck_value import Luck
from oppidum.arena.pairings import Played
from oppidum.kernel import bits, position
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

    name, bot = "flat", None  # what it draws by lot, nobody knows

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


def play(
    game: Game, sides: list[Any], at: int, seed: object, options: dict[str, str], adjust: bool
) -> Played:
    """One game, about the side in one of the seats."""
    s = game.deal(len(sides), seed_key(seed), options)
    account = None
    if adjust:
        deal = Luck(game, ("deal", seed)).of_deal(s, options)  # alike for all games that share it
        account = Account(Luck(game, ("play", seed, at, sides[at].name)), deal)
    for seat, side in enumerate(sides):
        side.sit((seed, seat))
    rules = game.rules
    while seats := int(rules.waiting(s)):
        seat = bits.lowest(seats)
        legal = game.legal(s, seat)
        if len(legal) == 1:
            action, bot = legal[0], None  # nobody was asked
        else:
            action, bot = sides[seat].choose(game.view(s, seat), seat), sides[seat].bot
        before = position.copy(s)
        rules.act(s, seat, action)
        if account:
            account.note(bot, before, seat, action, s)
    standing = game.standing(s)
    luck = account.told() if account else ()
    who = tuple(int(seat != at) for seat in range(len(sides)))
    return Played(0, 0, who, standing.points, standing.winners, luck)


def interval(results: dict[int, list[float]]) -> dict[str, float]:
    share, low, high = estimate(results)
    return {"share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def mean_of(gaps: list[float]) -> list[float]:
    """With its 95 % interval."""
    half = student(len(gaps) - 1) * float(np.std(gaps, ddof=1)) / math.sqrt(len(gaps))
    more = float(np.mean(gaps))
    return [round(more, 4), round(more - half, 4), round(more + half, 4)]


class Results:
    """Of one side, deal by deal: with all luck, and as much of it taken off as the deals before advise."""

    def __init__(self) -> None:
        self.weights = Weights(0)
        self.plain: dict[int, list[float]] = {}
        self.earned: dict[int, list[float]] = {}

    def add(self, games: list[Played]) -> None:
        deal = len(self.plain)
        self.plain[deal] = [played.share(played.seats.index(0)) for played in games]
        weighed = self.weights.weigh(games)
        self.earned[deal] = [played.earned(played.seats.index(0)) for played in weighed]

    def figures(self) -> dict[str, Any]:
        found = interval(self.earned)
        return found if self.earned == self.plain else {**found, "plain": interval(self.plain)}


def duels(
    game: Game, bot: Named, peer: Flat, deals: range, options: dict[str, str], adjust: bool
) -> dict[str, Any]:
    results = Results()
    for deal in deals:
        seed = "flat", deal
        line_ups = [bot, peer], [peer, bot]
        results.add([play(game, line_up, at, seed, options, adjust) for at, line_up in enumerate(line_ups)])
        if len(results.plain) % 10 == 0:
            print(2 * len(results.plain), results.figures(), bot.figures(), peer.figures(), file=sys.stderr)
    return {"games": 2 * len(results.plain), **results.figures()}


def in_company(
    game: Game, bot: Named, peer: Flat, deals: range, players: int, options: dict[str, str], adjust: bool
) -> dict[str, Any]:
    others = [Named("greedy", game) for _ in range(players)]
    results = {"bot": Results(), "flat": Results()}
    gaps: list[float] = []
    for deal in deals:
        for name, side in (("bot", bot), ("flat", peer)):
            results[name].add(
                [
                    play(game, [*others[:at], side, *others[at + 1 :]], at, ("flat", deal), options, adjust)
                    for at in range(players)
                ]
            )
        ours, theirs = (results[name].earned[len(gaps)] for name in ("bot", "flat"))
        gaps.append(float(np.mean(ours) - np.mean(theirs)))
        if len(gaps) % 10 == 0:
            figures = {name: found.figures() for name, found in results.items()}
            cpu = bot.figures(), peer.figures()
            print(players * len(gaps), figures, f"more {mean_of(gaps)}", *cpu, file=sys.stderr)
    return {
        "games": players * len(gaps),
        "shares": {name: found.figures() for name, found in results.items()},
        "more": mean_of(gaps),
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
    parser.add_argument("--adjust", action="store_true", help="take luck off the shares")
    parser.add_argument("--first-deal", type=int, default=0)
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
    deals = range(asked.first_deal, asked.first_deal - (-asked.games // asked.players))
    if asked.players == 2:
        found = duels(game, bot, peer, deals, options, asked.adjust)
    else:
        found = in_company(game, bot, peer, deals, asked.players, options, asked.adjust)
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
