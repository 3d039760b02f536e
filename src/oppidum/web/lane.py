"""The lane: what is done at tables, past the framework.

A decision takes the rules and the store some hundred microseconds, and so does the table as a message to who
watches it; to be routed, taken apart and put together by a framework would take longer than both. So
decisions of programs and the forms of a table's page are answered and programs' streams are fed here, before
anything is routed. What the answers are stands with the other calls (`api.play`, `api.tables`), where they
are described to programs, and with the page of a table (`pages.at_the_table`).
"""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
from litestar import Request, Response
from litestar.exceptions import ValidationException
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from oppidum.tables import Hall
from oppidum.web.api.caller import Caller, caller_with
from oppidum.web.api.deeds import Move
from oppidum.web.api.play import answer_move
from oppidum.web.api.tables import events_of
from oppidum.web.guest import guest_in
from oppidum.web.pages.at_the_table import DEEDS, Deed, do
from oppidum.web.refusal import UNREADABLE, note, on_error, refusal_of
from oppidum.web.requests import form_in, headers_of, whole_body
from oppidum.web.streams import squeezed, takes_gzip
from oppidum.words import language, preferred

DECISION = re.compile(r"/api/tables/([^/]{1,80})/moves\Z")
STREAM = re.compile(r"/api/tables/([^/]{1,80})/events\Z")
FORM = re.compile(r"/t/([^/]{1,80})/([a-z-]{1,20})\Z")
WORTH_SQUEEZING = 600  # bytes

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
        elif method == "POST" and (found := FORM.match(scope["path"])) and found[2] in DEEDS:
            told["path_template"] = "/t/{code}/{deed}"
            await self.fill_in(found[1], found[2], scope, receive, send)
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

    async def fill_in(self, code: str, deed: str, scope: Scope, receive: Receive, send: Send) -> None:
        """A form of a table's page."""
        headers = headers_of(scope)
        request: Request[Any, Any, Any] = Request(cast(HTTPScope, scope), receive, send)
        try:
            form = form_in(await whole_body(receive))
            page = headers.get(b"oppidum-page", b"").decode("latin-1")
            done = await do(deed, Deed(guest_in(self.state, scope), code, form, page))
        except Exception as error:
            done = on_error(request, error)
        if isinstance(done.content, str):
            await show(done, takes_gzip(headers.get(b"accept-encoding", b"")), send)
        else:
            await done.to_asgi_response(None, request)(scope, receive, send)


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


async def show(drawn: Response[str], gzip: bool, send: Send) -> None:
    """A board, or something else that is drawn."""
    body = drawn.content.encode()
    headers = [(name.encode(), value.encode("latin-1")) for name, value in drawn.headers.items()]
    headers.append((b"content-type", b"text/html; charset=utf-8"))
    if gzip and len(body) >= WORTH_SQUEEZING:
        body = squeezed(body)
        headers += [(b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]
    headers.append((b"content-length", str(len(body)).encode()))
    headers += [cookie.to_encoded_header() for cookie in drawn.cookies]
    await send({"type": "http.response.start", "status": drawn.status_code or 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
