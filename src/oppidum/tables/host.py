"""For whoever runs the house. Never shows a secret, a key or a hidden card of a running game."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from oppidum.kernel.errors import BadOption, BadRecord, NoSuchGame
from oppidum.kernel.record import Record
from oppidum.tables import migrate, schema
from oppidum.tables.errors import NoSuchTable, StoreError
from oppidum.tables.hall import Hall
from oppidum.tables.house_time import SteadyTime
from oppidum.tables.model import Status
from oppidum.tables.replay import given_out, record
from oppidum.tables.schema import seats, visitors
from oppidum.tables.schema import tables as rows
from oppidum.tables.store import Store, database_url, files_of, only_read, plain, private_file
from oppidum.tables.table import Table

BATCH = 500
PULSE_SECONDS = 10.0  # how long what was written proves that more can be
PULSE_BYTES = 64 * 1024
TRIAL_SECONDS = 10.0
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TableLine:
    """One line of `oppidum tables list`."""

    code: str
    game: str
    status: Status
    listed: bool
    seats: tuple[str, ...]
    moves: int
    opened: float
    updated: float


@dataclass(frozen=True)
class Problem:
    """A stored running game that no longer replays."""

    code: str
    game: str
    move: int  # the first that fails, from 1; 0: the deal
    message: str


@dataclass(frozen=True)
class Health:
    ok: bool
    database: str  # "sqlite" or "postgresql"
    schema: str  # revision
    milliseconds: float  # of a round trip to the store
    watch: bool  # bots and clocks are being looked after in this process
    apart: float  # seconds by which the system's clock was set since the house was opened
    message: str  # one sentence


def tables(hall: Hall, *, status: Status | None = None, limit: int = 1000) -> list[TableLine]:
    """Newest change first."""
    wanted = sa.select(rows).order_by(rows.c.updated.desc(), rows.c.id.desc()).limit(limit)
    if status is not None:
        wanted = wanted.where(rows.c.status == status)
    return lines(hall, wanted)


def show(hall: Hall, code: str) -> TableLine:
    """One table's line. Raises NoSuchTable."""
    found = lines(hall, sa.select(rows).where(rows.c.code == code))
    if not found:
        raise NoSuchTable
    return found[0]


def lines(hall: Hall, wanted: sa.Select[tuple[object, ...]]) -> list[TableLine]:
    with hall.store.reading() as connection:
        found = connection.execute(wanted).all()
        chairs = connection.execute(
            sa.select(seats.c.table_id, seats.c.name)
            .where(seats.c.table_id.in_([row.id for row in found]))
            .order_by(seats.c.seat)
        ).all()
    names: dict[int, list[str]] = {}
    for chair in chairs:
        names.setdefault(chair.table_id, []).append(chair.name)
    return [
        TableLine(
            code=row.code,
            game=row.game,
            status=row.status,
            listed=row.listed,
            seats=tuple(names.get(row.id, ())),
            moves=row.moves,
            opened=row.opened,
            updated=row.updated,
        )
        for row in found
    ]


def export(hall: Hall, code: str | None = None) -> Iterator[Record]:
    """The record of one finished game (NotNow while it goes on), or of all of them, oldest first."""
    if code is not None:
        yield record(hall, code)
        return
    with hall.store.reading() as connection:
        codes = connection.execute(
            sa.select(rows.c.code).where(rows.c.status == "over").order_by(rows.c.id)
        ).scalars()
        finished = list(codes)
    for each in finished:
        with contextlib.suppress(NoSuchTable):  # deleted meanwhile
            yield given_out(hall, fresh(hall, each))


def fresh(hall: Hall, code: str) -> Table:
    """A table folded from the store alone, past the cache."""
    with hall.store.reading() as connection:
        found = hall.store.find(connection, code)
        if not found:
            raise NoSuchTable
        events = hall.store.events(connection, found[0], 0)
    table = Table.blank(found[0], code, hall.boxes.find, whole=True)
    for event in events:
        table.apply(event)
    return table


