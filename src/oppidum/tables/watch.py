"""The watch: wakes up when something is due at some table, and hands it to the bots' threads."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from oppidum.kernel.errors import OppidumError
from oppidum.tables.errors import StoreError

if TYPE_CHECKING:
    from oppidum.tables.hall import Hall

LEASE_SECONDS = 60.0  # after that another worker may take over what this one has claimed
POLL_SECONDS = 1.0  # for what was missed
log = logging.getLogger(__name__)


class Watch(threading.Thread):
    def __init__(self, hall: Hall, threads: int) -> None:
        super().__init__(name="oppidum-watch", daemon=True)
        self.hall = hall
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="oppidum-bot")
        self.stopping = threading.Event()
        self.awake = threading.Event()
        self.at_work = 0
        self.lock = threading.Lock()

    def look_up(self) -> None:
        """Something has changed somewhere."""
        self.awake.set()

    def stop(self) -> None:
        self.stopping.set()
        self.awake.set()
        self.join(timeout=5)
        self.pool.shutdown(wait=True, cancel_futures=True)

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                pause = self.hand_out()
            except StoreError as error:
                log.warning("the watch cannot read the store: %s", error)
                pause = POLL_SECONDS
            if pause > 0:
                self.awake.wait(pause)
            self.awake.clear()

    def hand_out(self) -> float:
        """Claim what is due, as far as threads are free; returns how long there is nothing more to do."""
        hall = self.hall
        free = self.threads - self.at_work
        now = hall.now()
        for table_id, code, due in hall.store.due(now, free) if free else ():
            if hall.store.claim(table_id, due, now + LEASE_SECONDS):
                with self.lock:
                    self.at_work += 1
                self.pool.submit(self.work, table_id, code)
        if self.threads == self.at_work:
            return POLL_SECONDS  # a thread that becomes free wakes us
        following = hall.store.next_due()
        return POLL_SECONDS if following is None else min(POLL_SECONDS, max(0.0, following - hall.now()))

    def work(self, table_id: int, code: str) -> None:
        from oppidum.tables.bots_at_work import work_on

        try:
            work_on(self.hall, code)
        except OppidumError as error:
            log.warning("table %s: %s", table_id, error)
        except Exception:
            log.exception("table %s: the house could not act", table_id)
        finally:
            with self.lock:
                self.at_work -= 1
            self.awake.set()
