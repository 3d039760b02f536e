"""Compile ahead of the first game: `python -m oppidum.web.warm`.

A process of its own, because compiling holds up everything else in the process that does it. What it
compiles lands in the cache on disk, from where the server has it in no time.
"""

from __future__ import annotations

import os
import subprocess
import sys

from oppidum import bots, games
from oppidum.kernel.fair import seed_key
from oppidum.tables.hint import advise

DECISIONS = 40


def warm(game_id: str) -> None:
    """Go through everything that a live table asks of a game."""
    game = games.load(game_id)
    players = [bots.make(level, game, "warm") for level in bots.names(game_id)]
    s = game.deal(game.about.min_players, seed_key("warm"))
    for number in range(DECISIONS):
        waiting = game.waiting(s)
        if not waiting:
            break
        seat = waiting[0]
        view = game.view(s, seat)
        chosen = [player.choose(view, seat) for player in players[: 1 if number else None]]
        if number == 0:
            advise(game, game.view(s, seat), seat)
        game.view(s, -1)
        game.standing(s)
        game.act(s, seat, chosen[0])


def warm_all() -> None:
    for game_id in games.catalogue():
        warm(game_id)


def warm_in_the_background() -> subprocess.Popen[bytes]:
    """Does not wait."""
    nowhere = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", __name__], stdin=nowhere, stdout=nowhere, stderr=nowhere)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)
    warm_all()
