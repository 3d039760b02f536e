"""Leaving a running game, coming back, and the bot that stands in meanwhile. To leave: `seating.leave`."""

from __future__ import annotations

from oppidum.tables.hall import Hall

ABSENT_AFTER = 60.0  # seconds without `lobby.mark_seen`: absent as well, even without having said so


def come_back(hall: Hall, code: str, visitor: str) -> None:
    """Back at one's seats; a bot that stood in hands them back at once. No harm if one was never away."""
    raise NotImplementedError


def ask_takeover(hall: Hall, code: str, visitor: str, seat: int, level: str | None = None) -> bool:
    """Ask the others whether a bot shall take over an absent seat; True when nobody else had to be asked."""
    raise NotImplementedError


def resign(hall: Hall, code: str, visitor: str, *, seat: int | None = None) -> None:
    """Give the seat up for good: a bot plays on. When no person is left the table is abandoned."""
    raise NotImplementedError


def ask_call_off(hall: Hall, code: str, visitor: str) -> bool:
    """Ask the others to end the game here, without a result; True when nobody else had to be asked."""
    raise NotImplementedError
