"""A line to PostgreSQL in an event loop: what is asked is answered there later, and nobody waits meanwhile.

A thread that asks has to get hold of the interpreter again for every answer, against the event loop.
Psycopg's own way in an event loop is made for statements of all kinds and takes four times as long for one of
a few rows; so this speaks to the layer below (`psycopg.pq`), for statements that were prepared when it was
laid.
"""

from __future__ import annotations

import asyncio
import logging
import selectors
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import psycopg

# A statement is planned once, perhaps when hardly anything is stored, and then to walk through all of a table
# seems as good as to look up the few rows that are meant. They are always few, and known by their keys.
SETTINGS = (
    "plan_cache_mode = force_generic_plan",
    "enable_seqscan = off",
    "enable_hashjoin = off",
    "enable_mergejoin = off",
    "jit = off",  # which it would be on for plans that are dear on paper
    # Somebody may hold a row, and for long: all that is asked here would wait for it.
    "lock_timeout = '1s'",
    "statement_timeout = '4s'",
)
SILENCE = 6.0  # seconds without an answer: nobody is there any more, whatever the network says
# Where nothing is asked for a while the network itself finds out, in seconds and milliseconds.
NETWORK: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,
}

log = logging.getLogger(__name__)
Row = list[bytes | None]
Rows = list[Row]


Then = Callable[[Rows | Exception], None]


class Asked(NamedTuple):
    statement: bytes
    values: Sequence[bytes]
    then: Then


def connected(url: str, statements: Mapping[bytes, str], channel: str) -> psycopg.Connection[Any]:
    """A connection for a line; to be made in a thread. Raises psycopg.Error."""
    import psycopg  # from oppidum[postgres]

    connection = psycopg.connect(url, autocommit=True, connect_timeout=5, **NETWORK)
    try:
        connection.execute(f"LISTEN {channel}".encode())
        for setting in SETTINGS:
            connection.execute(f"SET {setting}".encode())
        for name, statement in statements.items():
            prepared = connection.pgconn.prepare(name, statement.encode())
            if prepared.status != psycopg.pq.ExecStatus.COMMAND_OK:
                raise psycopg.DatabaseError(prepared.get_error_message())
        connection.pgconn.nonblocking = 1
    except BaseException:
        connection.close()
        raise
    return connection


class Refused(Exception):
    """The database did nothing of what was asked."""


class Broken(Exception):
    """Nobody is at the other end: what was asked last may have been done, or not."""


def tell(asked: Asked, found: Rows | Exception) -> None:
    """Whoever fails over an answer does not break the line."""
    try:
        asked.then(found)
    except Exception:
        log.exception("an answer of the store came to nothing")


class Line:
    """`heard`: told of what other processes had to say, all that has come together."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        connection: psycopg.Connection[Any],
        heard: Callable[[list[str]], None],
        when_broken: Callable[[], None],
    ) -> None:
        self.loop, self.connection = loop, connection
        self.heard, self.when_broken = heard, when_broken
        self.pg = connection.pgconn
        self.waiting = deque[Asked]()
        self.asked: Asked | None = None  # and not answered yet …
        self.found: Rows | Exception = []  # … in full: this so far
        self.since = 0.0  # when it was asked
        self.alarm: asyncio.TimerHandle | None = None
        self.ended = False
        self.own = self.pg.backend_pid
        self.socket = self.pg.socket
        loop.add_reader(self.socket, self.read)

    def ask(
        self, statement: bytes, values: Sequence[bytes], then: Callable[[Rows | Exception], None]
    ) -> None:
        """One after the other. `then` is called in the event loop, with the rows or with what was wrong."""
        asked = Asked(statement, values, then)
        if self.ended:
            tell(asked, Broken())
            return
        self.waiting.append(asked)
        if self.asked is None:
            self.go_on()
        if self.alarm is None and not self.loop.is_closed():
            self.alarm = self.loop.call_later(SILENCE, self.ask_whether_there)

    def ask_whether_there(self) -> None:
        """One look for however much was asked meanwhile."""
        self.alarm = None
        if self.ended or self.asked is None:
            return
        if self.loop.time() < self.since + SILENCE:
            self.alarm = self.loop.call_at(self.since + SILENCE, self.ask_whether_there)
        else:
            self.end()

    def go_on(self) -> None:
        if not self.waiting:
            return
        self.asked = self.waiting.popleft()
        self.since = self.loop.time()
        try:
            self.pg.send_query_prepared(self.asked.statement, self.asked.values)
            self.push()
        except Exception:
            self.end()

    def push(self) -> None:
        """Hand over to the network what it takes."""
        if self.pg.flush():
            self.loop.add_writer(self.socket, self.push_on)

    def push_on(self) -> None:
        try:
            if not self.pg.flush():
                self.loop.remove_writer(self.socket)
        except Exception:
            self.end()

    def read(self) -> None:
        try:
            self.pg.consume_input()
            while self.asked and not self.pg.is_busy():
                self.take_result()
        except Exception:
            self.end()
            return
        self.hear()

    def take_result(self) -> None:
        """There is one, or we wait for it. Raises psycopg.Error, Broken."""
        result = self.pg.get_result()
        if result is None:  # that was all, and it is stored
            self.answer()
        elif result.error_message:
            self.found = Refused()
        elif not isinstance(self.found, Exception):
            columns = range(result.nfields)
            self.found = [[result.get_value(n, at) for at in columns] for n in range(result.ntuples)]

    def answer(self) -> None:
        if self.pg.status:  # an error, and the last thing to be heard
            raise Broken
        asked, self.asked = self.asked, None
        found, self.found = self.found, []
        self.go_on()  # the store works while we think
        if asked:
            tell(asked, found)

    def hear(self) -> None:
        """What comes of our own statements, too, is left out."""
        others: list[str] = []
        while notice := self.pg.notifies():
            if notice.be_pid != self.own:
                others.append(notice.extra.decode())
        if others:
            self.heard(others)

    def finish(self) -> None:
        """Wait for what was asked, in whatever thread, the loop being over or about to be."""
        try:
            self.pg.nonblocking = 0
            with selectors.DefaultSelector() as ready:
                ready.register(self.socket, selectors.EVENT_READ)
                while self.asked:
                    if not self.pg.is_busy():
                        self.take_result()
                    elif ready.select(SILENCE):
                        self.pg.consume_input()
                    else:
                        raise Broken
        except Exception:
            self.end()
        else:
            self.close()

    def end(self) -> None:
        if self.ended:
            return
        self.close()
        asked = [each for each in (self.asked, *self.waiting) if each]
        self.asked = None
        self.waiting.clear()
        for each in asked:
            tell(each, Broken())
        self.when_broken()

    def close(self) -> None:
        self.ended = True
        if self.alarm:
            self.alarm.cancel()
        if not self.loop.is_closed():
            self.loop.remove_reader(self.socket)
            self.loop.remove_writer(self.socket)
        self.connection.close()
