"""Wires: one connection on which a program watches tables and decides at them."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from oppidum.tables import (
    Hall,
    HumanSeat,
    Settings,
    StoreError,
    TooMany,
    host,
    looking,
    open_hall,
    playing,
    seating,
    visitors,
)
from oppidum.web import wire as wires
from oppidum.web.app import create_app
from oppidum.web.connection import Server

PATIENCE = 60.0


class House:
    def __init__(self, hall: Hall, rate: float) -> None:
        self.hall = hall
        self.door = socket.create_server(("127.0.0.1", 0))
        self.server = Server(create_app(hall, rate=rate))
        self.thread = threading.Thread(target=self.server.run, args=([self.door],))
        self.thread.start()
        self.address = "http://{}:{}".format(*self.door.getsockname())

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def wire(self, token: str = "", **head: str) -> ClientConnection:
        if token:
            head["Authorization"] = f"Bearer {token}"
        address = self.address.replace("http", "ws") + wires.PATH
        return connect(address, additional_headers=head, open_timeout=PATIENCE, max_size=None)


@contextmanager
def open_house(folder: Path, rate: float = 1000.0) -> Iterator[House]:
    with open_hall(folder / "store.sqlite3", work=False, durable=False) as hall:
        opened = House(hall, rate)
        try:
            yield opened
        finally:
            opened.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


class Party:
    """Some people at a table, each with a token."""

    def __init__(self, house: House, game: str = "cartes", people: int = 2, **options: str) -> None:
        self.house, self.hall = house, house.hall
        arrived = [visitors.arrive(self.hall, f"P{n}").visitor.id for n in range(people)]
        settings = Settings(game, (HumanSeat(),) * people, options=options, confirm=False)
        self.people = arrived
        self.code = seating.open_table(self.hall, arrived[0], settings)
        for person in arrived:
            seating.sit(self.hall, self.code, person)
        seating.start(self.hall, self.code, arrived[0])
        self.tokens = [visitors.new_token(self.hall, person) for person in arrived]

    def choice(self, person: int) -> str:
        found = looking.view(self.hall, self.code, self.people[person]).choices
        return found[0].words


def say(wire: ClientConnection, **wish: Any) -> None:
    wire.send(json.dumps(wish))


def hear(wire: ClientConnection) -> dict[str, Any]:
    return json.loads(wire.recv(PATIENCE))


def hear_until(wire: ClientConnection, *told: str) -> dict[str, Any]:
    while (message := hear(wire))["told"] not in told:
        pass
    return message


@pytest.mark.parametrize(("game", "options"), [("cartes", {"hands": "1"}), ("romains", {})])
def test_a_whole_game_on_wires(house: House, game: str, options: dict[str, str]) -> None:
    """What changed, put together, is the table that a request would have told."""
    party = Party(house, game, 2, **options)

    def play(token: str) -> dict[str, Any]:
        table: dict[str, Any] = {"status": "playing"}
        with house.wire(token) as wire:
            say(wire, do="watch", table=party.code)
            while table["status"] == "playing":
                message = hear_until(wire, "table", "refused")
                table |= message.get("changed", {})
                if table["legal"] and message["told"] == "table":
                    move = random.Random(table["version"]).choice(table["legal"])
                    say(wire, do="decide", table=party.code, move=move, seen=table["version"])
        return table

    with ThreadPoolExecutor(2) as people:
        told = list(people.map(play, party.tokens))
    for table, token in zip(told, party.tokens, strict=True):
        head = {"authorization": f"Bearer {token}"}
        asked = httpx.get(f"{house.address}/api/tables/{party.code}", headers=head).json()
        assert table["moves"] > 10
        for unlike in ("now", "can_take_back"):  # streams leave open what takes long to tell
            del asked[unlike], table[unlike]
        assert table == asked


def test_a_decision_is_answered_with_its_mark_and_is_in_the_store(house: House, tmp_path: Path) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="decide", table=party.code, move=party.choice(0), id="mine")
        done = hear(wire)
    assert done["told"] == "decided"
    assert (done["id"], done["table"], done["number"], done["over"]) == ("mine", party.code, 1, False)
    with open_hall(tmp_path / "store.sqlite3", work=False) as other:
        assert looking.view(other, party.code).moves == 1


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"do": "decide", "move": "bid 99", "id": "a"}, "BadNotation"),
        ({"do": "decide", "move": "keep", "id": "a"}, "IllegalAction"),
        ({"do": "decide", "move": "bid 1", "seen": 0, "id": "a"}, "Stale"),
        ({"do": "decide", "move": "bid 1", "seat": 2, "id": "a"}, "NotAllowed"),
        ({"do": "decide", "table": "a" * 16, "move": "bid 1", "id": "a"}, "NoSuchTable"),
        ({"do": "watch", "table": "a" * 16}, "NoSuchTable"),
        ({"do": "watch", "as": 2}, "NotAllowed"),
        ({"do": "watch", "sideways": 1}, "BadRequest"),
        ({"do": "dance"}, "BadRequest"),
        ({}, "BadRequest"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(house: House, wish: dict[str, Any], error: str) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, **{"table": party.code, **wish})
        told = hear(wire)
        assert (told["told"], told["error"]) == ("refused", error)
        assert told["message"].endswith(".")
        if error != "BadRequest":
            assert told.get("id") == wish.get("id")
        say(wire, do="watch", table=party.code)  # and goes on
        assert hear(wire)["changed"]["moves"] == 0


@pytest.mark.parametrize("said", [b"\xff\xfe", b"nonsense", b"[" * 3000, b'"watch"', b"null", b"12"])
def test_what_is_no_message_is_refused_in_a_sentence(house: House, said: bytes) -> None:
    with house.wire() as wire:
        wire.send(said)
        assert hear(wire)["error"] == "BadRequest"


def test_messages_may_come_in_parts_and_as_bytes(house: House) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        wire.send([b'{"do": "watch", ', b'"table": "', party.code.encode(), b'"}'])
        assert hear(wire)["changed"]["code"] == party.code


def test_a_message_without_end_closes_the_wire(house: House) -> None:
    with house.wire() as wire:
        wire.send(b"x" * (wires.LARGEST + 1))
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_who_has_no_token_watches_and_decides_nothing(house: House) -> None:
    party = Party(house)
    with house.wire() as wire:
        say(wire, do="watch", table=party.code)
        table = hear(wire)["changed"]
        assert table["as_seat"] is None
        assert table["legal"] == []
        say(wire, do="decide", table=party.code, move="bid 1")
        assert hear(wire)["error"] == "NotAuthorized"
    assert looking.view(house.hall, party.code).moves == 0


def test_a_token_that_is_void_by_now_decides_nothing(house: House) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="watch", table=party.code)
        hear(wire)
        visitors.revoke_tokens(house.hall, party.people[0])
        say(wire, do="decide", table=party.code, move=party.choice(0))
        assert hear_until(wire, "refused", "decided")["error"] == "NotAuthorized"
        say(wire, do="watch", table=party.code)
        assert hear(wire)["error"] == "NotAuthorized"
        playing.move(house.hall, party.code, party.people[0], party.choice(0))  # in the browser
        with pytest.raises(ConnectionClosed) as closed:
            hear(wire)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert looking.view(house.hall, party.code).moves == 1


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ({"Authorization": "Bearer nobody"}, 401),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Cookie": "oppidum=1"}, 403),
        ({"Origin": "http://[::1"}, 403),
    ],
)
def test_who_may_not_come_in_is_told_so(house: House, head: dict[str, str], status: int) -> None:
    with pytest.raises(InvalidStatus) as refused, house.wire(**head):
        pass
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body or b"")["message"].endswith(".")
    assert refused.value.response.headers["x-content-type-options"] == "nosniff"


def test_who_comes_without_a_websocket_is_told_so(house: House) -> None:
    answer = httpx.get(house.address + wires.PATH)
    assert answer.status_code == 426
    assert answer.json()["error"] == "UpgradeRequired"
    half = {"connection": "upgrade", "upgrade": "websocket"}  # without a key
    assert httpx.get(house.address + wires.PATH, headers=half).status_code == 400
    assert httpx.get(house.address + "/api/games", headers=half).status_code == 200


def test_a_head_may_come_in_pieces(house: House) -> None:
    host_name, port = house.address.removeprefix("http://").split(":")
    with socket.create_connection((host_name, int(port)), timeout=PATIENCE) as caller:
        for part in (
            b"GET /api/socket HTTP/1.1\r\nhost: here\r\nconnec",
            b"tion: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n",
            b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        ):
            caller.sendall(part)
            threading.Event().wait(0.05)
        told = caller.recv(4096)
    assert told.startswith(b"HTTP/1.1 101")
    assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in told  # as in RFC 6455


def test_after_a_request_and_with_words_in_the_same_breath(house: House) -> None:
    """As a proxy may do it that keeps its connections."""
    host_name, port = house.address.removeprefix("http://").split(":")
    with socket.create_connection((host_name, int(port)), timeout=PATIENCE) as caller:
        caller.sendall(b"GET /robots.txt HTTP/1.1\r\nhost: here\r\n\r\n")
        assert caller.recv(4096).startswith(b"HTTP/1.1 200")
        head = (
            b"GET /api/socket HTTP/1.1\r\nhost: here\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        caller.sendall(head + b"\x81\x82\x00\x00\x00\x00{}")  # an empty object, masked by zeros
        told = b""
        while b"BadRequest" not in told:
            told += caller.recv(4096)
        assert told.startswith(b"HTTP/1.1 101")


@pytest.mark.parametrize("start", [b"POST /api/socket HTTP/1.1", b"GET /api/socket HTTP/1.0"])
def test_only_the_usual_way_in(house: House, start: bytes) -> None:
    host_name, port = house.address.removeprefix("http://").split(":")
    with socket.create_connection((host_name, int(port)), timeout=PATIENCE) as caller:
        caller.sendall(
            start + b"\r\nhost: here\r\nconnection: Upgrade\r\nupgrade: websocket\r\ncontent-length: 0\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        assert b" 4" in caller.recv(4096)[:13]


def test_a_refused_watch_changes_nothing(house: House) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="watch", table=party.code)
        hear(wire)
        say(wire, **{"do": "watch", "table": party.code, "as": 2})
        assert hear(wire)["error"] == "NotAllowed"
        playing.move(house.hall, party.code, party.people[1], party.choice(1))
        assert hear(wire)["changed"]["moves"] == 1


@pytest.mark.parametrize("frame", [b"\x89\x80\0\0\0\0", b"\x81\x82\0\0\0\0[]", b"\x01\x80\0\0\0\0"])
def test_a_flood_is_ended_and_others_are_served(tmp_path: Path, frame: bytes) -> None:
    """Pings, messages that say nothing, parts that never become a message: a thousand times the limit."""
    with open_house(tmp_path, rate=1.0) as house:
        host_name, port = house.address.removeprefix("http://").split(":")
        with socket.create_connection((host_name, int(port)), timeout=PATIENCE) as caller:
            caller.sendall(
                b"GET /api/socket HTTP/1.1\r\nhost: here\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
                b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            heard = b""
            with contextlib.suppress(ConnectionError):
                threading.Thread(target=flood, args=(caller, frame), daemon=True).start()
                while part := caller.recv(65536):
                    heard += part
        assert b"\x88\x02\x03\xf0" in heard or frame[0] == 1, "closed with 1008"
        assert httpx.get(f"{house.address}/health", timeout=PATIENCE).status_code in (200, 429)


def flood(caller: socket.socket, frame: bytes) -> None:
    with contextlib.suppress(OSError):
        for _ in range(100):
            caller.sendall(frame * 1000)


def test_a_table_is_left_and_watched_again(house: House) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="watch", table=party.code)
        assert len(hear(wire)["changed"]) > 20
        say(wire, do="leave", table=party.code)
        playing.move(house.hall, party.code, party.people[0], party.choice(0))
        say(wire, do="watch", table=party.code)
        table = hear(wire)["changed"]
        assert table["moves"] == 1
        assert len(table) > 20


def test_only_what_has_changed_is_told(house: House) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="watch", table=party.code)
        hear(wire)
        playing.move(house.hall, party.code, party.people[1], party.choice(1))
        changed = hear(wire)["changed"]
    assert {"version", "moves", "waiting", "seats", "seen"} <= set(changed)
    assert not {"code", "game", "options", "fairness", "edition", "chat", "legal"} & set(changed)


def test_what_asks_nothing_comes_with_what_does(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others' decisions wait, though not for ever; a question does not, and nothing is left out."""
    monkeypatch.setattr(wires, "PATIENCE", PATIENCE)
    monkeypatch.setattr(wires, "MANY", 0)
    party = Party(house, "cartes", 3)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="watch", table=party.code)
        version = hear(wire)["changed"]["version"]
        for person in (0, 1, 2):
            playing.move(house.hall, party.code, party.people[person], party.choice(person))
        changed = hear(wire)["changed"]
        assert changed["moves"] == 3
        assert changed["version"] == version + 3
        assert changed["legal"]


