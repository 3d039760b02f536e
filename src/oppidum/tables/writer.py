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

from oppidum.tables.errors import CannotWrite, StoreError
from oppidum.tables.pulse import Pulse
from oppidum.tables.store import Store, VersionTaken

T = TypeVar("T")
Work = Callable[[sa.Connection], T]
MOST_AT_ONCE = 500


class Job(Future[Any]):
    """Something to write, and what becomes of it."""

    def __init__(
        self, work: Work[Any], then: Callable[[Any], None] | None, order: int, upon: Future[None] | None
    ) -> None:
        super().__init__()
        self.work = work
        self.then = then  # with what it brought, in the store by then; before anybody is told
        self.order = order
        self.upon = upon
        self.brought: Any = None
        self.taken = False  # somebody else was faster: nothing was written

    def do(self, connection: sa.Connection) -> None:
        try:
            if self.upon is not None and is_lost(self.upon):
                raise VersionTaken
            self.brought = self.work(connection)
        except VersionTaken:
            self.taken = True

    def stored(self) -> None:
        if self.taken:
            self.set_exception(VersionTaken())
            return
        if self.then:
            self.then(self.brought)
        self.set_result(self.brought)


def is_lost(job: Future[None]) -> bool:
    """Whether it was not written; asked by the writer, when its turn has been."""
    return (isinstance(job, Job) and job.taken) or (job.done() and job.exception() is not None)


class Writer(threading.Thread):
    def __init__(self, store: Store) -> None:
        super().__init__(name="oppidum-writer", daemon=True)
        self.store = store
        self.pulse = Pulse()
        self._ready = threading.Condition()
        self._jobs: list[Job] = []
        self._stopping = False

    def submit(
        self,
        work: Work[T],
        then: Callable[[T], None] | None = None,
        order: int = 0,
        upon: Future[None] | None = None,
    ) -> Future[T]:
        """Something to write. It either writes nothing and raises VersionTaken, or writes all of its own.

        `order`: the id of the table that it changes. Two processes that lock several tables do so in the
        same order, and none waits for the other for ever. `upon`: what it was planned on, if that is not in
        the store yet. If it never comes there, this does not either: another process may have brought the
        table to the same version in another way. Raises CannotWrite where it would wait for ever.
        """
        if self.pulse.stuck:
            raise CannotWrite("Nothing can be written: the store has not answered for a while.")
        job = Job(work, then, order, upon)
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
            self.write(sorted(jobs, key=lambda job: job.order))

    def next_jobs(self) -> list[Job]:
        """All that are ready; none: the end."""
        with self._ready:
            self._ready.wait_for(lambda: self._jobs or self._stopping)
            jobs, self._jobs = self._jobs[:MOST_AT_ONCE], self._jobs[MOST_AT_ONCE:]
            return jobs

    def write(self, jobs: list[Job]) -> None:
        try:
            with self.pulse.writing(), self.store.writing() as connection:
                for job in jobs:
                    job.do(connection)
        except Exception as error:
            if len(jobs) == 1 or isinstance(error.__cause__, OperationalError):  # the store is away, or full
                for job in jobs:
                    job.set_exception(error)
                return
            for job in jobs:  # one of them spoils it for all: each for itself
                job.taken = False
                self.write([job])
            return
        for job in jobs:
            job.stored()
