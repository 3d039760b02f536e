"""Connections: requests that never end, and a house that closes while boards are watched."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from oppidum.tables import Hall, HumanSeat, Settings, open_hall, seating, visitors
from oppidum.web import connection
from oppidum.web.app import create_app

ASKED = b"GET /robots.txt HTTP/1.1\r\nhost: here\r\n\r\n"


class House:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.door = socket.create_server(("127.0.0.1", 0))
        self.server = connection.Server(create_app(hall))
        self.thread = threading.Thread(target=self.server.run, args=([self.door],))
        self.thread.start()
        self.address = self.door.getsockname()

    def knock(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=60)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_hall(tmp_path / "store.sqlite3", work=False, durable=False) as hall:
        opened = House(hall)
        yield opened
        opened.close()


def answer(caller: socket.socket) -> bytes:
    """Up to the end of its body, which is never long."""
    text = caller.recv(65536)
    while b"\r\n\r\n" not in text:
        text += caller.recv(65536)
    head, _, body = text.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"content-length")
    )
    while len(body) < length:
        body += caller.recv(65536)
    return head


def is_closed(caller: socket.socket) -> bool:
    try:
        return caller.recv(65536) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("line", [b"x: y\r\n", b"x" * 100], ids=["many lines", "one line"])
def test_a_head_without_end_is_refused(house: House, line: bytes) -> None:
    with house.knock() as caller:
        caller.sendall(b"GET / HTTP/1.1\r\n")
        try:
            for _ in range(100):
                caller.sendall(line * 40)
            caller.sendall(line * (connection.LARGEST_HEAD // len(line)))
            told = caller.recv(65536)
        except ConnectionError:  # it was closed while we went on
            told = b""
        assert told.startswith(b"HTTP/1.1 400") or not told
        while not is_closed(caller):
            pass
    with house.knock() as other:
        other.sendall(ASKED)
        assert b"200" in answer(other)


def test_a_long_body_is_no_head_and_the_connection_stays(house: House) -> None:
    body = b'{"name": "' + b"x" * 40_000 + b'"}'
    with house.knock() as caller:
        for _ in range(3):
            head = b"POST /api/visitors HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n"
            caller.sendall(head + b"content-length: %d\r\n\r\n" % len(body) + body)
            assert b"400" in answer(caller).split(b"\r\n")[0]
            caller.sendall(ASKED)
            assert b"200" in answer(caller)


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HT", b"POST /api/visitors HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\n{"]
)
def test_a_request_has_to_be_whole_within_a_while(
    house: House, begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "WHOLE_WITHIN", 0.05)
    with house.knock() as caller:
        caller.sendall(begun)
        while not is_closed(caller):
            pass  # what it has to say about that
    monkeypatch.undo()
    with house.knock() as caller:
        caller.sendall(ASKED)
        assert b"200" in answer(caller)


def test_a_second_request_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with house.knock() as caller:
        caller.sendall(ASKED)
        assert b"200" in answer(caller)
        monkeypatch.setattr(connection, "WHOLE_WITHIN", 0.05)
        caller.sendall(ASKED[:20])
        assert is_closed(caller)


def test_streams_end_when_the_house_closes_and_do_not_hold_it_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visitors.arrive(house.hall, "Ada").visitor.id
    code = seating.open_table(house.hall, visitor, Settings("cartes", (HumanSeat(), HumanSeat())))
    monkeypatch.setattr(connection, "WHOLE_WITHIN", 0.05)  # an answer may take as long as it likes
    with house.knock() as caller:
        caller.sendall(f"GET /api/tables/{code}/events HTTP/1.1\r\nhost: here\r\n\r\n".encode())
        text = b""
        while b"data: " not in text:
            text += caller.recv(65536)
        house.server.config.timeout_graceful_shutdown = 1000  # it ends by itself
        house.close()
        while part := caller.recv(65536):
            text += part
    assert text.endswith(b"0\r\n\r\n")  # whole, as HTTP has it
