"""Requests that need the consent of all persons at the table. One at a time."""

from __future__ import annotations

from oppidum.tables.hall import Hall

REQUEST_SECONDS = 60.0


def answer(hall: Hall, code: str, visitor: str, yes: bool) -> bool:
    """Agree to the open request, or refuse it; returns True when it has been fulfilled by this."""
    raise NotImplementedError


def withdraw(hall: Hall, code: str, visitor: str) -> None:
    """Take one's own request away."""
    raise NotImplementedError
