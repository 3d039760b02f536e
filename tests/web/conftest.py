"""A house of one's own for every test: a fresh store, time that stands still, bots that decide when told."""

from __future__ import annotations

import atexit
import logging
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time as clock
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from litestar import Litestar
from litestar.testing import TestClient

from oppidum.tables import Hall, bots_at_work, looking, open_hall, playing
from oppidum.tables.store import Store
from oppidum.web.app import count_moves, create_app
from oppidum.web.doors import Doors
from oppidum.web.lane import Lane
from oppidum.web.limits import Limits
from oppidum.web.push import bell_in

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))  # `chromium` and `staged`

ORIGIN = {"sec-fetch-site": "same-origin"}
PATIENCE = 20_000  # milliseconds for what a browser has to show


@pytest.fixture(autouse=True)
def logs_go_where_they_went() -> Iterator[None]:
    """A test that sets up the logs writes to what pytest closes after it: nobody after it does."""
    logger = logging.getLogger("oppidum")
    before = logger.handlers, logger.propagate, logger.level
    yield
    logger.handlers, logger.propagate = before[:2]
    logger.setLevel(before[2])


class Time:
    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with nothing in it, made once."""
    file = tmp_path_factory.mktemp("store") / "empty.sqlite3"
    Store(file, durable=False).close()
    return file


@pytest.fixture
def hall(empty_file: Path, tmp_path: Path, time: Time) -> Iterator[Hall]:
    file = shutil.copy(empty_file, tmp_path / "house.sqlite3")
    with open_hall(file, now=time, pace=0.0, work=False, durable=False) as opened:
        yield opened


@pytest.fixture(scope="session")
def routes() -> Litestar:
    """The application over no hall yet: to understand all its handlers takes the framework a while."""
    return create_app(lambda: pytest.fail("this application is not started"))


@pytest.fixture
def app(routes: Litestar, hall: Hall) -> Litestar:
    """As `create_app(hall, rate=1000)` makes it."""
    limits = Limits(1000)
    routes.state.update(hall=hall, limits=limits, bell=bell_in(hall))
    routes.asgi_handler = Doors(Lane(inside(routes), routes.state), limits, 0)
    hall.counted = count_moves
    return routes


def inside(app: Litestar) -> Any:
    """Behind doors and lane."""
    doors: Any = app.asgi_handler
    return doors.app.app


@cache
def event_loop() -> BlockingPortal:
    """One for all requests, as in a house: to start one for each takes longer than most answers."""
    running = ExitStack()
    atexit.register(running.close)
    return running.enter_context(start_blocking_portal())


class Person:
    """A browser without a screen."""

    def __init__(self, app: Litestar, hall: Hall, language: str = "en") -> None:
        self.hall = hall
        self.client: TestClient[Litestar] = TestClient(app, raise_server_exceptions=False)
        self.client.blocking_portal = event_loop()
        self.client.headers.update({"accept-language": language})

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, follow_redirects=False, **more)

    def page(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
        return answer.text

    def post(self, path: str, data: dict[str, Any] | None = None, **headers: str) -> Any:
        wanted = {**ORIGIN, **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.client.post(path, data=data or {}, headers=wanted, follow_redirects=False)

    def go(self, path: str, data: dict[str, Any] | None = None) -> str:
        """Post a form and return where it leads."""
        answer = self.post(path, data)
        assert answer.status_code == 303, (path, answer.status_code, answer.text[:300])
        return answer.headers["location"]

    def do(self, code: str, deed: str, **data: Any) -> None:
        """Do something at a table, as htmx would."""
        answer = self.post(f"/t/{code}/{deed}", data, hx_request="true")
        assert answer.status_code in (200, 204), (deed, answer.status_code, answer.text[:300])

    def play_now(self, game: str = "cartes", **data: Any) -> str:
        code = self.go("/play", {"game": game, "level": "greedy", **data}).rsplit("/", 1)[1]
        self.bots()
        return code

    def bots(self) -> None:
        bots_at_work.work_now(self.hall)


@pytest.fixture
def someone(app: Litestar, hall: Hall) -> Callable[..., Person]:
    return lambda language="en": Person(app, hall, language)


@pytest.fixture
def me(someone: Callable[..., Person]) -> Person:
    return someone()


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]


@dataclass
class Parsed(HTMLParser):
    elements: list[Element] = field(default_factory=list[Element])
    inline_script: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        self.last = tag

    def handle_data(self, data: str) -> None:
        if getattr(self, "last", "") in ("script", "style") and data.strip():
            self.inline_script = True

    def handle_endtag(self, tag: str) -> None:
        self.last = ""


def parse(text: str) -> Parsed:
    parsed = Parsed()
    parsed.feed(text)
    return parsed


def undescribed(shapes: dict[str, Any]) -> list[str]:
    """What the description of the API leaves unsaid: shapes, and their fields."""
    silent = [name for name, shape in shapes.items() if not shape.get("description")]
    for name, shape in shapes.items():
        fields = shape.get("properties", {})
        silent += [f"{name}.{field}" for field, said in fields.items() if not said.get("description")]
    return silent


def choices_in(text: str) -> list[str]:
    """The decisions that a table's page offers."""
    offered = parse("".join(MOVE.findall(text)))  # not all of the page: it is long, and this is asked often
    return [value for element in offered.elements if (value := element.attributes.get("value"))]


