"""Wake-ups: whoever looks at a table learns that it has changed, whichever process changed it.

Within a process directly. Between processes: PostgreSQL notifies; a SQLite file is asked ten times a
second whether anybody else wrote to it, which costs microseconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import defaultdict
from collections.abc import Callable
from types import TracebackType

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from oppidum.tables.errors import StoreError
from oppidum.tables.schema import tables
from oppidum.tables.store import CHANNEL, DATABASE_ERRORS, Store

POLL_SECONDS = 0.1


class Subscription:
    """Wake-ups for one listener. Close it (or use `with`) when the listener goes.

    Wake-ups coalesce: only the newest version is kept, nothing piles up for a slow listener.
    """

    def __init__(self, hub: Hub, key: int, version: int) -> None:
        self._hub = hub
        self._key = key
        self._version = version
        self._closed = False
        self._condition = threading.Condition()
        self._sleeper: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None

    async def changed(self, after: int, within: float | None = None) -> int | None:
        """The version, once it is above `after`; none after `within` seconds, or when the hall closes.

        To be awaited in one event loop; no thread waits meanwhile.
        """
        loop = asyncio.get_running_loop()
        deadline = None if within is None else loop.time() + within
        while True:
            with self._condition:
                if self._closed:
                    return None
                if self._version > after:
                    return self._version
                event = asyncio.Event()
                self._sleeper = (loop, event)
            try:
                async with asyncio.timeout_at(deadline):
                    await event.wait()
            except TimeoutError:
                return None

    def wait(self, after: int, within: float | None = None) -> int | None:
        """The same for a thread."""
        with self._condition:
            self._condition.wait_for(lambda: self._closed or self._version > after, within)
            return self._version if self._version > after and not self._closed else None

    @property
    def version(self) -> int:
        """The newest version heard of."""
        return self._version

    @property
    def closed(self) -> bool:
        """The hall is closing: end the stream."""
        return self._closed

    def close(self) -> None:
        self._hub.forget(self._key, self)
        self.end()

    def end(self) -> None:
        with self._condition:
            self._closed = True
            self._wake()

    def tell(self, version: int) -> None:
        with self._condition:
            if version > self._version:
                self._version = version
                self._wake()

    def _wake(self) -> None:
        self._condition.notify_all()
        if self._sleeper:
            loop, event = self._sleeper
            self._sleeper = None
            with contextlib.suppress(RuntimeError):  # that loop has ended
                loop.call_soon_threadsafe(event.set)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Hub:
    """All subscriptions of a process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.subscriptions: dict[int, set[Subscription]] = defaultdict(set)
        self.also: Callable[[], None] = lambda: None  # the watch wants to know as well

    def subscribe(self, key: int, version: int) -> Subscription:
        subscription = Subscription(self, key, version)
        with self.lock:
            self.subscriptions[key].add(subscription)
        return subscription

    def forget(self, key: int, subscription: Subscription) -> None:
        with self.lock:
            self.subscriptions[key].discard(subscription)
            if not self.subscriptions[key]:
                del self.subscriptions[key]

    def publish(self, table_id: int, version: int) -> None:
        with self.lock:
            listeners = list(self.subscriptions.get(table_id, ()))
        for listener in listeners:
            listener.tell(version)
        self.also()

    def keys(self) -> list[int]:
        with self.lock:
            return list(self.subscriptions)

    def count(self) -> int:
        with self.lock:
            return sum(len(listeners) for listeners in self.subscriptions.values())

    def close(self) -> None:
        with self.lock:
            listeners = [listener for group in self.subscriptions.values() for listener in group]
        for listener in listeners:
            listener.end()


class Ears(threading.Thread):
    """Hears what other processes write, and passes it on to the hub."""

    def __init__(self, store: Store, hub: Hub) -> None:
        super().__init__(name="oppidum-ears", daemon=True)
        self.store = store
        self.hub = hub
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.listen_sqlite() if self.store.is_sqlite else self.listen_postgresql()
            except (StoreError, *DATABASE_ERRORS, SQLAlchemyError):
                self.stopping.wait(1.0)  # the store is away; try again until it is back

    def stop(self) -> None:
        self.stopping.set()
        self.join(timeout=5)

    def listen_sqlite(self) -> None:
        # Outside any transaction: inside one, the file never seems to change.
        with contextlib.closing(self.store.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            seen = None
            while not self.stopping.wait(POLL_SECONDS):
                cursor.execute("PRAGMA data_version")
                version = cursor.fetchone()
                if version != seen:
                    seen = version
                    self.catch_up()

    def listen_postgresql(self) -> None:
        import psycopg  # from oppidum[postgres]

        url = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self.catch_up()  # what was missed while nobody listened
            while not self.stopping.is_set():
                for notice in connection.notifies(timeout=0.5):
                    table_id, version = (int(word) for word in notice.payload.split())
                    self.hub.publish(table_id, version)
                    if self.stopping.is_set():
                        return

    def catch_up(self) -> None:
        """Tell every listener the present version of its table."""
        keys = self.hub.keys()
        if keys:
            with self.store.reading() as connection:
                rows = connection.execute(
                    sa.select(tables.c.id, tables.c.version).where(tables.c.id.in_(keys))
                ).all()
            for row in rows:
                self.hub.publish(row.id, row.version)
        self.hub.also()
