"""The store: SQLite in one file, or PostgreSQL; the same statements for both.

What differs is in `connect` (SQLite's settings) and in `additions` (PostgreSQL's notification).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.pool import ConnectionPoolEntry

from oppidum.kernel.editions import Edition, content
from oppidum.kernel.extras import missing
from oppidum.tables import facts, migrate
from oppidum.tables import snapshots as snapshots_of
from oppidum.tables.additions import CHANNEL, Addition, append, begin
from oppidum.tables.errors import CannotWrite, StoreError
from oppidum.tables.facts import Event
from oppidum.tables.line import NETWORK
from oppidum.tables.schema import (
    analyses,
    challenges,
    editions,
    events,
    finished,
    keepsakes,
    mutes,
    seats,
    seen,
    snapshots,
    tables,
)
from oppidum.tables.table import Table

try:
    import psycopg
except ImportError:  # it comes with oppidum[postgres]; a SQLite file needs nothing
    psycopg = None

# The last but one: no connection was free for too long.
DATABASE_ERRORS = (DBAPIError, sqlite3.Error, NoneFree, *((psycopg.Error,) if psycopg else ()))
AWAY_ERRORS = (OperationalError, sqlite3.OperationalError, *((psycopg.OperationalError,) if psycopg else ()))
# PostgreSQL's codes where others were in the way, and nothing is wrong.
HELD = "55P03"
PASSING = ("40001", "40P01", HELD)
NUMBERS = "numbers"  # among the keepsakes of a file: the highest number that a table had when some went
PEOPLE = "people"  # a counter among the keepsakes: something was written about people, or tables are gone
BUSY_SECONDS = 5
LONGEST_STATEMENT = 60  # seconds, of PostgreSQL
TRUSTED_SECONDS = 1.0  # so long a connection that was just used is taken to be alive


# Made once: to put such a statement together takes longer than to execute it. See also `additions`.
FIND = sa.select(tables.c.id, tables.c.version).where(tables.c.code == sa.bindparam("of_code"))
EVENTS = (
    sa.select(events.c.seq, events.c.time, events.c.kind, events.c.seat, sa.cast(events.c.payload, sa.Text))
    .where(events.c.table_id == sa.bindparam("of_id"), events.c.seq > sa.bindparam("of_version"))
    .order_by(events.c.seq)
)
EVENTS_OF = """SELECT e.table_id, e.seq, e.time, e.kind, e.seat, CAST(e.payload AS text)
 FROM unnest(CAST({ids} AS integer[]), CAST({versions} AS integer[])) AS known(id, version)
 JOIN events e ON e.table_id = known.id AND e.seq > known.version ORDER BY e.table_id, e.seq"""
EVENTS_BY_NAME = sa.text(EVENTS_OF.format(ids=":ids", versions=":versions"))
SNAPSHOT = sa.select(snapshots.c.picture).where(snapshots.c.table_id == sa.bindparam("of_id"))


class Undone(NamedTuple):
    """A table where something is due that nobody has done."""

    id: int
    code: str
    version: int
    host: str
    due: float


class EventRow(NamedTuple):
    """An event of a table, as it is stored."""

    table_id: int
    seq: int
    time: float
    kind: str
    seat: int
    payload: str | bytes


class VersionTaken(Exception):
    """Somebody else appended first."""


def database_url(database: str | Path) -> sa.URL:
    """A URL as SQLAlchemy wants it, from a URL as people write it, or from a path."""
    text = str(database)
    if "://" not in text:
        return sa.URL.create("sqlite", database=str(Path(text).expanduser().resolve()))
    try:
        url = sa.make_url(text)
    except ArgumentError:
        raise StoreError("The database is neither a path nor a URL such as postgresql://host/name.") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise StoreError(f"The database is sqlite or postgresql, not {url.drivername}.")
    return url


class Store:
    def __init__(self, database: str | Path, *, durable: bool = True) -> None:
        self.durable = durable
        self.url = database_url(database)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        if self.is_sqlite and not self.url.database:
            raise StoreError("A SQLite store needs a file.")
        try:
            self.engine = self.connect()
            self.to_write = self.engine.execution_options(oppidum_writes=True)  # the same, but said once
            # There, statements see what is committed by then, in a transaction or not; and those that begin
            # and end one are two more ways to the server and back.
            self.to_read = (
                self.engine if self.is_sqlite else self.engine.execution_options(isolation_level="AUTOCOMMIT")
            )
            if not self.is_up_to_date():
                with self.writing() as connection:
                    migrate.upgrade(connection)
        except (SQLAlchemyError, NoSuchModuleError, OSError) as error:
            raise StoreError(f"The store cannot be opened: {plain(error)}.") from None

    def connect(self) -> sa.Engine:
        if not self.is_sqlite:
            if psycopg is None:
                raise StoreError(missing("postgres", "A store on PostgreSQL", "Psycopg"))
            patience = {"connect_timeout": BUSY_SECONDS, **NETWORK}
            engine = sa.create_engine(self.url, connect_args=patience, pool_size=4, max_overflow=12)
            event.listen(engine, "connect", set_up_postgresql)
            event.listen(engine, "checkin", note_the_time)
            event.listen(engine, "checkout", try_it_after_a_while)
            return engine
        file = Path(str(self.url.database))
        file.parent.mkdir(parents=True, exist_ok=True)
        private_file(file)
        engine = sa.create_engine(
            self.url, connect_args={"timeout": BUSY_SECONDS}, pool_size=8, max_overflow=56
        )
        event.listen(engine, "connect", self.set_up_sqlite)
        event.listen(engine, "begin", begin_sqlite)
        return engine

    def is_up_to_date(self) -> bool:
        """Then nothing has to be written: a full disk, or a read-only one, can still be looked at."""
        with self.reading() as connection:
            return migrate.revision(connection) == migrate.HEAD

    def set_up_sqlite(self, connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun in `begin_sqlite`, not behind our back
        synchronous = "FULL" if self.durable else "NORMAL"
        write_ahead(connection)
        # SQLite keeps what it might have to undo of a statement in a file among everybody's temporary ones,
        # unless it is told not to: several pages of the store for every transaction.
        for setting in (f"synchronous={synchronous}", "foreign_keys=ON", "temp_store=MEMORY"):
            connection.execute(f"PRAGMA {setting}")

    def close(self) -> None:
        self.engine.dispose()

    @property
    def address(self) -> str:
        """Of a PostgreSQL, as its own library wants it."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @contextmanager
    def reading(self) -> Generator[sa.Connection]:
        try:
            with self.to_read.connect() as connection:
                yield connection
        except DATABASE_ERRORS as error:
            raise StoreError(f"The store does not answer: {plain(error)}.") from error

    @contextmanager
    def writing(self) -> Generator[sa.Connection]:
        """A transaction that is in the store, on disk, when the block has ended."""
        try:
            with self.to_write.begin() as connection:
                yield connection
        except DATABASE_ERRORS as error:
            raise CannotWrite(f"Nothing can be written: {plain(error)}.") from error

    def hurry(self, connection: sa.Connection) -> None:
        """This transaction waits for nobody who holds a part of the store; a file is locked whole."""
        if not self.is_sqlite:
            connection.execute(sa.text("SET LOCAL lock_timeout = '50ms'"))

    def hold(self, *, patient: bool = True) -> KeptConnection:
        return KeptConnection(self.to_write, patient)

    # ------------------------------------------------------------ tables and their events

    def find(self, connection: sa.Connection, code: str) -> tuple[int, int] | None:
        """Id and version of a table."""
        row = connection.execute(FIND, {"of_code": code}).first()
        return (row[0], row[1]) if row else None

    def events(self, connection: sa.Connection, table_id: int, after: int) -> list[Event]:
        """Everything that happened at a table after a version. Raises BadRecord."""
        rows = connection.execute(EVENTS, {"of_id": table_id, "of_version": after})
        return [Event(seq, time, facts.read(kind, seat, payload)) for seq, time, kind, seat, payload in rows]

    def events_of(self, connection: sa.Connection, known: Mapping[int, int]) -> list[EventRow]:
        """The same for several tables, on PostgreSQL: of each what happened after the version we know."""
        given = {"ids": list(known), "versions": list(known.values())}
        return [EventRow(*row) for row in connection.execute(EVENTS_BY_NAME, given)]

    def create(
        self,
        connection: sa.Connection,
        table: Table,
        new: Sequence[Event],
        due: float | None,
        listed_from: str | None = None,
    ) -> None:
        """A new table with its first events. Sets its id."""
        values = {
            "code": table.code,
            "game": table.settings.game,
            "opened": table.opened,
            "origin": table.origin.first if table.origin else None,
            "challenge": table.origin.challenge if table.origin else None,
            "listed_from": listed_from,
            **self.terms(table),
            **self.state(table, due),
        }
        if self.is_sqlite:
            values["id"] = self.new_number(connection)
        table.id = connection.execute(sa.insert(tables).values(values).returning(tables.c.id)).scalar_one()
        self.write_edition(connection, table.settings.game, table.edition)
        begin(connection, table.id, new)
        self.write_seats(connection, table)
        self.notify(connection, table)

    def new_number(self, connection: sa.Connection) -> int:
        """Of a table in a file: one that no table has ever had. Processes remember tables by their numbers,
        and tell each other of them; PostgreSQL never gives one twice of its own accord."""
        return self.highest_number(connection) + 1

    def highest_number(self, connection: sa.Connection) -> int:
        there = connection.execute(sa.select(sa.func.max(tables.c.id))).scalar() or 0
        gone = sa.select(keepsakes.c.value).where(keepsakes.c.name == NUMBERS)
        return max(there, int(connection.execute(gone).scalar() or 0))

    @staticmethod
    def listed_from(connection: sa.Connection, table_id: int) -> str | None:
        """The name of the neighbourhood that a table came into the lobby from."""
        found = sa.select(tables.c.listed_from).where(tables.c.id == table_id)
        return connection.execute(found).scalar()

    def append(self, connection: sa.Connection, additions: Sequence[Addition]) -> set[int]:
        """See `additions.append`."""
        taken = append(connection, additions)
        for each in additions:
            if not (each.is_plain or each.after.id in taken):
                self.write_what_rarely_changes(connection, each)
        return taken

    def write_what_rarely_changes(self, connection: sa.Connection, new: Addition) -> None:
        before, after = new.before, new.after
        if (after.settings, after.host) != (before.settings, before.host):
            connection.execute(sa.update(tables).where(tables.c.id == after.id).values(self.terms(after)))
        if before.edition is None:
            self.write_edition(connection, after.settings.game, after.edition)
        if after.chairs != before.chairs:
            self.write_seats(connection, after)
        if after.ended and not before.ended:
            self.write_end(connection, after)
        if new.snapshot and after.status == "playing":
            self.write_snapshot(connection, after.id, snapshots_of.taken(after))

    @staticmethod
    def terms(table: Table) -> dict[str, Any]:
        """What rarely changes."""
        settings = table.settings
        return {
            "host": table.host,
            "listed": settings.listed,
            "settings": msgspec.to_builtins(facts.Terms.of(settings)),
        }

    @staticmethod
    def state(table: Table, due: float | None) -> dict[str, Any]:
        """What changes with every event."""
        return {
            "status": table.status,
            "version": table.version,
            "moves": table.moves,
            "updated": table.updated,
            "due": due,
        }

    def write_edition(self, connection: sa.Connection, game: str, edition: Edition | None) -> None:
        """With the table that is dealt from it; most are there already."""
        if edition is not None:
            values = {"sha256": edition.sha256, "game": game, "content": content(edition.data)}
            self.insert_once(connection, editions, **values)

    def edition(self, sha256: str) -> str | None:
        """The content of an edition."""
        with self.reading() as connection:
            return connection.execute(
                sa.select(editions.c.content).where(editions.c.sha256 == sha256)
            ).scalar_one_or_none()

    @staticmethod
    def write_seats(connection: sa.Connection, table: Table) -> None:
        connection.execute(sa.delete(seats).where(seats.c.table_id == table.id))
        connection.execute(
            sa.insert(seats),
            [
                {
                    "table_id": table.id,
                    "seat": seat,
                    "visitor_id": chair.visitor,
                    "name": chair.name,
                    "bot": chair.bot,
                }
                for seat, chair in enumerate(table.chairs)
            ],
        )

    @staticmethod
    def write_end(connection: sa.Connection, table: Table) -> None:
        connection.execute(
            sa.insert(finished).values(
                table_id=table.id,
                ended=table.ended,
                points=list(table.points),
                winners=list(table.winners),
                abandoned=table.status == "abandoned",
            )
        )

    def notify(self, connection: sa.Connection, table: Table) -> None:
        if not self.is_sqlite:
            told = sa.func.pg_notify(CHANNEL, f"{table.id} {table.version}")
            connection.execute(sa.select(told))

    def delete(self, connection: sa.Connection, ids: Sequence[int], codes: Sequence[str]) -> None:
        if self.is_sqlite:
            self.upsert(connection, keepsakes, {"name": NUMBERS}, value=str(self.highest_number(connection)))
        for part in (events, seats, finished, seen, snapshots, challenges, analyses):
            connection.execute(sa.delete(part).where(part.c.table_id.in_(ids)))
        self.tell_of_people(connection)
        connection.execute(sa.delete(mutes).where(mutes.c.muted.in_(codes)))
        connection.execute(sa.delete(tables).where(tables.c.id.in_(ids)))

    def versions(self, connection: sa.Connection, ids: Sequence[int]) -> dict[int, int]:
        """Of those of these tables that there are."""
        found: dict[int, int] = {}
        for first in range(0, len(ids), 500):
            part = tables.c.id.in_(ids[first : first + 500])
            rows = connection.execute(sa.select(tables.c.id, tables.c.version).where(part))
            found.update((row[0], row[1]) for row in rows)
        return found

    def tell_of_people(self, connection: sa.Connection) -> None:
        """Let other processes know that something was written about people, or deleted."""
        if self.is_sqlite:
            insert = sqlite.insert(keepsakes).values(name=PEOPLE, value="1")
            count = sa.cast(sa.cast(keepsakes.c.value, sa.Integer) + 1, sa.Text)
            connection.execute(insert.on_conflict_do_update(index_elements=["name"], set_={"value": count}))
        else:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, PEOPLE)))

    def write_seen(self, connection: sa.Connection, news: Sequence[tuple[int, str, int, float]]) -> None:
        """Who has seen which version of which table, and when; tables may be gone by now. In order, so that
        two processes never wait for each other."""
        here = self.versions(connection, sorted({table_id for table_id, *_ in news}))
        rows = [
            {"table_id": table_id, "visitor_id": visitor, "version": version, "time": time}
            for table_id, visitor, version, time in sorted(news)
            if table_id in here
        ]
        if rows:
            insert = (sqlite.insert if self.is_sqlite else postgresql.insert)(seen)
            greatest = sa.func.max if self.is_sqlite else sa.func.greatest
            newer = {
                "version": greatest(seen.c.version, insert.excluded.version),
                "time": greatest(seen.c.time, insert.excluded.time),
            }
            keys = ["table_id", "visitor_id"]
            connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=newer), rows)

    # ------------------------------------------------------------ snapshots

    def snapshot(self, connection: sa.Connection, table_id: int) -> bytes | None:
        return connection.execute(SNAPSHOT, {"of_id": table_id}).scalar()

    def write_snapshot(self, connection: sa.Connection, table_id: int, picture: bytes) -> None:
        self.upsert(connection, snapshots, {"table_id": table_id}, picture=picture)

    # ------------------------------------------------------------ what is due

    def clock(self) -> float:
        """What time it is: the same for all processes, and never before what has happened here."""
        with self.reading() as connection:
            newest = connection.execute(sa.select(sa.func.max(tables.c.updated))).scalar() or 0.0
            epoch = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)
            now = time.time() if self.is_sqlite else connection.execute(sa.select(epoch)).scalar_one()
        return max(now, newest)

    def due(self, now: float, limit: int) -> list[tuple[int, str, float]]:
        """Tables where a bot or a clock has to act by now: id, code, due."""
        with self.reading() as connection:
            rows = connection.execute(
                sa.select(tables.c.id, tables.c.code, tables.c.due)
                .where(tables.c.due <= now)
                .order_by(tables.c.due)
                .limit(limit)
            )
            return [(row.id, row.code, row.due) for row in rows]

    def next_due(self) -> float | None:
        with self.reading() as connection:
            return connection.execute(sa.select(sa.func.min(tables.c.due))).scalar()

    def undone(self, before: float, limit: int) -> list[Undone]:
        """Tables where nobody has done what was due before that time."""
        with self.reading() as connection:
            wanted = sa.select(tables.c.id, tables.c.code, tables.c.version, tables.c.host, tables.c.due)
            late = wanted.where(tables.c.due <= before)
            rows = connection.execute(late.order_by(tables.c.due).limit(limit))
            return [Undone(*row) for row in rows]

    def claim(self, table_id: int, due: float, now: float) -> bool:
        """Take it upon this process: for the others it is due only now."""
        with self.writing() as connection:
            changed = connection.execute(
                sa.update(tables).where(tables.c.id == table_id, tables.c.due == due).values(due=now)
            )
            return changed.rowcount == 1

    def put_off(self, table_id: int, version: int, due: float | None) -> None:
        """Nothing to do before `due` after all."""
        with self.writing() as connection:
            connection.execute(
                sa.update(tables).where(tables.c.id == table_id, tables.c.version == version).values(due=due)
            )

    # ------------------------------------------------------------ small things

    def insert_once(self, connection: sa.Connection, table: sa.Table, **values: Any) -> bool:
        """Insert a row; False where there is one with its key already, which stays as it is."""
        insert = (sqlite.insert if self.is_sqlite else postgresql.insert)(table).values(**values)
        done = insert.on_conflict_do_nothing().returning(sa.literal(1))  # what drivers count differs
        return connection.execute(done).first() is not None

    def upsert(self, connection: sa.Connection, table: sa.Table, keys: dict[str, Any], **values: Any) -> None:
        """Insert a row, or change the one that has these keys."""
        insert = (sqlite.insert if self.is_sqlite else postgresql.insert)(table).values(**keys, **values)
        if values:
            connection.execute(insert.on_conflict_do_update(index_elements=list(keys), set_=values))
        else:
            connection.execute(insert.on_conflict_do_nothing(index_elements=list(keys)))