def delete(hall: Hall, *, code: str | None = None, older_than: float | None = None) -> int:
    """Delete one table, or all that have not changed for `older_than` seconds; returns how many."""
    if (code is None) == (older_than is None):
        raise BadOption("Say either which table to delete, or how old.")
    wanted = sa.select(rows.c.id, rows.c.code)
    if code is not None:
        wanted = wanted.where(rows.c.code == code)
    else:
        wanted = wanted.where(rows.c.updated < hall.now() - (older_than or 0.0))

    def sweep(connection: sa.Connection) -> list[tuple[int, str]]:
        found = [(row.id, row.code) for row in connection.execute(wanted)]
        for first in range(0, len(found), BATCH):
            part = found[first : first + BATCH]
            hall.store.delete(connection, [one for one, _ in part], [name for _, name in part])
        return found

    found = hall.write(sweep)
    if code is not None and not found:
        raise NoSuchTable
    hall.forget(name for _, name in found)
    return len(found)


def backup(hall: Hall, file: str | Path) -> None:
    """A consistent copy while the house is open: a SQLite file, from PostgreSQL as well.

    It holds what must stay secret while games run: it is written for its owner's eyes only. StoreError
    if the file exists or cannot be written.
    """
    target = Path(file)
    part = target.with_name(target.name + ".part")
    if target.exists():
        raise StoreError(f"{target} exists already; a backup overwrites nothing.")
    try:
        remove(part)
        private_file(part)
        copy_sqlite(hall.store, part) if hall.store.is_sqlite else copy_rows(hall.store, part)
        part.rename(target)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise StoreError(f"The backup could not be written: {plain(error)}.") from None
    finally:
        remove(part)


