"""What time it is: one clock for all processes of a store, and one that nobody can set back.

Between two looks at the store time is counted by a monotonic clock: a system clock that is set, or corrected,
changes nothing. It begins with the store's own time, and never before anything that has happened there: where
clocks disagree, or one was set back while the house was closed, deadlines still lie ahead by as much as they
should.
"""

from __future__ import annotations

import time


class SteadyTime:
    """Seconds since 1970."""

    def __init__(self, now: float) -> None:
        self.begun = now - time.monotonic()

    def __call__(self) -> float:
        return self.begun + time.monotonic()

    def not_before(self, moment: float) -> None:
        """Something has happened then, by the clock of another process: ours was behind."""
        self.begun = max(self.begun, moment - time.monotonic())
