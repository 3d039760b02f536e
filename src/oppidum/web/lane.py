"""The lane: decisions of programs, past the framework.

A decision takes the rules and the store some hundred microseconds; to be routed, taken apart and put together
by a framework would take it as long again. So it is answered here, before anything is routed. What the answer
is, and how it is described to programs, stands with the other calls (`api.play`).
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ASGIApp, Receive, Scope, Send

from oppidum.tables import Hall
from oppidum.web.api.caller import caller_with
from oppidum.web.api.play import answer_move
from oppidum.web.api.shapes import Move
from oppidum.web.refusal import note, refusal_of
from oppidum.words import language, preferred

PATH = re.compile(r"/api/tables/([^/]{1,80})/moves\Z")
TEMPLATE = "/api/tables/{code}/moves"
LARGEST = 64 * 1024

decode = msgspec.json.Decoder(Move).decode


class Lane:
    def __init__(self, app: ASGIApp, state: Any) -> None:
        self.app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.match(scope["path"]) if scope.get("method") == "POST" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["path_template"] = TEMPLATE  # type: ignore[typeddict-unknown-key]
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            body = await whole_body(receive)
            status, told = await self.moved(found[1], headers, scope, body)
        except Exception as error:
            t = language(preferred(headers.get(b"accept-language", "")))
            status, told = refusal_of(error, t)
            note(scope, status, error)
        content = msgspec.json.encode(told)
        start = {"type": "http.response.start", "status": status, "headers": answer_headers(status, content)}
        await send(start)  # type: ignore[arg-type]
        await send({"type": "http.response.body", "body": content, "more_body": False})

    async def moved(
        self, code: str, headers: dict[bytes, str], scope: Scope, body: bytes
    ) -> tuple[int, msgspec.Struct]:
        hall: Hall = self.state.hall
        address: str = scope["state"].get("address", "unknown")  # type: ignore[typeddict-item]
        caller = caller_with(hall, self.state.limits, address, headers.get(b"authorization", ""))
        try:
            wanted = decode(body)
        except (msgspec.MsgspecError, RecursionError):
            raise ValidationException from None
        return await answer_move(caller, code, wanted)


async def whole_body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            break
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST:
            raise HTTPException(status_code=413)
        if not message.get("more_body", False):
            break
    return b"".join(parts)


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
