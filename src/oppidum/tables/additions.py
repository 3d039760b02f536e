"""Additions: what has happened at tables, on its way into the store.

However many tables have something ready, it is a handful of statements: the versions of all of them, one
change for many tables, one insertion for many events. To execute a statement the interpreter is let go and
has to be waited for again; a statement a move would be a wait a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from oppidum.tables import facts
from oppidum.tables.facts import Event

if TYPE_CHECKING:
    from oppidum.tables.table import Table

CHANNEL = "oppidum"
MOST_ROWS = 32  # of one statement
STATE = ("INTEGER", "VARCHAR", "INTEGER", "INTEGER", "DOUBLE PRECISION", "DOUBLE PRECISION")
EVENT = 6  # columns

# By the columns of the rows that a list of values makes; both databases call them so.
CHANGE = """UPDATE tables SET status = new.column2, version = new.column3, moves = new.column4,
 updated = new.column5, due = new.column6 FROM (VALUES {rows}) AS new WHERE tables.id = new.column1"""
INSERT = "INSERT INTO events (table_id, seq, kind, seat, payload, time) VALUES {rows}"
# One row for all: each row that is fetched lets the interpreter go again.
VERSIONS_IN_FILE = """SELECT group_concat(id || ' ' || version) FROM tables
 WHERE id IN (SELECT value FROM json_each(?))"""
# In order of the ids, so that two processes never wait for each other.
VERSIONS = "SELECT id, version FROM tables WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
NOTIFY = "SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told"


class Addition(NamedTuple):
    """What happened at a table, and the table before and after it."""

    before: Table
    after: Table
    events: Sequence[Event]
    due: float | None  # when a bot or a clock has to act; none: only people can
    snapshot: bool = False  # it is time for one


class Appending:
    """Adds to tables within one transaction of a database."""

    def __init__(self, connection: sa.Connection, is_sqlite: bool) -> None:
        self.raw = connection.connection
        self.is_sqlite = is_sqlite
        self.mark = "?" if is_sqlite else "%s"

    def versions(self, ids: Sequence[int]) -> dict[int, int]:
        """Of those of these tables that there are; nobody else changes them before we have ended."""
        with closing(self.raw.cursor()) as cursor:
            if not self.is_sqlite:
                cursor.execute(VERSIONS, (list(ids),))
                return dict(cursor.fetchall())
            cursor.execute(VERSIONS_IN_FILE, (str(list(ids)),))
            found = cursor.fetchone()
        pairs = found[0].split(",") if found and found[0] else ()
        return {int(table): int(version) for table, version in (pair.split() for pair in pairs)}

    def add(self, additions: Sequence[Addition]) -> None:
        newest = {each.after.id: each for each in additions}
        self.execute(change, (state(each) for each in newest.values()))
        self.execute(insert, (row for each in additions for row in event_rows(each.after.id, each.events)))
        if not self.is_sqlite:
            told = [f"{each.after.id} {each.after.version}" for each in newest.values()]
            with closing(self.raw.cursor()) as cursor:
                cursor.execute(NOTIFY, (CHANNEL, told))

    def insert(self, table_id: int, events: Sequence[Event]) -> None:
        self.execute(insert, event_rows(table_id, events))

    def execute(self, statement: Any, rows: Iterable[tuple[Any, ...]]) -> None:
        with closing(self.raw.cursor()) as cursor:
            for part in portions(list(rows)):
                values = [value for row in part for value in row]
                cursor.execute(statement(self.mark, len(part)), values)


def state(new: Addition) -> tuple[Any, ...]:
    """What changes with every event."""
    table = new.after
    return (table.id, table.status, table.version, table.moves, table.updated, new.due)


def event_rows(table_id: int, events: Sequence[Event]) -> Iterator[tuple[Any, ...]]:
    for seq, time, fact in events:
        yield (table_id, seq, facts.kind_of(fact), fact.seat, facts.written(fact), time)


def portions(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """By powers of two: few different statements, which the database need not read again every time."""
    at = 0
    while at < len(rows):
        size = min(MOST_ROWS, 1 << ((len(rows) - at).bit_length() - 1))
        yield rows[at : at + size]
        at += size


@cache
def change(mark: str, n: int) -> str:
    row = ", ".join(f"CAST({mark} AS {kind})" for kind in STATE)
    return CHANGE.format(rows=", ".join([f"({row})"] * n))


@cache
def insert(mark: str, n: int) -> str:
    return INSERT.format(rows=", ".join([f"({', '.join([mark] * EVENT)})"] * n))
