"""Live boards: server-sent events, one stream a visitor and table.

Each message is the whole inside of the table as this seat may see it; htmx morphs it in. Only the latest
state is sent: whoever is slow misses frames, never the present.

A change may be told in acts first (`acts.py`), one frame after the other, at the pace of the visitor. Frames
are called by their version: "7-2" is the second that leads to "7", and "7+" is "7" again, because somebody
came or went. What happens at the table during an act is shown in its frame, drawn again; its own acts come
after it.

Who does something at the table gets the board as the answer: the same watcher draws it, so that the stream
leaves out what its page shows already, and goes on with what follows.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractContextManager
from itertools import takewhile
from math import inf

from msgspec import structs

from oppidum.kernel.errors import OppidumError
from oppidum.tables import Hall, StoreError, Subscription, TableView, looking, overview
from oppidum.tables.happenings import Moved, TookBack
from oppidum.web import metrics
from oppidum.web.acts import PACES, Cue, acted, cues, stands, timely
from oppidum.web.guest import Guest
from oppidum.web.render import html
from oppidum.web.staging import Stage, Story, stage
from oppidum.web.streams import event

HEARTBEAT = 20.0  # seconds: keeps proxies from closing a quiet stream, and tells the table who is here
LOOK_AGAIN = 1.0  # seconds: an answer may have gone on to another act meanwhile


def message(data: str, frame: str) -> bytes:
    """Without data: the page shows that frame already."""
    body = data.encode()
    if b"\n" in body or b"\r" in body:  # hardly ever: a line break in a template is none on the page
        body = b"\ndata: ".join(filter(bytes.strip, body.splitlines()))
    return b"id: %b\ndata: %b\n\n" % (frame.encode(), body) if body else b"id: %b\n\n" % frame.encode()


watching: dict[str, Watcher] = {}  # by the name that a page has given itself, in this process


class Watcher:
    """One visitor who watches one table on one page."""

    def __init__(
        self,
        hall: Hall,
        guest: Guest,
        code: str,
        seat: int | None,
        known: int,
        away_since: int | None,
        still: bool = False,
    ) -> None:
        self.hall, self.guest, self.code, self.seat = hall, guest, code, seat
        self.version = known
        self.away_since = away_since
        self.motion = guest.preference("motion") == "on" and not still
        self.story: Story | None = None
        self.stage: Stage | None = None  # the table as it is now
        self.missed: list[str] = []
        self.absent: frozenset[int] = frozenset()
        self.cue: Cue | None = None  # the act that is being shown
        self.since = 0.0  # when it began
        self.coming: list[Cue] = []  # what follows, each after the one before has stood its time
        self.shown = ""  # the name of the latest frame
        self.presented = known  # the version that the page shows without any act
        self.drawings = 0
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
        if version > self.version or not self.shown:
            return message(*self.draw(version))
        return message("", self.shown)  # an answer was quicker

    def draw(self, at_least: int | None = None) -> tuple[str, str]:
        """The table as it is now, or the act that is on or comes first; and that frame's name."""
        self.look(at_least)
        return self.drawn()

    def look(self, at_least: int | None = None) -> None:
        """See what has happened, and what of it is to be shown in acts."""
        now = stage(
            self.hall,
            self.code,
            self.guest.id,
            self.guest.t,
            self.seat,
            confirm=self.guest.preference("confirm") == "on",
            one_by_one=self.guest.preference("reveal") == "one-by-one",
            story=self.story,
            at_least=at_least,
        )
        self.missed = missed_lines(now, self.away_since)
        if self.story is not now.story or taken_back(now, self.version):
            self.cue, self.coming = None, []
        # Not for who was away, nor without motion.
        if self.version and self.away_since is None and self.motion:
            new = cues(now, last_move(now, self.version))
            self.coming = timely([*self.coming, *new], now.view, self.cue)
        self.away_since = None
        self.stage, self.story, self.version = now, now.story, now.view.version
        self.absent = absent_in(now.view)
        if self.cue is None:
            self.go_on()

    def go_on(self) -> None:
        """To the next act, or to the table as it is now."""
        self.cue = self.coming.pop(0) if self.coming else None
        self.since = time.monotonic()

    def skip(self) -> None:
        """What is only show is over: on to what waits for the visitor, or to the table as it is now."""
        while self.coming and not self.coming[0].act.waits:
            self.coming.pop(0)
        self.go_on()

    def left(self) -> float:
        """Seconds that the act on the page still stands."""
        if self.cue is None or self.stage is None:
            return inf
        stood = stands(self.cue, self.stage.view, self.guest.preference("pace"), self.coming)
        return inf if stood is None else self.since + stood - time.monotonic()

    def drawn(self) -> tuple[str, str]:
        """The act that is on, or the table as it is now; and that frame's name."""
        assert self.stage is not None
        shown = acted(self.stage, self.cue) if self.cue else self.stage
        self.shown = self.called()
        # The clock of the page is set by the time at which it is sent, not by that before an act.
        view = structs.replace(shown.view, now=self.hall.now())
        metrics.frames.inc()
        inside = html(
            self.guest.t,
            "table_inside.html",
            frame=self.shown,
            guest=self.guest,
            stage=shown,
            view=view,
            missed=[] if self.cue else self.missed,
        )
        shown.put_away()
        return inside, self.shown

    def called(self) -> str:
        """The name of the next frame."""
        if self.cue:
            self.drawings += 1
            return f"{self.version}-{self.drawings}"
        again = "+" if self.presented == self.version else ""
        self.presented, self.drawings = self.version, 0
        return f"{self.version}{again}"

    def here(self) -> None:
        """Tell the table that this visitor is here and has seen what was sent."""
        if self.guest.id:
            overview.mark_seen(self.hall, self.code, self.guest.id, self.version)

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

    def at_my_pace(self) -> AbstractContextManager[None]:
        """Bots play as fast as those who sit at the table want to watch."""
        seen = looking.view(self.hall, self.code, self.guest.id, judge=False)
        if not seen.my_seats:
            return contextlib.nullcontext()
        return self.hall.paces.wished(self.code, self, PACES[self.guest.preference("pace")])

    async def messages(self, subscription: Subscription, page: str = "") -> AsyncGenerator[bytes]:
        with self.on_page(page), self.at_my_pace():
            # The page itself showed version `known`; anything newer is sent at once.
            yield b": welcome\n\n"
            marked, beat = 0.0, time.monotonic() + HEARTBEAT
            while not subscription.closed:
                within = min(beat - time.monotonic(), self.left(), LOOK_AGAIN if self.cue else inf)
                version = await subscription.changed(after=self.version, within=max(0.0, within))
                if subscription.closed:
                    return
                late = time.monotonic() >= beat
                if version is None and not late and self.left() > 0:
                    continue
                try:
                    if not self.guest.is_signed_in_still():  # the page connects again, as whoever it is now
                        return
                    async with self.lock:
                        if version is None and self.left() <= 0:
                            self.go_on()
                            news = message(*self.drawn())
                        else:
                            news = self.news(version)
                            beat = time.monotonic() + HEARTBEAT
                    yield news
                except StoreError:  # the page connects again, until the store answers
                    return
                except OppidumError:  # the table has been closed
                    yield event("gone")
                    return
                if late or time.monotonic() - marked > 1:
                    marked = time.monotonic()
                    with contextlib.suppress(OppidumError):
                        self.here()


