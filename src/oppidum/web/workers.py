"""Worker processes behind one door: whichever of them is killed, the house stays open.

A worker that does not live long is started again a little later each time: its store may be away for a while.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from multiprocessing import connection, resource_tracker
from multiprocessing.context import SpawnProcess
from typing import Any

from prometheus_client.multiprocess import mark_process_dead

from oppidum.web import logs
from oppidum.web.metrics import SHARED, name_of

LONG_ENOUGH = 10.0  # seconds; who lived longer comes back at once
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # seconds, for who did not
TOLD_TOGETHER = 0.5  # seconds
PARTING = 6.0  # seconds until a worker that does not end by itself is ended

spawning = multiprocessing.get_context("spawn")


class Worker:
    """A place for a process, one after the other."""

    def __init__(self, work: Callable[[socket.socket], None], door: socket.socket, number: int = 0) -> None:
        self.work, self.door, self.number = work, door, number
        self.short_lives = 0
        self.start()

    def start(self) -> None:
        self.born = time.monotonic()
        self.due: float | None = None  # when the next one is to come
        self.process: SpawnProcess = spawning.Process(
            target=self.work, args=(self.door,), name=name_of(self.number)
        )
        try:
            with uninterrupted():
                self.process.start()
        except OSError as error:  # no memory or no files left, for the moment
            logs.worker_missing(str(error))
            self.has_ended()

    def has_ended(self) -> None:
        now = time.monotonic()
        self.short_lives = 0 if now - self.born > LONG_ENOUGH else min(self.short_lives + 1, len(PAUSES) - 1)
        self.due = now + PAUSES[max(0, self.short_lives - 1)]
        if SHARED in os.environ:
            mark_process_dead(self.number)  # its open streams are no longer counted


class House:
    def __init__(self, work: Callable[[socket.socket], None], door: socket.socket, workers: int) -> None:
        self.work, self.door, self.number = work, door, workers
        self.opened = threading.Event()  # somebody has answered; before that, a worker that ends ends all
        self.failed = False

    def serve(self) -> bool:
        """Until we are told to end, or a worker ends before anybody was answered, which has then said why."""
        with told_to_end() as ending:
            workers = [Worker(self.work, self.door, number) for number in range(self.number)]
            try:
                while self.keep(workers, ending):
                    pass
            finally:
                end(workers)
        return not self.failed

    def keep(self, workers: list[Worker], ending: socket.socket) -> bool:
        """See what happens next, and whether to go on."""
        missing = [worker.due for worker in workers if worker.due is not None]
        alive: dict[Any, Worker] = {
            worker.process.sentinel: worker for worker in workers if worker.due is None
        }
        pause = max(0.0, min(missing) - time.monotonic()) if missing else None
        happened = connection.wait([ending, *alive], pause)
        if ending in happened:
            return False
        for sentinel in happened:
            if not self.opened.is_set():
                # Who tells all processes at once to end tells a worker, too, and maybe before us.
                self.failed = not connection.wait([ending], TOLD_TOGETHER)
                return False
            process = alive[sentinel].process
            process.join()
            logs.worker_missing(f"exit code {process.exitcode}")
            alive[sentinel].has_ended()
        for worker in workers:
            if worker.due is not None and worker.due <= time.monotonic():
                worker.start()
        return True


def end(workers: list[Worker]) -> None:
    processes = [worker.process for worker in workers if worker.process.pid]  # who was started at all
    for process in processes:
        process.terminate()
    until = time.monotonic() + PARTING
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


@contextlib.contextmanager
def uninterrupted() -> Generator[None]:
    """Whoever starts here never hears of Ctrl+C, which a terminal tells to all: it is ended by us."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it would hear for everybody
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def told_to_end() -> Generator[socket.socket]:
    """Something to wait for: it can be read once somebody has told us to end."""
    ending, tell = socket.socketpair()
    wanted = (signal.SIGINT, signal.SIGTERM)
    before = {which: signal.signal(which, lambda *_: tell.send(b".") and None) for which in wanted}
    try:
        yield ending
    finally:
        for which, handler in before.items():
            signal.signal(which, handler)
        ending.close()
        tell.close()
