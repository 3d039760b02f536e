"""Many games among bots, and the check of their records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from oppidum.cli import arguments
from oppidum.cli.output import console, load_game, print_json, prints_aside, progress
from oppidum.kernel.errors import OppidumError

if TYPE_CHECKING:
    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game


@click.command()
@arguments.game_id
@arguments.players
@arguments.number(1000, "how many games")
@arguments.seed
@arguments.bots
@arguments.game_options
@arguments.edition
@click.option("--out", metavar="FILE", help="write one record a line to this file")
@arguments.as_json
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
    count = arguments.players_of(game, players)
    options = arguments.options_of(option, game)
    cards = arguments.edition_of(edition, game)
    from oppidum.arena.bulk import seat_bots

    names = seat_bots(arguments.bot_names(bots, game), count)
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

    with prints_aside(), progress(f"{number} games", number) as show:
        bulk = play_series(game, names, number, seed, options, cards, show, complain)
    figures = summary(bulk, names)
    if as_json:
        print_json(figures)
        return
    from oppidum.terminal.reports import simulation

    console().print(simulation(game, names, figures))


def complain(why: str) -> None:
    """A guest has given its game up: it has lost it, and the next one begins."""
    click.echo(why, err=True)


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
        with (
            Path(out).open("w", encoding="utf-8") as file,
            prints_aside(),
            progress(f"{number} games", number) as show,
        ):
            records = play_records(game, names, number, seed, options, cards, complain)
            for done, record in enumerate(records, 1):
                file.write(encode(record) + "\n")
                show(done)
    except OSError as error:
        raise OppidumError(f"{out} cannot be written: {error.strerror}.") from None


@click.command(short_help="Replay records: is everything in them right?")
@click.argument("files", metavar="FILE…", nargs=-1, required=True, help="files with one record a line")
@arguments.edition
@click.option(
    "--kept",
    metavar="HEX",
    multiple=True,
    help="a commitment or contribution that you kept from the table; the record must have it",
)
@arguments.as_json
@click.pass_context
def verify(
    context: click.Context, files: tuple[str, ...], edition: str | None, kept: tuple[str, ...], as_json: bool
) -> None:
    """Replay records: were all moves legal, is the result right, did the cards fall as promised?"""
    good = running = 0
    bound = dict.fromkeys(("people", *CAUTIONS), 0)
    problems: list[dict[str, object]] = []
    at_hand = [arguments.edition_in(edition)] if edition else []
    for name in files:
        for seen in verify_file(name, at_hand, kept):
            if not seen.problem:
                good += 1
                running += not seen.over
                bound[seen.bound_by] += 1
                continue
            problems.append({"file": name, "line": seen.line or None, "problem": seen.problem})
            if not as_json:
                print(f"{name}:{seen.line}: {seen.problem}" if seen.line else f"{name}: {seen.problem}")
    if as_json:
        figures = {"right": good, "not_over": running, "bound_by": bound, "wrong": len(problems)}
        print_json({**figures, "problems": problems})
    else:
        # A record cut off before its end is a right record of a game that goes on: say so.
        unfinished = f" ({running} of a game that is not over)" if running else ""
        right = "1 record is right" if good == 1 else f"{good} records are right"
        wrong = "1 is not" if len(problems) == 1 else f"{len(problems)} are not"
        print(f"{right}{unfinished}, {wrong}.")
        for by, caution in CAUTIONS.items():
            if bound[by]:
                print(f"{bound[by]} of the right ones: {caution}")
    if problems or not good:
        context.exit(1)


# What the shuffle of a right record rests on (`kernel.record.binding`), where that proves less than it seems.
CAUTIONS = {
    "house": "nobody but the house gave to the shuffle, so it could have chosen its secret by the cards.",
    "key": "there is a key and no promise, so it is not proved that nobody chose it by the cards.",
    "first": "in the first format (oppidum/1) what the house itself drew for a shuffle is not bound.",
}


class Seen(NamedTuple):
    """One record, checked."""

    line: int  # 0: the file as a whole
    problem: str = ""
    over: bool = False
    bound_by: str = ""


def verify_file(name: str, at_hand: list[tuple[str, Edition]], kept: Sequence[str] = ()) -> Iterator[Seen]:
    from oppidum.kernel.record import binding, check, check_kept, decode

    try:
        lines = Path(name).read_bytes().splitlines()
    except OSError as error:
        yield Seen(0, f"cannot be read: {error.strerror}.")
        return
    with progress(Path(name).name, len(lines)) as show:
        for number, text in enumerate(lines, 1):
            show(number)
            if not text.strip():
                continue
            try:
                record = decode(text)
                check(record, load_game, [edition for game_id, edition in at_hand if game_id == record.game])
                check_kept(record, kept)
                yield Seen(number, "", record.result is not None, binding(record))
            except OppidumError as error:
                yield Seen(number, str(error))
