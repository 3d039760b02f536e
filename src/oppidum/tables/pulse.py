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
        self.begun: float | None = None  # the transaction that is being written now
        self.wrote = time.monotonic()
        self.took = inf  # seconds, of the last one that came into the store
        self.failed: float | None = None  # when the last one did that did not come into the store

    @contextmanager
    def writing(self) -> Generator[None]:
        begun = self.begun = time.monotonic()
        try:
            yield
            self.wrote = time.monotonic()
            self.took = self.wrote - begun
        except BaseException:
            self.failed = time.monotonic()
            raise
        finally:
            self.begun = None

    @property
    def stuck(self) -> bool:
        begun = self.begun
        return begun is not None and time.monotonic() - begun > STUCK_AFTER

    def is_well(self, within: float) -> bool:
        """Whether something was written lately, and nothing has failed: on a full disk one small thing finds
        room, and the next does not."""
        lately = time.monotonic() - within
        return not self.stuck and self.wrote > lately and (self.failed is None or self.failed < lately)
