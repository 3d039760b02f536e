"""A person against bots."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Generator
from typing import TYPE_CHECKING

import click

from oppidum import games
from oppidum.cli import asking
from oppidum.cli.showing import console

if TYPE_CHECKING:
    from oppidum.kernel.game import Game


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
    games.about(game_id)
    game = games.load(game_id)
    count = asking.players_of(game, players)
    names = asking.bot_names(bots, game)
    options = asking.options_of(option, game)
    cards = asking.edition_of(edition, game)
    from oppidum.terminal.play import play as play_in_terminal

    with playing_meanwhile(game):
        play_in_terminal(game, count, names, t, console(), input, seed, options, cards)


@contextlib.contextmanager
def playing_meanwhile(game: Game) -> Generator[None]:
    """Where something is left to compile, it is compiled beside the game."""
    from oppidum.bots.warmup import PLAYING, THINKING, is_cold
    from oppidum.forge import Forge, want

    if not is_cold(game, PLAYING) and not is_cold(game, THINKING):
        yield
        return
    logging.getLogger("oppidum").addHandler(logging.NullHandler())  # the screen is for the game
    with contextlib.closing(Forge([game.id])) as forge:
        want(game.id)
        forge.start()
        yield
