"""Who is calling, and how much of it is too much: behind proxies, with many addresses, over all workers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from oppidum.tables import Hall, TooMany, overview, visitors
from oppidum.tables import seating as seat
from oppidum.tables.model import BotSeat, HumanSeat, Settings
from oppidum.web import shared_counts
from oppidum.web.about_the_house import is_far_away
from oppidum.web.app import create_app
from oppidum.web.doors import client_address
from oppidum.web.limits import LISTED, OF_A_TABLE, OF_A_VISITOR, OF_AN_ADDRESS, Limits, neighbourhood

from .conftest import ORIGIN, Person, play_on


def scope(*lines: str) -> Any:
    return {"client": ("10.0.0.1", 1), "headers": [(b"x-forwarded-for", line.encode()) for line in lines]}


@pytest.mark.parametrize(
    ("lines", "proxies", "address"),
    [
        (["203.0.113.7"], 0, "10.0.0.1"),
        (["203.0.113.7"], 1, "203.0.113.7"),
        (["127.0.0.1, 203.0.113.7"], 1, "203.0.113.7"),
        (["127.0.0.1", "203.0.113.7"], 1, "203.0.113.7"),  # the visitor's own line, then the proxy's
        (["127.0.0.1", "203.0.113.7, 10.0.0.9"], 2, "203.0.113.7"),
        (["203.0.113.7"], 2, "unknown"),  # it has not come through both
        (["203.0.113.7:4711"], 1, "203.0.113.7"),
        (["[2001:db8::1]:4711"], 1, "2001:db8::1"),
        (["unknown"], 1, "unknown"),
        (["_hidden, "], 1, "unknown"),
        (["127.0.0.1 x"], 1, "unknown"),
        ([], 1, "10.0.0.1"),
    ],
)
def test_only_our_own_proxies_are_believed(lines: list[str], proxies: int, address: str) -> None:
    assert client_address(scope(*lines), proxies) == address


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("unknown", 404),
        ("8.8.8.8:1", 404),
        ("", 404),
        ("::ffff:8.8.8.8", 404),
        ("127.0.0.1, 9.9.9.9", 404),
        ("_x", 404),
        ("100.64.0.9", 404),  # shared out among strangers by their provider
        ("192.168.1.5", 200),
        ("[fd00::5]:4711", 200),
    ],
)
def test_nobody_far_away_sees_the_metrics(hall: Hall, told: str, status: int) -> None:
    client = TestClient(create_app(hall, proxies=1))
    assert client.get("/metrics", headers={"x-forwarded-for": told}).status_code == status


def test_who_is_far_away() -> None:
    assert is_far_away("unknown")
    assert is_far_away("::ffff:8.8.8.8")
    # Not near, though Python calls it private: Teredo, documents, benchmarks, this network, 6to4, providers.
    for told in ("2001::1", "2001:db8::1", "192.0.2.1", "198.18.0.1", "0.0.0.1", "2002::1", "100.64.0.9"):
        assert is_far_away(told), told
    for told in ("::1", "127.9.9.9", "192.168.1.5", "172.16.0.1", "10.9.9.9", "::ffff:10.0.0.1", "fd00::1"):
        assert not is_far_away(told), told
    assert not is_far_away("fe80::1%eth0")


@pytest.mark.parametrize("name", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
def test_behind_a_proxy_that_the_house_was_not_told_of_nobody_sees_the_metrics(hall: Hall, name: str) -> None:
    """All who come through it have its address, which is near."""
    client = TestClient(create_app(hall))
    assert client.get("/metrics").status_code == 200
    for claimed in ("127.0.0.1", "8.8.8.8", ""):
        assert client.get("/metrics", headers={name: claimed}).status_code == 404


def test_methods_that_somebody_makes_up_are_counted_as_one(hall: Hall) -> None:
    client = TestClient(create_app(hall, rate=1000))
    for n in range(20):
        assert client.request(f"STEAL{n}", "/").status_code == 405
    counted = client.get("/metrics").text
    assert "STEAL" not in counted
    assert counted.count('method="other"') == 1


def test_an_ipv6_house_is_one_neighbour() -> None:
    assert (
        neighbourhood("2a00:1:2:3::1")
        == neighbourhood("2a00:1:2:3:ffff::9")
        != neighbourhood("2a00:1:2:4::1")
    )
    assert neighbourhood("::ffff:9.9.9.9") == "9.9.9.9"
    limits = Limits(0.01, clock=lambda: 100.0)
    taken = [limits.looks.take(f"2a00:1:2:3::{n:x}", 100.0) for n in range(10)]
    assert taken == [True] * 4 + [False] * 6


WORKER = """
import sys
from oppidum.web.limits import Limits
limits = Limits(0.01, clock=lambda: 100.0, shared=sys.argv[1])
taken = [limits.looks.take("9.9.9.9", 100.0) for _ in range(3)]
place = limits.place_for("9.9.9.9", None, "a" * 16, sits=False)
print(taken, flush=True)
sys.stdin.read()
"""


NEXT = """
import sys
from oppidum.web.shared_counts import Shared
print(Shared(sys.argv[1]).count("streams from 9.9.9.9"))
"""


def test_all_workers_count_together_and_the_dead_do_not(tmp_path: Path) -> None:
    file = tmp_path / "limits"
    shared_counts.prepare(file)
    ours = Limits(0.01, clock=lambda: 100.0, shared=str(file))
    assert ours.looks.take("9.9.9.9", 100.0)
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout
    assert worker.stdout.readline() == "[True, True, True]\n"  # four in all
    assert not ours.looks.take("9.9.9.9", 100.0)
    assert ours.looks.take("9.9.9.8", 100.0)
    with pytest.raises(TooMany):
        ours.place_for("9.9.9.9", None, "b" * 16, sits=False)
    worker.kill()
    worker.communicate()
    next_one = [sys.executable, "-c", NEXT, str(file)]  # takes the row of the one that was killed
    assert subprocess.run(next_one, capture_output=True, text=True, check=True).stdout == "0\n"
    assert ours.shared.count("streams from 9.9.9.9") == 0


def test_who_shares_a_place_is_not_counted_with_the_other() -> None:
    counting = shared_counts.Shared()
    by_place: dict[int, str] = {}
    for n in range(10_000):
        name = f"streams at {n:016}"
        other = by_place.setdefault(counting.places(name)[0], name)
        if other != name and counting.places(other)[1] not in counting.places(name):
            counting.add(other, 5)
            assert counting.count(name) == 0
            assert counting.count(other) == 5
            return
    pytest.fail("ten thousand names, and no two of them share a place")


def test_live_boards_are_counted_by_visitor_table_and_address() -> None:
    limits = Limits()
    mine = [limits.place_for("1.1.1.1", "me", "t" * 16, sits=True) for _ in range(OF_A_VISITOR)]
    with pytest.raises(TooMany):
        limits.place_for("1.1.1.1", "me", "t" * 16, sits=True)
    mine.pop().leave()
    mine.append(limits.place_for("1.1.1.1", "me", "t" * 16, sits=True))
    crowd = [limits.place_for(f"2.2.2.{n}", None, "t" * 16, sits=False) for n in range(OF_A_TABLE)]
    with pytest.raises(TooMany):
        limits.place_for("3.3.3.3", None, "t" * 16, sits=False)
    limits.place_for("3.3.3.3", "you", "t" * 16, sits=True)  # who sits there can always watch
    flood = [limits.place_for("4.4.4.4", None, f"{n:016}", sits=False) for n in range(OF_AN_ADDRESS)]
    with pytest.raises(TooMany):
        limits.place_for("4.4.4.4", None, "u" * 16, sits=False)
    del mine, crowd, flood  # gone without a word
    assert limits.shared.count("streams from 4.4.4.4") == limits.shared.count("streams of me") == 0
    assert limits.shared.count("streams at " + "t" * 16) == 0


def test_one_board_too_many_is_a_sentence(hall: Hall) -> None:
    app = create_app(hall, rate=1)
    person = Person(app, hall)
    code = person.play_now(players="2")
    held = [app.state.limits.place_for("testclient", None, code, sits=False) for _ in range(OF_AN_ADDRESS)]
    for path in (f"/t/{code}/live", f"/api/tables/{code}/events", f"/api/tables/{code}/wait?seconds=0"):
        answer = person.get(path)
        assert answer.status_code == 429
        assert "live boards" in answer.text
    held.clear()
    assert person.get(f"/api/tables/{code}/wait?seconds=0").status_code == 200


def test_fifty_tables_of_one_push_nobody_out_of_the_lobby(hall: Hall, time: Any) -> None:
    def opened(visitor: str) -> str:
        time.now += 0.1
        wanted = Settings("cartes", (HumanSeat(), BotSeat("random"), HumanSeat()), listed=True)
        return seat.open_table(hall, visitor, wanted)

    quiet = visitors.arrive(hall, "Falbala").visitor.id
    first = opened(quiet)
    for n in range(8):
        loud = visitors.arrive(hall, f"Loud {n}").visitor.id
        for _ in range(8):
            opened(loud)
    listed = [table.code for table in overview.listed(hall)]
    assert len(listed) == 50
    assert first in listed[:9]


def test_tables_whose_host_is_gone_come_last(hall: Hall, time: Any) -> None:
    wanted = Settings("cartes", (HumanSeat(), HumanSeat()), listed=True)
    for n in range(60):
        seat.open_table(hall, visitors.arrive(hall, f"Gone {n}").visitor.id, wanted)
    time.now += 3600
    me = visitors.arrive(hall, "Falbala").visitor.id
    mine = seat.open_table(hall, me, wanted)
    time.now += 30
    assert overview.listed(hall)[0].code == mine


def listing(people: Callable[[], Person], address: str, tables: int) -> list[int]:
    """What so many people from one place are answered who each put a table into the lobby."""
    fields = {"game": "cartes", "players": "2", "seat1": "human", "seat2": "human", "found": "listed"}
    found: list[int] = []
    for _ in range(tables):
        person = people()
        person.client.headers["x-forwarded-for"] = address
        found.append(person.post("/open", fields).status_code)
    return found


def test_an_address_has_so_many_tables_in_the_lobby_whoever_comes_from_there(hall: Hall, time: Any) -> None:
    """A cookie costs nothing, and of IPv6 addresses everybody has as many as they like."""
    app = create_app(hall, proxies=1)

    def person() -> Person:
        time.now += 0.1
        return Person(app, hall)

    assert listing(person, "203.0.113.9", 1) == [303]
    quiet = overview.listed(hall)[0].code
    assert listing(person, "192.0.2.7", LISTED + 2) == [303] * LISTED + [429] * 2
    same_house = [f"2001:db8::{n}" for n in range(LISTED + 1)]
    assert [listing(person, address, 1)[0] for address in same_house] == [303] * LISTED + [429]
    assert quiet in [table.code for table in overview.listed(hall)[:3]]
    with hall.store.reading() as connection:
        kept = str(connection.exec_driver_sql("SELECT * FROM tables").all())
    assert "192.0.2" not in kept
    assert "2001:db8" not in kept
    time.now += 2 * 3600  # given up: there is room again
    assert overview.listed(hall) == []
    assert listing(person, "192.0.2.7", 1) == [303]


@pytest.mark.parametrize("face", ["page", "call"])
def test_who_plays_on_takes_no_more_of_the_lobby(
    hall: Hall, face: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oppidum.web.limits.LISTED", 1)
    person = Person(create_app(hall), hall)
    assert listing(lambda: person, "192.0.2.7", 1) == [303]
    (first,) = overview.listed(hall)
    for_all = Settings("cartes", (HumanSeat(), BotSeat("random")), listed=True)
    me = hall.look(first.code).host
    over = seat.open_table(hall, me, for_all)
    seat.sit(hall, over, me)
    seat.start(hall, over, me)
    play_on(hall, over, 0)
    if face == "page":
        person.post(f"/t/{over}/rematch", {"promise": "first"})
    else:
        head = {**ORIGIN, "authorization": f"Bearer {visitors.new_token(hall, me)}"}
        person.client.post(f"/api/tables/{over}/rematch", json={"ready": False}, headers=head)
    again = hall.look(over).rematch
    assert again
    assert not hall.look(again).settings.listed
