"""Calling people whose page is closed, through their browser's push service (Web Push)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oppidum.kernel.extras import MissingExtra
from oppidum.tables import Hall

if TYPE_CHECKING:
    from oppidum.web.push.bell import Bell


def bell_in(hall: Hall) -> Bell | None:
    """Who calls for this hall; nobody where the extra `push` is missing. Not started yet."""
    try:
        from oppidum.web.push.bell import Bell
    except MissingExtra:
        return None
    bell = Bell(hall)
    hall.changed = bell.note
    return bell
