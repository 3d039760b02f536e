"""The hall: where the tables stand. Open one a process, close it at the end."""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType

import platformdirs

from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import OppidumError
from oppidum.tables import deadlines
from oppidum.tables.boxes import Boxes
from oppidum.tables.errors import NoSuchTable, StoreError
from oppidum.tables.store import Store, VersionTaken
from oppidum.tables.table import Fact, Table
from oppidum.tables.wake import Ears, Hub, Subscription
from oppidum.tables.watch import Watch

__all__ = ["Hall", "Subscription", "open_hall"]

FILE = "oppidum.sqlite3"
CACHED = 300  # tables; a long game takes about half a megabyte
TRIES = 50
CODE = re.compile(r"[a-z2-7]{16}\Z")

Plan = Callable[[Table], Sequence[Fact]]


def open_hall(
    database: str | Path | None = None,
    *,
    data: str | Path | None = None,
    now: Callable[[], float] = time.time,
    pace: float = 1.0,
    work: bool = True,
    threads: int = 2,
    editions: Iterable[Edition] = (),
    durable: bool = True,
) -> Hall:
    """Open the store (bring its schema up to date) and start the watch.

    `database`: a SQLAlchemy URL (`postgresql+psycopg://…`, `postgresql://…`, `sqlite:///…`) or the path
    of a SQLite file; none: `oppidum.sqlite3` in `data`, or in the user's data directory. `pace`: seconds
    that a bot seems to think. `work=False`: no bots and clocks here (another process does it, or a test
    calls `bots_at_work.work_now`). `threads`: for bots. `durable=False`: SQLite need not wait for the disk;
    killing the process still loses nothing, but a power failure may. `editions`: for tables of a former
    version that were dealt from a file of one's own; all others have theirs in the store. Raises StoreError.
    """
    store = Store(store_place(database, data), durable=durable)
    return Hall(store, now=now, pace=pace, work=work, threads=threads, editions=tuple(editions))


def store_place(database: str | Path | None, data: str | Path | None) -> str | Path:
    """Where the store is, or will be: what `open_hall` makes of its arguments."""
    if database is not None:
        return database
    folder = Path(data) if data is not None else platformdirs.user_data_path("oppidum", appauthor=False)
    return folder / FILE


def new_code() -> str:
    """Eighty random bits, easy to read aloud: whoever knows the code finds the table."""
    alphabet = "abcdefghijklmnopqrstuvwxyz234567"
    return "".join(secrets.choice(alphabet) for _ in range(16))


class Slot:
    """A place in the cache."""

    def __init__(self) -> None:
        self.lock = threading.Lock()  # one change of a table at a time in this process
        self.table: Table | None = None


class Hall:
    """Thread-safe. Verbs may be called from any thread; web handlers call them in a thread pool."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        pace: float,
        work: bool,
        threads: int,
        editions: tuple[Edition, ...],
    ) -> None:
        self.store = store
        self.now = now
        self.pace = pace
        self.boxes = Boxes(store, editions)
        self.opened = now()
        self.counted: Callable[[str, str], None] = lambda game, by: None  # told of every move stored here
        self._lock = threading.Lock()
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self.hub = Hub()
        self.ears = Ears(store, self.hub)
        self.ears.start()
        self.watch = Watch(self, threads) if work else None
        if self.watch:
            self.hub.also = self.watch.look_up
            self.watch.start()

    def __enter__(self) -> Hall:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the watch, end all subscriptions, close the store."""
        self.hub.close()
        if self.watch:
            self.watch.stop()
        self.ears.stop()
        self.store.close()

    @cached_property
    def signing_key(self) -> str:
        """With which the web signs its cookies: made once, kept in the store, the same for all workers."""
        return self.store.keep("signing_key", secrets.token_hex(32))

    def subscribe(self, code: str) -> Subscription:
        """Be woken whenever this table changes, in whatever process. Raises NoSuchTable."""
        table = self.look(code)
        subscription = self.hub.subscribe(table.id, table.version)
        subscription.tell(self.look(code).version)  # in case it changed in between
        return subscription

    # ------------------------------------------------------------ for the verbs of this package only

    def look(self, code: str) -> Table:
        """The table as it is in the store now, whole. Never hand it on."""
        slot = self._slot(code)
        with self.store.reading() as connection:
            found = self.store.find(connection, code)
        table = slot.table
        if found and table and table.version >= found[1]:
            return table
        with slot.lock:
            return self._refresh(code, slot)

    def change(self, code: str, plan: Plan) -> Table:
        """Ask `plan` what shall happen, store it, and only then believe it. A plan refuses by raising.

        The plan is made on what this process knows. If that turns out to be old, because another process
        was faster, the plan is made again on the new state.
        """
        slot = self._slot(code)
        for attempt in range(TRIES):
            with slot.lock:
                before = slot.table
                fresh = before is None or attempt > 0
                if before is None or fresh:
                    before = self._refresh(code, slot)
                try:
                    facts = plan(before)
                except OppidumError:
                    if fresh or self._refresh(code, slot) is before:
                        raise
                    continue
                if not facts:
                    if fresh or self._refresh(code, slot) is before:
                        return before
                    continue
                after = self._append(before, facts)
                if after is None:
                    continue
                slot.table = after
            self.publish(after)
            for fact in facts:
                if fact.kind == "move":
                    self.counted(after.settings.game, fact.payload["by"])
            return after
        raise StoreError("The table changes too fast: try again.")

    def _append(self, before: Table, facts: Sequence[Fact]) -> Table | None:
        """Store new facts; none if somebody else was faster."""
        after, stored = before.after(facts, max(self.now(), before.updated))
        due = deadlines.next_due(after, self.pace)
        try:
            with self.store.writing() as connection:
                self.store.append(connection, before, after, stored, due)
        except VersionTaken:
            return None
        return after

    def create(self, facts: Sequence[Fact]) -> Table:
        """A new table."""
        blank = Table(0, new_code(), self.boxes.find)
        table, stored = blank.after(facts, self.now())
        with self.store.writing() as connection:
            self.store.create(connection, table, stored, deadlines.next_due(table, self.pace))
        self._slot(table.code).table = table
        self.publish(table)
        return table

    def publish(self, table: Table) -> None:
        self.hub.publish(table.id, table.version)

    def forget(self, codes: Iterable[str]) -> None:
        with self._lock:
            for code in codes:
                self._slots.pop(code, None)

    def _slot(self, code: str) -> Slot:
        if not CODE.match(code):
            raise NoSuchTable
        with self._lock:
            slot = self._slots.setdefault(code, Slot())
            self._slots.move_to_end(code)
            if len(self._slots) > CACHED:
                self._slots.popitem(last=False)
            return slot

    def _refresh(self, code: str, slot: Slot) -> Table:
        with self.store.reading() as connection:
            found = self.store.find(connection, code)
            if not found:
                self.forget([code])
                raise NoSuchTable
            table = slot.table
            if table and table.version >= found[1]:
                return table
            table = table.draft() if table else Table(found[0], code, self.boxes.find)
            facts = self.store.facts(connection, table.id, table.version)
        for fact in facts:
            table.apply(fact)
        slot.table = table
        return table