class KeptConnection:
    """A connection for transactions that follow each other closely: to get one takes as long as they do."""

    def __init__(self, engine: sa.Engine, patient: bool) -> None:
        self.engine = engine
        self.patient = patient  # otherwise, where somebody else is writing into the file, it fails at once
        self.connection: sa.Connection | None = None

    @contextmanager
    def writing(self) -> Generator[sa.Connection]:
        """As `Store.writing`."""
        try:
            connection = self.connection = self.connection or self.connect()
            with connection.begin():
                yield connection
        except BaseException as error:
            self.let_go()
            if isinstance(error, DATABASE_ERRORS):
                raise CannotWrite(f"Nothing can be written: {plain(error)}.") from error
            raise

    def connect(self) -> sa.Connection:
        connection = self.engine.connect()
        if not self.patient:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute("PRAGMA busy_timeout=0")
        return connection

    def let_go(self) -> None:
        """Nothing is written for a while: whoever begins again makes sure that somebody is there."""
        connection, self.connection = self.connection, None
        if connection is None:
            return
        with suppress(*DATABASE_ERRORS):  # it is broken: then it need not be let go
            if not self.patient:
                connection.invalidate()  # nobody else gets it
            connection.close()


def private_file(file: Path) -> None:
    """Secrets of running games lie in it: nobody but its owner reads it."""
    if not file.exists():
        file.touch(mode=0o600, exist_ok=True)


