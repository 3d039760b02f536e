"""Who is there, and what they have seen: kept in memory, and written down now and then.

Losing the last seconds of it costs nothing but a line in *since you left*.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

import sqlalchemy as sa

from oppidum.tables.schema import seen
from oppidum.tables.table import Table

if TYPE_CHECKING:
    from oppidum.tables.hall import Hall

# Seconds without `overview.mark_seen`: absent as well, even without having said so.
ABSENT_AFTER = 60.0
ABSENT_FROM_SLOW_GAME_AFTER = 24 * 3600.0
WRITE_EVERY = 10.0
NOBODY: frozenset[int] = frozenset()
READ_EVERY = 15.0  # for what other processes have written down


@dataclass
class Looked:
    version: int
    time: float
    written: bool = True


@dataclass
class Guests:
    """Who has looked at one table."""

    read: float
    looked: dict[str, Looked] = field(default_factory=dict[str, Looked])

    def add(self, visitor: str, new: Looked) -> None:
        old = self.looked.get(visitor)
        if old is None:
            self.looked[visitor] = new
            return
        if new.version > old.version or new.time > old.time:
            old.written = old.written and new.written
        old.version = max(old.version, new.version)
        old.time = max(old.time, new.time)


class Presence:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.lock = threading.Lock()
        self.tables: dict[int, Guests] = {}
        self.written = hall.now()

    def mark(self, table: Table, visitor: str, version: int) -> None:
        """The visitor is here and has seen this version."""
        now = self.hall.now()
        guests = self.at(table.id)
        with self.lock:
            guests.add(visitor, Looked(min(version, table.version), now, written=False))
        if now - self.written > WRITE_EVERY:
            self.written = now
            self.write()

    def last_heard(self, table: Table) -> dict[str, float]:
        """When each person did something at this table, or looked at it."""
        guests = self.at(table.id)
        with self.lock:
            heard = {visitor: looked.time for visitor, looked in guests.looked.items()}
        for visitor, time in table.heard.items():
            heard[visitor] = max(time, heard.get(visitor, 0.0))
        return heard

    def seen_by(self, visitor: str) -> dict[int, int]:
        """The newest version of each table that a visitor has seen, by the tables' ids."""
        with self.hall.store.reading() as connection:
            mine = sa.select(seen.c.table_id, seen.c.version).where(seen.c.visitor_id == visitor)
            found = {row.table_id: row.version for row in connection.execute(mine)}
        with self.lock:
            for table_id, guests in self.tables.items():
                if looked := guests.looked.get(visitor):
                    found[table_id] = max(looked.version, found.get(table_id, 0))
        return found

    def at(self, table_id: int) -> Guests:
        now = self.hall.now()
        with self.lock:
            guests = self.tables.get(table_id)
            if guests and 0 <= now - guests.read < READ_EVERY:
                return guests
            if guests is None:
                guests = self.tables[table_id] = Guests(now)
            guests.read = now
        with self.hall.store.reading() as connection:
            rows = connection.execute(
                sa.select(seen.c.visitor_id, seen.c.version, seen.c.time).where(seen.c.table_id == table_id)
            ).all()
        with self.lock:
            for row in rows:
                guests.add(row.visitor_id, Looked(row.version, row.time))
        return guests

    def write(self) -> None:
        """Write down what is new, and forget the tables that nobody has looked at for a while."""
        late = self.hall.now() - 10 * READ_EVERY
        with self.lock:
            news = [
                (table_id, visitor, looked.version, looked.time)
                for table_id, guests in self.tables.items()
                for visitor, looked in guests.looked.items()
                if not looked.written
            ]
            for guests in self.tables.values():
                for looked in guests.looked.values():
                    looked.written = True
            for table_id in [t for t, guests in self.tables.items() if guests.read < late]:
                del self.tables[table_id]
        if news:
            self.hall.writer.offer(lambda connection: self.hall.store.write_seen(connection, news))


def patience(table: Table) -> float:
    """Two who play without a clock may take their weeks: no single person puts the other out in a minute."""
    found = table.noticed.get("patience")
    if found is None:
        people = {table.chairs[seat].visitor for seat in table.persons()}
        slow = table.settings.clock == "none" and len(people) <= 2
        found = table.noticed["patience"] = ABSENT_FROM_SLOW_GAME_AFTER if slow else ABSENT_AFTER
    return found


def quiet_since(table: Table) -> float:
    """When the person who has done nothing at the table for the longest time did something; long ago where
    somebody has left."""
    found = table.noticed.get("quiet since")
    if found is None:
        chairs = [table.chairs[seat] for seat in table.persons()]
        heard = [
            -inf if chair.away else table.heard.get(chair.visitor or "", table.opened) for chair in chairs
        ]
        found = table.noticed["quiet since"] = min(heard, default=inf)
    return found


def absent(hall: Hall, table: Table) -> frozenset[int]:
    """Seats of a running game whose person has left, or has not been heard of for a while."""
    if table.status != "playing":
        return NOBODY
    now, quiet = hall.now(), quiet_since(table)
    if quiet >= now - ABSENT_AFTER:  # all have done something lately: no need to ask who has only looked
        return NOBODY
    late = now - patience(table)
    if quiet >= late:
        return NOBODY
    silent = [
        seat
        for seat in table.persons()
        if table.chairs[seat].away or table.heard.get(table.chairs[seat].visitor or "", table.opened) < late
    ]
    heard = hall.presence.last_heard(table)
    return frozenset(
        seat
        for seat in silent
        if table.chairs[seat].away or heard.get(table.chairs[seat].visitor or "", table.opened) < late
    )