MOVE = re.compile(r'<[^<>]*\sname="move"[^<>]*>')


def version_in(text: str) -> str:
    found = re.search(r'id="state"[^>]*data-version="(\d+)"', text)
    assert found
    return found[1]


def play_to_the_end(person: Person, code: str, limit: int = 600) -> str:
    """Choose anything, until the result is there."""
    chance = random.Random(limit)
    for _ in range(limit):
        text = person.page(f"/t/{code}")
        if 'data-status="over"' in text:
            return text
        choices = choices_in(text)
        assert choices, text
        person.do(code, "move", move=chance.choice(choices), seen=version_in(text), confirmed="yes")
        person.bots()
    raise AssertionError("the game does not end")


def play_on(hall: Hall, code: str, which: int) -> None:
    """The same without a page: the host takes the first choice or the last (-1), and later anything, because
    who always decides alike may play for ever."""
    host = hall.look(code).host
    chance, alike = random.Random(which), 20
    while (seen := looking.view(hall, code, host)).status == "playing":
        if seen.choices:
            choice = seen.choices[which] if alike > 0 else chance.choice(seen.choices)
            playing.move(hall, code, host, choice.words)
            alike -= 1
        bots_at_work.work_now(hall)


# ---------------------------------------------------------------- browser and server, one each for a worker


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Draws pages. What else a browser does, `whole_browsers` do."""
    opening = pytest.importorskip("chromium")  # scripts/chromium.py
    with ExitStack() as stack:
        try:
            yield stack.enter_context(opening.browser(bare=True))
        except opening.NoBrowser as why:
            pytest.skip(str(why))


CHANGES = ("on", "once", "route", "add_init_script", "expose_function", "emulate_media")


class Browsers:
    """Visitors' browsers, used again from test to test, each with one page.

    Styles, scripts and pictures that one of them has loaded it keeps, as people's browsers do; who it is and
    what it has stored it forgets. A new page takes three times as long to show a board as one that has shown
    one before, so pages are used again, too; not those that a test has listened to or changed (`CHANGES`).
    `fresh`: a browser that has never been here.
    """

    def __init__(self, chromium: Any) -> None:
        self.chromium = chromium
        self.free: dict[str, list[Any]] = defaultdict(list)
        self.changed: set[Any] = set()
        self.complaints: list[str] = []  # what went wrong in the consoles since pages were lent

    @contextmanager
    def lend(self) -> Iterator[Callable[..., Any]]:
        """A function that opens a page in a browser of its own; afterwards all of them are given back."""
        lent: list[tuple[str, str, Any]] = []
        self.complaints.clear()

        def open_page(address: str, size: dict[str, int], fresh: bool = False, **settings: Any) -> Any:
            kind = "" if fresh else repr((address, sorted(settings.items())))
            shelf = self.free[kind]
            context = shelf.pop() if shelf else self.chromium.new_context(base_url=address, **settings)
            lent.append((kind, address, context))
            page = context.pages[0] if context.pages else self.new_page(context)
            page.set_viewport_size(size)
            return page

        yield open_page
        for kind, address, context in lent:
            if kind:
                self.forget(context, address)
                self.free[kind].append(context)
            else:
                context.close()

    def new_page(self, context: Any) -> Any:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda line: self.complaints.append(line.text) if is_complaint(line) else None)
        for name in CHANGES:
            setattr(page, name, self.noting(page, getattr(page, name)))
        return page

    def noting(self, page: Any, change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*how: Any, **more: Any) -> Any:
            self.changed.add(page)
            return change(*how, **more)

        return changed

    def forget(self, context: Any, address: str) -> None:
        """Everything that a visitor has left in a browser, except for what it has loaded."""
        first, *others = context.pages or [self.new_page(context)]
        for page in others:
            page.close()
        first.goto(f"{address}/health")  # whatever was still on its way: from here nothing leads elsewhere
        first.evaluate("sessionStorage.clear()")
        first.goto("about:blank")
        session = context.new_cdp_session(first)
        kinds = "local_storage,indexeddb,service_workers,cache_storage"
        session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": kinds})
        session.detach()
        if first in self.changed:
            self.changed.remove(first)
            first.close()
        context.clear_cookies()
        context.clear_permissions()


def is_complaint(line: Any) -> bool:
    # A connection that we cut ourselves is reported by the browser; a policy that we broke is a fault.
    cut = ("ERR_", "Failed to load resource", "network error", "Failed to fetch")
    return line.type == "error" and not any(words in line.text for words in cut)


@pytest.fixture(scope="session")
def browsers(chromium: Any) -> Browsers:
    return Browsers(chromium)


@pytest.fixture
def whole_browsers(chromium: Any) -> Iterator[Browsers]:
    """With all that a person has: apps can be installed, notifications are shown."""
    opening = pytest.importorskip("chromium")
    try:
        opened = opening.launch(chromium.browser_type)
    except opening.NoBrowser as why:
        pytest.skip(str(why))
    yield Browsers(opened)
    opened.close()


SERVER = """
import sys
from oppidum.web.server import serve
if __name__ == "__main__":
    serve(port=int(sys.argv[1]), data=sys.argv[2], browser=False, pace=0.0, rate=1000, warm=False,
          log_level="warning")
