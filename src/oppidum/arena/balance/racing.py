"""The single change that helps most: candidates race on the same deals, the hopeless drop out early.

Who is left is measured anew, on deals that the race has not seen: what only luck has made look good does not
look good twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from oppidum.arena.balance import estimates
from oppidum.arena.balance.counting import Played, play, tally_of
from oppidum.arena.balance.report import Measure, Suggestion, root
from oppidum.arena.intervals import Z
from oppidum.kernel.editions import Edition, EditionFile, content
from oppidum.kernel.errors import BadEdition
from oppidum.kernel.game import Game
from oppidum.kernel.tally import Change, changed

STARTERS = 12  # who race at all
LANES = 4  # how many things they are about
FINALISTS = 4
FIRST_LAP = 1 / 8  # of the games of a measurement
SECOND_LAP = 1 / 2
GAMES = STARTERS * FIRST_LAP + FINALISTS * (SECOND_LAP - FIRST_LAP) + 2  # in all, in measurements
SURE = 2.0  # standard errors, before a thing's side is taken for known


@dataclass
class Runner:
    change: Change
    edition: Edition
    played: Played | None = None


def suggest(
    game: Game,
    edition: Edition,
    base: Played,
    players: int,
    seed: object,
    progress: Callable[[int], None] = lambda more: None,
) -> Suggestion:
    """Which change brings the edition closest to balance; `base` are the games that were measured."""
    n = len(base)
    runners = starters(game, edition, base)
    if not runners:
        return Suggestion(0)
    tried = len(runners)
    first, second = max(1, int(n * FIRST_LAP)), max(2, int(n * SECOND_LAP))
    for games in (range(first), range(first, second)):
        for runner in runners:
            more = play(game, runner.edition, players, games, seed, progress)
            runner.played = runner.played.and_then(more) if runner.played else more
        runners = sorted(runners, key=standing)[:FINALISTS]
    return judge(game, edition, runners[0], tried, players, n, seed, progress)


def standing(runner: Runner) -> float:
    assert runner.played
    return float(estimates.imbalance(runner.played).value[0])


def judge(
    game: Game,
    edition: Edition,
    winner: Runner,
    tried: int,
    players: int,
    n: int,
    seed: object,
    progress: Callable[[int], None],
) -> Suggestion:
    """The winner and the edition as it is, on fresh deals."""
    fresh = range(n, 2 * n)
    was = play(game, edition, players, fresh, seed, progress)
    then = play(game, winner.edition, players, fresh, seed, progress)
    old, new = estimates.imbalance(was), estimates.imbalance(then)
    before, after = float(old.value[0]), float(new.value[0])
    whole = max(before, 1e-12)
    taken = (before - after) / whole
    influence = (old.influence - new.influence - taken * old.influence) / whole
    error = sqrt(float((influence**2).sum()))
    measure = Measure(taken, taken - Z * error, taken + Z * error)
    return Suggestion(
        tried,
        winner.change.edits,
        winner.change.thing,
        root(before),
        root(after),
        measure,
        worth_of_using(was, winner.change),
        worth_of_using(then, winner.change),
        before > 0 and measure.low > 0,
    )


def worth_of_using(played: Played, change: Change) -> float | None:
    """What using the thing is worth that a change is about."""
    for i, thing in enumerate(played.things):
        if (thing.group, thing.id) == (change.group, change.thing):
            value = float(estimates.won(played).value[i])
            return value if np.isfinite(value) else None
    return None


# ---------------------------------------------------------------- who races


def starters(game: Game, edition: Edition, base: Played) -> list[Runner]:
    """Changes to what is farthest from balance: one of each such thing, then the next of each."""
    blame = blames(base)
    lanes: dict[tuple[str, str], list[Change]] = {}
    for change in tally_of(game).changes(edition):
        if may_help(change, base):
            lanes.setdefault((change.group, change.thing), []).append(change)
    order = sorted(lanes, key=lambda lane: -blame.get(lane, 0.0))
    runners: list[Runner] = []
    for change in in_turn([lanes[lane] for lane in order[:LANES]]):
        altered = edition_with(game, edition, change)
        if altered is not None:
            runners.append(Runner(change, altered))
        if len(runners) == STARTERS:
            break
    return runners


def in_turn(lanes: list[list[Change]]) -> Iterator[Change]:
    for turn in range(max((len(lane) for lane in lanes), default=0)):
        for lane in lanes:
            if turn < len(lane):
                yield lane[turn]


def blames(base: Played) -> dict[tuple[str, str], float]:
    """How far each thing is from balance; under no name the seats and figures, which any change may mend."""
    won = estimates.won(base)
    found: dict[tuple[str, str], float] = {}
    for group in base.groups:
        for i in estimates.columns_of(base, group.id):
            if np.isfinite(won.value[i]):
                away = abs(float(won.value[i])) / group.tolerance - (0 if group.alike else 1)
                found[group.id, base.things[i].id] = max(0.0, away)
    seats = estimates.seats(base).value - 1 / base.shares.shape[1]
    asked = estimates.figures(base).value
    outside = [0.0]
    for figure, value in zip(base.asked, asked, strict=True):
        low, high = estimates.bounds(figure)
        if np.isfinite(value) and not low <= value <= high:
            outside.append(1.0)
    found["", ""] = max(float(np.abs(seats).max()) / estimates.SEAT_TOLERANCE, *outside)
    return found


def may_help(change: Change, base: Played) -> bool:
    """What wins too often is not made stronger, nor what loses too often weaker."""
    if not change.stronger:
        return True
    won = estimates.won(base)
    for i, thing in enumerate(base.things):
        if (thing.group, thing.id) == (change.group, change.thing) and np.isfinite(won.value[i]):
            known = abs(won.value[i]) > SURE * sqrt(float(won.variance[i]))
            return not known or change.stronger * won.value[i] < 0
    return True


def edition_with(game: Game, edition: Edition, change: Change) -> Edition | None:
    """The changed edition; none where it would be no edition, or go beyond the printed game."""
    data: dict[str, Any] = changed(edition.data, change)
    try:
        altered = game.read_edition(EditionFile.parse(edition.source, content(data)))
        altered.check_for_new_games()
    except BadEdition:
        return None
    return altered if len(altered.warnings) <= len(edition.warnings) else None
