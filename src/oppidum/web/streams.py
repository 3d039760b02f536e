"""Streams: answers of server-sent events that end only with their reader or with the house.

Compressed as they go: each message goes on from what was said before it, so that an update costs little more
than what changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import zlib
from collections.abc import AsyncGenerator

from litestar.types import Receive, Scope, Send

from oppidum.tables import Subscription
from oppidum.web import metrics
from oppidum.web.limits import Place

# As zlib calls these forms, with the largest window: how far back a reader of a stream remembers.
GZIP, PLAIN, WINDOW = 31, -15, 1 << 15
BEGINNING = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # of a stream in the form of gzip, nothing being known of it
LEVEL = 3  # a board after a board is shorter and sooner done than with 2 or 4
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"vary", b"accept-encoding"),
]
COMPRESSED = (b"content-encoding", b"gzip")


def event(name: str, data: str = "") -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()


def takes_gzip(accepted: bytes) -> bool:
    """Whether a reader is named among those who can unpack it: `gzip;q=0` says that it cannot."""
    for part in accepted.lower().split(b","):
        name, *wishes = part.replace(b" ", b"").split(b";")
        if name == b"gzip":
            return not any(re.fullmatch(rb"q=0(\.0*)?", wish) for wish in wishes)
    return False


class Squeezing:
    """What makes the next part of a compressed stream of a message.

    A compressor holds its tables for the next message, a quarter of a megabyte. What it had said is an eighth
    of that, and to begin a new one with it takes no longer: thousands of streams mostly wait.
    """

    __slots__ = ("beginning", "said")

    def __init__(self) -> None:
        self.said = b""
        self.beginning = BEGINNING

    def __call__(self, text: bytes) -> bytes:
        squeeze = zlib.compressobj(LEVEL, wbits=PLAIN, zdict=self.said)
        part = squeeze.compress(text) + squeeze.flush(zlib.Z_SYNC_FLUSH)
        self.said = (self.said + text)[-WINDOW:]
        beginning, self.beginning = self.beginning, b""
        return beginning + part


def squeezed(whole: bytes) -> bytes:
    """All of an answer."""
    squeeze = zlib.compressobj(LEVEL, wbits=GZIP)
    return squeeze.compress(whole) + squeeze.flush()


class Stream:
    """Passes on messages until the subscription ends, which it does when the reader goes."""

    def __init__(self, messages: AsyncGenerator[bytes], subscription: Subscription, place: Place) -> None:
        self.messages, self.subscription, self.place = messages, subscription, place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gzip = any(name == b"accept-encoding" and takes_gzip(value) for name, value in scope["headers"])
        headers = [*HEADERS, COMPRESSED] if gzip else HEADERS
        squeeze = Squeezing() if gzip else bytes
        gone = asyncio.create_task(until_gone(receive))
        gone.add_done_callback(lambda _: self.subscription.end())
        with contextlib.closing(self.place), self.subscription, metrics.streams.track_inprogress():
            try:
                await send({"type": "http.response.start", "status": 200, "headers": headers})
                async for message in self.messages:
                    await send({"type": "http.response.body", "body": squeeze(message), "more_body": True})
                    del message  # thousands wait here for the next one
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                gone.cancel()
                await self.messages.aclose()


async def until_gone(receive: Receive) -> None:
    """Whoever watches has nothing more to say than that they have gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
