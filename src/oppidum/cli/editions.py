"""Edition files."""

from __future__ import annotations

import click

from oppidum import games
from oppidum.cli import arguments
from oppidum.cli.output import console, print_json


@click.group(cls=arguments.Commands)
def edition() -> None:
    """Edition files: the components of a game, as data."""


@edition.command()
@click.argument("file", metavar="FILE", help="an edition file, in TOML")
def check(file: str) -> None:
    """Say, line by line, what is wrong with an edition file."""
    game_id, found = arguments.edition_in(file)
    found.check_for_new_games()
    print(f"{file}: edition {found.id!r} of {game_id} is in order.")


@edition.command()
@click.argument("file", metavar="FILE", help="an edition file, in TOML")
@arguments.lang
def compare(file: str, lang: str | None) -> None:
    """Say where an edition file differs from the one that comes with its game, card by card."""
    t = arguments.language_of(lang)
    game_id, found = arguments.edition_in(file)
    from oppidum.faces.box_contents import comparison
    from oppidum.terminal.reports import comparison_lines

    console().print(comparison_lines(found, comparison(game_id, found), t))


@edition.command()
@arguments.game_id
@arguments.lang
@arguments.as_json
def show(game_id: str, lang: str | None, as_json: bool) -> None:
    """The components of a game, and where each is known from."""
    games.about(game_id)
    t = arguments.language_of(lang)
    found = games.load(game_id).default_edition()
    if as_json:
        print_json({"sha256": found.sha256, **found.data})
        return
    from oppidum.terminal.reports import edition_page

    console().print(edition_page(found, t))
