"""What can be played, and by which rules."""

from __future__ import annotations

import click
from click.formatting import wrap_text

from oppidum import games as catalogue
from oppidum.cli import arguments
from oppidum.cli.output import console, print_json


@click.command()
@arguments.as_json
def games(as_json: bool) -> None:
    """What can be played, and with how many."""
    cards = catalogue.catalogue().values()
    if as_json:
        print_json(
            [
                {
                    "id": a.id,
                    "title": a.title,
                    "min_players": a.min_players,
                    "max_players": a.max_players,
                    "options": [
                        {"name": o.name, "choices": o.choices, "default": o.default, "meaning": o.meaning}
                        for o in a.options
                    ],
                }
                for a in cards
            ]
        )
        return
    width = max(len(a.id) for a in cards)
    for a in cards:
        print(f"{a.id:<{width}}  {a.title} ({a.authors}), {a.players} players, about {a.minutes} minutes")
        for option in a.options:
            live = f"; at a live table: {option.live}" if option.live else ""
            default = f"[default: {option.default}{live}]"
            words = f"-o {option.name}={'|'.join(option.choices)}: {option.meaning}  {default}"
            print(wrap_text(words, 100, " " * (width + 2), " " * (width + 5)))


@click.command()
@arguments.game_id
@click.argument("number", required=False, help="only this rule or section, such as 5.2 or 5")
@arguments.lang
def rules(game_id: str, number: str | None, lang: str | None) -> None:
    """The numbered rules of a game, in our own words."""
    catalogue.about(game_id)
    t = arguments.language_of(lang)
    from oppidum.terminal.reports import rule_page

    console().print(rule_page(game_id, number, t))
