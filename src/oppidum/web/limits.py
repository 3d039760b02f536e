"""Rate limits: a bucket of requests per address, refilled steadily; and so many live boards at a time.

Generous for people, not for floods. All workers of a machine count together (`shared_counts`).
"""

from __future__ import annotations

import hmac
import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import Any

from oppidum.tables import Hall, TooMany
from oppidum.tables.listing import Neighbours
from oppidum.web.shared_counts import Shared

# Live boards, and programs that wait for news, at a time. Of a table those count who do not sit there:
# a crowd keeps nobody from their own game.
OF_A_VISITOR, OF_AN_ADDRESS, OF_A_TABLE = 12, 60, 150
WIRES_OF_AN_ADDRESS = 60  # at a time, however many come through a proxy
HINTS_OF_A_VISITOR, HINTS_OF_AN_ADDRESS = 2, 6  # that are being thought of at a time
LISTED = 10  # tables in the lobby, of all who come from the same place


@lru_cache(maxsize=10_000)
def neighbourhood(address: str) -> str:
    """Whoever has one IPv6 address has 2**64 of them."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    mapped = parsed.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((parsed, 64), strict=False))


class Bucket:
    """`burst` at once, `rate` a second after that."""

    def __init__(self, shared: Shared, name: str, rate: float, burst: float) -> None:
        self.shared = shared
        self.name = name
        self.rate = rate
        self.burst = burst

    def take(self, address: str, now: float) -> bool:
        return self.shared.take(f"{self.name} {neighbourhood(address)}", self.rate, self.burst, now)


class Place:
    """Somebody's place, such as one before a live board, until it is left, or forgotten by everybody."""

    def __init__(self, shared: Shared, names: list[str]) -> None:
        self.shared = shared
        self.names = names
        for name in names:
            shared.add(name, 1)

    def leave(self) -> None:
        names, self.names = self.names, []
        for name in names:
            self.shared.add(name, -1)

    close = __del__ = leave  # whoever goes before the first word is sent


class Limits:
    """Looking, changing, and making something new (identities, tables): each has its own measure."""

    def __init__(
        self, factor: float = 1.0, clock: Callable[[], float] = time.monotonic, shared: str | None = None
    ) -> None:
        self.clock = clock
        self.factor = factor
        self.shared = Shared(shared)

        def bucket(name: str, rate: float, burst: float) -> Bucket:
            return Bucket(self.shared, name, rate * factor, burst * factor)

        self.looks = bucket("look", 40, 400)
        self.changes = bucket("change", 10, 100)
        self.beginnings = bucket("begin", 0.5, 60)
        self.guesses = bucket("guess", 0.1, 10)
        self.thoughts = bucket("think", 1, 20)
        self.boxes = bucket("box", 0.02, 40)
        self.drafts = bucket("draft", 1, 60)

    def allow(self, scope: Any) -> bool:
        bucket = self.looks if scope["method"] in ("GET", "HEAD", "OPTIONS") else self.changes
        return bucket.take(scope["state"]["address"], self.clock())

    def need(self, bucket: Bucket, address: str) -> None:
        """Raises TooMany."""
        if not bucket.take(address, self.clock()):
            raise TooMany("That was a lot at once: wait a moment and try again.")

    def place_for(self, address: str, visitor: str | None, code: str, sits: bool) -> Place:
        """A place before a table's live board. Raises TooMany."""
        here = f"streams from {neighbourhood(address)}"
        mine = f"streams of {visitor}" if visitor else ""
        there = f"streams at {code}"
        if self.is_full(here, OF_AN_ADDRESS) or (mine and self.is_full(mine, OF_A_VISITOR)):
            raise TooMany("Too many live boards are open here: close one and reload this page.")
        if not sits and self.is_full(there, OF_A_TABLE):
            raise TooMany("Too many people are watching this table: come back a little later.")
        return Place(self.shared, [here, *([mine] if mine else []), *([] if sits else [there])])

    def place_for_wire(self, address: str) -> Place:
        """Whether it watches anything or not: it is a connection. Raises TooMany."""
        here = f"wires from {neighbourhood(address)}"
        if self.is_full(here, WIRES_OF_AN_ADDRESS):
            raise TooMany("There are too many connections from your address: close some and try again.")
        return Place(self.shared, [here])

    def place_for_hint(self, address: str, visitor: str) -> Place:
        """A place among those whose hints are being thought of. Raises TooMany."""
        here, mine = f"hints from {neighbourhood(address)}", f"hints of {visitor}"
        if self.is_full(here, HINTS_OF_AN_ADDRESS) or self.is_full(mine, HINTS_OF_A_VISITOR):
            raise TooMany("The hints that were asked for before are still being thought of: wait for them.")
        return Place(self.shared, [here, mine])

    def is_full(self, name: str, most: int) -> bool:
        return self.shared.count(name) >= most * self.factor


class Measured:
    """Who may do what costs the house something, but not without measure. All of it raises TooMany."""

    hall: Hall
    limits: Limits
    address: str

    @property
    def neighbours(self) -> Neighbours:
        """By a name that nobody can make an address of who does not have the house's key."""
        told = f"listed from {neighbourhood(self.address)}".encode()
        name = hmac.new(self.hall.signing_key.encode(), told, "sha256").hexdigest()[:32]
        return Neighbours(name, ceil(LISTED * self.limits.factor))

    def begin(self) -> None:
        """A new identity or a new table."""
        self.limits.need(self.limits.beginnings, self.address)

    def write_box(self) -> None:
        """A new box, or a table with one of somebody's own: the store keeps what is in it."""
        self.limits.need(self.limits.boxes, self.address)

    def draft(self) -> None:
        """A change of a box, or a look at one before it is made: it is read and checked anew each time."""
        self.limits.need(self.limits.drafts, self.address)

    def guess(self) -> None:
        """Another try at a recovery code, a token or the code of a table."""
        self.limits.need(self.limits.guesses, self.address)

    def wait_for_hint(self, visitor: str) -> Place:
        """Until the place is closed."""
        self.think()
        return self.limits.place_for_hint(self.address, visitor)

    def think(self) -> None:
        """Thinking for others takes the house a while."""
        self.limits.need(self.limits.thoughts, self.address)
