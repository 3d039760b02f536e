"""Who is there."""

from __future__ import annotations

import sqlalchemy as sa

from oppidum.tables.hall import Hall
from oppidum.tables.schema import seen
from oppidum.tables.table import Table

ABSENT_AFTER = 60.0  # seconds without `lobby.mark_seen`: absent as well, even without having said so


def absent(hall: Hall, table: Table) -> frozenset[int]:
    """Seats of a running game whose person has left, or has not been heard of for a while."""
    if table.status != "playing":
        return frozenset()
    heard = last_heard(hall, table)
    late = hall.now() - ABSENT_AFTER
    return frozenset(
        seat
        for seat in table.persons()
        if table.chairs[seat].away or heard.get(table.chairs[seat].visitor or "", table.opened) < late
    )


def last_heard(hall: Hall, table: Table) -> dict[str, float]:
    """When each person did something at this table, or looked at it."""
    with hall.store.reading() as connection:
        rows = connection.execute(
            sa.select(seen.c.visitor_id, seen.c.time).where(seen.c.table_id == table.id)
        )
        heard: dict[str, float] = {row.visitor_id: row.time for row in rows}
    for line in table.history:
        if line.seat >= 0 and (line.decision is None or line.decision.by == "person"):
            visitor = table.chairs[line.seat].visitor
            if visitor:
                heard[visitor] = max(line.time, heard.get(visitor, 0.0))
    return heard
