"""A store that is locked, full, read-only or away; requests made to break something: the house goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from oppidum.tables import Hall, hint, open_hall, store, visitors
from oppidum.web import logs
from oppidum.web.app import create_app
from oppidum.web.doors import HEADERS
from oppidum.web.streams import takes_gzip

from .conftest import Person, Server, choices_in, version_in

PATIENCE = 30.0
SENTENCE = "Nothing can be saved just now"


def decide(person: Person, code: str) -> Any:
    text = person.page(f"/t/{code}")
    wanted = {"move": choices_in(text)[0], "seen": version_in(text), "confirmed": "yes"}
    return person.post(f"/t/{code}/move", wanted, hx_request="true")


def looking_goes_on_deciding_does_not(person: Person, code: str) -> None:
    before = version_in(person.page(f"/t/{code}"))
    person.page("/")
    refused = decide(person, code)
    assert refused.status_code == 503
    assert SENTENCE in refused.text
    health = person.get("/health")
    assert (health.status_code, health.json()["ok"]) == (503, False)
    assert version_in(person.page(f"/t/{code}")) == before


def all_is_well(person: Person, code: str) -> None:
    assert decide(person, code).status_code == 200
    assert person.get("/health").json()["ok"] is True


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], Person]]:
    """A house on a store at that place."""
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.2)
    opened: list[Hall] = []

    def open_at(folder: Path) -> Person:
        opened.append(open_hall(folder / "oppidum.sqlite3", pace=0.0, work=False))
        return Person(create_app(opened[-1], rate=1000), opened[-1])

    yield open_at
    for hall in opened:
        hall.close()


def test_while_somebody_holds_the_lock_everybody_can_look(house: Any, tmp_path: Path) -> None:
    person = house(tmp_path)
    code = person.play_now()
    with closing(sqlite3.connect(tmp_path / "oppidum.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        looking_goes_on_deciding_does_not(person, code)
        other.execute("ROLLBACK")
    all_is_well(person, code)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("no disk of one's own can be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_a_full_disk(house: Any, small_disk: Path) -> None:
    person = house(small_disk)
    code = person.play_now()
    filler = small_disk / "filler"
    with filler.open("wb") as file, contextlib.suppress(OSError):
        while True:
            os.write(file.fileno(), b"x" * 512)
    for _ in range(200):  # there may be some room left in the journal
        if decide(person, code).status_code != 200:
            assert person.get("/health").status_code == 503
            break
        person.bots()
    looking_goes_on_deciding_does_not(person, code)
    filler.unlink()
    all_is_well(person, code)


def test_a_store_that_becomes_read_only(house: Any, tmp_path: Path) -> None:
    person = house(tmp_path)
    code = person.play_now()
    engine = person.hall.store.engine

    def only_read(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    event.listen(engine, "connect", only_read)
    engine.dispose()
    looking_goes_on_deciding_does_not(person, code)
    event.remove(engine, "connect", only_read)
    engine.dispose()
    all_is_well(person, code)


def test_nobody_learns_where_the_store_is(
    me: Person, hall: Hall, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure()
    code = me.play_now()
    said = 'connection to server at "10.1.2.3", port 5433 failed: FATAL: database "galley" does not exist'

    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("SELECT", {}, Exception(said))

    monkeypatch.setattr(hall.store.engine, "connect", away)
    hall.people.forget()
    token = {"authorization": "Bearer oppidum_x"}
    answers = [
        me.get("/"),
        me.get(f"/t/{code}/replay"),
        me.get("/api/tables"),
        me.get("/api/me", headers=token),
        me.get("/health"),
        me.get("/metrics"),
        me.post(f"/t/{code}/say", {"text": "hello"}),
    ]
    for answer in answers:
        assert answer.status_code == 503, answer.text
        for secret in ("10.1.2.3", "5433", "galley", "FATAL"):
            assert secret not in answer.text
    assert "galley" in capfd.readouterr().err  # the host does


@pytest.mark.parametrize("name", ["origin", "referer"])
@pytest.mark.parametrize("value", ["http://[::1", "http://[x]/", "//[", "http://\u00b2"])
def test_an_origin_that_is_none_is_refused(app: Litestar, hall: Hall, name: str, value: str) -> None:
    person = Person(app, hall)
    answer = person.client.post("/api/visitors", json={"name": "x"}, headers={name.encode(): value.encode()})
    assert answer.status_code == 403
    assert HEADERS.items() <= dict(answer.headers).items()


DEEP = "[" * 1000 + "]" * 1000
NESTED = [DEEP, '{"name":' + DEEP + "}", '{"move":' * 1000 + "1" + "}" * 1000, "[" * 60_000]
NO_TEXT = [b'{"na\xed\xa0\x80me": ""}', b'{"move": "\xff"}']
NAMES = ["lists", "in a field", "objects", "without an end", "half a character", "no character"]


@pytest.mark.parametrize("body", [*NESTED, *NO_TEXT], ids=NAMES)
def test_what_is_nested_too_deep_or_no_text_is_refused(
    me: Person, body: str | bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure()
    code = me.play_now()
    me.client.cookies.clear()
    token = me.client.post("/api/visitors", json={"name": "x"}).json()["token"]
    bearer = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    for path in ("/visitors", "/tables", f"/tables/{code}/moves", f"/tables/{code}/chat", "/play"):
        answer = me.client.post("/api" + path, content=body, headers=bearer)
        assert answer.status_code == 400, (path, answer.text)
        assert answer.json()["error"] == "BadRequest"
        assert HEADERS.items() <= dict(answer.headers).items()
    assert "unexpected" not in capfd.readouterr().err  # nothing of ours is wrong


def test_where_we_go_round_in_circles_ourselves_it_is_noted(
    me: Person, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def circle(*given: Any) -> None:
        circle(*given)

    logs.configure()
    monkeypatch.setattr("oppidum.web.lane.caller_with", circle)
    answer = me.client.post("/api/tables/" + "a" * 16 + "/moves", json={"move": "x"})
    assert answer.status_code == 500
    assert "unexpected error" in capfd.readouterr().err


def test_who_waits_in_vain_for_a_connection_to_the_store_is_told_so(
    me: Person, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_free(*_: Any, **__: Any) -> None:
        raise NoneFree("QueuePool limit of size 5 overflow 10 reached, connection timed out")

    code = me.play_now()
    monkeypatch.setattr(hall.store.to_read, "connect", none_free)
    hall.people.forget()
    for answer in (me.get("/api/tables"), me.get(f"/t/{code}/replay")):
        assert answer.status_code == 503, answer.text
        assert "QueuePool" not in answer.text


def test_whatever_goes_wrong_is_answered_with_our_headers(
    me: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("oppidum.web.lane.caller_with", explode)
    answer = me.client.post("/api/tables/" + "a" * 16 + "/moves", json={"move": "x"})
    assert answer.status_code == 500
    assert answer.json()["error"] == "Unexpected"
    assert HEADERS.items() <= dict(answer.headers).items()


@pytest.mark.parametrize("path", ["/api/visitors", "/api/tables/" + "a" * 16 + "/moves", "/settings/name"])
def test_who_hangs_up_while_sending_is_no_fault_of_ours(
    hall: Hall, path: str, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure()
    app: Any = create_app(hall)
    coming = [{"type": "http.request", "body": b'{"name":', "more_body": True}, {"type": "http.disconnect"}]
    sent: list[Any] = []

    async def receive() -> Any:
        return coming.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"here"), (b"content-type", b"application/json"), (b"content-length", b"100")]
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "state": {},
    }
    with ThreadPoolExecutor(1) as aside:  # where no other test has left an event loop running
        aside.submit(asyncio.run, app(scope, receive, send)).result()
    assert sent[0]["status"] == 400
    assert "unexpected" not in capfd.readouterr().err


def test_who_says_so_gets_nothing_compressed() -> None:
    said = {b"gzip, deflate, br": True, b"GZIP;q=0.5": True, b"gzip; q=0": False, b"gzip;q=0.00, br": False}
    assert {header: takes_gzip(header) for header in said} == said
    assert not takes_gzip(b"identity")


def test_events_are_compressed_once(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        token = client.post("/api/visitors", json={"name": "x"}).json()["token"]
        bearer = {"authorization": f"Bearer {token}", "accept-encoding": "gzip"}
        wanted = {"game": "cartes", "players": 3, "level": "greedy"}
        code = client.post("/api/play", json=wanted, headers=bearer).json()["code"]
        for path, first in ((f"/api/tables/{code}/events", "id: "), (f"/t/{code}/live", ": welcome")):
            with client.stream("GET", path, headers=bearer) as events:
                assert events.headers["content-encoding"] == "gzip"
                assert next(events.iter_lines()).startswith(first)


def test_streams_that_nobody_reads_keep_nobody_waiting(server: Server) -> None:
    """Their lines fill up and stay full; a whole game is played beside them."""
    with httpx.Client(base_url=server.address, timeout=60) as client, contextlib.ExitStack() as stack:
        token = client.post("/api/visitors", json={"name": "x"}).json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        wanted = {"game": "cartes", "players": 2, "level": "random"}
        code = client.post("/api/play", json=wanted, headers=bearer).json()["code"]
        host, port = server.address.removeprefix("http://").split(":")
        for path in [f"/t/{code}/live", f"/api/tables/{code}/events"] * 8:
            deaf = stack.enter_context(socket.socket())
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.connect((host, int(port)))
            deaf.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        decisions = 0
        while decisions < 40:
            seen = client.get(f"/api/tables/{code}", headers=bearer).json()
            if seen["status"] == "over":
                break
            if seen["legal"]:
                move = {"move": seen["legal"][0], "seen": seen["version"]}
                answer = client.post(f"/api/tables/{code}/moves", json=move, headers=bearer)
                assert answer.status_code in (201, 409), answer.text
                decisions += answer.status_code == 201
            else:
                url = f"/api/tables/{code}/wait?version={seen['version']}&seconds=5"
                assert client.get(url, headers=bearer).status_code == 200
        assert decisions
        assert client.get("/health").json()["ok"] is True


def test_who_waits_for_the_store_keeps_nobody_else_out(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than this machine has threads by itself."""
    go_on, waiting = threading.Event(), threading.Semaphore(0)
    crowd = min(32, (os.cpu_count() or 1) + 4)

    def hang(*_: Any) -> None:
        waiting.release()
        go_on.wait(2 * PATIENCE)

    monkeypatch.setattr(visitors, "arrive", hang)
    app = create_app(hall, rate=1000)
    with TestClient(app) as client, ThreadPoolExecutor(crowd) as others, ThreadPoolExecutor(1) as one_more:
        try:
            for _ in range(crowd):
                others.submit(client.post, "/api/visitors", json={"name": "Obelix"})
            assert all(waiting.acquire(timeout=PATIENCE) for _ in range(crowd))
            assert one_more.submit(client.get, "/health").result(PATIENCE).status_code == 200
        finally:
            go_on.set()


