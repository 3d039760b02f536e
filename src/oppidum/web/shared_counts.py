"""What all workers of a machine count together, in a small file that each of them maps.

Nobody has to be asked, and nobody has to tidy up: a name is a place in the file (two names may share a
bucket, which hardly ever matters; what is counted stands in two places, and the smaller number is nearer the
truth), and what a worker counts stands in a row of its own, which it holds by a lock that the operating
system releases when the worker ends, however it ends. Without a file: one worker, counting alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import secrets
import threading
from collections.abc import Generator
from functools import lru_cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where there is one worker
    fcntl = None

PLACES = 1 << 16  # of buckets, and of counts in each row
ROWS = 32  # workers
BUCKETS = PLACES * 16  # bytes: level and time of each
SALT = 32
SIZE = SALT + BUCKETS + ROWS * PLACES * 2


def prepare(file: Path) -> None:
    """Before any worker starts. The salt: nobody can choose names that share a place."""
    with file.open("wb") as made:
        made.write(secrets.token_bytes(SALT))
        made.truncate(SIZE)


@contextlib.contextmanager
def held(file: Path) -> Generator[None]:
    """For as long as this process lives, or until it lets go, the file is in use."""
    with file.open("r+b") as opened:
        if fcntl is not None:
            fcntl.lockf(opened, fcntl.LOCK_EX, 1, SIZE)  # no worker asks for this byte
        yield


def in_use(file: Path) -> bool:
    """Whether any living process holds a part of it. Where there are no locks nobody knows."""
    if fcntl is None:
        return True
    with contextlib.suppress(FileNotFoundError), file.open("r+b") as opened:
        try:
            fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)  # all of it
        except OSError:
            return True
    return False


class Shared:
    def __init__(self, file: str | None = None) -> None:
        self.lock = threading.RLock()
        self.file = os.open(file, os.O_RDWR) if file else -1
        self.memory = mmap.mmap(self.file, SIZE) if file else mmap.mmap(-1, SIZE)
        self.salt = self.memory[:SALT] if file else secrets.token_bytes(SALT)
        view = memoryview(self.memory)
        self.buckets = view[SALT : SALT + BUCKETS].cast("d")
        self.counts = view[SALT + BUCKETS :].cast("H")
        self.row = self.own_row() * PLACES if file else 0
        self.places = lru_cache(maxsize=10_000)(self.find_places)

    def own_row(self) -> int:
        """The first that no living worker holds; what a dead one has counted there is forgotten."""
        for row in range(ROWS):
            if self.hold(row, wait=False):
                start = SALT + BUCKETS + row * PLACES * 2
                self.memory[start : start + PLACES * 2] = bytes(PLACES * 2)
                return row
        raise OSError(f"More than {ROWS} workers.")

    def hold(self, byte: int, wait: bool = True) -> bool:
        if self.file < 0 or fcntl is None:
            return True
        try:
            fcntl.lockf(self.file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB), 1, byte)
        except OSError:
            return False
        return True

    def release(self, byte: int) -> None:
        if self.file >= 0 and fcntl is not None:
            fcntl.lockf(self.file, fcntl.LOCK_UN, 1, byte)

    def find_places(self, name: str) -> tuple[int, int]:
        digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8, key=self.salt).digest()
        first = int.from_bytes(digest[:4], "little") % PLACES
        away = 1 + int.from_bytes(digest[4:], "little") % (PLACES - 1)
        return first, (first + away) % PLACES

    def take(self, name: str, rate: float, burst: float, now: float) -> bool:
        """One from a bucket that holds `burst` and is refilled with `rate` a second."""
        place, _ = self.places(name)
        at = 2 * place
        with self.lock:
            self.hold(ROWS + place)
            try:
                since = self.buckets[at + 1]
                level = min(burst, self.buckets[at] + (now - since) * rate) if since else burst
                allowed = level >= 1
                self.buckets[at], self.buckets[at + 1] = level - allowed, now
            finally:
                self.release(ROWS + place)
        return allowed

    def count(self, name: str) -> int:
        return min(
            sum(self.counts[row * PLACES + place] for row in range(ROWS)) for place in self.places(name)
        )

    def add(self, name: str, number: int) -> None:
        with self.lock:
            for place in self.places(name):
                at = self.row + place
                self.counts[at] = max(0, self.counts[at] + number)
