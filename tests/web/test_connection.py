"""Connections: requests that never end, and a house that closes while boards are watched."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from oppidum.tables import Hall, HumanSeat, Settings, open_hall, seating, visitors
from oppidum.web import connection, crowd, logs
from oppidum.web.app import create_app
from oppidum.web.doors import ENCODED_HEADERS

ASKED = b"GET /robots.txt HTTP/1.1\r\nhost: here\r\n\r\n"


class House:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.door = socket.create_server(("127.0.0.1", 0))
        self.server = connection.Server(create_app(hall))
        self.crowd = self.server.crowd
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


class Asked(NamedTuple):
    status: bytes
    headers: dict[bytes, bytes]
    body: bytes


def told(text: bytes) -> Asked:
    """An answer as it came."""
    head, _, body = text.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    return Asked(status, {line.split(b": ")[0]: line.split(b": ")[1] for line in lines}, body)


def to_the_end(caller: socket.socket) -> bytes:
    text = b""
    with contextlib.suppress(ConnectionError):
        while part := caller.recv(65536):
            text += part
    return text


def post(path: str = "/api/visitors", **headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "host: here", "content-type: application/json"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


BROKEN = {
    "no words": b"\x00\x01\r\n\r\n",
    "no name": b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    "a name with a space": b"GET / HTTP/1.1\r\na b: x\r\n\r\n",
    "nothing in a value": b"GET / HTTP/1.1\r\nx: a\x00b\r\n\r\n",
    "a folded line": b"GET / HTTP/1.1\r\nx: a\r\n b\r\n\r\n",
    "a path that is no ASCII": "GET /é HTTP/1.1\r\n\r\n".encode(),
    "somebody else": b"CONNECT there.example:443 HTTP/1.1\r\n\r\n",
    "a method of one's own": b"FETCH / HTTP/1.1\r\n\r\n",
    "another protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "two lengths": post(content_length="2")[:-2] + b"content-length: 3\r\n\r\n{}",
    "a length and chunks": post(content_length="2", transfer_encoding="chunked") + b"0\r\n\r\n",
    "a length below nothing": post(content_length="-1"),
    "a chunk of no size": post(transfer_encoding="chunked") + b"zz\r\n{}\r\n0\r\n\r\n",
    "a chunk that is longer": post(transfer_encoding="chunked") + b"1\r\n{}\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=list(BROKEN))
def test_what_is_no_request_is_refused_in_a_sentence(house: House, sent: bytes) -> None:
    """As every answer: with our headers, and without a word about who serves it."""
    with house.knock() as caller:
        caller.sendall(sent)
        found = told(to_the_end(caller))
    assert found.status == b"HTTP/1.1 400 Bad Request"
    assert found.body == b"The request is malformed."
    assert set(ENCODED_HEADERS) <= set(found.headers.items())
    assert found.headers[b"connection"] == b"close"
    assert b"server" not in found.headers


def test_what_is_said_after_a_body_is_neither_kept_nor_endless(house: House) -> None:
    with house.knock() as caller:
        caller.sendall(post(transfer_encoding="chunked") + b'c\r\n{"name":"x"}\r\n0\r\nx: y\r\n\r\n' + ASKED)
        assert b"201" in answer(caller)
    with house.knock() as caller:
        caller.sendall(post(transfer_encoding="chunked") + b'c\r\n{"name":"x"}\r\n0\r\n')
        with contextlib.suppress(ConnectionError):
            for _ in range(8 * connection.LARGEST_HEAD // 600):
                caller.sendall(b"x: y\r\n" * 100)
        assert b"201" not in to_the_end(caller)


def test_who_offers_another_protocol_is_answered_in_this_one(house: House) -> None:
    """Java's client does, with every request."""
    offer = {"connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "http2-settings": "AAMAAABkAAQAAP__"}
    with house.knock() as caller:
        for _ in range(2):
            caller.sendall(post(content_length="12", **offer) + b'{"name":"x"}')
            assert b"201" in answer(caller)
        caller.sendall(post(content_length="12", **offer))
        caller.sendall(b'{"name":"x"}')
        assert b"201" in answer(caller)


def test_lines_without_a_word_keep_no_connection(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with house.knock() as caller:
        caller.sendall(ASKED)
        assert b"200" in answer(caller)
        monkeypatch.setattr(connection, "WHOLE_WITHIN", 0.05)
        caller.sendall(b"\r\n")
        caller.settimeout(20)
        assert is_closed(caller)


def stream(house: House) -> bytes:
    visitor = visitors.arrive(house.hall, "Ada").visitor.id
    code = seating.open_table(house.hall, visitor, Settings("cartes", (HumanSeat(), HumanSeat())))
    return f"GET /api/tables/{code}/events HTTP/1.1\r\nhost: here\r\n\r\n".encode()


def watched(house: House, number: int) -> bool:
    """Whether so many streams are open, sooner or later."""
    for _ in range(400):
        if house.hall.hub.count() == number:
            return True
        time.sleep(0.05)
    return False


def test_a_stream_ends_with_its_connection_whatever_was_asked_after_it(house: House) -> None:
    with house.knock() as caller:
        caller.sendall(stream(house) + ASKED * 3)
        assert watched(house, 1)
    assert watched(house, 0)


def test_nothing_is_said_in_the_middle_of_another_answer(house: House) -> None:
    with house.knock() as caller:
        caller.sendall(stream(house))
        assert watched(house, 1)
        caller.sendall(BROKEN["no words"])
        assert to_the_end(caller).count(b"HTTP/1.1") == 1
    with house.knock() as caller:
        caller.sendall(ASKED + BROKEN["no words"])  # it is not the first that is malformed
        assert b"400" not in to_the_end(caller)
    assert watched(house, 0)


def deaf(house: House) -> socket.socket:
    """Somebody who asks for much and reads nothing of it."""
    caller = socket.socket()
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    caller.connect(house.address)
    caller.sendall(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n" * 100)
    return caller


def test_an_answer_has_to_be_taken_within_a_while(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "TAKEN_WITHIN", 0.05)
    with deaf(house):
        assert eventually(lambda: house.server.server_state.total_requests > 0)
        assert eventually(lambda: not house.server.server_state.connections)


def test_who_does_not_take_an_answer_does_not_hold_up_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure("error")
    monkeypatch.setattr(connection, "PARTING", 0.2)
    house.server.config.timeout_graceful_shutdown = 1000
    connections: Any = house.server.server_state.connections
    with deaf(house):
        assert eventually(lambda: any(each.flow.write_paused for each in [*connections]))
        house.close()
    assert capfd.readouterr().err == ""


def eventually(true: Callable[[], bool]) -> bool:
    return any(true() or time.sleep(0.05) for _ in range(400))


def test_one_address_gets_a_part_of_the_connections(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.crowd, "of_an_address", 3)
    with contextlib.ExitStack() as stack:
        callers = [stack.enter_context(house.knock()) for _ in range(5)]
        for caller in callers[3:]:
            found = told(to_the_end(caller))
            assert found.status == b"HTTP/1.1 503 Service Unavailable"
            assert found.body == crowd.TOO_MANY.encode()
            assert set(ENCODED_HEADERS) <= set(found.headers.items())
        callers[0].sendall(ASKED)
        assert b"200" in answer(callers[0])
    assert eventually(lambda: house.crowd.number == 0)
    assert not house.crowd.here
    with house.knock() as caller:
        caller.sendall(ASKED)
        assert b"200" in answer(caller)


def test_the_house_keeps_some_files_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "files", lambda: crowd.OF_THE_HOUSE + 20)
    here = crowd.Crowd()
    assert [here.enter(f"192.0.2.{last}") for last in range(21)] == [None] * 20 + [crowd.FULL]
    here.leave("192.0.2.20")
    here.leave("192.0.2.0")
    assert here.enter("192.0.2.21") is None


def test_neighbours_count_together_and_a_proxy_calls_for_everybody() -> None:
    plain, behind = crowd.Crowd(), crowd.Crowd(proxies=1)
    for number in range(crowd.OF_AN_ADDRESS):
        assert plain.enter(f"2001:db8::{number:x}") is None
        assert behind.enter("127.0.0.1") is None
    assert plain.enter("2001:db8::ffff:1") == crowd.TOO_MANY
    assert plain.enter("2001:db8:0:1::1") is None
    assert behind.enter("127.0.0.1") is None


def test_as_many_files_as_allowed() -> None:
    """In a process of its own: what it takes it cannot give back."""
    asked = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (64, 128)); from oppidum.web import crowd; "
    told = "print(crowd.files(), r.getrlimit(r.RLIMIT_NOFILE))"
    found = subprocess.run([sys.executable, "-c", asked + told], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "128 (128, 128)"