@pytest.mark.parametrize("many", [0, 20])
def test_others_decisions_are_told_in_a_while(
    house: House, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(wires, "MANY", many)
    party = Party(house, "cartes", 3)
    with house.wire(party.tokens[0]) as wire, house.wire() as spectator:
        for each in (wire, spectator):
            say(each, do="watch", table=party.code)
            hear(each)
        playing.move(house.hall, party.code, party.people[1], party.choice(1))
        for each in (wire, spectator):
            assert hear(each)["changed"]["waiting"] == [1, 3]


def test_a_wire_that_fails_keeps_no_other_from_speaking(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(house, "cartes", 2)
    with house.wire(party.tokens[0]) as broken, house.wire(party.tokens[1]) as whole:
        for wire in (broken, whole):
            say(wire, do="watch", table=party.code)
            hear(wire)
        seen_now = wires.seen_now

        def fails(hall: Hall, code: str, visitor: str | None, *rest: Any) -> Any:
            if visitor == party.people[0]:
                raise RuntimeError("something is wrong with what this one sees")
            return seen_now(hall, code, visitor, *rest)

        monkeypatch.setattr(wires, "seen_now", fails)
        for person in (0, 1):
            playing.move(house.hall, party.code, party.people[person], party.choice(person))
        while hear_until(whole, "table")["changed"]["moves"] != 2:
            pass
        with pytest.raises(ConnectionClosed):
            hear(broken)


def test_one_wire_for_several_tables(house: House) -> None:
    parties = [Party(house), Party(house, "romains")]
    with house.wire() as wire:
        for party in parties:
            say(wire, do="watch", table=party.code)
        told = [hear(wire), hear(wire)]
        assert {each["changed"]["game"] for each in told} == {"cartes", "romains"}


def test_a_table_that_is_gone_is_told_of(house: House) -> None:
    party = Party(house)
    with house.wire() as wire:
        say(wire, do="watch", table=party.code)
        hear(wire)
        host.delete(house.hall, code=party.code)
        assert hear(wire) == {"told": "gone", "table": party.code}


def test_too_much_at_once_is_refused(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.02) as house:  # two changes
        party = Party(house)
        with house.wire(party.tokens[0]) as wire:
            for _ in range(5):
                say(wire, do="decide", table=party.code, move="nonsense")
            errors = [hear(wire)["error"] for _ in range(5)]
        assert set(errors) == {"BadNotation", "TooMany"}  # the former look at the store first


def test_who_goes_on_beyond_the_limit_is_refused_some_times_and_then_left(tmp_path: Path) -> None:
    with open_house(tmp_path, rate=0.02) as house:  # two changes
        house.server.app.state.limits.clock = lambda: 100.0
        party = Party(house)
        with house.wire(party.tokens[0]) as wire:
            for _ in range(2 + wires.MOST_IN_VAIN):
                say(wire, do="decide", table=party.code, move="nonsense")
            errors = [hear(wire)["error"] for _ in range(2 + wires.MOST_IN_VAIN)]
            assert sorted(errors) == ["BadNotation"] * 2 + ["TooMany"] * wires.MOST_IN_VAIN
            say(wire, do="decide", table=party.code, move="nonsense")
            assert hear(wire)["error"] == "TooMany"
            with pytest.raises(ConnectionClosed) as closed:
                hear(wire)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1008


def test_wires_are_counted_by_who_comes_through_a_proxy(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house sees connections of its proxy alone."""
    monkeypatch.setattr("oppidum.web.limits.WIRES_OF_AN_ADDRESS", 2 / house.server.app.state.limits.factor)
    house.server.app.state.proxies = 1
    mine, other = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
    with house.wire(**mine), house.wire(**mine), house.wire(**other):
        for _ in range(2):  # who is refused takes no place
            with pytest.raises(InvalidStatus) as refused:
                house.wire(**mine)
            assert refused.value.response.status_code == 429
            assert b"too many connections" in refused.value.response.body
    shared = house.server.app.state.limits.shared
    for _ in range(1000):  # until the house has heard that they have gone
        if not shared.count("wires from 203.0.113.7"):
            break
        threading.Event().wait(0.01)
    with house.wire(**mine):
        pass


def test_who_keeps_to_the_limit_again_is_forgiven(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(house)
    need, rounds = house.server.app.state.limits.need, iter(range(10**6))

    def now_and_then(*of: Any) -> None:
        if next(rounds) % wires.MOST_IN_VAIN:
            raise TooMany("That was a lot at once: wait a moment and try again.")
        need(*of)

    monkeypatch.setattr(house.server.app.state.limits, "need", now_and_then)
    with house.wire(party.tokens[0]) as wire:
        for _ in range(3 * wires.MOST_IN_VAIN):
            say(wire, do="decide", table=party.code, move="nonsense")
        assert [hear(wire)["told"] for _ in range(3 * wires.MOST_IN_VAIN)]


def test_places_before_a_table_are_counted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oppidum.web.limits.OF_A_TABLE", 1 / house.server.app.state.limits.factor)
    party = Party(house)
    with house.wire() as first:
        say(first, do="watch", table=party.code)
        hear(first)
        with house.wire() as second:
            say(second, do="watch", table=party.code)
            assert hear(second)["error"] == "TooMany"
    with house.wire() as third:  # the first has gone
        for _ in range(200):
            say(third, do="watch", table=party.code)
            if hear(third)["told"] == "table":
                break
        else:
            pytest.fail("the place of a wire that has gone stays taken")


def test_who_looks_with_other_eyes_is_told_all_of_it_and_misses_nothing(house: House) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="watch", table=party.code)
        first = hear(wire)["changed"]
        say(wire, do="watch", table=party.code, **{"as": 1})
        assert hear(wire)["changed"] == first | {"now": ANY}
        playing.move(house.hall, party.code, party.people[1], party.choice(1))
        assert hear(wire)["changed"]["moves"] == 1
        assert house.hall.hub.count() == 1


def test_who_cannot_look_with_other_eyes_goes_on_watching(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(house)
    with house.wire(party.tokens[0]) as wire:
        say(wire, do="watch", table=party.code)
        hear(wire)

        def broken(code: str) -> Any:
            raise StoreError("The store does not answer.")

        with monkeypatch.context() as away:
            away.setattr(house.hall, "subscribe", broken)
            say(wire, do="watch", table=party.code, **{"as": 1})
            assert hear(wire)["error"] == "StoreError"
        playing.move(house.hall, party.code, party.people[1], party.choice(1))
        assert hear(wire)["changed"]["moves"] == 1


def test_a_house_that_closes_says_so(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        party = Party(house)
        with house.wire(party.tokens[0]) as wire:
            say(wire, do="watch", table=party.code)
            hear(wire)
            house.server.should_exit = True
            with pytest.raises(ConnectionClosed) as closed:
                wire.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


def test_who_does_not_answer_is_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wires, "BEAT", 0.05)
    host_name, port = house.address.removeprefix("http://").split(":")
    with socket.create_connection((host_name, int(port)), timeout=PATIENCE) as caller:
        caller.sendall(
            b"GET /api/socket HTTP/1.1\r\nhost: here\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        heard = b""
        while True:  # its pings are read, and not answered
            try:
                part = caller.recv(4096)
            except ConnectionError:
                break
            if not part:
                break
            heard += part
    assert b"\x89\x00" in heard


def test_who_answers_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wires, "BEAT", 0.05)
    with house.wire() as wire:
        with pytest.raises(TimeoutError):
            wire.recv(0.5)
        say(wire, do="dance")
        assert hear(wire)["error"] == "BadRequest"


def test_who_does_not_read_misses_some_and_never_the_present(house: House) -> None:
    """Nothing piles up for a wire that nobody reads but the answers to what it has asked itself."""
    party = Party(house, "cartes", 2, hands="8")
    with house.wire(party.tokens[0]) as slow:
        say(slow, do="watch", table=party.code)
        for _ in range(600):
            for person in (0, 1):
                view = looking.view(house.hall, party.code, party.people[person])
                if view.choices and view.status == "playing":
                    playing.move(house.hall, party.code, party.people[person], view.choices[-1].words)
        newest = looking.view(house.hall, party.code).version
        table: dict[str, Any] = {}
        while table.get("version") != newest:
            table |= hear_until(slow, "table")["changed"]
