"""Additions: what has happened at tables, on its way into the store.

However many tables have something ready, into a file it is a handful of statements: the versions of all of
them, one change for many tables, one insertion for many events. To execute a statement the interpreter is let
go and has to be waited for again; a statement a move would be a wait a move. To PostgreSQL, where each is a
way there and back, it is a single one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sa

from oppidum.tables import facts
from oppidum.tables.facts import Event

if TYPE_CHECKING:
    from oppidum.tables.table import Table

CHANNEL = "oppidum"
MOST_ROWS = 32  # of one statement
STATE = ("INTEGER", "VARCHAR", "INTEGER", "INTEGER", "DOUBLE PRECISION", "DOUBLE PRECISION")
EVENT = 6  # columns

# By the columns of the rows that a list of values makes.
CHANGE = """UPDATE tables SET status = new.column2, version = new.column3, moves = new.column4,
 updated = new.column5, due = new.column6 FROM (VALUES {rows}) AS new WHERE tables.id = new.column1"""
INSERT = "INSERT INTO events (table_id, seq, kind, seat, payload, time) VALUES {rows}"
# One row for all: each row that is fetched lets the interpreter go again.
VERSIONS = """SELECT group_concat(id || ' ' || version) FROM tables
 WHERE id IN (SELECT value FROM json_each(?))"""

# For PostgreSQL, which is told everything as JSON, a list of `Change`. A table is changed only from the
# version that this was planned on, and nothing happened where that is not so. Locked in order of their ids,
# so that two processes never wait for each other; and no more than a change needs, so that whoever writes
# down what somebody has seen of a table, or its picture, need not wait either.
ADD = """
WITH ours AS MATERIALIZED (
 SELECT new.* FROM json_to_recordset({changes}) AS new(
  id integer, before integer, status varchar, version integer, moves integer,
  updated double precision, due double precision, events json)
 JOIN tables ON tables.id = new.id AND tables.version = new.before ORDER BY new.id
 FOR NO KEY UPDATE OF tables
), changed AS (
 UPDATE tables SET status = ours.status, version = ours.version, moves = ours.moves,
  updated = ours.updated, due = ours.due
 FROM ours WHERE tables.id = ours.id RETURNING tables.id, tables.version, ours.events
), happened AS (
 INSERT INTO events (table_id, seq, kind, seat, payload, time)
 SELECT id, seq, kind, seat, payload, time FROM changed, json_to_recordset(changed.events) AS new(
  seq integer, kind varchar, seat integer, payload json, time double precision)
)
SELECT id, pg_notify('{channel}', id || ' ' || version) FROM changed"""


class Addition(NamedTuple):
    """What happened at a table, and the table before and after it."""

    before: Table
    after: Table
    events: Sequence[Event]
    due: float | None  # when a bot or a clock has to act; none: only people can
    snapshot: bool = False  # it is time for one

    @property
    def is_plain(self) -> bool:
        """Nothing else has changed than with every event."""
        before, after = self.before, self.after
        return (
            after.chairs is before.chairs
            and after.settings is before.settings
            and after.edition is before.edition
            and (after.host, after.ended) == (before.host, before.ended)
            and not self.snapshot
        )


def adding(changes: str) -> str:
    """The statement for PostgreSQL, with what stands for the changes there."""
    return ADD.format(changes=changes, channel=CHANNEL)


class Happened(msgspec.Struct):
    """An event, for PostgreSQL."""

    seq: int
    kind: str
    seat: int
    payload: msgspec.Raw
    time: float


class Change(msgspec.Struct):
    """Of a table, for PostgreSQL."""

    id: int
    before: int
    status: str
    version: int
    moves: int
    updated: float
    due: float | None
    events: list[Happened]


def in_json(additions: Sequence[Addition]) -> bytes:
    """What PostgreSQL is told of them (`ADD`)."""
    changes: dict[int, Change] = {}
    for each in additions:
        table, status, version, moves, updated, due = state(each)
        known = changes.get(table)
        before, events = (known.before, known.events) if known else (each.before.version, [])
        changes[table] = Change(table, before, status, version, moves, updated, due, events)
        events += (
            Happened(seq, facts.kind_of(fact), fact.seat, msgspec.Raw(facts.written(fact)), time)
            for seq, time, fact in each.events
        )
    return msgspec.json.encode(list(changes.values()))


def append(connection: sa.Connection, additions: Sequence[Addition]) -> set[int]:
    """Add to tables what happened there; what follows on each other at a table stands in that order.

    Returns the ids of the tables to which somebody else has added since: there nothing was written.
    """
    raw = connection.connection
    if connection.dialect.name == "sqlite":
        return append_to_file(raw, additions)
    with closing(raw.cursor()) as cursor:
        cursor.execute(adding("%s::json"), [in_json(additions).decode()])
        return {each.after.id for each in additions} - {table for table, _ in cursor.fetchall()}


def append_to_file(raw: sa.PoolProxiedConnection, additions: Sequence[Addition]) -> set[int]:
    first: dict[int, Addition] = {}
    for each in additions:
        first.setdefault(each.before.id, each)
    now = versions(raw, list(first))
    taken = {table for table, each in first.items() if now.get(table) != each.before.version}
    ours = [each for each in additions if each.before.id not in taken]
    newest = {each.after.id: each for each in ours}
    for part in portions([state(each) for each in newest.values()]):
        execute(raw, change(len(part)), part)
    for part in portions([row for each in ours for row in event_rows(each.after.id, each.events)]):
        execute(raw, insert("?", len(part)), part)
    return taken


def versions(raw: sa.PoolProxiedConnection, ids: Sequence[int]) -> dict[int, int]:
    """Of those of these tables that there are; nobody else changes them before we have ended."""
    with closing(raw.cursor()) as cursor:
        cursor.execute(VERSIONS, (str(list(ids)),))
        found = cursor.fetchone()
    pairs = found[0].split(",") if found and found[0] else ()
    return {int(table): int(version) for table, version in (pair.split() for pair in pairs)}


def begin(connection: sa.Connection, table_id: int, events: Sequence[Event]) -> None:
    """The first that happens at a table."""
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    for part in portions(list(event_rows(table_id, events))):
        execute(connection.connection, insert(mark, len(part)), part)


def execute(raw: sa.PoolProxiedConnection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    with closing(raw.cursor()) as cursor:
        cursor.execute(statement, [value for row in rows for value in row])


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
def change(n: int) -> str:
    row = ", ".join(f"CAST(? AS {kind})" for kind in STATE)
    return CHANGE.format(rows=", ".join([f"({row})"] * n))


@cache
def insert(mark: str, n: int) -> str:
    return INSERT.format(rows=", ".join([f"({', '.join([mark] * EVENT)})"] * n))
