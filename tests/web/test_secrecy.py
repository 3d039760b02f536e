"""A seat's traffic never contains what the seat may not know.

Two worlds that differ only in hidden things must give the same bytes: pages, streams, JSON, replays, hints,
errors, logs. The other world is planted into the running table: every position of the game so far is
replaced by one that the seat cannot tell from it.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import structs
from tests.taking_turns import taking_turns

from oppidum import games
from oppidum.tables import Hall, looking
from oppidum.tables.table import Table
from oppidum.tables.tail import Tail
from oppidum.web import logs
from oppidum.web.acts import cues
from oppidum.web.guest import Guest, identity_in
from oppidum.web.limits import Limits
from oppidum.web.live import Watcher
from oppidum.words import language

from .conftest import Person, choices_in

SPECTATOR = -1


@contextmanager
def another_world(hall: Hall, code: str, seat: int) -> Generator[None]:
    """While this lasts, the table's hidden cards are others."""
    table = hall.look(code)
    slot = hall._slot(code)
    game = table.game

    def other(s: Any) -> Any:
        if s is None:
            return None
        key = hashlib.sha256(b"another world" + s.tobytes()).digest()
        world = game.imagine(game.view(s, seat), seat, key)
        world.stream_at = s.stream_at  # how often chance has spoken is no secret
        world.told, world.events[:] = s.told, s.events  # neither is to whom a whisper went
        assert game.view(world, seat).tobytes() == game.view(s, seat).tobytes()
        return world

    def plant(table: Table) -> Table:
        def others(tail: Tail[Any]) -> Tail[Any]:
            return Tail(tail.kept, [other(s) for s in tail.items], tail.first)

        lines = [structs.replace(line, position=other(line.position)) for line in table.history.items]
        return structs.replace(
            table,
            positions=others(table.positions),
            history=Tail(table.history.kept, lines, table.history.first),
            secret="00" * 32,
            key=b"\0" * 32,
            noticed={},
        )

    planted, whole = plant(table), hall.whole(code)
    assert planted.position.tobytes() != table.position.tobytes(), "nothing was hidden: a poor test"
    slot.table = planted
    hall._whole[code] = plant(whole)
    try:
        yield
    finally:
        slot.table = table
        hall._whole[code] = whole


