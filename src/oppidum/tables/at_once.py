"""Writing at once: what was decided in an event loop is written there, where the disk is quick.

The writer is a thread, so that nobody waits for the disk but whoever has decided something. But after every
statement a thread has to get hold of the interpreter again, which the event loop wants, too: with a disk that
takes a fifth of a millisecond, that costs several times as much as the disk does. So what was decided in one
turn of the event loop is one transaction at its end. Whatever does not succeed just like that (somebody else
is writing, the disk is full) is left to the writer, and so is everything while it has something to write; and
where a disk was slow, everything is, for a while.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from oppidum.tables import waiting

if TYPE_CHECKING:
    from oppidum.tables.writer import Adding, Writer

SLOW = 0.05  # seconds of a transaction, in which nobody else is served
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 600.0  # seconds until it is tried again, the longer the oftener it was slow


class AtOnce:
    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.held = writer.store.hold(patient=False)
        self.loop: asyncio.AbstractEventLoop | None = None  # the one whose decisions are written so
        self.gathered: list[Adding] = []
        self.not_before = 0.0
        self.pause = FIRST_PAUSE

    def serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on that loop, if the store is a file; another one is served no more."""
        self.hand_over()
        if self.writer.store.is_sqlite:
            self.loop = loop

    def take(self, job: Adding) -> bool:
        """Whether it will be written before the loop waits again: asked in a running loop."""
        loop = asyncio.get_running_loop()
        upon = job.upon
        left_to_the_writer = upon is not None and not upon.done() and upon not in self.gathered
        if loop is not self.loop or left_to_the_writer or self.writer.is_busy:
            return False
        if time.monotonic() < self.not_before or self.writer.pulse.took > SLOW:
            return False  # the writer finds out whether it is quick again
        if not self.gathered:
            loop.call_soon(self.write)
        self.gathered.append(job)
        return True

    def write(self) -> None:
        jobs, self.gathered = self.gathered, []
        if not jobs:
            return
        begun = time.monotonic()
        try:
            with self.held.writing() as connection:
                self.writer.write(connection, jobs)
        except Exception:
            for job in jobs:
                job.taken = False
            self.writer.take_over(jobs)
            return
        now = time.monotonic()
        self.writer.pulse.wrote = now
        if now - begun > SLOW:
            self.rest()
        elif now - self.not_before > self.pause:  # quick for as long as it has rested before
            self.pause = FIRST_PAUSE
        with waiting.together(self.loop):
            self.writer.tell(jobs)

    def rest(self) -> None:
        self.not_before = time.monotonic() + self.pause
        self.pause = min(2 * self.pause, LONGEST_PAUSE)

    def hand_over(self) -> None:
        """What a loop has left behind that has ended."""
        jobs, self.gathered = self.gathered, []
        self.writer.take_over(jobs)

    def close(self) -> None:
        self.hand_over()
        self.loop = None
        self.held.let_go()
