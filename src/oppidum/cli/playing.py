"""A person against bots."""

from __future__ import annotations

import click

from oppidum.cli import asking
from oppidum.cli.showing import console, load_game


@click.command()
@asking.game_id
@asking.players
@click.option("--seed", metavar="SEED", help="the same seed deals the same cards")
@asking.bots
@asking.game_options
@asking.edition
@asking.lang
def play(
    game_id: str,
    players: int | None,
    seed: str | None,
    bots: str | None,
    option: tuple[str, ...],
    edition: str | None,
    lang: str | None,
) -> None:
    """Play against bots, here in the terminal."""
    t = asking.language_of(lang)
    game = load_game(game_id)
    count = asking.players_of(game, players)
    names = asking.bot_names(bots, game)
    options = asking.options_of(option, game)
    cards = asking.edition_of(edition, game)
    from oppidum.terminal.play import play as play_in_terminal

    play_in_terminal(game, count, names, t, console(), input, seed, options, cards)
