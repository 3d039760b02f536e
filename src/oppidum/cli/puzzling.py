"""Puzzles: to solve one here, and to make new ones."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oppidum.cli import arguments
from oppidum.cli.output import console, load_game, print_json, progress
from oppidum.kernel.errors import BadOption, OppidumError

if TYPE_CHECKING:
    from oppidum.kernel.game import Game
    from oppidum.puzzles import Puzzle


class GameOrCommand(click.Group):
    """`puzzles make …` makes them; whatever else stands there is the game whose puzzle is wanted."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args or args[0] not in self.commands:
            args = [SOLVE, *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] in self.commands:
            return super().parse_args(ctx, args)
        return super().parse_args(ctx, args if set(args) & {"--help"} else [SOLVE, *args])


SOLVE = "solve"


@click.group(
    cls=GameOrCommand, invoke_without_command=True, short_help="Find the best decision in a position."
)
def puzzles() -> None:
    """Solve today's puzzle of a game: `oppidum puzzles GAME`; or make new ones: `oppidum puzzles make GAME`.

    \b
    oppidum puzzles                 which games have puzzles, and how you did
    oppidum puzzles GAME            today's, the same for everybody
    oppidum puzzles GAME --next     one about as hard as you are good
    oppidum puzzles GAME --number 7
    """


@puzzles.command(SOLVE, hidden=True)
@click.argument("game_id", metavar="GAME", required=False, help="a game, see `oppidum games`")
@click.option("--number", type=click.IntRange(min=1), metavar="N", help="this one, instead of today's")
@click.option(
    "--next", "at_my_rating", is_flag=True, help="one that you have not tried, about as hard as you are good"
)
@click.option("--answer", metavar="MOVE", help="answer at once, in the game's notation")
@arguments.data
@arguments.database
@arguments.lang
@arguments.as_json
def solve(
    game_id: str | None,
    number: int | None,
    at_my_rating: bool,
    answer: str | None,
    data: str | None,
    database: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Solve a puzzle here in the terminal. Your answers are kept where your games are."""
    t = arguments.language_of(lang)
    if number is not None and at_my_rating:
        raise BadOption("--number and --next are two different puzzles.")
    from oppidum.puzzles.next_puzzle import games_with_puzzles, puzzles_of
    from oppidum.tables import open_hall

    if game_id is not None:
        puzzles_of(game_id)
        load_game(game_id)
    from oppidum.terminal import puzzles as here
    from oppidum.terminal.keyboard import Keyboard
    from oppidum.terminal.opening import known, myself

    screen = console()
    with open_hall(database, data=data, work=False) as hall:
        if game_id is None:
            me = known(hall, None)
            found = here.shelves(hall, me.id if me else None, games_with_puzzles())
            if as_json:
                print_json(found)
            else:
                screen.print(here.overview(t, found))
            return
        me = known(hall, None)
        puzzle = here.wanted(hall, me.id if me else None, game_id, number, at_my_rating)
        sheet = here.Sheet(hall, t, screen, puzzle)
        if as_json and answer is None:
            print_json(sheet.figures())
            return
        if answer is None:
            answer = sheet.ask(Keyboard())
        if answer is not None:
            move = sheet.spelt(answer)
            outcome = sheet.settle(
                myself(hall, t, screen if not as_json else console(stderr=True), "", None), move
            )
            if as_json:
                print_json(sheet.figures(move, outcome))
            else:
                sheet.tell(move, outcome)


@puzzles.command(short_help="Look for new puzzles in games among bots.")
@arguments.game_id
@click.option(
    "--count",
    type=click.IntRange(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="how many are wanted",
)
@arguments.seed
@click.option(
    "--option",
    "-o",
    "option",
    metavar="NAME=CHOICE,…",
    multiple=True,
    help="as oppidum games lists them; with several choices games take turns with them",
)
@click.option(
    "--effort",
    type=click.IntRange(min=10_000),
    metavar="K",
    help="games imagined for each position  [default: 60000]",
)
@click.option(
    "--more", metavar="FILE", help="keep what holds of the puzzles in this file, and make those that lack"
)
@click.option("--out", metavar="FILE", help="write them to this file; packed if it ends in .gz")
def make(
    game_id: str,
    count: int,
    seed: str,
    option: tuple[str, ...],
    effort: int | None,
    more: str | None,
    out: str | None,
) -> None:
    """Let bots play, and keep the positions in which one option is clearly best and `greedy` misses it.

    Every position is judged on what its seat knew, by a deep search. The same seed gives the same puzzles.
    """
    game = load_game(game_id)
    from oppidum.puzzles.collection import encode, in_order
    from oppidum.puzzles.making import EFFORT, Maker, every_option

    maker = Maker(game, effort or EFFORT)
    options = every_option(choices_of(option, game))
    known = read(more, game) if more is not None else ()
    if out is not None:
        check_place(out)
    with progress(f"{count} puzzles", count) as show:
        sources = maker.make(count, seed, options, show, known)
    found = in_order(maker.heading(), sources)
    if out is not None:
        text = encode(maker.heading(), sources)
        write(out, gzip.compress(text, mtime=0) if out.endswith(".gz") else text)
    else:
        for puzzle in found:
            asked = puzzle.asked
            print(f"{puzzle.id}  {asked.rating}  seat {asked.seat} of {puzzle.players}: {asked.answers[0]}")
    if len(found) < count:
        raise OppidumError(f"Only {len(found)} of {count} puzzles were found: try another seed.")


def choices_of(texts: tuple[str, ...], game: Game) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, choices = text.partition("=")
        if not equals:
            raise BadOption(f"Write an option as NAME=CHOICE, not {text!r}.")
        found[name] = choices.split(",")
        for choice in found[name]:
            arguments.options_of((f"{name}={choice}",), game)
    return found


def read(file: str, game: Game) -> tuple[Puzzle, ...]:
    from oppidum.puzzles.collection import decode

    try:
        text = Path(file).read_bytes()
        found = decode(gzip.decompress(text) if file.endswith(".gz") else text)
    except OSError as error:
        raise OppidumError(f"{file} cannot be read: {error.strerror or error}.") from None
    if any(puzzle.game != game.id for puzzle in found):
        raise BadOption(f"{file} has puzzles of another game.")
    return found


def check_place(file: str) -> None:
    """Before minutes are spent on what cannot be written then; what is there stays until it is replaced."""
    try:
        with Path(file).open("ab"):
            pass
    except OSError as error:
        raise OppidumError(f"{file} cannot be written: {error.strerror}.") from None


def write(file: str, text: bytes) -> None:
    try:
        Path(file).write_bytes(text)
    except OSError as error:
        raise OppidumError(f"{file} cannot be written: {error.strerror}.") from None
