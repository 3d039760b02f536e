"""Contests between bots."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from oppidum.cli import arguments
from oppidum.cli.output import console, load_game, print_json, prints_aside, progress
from oppidum.kernel.errors import BadOption


@click.command(short_help="Let bots meet: who is better, and how surely?")
@arguments.game_id
@click.argument("bots", metavar="BOT BOT…", nargs=-1, required=True, help=f"two or more: {arguments.BOTS}")
@click.option(
    "--players",
    "-p",
    type=int,
    metavar="N",
    default=2,
    show_default=True,
    help="how many sit at each table",
)
@arguments.number(100, "how many games of each meeting")
@arguments.seed
@click.option(
    "--sprt",
    type=(float, float),
    metavar="LOW HIGH",
    help="stop when a share of LOW or less, or HIGH or more, is clear",
)
@click.option("--adjust", is_flag=True, help="take the luck of deals, draws and dice off the results")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    metavar="N",
    help="processes on this machine  [default: 1]",
)
@click.option("--ray", metavar="ADDRESS|auto", help="play on a Ray cluster")
@click.option("--resume", metavar="FILE", help="keep finished games in this file, and go on from it")
@click.option(
    "--limit",
    type=float,
    metavar="SECONDS",
    default=60,
    show_default=True,
    help="what a bot of your own may take for a decision; beyond it has lost the game",
)
@click.option("--plot", metavar="FILE", help="draw the result (.png, .svg, .pdf)")
@arguments.game_options
@arguments.edition
@arguments.as_json
@click.pass_context
def arena(
    context: click.Context,
    game_id: str,
    bots: tuple[str, ...],
    players: int,
    number: int,
    seed: str,
    sprt: tuple[float, float] | None,
    adjust: bool,
    jobs: int | None,
    ray: str | None,
    resume: str | None,
    limit: float,
    plot: str | None,
    option: tuple[str, ...],
    edition: str | None,
    as_json: bool,
) -> None:
    """Let bots meet, with seats rotated and the same cards for each: who is better, and how surely?"""
    game = load_game(game_id)
    options = game.about.option_words(arguments.options_of(option, game))
    arguments.edition_of(edition, game)
    from oppidum.arena import contest, crews
    from oppidum.arena.pairings import Contest
    from oppidum.arena.plot import check_path, draw
    from oppidum.arena.sprt import Sprt

    cards = Path(edition).read_text(encoding="utf-8") if edition else None
    what = Contest(game.id, bots, players, number, seed, options, cards, limit, adjust)
    test = Sprt(*sprt) if sprt else None
    with prints_aside():
        what = contest.check(what, test)
    if plot:
        check_path(plot)
    if ray and jobs:
        raise BadOption("--jobs plays on this machine, --ray on a cluster: give one of them.")
    crew = crews.ray_cluster(ray) if ray else crews.processes(jobs) if jobs and jobs > 1 else crews.alone
    try:
        with prints_aside(), progress(f"{' – '.join(what.bots)}", number * len(what.meetings)) as show:
            figures = contest.run(what, crew=crew, sprt=test, resume=resume, progress=show)
    except contest.Interrupted as stop:
        kept = f"go on with --resume {resume}" if resume else "without --resume nothing was kept"
        print(f"Interrupted after {stop.games} games; {kept}.", file=sys.stderr)
        context.exit(130)
    if as_json:
        print_json(figures)
    else:
        from oppidum.terminal.reports import arena_report

        console().print(arena_report(figures))
    if plot:
        draw(figures, plot)
