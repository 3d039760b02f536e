"""Calling people whose page is closed, through their browser's push service (Web Push)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oppidum.kernel.extras import MissingExtra
from oppidum.tables import Hall

if TYPE_CHECKING:
    from oppidum.web.push.caller import Caller


def caller_in(hall: Hall) -> Caller | None:
    """Who calls for this hall; nobody where the extra `push` is missing. Not started yet."""
    try:
        from oppidum.web.push.caller import Caller
    except MissingExtra:
        return None
    caller = Caller(hall)
    hall.changed = caller.note
    return caller