"""


class Server:
    """The house in a process of its own, which can be stopped and started again on the same store."""

    def __init__(self, folder: Path, *guests: Path) -> None:
        self.folder = folder
        self.path = os.pathsep.join([*map(str, guests), *sys.path])  # guests: where packages are installed
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.script = folder / "server.py"
        self.script.write_text(SERVER, encoding="utf-8")
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(self.script), str(self.port), str(self.folder)]
        self.process = subprocess.Popen(command, env=dict(os.environ, PYTHONPATH=self.path))
        for _ in range(600):
            try:
                with urlopen(self.address + "/health", timeout=2):
                    return
            except OSError:
                clock.sleep(0.1)
        self.stop()
        raise AssertionError("the server does not start")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The house of the gallery, in this process: real games from fixed seeds, at moments that matter."""
    staged = pytest.importorskip("staged")  # scripts/staged.py
    with staged.house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(scope="session")
def tables(house: Any) -> Callable[[Any], Any]:
    """Tables that were brought to their moment, by its name or as a scene, each once: to be looked at."""
    scenes = {f"{scene.game}-{scene.name}": scene for scene in pytest.importorskip("staged").SCENES}
    known: dict[str, Any] = {}

    def table(wanted: Any) -> Any:
        scene = scenes[wanted] if isinstance(wanted, str) else wanted
        name = f"{scene.game}-{scene.name}"
        if name not in known:
            known[name] = house.stage(scene)
        return known[name]

    return table


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()
