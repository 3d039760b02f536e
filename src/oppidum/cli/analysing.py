"""What decided a finished game: chances, decisions, luck and skill."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from oppidum.cli import arguments
from oppidum.cli.output import console, load_game, print_json, progress
from oppidum.kernel.errors import BadOption, BadRecord

if TYPE_CHECKING:
    from oppidum.kernel.record import Record


@click.command(short_help="What decided a finished game, luck or skill?")
@click.argument("file", metavar="FILE", help="a file with one record a line")
@click.option(
    "--game",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    default=1,
    show_default=True,
    help="which of its games",
)
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="S", help="judge only the decisions of this seat, from 1"
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    metavar="T",
    help="look as hard as so many seconds allow; otherwise with the same effort at each decision",
)
@arguments.edition
@arguments.lang
@arguments.as_json
def analyse(
    file: str,
    number: int,
    seat: int | None,
    seconds: float | None,
    edition: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Chances at every moment, every decision judged on what its seat knew, luck and skill apart."""
    t = arguments.language_of(lang)
    record = nth_record(file, number)
    game = load_game(record.game)
    from oppidum.analysis.course import analyse, course_of
    from oppidum.kernel.record import check, find_edition

    at_hand = (
        [cards for game_id, cards in [arguments.edition_in(edition)] if game_id == game.id] if edition else []
    )
    if record.result is not None:
        check(record, load_game, at_hand)
    course = course_of(game, record, find_edition(game, record, at_hand))
    with progress(t.say("The game is being analysed."), 1.0) as show:
        found = analyse(
            course,
            seat=None if seat is None else seat - 1,
            seconds=seconds,
            progress=lambda done, of: show(done / of),
        )
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(found))
        return
    from oppidum.terminal.analysis import analysis_report
    from oppidum.words.analysis import Teller

    console().print(analysis_report(Teller(t, course, found, course.seats)))


def nth_record(file: str, number: int) -> Record:
    """The record of that number in the file, blank lines not counted."""
    from oppidum.kernel.record import decode

    try:
        lines = [line for line in Path(file).read_bytes().splitlines() if line.strip()]
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}.") from None
    if not lines:
        raise BadRecord(f"{file} holds no record.")
    if number > len(lines):
        raise BadOption(f"{file} holds {len(lines)} games, not {number}.")
    return decode(lines[number - 1])
