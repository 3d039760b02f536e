"""Is everything well with this house? What is installed, compiled, reachable and writable, on one screen."""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import json
import os
import platform
import re
import sqlite3
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import click

from oppidum import __version__, games
from oppidum.cli import arguments
from oppidum.cli.output import console, print_json
from oppidum.kernel.extras import how_to_get, missing

NAME = re.compile(r"[\w.-]+")
EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")
WORTH_NAMING = ("numba", "numpy", "litestar", "sqlalchemy")
SIGNS = {"ok": "[green]ok[/]", "optional": "[dim]–[/]", "broken": "[red]broken[/]"}


@dataclasses.dataclass(frozen=True)
class Finding:
    about: str  # installed, compiled, store, network
    what: str
    state: str  # ok, broken; optional: not there, and not needed for playing
    words: str  # one sentence, or a version


@click.command(short_help="Is everything well? What is installed, compiled, reachable, writable.")
@arguments.data
@arguments.database
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="where the house listens"
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    default=8000,
    show_default=True,
    help="port that it listens on",
)
@arguments.as_json
@click.pass_context
def doctor(
    context: click.Context, data: str | None, database: str | None, host: str, port: int, as_json: bool
) -> None:
    """Say what is installed, compiled, reachable and writable; changes nothing. Ends with 1 if something that
    is needed is broken."""
    findings = [*installed(), *compiled()]
    if all_well(findings):  # otherwise the rest cannot even be loaded
        findings += [*store(data, database), *network(host, port)]
    well = all_well(findings)
    if as_json:
        print_json({"ok": well, "findings": [dataclasses.asdict(finding) for finding in findings]})
    else:
        show(findings, well)
    if not well:
        context.exit(1)


def all_well(findings: list[Finding]) -> bool:
    return all(finding.state != "broken" for finding in findings)


