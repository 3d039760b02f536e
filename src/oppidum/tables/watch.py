"""The watch: wakes up when something is due at some table, and has it done. What bots decide they have
thought about before (`Ahead`), in threads of their own.

Whoever changed a table last looks after it: what is due there is known in memory, and nobody else need be
asked. If that process dies, the others find in the store what is overdue; so does the next one that starts.
"""

from __future__ import annotations

import heapq
import logging
import threading
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from oppidum.kernel.errors import OppidumError
from oppidum.tables.ahead import Ahead
from oppidum.tables.bot_queue import Pool
from oppidum.tables.errors import StoreError
from oppidum.tables.house_time import SteadyTime
from oppidum.tables.table import Table

if TYPE_CHECKING:
    from oppidum.tables.hall import Hall

POLL_SECONDS = 1.0  # for what others have left undone
LATE = 10.0  # seconds: overdue by more than that, it has been left undone; a bot may have to wait its turn
ALERT_FOR, SOON = 20.0, 1.0  # seconds: who starts may come after somebody who died, and is not as patient
MOST_AT_ONCE = 200
TELLERS = 4  # threads that do what is due; they think about nothing, but wait for the store
log = logging.getLogger(__name__)


class Watch(threading.Thread):
    def __init__(self, hall: Hall, pool: Pool | None = None) -> None:
        super().__init__(name="oppidum-watch", daemon=True)
        self.hall = hall
        self.ahead = Ahead(hall)
        self.pool = pool or ThreadPoolExecutor(TELLERS, thread_name_prefix="oppidum-teller")
        self.stopping = False
        self.changed = threading.Condition()
        self.expected: list[tuple[float, int, str, str]] = []  # when, at which version and table, whose it is
        self.ready: OrderedDict[str, deque[str]] = OrderedDict()  # tables, by who opened them
        self.waiting: dict[str, int] = {}  # the versions of those tables
        self.busy: set[str] = set()
        self.began = hall.now()
        self.late = 0.0  # who starts looks after everything that is due, whoever did so before

    def expect(self, table: Table, due: float | None) -> None:
        """A table has been changed here; something is due then. Its bots begin to think about it."""
        self.ahead.begin(table)
        if due is not None and due <= self.hall.now():
            due = self.ahead.next_look(table)
        if due is not None:
            self.put(due, table.version, table.code, table.host)

    def look_again(self, code: str) -> None:
        """A table's bots have finished a thought."""
        try:
            table = self.hall.look(code)
        except OppidumError as error:
            log.warning("a table's bots wait for the store: %s", error)  # it will be found undone
            return
        due = self.ahead.next_look(table)
        if due is not None:
            self.put(due, table.version, code, table.host)

    def put(self, due: float, version: int, code: str, host: str) -> None:
        with self.changed:
            heapq.heappush(self.expected, (due, version, code, host))
            if self.expected[0][2] == code:
                self.changed.notify()

    def stop(self) -> None:
        with self.changed:
            self.stopping = True
            self.changed.notify()
        self.join(timeout=5)
        self.pool.shutdown(wait=True, cancel_futures=True)

    def run(self) -> None:
        looked = float("-inf")
        while not self.stopping:
            now = self.hall.now()
            if not 0 <= now - looked < POLL_SECONDS:
                looked = now
                if isinstance(self.hall.now, SteadyTime):
                    self.hall.now.tell_if_set()
                self.look_for_the_undone(now)
            with self.changed:
                self.note_what_is_due(now)
                self.hand_out()
                pause = min(POLL_SECONDS, self.expected[0][0] - now) if self.expected else POLL_SECONDS
                if pause > 0 and not self.stopping:
                    self.changed.wait(pause)

    def look_for_the_undone(self, now: float) -> None:
        try:
            for row in self.hall.store.undone(now - self.late, MOST_AT_ONCE):
                known = row.code in self.busy or row.code in self.waiting
                if not known and self.hall.store.claim(row.id, row.due, now):
                    self.put(now, row.version, row.code, row.host)
            self.late = SOON if now - self.began < ALERT_FOR else LATE
        except OppidumError as error:
            log.warning("the watch cannot read the store: %s", error)

    def note_what_is_due(self, now: float) -> None:
        while self.expected and self.expected[0][0] <= now:
            _, version, code, host = heapq.heappop(self.expected)
            if code not in self.waiting:
                self.ready.setdefault(host, deque()).append(code)
            self.waiting[code] = max(version, self.waiting.get(code, 0))

    def hand_out(self) -> None:
        """To free threads, in turn for each who opened tables: many tables of one do not delay the others."""
        passed = 0
        while len(self.busy) < TELLERS and passed < len(self.ready):
            host, codes = next(iter(self.ready.items()))
            self.ready.move_to_end(host)
            code = codes.popleft()
            if code in self.busy:  # one thing after the other at each table
                codes.append(code)
                passed += 1
                continue
            if not codes:
                del self.ready[host]
            passed = 0
            self.busy.add(code)
            self.pool.submit(partial(self.work, code, self.waiting.pop(code)))

    def work(self, code: str, version: int) -> None:
        from oppidum.tables.bots_at_work import work_on

        try:
            work_on(self.hall, code, version)
        except StoreError as error:
            log.warning("a table's bots wait for the store: %s", error)  # it will be found undone
        except OppidumError as error:
            log.warning("the house could not act at a table: %s", error)
        except Exception:
            log.exception("the house could not act at a table")
        finally:
            with self.changed:
                self.busy.discard(code)
                self.changed.notify()
