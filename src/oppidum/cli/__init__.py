"""The command line, a module for each group of commands.

Everything heavy is imported inside the command that needs it: `--help` and `games` are instant.
"""

from __future__ import annotations

import io
import os
import sys

import click

from oppidum import __version__
from oppidum.cli import (
    analysing,
    arena,
    balancing,
    comparing,
    doctor,
    editions,
    hosting,
    listing,
    puzzling,
    simulating,
    speed,
    terminal,
)
from oppidum.cli.arguments import Commands
from oppidum.kernel.errors import BadEdition, BadRecord, OppidumError


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(__version__, message="Oppidum %(version)s")
@click.pass_context
def app(context: click.Context) -> None:
    """Oppidum: the table for three Astérix games. Without a command: play in the browser."""
    if context.invoked_subcommand is None:
        hosting.open_house()


for command in (
    listing.games,
    terminal.play,
    simulating.simulate,
    simulating.verify,
    comparing.compare,
    analysing.analyse,
    puzzling.puzzles,
    arena.arena,
    balancing.balance,
    speed.bench,
    speed.compile_ahead,
    listing.rules,
    editions.edition,
    hosting.serve,
    hosting.tables,
    hosting.backup,
    hosting.restore,
    hosting.new_key,
    doctor.doctor,
):
    app.add_command(command)


def complain(error: OppidumError) -> None:
    if isinstance(error, BadEdition):
        for problem in error.problems:
            print(f"{error.source}: {problem}", file=sys.stderr)
    else:
        print(error, file=sys.stderr)


def main() -> None:
    """Bad input gets one clear sentence; Ctrl-C leaves the terminal clean."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever is typed, and wherever it is shown
            stream.reconfigure(errors="replace")
    try:
        code = app.main(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:  # no such command, no such option, a missing argument: usage
        error.show()
        sys.exit(error.exit_code)
    except OppidumError as error:
        complain(error)
        sys.exit(1 if isinstance(error, BadEdition | BadRecord) else 2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has closed it: nothing more to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
