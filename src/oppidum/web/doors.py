"""The doors: what every request passes through, whatever it asks for.

Security headers on every answer, the origin check and the rate limits on every change, one log line and the
metrics. Written as plain ASGI so that nothing, not even an unknown path, goes around it.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from oppidum.web import logs, metrics
from oppidum.web.limits import Limits
from oppidum.web.refusal import refuse
from oppidum.web.requests import headers_of

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS = SAFE_METHODS | {"POST", "PUT", "PATCH", "DELETE"}
REQUESTS_AT_ONCE = 256  # that are given a name
STREAMS = ("/live", "/events", "/wait")

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # the address of a private table is its key
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
ENCODED_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def same_origin(headers: dict[bytes, bytes]) -> bool:
    """Does this change come from one of our own pages, or from a program with a token?"""
    site = headers.get(b"sec-fetch-site")
    if site:
        return site in (b"same-origin", b"none")
    source = headers.get(b"origin") or headers.get(b"referer")
    if source:
        try:
            return urlsplit(source).netloc == headers.get(b"host")
        except ValueError:  # no address at all
            return False
    # No browser. A cookie without an origin is refused: a token is what programs have.
    return b"cookie" not in headers


UNKNOWN = "unknown"  # far away, and all who are so count as one


def client_address(scope: Scope, proxies: int) -> str:
    """Who is calling: the peer, or what the outermost of our own proxies has seen. What a visitor writes into
    the header stands further left, whether in the same line or in one before, and is not believed."""
    client = scope.get("client")
    peer = client[0] if client else "here"
    if not proxies:
        return peer
    lines = [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == b"x-forwarded-for"]
    told = [part.strip() for part in ",".join(lines).split(",")] if lines else []
    if not told:
        return peer
    return plain_address(told[-proxies]) if len(told) >= proxies else UNKNOWN


def plain_address(text: str) -> str:
    """Without a port, and nothing but an address."""
    found = re.fullmatch(r"\[(.*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+", text)
    try:
        return str(ipaddress.ip_address((found[1] or found[2]) if found else text))
    except ValueError:
        return UNKNOWN


def asks_for_headers(scope: Scope) -> bool:
    """HEAD: what GET would answer, without the body. Streams have no end that one could wait for."""
    return scope["type"] == "http" and scope["method"] == "HEAD" and not scope["path"].endswith(STREAMS)


def names_of_requests() -> Iterator[str]:
    """Chance from the system takes a tenth of a decision each time, however much one asks for.

    Numbers would be cheaper, but tell each visitor how much the others do.
    """
    while True:
        found = secrets.token_hex(REQUESTS_AT_ONCE * 6)
        yield from (found[at : at + 12] for at in range(0, len(found), 12))


class Doors:
    def __init__(self, app: ASGIApp, limits: Limits, proxies: int = 0) -> None:
        self.app = app
        self.limits = limits
        self.proxies = proxies
        self.names = names_of_requests()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0
        request_id = next(self.names)
        scope.setdefault("state", {})["address"] = client_address(scope, self.proxies)
        inner: Any = dict(scope, method="GET") if asks_for_headers(scope) else scope

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if inner is not scope and message["type"] == "http.response.body":
                message["body"] = b""
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message.get("headers", [])
                given = {name for name, _ in own}
                usual = [pair for pair in ENCODED_HEADERS if pair[0] not in given]
                message["headers"] = [*own, *usual, (b"x-request-id", request_id.encode())]
            await send(message)

        try:
            if reason := self.refusal(scope):
                await refuse(scope, receive, send_with_headers, reason)
            else:
                await self.app(inner, receive, send_with_headers)
        except Exception as error:
            logs.failure(inner.get("path_template") or "-", error)
            if not status:
                await refuse(scope, receive, send_with_headers, "unexpected")
        finally:
            self.note(inner, status or 500, time.perf_counter() - begun, request_id)

    def refusal(self, scope: Any) -> str | None:
        if scope["method"] not in SAFE_METHODS and not same_origin(headers_of(scope)):
            return "origin"
        if not self.limits.allow(scope):
            return "rate"
        return None

    def note(self, scope: Any, status: int, seconds: float, request_id: str) -> None:
        # The template and not the path: the code of a private table is a secret. And no method that somebody
        # has made up: each would be counted for ever under a name of its own.
        route = scope.get("path_template") or "-"
        method = scope["method"] if scope["method"] in METHODS else "other"
        metrics.count_request(method, route, status, None if route.endswith("/live") else seconds)
        logs.request(request_id, method, route, status, seconds)
