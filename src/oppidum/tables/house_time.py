"""What time it is: one clock for all processes of a store, and one that nobody can set back.

Between two looks at the store time is counted by a clock that nobody sets: a system clock that is set, or
corrected, changes nothing. It begins with the store's own time, and never before anything that has happened
there: where clocks disagree, or one was set back while the house was closed, deadlines still lie ahead by as
much as they should. While the machine sleeps it goes on, as the clocks of those do who look at deadlines.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from functools import partial

APART = 5.0  # seconds that the system's clock may be set by without a word
log = logging.getLogger(__name__)


def sleepless() -> Callable[[], float]:
    """Seconds that have passed, asleep as well: Python's own clock leaves those out on Linux and macOS."""
    if sys.platform == "darwin":
        return partial(time.clock_gettime, time.CLOCK_MONOTONIC)
    since_boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic if since_boot is None else partial(time.clock_gettime, since_boot)


class SteadyTime:
    """Seconds since 1970."""

    def __init__(self, now: float, passed: Callable[[], float] | None = None) -> None:
        self.passed = passed or sleepless()
        self.begun = now - self.passed()
        self.set_at = self.told = self.by_the_system()

    def __call__(self) -> float:
        return self.begun + self.passed()

    def not_before(self, moment: float) -> None:
        """Something has happened then, by the clock of another process: ours was behind."""
        self.begun = max(self.begun, moment - self.passed())

    def by_the_system(self) -> float:
        """When we began to count, as the system's clock has it now."""
        return time.time() - self.passed()

    def apart(self) -> float:
        """By how many seconds the system's clock has been set forward since the house was opened."""
        return self.by_the_system() - self.set_at

    def tell_if_set(self) -> None:
        """Once each time."""
        now = self.by_the_system()
        if abs(now - self.told) > APART:
            self.told = now
            log.warning(
                "the system's clock was set: it is %+.0f seconds away from the house's, which goes on as "
                "before until the house is opened anew",
                self.apart(),
            )
