"""The hall: where the tables stand. Open one a process, close it at the end.

What the hall knows of a table is the truth as long as nobody else writes into the store; it hears of whoever
does (`news`). Changes of one table are planned one after the other; what all tables have ready is stored in
one transaction (`Writer`), and only then believed and told.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from oppidum.kernel import fair
from oppidum.kernel.editions import Edition, EditionFile
from oppidum.kernel.errors import OppidumError
from oppidum.tables import deadlines, facts, waiting
from oppidum.tables.additions import Addition
from oppidum.tables.analyst import Analyst
from oppidum.tables.bot_queue import BotQueue
from oppidum.tables.errors import NoSuchTable, StoreError, TooMany
from oppidum.tables.facts import Event, Fact, Move
from oppidum.tables.house_time import SteadyTime
from oppidum.tables.listing import Neighbours
from oppidum.tables.news import Ears, news_of
from oppidum.tables.owned_boxes import Boxes
from oppidum.tables.paces import Paces
from oppidum.tables.presence import Presence
from oppidum.tables.remembered_people import People
from oppidum.tables.signing import signing_key
from oppidum.tables.snapshots import restored, taken
from oppidum.tables.store import EventRow, Store, VersionTaken
from oppidum.tables.table import WITH_POSITION, Table
from oppidum.tables.tail import Forgotten
from oppidum.tables.wake import Hub, Subscription
from oppidum.tables.watch import Watch
from oppidum.tables.writer import Adding, Work, Writer

__all__ = ["Hall", "Subscription", "open_hall"]

FILE = "oppidum.sqlite3"
CACHE_BYTES = 400 * 2**20  # for tables; the longest unused go first
WHOLE = 8  # tables of which everything is remembered, for who goes through a game
SNAPSHOT_AFTER = 256  # events; then a running game is folded from there
WORTH_A_SNAPSHOT = 24  # events; for a table that falls out of the cache
TRIES = 50
CODE = re.compile(r"[a-z2-7]{16}\Z")

T = TypeVar("T")
Plan = Callable[[Table], Sequence[Fact]]


def open_hall(
    database: str | Path | None = None,
    *,
    data: str | Path | None = None,
    now: Callable[[], float] | None = None,
    pace: float = 1.0,
    work: bool = True,
    threads: int = 2,
    editions: Iterable[Edition] = (),
    club: Iterable[EditionFile] = (),
    durable: bool = True,
    seed: str | None = None,
) -> Hall:
    """Open the store (bring its schema up to date) and start the watch.

    `database`: a SQLAlchemy URL (`postgresql+psycopg://…`, `postgresql://…`, `sqlite:///…`) or the path
    of a SQLite file; none: `oppidum.sqlite3` in `data`, or in the user's data directory. `pace`: seconds
    that a bot seems to think. `work=False`: no bots and clocks here (another process does it, or a test
    calls `bots_at_work.work_now`). `threads`: for bots. `durable=False`: SQLite need not wait for the disk;
    killing the process still loses nothing, but a power failure may. `editions`: for tables of a former
    version that were dealt from a file of one's own; all others have theirs in the store. `club`: the
    house's own boxes, which are offered to everybody (`shelf.club_in`). `seed`: nothing is
    drawn, neither secrets nor the luck of bots: the same game again, and nothing that its shuffle would
    prove. Raises StoreError.
    """
    store = Store(store_place(database, data), durable=durable)
    now = now or SteadyTime(store.clock())
    boxes = Boxes(store, editions, club)
    return Hall(store, now=now, pace=pace, work=work, threads=threads, boxes=boxes, seed=seed)


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

    __slots__ = ("bytes", "coming", "lock", "pending", "snapshot", "table")

    def __init__(self) -> None:
        self.lock = threading.Lock()  # one plan at a time in this process; never held while waiting
        self.table: Table | None = None  # as it is in the store
        self.pending: Table | None = None  # as it will be when …
        self.coming: Adding | None = None  # … this has happened
        self.snapshot = 0  # the version of the one in the store
        self.bytes = 0

    def newest(self) -> tuple[Table | None, Adding | None]:
        """To plan on: as it will be, and what that depends on."""
        coming = self.coming  # first: it may happen just now, and then the pending one is the table
        return self.pending or self.table, coming


class Hall:
    """Verbs may be called from any thread, and in an event loop by `waiting.in_loop`."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        pace: float,
        work: bool,
        threads: int,
        boxes: Boxes,
        seed: str | None,
    ) -> None:
        self.store = store
        self.now = now
        self.paces = Paces(pace)
        self.seed = seed
        self.boxes = boxes
        self.opened = now()
        # Told of the moves stored here: of which game, by whom, how many.
        self.counted: Callable[[str, str, int], None] = lambda game, by, n: None
        self.changed: Callable[[str], None] = lambda code: None  # told of every table changed here
        self.people = People()
        self.presence = Presence(self)
        self._lock = threading.Lock()
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._codes: dict[int, str] = {}  # of the tables in these slots, by their ids
        self._bytes = 0
        self._whole: OrderedDict[str, Table] = OrderedDict()
        self._ours: dict[int, int] = {}  # versions that we have brought tables to, or are about to, by id
        self._newest: dict[int, int] = {}  # versions that others have brought them to
        self._doubted: set[int] = set()  # tables whose version has to be asked for
        self.hub = Hub()
        self.writer = Writer(store, self)
        self.writer.start()
        self.news = news_of(store)
        self.ears = Ears(self)
        self.ears.start()
        self.bot_queue = BotQueue(threads)
        self.watch = Watch(self) if work else None
        if self.watch:
            self.watch.start()
        self.analyst = Analyst(self) if work else None
        if self.analyst:
            self.analyst.start()

    def __enter__(self) -> Hall:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the watch, end all subscriptions, close the store."""
        self.hub.close()
        if self.analyst:
            self.analyst.stop()
        if self.watch:
            self.watch.stop()
        self.bot_queue.close()
        self.ears.stop()
        self.presence.write()
        self.writer.stop()
        self.news.close()
        self.store.close()

    @cached_property
    def signing_key(self) -> str:
        """With which the web signs its cookies: made once, the same for all workers."""
        return signing_key(self.store)

    def new_secret(self) -> bytes:
        """What the shuffle of a table rests on."""
        return fair.new_secret() if self.seed is None else fair.seed_key(self.seed)

    def subscribe(self, code: str) -> Subscription:
        """Be woken whenever this table changes, in whatever process. Raises NoSuchTable."""
        table = self.look(code)
        subscription = self.hub.subscribe(table.id, table.version)
        subscription.tell(self.look(code).version)  # in case it changed in between
        return subscription

    def thinking_share(self, code: str) -> float:
        """How much of their usual time the bots of a table were given the last time: less than 1 where more
        is asked of this machine than it can do."""
        return self.watch.ahead.share_at(code) if self.watch else 1.0

    # ------------------------------------------------------------ for the verbs of this package only

    def look(self, code: str, at_least: int | None = None) -> Table:
        """The table as it is in the store now. Never hand it on.

        `at_least`: a version that one has heard of; what is not older will do.
        """
        slot = self._slot(code)
        table = slot.table
        if table is not None and self._is_fresh(table, at_least):
            return table
        return self._refresh(code, slot)

    def whole(self, code: str) -> Table:
        """The same with everything that ever happened at it."""
        live = self.look(code)
        if live.moves <= WITH_POSITION and not (live.positions.first or live.history.first):
            return live
        return self._folded(code)

    def _folded(self, code: str) -> Table:
        """From its first event, or from what was folded before."""
        with self._lock:
            known = self._whole.get(code)
        with self.store.reading() as connection:
            found = self.store.find(connection, code)
            if not found:
                raise NoSuchTable
            if known and known.version == found[1]:
                return known
            table = known.draft() if known else Table.blank(found[0], code, self.boxes.find, whole=True)
            events = self.store.events(connection, table.id, table.version)
        for event in events:
            table.apply(event)
        with self._lock:
            self._whole[code] = table
            self._whole.move_to_end(code)
            if len(self._whole) > WHOLE:
                self._whole.popitem(last=False)
        return table

    def change(self, code: str, plan: Plan) -> Table:
        """Ask `plan` what shall happen, store it, and only then believe it. A plan refuses by raising.

        The plan is made on what this process knows, with what is about to be stored. If that turns out to be
        old, because another process was faster, the plan is made again on the new state.
        """
        slot = self._slot(code)
        fresh = slot.table is None
        for _ in range(TRIES):
            with slot.lock:
                before, coming = slot.newest()
                if before is None or (fresh and coming is None):
                    before = self._refresh(code, slot)
                after, events, refusal = self._planned(before, plan)
                if events:
                    stored = self._store(slot, before, coming, after, events, waiting.loop_here())
                elif coming is None and (fresh or self._refresh(code, slot) is before):
                    if refusal:
                        raise refusal
                    return before
                else:  # nothing, or a refusal, because of what is only about to be: see what becomes of it
                    stored, fresh = coming, True
            try:
                if stored is not None:
                    waiting.result(stored)
                if events:
                    return after
            except VersionTaken:
                fresh = True
            except StoreError:
                if events:
                    raise
        raise StoreError("The table is changing too fast: try again.")

    def _planned(self, before: Table, plan: Plan) -> tuple[Table, list[Event], OppidumError | None]:
        try:
            facts = plan(before)
            after, events = before.after(facts, max(self.now(), before.updated)) if facts else (before, [])
            return after, events, None
        except OppidumError as refusal:
            return before, [], refusal
        except Forgotten:  # of a long game: once more, with all of it
            whole = self.whole(before.code)
            if whole.version != before.version:
                return before, [], None
        after, events, refusal = self._planned(whole, plan)
        after = after.draft()
        after.shorten()
        return after, events, refusal

    def change_in_loop(
        self,
        loop: asyncio.AbstractEventLoop,
        code: str,
        plan: Plan,
        then: Callable[[Table | Exception], None],
        tries: int = TRIES,
        fresh: bool = False,
    ) -> None:
        """The same in an event loop, the one that we are in, for who does not wait: `then` is called there,
        with the table as it is in the store, or with what kept it from coming there. Nor does the loop wait:
        where the store has to be read first, a thread does that. `fresh`: it has just been."""
        slot = self._slot(code)
        with slot.lock:
            before, coming = slot.newest()
            after, events, refusal = self._planned(before, plan) if before else (None, [], None)
            if before and after and events:
                stored = self._store(slot, before, coming, after, events, loop)
            else:
                stored = None

        def go_on() -> None:
            assert stored
            if not isinstance(stored.error, VersionTaken):
                then(stored.error or stored.new.after)
            elif slot.table and slot.table.version > stored.new.before.version:
                plan_again()  # what others did here has been read already
            else:
                look_closer()

        def look_closer() -> None:
            reading = loop.run_in_executor(None, self._look_or_error, code)
            reading.add_done_callback(have_looked)

        def have_looked(reading: asyncio.Future[OppidumError | None]) -> None:
            if reading.cancelled():  # the loop is ending
                return
            if error := reading.result():
                then(error)
            else:
                plan_again(fresh=True)

        def plan_again(fresh: bool = False) -> None:
            try:
                if not tries:
                    raise StoreError("The table is changing too fast: try again.")
                self.change_in_loop(loop, code, plan, then, tries - 1, fresh)
            except OppidumError as error:
                then(error)

        if stored:
            stored.add_done_callback(lambda _: waiting.wake([(loop, go_on)]))
        elif coming:  # nothing, or a refusal, because of what is only about to be: see what becomes of it
            coming.add_done_callback(lambda _: waiting.wake([(loop, look_closer)]))
        elif before and fresh:
            then(refusal or before)
        else:
            look_closer()

    def _look_or_error(self, code: str) -> OppidumError | None:
        try:
            self.look(code)
        except OppidumError as error:
            return error
        return None

    def _store(
        self,
        slot: Slot,
        before: Table,
        coming: Adding | None,
        after: Table,
        events: Sequence[Event],
        loop: asyncio.AbstractEventLoop | None,
    ) -> Adding:
        """Hand it to the writer. What comes next at this table may be planned on it already."""
        due = deadlines.next_due(after, self.paces.at(after.code))
        snapshot = after.version - slot.snapshot >= SNAPSHOT_AFTER
        if snapshot:
            slot.snapshot = after.version
        with self._lock:  # it is not stored before we say that it is coming
            new = Addition(before, after, events, due, snapshot)
            adding = self.writer.add(new, slot, coming, loop)
            slot.pending, slot.coming = after, adding
        return adding

    def about_to(self, table_id: int, version: int) -> None:
        self._ours[table_id] = version

    def believe(self, added: Sequence[Adding]) -> None:
        """In the store: of each table the newest is remembered, and all who watch it are told."""
        newest = {job.new.after.id: job for job in added}
        for job in newest.values():
            self._place(job.slot, job.new.after)
        with self._lock:
            for job in newest.values():
                if job.slot.coming is job:
                    job.slot.coming = job.slot.pending = None
        self.hub.publish_all([(job.new.after.id, job.new.after.version) for job in newest.values()])
        for job in newest.values():
            self._note(job.new.after, job.new.due)
        self._count((job.new.after, job.new.events) for job in added)

    def doubt(self, lost: Adding) -> None:
        """What was planned on it fails as well; what others bring the table to instead is news."""
        with self._lock:
            self._doubted.add(lost.new.before.id)
            self._ours.pop(lost.new.before.id, None)
            lost.slot.coming = lost.slot.pending = None

    def create(self, facts: Sequence[Fact], neighbours: Neighbours | None = None) -> Table:
        """A new table; in the lobby as one of these neighbours'. Raises TooMany where they have no room."""
        blank = Table.blank(0, new_code(), self.boxes.find)
        table, events = blank.after(facts, self.now())
        due = deadlines.next_due(table, self.paces.at(table.code))

        def work(connection: sa.Connection) -> bool:
            if neighbours and not neighbours.have_room(connection, table.opened):
                return False
            self.store.create(connection, table, events, due, neighbours.name if neighbours else None)
            return True

        if not self.write(work):
            raise TooMany(
                "Many tables from where you are wait in the list already: start one or give it up, "
                "or open yours by link."
            )
        self._place(self._slot(table.code), table)
        self._tell(table, events, due)
        return table

    def open_next(
        self,
        old: Table,
        told: Sequence[Fact],
        facts: Sequence[Fact],
        code: str,
        neighbours: Neighbours | None = None,
    ) -> bool:
        """A new table and the word of it at the old one, in one transaction. In the lobby it is one of these
        neighbours', otherwise of those whose the old one was. False, and nothing is done, where they have no
        room. Raises VersionTaken."""
        now = self.now()
        after, events = old.after(told, now)
        table, opened = Table.blank(0, code, self.boxes.find).after(facts, now)
        due = deadlines.next_due(table, self.paces.at(table.code))

        def work(connection: sa.Connection) -> bool:
            if neighbours and not neighbours.have_room(connection, now):
                return False
            if self.store.append(connection, [Addition(old, after, events, None)]):
                raise VersionTaken
            name = neighbours.name if neighbours else self.store.listed_from(connection, old.id)
            self.store.create(connection, table, opened, due, name)
            return True

        if not self.write(work):
            return False
        self.hub.publish(after.id, after.version)
        self._tell(table, opened, due)
        return True

    def write(self, work: Work[T], then: Callable[[T], None] | None = None) -> T:
        """Write something else into the store; returns when it is there."""
        return waiting.result(self.writer.submit(work, then))

    def write_people(self, work: Work[T]) -> T:
        """Write something about people; whoever remembers something of them looks again."""

        def and_tell(connection: sa.Connection) -> T:
            brought = work(connection)
            self.store.tell_of_people(connection)
            return brought

        return self.write(and_tell, lambda _: self.people.forget())

    def _tell(self, table: Table, events: Sequence[Event], due: float | None) -> None:
        self.hub.publish(table.id, table.version)
        self._note(table, due)
        self._count([(table, events)])

    def _note(self, table: Table, due: float | None) -> None:
        self.changed(table.code)
        if self.watch:
            self.watch.expect(table, due)

    def _count(self, stored: Iterable[tuple[Table, Sequence[Event]]]) -> None:
        moves = Counter(
            (table.settings.game, event.fact.by)
            for table, events in stored
            for event in events
            if isinstance(event.fact, Move)
        )
        for (game, by), n in moves.items():
            self.counted(game, by, n)

    # ------------------------------------------------------------ what others write

    def hear(self) -> None:
        """Learn what other processes have written since the last time."""
        told = list(self.news.heard())
        changed = [heard for heard in told if heard is not None]
        others = len(changed) < len(told)  # of people, or of tables that are gone: nobody knows which
        if others:
            self.people.forget()  # first: who is woken looks at them, too
        self.tell_of(changed)
        if others:
            self.verify()

    def tell_of(self, changed: Collection[tuple[int, int]]) -> None:
        """Others have brought tables to these versions."""
        if not self.news.hears_at_once:
            self.read_what_is_new(changed)
        for table_id, version in changed:
            self.heard_of(table_id, version)

    def read_what_is_new(self, changed: Iterable[tuple[int, int]]) -> None:
        """What others did at tables that somebody watches here: read once for all of them and before they are
        woken, so that nobody who looks has to wait for the store."""
        behind = self.behind(changed)
        # Who looks reads it, or is told what is wrong.
        with contextlib.suppress(OppidumError, SQLAlchemyError):
            if behind:
                with self.store.reading() as connection:
                    rows = self.store.events_of(connection, behind)
                self.read_on(rows)

    def behind(self, changed: Iterable[tuple[int, int]]) -> dict[int, int]:
        """Which of these tables are watched here and not known in these versions; and the version that is."""
        found: dict[int, int] = {}
        with self._lock:
            for table_id, version in changed:
                slot = self._slots.get(self._codes.get(table_id, ""))
                table = slot.table if slot and table_id in self.hub else None
                if table and max(table.version, self._ours.get(table_id, 0)) < version:
                    found[table_id] = table.version
        return found

    def read_on(self, rows: Iterable[EventRow]) -> None:
        """What others did at tables that we know."""
        for table_id, new in groupby(rows, key=itemgetter(0)):
            slot = self._slots.get(self._codes.get(table_id, ""))
            if not slot or not slot.table:
                continue
            table = slot.table.draft()
            # Who looks reads all of it, or is told what is wrong with it; the others hear of theirs.
            with contextlib.suppress(Forgotten, OppidumError):
                for _, seq, at, kind, seat, payload in new:
                    if seq > table.version:
                        table.apply(Event(seq, at, facts.read(kind, seat, payload)))
                self._read(slot, table)

    def heard_of(self, table_id: int, version: int) -> None:
        if version <= self._ours.get(table_id, 0):
            return
        self._newest[table_id] = max(version, self._newest.get(table_id, 0))
        self.hub.publish(table_id, version)

    def listens(self, line: bool) -> None:
        """Whether the event loop itself hears what others do at tables; otherwise the ears do."""
        self.news.leave_it_to(line)

    def look_again(self) -> None:
        """Others may have written something else: it is for the ears to find out what, but whoever is woken
        meanwhile must not remember people as they were."""
        self.people.forget()
        self.news.ring()

    def verify(self) -> None:
        """Compare every table in the cache with the store."""
        self._ours.clear()  # it is all looked up now, and need not grow for ever
        with self._lock:
            known = {slot.table.id: code for code, slot in self._slots.items() if slot.table}
        wanted = set(known) | set(self.hub.keys())
        with self.store.reading() as connection:
            found = self.store.versions(connection, sorted(wanted))
        self.forget(code for table_id, code in known.items() if table_id not in found)
        self.tell_of(found.items())
        for table_id in wanted - set(found):
            self.hub.publish(table_id, 2**31)  # whoever looks at it learns that it is gone

    def _is_fresh(self, table: Table, at_least: int | None) -> bool:
        if at_least is not None:
            return table.version >= at_least
        if self.news.hears_at_once and table.id not in self._doubted:
            self.hear()
            return table.version >= self._newest.get(table.id, 0)
        with self.store.reading() as connection:
            found = self.store.find(connection, table.code)
        self._doubted.discard(table.id)
        return bool(found) and table.version >= found[1]

    # ------------------------------------------------------------ the cache

    def forget(self, codes: Iterable[str]) -> None:
        with self._lock:
            for code in codes:
                gone = self._slots.pop(code, None)
                if gone:
                    self._leaves(gone)
                self._whole.pop(code, None)

    def _slot(self, code: str) -> Slot:
        with self._lock:
            slot = self._slots.get(code)
            if slot is None:
                if not CODE.match(code):
                    raise NoSuchTable
                slot = self._slots[code] = Slot()
            self._slots.move_to_end(code)
            return slot

    def _place(self, slot: Slot, table: Table) -> None:
        """Remember a table, unless a newer one is remembered already; make room for it."""
        leaving: list[Slot] = []
        with self._lock:
            if slot.table and slot.table.version > table.version:
                return
            slot.table = table
            if self._slots.get(table.code) is not slot:
                return
            self._codes[table.id] = table.code
            before, slot.bytes = slot.bytes, table.bytes_in_memory()
            self._bytes += slot.bytes - before
            while self._bytes > CACHE_BYTES and len(self._slots) > 1:
                _, gone = self._slots.popitem(last=False)
                self._leaves(gone)
                leaving.append(gone)
        for gone in leaving:
            self._keep(gone)

    def _leaves(self, slot: Slot) -> None:
        self._bytes -= slot.bytes
        if slot.table:
            self._codes.pop(slot.table.id, None)

    def _keep(self, slot: Slot) -> None:
        """A table leaves the cache: let it come back quickly."""
        table = slot.table
        if table and table.status == "playing" and table.version - slot.snapshot >= WORTH_A_SNAPSHOT:
            picture = taken(table)
            self.writer.offer(lambda connection: self.store.write_snapshot(connection, table.id, picture))

    def _refresh(self, code: str, slot: Slot) -> Table:
        with self.store.reading() as connection:
            found = self.store.find(connection, code)
            if not found:
                self.forget([code])
                raise NoSuchTable
            table = slot.table
            if table and table.version >= found[1]:
                return table
            table = table.draft() if table else self._restored(connection, found[0], code, slot)
            events = self.store.events(connection, table.id, table.version)
        try:
            for event in events:
                table.apply(event)
        except Forgotten:  # somebody took back further than memory goes
            table = self._folded(code).draft()
            table.shorten()
        self._read(slot, table)
        return table

    def _read(self, slot: Slot, table: Table) -> None:
        """Remember a table as it is in the store."""
        if isinstance(self.now, SteadyTime):
            self.now.not_before(table.updated)
        self._place(slot, table)

    def _restored(self, connection: sa.Connection, table_id: int, code: str, slot: Slot) -> Table:
        blank = Table.blank(table_id, code, self.boxes.find)
        picture = self.store.snapshot(connection, table_id)
        table = restored(picture, blank) if picture else None
        if table is None:
            return blank
        slot.snapshot = table.version
        return table