def show(findings: list[Finding], well: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    about = ""
    for finding in findings:
        table.add_row(
            finding.about if finding.about != about else "",
            SIGNS[finding.state],
            finding.what,
            escape(finding.words),
        )
        about = finding.about
    console().print(table)
    print("All is well." if well else "Something that is needed is broken.")


# ---------------------------------------------------------------- installed


def installed() -> Iterator[Finding]:
    yield Finding("installed", "Oppidum", "ok", f"{__version__}, in {Path(games.__file__).parent.parent}")
    old = sys.version_info < (3, 11)
    yield Finding("installed", "Python", "broken" if old else "ok", platform.python_version())
    needed, extras = libraries()
    lost = [name for name in needed if not version_of(name)]
    if lost:
        words = f"Missing: {', '.join(lost)}; install Oppidum again."
    else:
        words = ", ".join(f"{name} {version_of(name)}" for name in WORTH_NAMING)
    yield Finding("installed", "libraries", "broken" if lost else "ok", words)
    yield assets()
    for game_id, sentence in games.left_out().items():
        yield Finding("installed", f"game {game_id}", "optional", sentence)
    absent = [extra for extra, names in extras.items() if not all(version_of(name) for name in names)]
    for extra, names in extras.items():
        if extra not in absent:
            words = ", ".join(f"{name} {version_of(name)}" for name in names)
            yield Finding("installed", f"extra {extra}", "ok", words)
    if absent:
        it = "it" if len(absent) == 1 else "them"
        words = f"Not here: {', '.join(absent)}; {how_to_get(','.join(absent))} brings {it}."
        yield Finding("installed", "extras", "optional", words)


def libraries() -> tuple[list[str], dict[str, list[str]]]:
    """What the package itself says it needs: always, and for each extra."""
    needed: list[str] = []
    extras: dict[str, list[str]] = {}
    for line in metadata.requires("oppidum") or []:
        name = NAME.match(line)
        extra = EXTRA.search(line)
        assert name
        (extras.setdefault(extra[1], []) if extra else needed).append(name[0])
    return needed, extras


def version_of(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""


def assets() -> Finding:
    folder = Path(games.__file__).parent.parent / "web" / "static" / "vendor"
    wanted = ("htmx.min.js", "hx-sse.min.js", "baloo-2.woff2", "baloo-2-ext.woff2")
    lost = [name for name in wanted if not (folder / name).is_file()]
    words = f"Missing: {', '.join(lost)}; pages will not work." if lost else "htmx and the font are there"
    return Finding("installed", "web assets", "broken" if lost else "ok", words)


# ---------------------------------------------------------------- compiled


def compiled() -> Iterator[Finding]:
    from oppidum.forge.loading import smith_at_work
    from oppidum.forge.marks import share_done
    from oppidum.kernel import cache

    root = cache.root()
    if not writable(root):
        words = f"{nearest(root)} is not writable; name another folder in OPPIDUM_CACHE."
        yield Finding("compiled", "cache", "broken", words)
        return
    words = f"in {root}" if root.exists() else f"There is none yet; the first game makes {root}."
    yield Finding("compiled", "cache", "ok", words)
    compiling = smith_at_work()
    for game_id in games.catalogue():
        share = share_done(game_id)
        if share >= 1:
            yield Finding("compiled", game_id, "ok", "compiled")
        else:
            who = "a house is compiling it" if compiling else f"oppidum compile {game_id} does the rest"
            yield Finding("compiled", game_id, "optional", f"{100 * share:.0f} %; {who}.")


# ---------------------------------------------------------------- folders


def nearest(folder: Path) -> Path:
    """The folder itself, or the innermost of those around it that is there: the rest will be made."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


def writable(folder: Path) -> bool:
    place = nearest(folder)
    return place.is_dir() and os.access(place, os.W_OK | os.X_OK)


# ---------------------------------------------------------------- the store


def store(data: str | None, database: str | None) -> Iterator[Finding]:
    """Looked at without making or changing one."""
    from oppidum.tables import StoreError
    from oppidum.tables.hall import store_place
    from oppidum.tables.store import database_url

    try:
        url = database_url(store_place(database, data))
        if url.get_backend_name() == "sqlite":
            yield from sqlite_store(Path(str(url.database)))
        else:
            yield postgresql_store(url)
        yield signing_key(url)
    except StoreError as error:
        yield Finding("store", "database", "broken", str(error))


def sqlite_store(file: Path) -> Iterator[Finding]:
    from oppidum.tables.store import only_read

    if writable(file.parent):
        yield Finding("store", "folder", "ok", str(file.parent))
    else:
        words = f"{nearest(file.parent)} is not writable, so no table can be kept in {file.parent}."
        yield Finding("store", "folder", "broken", words)
    if not file.exists():
        yield Finding("store", "SQLite", "optional", f"There is none yet; the first start makes {file.name}.")
        return
    try:
        with contextlib.closing(only_read(file)) as connection:
            at = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    except (sqlite3.Error, TypeError):
        yield Finding("store", "SQLite", "broken", f"{file} cannot be read, or is no store of Oppidum.")
        return
    if not os.access(file, os.W_OK):
        yield Finding("store", "SQLite", "broken", f"{file} is not writable.")
        return
    yield revision("SQLite", at)


def signing_key(url: Any) -> Finding:
    """With which cookies are signed; here it is only read."""
    from oppidum.tables import StoreError, signing

    try:
        known = signing.known_key(url)
    except StoreError as error:
        return Finding("store", "key of the cookies", "broken", str(error))
    if known is None:
        return Finding(
            "store", "key of the cookies", "optional", "There is none yet; the first start makes it."
        )
    given = signing.VARIABLE in os.environ
    where = f"in {signing.VARIABLE}" if given else f"{signing.key_file(url)}, for its owner's eyes only"
    return Finding("store", "key of the cookies", "ok", where)


def postgresql_store(url: object) -> Finding:
    import sqlalchemy as sa
    from sqlalchemy.exc import SQLAlchemyError

    from oppidum.tables import StoreError, migrate
    from oppidum.tables.store import plain

    assert isinstance(url, sa.URL)
    try:
        engine = sa.create_engine(url, connect_args={"connect_timeout": 5})
        with engine.connect() as connection:
            at = migrate.revision(connection)
    except ImportError:
        raise StoreError(missing("postgres", "A store on PostgreSQL", "Psycopg")) from None
    except SQLAlchemyError as error:
        return Finding("store", "PostgreSQL", "broken", f"It does not answer: {plain(error)}.")
    if at is None:
        return Finding("store", "PostgreSQL", "ok", "It answers; the first start makes its tables.")
    return revision("PostgreSQL", at)


def revision(what: str, at: str) -> Finding:
    from oppidum.tables.migrate import HEAD

    if at > HEAD:
        return Finding(
            "store", what, "broken", f"It was written by a newer Oppidum (revision {at}, not {HEAD})."
        )
    words = f"revision {at}" if at == HEAD else f"revision {at}, which the next start brings to {HEAD}"
    return Finding("store", what, "ok", words)


# ---------------------------------------------------------------- the network


def network(host: str, port: int) -> Iterator[Finding]:
    """Is a house open there, and is it well? Otherwise: could one be opened?"""
    from oppidum.kernel.errors import BadOption
    from oppidum.web.server import address_of, door_at

    address = address_of(host, port)
    try:
        said = ask(f"{address}health")
        yield house(address, said)
        yield from clock(said.get("apart", 0.0))
        return
    except urllib.error.URLError:
        pass  # nobody is there
    except (OSError, ValueError, http.client.HTTPException):
        words = "Something answers there that is no house; oppidum serve --port chooses another."
        yield Finding("network", f"port {port}", "optional", words)
        return
    try:
        door_at(host, port, 1).close()
        yield Finding("network", f"port {port}", "ok", "No house is open there; the port is free.")
    except BadOption as error:
        yield Finding("network", f"port {port}", "optional", str(error))


def ask(address: str) -> dict[str, Any]:
    """URLError: nobody answers. Any other error: somebody does, but not as a house would."""
    plain = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with plain.open(address, timeout=5) as answer:
            text = answer.read()
    except urllib.error.HTTPError as refused:  # a house that is not well says so with 503
        text = refused.read()
    said = json.loads(text)
    if not isinstance(said, dict) or not {"ok", "database", "schema", "message"} <= said.keys():
        raise ValueError(said)
    return said


def clock(apart: object) -> Iterator[Finding]:
    """Where the system's clock was set while the house was open."""
    from oppidum.tables.house_time import APART

    if isinstance(apart, int | float) and abs(apart) > APART:
        words = f"The system's was set by {apart:+.0f} seconds; the house's goes on until it is opened anew."
        yield Finding("network", "clock", "optional", words)


def house(address: str, said: dict[str, Any]) -> Finding:
    if not said["ok"]:
        return Finding("network", "house", "broken", f"It answers at {address}, but: {said['message']}")
    words = f"It answers at {address}: {said['database']}, revision {said['schema']}."
    return Finding("network", "house", "ok", words)
