"""Live boards: server-sent events, one stream a visitor and table, compressed as they go.

Each message is the whole inside of the table as this seat may see it; htmx morphs it in. Only the latest
state is sent: whoever is slow misses frames, never the present. The compressor remembers the previous
messages, so that an update costs little more than what changed.

Who does something at the table gets the board as the answer: the same watcher draws it, so that the stream
leaves out what its page shows already, and goes on with what follows.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from dataclasses import dataclass, replace
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
    """One picture of the table, and how long it stands.

    It is called by its version: "7-" is what leads to "7"; "7+" is "7" again, because somebody came or went.
    """

    id: str
    stage: Stage
    missed: list[str]
    seconds: float


def message(data: str, frame: str) -> bytes:
    """Without data: the page shows that frame already."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() if line.strip())
    return f"id: {frame}\n{lines}\n".encode()


def event(name: str, data: str = "") -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()


watching: dict[str, Watcher] = {}  # by the name that a page has given itself, in this process


class Watcher:
    """One visitor who watches one table on one page."""

    def __init__(
        self, hall: Hall, guest: Guest, code: str, seat: int | None, known: int, away_since: int | None
    ) -> None:
        self.hall, self.guest, self.code, self.seat = hall, guest, code, seat
        self.version = known
        self.away_since = away_since
        self.story: Story | None = None
        self.absent: frozenset[int] = frozenset()
        self.shown: Frame | None = None
        self.coming: list[Frame] = []  # what follows, each after the one before has stood its time
        self.lock = asyncio.Lock()  # held while something is drawn, or done and then drawn

    def somebody_came_or_went(self) -> bool:
        """Whether other seats are absent than those that were shown so: no event tells that."""
        seen = looking.view(self.hall, self.code, self.guest.id, judge=False)
        before, self.absent = self.absent, absent_in(seen)
        return before != self.absent

    def news(self, version: int | None) -> bytes:
        """What the stream has to tell, the table having reached a version (none: still the same)."""
        if version is None:
            return message(*self.draw()) if self.somebody_came_or_went() else b": still here\n\n"
        if version > self.version or self.shown is None:
            return message(*self.draw(version))
        return message("", self.shown.id)  # an answer was quicker

    def draw(self, at_least: int | None = None) -> tuple[str, str]:
        """The table as it is now, or the first of the moments that lead to it; and that frame's name."""
        self.version, self.coming = self.scenes(at_least)
        return self.drawn()

    def drawn(self) -> tuple[str, str]:
        """The next frame; each by itself, so that the first is not kept waiting."""
        frame = self.shown = self.coming.pop(0)
        # The clock of the page is set by the time at which it is sent, not by that before an interlude.
        view = replace(frame.stage.view, now=self.hall.now())
        data = {"guest": self.guest, "stage": frame.stage, "view": view, "missed": frame.missed}
        metrics.frames.inc()
        return html(self.guest.t, "table_inside.html", frame=frame.id, **data), frame.id

    def scenes(self, at_least: int | None = None) -> tuple[int, list[Frame]]:
        """The table as it is now, and the moments that lead to it."""
        shown = stage(
            self.hall,
            self.code,
            self.guest.id,
            self.guest.t,
            self.seat,
            confirm=self.guest.preference("confirm") == "on",
            story=self.story,
            at_least=at_least,
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
        again = "+" if view.version == self.version else ""
        sent.append(Frame(f"{view.version}{again}", shown, missed_lines(shown, self.away_since), 0.0))
        self.away_since = None
        self.story = shown.story
        self.absent = absent_in(view)
        return view.version, sent

    def here(self) -> None:
        """Tell the table that this visitor is here and has seen what was sent."""
        if self.guest.id:
            lobby.mark_seen(self.hall, self.code, self.guest.id, self.version)

    @contextlib.contextmanager
    def on_page(self, page: str) -> Generator[None]:
        """What is done on that page can be answered by this watcher."""
        if page:
            watching[page] = self
        try:
            yield
        finally:
            if watching.get(page) is self:
                del watching[page]

    async def messages(self, page: str = "") -> AsyncGenerator[bytes]:
        with self.hall.subscribe(self.code) as subscription, self.on_page(page):
            # The page itself showed version `known`; anything newer is sent at once.
            yield b": welcome\n\n"
            marked = 0.0
            while not subscription.closed:
                version = await subscription.changed(after=self.version, within=HEARTBEAT)
                if subscription.closed:
                    return
                try:
                    async with self.lock:
                        news = self.news(version)
                    yield news
                except StoreError:  # the page connects again, until the store answers
                    return
                except OppidumError:  # the table has been closed
                    yield event("gone")
                    return
                while self.coming and (standing := self.shown):
                    await asyncio.sleep(standing.seconds)
                    if subscription.version > self.version:
                        break  # the table has moved on meanwhile: that is what comes next
                    if self.shown is standing:  # otherwise an answer has been shown, which has its own time
                        async with self.lock:
                            following = message(*self.drawn())
                        yield following
                if version is None or time.monotonic() - marked > 1:
                    marked = time.monotonic()
                    with contextlib.suppress(OppidumError):
                        self.here()


def watcher_of(guest: Guest, code: str, page: str, seat: int | None, known: int) -> Watcher:
    """Who watches the table on that page; if nobody does, or not in this process, a new one does it once."""
    found = watching.get(page)
    if found and (found.guest.id, found.code) == (guest.id, code):
        return found
    return Watcher(guest.hall, guest, code, seat, known, None)


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


async def compressed(messages: AsyncIterator[bytes], gzip: bool) -> AsyncGenerator[bytes]:
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
    return Stream(compressed(messages, gzip), media_type="text/event-stream", headers=stream_headers(gzip))


def stream_headers(gzip: bool) -> dict[str, str]:
    headers = {
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
        "vary": "accept-encoding",
    }
    return {**headers, "content-encoding": "gzip"} if gzip else headers
