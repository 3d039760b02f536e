"""How commands answer, on a terminal and in a pipe; games compile the first time they are asked for."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from oppidum import games

if TYPE_CHECKING:
    from rich.console import Console

    from oppidum.kernel.game import Game


def console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


@contextlib.contextmanager
def progress(description: str, total: float) -> Generator[Callable[[float], None]]:
    """A progress bar on a terminal, and none when piped. Yields a function that takes what is done."""
    from rich.progress import Progress

    shown = console(stderr=True)
    with Progress(console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(description, total=total)
        yield lambda done: bar.update(task, completed=done)


def prints_aside() -> contextlib.AbstractContextManager[object]:
    """While bots of others think: what they print is for whoever writes them, and no part of a report."""
    return contextlib.redirect_stdout(sys.stderr)


def load_game(game_id: str) -> Game:
    """Load a game; the first time ever this compiles its rules, with a progress bar."""
    games.about(game_id)
    from oppidum.bots.compile_steps import PLAYING, STEPS, compile_steps, is_cold

    game = games.load(game_id)
    if is_cold(game):
        steps = [step for step in STEPS if step.stage == PLAYING]
        with progress(f"Compiling {game_id}, this once", sum(step.share for step in steps)) as show:
            for step in compile_steps(game, (PLAYING,)):
                show(sum(before.share for before in steps[: steps.index(step)]))
    return game


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
