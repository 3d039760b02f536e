"""The command line. Everything heavy is imported inside the command that needs it: `--help` is instant."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from oppidum import games
from oppidum.kernel.errors import BadEdition, BadRecord, OppidumError

if TYPE_CHECKING:
    from rich.console import Console

    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game
    from oppidum.tables import Hall
    from oppidum.words.language import Language

app = typer.Typer(
    help="Oppidum: the table for three Astérix games.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
tables_app = typer.Typer(help="For the host: the tables of this house.", no_args_is_help=True)
app.add_typer(tables_app, name="tables")
edition_app = typer.Typer(help="Edition files: the components of a game, as data.", no_args_is_help=True)
app.add_typer(edition_app, name="edition")

GameId = Annotated[str, typer.Argument(metavar="GAME", help="cartes, romains or compagnie")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="how many sit at the table")]
Seed = Annotated[str | None, typer.Option(help="the same seed deals the same cards")]
Bots = Annotated[
    str | None,
    typer.Option(help="bots by name, separated by commas, over and over for all seats  [default: greedy]"),
]
Json = Annotated[bool, typer.Option("--json", help="answer as JSON, for programs")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=CHOICE", help="an option of the game")
]
EditionFile = Annotated[
    str | None, typer.Option("--edition", help="play with the cards of this edition file")
]
Data = Annotated[str | None, typer.Option(help="folder of the store; otherwise the user's data folder")]
Database = Annotated[str | None, typer.Option(help="URL of a PostgreSQL database, instead of a SQLite file")]
Lang = Annotated[str | None, typer.Option(help="fr, en, cs or de; otherwise the language of the system")]


# ---------------------------------------------------------------- what the commands share


def console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


@contextlib.contextmanager
def progress(description: str, total: float) -> Generator[Any]:
    """A progress bar on a terminal, and none when piped. Yields a function that takes what is done."""
    from rich.progress import Progress

    shown = console(stderr=True)
    with Progress(console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(description, total=total)
        yield lambda done: bar.update(task, completed=done)


def load_game(game_id: str) -> Game:
    """Load a game; the first time ever this compiles its rules, with a progress bar."""
    games.about(game_id)
    from oppidum.bots.warmup import STEPS, warm_up
    from oppidum.kernel.compiled import is_cold, now_warm

    game = games.load(game_id)
    if is_cold(game_id):
        with progress(f"Compiling {game_id}, this once", STEPS) as show:
            for done, _step in enumerate(warm_up(game)):
                show(done)
        now_warm(game_id)
    return game


def players_of(game: Game, players: int | None) -> int:
    wanted = players if players is not None else min(4, game.about.max_players)
    game.about.check_players(wanted)
    return wanted


def bot_names(text: str | None, game: Game) -> list[str]:
    from oppidum.bots import check_name, default_name

    asked = [name.strip() for name in (text or "").split(",") if name.strip()]
    return [check_name(name, game.id) for name in asked or [default_name(game.id)]]


def options_of(texts: list[str] | None, game: Game) -> dict[str, object]:
    from oppidum.kernel.errors import BadOption

    chosen: dict[str, object] = {}
    for text in texts or []:
        name, equals, choice = text.partition("=")
        if not equals:
            raise BadOption(f"Write an option as NAME=CHOICE, not {text!r}.")
        chosen[name] = choice
    game.about.option_numbers(chosen)
    return chosen


def edition_of(path: str | None, game: Game) -> Edition:
    return game.load_edition(path) if path else game.default_edition()


def language_of(code: str | None) -> Language:
    from oppidum.kernel.errors import BadOption
    from oppidum.words.language import LANGUAGES, language

    if code is None:
        system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        code = system[:2] if system[:2] in LANGUAGES else "en"
    if code not in LANGUAGES:
        raise BadOption(f"There is no language {code!r}; there are {', '.join(LANGUAGES)}.")
    return language(code)


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


# ---------------------------------------------------------------- commands


@app.command("games")
def list_games(as_json: Json = False) -> None:
    """What can be played, and with how many."""
    cards = games.catalogue().values()
    if as_json:
        print_json(
            [
                {"id": a.id, "title": a.title, "min_players": a.min_players, "max_players": a.max_players}
                for a in cards
            ]
        )
        return
    width = max(len(a.id) for a in cards)
    for a in cards:
        print(
            f"{a.id:<{width}}  {a.title} ({a.authors}), "
            f"{a.min_players} to {a.max_players} players, about {a.minutes} minutes"
        )


@app.command()
def play(
    game_id: GameId,
    players: Players = None,
    seed: Seed = None,
    bots: Bots = None,
    option: Options = None,
    edition: EditionFile = None,
    lang: Lang = None,
) -> None:
    """Play against bots, here in the terminal."""
    t = language_of(lang)
    game = load_game(game_id)
    count = players_of(game, players)
    names = bot_names(bots, game)
    options = options_of(option, game)
    cards = edition_of(edition, game)
    from oppidum.terminal.play import play as play_in_terminal

    play_in_terminal(game, count, names, t, console(), input, seed, options, cards)


@app.command()
def simulate(
    game_id: GameId,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", "-n", min=1, help="how many games")] = 1000,
    seed: Annotated[str, typer.Option(help="the same seed gives the same games")] = "0",
    bots: Bots = None,
    option: Options = None,
    edition: EditionFile = None,
    out: Annotated[str | None, typer.Option(help="write one record a line to this file")] = None,
    as_json: Json = False,
) -> None:
    """Play many games among bots: a summary, or a record of each."""
    game = load_game(game_id)
    count = players_of(game, players)
    options = options_of(option, game)
    cards = edition_of(edition, game)
    from oppidum.arena.bulk import seat_bots

    names = seat_bots(bot_names(bots, game), count)
    if out is None:
        simulate_summary(game, names, number, seed, options, cards, as_json)
    else:
        simulate_records(game, names, number, seed, options, cards, out)


def simulate_summary(
    game: Game,
    names: list[str],
    number: int,
    seed: str,
    options: dict[str, object],
    cards: Edition,
    as_json: bool,
) -> None:
    from oppidum.arena.bulk import summary
    from oppidum.arena.simulate import play_series

    with progress(f"{number} games", number) as show:
        bulk = play_series(game, names, number, seed, options, cards, show)
    figures = summary(bulk)
    if as_json:
        print_json(figures)
        return
    from oppidum.terminal.reports import simulation

    console().print(simulation(game, names, figures))


def simulate_records(
    game: Game,
    names: list[str],
    number: int,
    seed: str,
    options: dict[str, object],
    cards: Edition,
    out: str,
) -> None:
    from oppidum.arena.simulate import play_records
    from oppidum.kernel.record import encode

    try:
        with Path(out).open("w", encoding="utf-8") as file, progress(f"{number} games", number) as show:
            for done, record in enumerate(play_records(game, names, number, seed, options, cards), 1):
                file.write(encode(record) + "\n")
                show(done)
    except OSError as error:
        raise OppidumError(f"{out} cannot be written: {error.strerror}.") from None


@app.command()
def arena(
    game_id: GameId,
    bots: Annotated[list[str], typer.Argument(metavar="BOT BOT…", help="two bots or more, by name")],
    players: Annotated[int, typer.Option("--players", "-p", help="how many sit at each table")] = 2,
    number: Annotated[int, typer.Option("--games", "-n", min=1, help="how many games of each meeting")] = 100,
    seed: Annotated[str, typer.Option(help="the same seed gives the same games")] = "0",
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="LOW HIGH", help="stop when a share of LOW or less, or HIGH or more, is clear"),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="processes on this machine")] = 1,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS|auto", help="play on a Ray cluster")] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="keep finished games in this file, and go on from it")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="draw the result (.png, .svg, .pdf)")
    ] = None,
    option: Options = None,
    edition: EditionFile = None,
    as_json: Json = False,
) -> None:
    """Let bots meet, with seats rotated and the same cards for each: who is better, and how surely?"""
    game = load_game(game_id)
    options = game.about.option_words(options_of(option, game))
    edition_of(edition, game)
    from oppidum.arena import contest, crews
    from oppidum.arena.fixtures import Contest
    from oppidum.arena.plot import check_path, draw
    from oppidum.arena.sprt import Sprt

    cards = Path(edition).read_text(encoding="utf-8") if edition else None
    what = Contest(game.id, tuple(bots), players, number, seed, options, cards)
    test = Sprt(*sprt) if sprt else None
    contest.check(what, test)
    if plot:
        check_path(plot)
    crew = crews.ray_cluster(ray) if ray else crews.processes(jobs) if jobs > 1 else crews.alone
    with progress(f"{' – '.join(bots)}", number * len(what.meetings)) as show:
        figures = contest.run(what, crew=crew, sprt=test, resume=resume, progress=show)
    if plot:
        draw(figures, plot)
    if as_json:
        print_json(figures)
        return
    from oppidum.terminal.reports import arena_report

    console().print(arena_report(figures))


@app.command()
def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="files with one record a line")],
    edition: EditionFile = None,
) -> None:
    """Replay records: were all moves legal, is the result right, did the cards fall as promised?"""
    good = bad = running = 0
    for name in files:
        for line, problem, over in verify_file(name, edition):
            if problem is None:
                good += 1
                running += not over
            else:
                bad += 1
                print(f"{name}:{line}: {problem}")
    # A record cut off before its end is a right record of a game that goes on: say so.
    unfinished = f" ({running} of a game that is not over)" if running else ""
    print(f"{good} records are right{unfinished}, {bad} are not.")
    if bad or not good:
        raise typer.Exit(1)


def verify_file(name: str, edition: str | None) -> Iterator[tuple[int, str | None, bool]]:
    """Line number, what is wrong with the record there, or None, and whether its game is over."""
    from oppidum.kernel.record import check, decode

    try:
        lines = Path(name).read_bytes().splitlines()
    except OSError as error:
        yield 0, f"cannot be read: {error.strerror}.", False
        return
    with progress(Path(name).name, len(lines)) as show:
        for number, text in enumerate(lines, 1):
            show(number)
            if not text.strip():
                continue
            try:
                record = decode(text)
                at_hand = [load_game(record.game).load_edition(edition)] if edition else []
                check(record, load_game, at_hand)
                yield number, None, record.result is not None
            except OppidumError as error:
                yield number, str(error), False


@app.command()
def bench(
    game_id: Annotated[str | None, typer.Option("--game", help="only this game")] = None,
    players: Annotated[int | None, typer.Option("--players", "-p", help="only this many players")] = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="how long each measurement takes")] = 1.0,
    as_json: Json = False,
    record: Annotated[str | None, typer.Option(help="write the figures to this file")] = None,
    compare: Annotated[str | None, typer.Option(help="compare with the figures in this file")] = None,
) -> None:
    """Speed of the rules: random legal play on one core, after warm-up."""
    from oppidum.terminal.reports import bench_report

    bench_report(
        [game_id] if game_id else list(games.catalogue()),
        players,
        seconds,
        as_json=as_json,
        record=record,
        compare=compare,
        load=load_game,
        console=console(),
        progress=progress,
    )


@app.command()
def balance(
    game_id: GameId,
    number: Annotated[
        int, typer.Option("--games", "-n", min=1, help="games for each number of players")
    ] = 100_000,
    players: Annotated[int | None, typer.Option("--players", "-p", help="only this many players")] = None,
    seed: Annotated[str, typer.Option(help="the same seed gives the same games")] = "0",
    edition: EditionFile = None,
    out: Annotated[str, typer.Option(help="folder for the table, the figures and the plots")] = "balance",
) -> None:
    """Is an edition fair? Many games among bots: camps, seats, characters, length, as table and plots."""
    from oppidum.kernel.errors import BadOption

    if game_id != "compagnie":
        games.about(game_id)
        raise BadOption(f"There is a balance report only for compagnie, not for {game_id}.")
    game = load_game(game_id)
    cards = edition_of(edition, game)
    from oppidum.arena.balance import measure, table, write_report

    counts = [players] if players else list(range(game.about.min_players, game.about.max_players + 1))
    found = []
    for count in counts:
        game.about.check_players(count)
        with progress(f"{number} games with {count} players", number) as show:
            found.append(measure(game, count, number, seed, edition=cards, progress=show))
    try:
        written = write_report(found, Path(out))
    except OSError as error:
        raise OppidumError(f"{out} cannot be written: {error.strerror}.") from None
    print(table(found))
    print("Written: " + ", ".join(str(path) for path in written))


@app.command()
def rules(
    game_id: GameId,
    number: Annotated[str | None, typer.Argument(help="only this rule or section, such as 5.2 or 5")] = None,
    lang: Lang = None,
) -> None:
    """The numbered rules of a game, in our own words."""
    games.about(game_id)
    t = language_of(lang)
    from oppidum.terminal.reports import rule_page

    console().print(rule_page(game_id, number, t))


@edition_app.command("check")
def edition_check(file: Annotated[str, typer.Argument(metavar="FILE")]) -> None:
    """Say, line by line, what is wrong with an edition file."""
    from oppidum.kernel.editions import EditionFile as File

    header = File.open(file).data.get("edition")
    game_id = header.get("game") if isinstance(header, dict) else None
    if not isinstance(game_id, str) or game_id not in games.catalogue():
        known = ", ".join(games.catalogue())
        raise BadEdition(file, [f"edition.game: expected one of {known}"])
    edition = games.load(game_id).load_edition(file)
    print(f"{file}: edition {edition.id!r} of {game_id} is in order.")


@edition_app.command("show")
def edition_show(game_id: GameId, lang: Lang = None) -> None:
    """The components of a game, and where each is known from."""
    games.about(game_id)
    t = language_of(lang)
    from oppidum.terminal.reports import edition_page

    console().print(edition_page(games.load(game_id).default_edition(), t))


@app.command("compile")
def compile_ahead() -> None:
    """Compile every game ahead, so that the first game starts at once."""
    from oppidum.arena.bulk import play_games
    from oppidum.arena.speed import measure

    for game_id in games.catalogue():
        game = load_game(game_id)
        play_games(game, ["random"] * game.about.min_players, 1, "compile")  # compiled with `greedy`
        measure(game, game.about.min_players, 0.01)
        print(f"{game_id} is compiled.")


# ---------------------------------------------------------------- the house


@app.callback(invoke_without_command=True)
def open_house(context: typer.Context) -> None:
    """Oppidum: the table for three Astérix games. Without a command: play in the browser."""
    if context.invoked_subcommand is None:
        from oppidum.web.server import serve as serve_pages

        serve_pages(any_port=True)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="port to listen on")] = 8000,
    data: Data = None,
    database: Database = None,
    workers: Annotated[int, typer.Option(min=1, help="server processes (several need PostgreSQL)")] = 1,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser")] = True,
    behind_proxy: Annotated[bool, typer.Option(help="trust the proxy's word on who is calling")] = False,
) -> None:
    """Serve the tables to browsers and programs."""
    from oppidum.web.server import serve as serve_pages

    serve_pages(
        host,
        port,
        data=data,
        database=database,
        workers=workers,
        browser=browser,
        behind_proxy=behind_proxy,
    )


@contextlib.contextmanager
def hall_at(data: str | None, database: str | None) -> Generator[Hall]:
    """The store as the server uses it, without bots at work."""
    from oppidum.tables import open_hall

    with open_hall(database, data=data, work=False) as hall:
        yield hall


@tables_app.command("list")
def tables_list(data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """Every table, the newest change first."""
    from oppidum.tables import host
    from oppidum.terminal.reports import table_lines

    with hall_at(data, database) as hall:
        lines = host.tables(hall)
    if as_json:
        print_json([dataclasses.asdict(line) for line in lines])
    else:
        console().print(table_lines(lines))


@tables_app.command("show")
def tables_show(code: str, data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """One table. Never shows a card."""
    from oppidum.tables import host
    from oppidum.terminal.reports import table_lines

    with hall_at(data, database) as hall:
        line = host.show(hall, code)
    if as_json:
        print_json(dataclasses.asdict(line))
    else:
        console().print(table_lines([line]))


@tables_app.command("export")
def tables_export(
    code: Annotated[str | None, typer.Argument(help="one table; otherwise all that are finished")] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Records of finished games, one a line."""
    from oppidum.kernel.record import encode
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        for record in host.export(hall, code):
            print(encode(record))