def traffic(person: Person, code: str, seat: int, capfd: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Everything that this person gets to see of a table."""
    capfd.readouterr()
    eyes = f"?as={seat + 1}" if seat >= 0 else ""
    found: dict[str, str] = {}
    for path in (
        "",
        "/inside",
        "/turn",
        "/replay",
        "/replay?step=3",
        "/replay?step=9999",
        "/record",
        "/check",
    ):
        found[path] = person.get(f"/t/{code}{path}").text
    found["home"] = person.get("/").text
    found["live"] = live_frame(person, code, seat)
    found["acts"] = act_frames(person, code)
    found["as other"] = person.get(f"/t/{code}/replay?as=2").text
    found["eyes"] = person.get(f"/t/{code}{eyes}").text
    open_to_me = choices_in(found[""])
    for words in ("bid 11", "keep", "give 2", "nonsense", "free 3"):
        if words in open_to_me:
            continue  # would be done, and change the table
        answer = person.post(f"/t/{code}/move", {"move": words, "confirmed": "yes"}, hx_request="true")
        found[f"move {words}"] = answer.text
    found["hint"] = person.post(f"/t/{code}/hint", {}, hx_request="true").text
    log = capfd.readouterr().err
    found["log"] = re.sub(r'"(time|id|ms)":[^,}]*', "", log)
    return found


def guest_of(person: Person) -> Guest:
    visitor = next((c for c in person.client.cookies.jar if c.name == "oppidum"), None)
    return Guest(
        hall=person.hall,
        limits=Limits(1000),
        address="test",
        secure=False,
        visitor=identity_in(person.hall, visitor.value or "") if visitor else None,
        t=language("en"),
        preferences={},
        htmx=True,
        signed=visitor.value or "" if visitor else "",
    )


def act_frames(person: Person, code: str) -> str:
    """Every act of everything that has happened lately, one after the other."""
    watcher = Watcher(person.hall, guest_of(person), code, None, 0, None)
    watcher.look()
    assert watcher.stage
    frames = ""
    for cue in cues(watcher.stage, 0):
        watcher.cue = cue
        frames += watcher.drawn()[0]
    return frames


def live_frame(person: Person, code: str, seat: int) -> str:
    watcher = Watcher(person.hall, guest_of(person), code, None, 0, 1)

    async def first() -> bytes:
        stream = watcher.messages(person.hall.subscribe(code))
        try:
            async for sent in stream:
                if sent.startswith(b"id:"):
                    return sent
        finally:
            await stream.aclose()
        raise AssertionError

    # In a thread of its own: where browser tests have run before, this one has a loop already.
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, first()).result().decode()


def api_traffic(person: Person, code: str, token: str | None) -> dict[str, str]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    person.client.cookies.clear()
    found: dict[str, str] = {}
    for path in ("", "/history", "/steps", "/wait?seconds=0", "/record", "/steps?open_cards=true", "?as=2"):
        found[path] = person.get(f"/api/tables/{code}{path}", headers=headers).text
    for move in ("bid 11", "keep", "nonsense"):
        if f'"{move}"' in found[""]:
            continue  # legal: would be done
        url = f"/api/tables/{code}/moves"
        found[move] = person.client.post(url, json={"move": move}, headers=headers).text
    return found


def still_running(person: Person, game: str, decisions: int) -> str:
    """A game after so many decisions that is not over yet: once it is, all cards may lie open."""
    for _ in range(20):
        code = person.play_now(game)
        played(person, code, decisions)
        if 'data-status="playing"' in person.page(f"/t/{code}"):
            return code
    raise AssertionError(f"{game} never takes {decisions} decisions")


@pytest.mark.parametrize(("game", "decisions"), taking_turns(games.catalogue(), [0, 5, 23]))
def test_two_worlds_look_the_same_to_a_seat(
    me: Person, hall: Hall, game: str, decisions: int, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure()
    code = still_running(me, game, decisions)
    me.page(f"/t/{code}")  # has seen what happened so far
    here = traffic(me, code, 0, capfd)
    with another_world(hall, code, 0):
        there = traffic(me, code, 0, capfd)
    same(here, there)


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_two_worlds_look_the_same_to_a_spectator(
    me: Person, someone: Callable[..., Person], hall: Hall, game: str, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure()
    code = me.play_now(game)
    played(me, code, 7)
    guest = someone("fr")
    here = traffic(guest, code, SPECTATOR, capfd)
    with another_world(hall, code, SPECTATOR):
        there = traffic(guest, code, SPECTATOR, capfd)
    same(here, there)


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_two_worlds_look_the_same_to_a_program(app: Any, hall: Hall, game: str) -> None:
    program = Person(app, hall)
    token = program.client.post("/api/visitors", json={"name": "Robotix"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    code = program.client.post("/api/play", json={"game": game, "level": "greedy"}, headers=headers).json()[
        "code"
    ]
    program.bots()
    for _ in range(6):
        seen = program.get(f"/api/tables/{code}", headers=headers).json()
        if seen["legal"]:
            program.client.post(f"/api/tables/{code}/moves", json={"move": seen["legal"][0]}, headers=headers)
        program.bots()
    here = api_traffic(program, code, token)
    with another_world(hall, code, 0):
        there = api_traffic(program, code, token)
    same(here, there)
    here = api_traffic(program, code, None)
    with another_world(hall, code, SPECTATOR):
        there = api_traffic(program, code, None)
    same(here, there)


def played(person: Person, code: str, decisions: int) -> None:
    for _ in range(decisions):
        choices = choices_in(person.page(f"/t/{code}"))
        if choices:
            person.do(code, "move", move=choices[len(choices) // 2], confirmed="yes")
        person.bots()


def same(here: dict[str, str], there: dict[str, str]) -> None:
    assert here.keys() == there.keys()
    for name, text in here.items():
        assert text == there[name], name


def test_same_device_shows_nobodys_cards_between_turns(me: Person, hall: Hall) -> None:
    code = me.go("/open", {"game": "cartes", "players": "2", "where": "here"}).rsplit("/", 1)[1]
    if looking.view(hall, code).status == "open":
        me.do(code, "start")
    me.do(code, "move", move="bid 7", seat="1", confirmed="yes")
    here = me.page(f"/t/{code}")
    with another_world(hall, code, SPECTATOR):
        assert me.page(f"/t/{code}") == here
    # The other player's own screen does not tell what the first has chosen either.
    here = me.page(f"/t/{code}?as=2")
    with another_world(hall, code, 1):
        assert me.page(f"/t/{code}?as=2") == here
