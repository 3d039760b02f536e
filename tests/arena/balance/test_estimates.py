"""Estimates and their errors, on games that are made up: there the truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from oppidum.arena.balance import estimates, report
from oppidum.arena.balance.counting import Played
from oppidum.kernel.tally import Figure, Group, Thing

PLAYERS = 4


def made_up(
    rng: np.random.Generator, games: int, strengths: list[float], alike: bool = True, used: float = 0.5
) -> Played:
    """Each thing is used by one seat at random, or by nobody; strength is its weight in who wins."""
    things = len(strengths)
    seats = rng.integers(0, PLAYERS, (games, things))
    uses = (rng.random((games, things)) < used).astype(np.int32)
    weight = np.ones((games, PLAYERS))
    for thing, strength in enumerate(strengths):
        weight[np.arange(games), seats[:, thing]] += strength * uses[:, thing]
    chance = np.cumsum(weight / weight.sum(axis=1, keepdims=True), axis=1)
    winner = (rng.random((games, 1)) > chance).sum(axis=1)
    shares = np.eye(PLAYERS)[winner]
    wins = uses * (seats == winner[:, None])
    return Played(
        (Group("card", 0.05, alike),),
        tuple(Thing("card", str(i)) for i in range(things)),
        (Figure("tempo", 0.4, 0.6, percent=True),),
        shares,
        np.full(games, 10),
        np.ones((games, things), np.int32),
        uses,
        wins.astype(np.float32),
        np.stack([rng.random((games, 1)) < 0.5, np.ones((games, 1))], axis=2).astype(np.int64),
    )


def test_intervals_hold_what_they_promise():
    """About 95 of 100 intervals of a ratio contain the truth."""
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(400):
        whole = rng.poisson(3, (200, 1))
        part = rng.binomial(whole, 0.3)
        found = estimates.ratio(part, whole)
        inside += abs(found.value[0] - 0.3) < 1.96 * found.variance[0] ** 0.5
    assert 0.92 < inside / 400 < 0.98


def test_the_same_games_differ_by_nothing_and_pairs_tell_more_than_strangers():
    rng = np.random.default_rng(2)
    mine = made_up(rng, 500, [0.2, 0.2, 0.2])
    other = made_up(rng, 500, [0.2, 0.2, 0.2])
    same = estimates.won(mine).minus(estimates.won(mine))
    assert (same.value == 0).all()
    assert (same.variance == 0).all()
    apart = estimates.seats(mine).minus(estimates.seats(other))
    assert (apart.variance > estimates.seats(mine).variance).all()


def test_where_everything_is_in_balance_the_imbalance_is_nothing_on_average():
    rng = np.random.default_rng(3)
    found = [float(estimates.imbalance(made_up(rng, 300, [0.3] * 8)).value[0]) for _ in range(200)]
    error = np.std(found) / np.sqrt(len(found))
    assert abs(np.mean(found)) < 4 * error
    uncorrected = [(estimates.seats(made_up(rng, 300, [0.3] * 8)).value - 0.25) ** 2 for _ in range(20)]
    assert np.mean(uncorrected) > 0


def test_what_is_planted_counts_against_the_balance():
    rng = np.random.default_rng(4)
    fair = estimates.imbalance(made_up(rng, 3000, [0.3] * 6))
    loaded = estimates.imbalance(made_up(rng, 3000, [0.3] * 5 + [3.0]))
    assert loaded.value[0] - 4 * loaded.variance[0] ** 0.5 > fair.value[0]


def flags_of(played: Played) -> dict[str, tuple[str, ...]]:
    z = report.sure_for(2 * len(played.things))
    return {row.id: row.flags for row in report.thing_rows(played, None, z)}


def test_nothing_is_called_out_by_chance():
    """A hundred reports on balanced games, eight cards each: hardly a false alarm among them all."""
    rng = np.random.default_rng(5)
    alarms = sum(bool(flags) for _ in range(100) for flags in flags_of(made_up(rng, 400, [0.3] * 8)).values())
    assert alarms <= 5


def test_the_overpowered_the_dead_and_the_idle():
    rng = np.random.default_rng(6)
    played = made_up(rng, 20_000, [0.3, 0.3, 0.3, 0.3, 4.0])
    assert "too_often" in flags_of(played)["4"]
    dead = made_up(rng, 2000, [0.3] * 4)
    dead.uses[:, 1] = 0
    dead.wins[:, 1] = 0
    dead.uses[:, 2] = 0
    dead.wins[:, 2] = 0
    dead.uses[:3, 2] = 1
    dead.chances[:, 3] = 0
    dead.uses[:, 3] = 0
    found = flags_of(dead)
    assert found["1"] == ("never",)
    assert "hardly_ever" in found["2"]
    assert found["3"] == ("unseen",)
    idle = flags_of(made_up(rng, 60_000, [0.0, 0.8], alike=False, used=1.0))
    assert idle["0"] == ("decides_nothing",)
    assert idle["1"] == ("too_often",)


@pytest.mark.parametrize(
    ("least", "most", "flags"), [(0.4, 0.6, ()), (0.7, 0.9, ("too_low",)), (0, 0.3, ("too_high",))]
)
def test_figures_out_of_bounds(least: float, most: float, flags: tuple[str, ...]):
    played = made_up(np.random.default_rng(7), 2000, [0.3])
    figure = Figure("tempo", least, most, percent=True)
    found = estimates.figures(played)
    assert report.out_of_bounds(figure, float(found.value[0]), float(found.variance[0]), 3.0) == flags
