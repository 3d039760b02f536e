"""Many games among bots, and the check of their records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oppidum.cli import asking
from oppidum.cli.showing import console, load_game, print_json, progress
from oppidum.kernel.errors import OppidumError

if TYPE_CHECKING:
    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game


@click.command()
@asking.game_id
@asking.players
@asking.number(1000, "how many games")
@asking.seed
@asking.bots
@asking.game_options
@asking.edition
@click.option("--out", metavar="FILE", help="write one record a line to this file")
@asking.as_json
def simulate(
    game_id: str,
    players: int | None,
    number: int,
    seed: str,
    bots: str | None,
    option: tuple[str, ...],
    edition: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Play many games among bots: a summary, or a record of each."""
    game = load_game(game_id)
    count = asking.players_of(game, players)
    options = asking.options_of(option, game)
    cards = asking.edition_of(edition, game)
    from oppidum.arena.bulk import seat_bots

    names = seat_bots(asking.bot_names(bots, game), count)
    if out is None:
        summarise(game, names, number, seed, options, cards, as_json)
    else:
        write_records(game, names, number, seed, options, cards, out)


def summarise(
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
    figures = summary(bulk, names)
    if as_json:
        print_json(figures)
        return
    from oppidum.terminal.reports import simulation

    console().print(simulation(game, names, figures))


def write_records(
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


@click.command(short_help="Replay records: is everything in them right?")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, help="files with one record a line")
@asking.edition
@asking.as_json
@click.pass_context
def verify(context: click.Context, files: tuple[str, ...], edition: str | None, as_json: bool) -> None:
    """Replay records: were all moves legal, is the result right, did the cards fall as promised?"""
    good = running = 0
    problems: list[dict[str, object]] = []
    for name in files:
        for line, problem, over in verify_file(name, edition):
            if problem is None:
                good += 1
                running += not over
                continue
            problems.append({"file": name, "line": line or None, "problem": problem})
            if not as_json:
                print(f"{name}:{line}: {problem}" if line else f"{name}: {problem}")
    if as_json:
        print_json({"right": good, "not_over": running, "wrong": len(problems), "problems": problems})
    else:
        # A record cut off before its end is a right record of a game that goes on: say so.
        unfinished = f" ({running} of a game that is not over)" if running else ""
        print(f"{good} records are right{unfinished}, {len(problems)} are not.")
    if problems or not good:
        context.exit(1)


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
