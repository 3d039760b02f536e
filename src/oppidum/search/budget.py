"""How long a bot may think, and how it sees that its time is up."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from oppidum.kernel.errors import BadOption

FIRST_PORTION, LARGEST_PORTION = 1, 1 << 14
BLINK = 0.004  # CPU seconds between two looks at the clock


def cpu_seconds() -> float:
    """The clock of this thread: it stands still while others have the processor."""
    return time.thread_time()


@dataclass(frozen=True)
class Budget:
    """When to stop thinking: after so many iterations or so much time, whichever comes first.

    `seconds` are CPU seconds of each thread that thinks, so that bots with the same budget have the same time
    however busy the machine is. `wait` is for whoever waits for the answer: seconds of the clock on the wall.
    """

    iterations: int | None = None
    seconds: float | None = None
    wait: float | None = None
    threads: int = 1
    megabytes: int = 128  # for the tree, all threads together
    enough: bool = False  # for one thread: not even so many iterations where the rest could change no choice

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None and self.wait is None:
            raise BadOption("A budget needs iterations or seconds.")
        for name in ("iterations", "seconds", "wait", "threads", "megabytes"):
            size = getattr(self, name)
            if size is not None and size <= 0:
                raise BadOption(f"A budget of {size} {name} lets nobody think.")

    def deadline(self) -> float | None:
        """When whoever waits has waited long enough, by the clock on the wall."""
        return None if self.wait is None else time.perf_counter() + self.wait


class Stop:
    """A way to end a search at once from another thread; it then answers with what it has."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.uint8)

    def now(self) -> None:
        self.flag[0] = 1


class Timer:
    """Lets one thread work in portions of a blink, so that it sees in time that its time is up.

    It begins to count when it is made, in the thread that thinks; so many CPU seconds are `spent` already.
    """

    def __init__(self, seconds: float | None, deadline: float | None, spent: float = 0.0) -> None:
        self.seconds, self.deadline, self.spent = seconds, deadline, spent
        self.began = self.looked = cpu_seconds()
        self.portion = FIRST_PORTION

    def next(self, done: int) -> int:
        """How many iterations to do until the next look, after so many: none when the time is up."""
        now = cpu_seconds()
        if done and now - self.looked < BLINK:
            self.portion = min(2 * self.portion, LARGEST_PORTION)
        self.looked = now
        if self.deadline is not None and time.perf_counter() >= self.deadline:
            return 0
        if self.seconds is None or not done:
            return self.portion
        took = max(now - self.began, 1e-9)
        left = self.seconds - self.spent - took
        if left <= 0:
            return 0
        return max(1, min(self.portion, int(left / took * done)))  # as many as fit, at the pace so far