def copy_sqlite(store: Store, file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as copy, store.reading() as connection:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(copy)


def copy_rows(store: Store, file: Path) -> None:
    """Everything as it was at one moment, row by row."""
    copy = Store(file)
    snapshot = store.engine.connect().execution_options(isolation_level="REPEATABLE READ")
    with snapshot as source, copy.writing() as target:
        for table in schema.metadata.sorted_tables:
            found = source.execution_options(yield_per=BATCH).execute(sa.select(table))
            for part in found.mappings().partitions(BATCH):
                target.execute(sa.insert(table), [dict(row) for row in part])
    one_file(copy)


def restore(file: str | Path, place: str | Path) -> int:
    """Make a store of a backup, where there is none yet; returns how many tables stand in it.

    A backup of an earlier version is brought up to date; the backup itself stays as it is. StoreError if it
    is none, if there is a store already or only the journal of one (it would be played over the restored
    file), or if the place is not a file.
    """
    url = database_url(place)
    if url.get_backend_name() != "sqlite":
        kind = url.get_backend_name()
        raise StoreError(f"A backup becomes a SQLite file again; for {kind} use pg_dump and pg_restore.")
    target = Path(str(url.database))
    part = target.with_name(target.name + ".part")
    for there in files_of(target):
        if there.exists():
            raise StoreError(
                f"{there} exists already; restoring overwrites nothing: "
                f"move {target.name}, {target.name}-wal and {target.name}-shm away first."
            )
    try:
        with contextlib.closing(only_read(Path(file))) as source:
            source.execute("SELECT version_num FROM alembic_version")
            target.parent.mkdir(parents=True, exist_ok=True)
            remove(part)
            private_file(part)
            with contextlib.closing(sqlite3.connect(part)) as copy:
                source.backup(copy)
    except sqlite3.Error:
        remove(part)
        raise StoreError(f"{file} is no backup of a store.") from None
    except OSError as error:
        raise StoreError(f"The store could not be written: {plain(error)}.") from None
    try:
        store = Store(part)  # brings it up to date
        with store.reading() as connection:
            count = connection.execute(sa.select(sa.func.count()).select_from(rows)).scalar_one()
        one_file(store)
        part.rename(target)
    finally:
        remove(part)
    return count


def remove(file: Path) -> None:
    """A SQLite file, with what lies beside it."""
    for each in files_of(file):
        each.unlink(missing_ok=True)


def one_file(store: Store) -> None:
    """Close a SQLite store so that no journal stays beside it."""
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()


def health(hall: Hall) -> Health:
    """Whether people can look at tables, and decide. Never raises, and names nothing of the store's place."""
    begun = time.perf_counter()
    database = hall.store.url.get_backend_name()
    watching = hall.watch is not None and hall.watch.is_alive()
    apart = hall.now.apart() if isinstance(hall.now, SteadyTime) else 0.0

    def found(ok: bool, schema: str, message: str) -> Health:
        return Health(ok, database, schema, (time.perf_counter() - begun) * 1000, watching, apart, message)

    try:
        with hall.store.reading() as connection:
            revision = migrate.revision(connection) or ""
    except (StoreError, SQLAlchemyError) as error:
        log.warning("the store does not answer: %s", error)
        return found(False, "", "The store does not answer.")
    if not can_write(hall):
        return found(False, revision, "Nothing can be written: looking goes on, deciding does not.")
    if hall.watch is not None and not watching:
        return found(False, revision, "The watch has stopped: bots and clocks stand still.")
    return found(True, revision, "All is well.")


def can_write(hall: Hall) -> bool:
    """What was written lately tells; where there was nothing, or something failed, something is written now:
    as much as a busy moment brings."""
    if hall.writer.pulse.is_well(within=PULSE_SECONDS):
        return True
    try:
        trial = hall.writer.submit(
            lambda connection: hall.store.upsert(
                connection, schema.keepsakes, {"name": "pulse"}, value=f"{time.time()}".ljust(PULSE_BYTES)
            )
        )
        trial.result(TRIAL_SECONDS)
    except (StoreError, TimeoutError) as error:
        log.warning("nothing can be written: %s", error)
        return False
    return True


def metrics(hall: Hall) -> dict[str, float]:
    """What the store tells of the whole house, whichever process is asked, by Prometheus names:
    `oppidum_tables{status="playing"}` and so on."""
    with hall.store.reading() as connection:
        statuses = connection.execute(sa.select(rows.c.status, sa.func.count()).group_by(rows.c.status)).all()
        people = connection.execute(sa.select(sa.func.count()).select_from(visitors)).scalar_one()
        # A table's version is the number of its events: no need to count them all.
        stored, moves = connection.execute(
            sa.select(sa.func.sum(rows.c.version), sa.func.sum(rows.c.moves))
        ).one()
    due = hall.store.next_due()
    counted = dict.fromkeys(("open", "playing", "over", "abandoned"), 0)
    counted.update((row[0], row[1]) for row in statuses)
    values = {f'oppidum_tables{{status="{status}"}}': float(n) for status, n in counted.items()}
    return values | {
        "oppidum_visitors": float(people),
        "oppidum_events": float(stored or 0),
        "oppidum_moves_on_record": float(moves or 0),
        "oppidum_work_overdue_seconds": max(0.0, hall.now() - due) if due is not None else 0.0,
    }


def replay_all(hall: Hall) -> list[Problem]:
    """Play all stored running games again with the present rules; those that no longer fit."""
    with hall.store.reading() as connection:
        found = connection.execute(
            sa.select(rows.c.id, rows.c.code, rows.c.game)
            .where(rows.c.status == "playing")
            .order_by(rows.c.id)
        ).all()
    problems: list[Problem] = []
    for row in found:
        table = Table.blank(row.id, row.code, hall.boxes.find, whole=True)
        try:
            with hall.store.reading() as connection:
                events = hall.store.events(connection, row.id, 0)
            for event in events:
                table.apply(event)
        except (BadRecord, NoSuchGame) as error:
            failed = table.moves + 1 if table.positions else 0
            problems.append(Problem(row.code, row.game, failed, str(error)))
    return problems
