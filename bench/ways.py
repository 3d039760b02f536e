"""The ways through the house, counted: which of our functions a click, a bot's decision, a simulation and a
check of a record pass through, in which threads, with how many statements to the store.

    python bench/ways.py            the figures of docs/architecture.md
    python bench/ways.py --list     and the functions, in the order in which they are first called

Uncompiled, so that the rules show as well; they and the chance stream are left out of the counts. The same in
every run: secrets are drawn from a seed, the garbage is left where it is, and threads that wait, or listen
for other processes, are not on anybody's way.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import secrets
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

os.environ["NUMBA_DISABLE_JIT"] = "1"

from sqlalchemy import event

import oppidum
from oppidum import games
from oppidum.arena.simulate import play_series
from oppidum.kernel import record
from oppidum.tables import bots_at_work, looking, open_hall, replay, seating, visitors
from oppidum.web.app import create_app
from oppidum.web.guest import IDENTITY, signer

HOME = str(Path(oppidum.__file__).parent)
LEFT_OUT = (
    "/games/",
    "/kernel/stream",
    "/kernel/bits",
    "/kernel/compiled",
    "/kernel/verbs",
    "/kernel/position",
)
LISTENING = "oppidum-ears"
WAITING = ("Writer.next_jobs",)  # a thread that has done its part waits for the next: sooner or later
INNER = ("<genexpr>", "<listcomp>", "<dictcomp>", "<lambda>", "<setcomp>")


class Way:
    def __init__(self) -> None:
        self.functions: dict[tuple[str, str], None] = {}
        self.calls = 0
        self.stored: int | None = None  # how many functions up to the first commit
        self.threads: set[str] = set()

    def seen(self, frame: FrameType) -> None:
        code = frame.f_code
        if not code.co_filename.startswith(HOME) or code.co_name in INNER or code.co_qualname in WAITING:
            return
        place = code.co_filename.removeprefix(HOME)
        if any(part in place for part in LEFT_OUT):
            return
        thread = threading.current_thread().name
        if thread == LISTENING:
            return
        self.calls += 1
        self.threads.add(thread)
        self.functions.setdefault((place.strip("/"), code.co_qualname))

    def commit(self) -> None:
        self.stored = self.stored or len(self.functions)

    def walk(self, step: Callable[[], object]) -> None:
        global walked
        walked = self
        try:
            step()
        finally:
            walked = None

    def told(self, name: str, listed: bool) -> None:
        """One line, and the functions."""
        rooms: dict[str, int] = {}
        for place, _ in self.functions:
            room = place.split("/")[0].removesuffix(".py")
            rooms[room] = rooms.get(room, 0) + 1
        told = ", ".join(f"{room} {n}" for room, n in sorted(rooms.items(), key=lambda item: -item[1]))
        print(f"{name:22} {len(self.functions):4} functions ({told}), {self.calls} calls")
        if listed:
            for place, function in self.functions:
                print(f"    {place:40} {function}")


walked: Way | None = None


def profile(frame: FrameType, what: str, _: object) -> None:
    if walked is not None and what == "call":
        walked.seen(frame)


async def post(app: Any, path: str, fields: dict[str, str], cookie: str) -> None:
    """A form sent by htmx, without a network."""
    headers = {
        "host": "here",
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        "hx-request": "true",
        "cookie": cookie,
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("here", 80),
        "state": {},
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": urlencode(fields).encode(), "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    assert sent[0]["status"] == 200, sent


def click(game: str, listed: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, open_hall(data=folder, work=False, pace=0) as hall:
        me = visitors.arrive(hall, "Bonemine").visitor
        code = seating.play_now(hall, me.id, game, players=4, level="greedy")
        app = create_app(hall, rate=1e6)
        cookie = f"{IDENTITY}={signer(hall).dumps(me.id)}"
        statements: list[str] = []
        event.listen(hall.store.engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
        event.listen(hall.store.engine, "commit", lambda _: walked and walked.commit())

        async def decide(way: Way) -> None:
            global walked
            while not (choices := looking.view(hall, code, me.id).choices):
                bots_at_work.work_now(hall)
            statements.clear()
            walked = way
            await post(app, f"/t/{code}/move", {"move": choices[0].words, "confirmed": "yes"}, cookie)
            walked = None

        async def several() -> Way:
            hall.writer.at_once.serve(asyncio.get_running_loop())  # as `web.app` does
            hall.writer.pulse.took = 0.0  # the disk is quick, whatever it is today
            await decide(Way())  # the first ones fill caches
            await decide(Way())
            way = Way()
            await decide(way)
            return way

        way = asyncio.run(several())
        way.told(f"click ({game})", listed)
        reads = sum(text.lstrip().upper().startswith("SELECT") for text in statements)
        others = sorted(name for name in way.threads if name != "MainThread")
        besides = ", ".join(others) or "no thread"
        print(f"    {way.stored} of them up to the store; {reads} reads; besides the event loop: {besides}")


def decision_of_a_bot(listed: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, open_hall(data=folder, work=False, pace=0) as hall:
        me = visitors.arrive(hall, "Bonemine").visitor
        code = seating.play_now(hall, me.id, "cartes", players=4, level="greedy")
        for _ in range(2):
            bots_at_work.work_now(hall, limit=1)
        way = Way()
        way.walk(lambda: bots_at_work.work_on(hall, code, limit=1))
        way.told("bot's decision", listed)


def simulation(listed: bool) -> None:
    way = Way()
    policies = ("greedy", "random")
    way.walk(lambda: play_series(games.load("cartes"), policies, 2, "ways"))
    way.told("simulation", listed)


def check_of_a_record(listed: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, open_hall(data=folder, work=False, pace=0) as hall:
        me = visitors.arrive(hall, "Bonemine").visitor
        code = seating.play_now(hall, me.id, "cartes", players=2, level="greedy")
        while looking.view(hall, code).status == "playing":
            bots_at_work.work_now(hall)
            if choices := looking.view(hall, code, me.id).choices:
                from oppidum.tables import playing

                playing.move(hall, code, me.id, choices[0].action)
        written = record.encode(replay.record(hall, code))
    record.check(record.decode(written.encode()), games.load)  # fills caches
    way = Way()
    way.walk(lambda: record.check(record.decode(written.encode()), games.load))
    way.told("check of a record", listed)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="the functions, too")
    listed = parser.parse_args().list
    chance = random.Random("ways")
    secrets.token_bytes = lambda nbytes=None: chance.randbytes(nbytes or 32)
    secrets.choice = chance.choice
    gc.disable()
    threading.setprofile(profile)
    sys.setprofile(profile)
    for game in games.catalogue():
        click(game, listed)
    decision_of_a_bot(listed)
    simulation(listed)
    check_of_a_record(listed)


if __name__ == "__main__":
    main()
