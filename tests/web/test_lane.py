"""The lane: forms of a table and streams for programs, past the framework."""

from __future__ import annotations

import asyncio
import json
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from oppidum.tables import HumanSeat, Settings, open_hall, playing, seating, visitors
from oppidum.web.app import create_app


@pytest.fixture
def hall(tmp_path):
    with open_hall(tmp_path / "store.sqlite3", work=False, durable=False) as opened:
        yield opened


@pytest.fixture
def people(hall):
    return [visitors.arrive(hall, name).visitor.id for name in ("Ada", "Ben")]


@pytest.fixture
def code(hall, people):
    table = seating.open_table(hall, people[0], Settings("cartes", (HumanSeat(), HumanSeat())))
    for person in people:
        seating.sit(hall, table, person)
    seating.start(hall, table, people[0])
    return table


class Reader:
    """Somebody at the other end of a stream."""

    def __init__(self, hall, path, query="", **headers):
        self.app = create_app(hall)
        self.gone = asyncio.Event()
        self.sent = asyncio.Queue()
        given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        self.scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": given,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "state": {},
        }
        self.asked = False

    async def receive(self):
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def __aenter__(self):
        app: Any = self.app
        self.task = asyncio.create_task(app(self.scope, self.receive, self.sent.put))
        self.start = await asyncio.wait_for(self.sent.get(), 60)
        self.headers = {name.decode(): value.decode() for name, value in self.start["headers"]}
        return self

    async def __aexit__(self, *_):
        self.gone.set()
        await asyncio.wait_for(self.task, 60)

    async def body(self):
        return (await asyncio.wait_for(self.sent.get(), 60))["body"]


def run(coroutine):
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, coroutine).result()


def table_in(message):
    lines = message.decode().splitlines()
    return json.loads(next(line for line in lines if line.startswith("data: ")).removeprefix("data: "))


def token_of(hall, person):
    return f"Bearer {visitors.new_token(hall, person, 'test')}"


def test_a_stream_tells_the_present_and_what_follows_and_ends_with_its_reader(hall, people, code):
    async def watching():
        token = token_of(hall, people[0])
        async with Reader(hall, f"/api/tables/{code}/events", authorization=token) as reader:
            assert reader.start["status"] == 200
            assert reader.headers["content-type"].startswith("text/event-stream")
            assert reader.headers["cache-control"] == "no-store, no-transform"
            assert "content-security-policy" in reader.headers
            first = table_in(await reader.body())
            assert first["as_seat"] == 1
            assert "bid 7" in first["legal"]
            assert hall.hub.count() == 1
            await asyncio.to_thread(playing.move, hall, code, people[0], "bid 7")
            second = table_in(await reader.body())
            assert second["version"] == first["version"] + 1
            assert second["legal"] == []
        assert hall.hub.count() == 0

    run(watching())


def test_a_board_that_is_left_in_the_middle_is_no_error(hall, people, code, caplog):
    async def watching():
        async with Reader(hall, f"/t/{code}/live", "known=0") as reader:
            assert reader.headers["content-type"].startswith("text/event-stream")
            assert await reader.body() == b": welcome\n\n"
            assert b'data-version="' in await reader.body()
            playing.move(hall, code, people[0], "bid 7")  # its frame is on the way when they go
        assert hall.hub.count() == 0
        assert reader.task.exception() is None

    run(watching())
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


def test_the_framework_tells_the_same(hall, people, code):
    async def both():
        token = token_of(hall, people[1])
        path = f"/api/tables/{code}/events"
        told = []
        for query in ("", "as=2"):
            async with Reader(hall, path, query, authorization=token) as reader:
                assert reader.start["status"] == 200
                told.append({**table_in(await reader.body()), "now": 0})
        assert told[0] == told[1]

    run(both())


def test_a_stream_is_compressed_once_for_who_wants_it(hall, people, code):
    async def watching():
        async with Reader(hall, f"/api/tables/{code}/events", accept_encoding="gzip") as reader:
            assert reader.headers["content-encoding"] == "gzip"
            table = table_in(zlib.decompressobj(31).decompress(await reader.body()))
            assert table["as_seat"] is None

    run(watching())


@pytest.mark.parametrize(
    ("headers", "status"), [({}, 404), ({"authorization": "Bearer of bad news"}, 401)], ids=["code", "token"]
)
def test_refusals_come_before_the_stream(hall, code, headers, status):
    async def refused():
        path = "/api/tables/aaaaaaaaaaaaaaaa/events" if status == 404 else f"/api/tables/{code}/events"
        async with Reader(hall, path, **headers) as reader:
            assert reader.start["status"] == status
            assert json.loads(await reader.body())["message"]
        assert hall.hub.count() == 0

    run(refused())
