"""Is everything well with this house? What is installed, compiled, reachable and writable, on one screen."""

from __future__ import annotations

import dataclasses
import os
import platform
import re
import sqlite3
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import click

from oppidum import __version__, games
from oppidum.cli import asking
from oppidum.cli.showing import console, print_json
from oppidum.kernel.errors import OppidumError

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
@asking.data
@asking.database
@click.option("--port", type=click.IntRange(1, 65535), metavar="PORT", default=8000, show_default=True)
@asking.as_json
@click.pass_context
def doctor(context: click.Context, data: str | None, database: str | None, port: int, as_json: bool) -> None:
    """Say what is installed, compiled, reachable and writable; changes nothing. Ends with 1 if something that
    is needed is broken."""
    findings = [*installed(), *compiled()]
    if all_well(findings):  # otherwise the rest cannot even be loaded
        findings += [*store(data, database), *network(port)]
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
    missing = [name for name in needed if not version_of(name)]
    if missing:
        words = f"Missing: {', '.join(missing)}; install Oppidum again."
    else:
        words = ", ".join(
            f"{name} {version_of(name)}" for name in ("numba", "numpy", "litestar", "sqlalchemy")
        )
    yield Finding("installed", "libraries", "broken" if missing else "ok", words)
    yield assets()
    for extra, names in extras.items():
        absent = [name for name in names if not version_of(name)]
        found = ", ".join(f"{name} {version_of(name)}" for name in names)
        words = f"Not here: {', '.join(absent)}; pip install oppidum[{extra}] brings it." if absent else found
        yield Finding("installed", f"extra {extra}", "optional" if absent else "ok", words)


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
    missing = [name for name in wanted if not (folder / name).is_file()]
    words = (
        f"Missing: {', '.join(missing)}; pages will not work." if missing else "htmx and the font are there"
    )
    return Finding("installed", "web assets", "broken" if missing else "ok", words)


# ---------------------------------------------------------------- compiled


def compiled() -> Iterator[Finding]:
    from oppidum.kernel import cache

    try:
        from oppidum.forge.marks import share_done

        cache.prepare()
    except OppidumError as error:  # the cache folder cannot be written
        yield Finding("compiled", "cache", "broken", str(error))
        return
    root = cache.root()
    may_write = os.access(root, os.W_OK)
    words = f"in {root}" if may_write else f"{root} is not writable; name another folder in OPPIDUM_CACHE."
    yield Finding("compiled", "cache", "ok" if may_write else "broken", words)
    for game_id in games.catalogue():
        share = share_done(game_id)
        if share >= 1:
            yield Finding("compiled", game_id, "ok", "compiled")
        else:
            words = f"{100 * share:.0f} %; oppidum compile {game_id} does the rest ahead."
            yield Finding("compiled", game_id, "optional", words)


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
    except StoreError as error:
        yield Finding("store", "database", "broken", str(error))


def sqlite_store(file: Path) -> Iterator[Finding]:
    folder = next(parent for parent in file.parents if parent.exists())  # the rest will be made
    writable = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    words = (
        f"{file.parent}"
        if writable
        else f"{folder} is not writable, so no table can be kept in {file.parent}."
    )
    yield Finding("store", "folder", "ok" if writable else "broken", words)
    if not file.exists():
        yield Finding("store", "SQLite", "optional", f"There is none yet; the first start makes {file.name}.")
        return
    try:
        connection = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        try:
            at = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        finally:
            connection.close()
    except (sqlite3.Error, TypeError):
        yield Finding("store", "SQLite", "broken", f"{file} cannot be read, or is no store of Oppidum.")
        return
    if not os.access(file, os.W_OK):
        yield Finding("store", "SQLite", "broken", f"{file} is not writable.")
        return
    yield revision("SQLite", at)


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
        raise StoreError("A store on PostgreSQL needs Psycopg: pip install oppidum[postgres].") from None
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


def network(port: int) -> Iterator[Finding]:
    from oppidum.kernel.errors import BadOption
    from oppidum.web.server import free_port

    try:
        free_port("127.0.0.1", port, 1)
        yield Finding("network", f"port {port}", "ok", "free")
    except BadOption:
        words = "Taken, perhaps by a house that is open; oppidum serve --port chooses another."
        yield Finding("network", f"port {port}", "optional", words)
