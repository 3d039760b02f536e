"""Many games at once among compiled policies, each seat seeing only what it may."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from oppidum.arena.intervals import around
from oppidum.bots import POLICIES, fold, policy_names
from oppidum.bots.policies import decide, teach
from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import outermost, rule, working_part
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadOption
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from, split
from oppidum.kernel.playout import deal_all
from oppidum.kernel.stream import key_words
from oppidum.kernel.verbs import act, redact, scores, waiting

BATCH = 256
ORDER = 15  # no seat: the part of a game's luck that says who answers first


@rule
def part_of(number, seat):
    """Which part of a series' luck belongs to a seat in game `number`."""
    return number * 16 + seat


def seat_luck(seed: object, number: int, seat: int) -> np.ndarray:
    """The luck of one seat (or `ORDER`) in game `number` of a series: for playing that game alone."""
    out = np.empty(4, np.int64)
    split(luck_from("bulk", seed), part_of(number, seat), out)
    return out


@working_part
def play_out(states, i, views, policies, lucks, order, mask):
    """One game to its end among policies, each with its own luck; returns the number of decisions."""
    s = states[i]
    decisions = 0
    seats = waiting(s)
    while seats != 0:
        seat = next_to_answer(s, seats, order)
        views[0] = states[i]
        redact(views[0], seat)
        act(s, seat, decide(views[0], seat, policies[seat], lucks[seat], mask))
        decisions += 1
        seats = waiting(s)
    return decisions


@outermost
def play_all(states, policies, luck, first, mask, points, winners, decisions):
    """Play every position to its end. Row i of the outputs belongs to game `first` + i."""
    views = np.empty_like(states[:1])
    lucks = np.empty((len(policies), 4), np.int64)
    order = np.empty(4, np.int64)
    for i in range(len(states)):
        for seat in range(len(policies)):
            split(luck, part_of(first + i, seat), lucks[seat])
        split(luck, part_of(first + i, ORDER), order)
        decisions[i] = play_out(states, i, views, policies, lucks, order, mask)
        winners[i] = scores(states[i], points[i])


@dataclass(frozen=True)
class Bulk:
    """What a series of games brought. One row a game; `winners` has a bit for each seat."""

    points: np.ndarray
    winners: np.ndarray
    decisions: np.ndarray

    @property
    def shares(self) -> np.ndarray:
        """Each seat's share of each victory."""
        seats = np.arange(self.points.shape[1])
        won = (self.winners[:, None] >> seats) & 1
        return won / won.sum(axis=1, keepdims=True)


def play_games(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: object,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Bulk:
    """Play `games` games among policies, one bot name a seat.

    The same seed gives the same games: those that `arena.simulate` writes down, decision by decision.
    """
    teach(game)
    players = len(bots)
    game.about.check_players(players)
    known, named = policy_names(game.id), [fold(bot) for bot in bots]
    for bot in named:
        if bot not in known:
            raise BadOption(f"There is no bot {bot!r} that plays in bulk; there are {', '.join(known)}.")
    policies = np.array([POLICIES.index(bot) for bot in named], np.int64)
    luck = luck_from("bulk", seed)
    mask = np.zeros(game.actions, np.uint8)
    numbers = game.options(options)
    points = np.zeros((games, players), np.int64)
    winners = np.zeros(games, np.int64)
    decisions = np.zeros(games, np.int64)
    for first in range(0, games, BATCH):
        part = slice(first, min(games, first + BATCH))
        states = game.blanks(part.stop - first, edition)
        keys = np.array([key_words(seed_key(seed, number)) for number in range(first, part.stop)])
        deal_all(states, players, numbers, keys)
        play_all(states, policies, luck, first, mask, points[part], winners[part], decisions[part])
        progress(part.stop)
    return Bulk(points, winners, decisions)


def seat_bots(names: Sequence[str], players: int) -> list[str]:
    """One bot a seat: the given names over and over."""
    return [names[seat % len(names)] for seat in range(players)]


def summary(bulk: Bulk, bots: Sequence[str]) -> dict[str, Any]:
    """Figures per seat, with the 95 % interval of each share of victory.

    What the first seat is worth shows only among bots that are alike; elsewhere it is None.
    """
    games, players = bulk.points.shape
    shares = bulk.shares
    mean = shares.mean(axis=0)
    variance = shares.var(axis=0, ddof=1 if games > 1 else 0) / games
    intervals = [around(float(mean[seat]), float(variance[seat]), games) for seat in range(players)]
    alike = len(set(bots)) == 1
    above = [value - 1 / players if alike else None for value in (float(mean[0]), *intervals[0])]
    return {
        "games": games,
        "decisions_per_game": float(bulk.decisions.mean()),
        "seats": [
            {
                "seat": seat + 1,
                "points": float(bulk.points[:, seat].mean()),
                "points_low": int(bulk.points[:, seat].min()),
                "points_high": int(bulk.points[:, seat].max()),
                "share": float(mean[seat]),
                "low": low,
                "high": high,
            }
            for seat, (low, high) in enumerate(intervals)
        ],
        "first_seat_advantage": above[0],
        "first_seat_advantage_low": above[1],
        "first_seat_advantage_high": above[2],
    }
