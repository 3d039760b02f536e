"""Short chat: ready-made phrases, that faces translate, and short free text."""

from __future__ import annotations

from oppidum.tables.hall import Hall

TEXT_LENGTH = 200
PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "your_turn",
    "one_moment",
    "sorry",
    "by_toutatis",
    "these_romans_are_crazy",
    "good_game",
    "again",
    "bye",
)


def say(hall: Hall, code: str, visitor: str, *, phrase: str | None = None, text: str | None = None) -> int:
    """One line, from a seat or from a guest; returns its seq. BadOption for too long, empty or unknown ones."""
    raise NotImplementedError


def mute(hall: Hall, code: str, visitor: str, *, line: int | None = None) -> None:
    """No longer see what the author of a line (its seq) says, at any table; without `line`: this table's chat."""
    raise NotImplementedError


def unmute(hall: Hall, code: str, visitor: str, *, line: int | None = None) -> None:
    """See it again. Without `line`: this table's chat and all its people."""
    raise NotImplementedError
