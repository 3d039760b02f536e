"""Live boards: server-sent events, one stream a visitor and table, compressed as they go.

Each message is the whole inside of the table as this seat may see it; htmx morphs it in. Only the latest
state is sent: whoever is slow misses frames, never the present. The compressor remembers the previous
messages, so that an update costs little more than what changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from litestar import Request
from litestar.response import Stream

from oppidum.kernel.errors import OppidumError
from oppidum.tables import Hall, StoreError, TableView, lobby, looking
from oppidum.web import metrics
from oppidum.web.guest import Guest
from oppidum.web.render import html
from oppidum.web.staging import Stage, Story, interlude, log_lines, stage

HEARTBEAT = 20.0  # seconds: keeps proxies from closing a quiet stream, and tells the table who is here


@dataclass(frozen=True)
class Frame:
    """One picture of the table, and how long it stands."""

    id: str
    stage: Stage
    missed: list[str]
    seconds: float


def message(data: str, version: int | str) -> bytes:
    lines = "".join(f"data: {line}\n" for line in data.splitlines() if line.strip())
    return f"id: {version}\n{lines}\n".encode()


def event(name: str, data: str = "") -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()


class Watcher:
    """One visitor who watches one table."""

    def __init__(
        self, hall: Hall, guest: Guest, code: str, seat: int | None, known: int, away_since: int | None
    ) -> None:
        self.hall, self.guest, self.code, self.seat = hall, guest, code, seat
        self.version = known
        self.away_since = away_since
        self.story: Story | None = None
        self.absent: frozenset[int] = frozenset()

    def somebody_came_or_went(self) -> bool:
        """Whether other seats are absent than those that were shown so: no event tells that."""
        seen = looking.view(self.hall, self.code, self.guest.id, judge=False)
        before, self.absent = self.absent, absent_in(seen)
        return before != self.absent

    def news(self) -> tuple[bytes, list[Frame]]:
        """The first frame, drawn, and those that follow. Runs in a thread."""
        self.version, frames = self.scenes()
        return self.message(frames[0]), frames

    def scenes(self) -> tuple[int, list[Frame]]:
        """The table as it is now, and the moments that lead to it."""
        shown = stage(
            self.hall,
            self.code,
            self.guest.id,
            self.guest.t,
            self.seat,
            confirm=self.guest.preference("confirm") == "on",
            story=self.story,
        )
        view, was_away = shown.view, self.away_since is not None
        sent: list[Frame] = []
        # A moment of its own for what has just been revealed; not for who was away, nor without motion.
        if self.version and not was_away and self.guest.preference("motion") == "on":
            moves = (h for h in shown.story.happenings if h.kind == "move" and not h.undone)
            shown_before = [h.number for h in moves if h.seq <= self.version]
            paused = interlude(shown, max(shown_before, default=0))
            if paused:
                sent.append(Frame(f"{view.version}-", paused[0], [], paused[1]))
        sent.append(Frame(f"{view.version}", shown, missed_lines(shown, self.away_since), 0.0))
        self.away_since = None
        self.story = shown.story
        self.absent = absent_in(view)
        return view.version, sent

    def message(self, frame: Frame) -> bytes:
        """A frame, drawn: each by itself, so that the first is not kept waiting."""
        # The clock of the page is set by the time at which it is sent, not by that before an interlude.
        view = replace(frame.stage.view, now=self.hall.now())
        data = {"guest": self.guest, "stage": frame.stage, "view": view, "missed": frame.missed}
        metrics.frames.inc()
        return message(html(self.guest.t, "table_inside.html", **data), frame.id)

    def here(self) -> None:
        """Tell the table that this visitor is here and has seen what was sent."""
        if self.guest.id:
            lobby.mark_seen(self.hall, self.code, self.guest.id, self.version)

    async def messages(self) -> AsyncIterator[bytes]:
        with self.hall.subscribe(self.code) as subscription:
            # The page itself showed version `known`; anything newer is sent at once.
            yield b": welcome\n\n"
            marked = 0.0
            while not subscription.closed:
                version = await subscription.changed(after=self.version, within=HEARTBEAT)
                if subscription.closed:
                    return
                try:
                    news = version is not None or await asyncio.to_thread(self.somebody_came_or_went)
                    drawn, frames = await asyncio.to_thread(self.news) if news else (b": still here\n\n", [])
                except StoreError:  # the page connects again, until the store answers
                    return
                except OppidumError:  # the table has been closed
                    yield event("gone")
                    return
                yield drawn
                for before, frame in pairwise(frames):
                    await asyncio.sleep(before.seconds)
                    if subscription.version > self.version:
                        break  # the table has moved on meanwhile: that is what comes next
                    yield await asyncio.to_thread(self.message, frame)
                if version is None or time.monotonic() - marked > 1:
                    marked = time.monotonic()
                    with contextlib.suppress(OppidumError):
                        await asyncio.to_thread(self.here)


def absent_in(view: TableView) -> frozenset[int]:
    return frozenset(seat.seat for seat in view.seats if seat.absent)


def missed_lines(shown: Stage, since: int | None) -> list[str]:
    """What happened between the last message that arrived and now, for who had lost the connection."""
    if since is None:
        return []
    new = [h for h in shown.story.happenings if h.seq > since]
    if sum(h.kind == "move" for h in new) < 2:
        return []
    return [line.text for line in log_lines(shown.t, shown.game, shown.edition, new, shown.names)][-8:]


async def compressed(messages: AsyncIterator[bytes], gzip: bool) -> AsyncIterator[bytes]:
    squeeze = zlib.compressobj(6, zlib.DEFLATED, 31) if gzip else None
    metrics.streams.inc()
    try:
        async for text in messages:
            if squeeze is None:
                yield text
            else:
                yield squeeze.compress(text) + squeeze.flush(zlib.Z_SYNC_FLUSH)
    finally:
        metrics.streams.dec()


def stream(request: Request[Any, Any, Any], messages: AsyncIterator[bytes]) -> Stream:
    gzip = "gzip" in request.headers.get("accept-encoding", "")
    headers = {
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "vary": "accept-encoding",
    }
    if gzip:
        headers["content-encoding"] = "gzip"
    return Stream(compressed(messages, gzip), media_type="text/event-stream", headers=headers)
