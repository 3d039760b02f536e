"""Worker processes that come back: whichever of them is killed, the house stays open.

Granian starts a worker again too, but closes the house when one dies twice within five seconds. Here a worker
that does not live long is started again a little later each time: its store may be away for a while.
"""

from __future__ import annotations

import os
import threading
import time
from typing import Any

from granian.server import MPServer
from prometheus_client.multiprocess import mark_process_dead

from oppidum.web.metrics import SHARED

LONG_ENOUGH = 10.0  # seconds; who lived longer comes back at once
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # seconds, for who did not


class House(MPServer):
    """Granian with another answer to the end of a worker."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.opened = threading.Event()  # somebody has answered; before that, a worker that ends ends all

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        short_lives = dict.fromkeys(range(self.workers), 0)
        missing: dict[int, float] = {}  # when they are to come back
        while True:
            pause = min(missing.values()) - time.monotonic() if missing else None
            self.main_loop_interrupt.wait(None if pause is None else max(0.0, pause))
            self.main_loop_interrupt.clear()
            if self.interrupt_signal:
                return
            if self.interrupt_children and not self.opened.is_set():
                return
            if self.reload_signal:
                self._reload(spawn_target, target_loader)
            now = time.monotonic()
            while self.interrupt_children:
                number = self.interrupt_children.pop()
                ended = self.wrks[number]
                lived_long = now - ended.birth > LONG_ENOUGH
                short_lives[number] = 0 if lived_long else min(short_lives[number] + 1, len(PAUSES) - 1)
                missing[number] = now + PAUSES[0 if lived_long else short_lives[number] - 1]
                if SHARED in os.environ:
                    mark_process_dead(ended.inner.pid)  # its open streams are no longer counted
            for number in [number for number, when in missing.items() if when <= now]:
                del missing[number]
                self._respawn_workers([number], spawn_target, target_loader)
