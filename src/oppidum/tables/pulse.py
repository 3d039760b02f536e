"""Whether the store takes what is written into it: noted by the writer, asked by whoever would have to wait.

A full disk, a read-only one, a lock that somebody holds: looking goes on, and who wants to change something
is told at once, instead of waiting in a queue that does not move.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from math import inf

STUCK_AFTER = 8.0  # seconds; a lock on a file is waited for less long than that, see `store.BUSY_SECONDS`


class Pulse:
    def __init__(self) -> None:
        self.under_way: list[float] = []  # when the transactions were begun that are being written now
        self.wrote = time.monotonic()
        self.took = inf  # seconds, of the last one that came into the store
        self.failed: float | None = None  # when the last one did that did not come into the store …
        self.failed_after = 0.0  # … and after how many seconds

    def begin(self) -> float:
        begun = time.monotonic()
        self.under_way.append(begun)
        return begun

    def end(self, begun: float, *, stored: bool) -> None:
        self.under_way.remove(begun)
        now = time.monotonic()
        if stored:
            self.wrote, self.took = now, now - begun
        else:
            self.failed, self.failed_after = now, now - begun

    def hear_of(self, other: Pulse) -> None:
        """What went into the same store another way."""
        self.wrote = max(self.wrote, other.wrote)
        if other.failed is not None:
            self.failed = max(other.failed, self.failed or other.failed)

    @contextmanager
    def writing(self) -> Generator[None]:
        begun, stored = self.begin(), False
        try:
            yield
            stored = True
        finally:
            self.end(begun, stored=stored)

    @property
    def stuck(self) -> bool:
        since = time.monotonic() - STUCK_AFTER
        return any(begun < since for begun in self.under_way.copy())

    def is_well(self, within: float) -> bool:
        """Whether something was written lately, and nothing has failed: on a full disk one small thing finds
        room, and the next does not."""
        lately = time.monotonic() - within
        return not self.stuck and self.wrote > lately and (self.failed is None or self.failed < lately)
