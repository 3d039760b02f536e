"""How fast the rules are, and how to have them compiled ahead."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import click

from oppidum import games
from oppidum.cli import arguments
from oppidum.cli.output import console, load_game, progress
from oppidum.kernel.errors import OppidumError

if TYPE_CHECKING:
    from oppidum.kernel.game import Game


@click.command(short_help="Speed of the rules, on one core.")
@click.option("--game", "game_id", metavar="GAME", help="only this game")
@arguments.only_players
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.05),
    metavar="SECONDS",
    default=1.0,
    show_default=True,
    help="how long each measurement takes",
)
@arguments.as_json
@click.option("--record", metavar="FILE", help="put the figures into this file")
@click.option(
    "--compare",
    metavar="FILE",
    help="compare with the figures in this file; exit 1 if one is below 0.8 of it",
)
@click.pass_context
def bench(
    context: click.Context,
    game_id: str | None,
    players: int | None,
    seconds: float,
    as_json: bool,
    record: str | None,
    compare: str | None,
) -> None:
    """Speed of the rules: random legal play on one core, after warm-up."""
    if game_id:
        games.about(game_id)
    from oppidum.terminal.reports import SLOW, bench_report

    slower = bench_report(
        [game_id] if game_id else list(games.catalogue()),
        players,
        seconds,
        as_json=as_json,
        record=record,
        compare=compare,
        load=load_game,
        console=console(),
        progress=progress,
    )
    if slower:
        click.echo(f"Less than {SLOW:g} of the recorded figure: {', '.join(slower)}.", err=True)
        context.exit(1)


@click.command("compile")
@click.argument("game_id", metavar="[GAME]", required=False, help="only this game")
def compile_ahead(game_id: str | None) -> None:
    """Compile the games ahead, so that the first game starts at once."""
    if game_id:
        compile_here(games.about(game_id).id)
        return
    names = list(games.catalogue())
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(min(len(names), cores)) as pool, progress("Compiling", len(names)) as show:
        for done, line in enumerate(pool.map(compile_elsewhere, names), start=1):
            show(done)
            print(line)


def compile_here(name: str) -> None:
    from oppidum.arena.bulk import play_games
    from oppidum.arena.speed import measure
    from oppidum.bots.compile_steps import compile_steps

    game = load_game(name)
    play_games(game, ["random"] * game.about.min_players, 1, "compile")  # compiled with `greedy`
    measure(game, game.about.min_players, 0.01)
    for _step in compile_steps(game):  # the bots that think, and hints
        pass
    compile_analysis(game)
    print(f"{name} is compiled.")


def compile_analysis(game: Game) -> None:
    from oppidum.analysis.course import analyse, course_of
    from oppidum.arena.simulate import play_record

    written = play_record(game, ["random"] * game.about.min_players, "compile", 0)
    analyse(course_of(game, written, game.default_edition()), effort=1)


def compile_elsewhere(name: str) -> str:
    """In a process of its own, as many at once as there are cores; returns what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "oppidum", "compile", name], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise OppidumError(done.stderr.strip() or f"{name} could not be compiled.")
    return done.stdout.strip()
