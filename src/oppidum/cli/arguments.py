"""Arguments and options that several commands take, and what is made of the words given for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game
    from oppidum.words.language import Language


class Commands(click.Group):
    """Commands in the order in which they were added: what most people want comes first."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


BOTS = (
    "random, greedy, a level by its name or as level1 to level5, search:500 (iterations), search:0.2s "
    "(CPU seconds), flat:100 (worlds), your own as package.module:Name or cmd:PROGRAM"
)

game_id = click.argument("game_id", metavar="GAME", help="a game, see `oppidum games`")
players = click.option("--players", "-p", type=int, metavar="N", help="how many sit at the table")
only_players = click.option("--players", "-p", type=int, metavar="N", help="only this many players")
bots = click.option(
    "--bots",
    metavar="NAMES",
    help=f"bots, separated by commas, over and over for all seats: {BOTS}  [default: greedy]",
)
seed = click.option(
    "--seed", metavar="SEED", default="0", show_default=True, help="the same seed gives the same games"
)
game_options = click.option(
    "--option", "-o", "option", metavar="NAME=CHOICE", multiple=True, help="as oppidum games lists them"
)
edition = click.option("--edition", metavar="FILE", help="play with the cards of this edition file")
as_json = click.option("--json", "as_json", is_flag=True, help="answer as JSON, for programs")
lang = click.option("--lang", metavar="CODE", help="fr, en, cs or de; otherwise the language of the system")
data = click.option("--data", metavar="FOLDER", help="folder of the store; otherwise the user's data folder")
database = click.option(
    "--database", metavar="URL", help="URL of a PostgreSQL database, instead of a SQLite file"
)


def number(default: int, what: str):
    """`--games K`."""
    return click.option(
        "--games",
        "-n",
        "number",
        type=click.IntRange(min=1),
        metavar="K",
        default=default,
        show_default=True,
        help=what,
    )


def players_of(game: Game, number: int | None) -> int:
    wanted = number if number is not None else min(4, game.about.max_players)
    game.about.check_players(wanted)
    return wanted


def bot_names(text: str | None, game: Game) -> list[str]:
    from oppidum.bots import check_name, default_name

    asked = [name.strip() for name in (text or "").split(",") if name.strip()]
    return [check_name(name, game.id) for name in asked or [default_name(game.id)]]


def options_of(texts: tuple[str, ...], game: Game) -> dict[str, object]:
    from oppidum.kernel.errors import BadOption

    chosen: dict[str, object] = {}
    for text in texts:
        name, equals, choice = text.partition("=")
        if not equals:
            raise BadOption(f"Write an option as NAME=CHOICE, not {text!r}.")
        chosen[name] = choice
    game.about.option_numbers(chosen)
    return chosen


def edition_of(path: str | None, game: Game) -> Edition:
    """The edition in a file, for new games; without one, the game's own."""
    if not path:
        return game.default_edition()
    edition = read_edition(path, game)
    edition.check_for_new_games()
    return edition


def read_edition(path: str, game: Game) -> Edition:
    """The edition in a file, what is unusual about it said aside."""
    edition = game.load_edition(path)
    for warning in edition.warnings:
        click.echo(f"{path}: {warning}", err=True)
    return edition


def edition_in(path: str) -> tuple[str, Edition]:
    """The edition in a file, and the game that it names; for games of former rules, too."""
    from oppidum import games
    from oppidum.kernel.editions import EditionFile

    game_id = EditionFile.open(path).game(games.catalogue())
    return game_id, read_edition(path, games.load(game_id))


def language_of(code: str | None) -> Language:
    from oppidum.kernel.errors import BadOption
    from oppidum.words.language import LANGUAGES, language

    if code is None:
        system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        code = system[:2] if system[:2] in LANGUAGES else "en"
    if code not in LANGUAGES:
        raise BadOption(f"There is no language {code!r}; there are {', '.join(LANGUAGES)}.")
    return language(code)
