"""What is said on a wire (`web.wire`), spoilt: the messages, and the frames that they come in."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from spoiling import Broken, Try, spoil, spoil_value
from spoilt_requests import House, loop

from oppidum.web.wire import Wire, opened

NOWHERE = "z" * 16  # a table that is none: what is asked of it is answered, however the one before was
PATIENCE = 20.0
UPGRADE = [
    (b"upgrade", b"websocket"),
    (b"connection", b"Upgrade"),
    (b"sec-websocket-version", b"13"),
    (b"sec-websocket-key", b"AAAAAAAAAAAAAAAAAAAAAA=="),
]
KINDS = (0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0xF1)  # of frames, and one that there is not
TOLD = {"table", "gone", "decided", "refused"}


class Line:
    """The other end of a wire, which reads at once."""

    def __init__(self, house: House) -> None:
        self.taken, self.closed = bytearray(), False
        self.wrong: list[str] = []
        scope: Any = {
            "type": "websocket", "path": "/api/socket", "query_string": b"", "client": ("127.0.0.1", 1),
            "headers": [*house.headers, *UPGRADE, (b"host", b"here")], "state": {},
        }  # fmt: skip
        transport: Any = self
        head, wire = opened(house.app.state, scope, transport)
        if wire is None:
            raise Broken(f"no wire: {head[:200]!r}")
        self.wire: Wire = wire

    def write(self, data: bytes) -> None:
        self.taken += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def messages(self) -> list[Any]:
        """All that were told whole, and no more of them."""
        found: list[Any] = []
        while len(self.taken) > 1:
            size, at = self.taken[1], 2
            if size > 125:
                wide = 2 if size == 126 else 8
                size, at = int.from_bytes(self.taken[2 : 2 + wide], "big"), 2 + wide
            if self.taken[0] == 0x81:
                found.append(json.loads(self.taken[at : at + size]))
            self.closed = self.closed or self.taken[0] == 0x88
            del self.taken[: at + size]
        return found


def frame(body: bytes, first: int = 0x81) -> bytes:
    """As clients send it; nothing is hidden by this mask."""
    size = len(body)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes([first]) + length + bytes(4) + body


def wires(house: House) -> Try:
    lines: list[Line] = []
    loop.set_exception_handler(lambda _, about: lines[-1].wrong.append(str(about.get("exception"))))
    right = [
        {"do": "watch", "table": house.code},
        {"do": "watch", "table": house.code, "as": 1},
        {"do": "leave", "table": house.code},
        {"do": "decide", "table": house.code, "move": "bid 1", "seen": 3, "id": "mine"},
        {"do": "decide", "table": house.code, "move": "bid 1", "seat": 1, "confirmed": True},
    ]

    async def say(line: Line, parts: list[bytes]) -> None:
        for part in parts:
            if not line.closed:
                line.wire.receive(part)
            await asyncio.sleep(0)

    async def hear(line: Line) -> list[Any]:
        """Until what was asked last is answered, or the wire is closed."""
        found: list[Any] = []
        end = loop.time() + PATIENCE
        while not line.closed and not any(message.get("table") == NOWHERE for message in found):
            if loop.time() > end:
                raise Broken(f"no answer on the wire after {found!r}")
            found += line.messages()
            await asyncio.sleep(0)
        return found

    def spoilt(luck: random.Random) -> bytes:
        message = luck.choice(right)
        text = (
            json.dumps(spoil_value(message, luck))
            if luck.random() < 0.5
            else spoil(json.dumps(message), luck)
        )
        return text.encode(errors="surrogatepass")[:60_000]

    async def one(luck: random.Random) -> bool:
        if not lines or lines[-1].closed:
            lines[:] = [Line(house)]
        line = lines[-1]
        body, breaks = spoilt(luck), luck.random() < 0.3
        parts = [frame(body)]
        if breaks:  # the frame is spoilt, too, or comes in pieces
            whole = bytearray(
                frame(body, luck.choice((0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0xF1)))
            )
            for _ in range(luck.randrange(3)):
                whole[luck.randrange(min(14, len(whole)))] = luck.randrange(256)
            cut = luck.randrange(len(whole))
            parts = [bytes(whole[:cut]), bytes(whole[cut:])]
        last = frame(json.dumps({"do": "watch", "table": NOWHERE}).encode())
        await say(line, [*parts, last])
        if breaks:  # whatever becomes of it: the next comes on another wire
            await asyncio.sleep(0)
            found = line.messages()
            line.closed = True
        else:
            found = await hear(line)
            if line.closed:
                raise Broken(f"{body[:200]!r} closes the wire")
        if line.closed:
            line.wire.lost()
        if line.wrong:
            raise Broken(f"{parts!r}: {line.wrong}")
        for message in found:
            if message.get("told") not in TOLD or (
                message["told"] == "refused" and not message["message"].strip()
            ):
                raise Broken(f"{body[:200]!r} is told {message!r}")
        return not breaks and not any(m["told"] == "refused" and m.get("table") != NOWHERE for m in found)

    return lambda luck: loop.run_until_complete(one(luck))
