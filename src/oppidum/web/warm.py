"""Compile ahead of the first game: `python -m oppidum.web.warm`.

A process of its own, because compiling holds up everything else in the process that does it. What it
compiles lands in the cache on disk, from where the server has it in no time.
"""

from __future__ import annotations

import os
import subprocess
import sys

from oppidum import bots, games
from oppidum.bots import levels
from oppidum.bots.warmup import warm_up
from oppidum.kernel.compiled import is_cold, now_warm
from oppidum.kernel.fair import seed_key
from oppidum.tables.hint import advise


def mark(game_id: str) -> str:
    """Under which name a game counts as warm here: a table asks for more than the terminal does."""
    return f"{game_id}-table"


def warm(game_id: str) -> None:
    """Everything that a live table asks of a game: rules, bots of every level, hints."""
    game = games.load(game_id)
    if is_cold(game_id):
        for _step in warm_up(game):
            pass
    s = game.deal(game.about.min_players, seed_key("warm"))
    seat = game.waiting(s)[0]
    view = game.view(s, seat)
    for level in levels.levels(game_id):
        bots.make(level.id, game, "warm").choose(view, seat)
    advise(game, view, seat)
    game.standing(game.view(s, -1))
    now_warm(game_id)
    now_warm(mark(game_id))


def warm_all() -> None:
    for game_id in games.catalogue():
        if is_cold(mark(game_id)):
            warm(game_id)


def warm_in_the_background() -> subprocess.Popen[bytes] | None:
    """Does not wait. None if everything is compiled already."""
    if not any(is_cold(mark(game_id)) for game_id in games.catalogue()):
        return None
    null = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", __name__], stdin=null, stdout=null, stderr=null)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)
    warm_all()
