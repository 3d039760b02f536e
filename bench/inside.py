"""What a decision costs the server itself: the application is called directly, without network and client.

    python bench/inside.py                         JSON on wires, 20 tables of four
    python bench/inside.py --mode requests         JSON, a request a decision and a stream each
    python bench/inside.py --mode html --game romains
    python bench/inside.py --mode html --patient   nobody decides before all four have seen the last decision
    python bench/inside.py --profile cumulative    where it goes

Everybody has an open stream and decides as soon as they are asked. Counted is the processor time of the
event loop's thread for each decision, with everything that follows from it: what is sent to the four of them
included, what clients and the network take left out. On a busy machine that is steadier than a rate. Who is
behind gets the newest only; where all are patient, everybody is shown every decision.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import re
import tempfile
import time
from contextlib import nullcontext
from typing import Any
from urllib.parse import urlencode

import msgspec

from oppidum import games
from oppidum.tables import Hall, HumanSeat, Settings, open_hall, seating, visitors
from oppidum.web import logs
from oppidum.web.app import create_app
from oppidum.web.guest import signer
from oppidum.web.server import search_rarely_for_garbage
from oppidum.web.wire import opened

VERSION = re.compile(r'data-version="(\d+)"')
CHOICES = re.compile(r'name="move" value="([^"]+)"')


class Shown(msgspec.Struct):
    """What a player looks at in a table."""

    version: int
    status: str
    legal: list[str]


class Changed(msgspec.Struct):
    """What is told of a table on a wire, as far as a player looks at it."""

    version: int
    legal: list[str] | None = None


class Told(msgspec.Struct):
    told: str
    version: int = 0
    changed: Changed | None = None


decode = msgspec.json.Decoder(Shown).decode
decode_told = msgspec.json.Decoder(Told).decode


class Person:
    def __init__(self, run: Run, code: str, visitor: visitors.Visitor) -> None:
        self.run, self.code = run, code
        token = visitors.new_token(run.hall, visitor.id)
        signed = signer(run.hall).dumps([visitor.id, visitor.stamp])
        self.headers = (
            [(b"authorization", f"Bearer {token}".encode()), (b"content-type", b"application/json")]
            if run.json
            else [
                (b"cookie", f"oppidum={signed}; oppidum-look=motion=off&confirm=off".encode()),
                (b"content-type", b"application/x-www-form-urlencoded"),
                (b"sec-fetch-site", b"same-origin"),
                (b"hx-request", b"true"),
                (b"oppidum-page", visitor.id.encode()),
            ]
        )
        self.page = visitor.id
        self.version = self.decided = 0
        self.choices: list[str] = []
        self.news = asyncio.Event()
        self.company: Company | None = None  # where all are patient

    def took(self, text: str) -> None:
        self.run.frames += 1
        if self.run.json:
            shown = decode(text)
            version, choices = shown.version, shown.legal
        else:
            found = VERSION.search(text)
            version, choices = int(found[1]) if found else 0, CHOICES.findall(text)
        if version >= self.version:
            self.version, self.choices = version, choices
            self.news.set()
            if self.company:
                self.company.look()

    async def watch(self) -> None:
        path, query = (f"/api/tables/{self.code}/events", "")
        if not self.run.json:
            path, query = f"/t/{self.code}/live", f"known=0&page={self.page}"
        gone = asyncio.Event()

        async def receive() -> Any:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            for each in message.get("body", b"").decode().split("\n\n"):
                if data := "\n".join(line[6:] for line in each.split("\n") if line.startswith("data: ")):
                    self.took(data)

        await self.run.app(self.scope("GET", path, query), receive, send)

    async def play(self) -> None:
        while True:
            self.news.clear()
            if self.choices and self.version >= self.decided:
                async with self.company or nullcontext():
                    if self.choices:
                        await self.decide(self.run.luck.choice(self.choices))
            else:
                await self.news.wait()

    async def decide(self, move: str) -> None:
        known = {"move": move.replace("&#39;", "'"), "seen": self.version}
        path = f"/api/tables/{self.code}/moves" if self.run.json else f"/t/{self.code}/move"
        body = msgspec.json.encode(known) if self.run.json else urlencode(known).encode()
        status, parts = 0, list[bytes]()

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        await self.run.app(self.scope("POST", path, "", len(body)), receive, send)
        text = b"".join(parts).decode()
        if status >= 400:
            self.choices = []
            self.run.refused += 1
            return
        self.run.moves += 1
        if self.run.json:
            self.decided = msgspec.json.decode(text)["version"]
            self.choices = self.choices if self.version >= self.decided else []
        elif text:
            self.took(text)

    def scope(self, method: str, path: str, query: str, length: int = 0) -> Any:
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [*self.headers, (b"host", b"here"), (b"content-length", str(length).encode())],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "state": {},
        }


class Connection:
    """A wire of somebody who reads at once: what the server writes is taken there and then."""

    def __init__(self, person: OnAWire) -> None:
        self.person = person

    def write(self, data: bytes) -> None:
        self.person.take(data)

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def close(self) -> None: ...


class OnAWire(Person):
    """Watches and decides on one wire."""

    async def watch(self) -> None:
        scope = self.scope("GET", "/api/socket", "")
        scope["headers"] += [
            (b"upgrade", b"websocket"),
            (b"connection", b"Upgrade"),
            (b"sec-websocket-version", b"13"),
            (b"sec-websocket-key", b"AAAAAAAAAAAAAAAAAAAAAA=="),
        ]
        _, wire = opened(self.run.app.state, scope, Connection(self))  # pyright: ignore[reportArgumentType]
        assert wire
        self.wire = wire
        self.deciding = False
        self.say({"do": "watch", "table": self.code})
        await asyncio.Event().wait()

    def say(self, message: Any) -> None:
        """A frame as clients send them, in a turn of the loop of its own."""
        body = msgspec.json.encode(message)
        length = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
        asyncio.get_running_loop().call_soon(self.wire.receive, b"\x81" + length + bytes(4) + body)

    def take(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            is_text, size = data[at] == 0x81, data[at + 1]
            at += 2
            if size > 125:
                wide = 2 if size == 126 else 8
                size, at = int.from_bytes(data[at : at + wide]), at + wide
            if is_text:  # no question whether anybody is there
                self.told(data[at : at + size])
            at += size
        if self.choices and not self.deciding and self.version >= self.decided:
            self.deciding = True
            move = self.run.luck.choice(self.choices)
            self.say({"do": "decide", "table": self.code, "move": move, "seen": self.version})

    def told(self, message: bytes) -> None:
        told = decode_told(message)
        if told.told == "table" and told.changed:
            self.run.frames += 1
            self.version = told.changed.version
            if told.changed.legal is not None:
                self.choices = told.changed.legal
        elif told.told == "decided":
            self.run.moves += 1
            self.decided, self.deciding = told.version, False
        else:
            self.run.refused += 1
            self.choices, self.deciding = [], False

    async def play(self) -> None:
        """It does, as soon as it is told something."""


class Company:
    """Those at one table: one decides, then all look."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.turn, self.all_alike = asyncio.Lock(), asyncio.Event()

    def look(self) -> None:
        if len({person.version for person in self.people}) == 1:
            self.all_alike.set()
        else:
            self.all_alike.clear()

    async def __aenter__(self) -> None:
        await self.turn.acquire()

    async def __aexit__(self, *_: object) -> None:
        await self.all_alike.wait()
        self.turn.release()


