"""On the line: what was decided in an event loop is written into PostgreSQL from there, without waiting.

As `at_once` does into a file. All that comes in while one group of decisions is on its way is the next. Where
another process was faster at a table, what it did is read, and planned upon; and so is, before anybody is
woken, what others did at tables that are watched here. As long as there is no line, or whatever one statement
does not do, it is the writer's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from oppidum.tables import line, waiting
from oppidum.tables.additions import CHANNEL, adding, in_json
from oppidum.tables.errors import CannotWrite
from oppidum.tables.line import Broken, Line, Row, Rows
from oppidum.tables.pulse import Pulse
from oppidum.tables.store import EVENTS_OF, PEOPLE, EventRow

if TYPE_CHECKING:
    from oppidum.tables.writer import Adding, Writer

AGAIN_AFTER = 1.0  # seconds, where no line could be laid, or it broke
STATEMENTS = {
    b"add": adding("$1"),
    b"events": EVENTS_OF.format(ids="$1", versions="$2"),
}


class OnTheLine:
    is_about_to_write = False  # before the event loop waits again: never, it takes its time

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.loop: asyncio.AbstractEventLoop | None = None
        self.line: Line | None = None
        self.pulse = Pulse()  # where the writer's connection is dead, this may be a new one
        self.gathered: list[Adding] = []
        self.under_way: list[Adding] = []
        self.lost: list[Adding] = []  # to be told so when it has been read what was faster
        self.heard: dict[int, int] = {}  # versions that others have brought tables to
        self.is_reading = False

    # ------------------------------------------------------------ laying the line

    def serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on that loop; another one is served no more."""
        self.leave_nothing_behind()
        self.loop = loop
        self.lay(loop)

    def lay(self, loop: asyncio.AbstractEventLoop) -> None:
        if self.loop is loop and self.line is None:
            url = self.writer.store.address
            laying = loop.run_in_executor(None, line.connected, url, STATEMENTS, CHANNEL)
            laying.add_done_callback(partial(self.laid, loop))

    def laid(self, loop: asyncio.AbstractEventLoop, laying: asyncio.Future[Any]) -> None:
        if laying.cancelled():
            return
        if laying.exception():
            loop.call_later(AGAIN_AFTER, self.lay, loop)
        elif self.loop is not loop or self.line:
            laying.result().close()
        else:
            self.line = Line(loop, laying.result(), self.hear, self.broken)
            self.writer.hearer.listens(True)
            self.writer.hearer.look_again()  # at what happened while nobody listened

    def broken(self) -> None:
        """What others do meanwhile the ears hear, who begin with looking at everything."""
        self.line, self.is_reading = None, False
        self.writer.hearer.listens(False)
        if self.loop and not self.loop.is_closed():
            self.loop.call_later(AGAIN_AFTER, self.lay, self.loop)
        jobs, self.gathered = self.gathered, []
        self.hand_over(jobs)

    def leave_nothing_behind(self) -> None:
        """Of a loop that has ended."""
        self.loop = None
        if self.line:
            self.line.finish()
            self.line = None
            self.writer.hearer.listens(False)
        jobs, self.gathered = self.gathered, []
        self.hand_over(jobs)

    def close(self) -> None:
        self.leave_nothing_behind()

    # ------------------------------------------------------------ writing

    def take(self, job: Adding, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether it will be written from that loop, the one that we are in."""
        upon = job.upon
        left_to_the_writer = upon is not None and not upon.ended and not upon.gathered
        if loop is not self.loop or self.line is None or left_to_the_writer or self.pulse.stuck:
            return False
        if not self.gathered and not self.under_way:
            loop.call_soon(loop.call_soon, self.write)  # those who were asked together decide together
        job.gathered = True
        self.gathered.append(job)
        return True

    def write(self) -> None:
        if not self.line or self.under_way:
            return
        jobs, self.gathered = self.gathered, []
        rare = {job.new.after.id for job in jobs if not job.new.is_plain}
        if rare:
            self.hand_over([job for job in jobs if job.new.after.id in rare])
            jobs = [job for job in jobs if job.new.after.id not in rare]
        additions = self.writer.standing(jobs)
        self.lose([job for job in jobs if job.taken])
        jobs = [job for job in jobs if not job.taken]
        try:
            values = [in_json(additions)]
        except Exception:
            self.hand_over(jobs)  # one of them cannot be written, and the writer finds out which
            return
        if additions:
            self.under_way = jobs
            self.line.ask(b"add", values, partial(self.written, self.pulse.begin()))

    def written(self, begun: float, found: Rows | Exception) -> None:
        jobs, self.under_way = self.under_way, []
        self.pulse.end(begun, stored=not isinstance(found, Exception))
        self.writer.pulse.hear_of(self.pulse)
        if isinstance(found, Broken):  # it may be stored, but nobody is told what nobody knows
            with waiting.together(self.loop):
                for job in jobs:
                    self.writer.lose(job, CannotWrite("Nothing can be written: the store does not answer."))
            return
        if isinstance(found, Exception):  # none of it is: the writer finds out why
            self.hand_over(jobs)
        else:
            there = {int(row[0] or 0) for row in found}
            for job in jobs:
                job.taken = job.new.after.id not in there
            with waiting.together(self.loop):
                self.writer.tell([job for job in jobs if not job.taken])
            self.lose([job for job in jobs if job.taken])
        if self.gathered:
            self.write()

    def lose(self, jobs: Sequence[Adding]) -> None:
        if jobs:
            self.lost += jobs
            self.read()

    def hand_over(self, jobs: Sequence[Adding]) -> None:
        for job in jobs:
            job.taken = job.gathered = False
        self.writer.take_over(jobs)

    # ------------------------------------------------------------ what others did

    def hear(self, words: Sequence[str]) -> None:
        for told in words:
            if told == PEOPLE:
                self.writer.hearer.look_again()
            else:
                table, version = map(int, told.split())
                self.heard[table] = max(version, self.heard.get(table, 0))
        self.read()

    def read(self) -> None:
        """All that is new at tables that are watched here, or where we were too late."""
        if self.is_reading or not (self.heard or self.lost):
            return
        heard, self.heard = self.heard, {}
        lost, self.lost = self.lost, []
        behind = self.writer.hearer.behind(heard.items())
        for job in lost:
            if table := job.slot.table:
                behind[table.id] = table.version
        if not behind or not self.line:
            self.have_read(heard, lost, [])
            return
        self.is_reading = True
        values = (in_array(behind), in_array(behind.values()))
        self.line.ask(b"events", values, partial(self.have_read, heard, lost))

    def have_read(self, heard: dict[int, int], lost: Sequence[Adding], found: Rows | Exception) -> None:
        self.is_reading = False
        with waiting.together(self.loop):
            if not isinstance(found, Exception):
                self.writer.hearer.read_on(map(event_row, found))
            for table, version in heard.items():
                self.writer.hearer.heard_of(table, version)
            self.writer.tell(lost)
        self.read()


def in_array(numbers: Iterable[int]) -> bytes:
    """As PostgreSQL writes them."""
    return f"{{{','.join(map(str, numbers))}}}".encode()


def event_row(row: Row) -> EventRow:
    """What `EVENTS_OF` finds, as numbers and words."""
    table_id, seq, time, kind, seat, payload = (value or b"" for value in row)
    return EventRow(int(table_id), int(seq), float(time), kind.decode(), int(seat), payload)
