"""The writer: the only one that writes into the store, for all tables of a process.

What everybody has ready goes into one transaction. Only when it is in the store, on disk, each of them is
told so: the more is going on, the more share one wait for the disk.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from oppidum.tables import waiting
from oppidum.tables.additions import Addition
from oppidum.tables.errors import CannotWrite, StoreError
from oppidum.tables.pulse import Pulse
from oppidum.tables.store import Store, VersionTaken

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
MOST_AT_ONCE = 500


class Job(Future[Any]):
    """Something to write, and what becomes of it."""

    def __init__(
        self, work: Work[Any] | Addition, then: Callable[[Any], None] | None, upon: Future[None] | None
    ) -> None:
        super().__init__()
        self.work = work
        self.then = then  # with what it brought, in the store by then; before anybody is told
        self.upon = upon
        self.brought: Any = None
        self.taken = False  # somebody else was faster: nothing was written

    def stored(self) -> None:
        if self.taken:
            self.set_exception(VersionTaken())
            return
        # Whoever is told knows this job, and it knows what it was planned on: it lets go of both, so that
        # what is over goes out of memory at once.
        then, self.then, self.upon = self.then, None, None
        if then:
            then(self.brought)
        self.set_result(self.brought)


def is_lost(job: Future[None] | None) -> bool:
    """Whether it was not written; asked by the writer, when its turn has been."""
    if job is None:
        return False
    return (isinstance(job, Job) and job.taken) or (job.done() and job.exception() is not None)


class Writer(threading.Thread):
    def __init__(self, store: Store, about_to: Callable[[int, int], None]) -> None:
        super().__init__(name="oppidum-writer", daemon=True)
        self.store = store
        self.about_to = about_to  # told which table will be of which version in a moment
        self.pulse = Pulse()
        self._ready = threading.Condition()
        self._jobs: list[Job] = []
        self._stopping = False

    def submit(self, work: Work[T], then: Callable[[T], None] | None = None) -> Future[T]:
        """Something to write. It either writes nothing and raises VersionTaken, or writes all of its own."""
        return self._submit(Job(work, then, None))

    def add(
        self, new: Addition, then: Callable[[None], None], upon: Future[None] | None = None
    ) -> Future[None]:
        """What happened at a table; the future raises VersionTaken if somebody else was faster.

        `upon`: what it was planned on, if that is not in the store yet. If it never comes there, this does
        not either: another process may have brought the table to the same version in another way.
        """
        return self._submit(Job(new, then, upon))

    def _submit(self, job: Job) -> Job:
        """Raises CannotWrite where it would wait for ever."""
        if self.pulse.stuck:
            raise CannotWrite("Nothing can be written: the store has not answered for a while.")
        with self._ready:
            if self._stopping:
                raise StoreError("The house is closing.")
            self._jobs.append(job)
            self._ready.notify()
        return job

    def offer(self, work: Work[Any]) -> None:
        """Something that may as well be lost: who looks at a table does not wait for it, nor fail with it."""
        with contextlib.suppress(StoreError):
            self.submit(work)

    def stop(self) -> None:
        """Write what there is, and end."""
        with self._ready:
            self._stopping = True
            self._ready.notify()
        if self.is_alive():
            self.join(timeout=30)

    def run(self) -> None:
        while jobs := self.next_jobs():
            additions = [job for job in jobs if isinstance(job.work, Addition)]
            others = [job for job in jobs if not isinstance(job.work, Addition)]
            # Each for itself: what locks tables one by one must not meet what locks many in their order.
            if others:
                self.write(others, self.do)
            if additions:
                self.write(additions, self.append)

    def next_jobs(self) -> list[Job]:
        """All that are ready; none: the end."""
        with self._ready:
            self._ready.wait_for(lambda: self._jobs or self._stopping)
            jobs, self._jobs = self._jobs[:MOST_AT_ONCE], self._jobs[MOST_AT_ONCE:]
            return jobs

    def write(self, jobs: list[Job], how: Callable[[sa.Connection, list[Job]], None]) -> None:
        try:
            with self.pulse.writing(), self.store.writing() as connection:
                how(connection, jobs)
        except Exception as error:
            if len(jobs) == 1 or isinstance(error.__cause__, OperationalError):  # the store is away, or full
                for job in jobs:
                    job.set_exception(error)
                return
            for job in jobs:  # one of them spoils it for all: each for itself
                job.taken = False
                self.write([job], how)
            return
        with waiting.at_once():
            for job in jobs:
                job.stored()

    @staticmethod
    def do(connection: sa.Connection, jobs: list[Job]) -> None:
        for job in jobs:
            assert not isinstance(job.work, Addition)
            try:
                job.brought = job.work(connection)
            except VersionTaken:
                job.taken = True

    def append(self, connection: sa.Connection, jobs: list[Job]) -> None:
        """What was planned on each other at a table stands or falls together."""
        chains: dict[int, list[Addition]] = {}
        for job in jobs:
            assert isinstance(job.work, Addition)
            chain = chains.setdefault(job.work.before.id, [])
            follows = not chain or chain[-1].after.version == job.work.before.version
            job.taken = is_lost(job.upon) or not follows
            if not job.taken:
                chain.append(job.work)
        ready = [each for chain in chains.values() for each in chain]
        taken = self.store.append(connection, ready) if ready else set[int]()
        for job in jobs:
            assert isinstance(job.work, Addition)
            job.taken = job.taken or job.work.before.id in taken
            if not job.taken:
                self.about_to(job.work.after.id, job.work.after.version)
