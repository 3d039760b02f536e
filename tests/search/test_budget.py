"""Budgets in seconds: the CPU's where bots are compared, the wall clock's only where somebody waits."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from oppidum import bots, games
from oppidum.search import Budget, Stop, budget, think, tree
from oppidum.search import flat as flat_module
from oppidum.search.flat import flat
from oppidum.search.think import Mind

from .tiny import GAME, position

CPU = 0.001  # seconds that an iteration takes on a machine that is so busy
WALL = 0.1  # that it takes so long


class Clocks:
    """Stands for the module `time`: both clocks go on by what has been done, and by nothing else."""

    def __init__(self) -> None:
        self.done = 0

    def thread_time(self) -> float:
        return 100.0 + CPU * self.done

    def perf_counter(self) -> float:
        return 7.0 + WALL * self.done


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """A machine on which an iteration of either bot takes as long as the other's."""
    clocks = Clocks()
    monkeypatch.setattr(budget, "time", clocks)
    iterate, weigh = Mind.iterate, flat_module.weigh

    def slow_iterate(mind: Mind, n: int, stop: Stop) -> None:
        iterate(mind, n, stop)
        clocks.done += n

    def slow_weigh(*args: Any) -> int:
        done = weigh(*args)
        clocks.done += done
        return done

    monkeypatch.setattr(Mind, "iterate", slow_iterate)
    monkeypatch.setattr(flat_module, "weigh", slow_weigh)
    return clocks


def done_by_search(budget: Budget) -> int:
    return think(GAME, GAME.view(position("nim"), 0), 0, budget).iterations


def done_by_flat(clocks: Clocks, budget: Budget) -> int:
    before = clocks.done
    flat(GAME, GAME.view(position("nim"), 0), 0, budget)
    return clocks.done - before


@pytest.mark.parametrize("seconds", [0.01, 0.1, 1.0])
def test_the_same_seconds_are_the_same_cpu_time_for_search_and_flat(clocks: Clocks, seconds: float) -> None:
    fair = seconds / CPU
    assert fair <= done_by_search(Budget(seconds=seconds)) <= fair + 1
    assert fair <= done_by_flat(clocks, Budget(seconds=seconds)) <= fair + 1


def test_what_it_takes_to_begin_is_counted(clocks: Clocks, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = tree.plant

    def slowly(nodes: int) -> tree.Tree:
        clocks.done += 30
        return plant(nodes)

    monkeypatch.setattr(sys.modules["oppidum.search.think"], "plant", slowly)  # not the function
    assert 20 <= done_by_search(Budget(seconds=0.05)) <= 21


def test_who_waits_looks_at_the_wall(clocks: Clocks) -> None:
    """Never much longer: the portions are those of some milliseconds of the CPU."""
    for done in (done_by_search(Budget(wait=2.0)), done_by_flat(clocks, Budget(wait=2.0))):
        assert 2.0 <= done * WALL <= 2.0 + 2 * budget.BLINK / CPU * WALL


def test_whichever_comes_first(clocks: Clocks) -> None:
    assert done_by_search(Budget(iterations=5, seconds=1.0, wait=1000.0)) == 5
    assert done_by_search(Budget(iterations=5000, seconds=0.02, wait=1000.0)) <= 21
    assert done_by_search(Budget(iterations=5000, seconds=100.0, wait=1.0)) < 20


def test_bots_of_the_arena_have_the_seconds_of_their_name() -> None:
    game = games.load("cartes")
    search: Any = bots.make("search:0.1s", game)
    simple: Any = bots.make("flat:0.1s", game)
    assert search.budget == simple.budget == Budget(seconds=0.1)
