"""What a measurement says of an edition, ready for tables, pictures and programs.

Intervals are of 95 %. Whatever is called out (`flags`, `differs`) is sure enough for all rows of the report
together: the more there is to compare, the more it takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import Annotated

import numpy as np
from msgspec import Struct

from oppidum.arena.balance import estimates
from oppidum.arena.balance.counting import Played
from oppidum.arena.balance.estimates import SEAT_TOLERANCE, Estimates
from oppidum.arena.intervals import Z, around
from oppidum.kernel.meaning import meaning
from oppidum.kernel.tally import Edit, Figure, Group

FORMAT = "oppidum-balance/1"  # of a report that is kept
HARDLY_EVER = 0.02  # of all chances
NOTHING = 0.01  # a difference in the share of the victory that nobody notices
ENOUGH = 30  # chances, before a word is said about how often they are taken


class Measure(Struct, frozen=True):
    """A number and its interval; if editions are compared, the difference and its interval, too."""

    value: Annotated[float, meaning("The number.")]
    low: Annotated[float, meaning("The lower end of its interval of 95 %.")]
    high: Annotated[float, meaning("The upper end.")]
    difference: Annotated[
        float | None,
        meaning("By how much it lies above the other edition's; none where nothing is compared."),
    ] = None
    difference_low: Annotated[float | None, meaning("The lower end of the difference's interval.")] = None
    difference_high: Annotated[float | None, meaning("The upper end.")] = None
    differs: Annotated[bool, meaning("Chance alone does not explain the difference.")] = False


class SeatRow(Struct, frozen=True):
    """How often a seat wins, counted from the first player on."""

    seat: Annotated[int, meaning("The seat, counted from the first player on.")]
    share: Annotated[Measure, meaning("Its share of the victories.")]
    flags: Annotated[tuple[str, ...], meaning("too_often, too_seldom; empty where nothing strikes.")] = ()


class ThingRow(Struct, frozen=True):
    """A card, a character, a space."""

    group: Annotated[str, meaning("The group that it belongs to.")]
    id: Annotated[str, meaning("Which of them.")]
    name: Annotated[
        Mapping[str, str] | None,
        meaning("What the edition calls it, by language; none where it has no name of its own."),
    ]
    chances: Annotated[int, meaning("How often it could be used.")]
    uses: Annotated[int, meaning("How often it was.")]
    rate: Annotated[Measure | None, meaning("How many of the chances were taken.")]
    won: Annotated[
        Measure | None,
        meaning("By how much more often its users win than the mean of the group, or than is fair."),
    ]
    flags: Annotated[
        tuple[str, ...],
        meaning(
            "unseen, never, hardly_ever, too_often, too_seldom, decides_nothing; empty where nothing strikes."
        ),
    ] = ()


class FigureRow(Struct, frozen=True):
    """A number of the game itself."""

    id: Annotated[str, meaning("Which number.")]
    least: Annotated[float | None, meaning("What it should be at least; none: it has no bound.")]
    most: Annotated[float | None, meaning("What it should be at most; none: it has no bound.")]
    percent: Annotated[bool, meaning("It is a share.")]
    found: Annotated[Measure | None, meaning("What was measured; none: it did not come up.")]
    flags: Annotated[tuple[str, ...], meaning("too_low, too_high; empty where nothing strikes.")] = ()


class Suggestion(Struct, frozen=True):
    """The best of the single changes that were tried, measured anew on other games."""

    tried: Annotated[int, meaning("How many single changes were tried.")]
    edits: Annotated[tuple[Edit, ...], meaning("The change that helps most.")] = ()
    thing: Annotated[str, meaning("Which thing it is about.")] = ""
    before: Annotated[float, meaning("The imbalance without it.")] = 0.0
    after: Annotated[float, meaning("The imbalance with it.")] = 0.0
    taken_off: Annotated[Measure | None, meaning("The part of the imbalance that it takes off.")] = None
    thing_before: Annotated[float | None, meaning("What using that thing was worth before.")] = None
    thing_after: Annotated[float | None, meaning("What it is worth then.")] = None
    helps: Annotated[bool, meaning("More than chance explains.")] = False


class Report(Struct, frozen=True):
    """What is known of the balance of an edition for one number of players."""

    game: Annotated[str, meaning("The game.")]
    edition: Annotated[str, meaning("The id of the edition.")]
    title: Annotated[str, meaning("Its title.")]
    sha256: Annotated[str, meaning("The hash of its content.")]
    against: Annotated[str | None, meaning("The title of the edition that it is compared with.")]
    bots: Annotated[str, meaning("Who has played all seats.")]
    players: Annotated[int, meaning("The number of players.")]
    games: Annotated[int, meaning("How many games were played.")]
    seed: Annotated[str, meaning("What the deals follow from.")]
    imbalance: Annotated[float, meaning("0: in balance; 1: everything is as far off as is tolerable.")]
    imbalance_against: Annotated[float | None, meaning("The same of the other edition.")]
    seats: Annotated[tuple[SeatRow, ...], meaning("The seats.")]
    ties: Annotated[Measure, meaning("The share of games with several winners.")]
    decisions: Annotated[Measure, meaning("Decisions in a game.")]
    groups: Annotated[tuple[Group, ...], meaning("The kinds of things that were counted.")]
    things: Annotated[tuple[ThingRow, ...], meaning("The things.")]
    figures: Annotated[tuple[FigureRow, ...], meaning("Numbers of the game itself.")]
    suggestion: Annotated[
        Suggestion | None, meaning("The single change that helps most; none where nobody looked for one.")
    ] = None


# ---------------------------------------------------------------- measures


def measures(
    found: Estimates,
    other: Estimates | None,
    pairs: list[int | None],
    z: float,
    share: bool,
) -> list[Measure | None]:
    """One for each column; `pairs` says which column of the other edition is the same thing."""
    rows: list[Measure | None] = []
    for column, pair in enumerate(pairs):
        value, variance = float(found.value[column]), float(found.variance[column])
        if not np.isfinite(value):
            rows.append(None)
            continue
        low, high = interval(value, variance, len(found.influence), share)
        if other is None or pair is None or not np.isfinite(other.value[pair]):
            rows.append(Measure(value, low, high))
            continue
        apart = found.pick([column]).minus(other.pick([pair]))
        difference, error = float(apart.value[0]), sqrt(float(apart.variance[0]))
        rows.append(
            Measure(
                value,
                low,
                high,
                difference,
                difference - Z * error,
                difference + Z * error,
                abs(difference) > z * error,
            )
        )
    return rows


def interval(value: float, variance: float, n: int, share: bool) -> tuple[float, float]:
    if share and 0 <= value <= 1:
        return around(value, variance, n)
    return value - Z * sqrt(variance), value + Z * sqrt(variance)


def sure_for(comparisons: int) -> float:
    """How many standard errors it takes so that among so many comparisons none is called out by chance."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))


