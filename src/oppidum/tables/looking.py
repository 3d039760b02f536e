"""Looking at a table: always with the eyes of one seat."""

from __future__ import annotations

from oppidum.tables.hall import Hall
from oppidum.tables.model import Happening, TableView


def view(hall: Hall, code: str, visitor: str | None = None, *, as_seat: int | None = None) -> TableView:
    """The table as this visitor (none: an anonymous guest) may see it now.

    `as_seat`: SPECTATOR, or one of the visitor's own seats; left out, the visitor's seat, or SPECTATOR for
    guests and for who holds several (same device: the hand-over screen shows nobody's cards). Once the game
    is over anybody may look from any seat. Raises NoSuchTable, NotAllowed.
    """
    raise NotImplementedError


def history(
    hall: Hall, code: str, visitor: str | None = None, *, as_seat: int | None = None, since: int = 0
) -> list[Happening]:
    """What happened after version `since`, in order, as that seat may know it. Chat is in the view."""
    raise NotImplementedError
