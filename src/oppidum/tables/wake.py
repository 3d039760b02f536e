"""Wake-ups: whoever looks at a table learns that it has changed, whichever process changed it.

Of other processes' changes the hall learns by its `news`.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType

from oppidum.tables.waiting import Sleeper, end_sleep, wake


class Subscription:
    """Wake-ups for one listener. Close it (or use `with`) when the listener goes.

    Wake-ups coalesce: only the newest version is kept, nothing piles up for a slow listener.
    """

    def __init__(self, hub: Hub, key: int, version: int) -> None:
        self._hub = hub
        self._key = key
        self._version = version
        self._closed = False
        self._lock = hub.lock
        self._sleeper: Sleeper | None = None  # in an event loop …
        self._bell: threading.Event | None = None  # … or in a thread
        self._asleep: asyncio.Future[None] | None = None
        self._until = 0.0  # when whoever sleeps is woken although nothing has changed …
        self._timer: asyncio.TimerHandle | None = None  # … that is set anew only for an earlier time

    async def changed(self, after: int, within: float | None = None) -> int | None:
        """The version, once it is above `after`; none after `within` seconds, or when the hall closes.

        To be awaited in one event loop; no thread waits meanwhile.
        """
        loop = asyncio.get_running_loop()
        if within is not None:
            self._until = loop.time() + within
        while True:
            with self._lock:
                if self._closed:
                    return None
                if self._version > after:
                    return self._version
                woken = self._asleep = loop.create_future()
                self._sleeper = (loop, partial(end_sleep, woken))
            if within is not None:
                if loop.time() >= self._until:
                    return None
                self._set_timer(loop)
            await woken

    def call(self, after: int, loop: asyncio.AbstractEventLoop, bell: Callable[[], None]) -> bool:
        """Have `bell` called in an event loop, once, when the version is above `after` or the hall closes.
        False: that is so already, and nobody will be called."""
        with self._lock:
            if self._closed or self._version > after:
                return False
            self._sleeper = (loop, bell)
        return True

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer and self._timer.when() <= self._until:
            return  # it will look, and see that it is too early
        if self._timer:
            self._timer.cancel()
        self._timer = loop.call_at(self._until, self._late, loop)

    def _late(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        asleep = self._asleep
        if self._closed or asleep is None or asleep.done():
            return
        if loop.time() >= self._until:
            asleep.set_result(None)
        else:
            self._set_timer(loop)

    def wait(self, after: int, within: float | None = None) -> int | None:
        """The same for a thread."""
        until = None if within is None else time.monotonic() + within
        while True:
            with self._lock:
                if self._closed:
                    return None
                if self._version > after:
                    return self._version
                bell = self._bell = self._bell or threading.Event()  # several may wait
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return None
            bell.wait(left)

    @property
    def version(self) -> int:
        """The newest version heard of."""
        return self._version

    @property
    def closed(self) -> bool:
        """The hall is closing: end the stream."""
        return self._closed

    def close(self) -> None:
        self._hub.forget(self._key, self)
        self.end()

    def end(self) -> None:
        with self._lock:
            self._closed = True
            sleeper = self._woken()
        if sleeper:
            wake([sleeper])

    def tell(self, version: int) -> None:
        with self._lock:
            sleeper = self.heard(version)
        if sleeper:
            wake([sleeper])

    def heard(self, version: int) -> Sleeper | None:
        """Under the lock: a version, and who in an event loop is to be woken for it."""
        if version <= self._version:
            return None
        self._version = version
        return self._woken()

    def _woken(self) -> Sleeper | None:
        if self._bell:
            self._bell.set()
            self._bell = None
        sleeper, self._sleeper = self._sleeper, None
        return sleeper

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Hub:
    """All subscriptions of a process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()  # of all subscriptions as well: nobody holds it for long
        self.subscriptions: dict[int, set[Subscription]] = defaultdict(set)

    def subscribe(self, key: int, version: int) -> Subscription:
        subscription = Subscription(self, key, version)
        with self.lock:
            self.subscriptions[key].add(subscription)
        return subscription

    def forget(self, key: int, subscription: Subscription) -> None:
        with self.lock:
            self.subscriptions[key].discard(subscription)
            if not self.subscriptions[key]:
                del self.subscriptions[key]

    def publish(self, table_id: int, version: int) -> None:
        self.publish_all([(table_id, version)])

    def publish_all(self, changed: Sequence[tuple[int, int]]) -> None:
        """These tables have reached these versions."""
        with self.lock:
            sleepers = [
                sleeper
                for table_id, version in changed
                for each in self.subscriptions.get(table_id, ())
                if (sleeper := each.heard(version))
            ]
        if sleepers:
            wake(sleepers)

    def __contains__(self, table_id: int) -> bool:
        return table_id in self.subscriptions

    def keys(self) -> list[int]:
        with self.lock:
            return list(self.subscriptions)

    def count(self) -> int:
        with self.lock:
            return sum(len(listeners) for listeners in self.subscriptions.values())

    def close(self) -> None:
        with self.lock:
            listeners = [listener for group in self.subscriptions.values() for listener in group]
        for listener in listeners:
            listener.end()
