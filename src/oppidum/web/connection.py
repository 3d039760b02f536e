"""A connection, and how the application is served on many: Uvicorn, with what it leaves to others.

Uvicorn's protocol waits for ever for the rest of a request, and keeps whatever is sent as its head. Here a
request has to be whole within a while, and its head of a reasonable size. Live boards are answers that do not
end: whoever closes the house ends them first.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 64 * 1024
WHOLE_WITHIN = 30.0  # seconds
IDLE = 75  # seconds that an open connection waits for the next request: longer than a proxy in front does
PARTING = 3  # seconds until answers that are still on their way are broken off


class Connection(HttpToolsProtocol):
    """One connection to a browser, a program or a proxy."""

    head = 0  # bytes of a request of which the head is not whole yet
    in_head = True
    coming: asyncio.TimerHandle | None = None  # while a request is on its way

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self.expect_whole()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_whole()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self.in_head
        super().data_received(data)
        if self.transport.is_closing():
            return
        self.head = self.head + len(data) if before and self.in_head else 0
        if self.head > LARGEST_HEAD:
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head = True
        if self.coming is None:
            self.expect_whole()

    def on_headers_complete(self) -> None:
        self.in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.is_whole()
        super().on_message_complete()

    def expect_whole(self) -> None:
        self.coming = self.loop.call_later(WHOLE_WITHIN, self.transport.close)

    def is_whole(self) -> None:
        if self.coming:
            self.coming.cancel()
            self.coming = None


class Server(uvicorn.Server):
    """Serves an application until it is told to end."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        given: Any = app  # as ASGI
        super().__init__(
            uvicorn.Config(
                given,
                http=Connection,
                ws="none",
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=False,  # the doors find out who is calling
                server_header=False,
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=PARTING,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.state.hall.hub.close()
        await super().shutdown(sockets)
