"""Opening a table, taking seats, and the start with a shuffle that can be checked."""

from __future__ import annotations

from oppidum.tables.hall import Hall
from oppidum.tables.model import Settings


def open_table(hall: Hall, visitor: str, settings: Settings) -> str:
    """Open a table and publish the commitment to its secret; returns the code.

    The host takes no seat by that, except with `same_device`: then all human seats are the host's.
    Raises BadOption for settings that cannot be, TooMany when the visitor has too many unfinished tables.
    """
    raise NotImplementedError


def play_now(
    hall: Hall,
    visitor: str,
    game: str,
    *,
    players: int | None = None,
    level: str | None = None,
    settings: Settings | None = None,
    contribution: str | None = None,
) -> str:
    """Open a table against bots, sit down at seat 0 and start: one call, and the visitor is in a game.

    Without more, four players (or as near as the game allows) and the strongest bot; `settings` (with
    at least one human seat) decides all itself.
    """
    raise NotImplementedError


def sit(
    hall: Hall,
    code: str,
    visitor: str,
    seat: int | None = None,
    *,
    name: str | None = None,
    contribution: str | None = None,
) -> int:
    """Take a free human seat (the first one if none is named); returns it.

    A visitor who sits already moves to the new seat; at a `same_device` table takes one more. `name`: for
    this seat only (same device). `contribution`: up to 64 bytes in hexadecimal that go into the key; left
    out, the table draws it. May be given again with `ready`.
    """
    raise NotImplementedError


def put_bot(hall: Hall, code: str, visitor: str, seat: int, level: str | None) -> None:
    """The host puts a bot on a free seat before the start, or (level None) takes it away again."""
    raise NotImplementedError


def leave(hall: Hall, code: str, visitor: str) -> None:
    """Before the start: give the seats back (the last person to leave closes the table).

    In a running game: away; the seat stays the visitor's, see `absence`.
    """
    raise NotImplementedError


def ready(
    hall: Hall, code: str, visitor: str, is_ready: bool = True, *, contribution: str | None = None
) -> bool:
    """Say that one is ready (or not). When all seats are taken and ready, the game starts; returns whether."""
    raise NotImplementedError


def start(hall: Hall, code: str, visitor: str) -> None:
    """The host starts at once, as soon as all seats are taken. Everybody else's `ready` is not awaited."""
    raise NotImplementedError


def close(hall: Hall, code: str, visitor: str) -> None:
    """The host closes a table that has not started."""
    raise NotImplementedError
