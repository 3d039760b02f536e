"""A process beside a house, below everything else: it does one thing and ends.

Its first line of input is what to do; then it prints how far it is, a line each time, and at last what it has
found, as JSON. It ends with whoever started it: that holds the other end of its input.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

PAUSE = 0.25  # seconds between two words on how far it is
Progress = Callable[[float], None]


def work(task: Callable[[bytes, Progress], bytes]) -> None:
    """Read what to do, do it, tell the result."""
    if hasattr(os, "nice"):
        os.nice(19)
    asked = read_line()
    threading.Thread(target=end_with_the_house, daemon=True).start()
    last = 0.0

    def progress(done: float) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE:
            last = time.monotonic()
            tell(f"{done:.3f}".encode())

    tell(task(asked, progress))


def read_line() -> bytes:
    """The first line; nothing follows it."""
    found = bytearray()
    while not found.endswith(b"\n") and (more := os.read(0, 1 << 16)):
        found += more
    return bytes(found)


def end_with_the_house() -> None:
    while os.read(0, 1):  # not through sys.stdin, whose lock would be missed when the interpreter ends
        pass
    os._exit(0)


def tell(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
