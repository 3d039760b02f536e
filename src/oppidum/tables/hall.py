"""The hall: where the tables stand. Open one a process, close it at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

from oppidum.kernel.editions import Edition


def open_hall(
    database: str | Path | None = None,
    *,
    data: str | Path | None = None,
    now: Callable[[], float] = time.time,
    pace: float = 1.0,
    work: bool = True,
    threads: int = 2,
    editions: Iterable[Edition] = (),
) -> Hall:
    """Open the store (bring its schema up to date) and start the watch.

    `database`: a SQLAlchemy URL (`postgresql+psycopg://…`, `postgresql://…`, `sqlite:///…`) or the path
    of a SQLite file; none: `oppidum.sqlite3` in `data`, or in the user's data directory. `pace`: seconds
    that a bot seems to think. `work=False`: no bots and clocks here (another process does it, or a test
    calls `bots_at_work.work_now`). `threads`: for bots. Raises StoreError.
    """
    raise NotImplementedError


class Hall:
    """Thread-safe. Verbs may be called from any thread; web handlers call them in a thread pool."""

    def __enter__(self) -> Hall:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the watch, end all subscriptions, close the store."""

    def signing_key(self) -> str:
        """The secret with which the web signs its cookies: made once, kept in the store, same for all workers."""
        raise NotImplementedError

    def subscribe(self, code: str) -> Subscription:
        """Be woken whenever this table changes, in whatever process. Raises NoSuchTable."""
        raise NotImplementedError

    def subscribe_lobby(self) -> Subscription:
        """Be woken whenever the lobby's list may have changed."""
        raise NotImplementedError


class Subscription:
    """Wake-ups for one listener. Close it (or use `with`) when the listener goes.

    Wake-ups coalesce: only the newest version is kept, nothing piles up for a slow listener.
    """

    async def changed(self, after: int, within: float | None = None) -> int | None:
        """The version, as soon as it is above `after`; none `within` so many seconds, or when the hall closes.

        To be awaited in one event loop; no thread waits meanwhile.
        """
        raise NotImplementedError

    def wait(self, after: int, within: float | None = None) -> int | None:
        """The same for a thread."""
        raise NotImplementedError

    @property
    def closed(self) -> bool:
        """The hall is closing: end the stream."""
        raise NotImplementedError

    def close(self) -> None: ...

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
