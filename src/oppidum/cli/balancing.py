"""What games among bots say about an edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oppidum import games
from oppidum.cli import arguments
from oppidum.cli.output import console, load_game, print_json, progress

if TYPE_CHECKING:
    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game

FEWEST = 50  # games, below which nothing can be said


@click.command(short_help="Is an edition fair, and what would help? Games among bots tell.")
@click.argument("box", metavar="FILE|GAME", help="an edition file; or a game, for its own edition alone")
@arguments.players
@click.option(
    "--games",
    "-n",
    "number",
    type=click.IntRange(min=FEWEST),
    metavar="K",
    help="how many games are measured; trying changes takes some five times as many  "
    "[default: what takes about twenty seconds in all]",
)
@arguments.seed
@click.option("--no-advice", is_flag=True, help="do not look for the change that would help most")
@click.option("--plot", metavar="FILE", help="draw the result (.png, .svg, .pdf)")
@arguments.lang
@arguments.as_json
def balance(
    box: str,
    players: int | None,
    number: int | None,
    seed: str,
    no_advice: bool,
    plot: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Is an edition fair? Seats, cards and length in many games among bots, beside the game's own edition.

    Says what is never played, what wins too often, what decides nothing, and which single change would help
    most.
    """
    t = arguments.language_of(lang)
    game, edition, against = boxes(box)
    count = arguments.players_of(game, players)
    from oppidum.arena.balance.measuring import default_games, measure, total_games
    from oppidum.arena.plot import check_path

    if plot:
        check_path(plot)
    number = number or default_games(game)
    whole = total_games(number, against is not None, not no_advice)
    with progress(f"{number} games with {count} players", whole) as show:
        report = measure(game, edition, against, count, number, seed, not no_advice, show)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(report))
    else:
        from oppidum.terminal.balance import balance_report

        console().print(balance_report(report, t))
    if plot:
        from oppidum.arena.balance.picture import draw

        draw(report, plot)


def boxes(name: str) -> tuple[Game, Edition, Edition | None]:
    """The edition to measure, and the one to compare it with."""
    if name in games.catalogue():
        game = load_game(name)
        return game, game.default_edition(), None
    game_id, edition = arguments.edition_in(name)
    edition.check_for_new_games()
    game = load_game(game_id)
    return game, edition, game.default_edition()