class Run:
    def __init__(self, hall: Hall, asked: argparse.Namespace) -> None:
        self.hall = hall
        self.json = asked.mode != "html"
        self.person = OnAWire if asked.mode == "json" else Person
        self.patient = asked.patient
        self.app: Any = create_app(hall, rate=1e6)
        self.luck = random.Random(1)
        self.moves = self.frames = self.refused = 0
        options = {"hands": "8"} if asked.game == "cartes" else {}
        self.settings = Settings(asked.game, (HumanSeat(),) * 4, options=options, confirm=False)

    def table(self) -> list[Person]:
        people = [visitors.arrive(self.hall, f"Player {n}") for n in range(4)]
        code = seating.open_table(self.hall, people[0].visitor.id, self.settings)
        for each in people:
            seating.sit(self.hall, code, each.visitor.id)
        seating.start(self.hall, code, people[0].visitor.id)
        company = [self.person(self, code, each.visitor) for each in people]
        if self.patient:
            together = Company(company)
            for person in company:
                person.company = together
        return company

    async def __call__(self, tables: int, seconds: float, profile: cProfile.Profile | None = None) -> float:
        """Play so long. Returns the processor time of all threads together, in seconds for a decision."""
        people = [person for _ in range(tables) for person in self.table()]
        self.hall.writer.at_once.serve(asyncio.get_running_loop())  # as `web.app` does
        tasks = [asyncio.ensure_future(person.watch()) for person in people]
        tasks += [asyncio.ensure_future(person.play()) for person in people]
        await asyncio.sleep(seconds / 3)
        self.moves = self.frames = 0
        search_rarely_for_garbage()
        begun, used, by_all = time.perf_counter(), time.thread_time(), time.process_time()
        if profile:
            profile.enable()
        await asyncio.sleep(seconds)
        if profile:
            profile.disable()
        used, took = time.thread_time() - used, time.perf_counter() - begun
        by_all = (time.process_time() - by_all) / max(1, self.moves)
        print(
            f"{self.moves} decisions, {self.frames} messages, {self.refused} refused; of the event loop "
            f"{used / self.moves * 1e6:.1f} µs a decision and {used / self.frames * 1e6:.1f} µs a message; "
            f"{self.moves / took:.0f} decisions/s, {self.frames / took:.0f} messages/s"
        )
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return by_all


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--mode", choices=("json", "requests", "html"), default="json")
    parser.add_argument("--game", choices=list(games.catalogue()), default="cartes")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--patient", action="store_true", help="all four see every decision before the next")
    parser.add_argument("--profile", metavar="ORDER", help="cumulative or tottime")
    asked = parser.parse_args()
    if asked.patient and asked.mode != "html":
        parser.error("Only boards are waited for: --patient goes with --mode html.")
    profile = cProfile.Profile(time.thread_time) if asked.profile else None
    logs.configure("error")
    with tempfile.TemporaryDirectory() as folder, open_hall(f"{folder}/inside.sqlite3", work=False) as hall:
        asyncio.run(Run(hall, asked)(asked.tables, asked.seconds, profile))
    if profile:
        pstats.Stats(profile).sort_stats(asked.profile).print_stats(60)


if __name__ == "__main__":
    main()
