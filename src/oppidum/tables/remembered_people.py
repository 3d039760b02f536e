"""What the house remembers of people between two requests, so that it need not look it up every time.

Everything is forgotten as soon as anything is written about anybody, here or in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
REMEMBERED = 20_000


class People:
    def __init__(self) -> None:
        self._known: dict[Hashable, Any] = {}
        self.forgotten = 0  # how often: whoever has looked something up before that looks again

    def remember(self, what: Hashable, look_up: Callable[[], T]) -> T:
        """What is known under this name; looked up if it is not. Errors are not remembered."""
        known = self._known  # if it is forgotten meanwhile, what we look up may be old: it goes with the rest
        if what not in known:
            if len(known) >= REMEMBERED:
                known.clear()
            known[what] = look_up()
        return known[what]

    def forget(self) -> None:
        self._known = {}
        self.forgotten += 1
