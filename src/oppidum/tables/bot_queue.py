"""Who is served next, where more is asked of the bots' threads than they can do at once.

Live games come before hints, and hints before analysis; among equals it goes in turn, one who asks after the
other, however much each of them asks for. Nothing starves: now and then what has the lower rank comes first.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

LOWER_FIRST = 8  # of so many turns one
CROWD = 2  # live jobs waiting for each thread: so many are no reason to think less …
HALVINGS = 3  # … with twice as many a half will do, and so on, down to an eighth


class Rank(IntEnum):
    LIVE = 0
    HINT = 1
    ANALYSIS = 2


class Pool(Protocol):
    def submit(self, fn: Callable[[], Any], /) -> Future[Any]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


@dataclass
class Job:
    rank: Rank
    work: Callable[[], Any]
    brings: Future[Any] = field(default_factory=Future[Any])


class BotQueue:
    def __init__(self, threads: int, pool: Pool | None = None) -> None:
        self.threads = threads
        self.pool = pool or ThreadPoolExecutor(threads, thread_name_prefix="oppidum-bot")
        self.lock = threading.Lock()
        self.queues: dict[Rank, OrderedDict[str, deque[Job]]] = {rank: OrderedDict() for rank in Rank}
        self.running: dict[Rank, int] = dict.fromkeys(Rank, 0)
        self.served = 0
        self.closed = False

    def ask(self, rank: Rank, owner: str, work: Callable[[], T]) -> Future[T]:
        """Have this done by one of the bots' threads when it is the owner's turn.

        Nothing that runs is interrupted: whoever has much to do asks for one turn after the other.
        """
        job = Job(rank, work)
        with self.lock:
            if self.closed:
                job.brings.cancel()
                return job.brings
            self.queues[rank].setdefault(owner, deque()).append(job)
        self._serve()
        return job.brings

    @property
    def share(self) -> float:
        """How much of its usual time a thought gets: less, the more live games wait for the threads."""
        with self.lock:
            waiting = sum(map(len, self.queues[Rank.LIVE].values()))
        halvings = 0
        while halvings < HALVINGS and waiting > self.threads * CROWD << halvings:
            halvings += 1
        return 1 / (1 << halvings)

    def close(self) -> None:
        with self.lock:
            self.closed = True
            left = [job for queue in self.queues.values() for jobs in queue.values() for job in jobs]
            for queue in self.queues.values():
                queue.clear()
        for job in left:
            job.brings.cancel()
        self.pool.shutdown(wait=True, cancel_futures=True)

    def _serve(self) -> None:
        while job := self._next():
            try:
                doing = self.pool.submit(job.work)
            except RuntimeError:  # closed in between
                job.brings.cancel()
                return
            doing.add_done_callback(lambda done, job=job: self._done(job, done))

    def _next(self) -> Job | None:
        with self.lock:
            if self.closed or sum(self.running.values()) >= self.threads:
                return None
            turn = self.served + 1
            ranks = list(Rank) if turn % LOWER_FIRST else [*list(Rank)[1:], Rank.LIVE]
            for rank in ranks:
                queue = self.queues[rank]
                if queue and (rank is Rank.LIVE or self._may_wait_for()):
                    owner, jobs = next(iter(queue.items()))
                    queue.move_to_end(owner)
                    job = jobs.popleft()
                    if not jobs:
                        del queue[owner]
                    self.running[rank] += 1
                    self.served = turn
                    return job
            return None

    def _may_wait_for(self) -> bool:
        """One thread is kept for live games, where there is more than one."""
        return sum(self.running.values()) - self.running[Rank.LIVE] < max(1, self.threads - 1)

    def _done(self, job: Job, done: Future[Any]) -> None:
        with self.lock:
            self.running[job.rank] -= 1
        self._serve()
        if done.cancelled():
            job.brings.cancel()
        elif job.brings.set_running_or_notify_cancel():
            error = done.exception()
            if error is not None:
                job.brings.set_exception(error)
            else:
                job.brings.set_result(done.result())
