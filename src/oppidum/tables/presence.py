"""Who is there."""

from __future__ import annotations

import sqlalchemy as sa

from oppidum.tables.hall import Hall
from oppidum.tables.schema import seen
from oppidum.tables.table import Table

# Seconds without `lobby.mark_seen`: absent as well, even without having said so.
ABSENT_AFTER = 60.0
ABSENT_FROM_SLOW_GAME_AFTER = 24 * 3600.0


def patience(table: Table) -> float:
    """Two who play without a clock may take their weeks: no single person puts the other out in a minute."""
    people = {table.chairs[seat].visitor for seat in table.persons()}
    slow = table.settings.clock == "none" and len(people) <= 2
    return ABSENT_FROM_SLOW_GAME_AFTER if slow else ABSENT_AFTER


def absent(hall: Hall, table: Table) -> frozenset[int]:
    """Seats of a running game whose person has left, or has not been heard of for a while."""
    if table.status != "playing":
        return frozenset()
    heard = last_heard(hall, table)
    late = hall.now() - patience(table)
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
