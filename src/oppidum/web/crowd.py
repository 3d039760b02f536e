"""Who is connected: every connection takes one of the files that a process may have open.

Whoever takes all of them keeps everybody else out, for nothing. So one address gets a part of them, and the
house keeps some for itself: its store, its bots, whoever has come in before.
"""

from __future__ import annotations

import contextlib
from collections import Counter

from oppidum.web.limits import neighbourhood

try:
    import resource
except ImportError:  # Windows, where nobody counts
    resource = None

OF_AN_ADDRESS = 300  # five for each of its live boards
OF_THE_HOUSE = 100  # files
WITHOUT_END = 100_000

TOO_MANY = "There are too many connections from your address: close some and try again."
FULL = "The house is full: come back a little later."


class Crowd:
    def __init__(self, factor: float = 1.0, proxies: int = 0) -> None:
        self.of_an_address = WITHOUT_END if proxies else OF_AN_ADDRESS * factor  # a proxy calls for everybody
        self.most = max(10, files() - OF_THE_HOUSE)
        self.here: Counter[str] = Counter()
        self.number = 0

    def enter(self, address: str) -> str | None:
        """Why not, if not. Whoever has been turned away is still to leave."""
        near = neighbourhood(address)
        self.here[near] += 1
        self.number += 1
        if self.here[near] > self.of_an_address:
            return TOO_MANY
        return FULL if self.number > self.most else None

    def leave(self, address: str) -> None:
        near = neighbourhood(address)
        self.here[near] -= 1
        self.number -= 1
        if not self.here[near]:
            del self.here[near]


def files() -> int:
    """How many this process may have open: as many as it is allowed to ask for."""
    if resource is None:
        return WITHOUT_END
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WITHOUT_END if most == resource.RLIM_INFINITY else min(most, WITHOUT_END)
    if now == resource.RLIM_INFINITY or now >= wanted:
        return wanted
    with contextlib.suppress(OSError, ValueError):  # some systems promise more than they give
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        return wanted
    return now