def files_of(file: Path) -> list[Path]:
    """A SQLite file, and what may lie beside it while it is open or after a crash: SQLite would take that
    for the journal of any file that has this name."""
    return [file, *(file.with_name(file.name + journal) for journal in ("-wal", "-shm"))]


def only_read(file: Path) -> sqlite3.Connection:
    """A connection that leaves nothing beside the file: where there is no journal, it makes none."""
    _, journal, _ = files_of(file)
    still = "" if journal.exists() else "&immutable=1"
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro{still}", uri=True)


def begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("oppidum_writes")
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    raw.execute("BEGIN IMMEDIATE" if writes else "BEGIN")


def set_up_postgresql(connection: Any, _record: object) -> None:
    """Nobody waits for what somebody else has locked longer than for a file, nor for an answer for ever."""
    connection.autocommit = True
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'".encode())
    connection.execute(f"SET statement_timeout = '{LONGEST_STATEMENT}s'".encode())
    connection.autocommit = False


def note_the_time(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info["used"] = time.monotonic()


def try_it_after_a_while(connection: DBAPIConnection, record: ConnectionPoolEntry, _fairy: object) -> None:
    """A server that was started again has forgotten our connections: one that has not been used for a while
    is tried first, and made anew where it does not answer."""
    if time.monotonic() - record.info.get("used", inf) > TRUSTED_SECONDS:
        try:
            with closing(connection.cursor()) as cursor:
                cursor.execute("SELECT 1")
            connection.rollback()
        except Exception as error:
            raise DisconnectionError from error


def is_away(error: Exception) -> bool:
    """Whether the store is, or locked, or full: nothing else could be written either."""
    return isinstance(error.__cause__, AWAY_ERRORS) and said_by_postgresql(error) not in PASSING


def is_held(error: Exception) -> bool:
    """Whether somebody else holds, on PostgreSQL, what was to be written."""
    return said_by_postgresql(error) == HELD


def said_by_postgresql(error: Exception) -> str | None:
    """Its code for what was wrong."""
    cause = error.__cause__
    return getattr(getattr(cause, "orig", None) or cause, "sqlstate", None)


def plain(error: BaseException) -> str:
    """What the database itself says, in one line, without our statements and their values."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0].rstrip(".") if str(cause).strip() else type(cause).__name__


def write_ahead(connection: sqlite3.Connection) -> None:
    """While another process does the same on an empty file, SQLite refuses at once instead of waiting."""
    for patience in range(100, -1, -1):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if patience == 0:
                raise
            time.sleep(0.05)
