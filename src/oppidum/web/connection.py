"""A connection, and how the application is served on many: Uvicorn, with what it leaves to others.

Uvicorn's protocol waits for ever for the rest of a request and for somebody who does not take the answer,
and keeps whatever is sent as a head. Here both have a while, and what is kept has a reasonable size. Live
boards are answers that do not end: whoever closes the house ends them first.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Awaitable
from functools import partial
from typing import Any

import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.types import Receive, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from oppidum.web import wire
from oppidum.web.crowd import Crowd
from oppidum.web.doors import ENCODED_HEADERS
from oppidum.web.wire import Wire

LARGEST_HEAD = 64 * 1024
WHOLE_WITHIN = 30.0  # seconds
TAKEN_WITHIN = 60.0  # seconds, for what waits to be read by a visitor
IDLE = 130  # seconds that an open connection waits for the next request: longer than Caddy in front, with 120
PARTING = 2.0  # seconds until answers that are still on their way are broken off
AFTER_PARTING = 1  # seconds until whatever still works on one is told to stop
WIRE = wire.PATH.encode()
UPGRADE = re.compile(rb"(?<=\r\n)upgrade(?=:)", re.IGNORECASE)
USUAL = [
    *ENCODED_HEADERS,
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"connection", b"close"),
]


class Connection(HttpToolsProtocol):
    """One connection to a browser, a program or a proxy."""

    loose = 0  # bytes that have come since some part of a request was whole
    has_grown = False  # some part has become whole
    in_head = True
    answered: RequestResponseCycle | None = None  # the request that is being answered: others may be waiting
    coming: asyncio.TimerHandle | None = None  # while a request is on its way
    going: asyncio.TimerHandle | None = None  # while an answer is not taken
    url = b""
    wire: Wire | None = None  # once it is one

    def __init__(self, crowd: Crowd, house: State, **given: Any) -> None:
        super().__init__(**given)
        self.crowd, self.house = crowd, house

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.expect_whole()
        self.peer = self.client[0] if self.client else ""
        if reason := self.crowd.enter(self.peer):
            self.turn_away(503, reason)

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.leave(self.peer)
        self.is_whole()
        self.is_taken()
        self.pipeline.clear()
        if self.wire:
            self.wire.lost()
        if self.answered:  # Uvicorn tells the newest request only
            self.answered.disconnected = True
            self.answered.message_event.set()
        super().connection_lost(exc)

    # What comes

    def data_received(self, data: bytes) -> None:
        if self.wire:
            self.wire.receive(data)
            return
        self.has_grown = False
        offers = self.in_head and b"pgrade" in data and not self.is_for_a_wire(data)
        super().data_received(without_upgrade(data) if offers else data)
        if self.wire:  # whatever was said in the same breath
            self.wire.receive(data.partition(b"\r\n\r\n")[2])
        if self.wire or self.transport.is_closing():
            return
        self.loose = 0 if self.has_grown else self.loose + len(data)
        if self.loose > LARGEST_HEAD:
            self.turn_away(400, "The head of this request is too long.")
        elif not (self.coming or self.answered or self.timeout_keep_alive_task):
            self.expect_whole()  # lines without a word, after which nobody would look again

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.coming is None:
            self.expect_whole()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.in_head:  # nobody here wants to know what is said after a body
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.in_head, self.has_grown = False, True
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # a wire gets none
            self.answered = self.answered or self.cycle

    def on_body(self, body: bytes) -> None:
        self.has_grown = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.in_head = self.has_grown = True
        self.is_whole()
        super().on_message_complete()

    def is_for_a_wire(self, data: bytes) -> bool:
        """The head, or its beginning if this is not all of it."""
        return data.startswith(b"GET %b " % WIRE) or (self.loose > 0 and self.url == WIRE)

    def _should_upgrade(self) -> bool:
        usual = self.scope["method"] == "GET" and self.scope["http_version"] == "1.1"
        return usual and self.url == WIRE and self._get_upgrade() == b"websocket"

    def handle_websocket_upgrade(self) -> None:
        """The request was whole, and nothing but its head."""
        self.is_whole()
        if self.answered:
            self.turn_away(400, "The request is malformed.")
            return
        self.scope["path"] = wire.PATH
        answer, self.wire = wire.opened(self.house, self.scope, self.transport)
        self.transport.write(answer)
        if self.wire is None:
            self.transport.close()

    def expect_whole(self) -> None:
        self.coming = self.loop.call_later(WHOLE_WITHIN, self.transport.close)

    def is_whole(self) -> None:
        if self.coming:
            self.coming.cancel()
            self.coming = None

    # What goes

    def on_response_complete(self) -> None:
        self.answered = self.pipeline[-1][0] if self.pipeline else None
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.wire:
            self.wire.pause()
        self.going = self.going or self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        self.is_taken()
        super().resume_writing()
        if self.wire:
            self.wire.go_on()

    def is_taken(self) -> None:
        if self.going:
            self.going.cancel()
            self.going = None

    def shutdown(self) -> None:
        if self.wire:
            self.wire.leave()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        self.turn_away(400, "The request is malformed.")

    def turn_away(self, status: int, sentence: str) -> None:
        """Without asking anybody, in the language that all know."""
        if not self.is_answering_another():
            told = [*self.server_state.default_headers, *USUAL, (b"content-length", b"%d" % len(sentence))]
            head = b"".join(b"%b: %b\r\n" % pair for pair in told)
            self.transport.write(STATUS_LINE[status] + head + b"\r\n" + sentence.encode())
        if self.answered:
            self.answered.disconnected = True  # nothing comes after that
        self.transport.close()

    def is_answering_another(self) -> bool:
        """What is said now would be taken for a part of that answer, or for the whole."""
        if self.answered is None:
            return False
        return self.in_head or self.answered is not self.cycle or self.answered.response_started


def without_upgrade(data: bytes) -> bytes:
    """Whoever offers another protocol is answered in this one. The parser would drop the body instead."""
    head, blank, rest = data.partition(b"\r\n\r\n")
    return UPGRADE.sub(b"offered", head) + blank + rest


def attend(app: Litestar, scope: Any, receive: Receive, send: Send) -> Awaitable[None]:
    """A house that cannot be opened has said why: not again, and not as a traceback."""

    def without_traceback(message: Any) -> Awaitable[None]:
        message["message"] = ""
        return send(message)

    return app(scope, receive, send if scope["type"] == "http" else without_traceback)


class Server(uvicorn.Server):
    """Serves an application until it is told to end."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        given: Any = partial(attend, app)
        self.crowd = Crowd(app.state.limits.factor, app.state.proxies)
        protocol: Any = partial(Connection, self.crowd, app.state)
        super().__init__(
            uvicorn.Config(
                given,
                interface="asgi3",
                http=protocol,
                ws="none",
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # the doors find out who is calling
                server_header=False,
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=round(PARTING) + AFTER_PARTING,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.hall.hub.close()
        asyncio.get_running_loop().call_later(PARTING, self.break_off)
        await super().shutdown(sockets)

    def break_off(self) -> None:
        """There may be some who never take their answers."""
        for connection in [*self.server_state.connections]:
            connection.transport.abort()