def watcher_of(guest: Guest, code: str, page: str, seat: int | None, known: int) -> Watcher:
    """Who watches the table on that page; if nobody does, or not in this process, a new one does it once."""
    found = watching.get(page)
    if found and (found.guest.id, found.code) == (guest.id, code):
        return found
    return Watcher(guest.hall, guest, code, seat, known, None)


def last_move(shown: Stage, version: int) -> int:
    """The number of the last decision up to that version."""
    moves = (h for h in reversed(shown.story.happenings) if isinstance(h, Moved) and not h.undone)
    return next((h.number for h in moves if h.seq <= version), 0)


def taken_back(shown: Stage, since: int) -> bool:
    """Whether something has been taken back since that version: what was to be shown has not happened."""
    newest = takewhile(lambda h: h.seq > since, reversed(shown.story.happenings))
    return any(isinstance(h, TookBack) for h in newest)


def absent_in(view: TableView) -> frozenset[int]:
    return frozenset(seat.seat for seat in view.seats if seat.absent)


def missed_lines(shown: Stage, since: int | None) -> list[str]:
    """What happened between the last message that arrived and now, for who had lost the connection."""
    if since is None:
        return []
    new = [h for h in shown.story.happenings if h.seq > since]
    if sum(isinstance(h, Moved) for h in new) < 2:
        return []
    return [line.text for h in new for line in shown.story.told[h.seq]][-8:]
