"""How far the forge is, and what it shall do first: files that every process can read."""

from __future__ import annotations

import contextlib
from pathlib import Path

from oppidum import games
from oppidum.bots.compile_steps import STEPS, Step, can_think, done, mark
from oppidum.kernel import cache
from oppidum.kernel.compiled import plays_meanwhile
from oppidum.kernel.game import Game

WHOLE = sum(step.share for step in STEPS)
finished: set[str] = set()  # games of which nothing is left to do: nobody need look again


def share_done(game_id: str) -> float:
    """How much of a game is compiled, from 0 to 1."""
    if game_id in finished:
        return 1.0
    game = games.load(game_id)
    share = sum(step.share for step in STEPS if done(game, step)) / WHOLE
    if share >= 1.0:
        finished.add(game_id)
    return min(share, 1.0)


def is_thinking(game: Game) -> bool:
    """Whether bots look ahead already; every board asks, and once they do they always will."""
    return game.id in finished or can_think(game)


def undo(game: Game, step: Step) -> None:
    """A step's mark is there, but its code is not: it has to be done again."""
    mark(game, step).unlink(missing_ok=True)
    finished.discard(game.id)


def progress(game_id: str | None = None) -> float | None:
    """How far the forge is, with one game or with all; None where nobody has to wait for it."""
    if not plays_meanwhile():
        return None
    asked = [game_id] if game_id else list(games.catalogue())
    shares = [share_done(name) for name in asked]
    return None if min(shares) >= 1.0 else sum(shares) / len(shares)


def wish_for(game_id: str) -> Path:
    return cache.root() / f"{game_id}.wanted"


def want(game_id: str) -> None:
    """This game is being played: it shall be compiled before the others."""
    if plays_meanwhile() and game_id not in finished:
        with contextlib.suppress(OSError):
            wish_for(game_id).touch()


def most_wanted(game_ids: list[str]) -> str:
    """Who was wanted last; where nobody was, the first."""

    def when(game_id: str) -> float:
        try:
            return wish_for(game_id).stat().st_mtime
        except OSError:
            return 0.0

    return max(game_ids, key=when)
