"""The rows of a batch shared among threads.

Each thread begins with a part of its own, the same in every step, so that its core finds there what it knows.
Whoever is through with it helps the others: a thread that was woken late, or lost its core to something else,
leaves the rows to those who are awake, and nobody waits for more than the few rows that it is at.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import lower_builtin, type_callable

from oppidum.kernel.compiled import part

PORTION = 64  # rows that a thread takes at a time
PATIENCE = 1000  # looks at whether the others are done, before one goes to sleep: some ten microseconds

Work = Callable[[np.ndarray, int], None]  # how far the rows are taken, and which part is one's own


# ---------------------------------------------------------------- how far the rows are taken
# For each part the first row that nobody has taken; at the end, how many rows are done.

one_at_a_time = threading.Lock()


def add(counts: Any, i: int, n: int) -> int:
    """Add to a number that other threads change, too. Returns what it was before."""
    with one_at_a_time:
        before = int(counts[i])
        counts[i] += n
    return before


@type_callable(add)
def type_add(context: Any) -> Any:
    return lambda counts, i, n: types.int64


@lower_builtin(add, types.Array, types.Integer, types.Integer)
def lower_add(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    counts, *numbers = signature.args
    i, n = (
        context.cast(builder, one, kind, types.int64) for one, kind in zip(args[1:], numbers, strict=True)
    )
    data = context.make_array(counts)(context, builder, args[0]).data
    return builder.atomic_rmw("add", builder.gep(data, [i]), n, "seq_cst")


def none_taken(rows: int, parts: int) -> np.ndarray:
    """As it is in the beginning."""
    return np.array([rows * part // parts for part in range(parts)] + [0], np.int64)


@part
def take_rows(taken: Any, own: int, rows: int) -> tuple[int, int]:
    """The next rows to be done by the thread that this part belongs to: first and last; none, if equal."""
    parts = len(taken) - 1
    for i in range(parts):
        at = (own + i) % parts
        end = rows * (at + 1) // parts
        if taken[at] < end:
            first = add(taken, at, PORTION)
            if first < end:
                return first, min(first + PORTION, end)
    return rows, rows


@part
def note_done(taken: Any, rows: int) -> None:
    add(taken, len(taken) - 1, rows)


@part
def wait_a_little(taken: Any, own: int, rows: int) -> None:
    """Until the others are done as well. They have hardly begun to sleep when they would have to wake."""
    if own == 0:
        for _ in range(PATIENCE):
            if add(taken, len(taken) - 1, 0) == rows:
                break


# ---------------------------------------------------------------- those who share the work


def lend_a_hand(jobs: SimpleQueue[Any]) -> None:
    """What a thread of the crew does, until there is nothing more to do."""
    while (job := jobs.get()) is not None:
        work, taken, rows, own, answers = job
        try:
            if taken[-1] < rows:  # otherwise it is too late
                work(taken, own)
            answers.put(None)
        except BaseException as error:
            answers.put(error)
        del job, work, taken, answers  # nobody is to find in use what has been used


class Crew:
    """So many threads, of which whoever calls is the first. The others begin when there is work for them."""

    def __init__(self, rows: int, threads: int) -> None:
        self.rows, self.threads = rows, threads
        self.none_taken = none_taken(rows, threads)
        self.jobs: list[SimpleQueue[Any]] = []
        self.process = 0  # in which the others are: threads do not follow into one that is forked

    def __reduce__(self) -> Any:
        return Crew, (self.rows, self.threads)

    def share(self, work: Work) -> None:
        """Have all rows done."""
        taken = self.none_taken.copy()
        if self.threads == 1:
            work(taken, 0)
            return
        if self.process != os.getpid():
            self.muster()
        answers: SimpleQueue[BaseException | None] = SimpleQueue()
        for own, jobs in enumerate(self.jobs, 1):
            jobs.put((work, taken, self.rows, own, answers))
        work(taken, 0)
        if taken[-1] < self.rows:
            for _ in self.jobs:
                if error := answers.get():
                    raise error

    def muster(self) -> None:
        self.jobs = [SimpleQueue() for _ in range(1, self.threads)]
        self.process = os.getpid()
        for jobs in self.jobs:
            threading.Thread(target=lend_a_hand, args=(jobs,), name="oppidum rows", daemon=True).start()
            weakref.finalize(self, jobs.put, None)

    def disband(self) -> None:
        """Let the others go; whoever shares again has new ones."""
        for jobs in self.jobs:
            jobs.put(None)
        self.jobs, self.process = [], 0
