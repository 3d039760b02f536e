"""Two games with the same cards, side by side: `compare`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oppidum.cli import arguments
from oppidum.cli.output import load_game, print_json
from oppidum.kernel.errors import BadOption, BadRecord

if TYPE_CHECKING:
    from oppidum.kernel.record import Record
    from oppidum.tables.side_by_side import Comparison, Course


@click.command(short_help="Two games with the same cards, step by step.")
@click.argument("first", metavar="FILE", help="a record")
@click.argument("second", metavar="FILE", help="a record of a game with the same cards")
@click.option("--seat", type=int, default=1, show_default=True, help="whose decisions to compare")
@arguments.edition
@arguments.as_json
def compare(first: str, second: str, seat: int, edition: str | None, as_json: bool) -> None:
    """Two games with the same cards: what a seat chose and its points, and where the games parted."""
    from oppidum.kernel.record import check, find_edition
    from oppidum.tables.side_by_side import Course, compared

    records = read(first), read(second)
    game = load_game(records[0].game)
    at_hand = [found for of, found in ([arguments.edition_in(edition)] if edition else []) if of == game.id]
    for record in records:
        check(record, load_game, at_hand)
    if same(records[0]) != same(records[1]):
        raise BadOption("The two games were not dealt the same cards.")
    if not 1 <= seat <= len(records[0].seats):
        raise BadOption(f"The seats are 1 to {len(records[0].seats)}.")
    one, other = (Course.recorded(game, each, find_edition(game, each, at_hand)) for each in records)
    found = compared(one, other, seat - 1)
    if as_json:
        print_json(figures(found))
        return
    for line in lines(found, one, other):
        print(line)


def read(name: str) -> Record:
    from oppidum.kernel.record import decode

    try:
        texts = [text for text in Path(name).read_bytes().splitlines() if text.strip()]
    except OSError as error:
        raise BadRecord(f"{name} cannot be read: {error.strerror}.") from None
    if len(texts) != 1:
        raise BadRecord(f"{name} has {len(texts)} records: two files with one record each can be compared.")
    record = decode(texts[0])
    if record.result is None:
        raise BadRecord(f"{name}: the game is not over.")
    return record


def same(record: Record) -> tuple[object, ...]:
    """What a deal depends on."""
    return record.game, len(record.seats), record.options, record.edition, record.rules, record.shuffle.key


def figures(found: Comparison) -> dict[str, object]:
    parting = found.parting
    return {
        "seat": found.seat + 1,
        "points": [standing.points[found.seat] for standing in found.standings],
        "won": [found.seat in standing.winners for standing in found.standings],
        "parting": {"seat": parting.seat + 1, "steps": list(parting.steps)} if parting else None,
        "turns": [[turn and [turn.step, turn.words, turn.points] for turn in pair] for pair in found.turns],
    }


def lines(found: Comparison, one: Course, other: Course) -> Iterator[str]:
    wide = max((len(turn.words) for pair in found.turns for turn in pair if turn), default=0)
    for number, pair in enumerate(found.turns, 1):
        first, second = (f"{turn.words:{wide}} {turn.points:>6}" if turn else "" for turn in pair)
        yield f"{number:>4}  {first:{wide + 7}}   {second}".rstrip()
    points = [standing.points[found.seat] for standing in found.standings]
    won = [found.seat in standing.winners for standing in found.standings]
    told = [f"{n} points{', won' if has_won else ''}" for n, has_won in zip(points, won, strict=True)]
    yield f"Seat {found.seat + 1}: {told[0]}; then {told[1]}."
    if found.parting is None:
        yield "The games are the same, to the last decision."
        return
    steps = found.parting.steps
    choices = one.made[steps[0] - 1][1], other.made[steps[1] - 1][1]
    yield (
        f"They part at decision {steps[0]} ({steps[1]} of the second game): "
        f"seat {found.parting.seat + 1} chose {choices[0]!r}, then {choices[1]!r}."
    )
