"""The lane: what programs do at tables, past the framework.

A decision takes the rules and the store some hundred microseconds, and so does the table as a message to who
watches it; to be routed, taken apart and put together by a framework would take as long again. So decisions
are answered and streams are fed here, before anything is routed. What the answers are, and how they are
described to programs, stands with the other calls (`api.play`, `api.tables`).
"""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ASGIApp, Receive, Scope, Send

from oppidum.tables import Hall
from oppidum.web.api.caller import Caller, caller_with
from oppidum.web.api.deeds import Move
from oppidum.web.api.play import answer_move
from oppidum.web.api.tables import events_of
from oppidum.web.doors import headers_of
from oppidum.web.refusal import UNREADABLE, note, refusal_of
from oppidum.words import language, preferred

DECISION = re.compile(r"/api/tables/([^/]{1,80})/moves\Z")
STREAM = re.compile(r"/api/tables/([^/]{1,80})/events\Z")
LARGEST = 64 * 1024

decode = msgspec.json.Decoder(Move).decode


class Lane:
    def __init__(self, app: ASGIApp, state: Any) -> None:
        self.app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        method, told = scope.get("method"), cast(dict[str, Any], scope)
        if method == "POST" and (found := DECISION.match(scope["path"])):
            told["path_template"] = "/api/tables/{code}/moves"
            await self.decide(found[1], scope, receive, send)
        # Who looks with other eyes than their own has to be understood first.
        elif method == "GET" and (found := STREAM.match(scope["path"])) and not scope["query_string"]:
            told["path_template"] = "/api/tables/{code}/events"
            await self.stream(found[1], scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def caller(self, scope: Scope, headers: dict[bytes, bytes]) -> Caller:
        hall: Hall = self.state.hall
        address: str = scope.get("state", {}).get("address", "unknown")
        authorization = headers.get(b"authorization", b"").decode("latin-1")
        return caller_with(hall, self.state.limits, address, authorization)

    async def decide(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        try:
            body = await whole_body(receive)
            status, told = await self.moved(code, headers, scope, body)
        except Exception as error:
            await refuse(error, scope, headers, send)
            return
        await answer(status, told, send)

    async def moved(
        self, code: str, headers: dict[bytes, bytes], scope: Scope, body: bytes
    ) -> tuple[int, msgspec.Struct]:
        caller = self.caller(scope, headers)
        try:
            wanted = decode(body)
        except (msgspec.MsgspecError, *UNREADABLE):
            raise ValidationException from None
        return await answer_move(caller, code, wanted)

    async def stream(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        try:
            caller = self.caller(scope, headers)
            events = events_of(caller, code, None)
        except Exception as error:
            await refuse(error, scope, headers, send)
            return
        await events(scope, receive, send)


async def whole_body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message: Any = await receive()
        if message["type"] == "http.disconnect":  # in the middle of it
            raise ValidationException
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST:
            raise HTTPException(status_code=413)
        if not message.get("more_body", False):
            break
    return b"".join(parts)


async def answer(status: int, told: msgspec.Struct, send: Send) -> None:
    content = msgspec.json.encode(told)
    headers = answer_headers(status, content)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


async def refuse(error: Exception, scope: Scope, headers: dict[bytes, bytes], send: Send) -> None:
    t = language(preferred(headers.get(b"accept-language", b"").decode("latin-1")))
    status, told = refusal_of(error, t)
    note(scope, status, error)
    await answer(status, told, send)


def answer_headers(status: int, content: bytes) -> list[tuple[bytes, bytes]]:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(content)).encode()),
    ]
    if status >= 400:
        headers.append((b"cache-control", b"no-store"))
    if status == 429:
        headers.append((b"retry-after", b"10"))
    return headers
