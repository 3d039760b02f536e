"""Tests of the tables run on SQLite; those marked `every_store`, and with `--long` all, on PostgreSQL too."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from oppidum.tables import (
    BotSeat,
    Hall,
    HumanSeat,
    Settings,
    TableView,
    looking,
    migrate,
    open_hall,
    playing,
    schema,
    seating,
    visitors,
)
from oppidum.tables.bots_at_work import work_now
from oppidum.tables.store import Store

# ---------------------------------------------------------------- PostgreSQL


def postgres_programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    return Path(program).parent if program else None


def unprivileged() -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def cluster(programs: Path, durable: bool = False) -> Iterator[str]:
    """A throw-away cluster on a free port; gives the URL of its server, without a database. `durable`: it
    waits for the disk, as one does that is not thrown away."""
    folder = Path(tempfile.mkdtemp(prefix="oppidum-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data, port = folder / "data", free_port()
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    run = [*unprivileged()]
    subprocess.run([*run, programs / "initdb", "-D", data, "-U", "oppidum", "-A", "trust", "-N"], **quiet)
    fsync = "on" if durable else "off"
    settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync={fsync} -c max_connections=200"
    try:
        start = ["start", "-w", "-o", settings, "-l", folder / "log"]
        subprocess.run([*run, programs / "pg_ctl", "-D", data, *start], **quiet)
        yield f"postgresql://oppidum@127.0.0.1:{port}"
    finally:
        subprocess.run(
            [*run, programs / "pg_ctl", "-D", data, "stop", "-m", "immediate"], **{**quiet, "check": False}
        )
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_folder() -> Path:
    """Where PostgreSQL's programs are."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("no PostgreSQL server program (initdb) on this machine")
    return programs


@pytest.fixture(scope="session")
def postgres(postgres_folder: Path) -> Iterator[str]:
    """The URL of the database `oppidum` on a server of our own."""
    with cluster(postgres_folder) as server:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE oppidum")
        yield f"{server}/oppidum"


def empty_postgres(url: str) -> None:
    """A store with nothing in it. Making a new database for every test would take much longer."""
    with psycopg.connect(url, autocommit=True) as connection:
        try:
            at = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except psycopg.Error:
            at = None
        if at == (migrate.HEAD,):
            names = sql.SQL(", ").join(sql.Identifier(name) for name in schema.metadata.tables)
            connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(names))
            return
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    Store(url).close()


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty but migrated SQLite store."""
    file = tmp_path_factory.mktemp("store") / "empty.sqlite3"
    Store(file, durable=False).close()
    return file


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    named = {name for mark in metafunc.definition.iter_markers("parametrize") for name in mark.args[:1]}
    if "database" in metafunc.fixturenames and "database" not in named:
        stores: list[Any] = ["sqlite"]
        if metafunc.definition.get_closest_marker("every_store") or metafunc.config.getoption("--long"):
            stores.append(pytest.param("postgresql", marks=pytest.mark.postgres))
        metafunc.parametrize("database", stores, indirect=True)


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a store with nothing in it."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("empty_file"), tmp_path / "oppidum.sqlite3")
        return f"sqlite:///{tmp_path}/oppidum.sqlite3"
    url = request.getfixturevalue("postgres")
    empty_postgres(url)
    return url


# ---------------------------------------------------------------- halls


@dataclass
class Hours:
    """Time that passes when a test says so."""

    value: float = 1_000_000.0

    def __call__(self) -> float:
        return self.value

    def pass_by(self, seconds: float) -> None:
        self.value += seconds


@pytest.fixture
def hours() -> Hours:
    return Hours()


OpenHall = Callable[..., Hall]


@pytest.fixture
def open_one(database: str, hours: Hours) -> Iterator[OpenHall]:
    """Opens halls on one database, as several workers would."""
    with contextlib.ExitStack() as stack:

        def open_another(**settings: object) -> Hall:
            given = {"now": hours, "pace": 0.0, "work": False, "durable": False} | settings
            return stack.enter_context(open_hall(database, **given))  # pyright: ignore[reportArgumentType]

        yield open_another


@pytest.fixture
def hall(open_one: OpenHall) -> Hall:
    return open_one()


# ---------------------------------------------------------------- people and tables

NAMES = ("Bonemine", "Falbala", "Ielosubmarine", "Jolitorax", "Maestria")


@dataclass
class Party:
    """A table with people, and bots on the seats after them."""

    hall: Hall
    code: str
    people: list[str] = field(default_factory=list)

    def bots(self) -> int:
        """Let the bots, and the clock, do what is due."""
        return work_now(self.hall)

    def view(self, person: int | None = None, **how: Any) -> TableView:
        return looking.view(self.hall, self.code, None if person is None else self.people[person], **how)

    def move(self, person: int, what: str | int | None = None, **how: Any) -> playing.Moved:
        """A decision of a person; without more, the first legal one."""
        if what is None:
            what = self.view(person).choices[0].action
        return playing.move(self.hall, self.code, self.people[person], what, **how)

    def play_to_end(self) -> None:
        """With any decisions: who always decides alike may play for ever."""
        chance = random.Random(len(self.people))
        while self.view().status == "playing":
            self.bots()
            for person in range(len(self.people)):
                if choices := self.view(person).choices:
                    self.move(person, chance.choice(choices).action)


Arrive = Callable[[int], list[str]]
Gather = Callable[..., Party]


@pytest.fixture
def arrive(hall: Hall) -> Arrive:
    """Some people, by their visitors' ids."""
    return lambda n: [visitors.arrive(hall, name).visitor.id for name in NAMES[:n]]


@pytest.fixture
def gather(hall: Hall, arrive: Arrive) -> Gather:
    """A table with so many people and bots; the first person is the host. Everybody sits, the game runs."""

    def gathered(
        people: int, bots: int = 0, *, start: bool = True, game: str = "cartes", **settings: Any
    ) -> Party:
        ids = arrive(people)
        seats = (*[HumanSeat()] * people, *[BotSeat("random")] * bots)
        if game == "cartes":
            settings.setdefault("options", {"hands": "1"})
        code = seating.open_table(hall, ids[0], Settings(game, seats, **settings))
        for visitor in ids:
            seating.sit(hall, code, visitor)
        if start:
            seating.start(hall, code, ids[0])
        return Party(hall, code, ids)

    return gathered


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Wait for another thread; generous, because the machine may be busy."""

    def wait(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "it did not happen"
            time.sleep(0.01)

    return wait
