"""A house on a simulated clock: thoughts take as long as a test says, and a busy hour passes in a moment.

The watch, the queue and everything that decides when a bot tells are the real ones; only the threads are not.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from oppidum.tables import Hall
from oppidum.tables.bot_queue import BotQueue
from oppidum.tables.watch import Watch


@dataclass
class Minds:
    """The bots' threads: what they are given is done at once, and known when its time has passed."""

    now: Callable[[], float]
    spent: float = 0.0  # by what is being done; whoever thinks adds to it
    doing: list[tuple[float, int, Future[Any], Any]] = field(default_factory=list)
    numbers: Any = field(default_factory=itertools.count)

    def submit(self, fn: Callable[[], Any], /) -> Future[Any]:
        future, brings = Future[Any](), fn()
        heapq.heappush(self.doing, (self.now() + self.spent, next(self.numbers), future, brings))
        self.spent = 0.0
        return future

    def finish(self) -> bool:
        if not self.doing or self.doing[0][0] > self.now():
            return False
        _, _, future, brings = heapq.heappop(self.doing)
        future.set_result(brings)
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.doing.clear()


@dataclass
class Tellers:
    """Do in this thread what the watch has handed out."""

    given: list[Callable[[], Any]] = field(default_factory=list)

    def submit(self, fn: Callable[[], Any], /) -> Future[Any]:
        self.given.append(fn)
        return Future()

    def finish(self) -> bool:
        if not self.given:
            return False
        self.given.pop(0)()
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.given.clear()


class House:
    def __init__(self, hall: Hall, hours: Any, threads: int = 2) -> None:
        self.hours = hours
        self.minds, self.tellers = Minds(hours), Tellers()
        self.hall = hall
        hall.now = lambda: hours() + self.minds.spent  # who thinks sees time pass
        hall.bot_queue = BotQueue(threads, self.minds)
        self.watch = hall.watch = Watch(hall, self.tellers)  # never started: `step` does its rounds

    def step(self) -> bool:
        """Whatever happens at this very moment; False if that is nothing."""
        with self.watch.changed:
            self.watch.note_what_is_due(self.hours())
            self.watch.hand_out()
        return self.tellers.finish() or self.minds.finish()

    def pass_by(self, seconds: float) -> None:
        """Let time pass, from one thing that happens to the next."""
        end = self.hours() + seconds
        while True:
            while self.step():
                pass
            times = [entry[0] for entry in (*self.watch.expected[:1], *self.minds.doing[:1])]
            following = min(times, default=end)
            if following > end:
                break
            self.hours.value = max(self.hours(), following)
            if following >= end and not self.step():
                break
        self.hours.value = end
