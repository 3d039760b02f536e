"""Which tables there are for a visitor."""

from __future__ import annotations

from dataclasses import dataclass

from oppidum.tables.hall import Hall
from oppidum.tables.model import Settings, Status


@dataclass(frozen=True)
class Listed:
    """An open, listed table with a free seat."""

    code: str
    game: str
    settings: Settings
    host: str  # name
    taken: tuple[str, ...]  # names, bots included
    free: int
    opened: float


@dataclass(frozen=True)
class Running:
    """A table of mine that is not over."""

    code: str
    game: str
    status: Status
    seats: tuple[str, ...]  # names
    my_seats: tuple[int, ...]
    my_turn: bool
    waiting: tuple[int, ...]
    moves: int
    seen: int  # the version that I had seen last: pass it to `looking.history(since=…)`
    version: int
    updated: float
    deadline: float | None  # the first of my clocks to run out


@dataclass(frozen=True)
class Finished:
    """A game of mine that is over."""

    code: str
    game: str
    seats: tuple[str, ...]
    my_seats: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    ended: float
    abandoned: bool  # without a result: points are empty


def listed(hall: Hall, *, game: str | None = None, limit: int = 50) -> list[Listed]:
    """Newest first."""
    raise NotImplementedError


def running(hall: Hall, visitor: str) -> list[Running]:
    """Those that wait for me first, then the newest."""
    raise NotImplementedError


def finished(hall: Hall, visitor: str, *, limit: int = 50, before: float | None = None) -> list[Finished]:
    """Newest first; `before` an `ended` time for the next page."""
    raise NotImplementedError


def mark_seen(hall: Hall, code: str, visitor: str, version: int) -> None:
    """The visitor is here and has seen this version. Cheap; wakes nobody; nothing for guests."""
    raise NotImplementedError
