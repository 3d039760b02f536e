"""People at a terminal, against bots or with each other."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oppidum import games
from oppidum.cli import arguments
from oppidum.cli.output import console
from oppidum.kernel.errors import BadOption, OppidumError

if TYPE_CHECKING:
    from oppidum.kernel.game import Game
    from oppidum.tables import Hall
    from oppidum.terminal.opening import Wishes

PACE = 0.5  # seconds that a bot seems to think: enough to read what it did
COUNTDOWN = 10  # seconds to react; to type takes longer than to click
LEVELS = "random, greedy, a level by its name or as level1 to level5"


@click.command()
@click.argument("game_id", metavar="GAME", required=False, help="a game, see `oppidum games`")
@arguments.players
@click.option(
    "--people", type=click.IntRange(min=1), metavar="N", help="how many of them sit here  [default: 1]"
)
@click.option("--name", "names", metavar="NAME", multiple=True, help="your name; once for each of the people")
@click.option(
    "--bots",
    metavar="NAMES",
    help=f"bots, separated by commas, over and over for all seats: {LEVELS}  [default: greedy]",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    default=PACE,
    show_default=True,
    help="how long a bot seems to think; 0: it is first wherever the first answer counts",
)
@click.option(
    "--countdown",
    type=click.IntRange(0, 120),
    metavar="SECONDS",
    default=COUNTDOWN,
    show_default=True,
    help="to react where the first answer counts; 0: no limit",
)
@click.option(
    "--seed", metavar="SEED", help="the same seed deals the same cards: for trying, no fair shuffle"
)
@arguments.game_options
@arguments.edition
@click.option("--record", metavar="FILE", help="add the record of the game to this file")
@click.option("--keep", is_flag=True, help="play at a table of the store, to go on later or in the browser")
@click.option("--resume", metavar="CODE", help="go on at a table of the store")
@click.option("--recover", metavar="CODE", help="be who has this recovery code, from now on")
@arguments.data
@arguments.database
@arguments.lang
def play(
    game_id: str | None,
    players: int | None,
    people: int | None,
    names: tuple[str, ...],
    bots: str | None,
    pace: float,
    countdown: int,
    seed: str | None,
    option: tuple[str, ...],
    edition: str | None,
    record: str | None,
    keep: bool,
    resume: str | None,
    recover: str | None,
    data: str | None,
    database: str | None,
    lang: str | None,
) -> None:
    """Play here in the terminal, against bots or with others at the same keyboard."""
    t = arguments.language_of(lang)
    stored = keep or resume is not None
    if stored and seed is not None:
        raise BadOption("A game dealt from a seed is not kept: whoever knows the seed knows its cards.")
    if not stored and (recover or data or database):
        raise BadOption("--recover, --data and --database go with --keep or --resume.")
    if resume is not None and (game_id or players or people or names or bots or option or edition or keep):
        raise BadOption("--resume goes on with a table as it is: leave out the game and how it is set up.")
    if resume is None and game_id is None:
        raise click.UsageError("Missing argument 'GAME'.", click.get_current_context())
    wishes = None
    if game_id is not None:
        wishes = wishes_of(game_id, players, people, names, bots, option, edition, countdown)
    if record is not None:
        add_to(record, "")
    from oppidum.terminal import opening
    from oppidum.terminal.keyboard import Keyboard
    from oppidum.terminal.sitting import sit_down

    screen = console()
    with opening.complaining(screen), contextlib.ExitStack() as until_the_end:
        if wishes is not None:
            until_the_end.enter_context(playing_meanwhile(wishes.game))
        hall = until_the_end.enter_context(hall_of(stored, data, database, pace, seed))
        name = names[0] if len(names) == 1 else ""
        if wishes is None:
            place = opening.come_back_to(hall, resume or "", recover)
            until_the_end.enter_context(playing_meanwhile(games.load(place.game)))
        else:
            me = opening.myself(hall, t, screen, name, recover) if keep else opening.somebody(hall, name)
            place = opening.open_place(hall, me, wishes, t, screen, kept=stored)
        document = sit_down(place, t, screen, Keyboard(), again(place.code, data, database))
    if record is not None and document is not None:
        from oppidum.kernel.record import encode

        add_to(record, encode(document) + "\n")


def wishes_of(
    game_id: str,
    players: int | None,
    people: int | None,
    names: tuple[str, ...],
    bots: str | None,
    option: tuple[str, ...],
    edition: str | None,
    countdown: int,
) -> Wishes:
    games.about(game_id)
    game = games.load(game_id)
    count = arguments.players_of(game, players)
    here = people or max(1, len(names))
    if here > count:
        raise BadOption(f"{here} people do not fit at a table for {count}: say --players {here}.")
    if len(names) > here:
        raise BadOption(f"There are {len(names)} names for {here} people.")
    levels = arguments.bot_names(bots, game)
    options = {name: str(choice) for name, choice in arguments.options_of(option, game).items()}
    cards = arguments.edition_of(edition, game) if edition else None
    from oppidum.tables.bots_at_work import check_level
    from oppidum.terminal.opening import Wishes

    seated = [check_level(levels[seat % len(levels)], game.id) for seat in range(count - here)]
    called = [*names, *[""] * (here - len(names))]
    return Wishes(game, seated, called, options, cards, countdown)


def hall_of(
    stored: bool, data: str | None, database: str | None, pace: float, seed: str | None
) -> contextlib.AbstractContextManager[Hall]:
    """Where the table stands: in the store, or nowhere but here."""
    from oppidum.tables import open_hall
    from oppidum.terminal.opening import hall_for_now

    return open_hall(database, data=data, pace=pace) if stored else hall_for_now(pace, seed)


def again(code: str, data: str | None, database: str | None) -> str:
    """How to go on later. A URL may have a password in it."""
    folder = f" --data {shlex.quote(data)}" if data else ""
    return f"oppidum play --resume {code}{folder}{' --database …' if database else ''}"


def add_to(file: str, text: str) -> None:
    try:
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(text)
    except OSError as error:
        raise OppidumError(f"{file} cannot be written: {error.strerror}.") from None


@contextlib.contextmanager
def playing_meanwhile(game: Game) -> Generator[None]:
    """Where something is left to compile, it is compiled beside the game."""
    from oppidum.bots.compile_steps import PLAYING, THINKING, is_cold
    from oppidum.forge import Forge, want

    if not is_cold(game, PLAYING) and not is_cold(game, THINKING):
        yield
        return
    with contextlib.closing(Forge([game.id])) as forge:
        want(game.id)
        forge.start()
        yield
