"""Writing at once: what was decided in an event loop is written there, where the disk is quick.

The writer is a thread, so that nobody waits for the disk but whoever has decided something. But after every
statement a thread has to get hold of the interpreter again, which the event loop wants, too: with a disk that
takes a fifth of a millisecond, that costs several times as much as the disk does. So what was decided in one
turn of the event loop is one transaction at its end; while the writer has something else to write (a new
table, a name), a moment later. Whatever does not succeed just like that (somebody else is writing, the disk
is full) is left to the writer; and where a disk was slow, everything is, for a while. So is what comes after
a silence: a disk that has begun to hang meanwhile keeps that one waiting, and not the house.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from oppidum.tables import waiting

if TYPE_CHECKING:
    from oppidum.tables.writer import Adding, Writer

SLOW = 0.05  # seconds of a transaction, in which nobody else is served
TRUSTED = 1.0  # seconds since a transaction: whether it still is quick, a thread finds out
MOMENT = 0.001  # seconds until it is seen whether the writer is done …
MOMENTS = 20  # … and how often
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
        """From now on that loop; another one is served no more."""
        self.leave_nothing_behind()
        self.loop = loop

    def take(self, job: Adding, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether it will be written before that loop, the one that we are in, waits again."""
        upon = job.upon
        left_to_the_writer = upon is not None and not upon.ended and not upon.gathered
        if loop is not self.loop or left_to_the_writer:
            return False
        if self.writer.away or not self.is_quick():
            return False  # the writer finds out whether it is again
        if not self.gathered:
            loop.call_soon(self.wait_a_turn, loop)
        job.gathered = True
        self.gathered.append(job)
        return True

    def is_quick(self) -> bool:
        """The disk, as far as we know: just now it was."""
        now = time.monotonic()
        pulse = self.writer.pulse
        return now >= self.not_before and pulse.took <= SLOW and now - pulse.wrote <= TRUSTED

    @property
    def is_about_to_write(self) -> bool:
        """Before the event loop waits again."""
        return bool(self.gathered)

    def wait_a_turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """Those who were asked together decide together: what has come in meanwhile is written, too."""
        loop.call_soon(self.write)

    def write(self, moments: int = 0) -> None:
        if self.loop and self.gathered and self.writer.is_busy and moments < MOMENTS:
            self.loop.call_later(MOMENT, self.write, moments + 1)
            return
        jobs, self.gathered = self.gathered, []
        if not jobs:
            return
        begun = time.monotonic()
        try:
            with self.held.writing() as connection:
                self.writer.write(connection, jobs)
        except Exception:
            self.hand_over(jobs)
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

    def hand_over(self, jobs: Sequence[Adding]) -> None:
        for job in jobs:
            job.taken = job.gathered = False
        self.writer.take_over(jobs)

    def leave_nothing_behind(self) -> None:
        """Of a loop that has ended."""
        jobs, self.gathered = self.gathered, []
        self.hand_over(jobs)

    def close(self) -> None:
        self.leave_nothing_behind()
        self.loop = None
        self.held.let_go()