def test_hints_that_are_still_thought_of_take_no_thread_and_are_counted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, asked = threading.Event(), threading.Semaphore(0)
    real = hint.remembered

    def think(*about: Any) -> hint.Hint:
        go_on.wait(2 * PATIENCE)
        return real(*about)

    def ask(*job: Any) -> Any:
        asked.release()
        return put(*job)

    put = hall.bot_queue.ask
    monkeypatch.setattr(hint, "remembered", think)
    monkeypatch.setattr(hall.bot_queue, "ask", ask)
    monkeypatch.setattr("oppidum.web.app.THREADS", 1)
    app = create_app(hall)
    me, neighbours = Person(app, hall), [Person(app, hall) for _ in range(3)]
    with TestClient(app) as client, ThreadPoolExecutor(8) as others:
        for person in (me, *neighbours):
            person.client.blocking_portal = client.blocking_portal
        codes = [person.play_now(players="2") for person in (me, *neighbours)]
        token = client.post("/api/visitors", json={"name": "Obelix"}).json()["token"]
        robot = {"authorization": f"Bearer {token}"}
        theirs = client.post("/api/play", json={"game": "cartes", "players": 2}, headers=robot).json()["code"]

        def hints(n: int) -> Any:
            return (me, *neighbours)[n].post(f"/t/{codes[n]}/hint", hx_request="true")

        try:
            waiting = [others.submit(hints, n) for n in (0, 0, 1, 1, 2)]
            robots = others.submit(client.post, f"/api/tables/{theirs}/hint", json={}, headers=robot)
            assert all(asked.acquire(timeout=PATIENCE) for _ in range(6))
            assert others.submit(me.get, "/").result(PATIENCE).status_code == 200
            for n in (0, 3):  # a third one of a visitor, and a seventh of an address
                refused = others.submit(hints, n).result(PATIENCE)
                assert (refused.status_code, "still being thought of" in refused.text) == (429, True)
        finally:
            go_on.set()
        assert [told.result(PATIENCE).status_code for told in (*waiting, robots)] == [200] * 6
        assert hints(0).status_code == 200  # there is room again
