"""The writer: the only one that writes into the store, for all tables of a process.

What everybody has ready goes into one transaction. Only when it is in the store, on disk, each of them is
told so: the more is going on, the more share one wait for the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa

from oppidum.tables import waiting
from oppidum.tables.additions import Addition
from oppidum.tables.at_once import AtOnce
from oppidum.tables.errors import CannotWrite, StoreError
from oppidum.tables.on_the_line import OnTheLine
from oppidum.tables.pulse import Pulse
from oppidum.tables.store import EventRow, Store, VersionTaken, is_away, is_held

log = logging.getLogger(__name__)
T = TypeVar("T")
J = TypeVar("J", "Job", "Adding")
Work = Callable[[sa.Connection], T]
MOST_AT_ONCE = 500
LONG = 0.5  # seconds until a store said that it takes nothing …
MOST_HELD = 10  # that fail one after the other because somebody holds what they need
TRY_EVERY = 0.2  # … and it is tried whether it does so again


class Job(Future[Any]):
    """Something to write, and what becomes of it."""

    def __init__(self, work: Work[Any], then: Callable[[Any], None] | None) -> None:
        super().__init__()
        self.work = work
        self.then = then  # with what it brought, in the store by then; before anybody is told
        self.brought: Any = None
        self.taken = False  # somebody else was faster: nothing was written

    def stored(self) -> None:
        if self.taken:
            self.set_exception(VersionTaken())
            return
        if self.then:
            self.then(self.brought)
        self.set_result(self.brought)


class Adding:
    """What happened at a table, on its way. What is asked of it a future can tell as well, but each of those
    has locks of its own, which takes as long as the rules do for a decision."""

    __slots__ = ("calls", "ended", "error", "gathered", "new", "slot", "taken", "upon")

    lock = threading.Lock()  # of all: nobody holds it for long

    def __init__(self, new: Addition, slot: Any, upon: Adding | None) -> None:
        self.new = new
        self.slot = slot  # where whoever sent it on its way remembers the table
        self.upon = upon
        self.taken = self.ended = False
        self.gathered = False  # in the event loop, to be written there
        self.error: Exception | None = None
        self.calls: list[Callable[[Adding], None]] = []

    @property
    def is_lost(self) -> bool:
        """Whether it was not written; asked by the writer, when its turn has been."""
        return self.taken or self.error is not None

    def done(self) -> bool:
        return self.ended

    def add_done_callback(self, call: Callable[[Adding], None]) -> None:
        with self.lock:
            if not self.ended:
                self.calls.append(call)
                return
        call(self)

    def end(self, error: Exception | None = None) -> None:
        with self.lock:
            self.error, self.ended = error, True  # in this order: others look without the lock
            calls, self.calls = self.calls, []
        for call in calls:
            call(self)

    def result(self) -> None:
        """Waits for the end, in a thread. Raises what kept it out of the store."""
        if not self.ended:
            over = threading.Event()
            self.add_done_callback(lambda _: over.set())
            over.wait()
        if self.error:
            raise self.error


class Hearer(Protocol):
    """Who is told by the writer what became of additions, before anybody who waits for them."""

    def about_to(self, table_id: int, version: int) -> None:
        """A table will be of this version in a moment."""

    def believe(self, added: Sequence[Adding]) -> None:
        """These are in the store."""

    def doubt(self, lost: Adding) -> None:
        """This one is not, nor will what was planned on it be."""

    def behind(self, changed: Iterable[tuple[int, int]]) -> dict[int, int]:
        """Of these tables and versions those that are watched here and not known yet; and the version that
        is."""
        ...

    def read_on(self, rows: Iterable[EventRow]) -> None:
        """What others did at such tables."""

    def heard_of(self, table_id: int, version: int) -> None:
        """Others have brought a table there."""

    def listens(self, line: bool) -> None:
        """Whether what others do is heard in the event loop from now on."""

    def look_again(self) -> None:
        """Others have written something else."""


class Writer(threading.Thread):
    def __init__(self, store: Store, hearer: Hearer) -> None:
        super().__init__(name="oppidum-writer", daemon=True)
        self.store = store
        self.held = store.hold()
        self.hearer = hearer
        self.pulse = Pulse()
        self.at_once = AtOnce(self) if store.is_sqlite else OnTheLine(self)
        self._ready = threading.Condition()
        self._jobs: list[Job | Adding] = []
        self._stopping = False
        self.away: Exception | None = None  # why nothing can be written, as long as that is so

    def submit(self, work: Work[T], then: Callable[[T], None] | None = None) -> Future[T]:
        """Something to write. It either writes nothing and raises VersionTaken, or writes all of its own."""
        job = Job(work, then)
        self._submit(job)
        return job

    def add(
        self,
        new: Addition,
        slot: Any,
        upon: Adding | None = None,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> Adding:
        """What happened at a table; the future raises VersionTaken if somebody else was faster.

        `upon`: what it was planned on, if that is not in the store yet. If it never comes there, this does
        not either: another process may have brought the table to the same version in another way. `loop`:
        the one that we are in, if whoever waits for it does not keep it from going on.
        """
        adding = Adding(new, slot, upon)
        if not (loop and self.at_once.take(adding, loop)):
            self._submit(adding)
        return adding

    @property
    def is_busy(self) -> bool:
        return bool(self._jobs or self.pulse.under_way)

    def take_over(self, jobs: Sequence[Adding]) -> None:
        """What could not be written at once."""
        for job in jobs:
            try:
                self._submit(job)
            except StoreError as error:
                self.lose(job, error)

    def _submit(self, job: Job | Adding) -> None:
        """Raises CannotWrite where it would wait in vain."""
        if self.pulse.stuck:
            error = CannotWrite("Nothing can be written: the store has not answered for a while.")
            self.refuse(self.taken_back(), error)
            raise error
        with self._ready:
            if self.away:
                raise CannotWrite(str(self.away))
            if self._stopping:
                raise StoreError("The house is closing.")
            self._jobs.append(job)
            self._ready.notify()

    def offer(self, work: Work[Any]) -> None:
        """Something that may as well be lost: who looks at a table does not wait for it, nor fail with it."""
        with contextlib.suppress(StoreError):
            self.submit(work)

    def stop(self) -> None:
        """Write what there is, and end."""
        self.at_once.close()
        with self._ready:
            self._stopping = True
            self._ready.notify()
        if self.is_alive():
            self.join(timeout=30)

    def run(self) -> None:
        while jobs := self.next_jobs():
            others = [job for job in jobs if isinstance(job, Job)]
            additions = [job for job in jobs if isinstance(job, Adding)]
            # Each for itself: what locks tables one by one must not meet what locks many in their order.
            if others:
                self.do(others)
            if self.away:
                self.refuse(additions, self.away)
            elif additions:
                self.append(additions)
            if self.away:
                self.wait_for_the_store()
        self.held.let_go()

    def gone(self, jobs: Sequence[Job | Adding], error: Exception) -> None:
        """The store takes nothing from anybody. Where it let us wait before it said so, whoever waits behind
        these would wait as long again, and for nothing."""
        behind: list[Job | Adding] = []
        if self.pulse.failed_after > LONG:
            self.away = error
            behind = self.taken_back()
        self.refuse([*jobs, *behind], error)

    def taken_back(self) -> list[Job | Adding]:
        """What waits in vain."""
        with self._ready:
            waiting, self._jobs = self._jobs, []
        return waiting

    def refuse(self, jobs: Sequence[Job | Adding], error: Exception) -> None:
        for job in jobs:
            if isinstance(job, Adding):
                self.lose(job, error)
            else:
                job.set_exception(error)

    def wait_for_the_store(self) -> None:
        """Nobody else has to: until it takes something again, whoever has something is refused at once."""
        while self.away:
            with contextlib.suppress(Exception):
                with self.held.writing() as connection:
                    connection.execute(sa.select(1))
                self.away = None
                return
            with self._ready:
                if self._ready.wait_for(lambda: self._stopping, TRY_EVERY):
                    return

    def next_jobs(self) -> list[Job | Adding]:
        """All that are ready; none: the end."""
        if not self._jobs:
            self.held.let_go()
        with self._ready:
            self._ready.wait_for(lambda: self._jobs or self._stopping)
            jobs, self._jobs = self._jobs[:MOST_AT_ONCE], self._jobs[MOST_AT_ONCE:]
            return jobs

    def do(self, jobs: Sequence[Job]) -> None:
        def work(connection: sa.Connection, some: Sequence[Job]) -> None:
            for job in some:
                try:
                    job.brought = job.work(connection)
                except VersionTaken:
                    job.taken = True

        def tell(some: Sequence[Job]) -> None:
            for job in some:
                job.stored()

        self.attempt(jobs, work, tell)

    def append(self, jobs: Sequence[Adding]) -> None:
        self.attempt(jobs, self.write, self.tell)

    def attempt(
        self,
        jobs: Sequence[J],
        write: Callable[[sa.Connection, Sequence[J]], None],
        tell: Callable[[Sequence[J]], None],
        hurry: bool = False,
    ) -> Exception | None:
        """All in one transaction. Returns what was wrong with it; then everybody has been told so."""
        try:
            with self.pulse.writing(), self.held.writing() as connection:
                if hurry:
                    self.store.hurry(connection)
                write(connection, jobs)
        except Exception as error:
            if is_away(error):
                self.gone(jobs, error)
            elif len(jobs) == 1:
                self.refuse(jobs, error)
            else:
                self.each_for_itself(jobs, write, tell)
            return error
        with waiting.together():
            tell(jobs)
        return None

    def each_for_itself(
        self,
        jobs: Sequence[J],
        write: Callable[[sa.Connection, Sequence[J]], None],
        tell: Callable[[Sequence[J]], None],
    ) -> None:
        """One of them spoils it for all, or somebody holds what it needs: that has been waited for already.
        Where so much is held that one after the other fails, the rest is not even tried."""
        held: list[Exception] = []
        for job in jobs:
            job.taken = False
            if len(held) < MOST_HELD:
                error = self.attempt([job], write, tell, hurry=True)
                held = [*held, error] if error and is_held(error) else []
            else:
                self.refuse([job], held[-1])

    def tell(self, jobs: Sequence[Adding]) -> None:
        """What became of them, the transaction being over."""
        try:
            self.hearer.believe([job for job in jobs if not job.taken])
        except Exception:  # they are stored all the same, and whoever waits for them is told so
            log.exception("what was stored could not be made known")
        for job in jobs:
            # Whoever is told knows this job, and it knows what it was planned on: it lets go of that, so that
            # what is over goes out of memory at once.
            job.upon = None
            if job.taken:
                self.lose(job, VersionTaken())
            else:
                job.end()

    def write(self, connection: sa.Connection, jobs: Sequence[Adding]) -> None:
        additions = self.standing(jobs)
        taken = self.store.append(connection, additions) if additions else set[int]()
        for job in jobs:
            job.taken = job.taken or job.new.before.id in taken
            if not job.taken:
                self.hearer.about_to(job.new.after.id, job.new.after.version)

    def standing(self, jobs: Sequence[Adding]) -> list[Addition]:
        """What can be written of it; of the rest it is noted that others were faster. What was planned on
        each other at a table stands or falls together."""
        chains: dict[int, list[Addition]] = {}
        ready = set[Adding]()
        for job in jobs:
            chain = chains.setdefault(job.new.before.id, [])
            follows = not chain or chain[-1].after.version == job.new.before.version
            # It may come before what it was planned on, which then is not in the store: the version alone
            # would not tell, because another process may have brought the table there in another way.
            upon = job.upon
            stands = upon is None or upon in ready or (upon.ended and not upon.is_lost)
            job.taken = not follows or not stands
            if not job.taken:
                chain.append(job.new)
                ready.add(job)
        return [each for chain in chains.values() for each in chain]

    def lose(self, job: Adding, error: Exception) -> None:
        job.upon = None
        self.hearer.doubt(job)
        job.end(error)
