"""A line to PostgreSQL in an event loop: what is asked is answered there later, and nobody waits meanwhile.

A thread that asks has to get hold of the interpreter again for every answer, against the event loop. Psycopg's
own way in an event loop is made for statements of all kinds and takes four times as long for one of a few
rows; so this speaks to the layer below (`psycopg.pq`), for statements that were prepared when it was laid.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from oppidum.tables.errors import StoreError

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger(__name__)
Row = list[bytes | None]
Rows = list[Row]


class Asked(NamedTuple):
    statement: bytes
    values: Sequence[bytes]
    then: Callable[[Rows | Exception], None]


def connected(url: str, statements: Mapping[bytes, str], channel: str) -> psycopg.Connection[Any]:
    """A connection for a line; to be made in a thread. Raises psycopg.Error."""
    import psycopg  # from oppidum[postgres]

    connection = psycopg.connect(url, autocommit=True, connect_timeout=5)
    try:
        connection.execute(f"LISTEN {channel}".encode())
        connection.execute(b"SET plan_cache_mode = force_generic_plan")
        for name, statement in statements.items():
            prepared = connection.pgconn.prepare(name, statement.encode())
            if prepared.status != psycopg.pq.ExecStatus.COMMAND_OK:
                raise psycopg.DatabaseError(prepared.get_error_message())
        connection.pgconn.nonblocking = 1
    except BaseException:
        connection.close()
        raise
    return connection


class Broken(StoreError):
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
        broken: Callable[[], None],
    ) -> None:
        self.loop, self.connection, self.heard, self.broken = loop, connection, heard, broken
        self.pg = connection.pgconn
        self.waiting = deque[Asked]()
        self.asked: Asked | None = None  # and not answered yet
        self.own = self.pg.backend_pid
        self.socket = self.pg.socket
        loop.add_reader(self.socket, self.read)

    def ask(self, statement: bytes, values: Sequence[bytes], then: Callable[[Rows | Exception], None]) -> None:
        """One after the other. `then` is called in the event loop, with the rows or with what was wrong."""
        self.waiting.append(Asked(statement, values, then))
        if self.asked is None:
            self.go_on()

    def go_on(self) -> None:
        if not self.waiting:
            return
        self.asked = self.waiting.popleft()
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
                self.take_answer()
        except Exception:
            self.end()
            return
        self.hear()

    def take_answer(self) -> None:
        """There is one, or we wait for it. Raises psycopg.Error, Broken."""
        assert self.asked
        found: Rows | Exception = []
        while (result := self.pg.get_result()) is not None:
            if result.error_message:
                found = StoreError("Nothing can be written: the store refuses.")
            else:
                columns = range(result.nfields)
                found = [[result.get_value(n, at) for at in columns] for n in range(result.ntuples)]
        if self.pg.status:  # it was the last thing to be heard
            raise Broken
        asked, self.asked = self.asked, None
        self.go_on()  # the store works while we think
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
            while self.asked:
                self.take_answer()
        except Exception:
            self.end()
        else:
            self.close()

    def end(self) -> None:
        self.close()
        asked = [each for each in (self.asked, *self.waiting) if each]
        self.asked = None
        self.waiting.clear()
        for each in asked:
            tell(each, Broken("Nothing can be written: the store does not answer."))
        self.broken()

    def close(self) -> None:
        if not self.loop.is_closed():
            self.loop.remove_reader(self.socket)
            self.loop.remove_writer(self.socket)
        self.connection.close()