def root(square: float) -> float:
    """The imbalance is told as the root of its mean square; what is less than nothing is nothing."""
    return sqrt(max(0.0, square))


# ---------------------------------------------------------------- rows


def seat_rows(played: Played, other: Played | None, z: float) -> tuple[SeatRow, ...]:
    found = estimates.seats(played)
    fair = 1 / played.shares.shape[1]
    all_pairs: list[int | None] = list(range(len(found.value)))
    rows = measures(found, estimates.seats(other) if other else None, all_pairs, z, True)
    return tuple(
        SeatRow(
            seat + 1,
            row,
            too_much(float(found.value[seat]) - fair, float(found.variance[seat]), SEAT_TOLERANCE, z),
        )
        for seat, row in enumerate(rows)
        if row
    )


def too_much(value: float, variance: float, tolerance: float, z: float) -> tuple[str, ...]:
    if value - z * sqrt(variance) > tolerance:
        return ("too_often",)
    if value + z * sqrt(variance) < -tolerance:
        return ("too_seldom",)
    return ()


def thing_rows(played: Played, other: Played | None, z: float) -> tuple[ThingRow, ...]:
    rates, won = estimates.rates(played), estimates.won(played)
    at = {(thing.group, thing.id): i for i, thing in enumerate(other.things)} if other else {}
    pairs = [at.get((thing.group, thing.id)) for thing in played.things]
    rate_rows = measures(rates, estimates.rates(other) if other else None, pairs, z, True)
    won_rows = measures(won, estimates.won(other) if other else None, pairs, z, False)
    groups = {group.id: group for group in played.groups}
    return tuple(
        ThingRow(
            thing.group,
            thing.id,
            thing.name,
            int(played.chances[:, i].sum()),
            int(played.uses[:, i].sum()),
            rate_rows[i],
            won_rows[i],
            (
                *seldom(played, i),
                *weight(groups[thing.group], float(won.value[i]), float(won.variance[i]), z),
            ),
        )
        for i, thing in enumerate(played.things)
        if thing.group in groups
    )


def seldom(played: Played, i: int) -> tuple[str, ...]:
    """Whether nobody wants it."""
    chances, uses = int(played.chances[:, i].sum()), int(played.uses[:, i].sum())
    if chances == 0:
        return ("unseen",)
    if chances < ENOUGH:
        return ()
    if uses == 0:
        return ("never",)
    # A use more or less of a game decides nothing: the interval of the games' rate lies below.
    rate = estimates.ratio(played.uses[:, [i]], played.chances[:, [i]])
    high = around(float(rate.value[0]), float(rate.variance[0]), chances)[1]
    return ("hardly_ever",) if high < HARDLY_EVER else ()


def weight(group: Group, value: float, variance: float, z: float) -> tuple[str, ...]:
    """Whether it wins too often, or does not matter where it should."""
    if not np.isfinite(value) or variance == 0:
        return ()
    if flags := too_much(value, variance, group.tolerance, z):
        return flags
    if not group.alike and abs(value) + z * sqrt(variance) < NOTHING:
        return ("decides_nothing",)
    return ()


def figure_rows(played: Played, other: Played | None, z: float) -> tuple[FigureRow, ...]:
    found = estimates.figures(played)
    compared = estimates.figures(other) if other else None
    rows: list[FigureRow] = []
    for i, figure in enumerate(played.asked):
        measure = measures(found.pick([i]), compared.pick([i]) if compared else None, [0], z, figure.percent)
        rows.append(
            FigureRow(
                figure.id,
                figure.least,
                figure.most,
                figure.percent,
                measure[0],
                out_of_bounds(figure, float(found.value[i]), float(found.variance[i]), z),
            )
        )
    return tuple(rows)


def out_of_bounds(figure: Figure, value: float, variance: float, z: float) -> tuple[str, ...]:
    low, high = estimates.bounds(figure)
    if value + z * sqrt(variance) < low:
        return ("too_low",)
    return ("too_high",) if value - z * sqrt(variance) > high else ()


def single_measure(found: Estimates, other: Estimates | None, z: float, share: bool) -> Measure:
    measure = measures(found, other, [0], z, share)[0]
    assert measure is not None
    return measure
