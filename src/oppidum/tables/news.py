"""News: what other processes have written into the store.

A SQLite file has a counter that tells, in microseconds, whether anybody has written: it is asked whenever
somebody looks, and ten times a second for those who wait. PostgreSQL notifies.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from sqlalchemy.exc import SQLAlchemyError

from oppidum.kernel.errors import OppidumError
from oppidum.tables.errors import StoreError
from oppidum.tables.store import CHANNEL, DATABASE_ERRORS, PEOPLE, Store

if TYPE_CHECKING:
    from oppidum.tables.hall import Hall

POLL_SECONDS = 0.1

# Without the index: SQLite would walk through all of it, every event of every game ever played, because the
# tables stand there in their order.
NEW = "SELECT table_id, max(seq), max(rowid) FROM events NOT INDEXED WHERE rowid > ? GROUP BY table_id"

Heard = tuple[int, int] | None  # a table and its version; none: something else, look at everything again


class News(Protocol):
    hears_at_once: bool  # what `heard` does not tell has not happened

    def heard(self) -> Iterator[Heard]:
        """Everything since the last call. Raises StoreError."""
        ...

    def listen(self, stopping: threading.Event, hall: Hall) -> None:
        """Pass on what happens, until it is time to stop. Raises database errors."""
        ...

    def leave_it_to(self, line: bool) -> None:
        """Whether what happens at tables is heard elsewhere (`on_the_line`)."""
        ...

    def ring(self) -> None:
        """Something else was heard there."""
        ...

    def close(self) -> None: ...


def news_of(store: Store) -> News:
    return FileNews(store) if store.is_sqlite else Notices(store)


class FileNews:
    """Asks a SQLite file. It tells of our own writing too, which nobody minds."""

    hears_at_once = True

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = threading.Lock()
        # Outside any transaction: inside one, the file never seems to change.
        self.connection = sqlite3.connect(
            str(store.url.database), isolation_level=None, check_same_thread=False, timeout=1.0
        )
        self.counter = self.connection.execute("PRAGMA data_version").fetchone()
        self.people = self.asked("SELECT value FROM keepsakes WHERE name = ?", PEOPLE)
        self.row = self.asked("SELECT max(rowid) FROM events") or 0

    def asked(self, question: str, *given: object) -> int:
        row = self.connection.execute(question, given).fetchone()
        return int(row[0]) if row and row[0] is not None else 0

    def heard(self) -> Iterator[Heard]:
        with self.lock:
            try:
                counter = self.connection.execute("PRAGMA data_version").fetchone()
                if counter == self.counter:
                    return iter(())
                people = self.asked("SELECT value FROM keepsakes WHERE name = ?", PEOPLE)
                rows = self.connection.execute(NEW, (self.row,)).fetchall()
            except sqlite3.Error as error:
                raise StoreError("The store does not answer.") from error
            self.counter = counter
            self.row = max((row[2] for row in rows), default=self.row)
            found: list[Heard] = [(row[0], row[1]) for row in rows]
            if people != self.people:
                self.people = people
                self.row = self.asked("SELECT max(rowid) FROM events") or 0  # rows may have gone
                found.append(None)
            return iter(found)

    def listen(self, stopping: threading.Event, hall: Hall) -> None:
        while not stopping.wait(POLL_SECONDS):
            hall.hear()

    def leave_it_to(self, line: bool) -> None:
        pass

    def ring(self) -> None:
        pass

    def close(self) -> None:
        with self.lock:
            self.connection.close()


class Notices:
    """Listens to PostgreSQL."""

    hears_at_once = False

    def __init__(self, store: Store) -> None:
        self.store = store
        self.arrived: deque[Heard] = deque()
        self.rests = False  # there is a line, which hears everything
        self.rung = threading.Event()

    def heard(self) -> Iterator[Heard]:
        with contextlib.suppress(IndexError):
            while True:
                yield self.arrived.popleft()

    def listen(self, stopping: threading.Event, hall: Hall) -> None:
        self.rest(stopping, hall)
        if stopping.is_set():
            return
        import psycopg  # from oppidum[postgres]

        with psycopg.connect(self.store.address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self.arrived.append(None)  # what was missed while nobody listened
            hall.hear()
            while not (stopping.is_set() or self.rests):
                # All that have come together, or none within that time.
                for notice in connection.notifies(timeout=0.5, stop_after=1):
                    words = notice.payload.split()
                    self.arrived.append(None if words == [PEOPLE] else (int(words[0]), int(words[1])))
                hall.hear()

    def rest(self, stopping: threading.Event, hall: Hall) -> None:
        """As long as there is a line, only what it has rung for is looked at."""
        while self.rests and not stopping.is_set():
            if self.rung.wait(0.5):
                self.rung.clear()
                hall.hear()

    def leave_it_to(self, line: bool) -> None:
        self.rests = line
        self.rung.set()

    def ring(self) -> None:
        self.arrived.append(None)
        self.rung.set()

    def close(self) -> None:
        pass


class Ears(threading.Thread):
    """Passes on to the hall what other processes write, and writes down now and then who is here."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(name="oppidum-ears", daemon=True)
        self.hall = hall
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.hall.news.listen(self.stopping, self.hall)
            except (OppidumError, *DATABASE_ERRORS, SQLAlchemyError):
                self.stopping.wait(1.0)  # the store is away; try again until it is back
                self.hall.news.ring()  # what was heard, and could not be looked at, is told once

    def stop(self) -> None:
        self.stopping.set()
        self.join(timeout=5)
