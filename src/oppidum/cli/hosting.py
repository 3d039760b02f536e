"""The house: its door for browsers and programs, and what its host may do."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Generator
from typing import TYPE_CHECKING

import click

from oppidum.cli import arguments
from oppidum.cli.output import console, print_json

if TYPE_CHECKING:
    from oppidum.tables import Hall


def open_house() -> None:
    """`oppidum` without a command: play in the browser."""
    from oppidum.web.server import serve as serve_pages

    serve_pages(any_port=True)


@click.command()
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="address to listen on"
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    default=8000,
    show_default=True,
    help="port to listen on",
)
@arguments.data
@arguments.database
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    default=1,
    show_default=True,
    help="server processes",
)
@click.option(
    "--editions", metavar="FOLDER", default=None, help="edition files of the house: boxes for everybody"
)
@click.option("--browser/--no-browser", default=True, show_default=True, help="open the browser")
@click.option(
    "--behind-proxy/--no-behind-proxy",
    default=False,
    show_default=True,
    help="trust the proxy's word on who is calling",
)
@click.option(
    "--hops",
    type=click.IntRange(min=1),
    metavar="N",
    default=1,
    show_default=True,
    help="proxies of ours that stand in front, one behind the other",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default=None,
    help="what to log on standard error; otherwise every request, but at a terminal only what is wrong",
)
def serve(
    host: str,
    port: int,
    data: str | None,
    database: str | None,
    workers: int,
    editions: str | None,
    browser: bool,
    behind_proxy: bool,
    hops: int,
    log_level: str | None,
) -> None:
    """Serve the tables to browsers and programs."""
    from oppidum.web.server import serve as serve_pages

    serve_pages(
        host,
        port,
        data=data,
        database=database,
        workers=workers,
        editions=editions,
        browser=browser,
        proxies=hops if behind_proxy else 0,
        log_level=log_level,
    )


@contextlib.contextmanager
def hall_at(data: str | None, database: str | None) -> Generator[Hall]:
    """The store as the server uses it, without bots at work."""
    from oppidum.tables import open_hall

    with open_hall(database, data=data, work=False) as hall:
        yield hall


@click.group(cls=arguments.Commands)
def tables() -> None:
    """For the host: the tables of this house."""


@tables.command("list")
@arguments.data
@arguments.database
@arguments.as_json
def list_tables(data: str | None, database: str | None, as_json: bool) -> None:
    """Every table, the newest change first."""
    from oppidum.tables import host
    from oppidum.terminal.reports import table_lines

    with hall_at(data, database) as hall:
        lines = host.tables(hall)
    if as_json:
        print_json([dataclasses.asdict(line) for line in lines])
    else:
        console().print(table_lines(lines))


@tables.command()
@click.argument("code", metavar="CODE", help="one table")
@arguments.data
@arguments.database
@arguments.as_json
def show(code: str, data: str | None, database: str | None, as_json: bool) -> None:
    """One table. Never shows a card."""
    from oppidum.tables import host
    from oppidum.terminal.reports import table_lines

    with hall_at(data, database) as hall:
        line = host.show(hall, code)
    if as_json:
        print_json(dataclasses.asdict(line))
    else:
        console().print(table_lines([line]))


@tables.command()
@click.argument("code", metavar="[CODE]", required=False, help="one table; otherwise all that are finished")
@arguments.data
@arguments.database
def export(code: str | None, data: str | None, database: str | None) -> None:
    """Records of finished games, one a line."""
    from oppidum.kernel.record import encode
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        for record in host.export(hall, code):
            print(encode(record))


@tables.command()
@click.argument("code", metavar="[CODE]", required=False, help="one table")
@click.option("--older-than", type=click.FloatRange(min=0), metavar="DAYS", help="days without any change")
@arguments.data
@arguments.database
def delete(code: str | None, older_than: float | None, data: str | None, database: str | None) -> None:
    """Delete one table, or all that have not changed for so many days."""
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        seconds = older_than * 86400 if older_than is not None else None
        print(f"{host.delete(hall, code=code, older_than=seconds)} deleted.")


@tables.command(short_help="Play all running games again with the present rules.")
@arguments.data
@arguments.database
@click.pass_context
def replay(context: click.Context, data: str | None, database: str | None) -> None:
    """Play all running games again with the present rules, and name those that no longer fit."""
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        problems = host.replay_all(hall)
    for problem in problems:
        print(f"{problem.code} ({problem.game}), move {problem.move}: {problem.message}")
    match len(problems):
        case 0:
            print("All running games replay.")
        case 1:
            print("1 running game does not replay.")
        case number:
            print(f"{number} running games do not replay.")
    if problems:
        context.exit(1)


@click.command()
@click.argument("file", metavar="FILE", help="the copy, which must not exist yet")
@arguments.data
@arguments.database
def backup(file: str, data: str | None, database: str | None) -> None:
    """A consistent copy of the store, also while the server runs."""
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        host.backup(hall, file)
    print(f"Everything is in {file}.")


@click.command()
@click.argument("file", metavar="FILE", help="what `oppidum backup` wrote")
@arguments.data
@arguments.database
def restore(file: str, data: str | None, database: str | None) -> None:
    """Make a store of a backup, where there is none yet."""
    from oppidum.tables import host
    from oppidum.tables.hall import store_place

    place = store_place(database, data)
    count = host.restore(file, place)
    print(f"{place} has {count} tables.")


@click.command("new-key")
@arguments.data
@arguments.database
def new_key(data: str | None, database: str | None) -> None:
    """Sign everybody out: a new key for the cookies, after the next start."""
    from oppidum.tables import signing

    with hall_at(data, database) as hall:
        file = signing.new_key(hall.store)
    print(f"{file} has a new key; open the house anew.")
