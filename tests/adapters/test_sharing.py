"""Rows shared among threads: each is done once, and nobody waits for one who is late."""

from __future__ import annotations

import gc
import pickle
import threading
import time
from typing import Any

import numpy as np
import pytest

from oppidum.adapters.sharing import PORTION, Crew, add, none_taken, note_done, take_rows
from oppidum.kernel.compiled import outermost

ROWS = 10 * PORTION + 7


@outermost
def count_up(counts, times):
    for _ in range(times):
        add(counts, 1, 1)


def test_threads_that_add_to_the_same_number_lose_nothing():
    counts = np.zeros(2, np.int64)
    count_up(counts, 1)  # compiled, before they start
    crowd = [threading.Thread(target=count_up, args=(counts, 5_000)) for _ in range(4)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert counts.tolist() == [0, 20_001]


@pytest.mark.parametrize("rows", [1, PORTION, ROWS])
@pytest.mark.parametrize("threads", [1, 2, 3, 5])
@pytest.mark.parametrize("busy", [0, 1, 2])
def test_every_row_is_taken_once_whoever_is_quick(rows: int, threads: int, busy: int):
    """One thread takes rows at every turn, the others now and then."""
    taken = none_taken(rows, threads)
    done = np.zeros(rows, np.int64)
    for turn in range(2 * rows + threads):
        own = busy % threads if turn % 3 else turn % threads
        first, last = take_rows(taken, own, rows)
        done[first:last] += 1
        note_done(taken, last - first)
    assert (done == 1).all()
    assert taken[-1] == rows


def test_each_thread_begins_with_its_own_part():
    taken = none_taken(ROWS, 3)
    assert [take_rows(taken, own, ROWS)[0] for own in (2, 0, 1)] == [2 * ROWS // 3, 0, ROWS // 3]


class Noting:
    """Work that notes who did which rows; those who are late wait until they may begin."""

    def __init__(self, late: tuple[int, ...] = ()) -> None:
        self.late = late
        self.begin = threading.Event()
        self.done_by: dict[int, int] = {}

    def __call__(self, taken: np.ndarray, own: int) -> None:
        if own in self.late:
            assert self.begin.wait(60)
        first, last = take_rows(taken, own, ROWS)
        while first < last:
            for row in range(first, last):
                assert row not in self.done_by
                self.done_by[row] = own
            note_done(taken, last - first)
            first, last = take_rows(taken, own, ROWS)


def test_all_rows_are_done_and_nobody_waits_for_the_late():
    crew = Crew(ROWS, 3)
    for late in ((), (1,), (1, 2), ()):
        work = Noting(late)
        crew.share(work)
        assert sorted(work.done_by) == list(range(ROWS))
        assert not set(late) & set(work.done_by.values())
        work.begin.set()  # they find nothing left to do, and are there for the next
    crew.disband()


def test_what_goes_wrong_in_another_thread_is_told():
    crew = Crew(ROWS, 2)
    begun = threading.Event()

    def work(taken: np.ndarray, own: int) -> None:
        first, last = take_rows(taken, own, ROWS)
        if own == 1:
            begun.set()
            raise ZeroDivisionError(f"rows {first} to {last}")
        assert begun.wait(60)
        while first < last:
            note_done(taken, last - first)
            first, last = take_rows(taken, own, ROWS)

    with pytest.raises(ZeroDivisionError, match="rows"):
        crew.share(work)
    crew.share(Noting())  # it goes on
    crew.disband()


def others() -> set[Any]:
    return {one for one in threading.enumerate() if one.name.startswith("oppidum rows")}


def test_threads_end_with_their_crew_and_start_again_when_needed():
    before = others()

    def until_gone() -> None:
        for _ in range(1000):
            if not others() - before:
                return
            time.sleep(0.01)
        raise AssertionError("threads are still there")

    crew = Crew(ROWS, 3)
    assert others() == before  # nothing to do yet
    crew.share(Noting())
    assert len(others() - before) == 2
    crew.disband()
    until_gone()
    crew.share(Noting())
    assert len(others() - before) == 2
    del crew
    gc.collect()
    until_gone()


def test_a_copy_of_a_crew_has_threads_of_its_own():
    crew = Crew(ROWS, 2)
    crew.share(Noting())
    twin = pickle.loads(pickle.dumps(crew))
    work = Noting()
    twin.share(work)
    assert len(work.done_by) == ROWS
    crew.disband()
    twin.disband()
