"""A house, and what is asked of it: calls of programs, forms and pages of browsers, and what stands above."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from spoiling import Broken, Try, spoil, spoil_value

from oppidum.tables import bots_at_work, open_hall, seating, visitors
from oppidum.web.app import create_app
from oppidum.web.doors import HEADERS
from oppidum.web.guest import IDENTITY, PREFERENCES, signer

PROMISED = {name.encode().lower(): value.encode() for name, value in HEADERS.items()}
loop = asyncio.new_event_loop()

Headers = list[tuple[bytes, bytes]]
LOOKS = ("", "?as=1", "/history?since=1", "/steps?first=0&last=1", "/record", "/wait?seconds=0&version=0")
DEEDS: list[tuple[str, Any]] = [
    ("/moves", {"move": "nonsense", "seat": 1}),
    ("/chat", {"text": ""}),
    ("/take-back", {"seat": 1, "ask": False}),
    ("/sit", {"seat": 9}),
    ("/mute", {"line": 99, "mute": True}),
]
ELSEWHERE: list[tuple[str, Any]] = [
    ("/api/visitors", {"name": ""}),
    ("/api/play", {"game": "none", "players": 2, "level": "random"}),
    ("/api/tables", {"game": "none", "seats": ["human", "bot:none"], "options": {"hands": "4"}}),
]


CALLS = ("/api/games", "/api/tables", "/api/me", "/api/me/tables", "/api/me/finished?before=1", "/api/boxes")
AT_THE_TABLE: list[tuple[str, dict[str, str]]] = [
    ("/move", {"move": "bid 1", "confirmed": "yes"}),
    ("/say", {"phrase": "hello"}),
    ("/sit", {"seat": "9"}),
    ("/bot", {"seat": "1", "level": "none"}),
    ("/dress", {"seat": "1", "character": "x", "colour": "99"}),
    ("/ready", {"ready": "yes", "contribution": "00", "commitment": "00"}),
    ("/take-back", {"seat": "1"}),
    ("/answer", {"agree": "yes"}),
    ("/mute", {"line": "99"}),
    ("/what-if", {"after": "1", "seat": "1"}),
]
FORMS: list[tuple[str, dict[str, str]]] = [
    ("/open", {"game": "none", "players": "2", "seat1": "human", "seat2": "bot:none", "found": "listed"}),
    ("/play", {"game": "none", "players": "2", "level": "none"}),
    ("/settings/name", {"name": "Fuzz"}),
    ("/settings/look", {"look": "dark", "language": "fr", "back": "/settings"}),
    ("/settings/recover", {"code": "abcd-efgh-ijkl-mnop"}),
    ("/push/subscribe", {"endpoint": "https://example.org/x", "p256dh": "AAAA", "auth": "AAAA"}),
    ("/push/end", {"endpoint": "https://example.org/x"}),
]
ABOVE: Headers = [
    (b"accept-language", b"fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5"),
    (b"accept-encoding", b"gzip;q=1.0, identity; q=0.5, *;q=0"),
    (b"origin", b"http://here"),
    (b"referer", b"http://here/t/x"),
    (b"x-forwarded-for", b"192.0.2.1, [2001:db8::1]:4711, 10.0.0.1"),
    (b"x-forwarded-proto", b"https"),
    (b"last-event-id", b"7-2+"),
    (b"hx-request", b"true"),
    (b"oppidum-page", b"page-1"),
    (b"content-length", b"12"),
    (b"range", b"bytes=0-10"),
    (b"if-none-match", b'"abc"'),
    (b"authorization", b"Bearer oppidum_x"),
]


@dataclass
class House:
    """A house without a socket: requests go straight to what answers them."""

    app: Any
    hall: Any
    me: str
    headers: Headers  # of a program …
    browser: Headers  # … and of a browser, who are the same person
    code: str
    requests: list[tuple[str, str, Any]] = field(default_factory=list[tuple[str, str, Any]])

    async def ask(
        self, method: str, path: str, body: bytes, headers: Headers | None = None
    ) -> tuple[int, dict[bytes, bytes], bytes]:
        plain, _, query = path.partition("?")
        headers = self.headers if headers is None else headers
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "method": method, "scheme": "http", "path": plain, "raw_path": plain.encode(errors="replace"),
            "query_string": query.encode(errors="replace"), "root_path": "", "headers": headers,
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
        }  # fmt: skip
        sent: list[dict[str, Any]] = []
        given = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            return next(given, None) or {"type": "http.disconnect"}

        async def send(part: Any) -> None:
            sent.append(part)

        await self.app(scope, receive, send)
        start = next(part for part in sent if part["type"] == "http.response.start")
        whole = b"".join(part.get("body", b"") for part in sent if part["type"] == "http.response.body")
        return start["status"], {name.lower(): value for name, value in start["headers"]}, whole

    def version(self) -> int:
        return self.hall.look(self.code).version

    def answered(
        self, method: str, path: str, sent: bytes, headers: Headers | None = None, told: bool = True
    ) -> bool:
        """Whether it was right; what nobody promised raises. `told`: a refusal comes with a sentence."""
        before = self.version()
        status, given, answer = loop.run_until_complete(self.ask(method, path, sent, headers))
        what = f"{method} {path!r} {sent[:200]!r} {headers or ''} gives {status} {answer[:200]!r}"
        if status >= 500 or not PROMISED.items() <= given.items():
            raise Broken(what)
        if status >= 400:
            said = (
                json.loads(answer)["message"]
                if path.startswith("/api/") and told
                else answer.decode(errors="replace")
            )
            if (told and not said.strip()) or self.version() != before:
                raise Broken(what)
        return status < 400


@contextmanager
def house() -> Iterator[House]:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_hall(Path(folder) / "fuzz.sqlite3", pace=0.0, work=False, durable=False) as hall,
    ):
        me = visitors.arrive(hall, "Fuzz").visitor
        code = seating.play_now(hall, me.id, "cartes", players=2, level="random")
        bots_at_work.work_now(hall)
        token = visitors.new_token(hall, me.id)
        program = [(b"authorization", f"Bearer {token}".encode()), (b"content-type", b"application/json")]
        signed = signer(hall).dumps([me.id, me.stamp])
        browser = [
            (b"cookie", f"{IDENTITY}={signed}; {PREFERENCES}=language=cs&motion=off".encode()),
            (b"sec-fetch-site", b"same-origin"),
            (b"host", b"here"),
            (b"content-type", b"application/x-www-form-urlencoded"),
        ]
        # As behind a proxy, so that what it adds is read, too.
        built = House(create_app(hall, rate=1e9, proxies=1), hall, me.id, program, browser, code)
        at = f"/api/tables/{code}"
        built.requests = [
            *(("GET", at + path, None) for path in LOOKS),
            *(("GET", path, None) for path in CALLS),
            ("POST", f"{at}/moves", {"move": "bid 1", "seat": 2, "seen": built.version()}),
            *(("POST", at + path, body) for path, body in DEEDS),
            *(("POST", path, body) for path, body in ELSEWHERE),
        ]
        yield built


def in_path(path: str, luck: random.Random) -> str:
    """Spoilt, but no stream, which would not end."""
    spoilt = "/" + spoil(path[1:], luck).lstrip("/")
    for endless in ("/wait", "/events", "/live", "/socket"):
        spoilt = spoilt.replace(endless, "/w")
    return spoilt


def api(house: House) -> Try:
    """Of programs: JSON."""

    def attempt(luck: random.Random) -> bool:
        method, path, body = luck.choice(house.requests)
        if body is None or luck.random() < 0.3:
            path = in_path(path, luck)
        sent = b"" if body is None else json.dumps(body).encode()
        if body is not None and luck.random() < 0.8:
            whole = luck.random() < 0.5
            text = json.dumps(spoil_value(body, luck)) if whole else spoil(json.dumps(body), luck)
            sent = text.encode(errors="surrogatepass")
        return house.answered(method, path, sent)

    return attempt


def forms(house: House) -> Try:
    """Of browsers: fields, with a cookie."""
    at = f"/t/{house.code}"
    known = [*((at + path, fields) for path, fields in AT_THE_TABLE), *FORMS]

    def attempt(luck: random.Random) -> bool:
        path, fields = luck.choice(known)
        fields = {"seen": str(house.version()), **fields}
        if luck.random() < 0.3:
            path = in_path(path, luck)
        if luck.random() < 0.5:
            spoilt = spoil_value(fields, luck)
            pairs = spoilt.items() if isinstance(spoilt, dict) else [("move", spoilt)]
            text = urlencode([(str(name), str(value)) for name, value in pairs], errors="replace")
        else:
            text = spoil(urlencode(fields), luck)
        hasty = [(b"hx-request", b"true")] * (luck.random() < 0.5)
        body = text.encode(errors="surrogatepass")
        return house.answered("POST", path, body, [*house.browser, *hasty])

    return attempt


def heads(house: House) -> Try:
    """What stands above a request: cookies, and everything else that a browser, a program or a proxy says."""
    pages = ["/", f"/t/{house.code}", f"/t/{house.code}/inside", "/settings", "/you", "/new/cartes", "/about"]
    asked = [
        *(("GET", path, b"") for path in (*pages, "/api/me", "/metrics", "/health", "/robots.txt")),
        ("POST", "/settings/look", b"look=dark&back=/"),
        ("POST", f"/t/{house.code}/say", b"phrase=none"),
        ("POST", "/api/visitors", b'{"name": ""}'),
    ]
    said = [*house.browser, *house.headers, *ABOVE]

    def attempt(luck: random.Random) -> bool:
        method, path, body = luck.choice(asked)
        headers = [*house.browser, *luck.sample(said, 2)]
        at = luck.randrange(len(headers))
        name, value = headers[at]
        text = value.decode("latin-1")
        text = quote(spoil(text, luck), errors="replace") if luck.random() < 0.2 else spoil(text, luck)
        headers[at] = name, text.encode("latin-1", "replace")
        if luck.random() < 0.2:
            headers.append((name, value))
        # Some of what is asked above is answered with nothing below.
        return house.answered(method, path, body, headers, told=False)

    return attempt
