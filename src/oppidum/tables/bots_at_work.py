"""Bots at the tables, and everything else that happens because time passes."""

from __future__ import annotations

from oppidum.tables.hall import Hall


def levels(game_id: str) -> list[str]:
    """The names of the bots that can be seated, weakest first."""
    raise NotImplementedError


def work_now(hall: Hall, limit: int = 10_000) -> int:
    """Do everything that is due by now, in this thread; returns how many things. For tests and `work=False`."""
    raise NotImplementedError
