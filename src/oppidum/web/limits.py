"""Rate limits: a bucket of requests per visitor, refilled steadily. Generous for people, not for floods."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

REMEMBERED = 20_000  # buckets; the longest unused go first


class Bucket:
    """`burst` at once, `rate` a second after that."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.filled: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float) -> bool:
        level, at = self.filled.pop(key, (self.burst, now))
        level = min(self.burst, level + (now - at) * self.rate)
        allowed = level >= 1
        self.filled[key] = (level - 1 if allowed else level, now)
        if len(self.filled) > REMEMBERED:
            self.filled.popitem(last=False)
        return allowed


class Limits:
    """Looking, changing, and making something new (identities, tables): each has its own measure."""

    def __init__(self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.looks = Bucket(40 * factor, 400 * factor)
        self.changes = Bucket(10 * factor, 100 * factor)
        self.beginnings = Bucket(0.5 * factor, 60 * factor)
        self.guesses = Bucket(0.1 * factor, 10 * factor)

        self.thoughts = Bucket(1 * factor, 20 * factor)

    def allow(self, scope: Any) -> bool:
        bucket = self.looks if scope["method"] in ("GET", "HEAD", "OPTIONS") else self.changes
        return bucket.take(scope["state"]["address"], self.clock())

    def allow_beginning(self, address: str) -> bool:
        """A new identity or a new table."""
        return self.beginnings.take(address, self.clock())

    def allow_thought(self, address: str) -> bool:
        """A hint: a second of work for the house."""
        return self.thoughts.take(address, self.clock())

    def allow_guess(self, address: str) -> bool:
        """Another try at a recovery code, a token or the code of a table."""
        return self.guesses.take(address, self.clock())
