"""One screen for several people: who has it now."""

from __future__ import annotations

from collections.abc import Sequence

from oppidum.tables import facts as fact
from oppidum.tables.deadlines import decline, one_screen
from oppidum.tables.errors import NotAllowed
from oppidum.tables.facts import Fact
from oppidum.tables.hall import Hall
from oppidum.tables.table import Table

__all__ = ["take"]


def take(hall: Hall, code: str, visitor: str, seats: Sequence[int]) -> None:
    """These people have the screen: where they may react, their countdown begins. Raises NotAllowed.

    Stored only where it matters; once for every chance to react, so that nobody gains time by it.
    """

    def plan(table: Table) -> list[Fact]:
        if not set(seats) <= set(table.seats_of(visitor)):
            raise NotAllowed("You do not sit at this table.")
        return [fact.TookScreen(seat=seat) for seat in seats if may_begin(table, seat)]

    hall.change(code, plan)


def may_begin(table: Table, seat: int) -> bool:
    if table.status != "playing" or seat not in table.questions or not one_screen(table):
        return False
    untaken = table.questions[seat].screen is None
    return untaken and decline(table.game, table.position, seat) is not None