@tables_app.command("delete")
def tables_delete(
    code: Annotated[str | None, typer.Argument(help="one table")] = None,
    older_than: Annotated[float | None, typer.Option(min=0, help="days without any change")] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Delete one table, or all that have not changed for so many days."""
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        seconds = older_than * 86400 if older_than is not None else None
        print(f"{host.delete(hall, code=code, older_than=seconds)} deleted.")


@tables_app.command("replay")
def tables_replay(data: Data = None, database: Database = None) -> None:
    """Play all running games again with the present rules, and name those that no longer fit."""
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        problems = host.replay_all(hall)
    for problem in problems:
        print(f"{problem.code} ({problem.game}), move {problem.move}: {problem.message}")
    print(f"{len(problems)} running games do not replay.")
    if problems:
        raise typer.Exit(1)


@app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE")], data: Data = None, database: Database = None
) -> None:
    """A consistent copy of the store, also while the server runs."""
    from oppidum.tables import host

    with hall_at(data, database) as hall:
        host.backup(hall, file)
    print(f"Everything is in {file}.")


def complain(error: OppidumError) -> None:
    if isinstance(error, BadEdition):
        for problem in error.problems:
            print(f"{error.source}: {problem}", file=sys.stderr)
    else:
        print(error, file=sys.stderr)


def main() -> None:
    """Bad input gets one clear sentence; Ctrl-C leaves the terminal clean."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever is typed, and wherever it is shown
            stream.reconfigure(errors="replace")
    try:
        app()
    except OppidumError as error:
        complain(error)
        sys.exit(1 if isinstance(error, BadEdition | BadRecord) else 2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has closed it: nothing more to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
