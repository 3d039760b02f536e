"""Compile a game and its bots, step by step, so that a face can show how far it is.

Compiled code is kept on disk: this takes long only the first time, and after a change of the sources.
"""

from __future__ import annotations

from collections.abc import Iterator

from oppidum import bots
from oppidum.kernel import position
from oppidum.kernel.compiled import CACHE
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

STEPS = 7


def is_cold(game_id: str) -> bool:
    """True until the game's rules are in the cache: its first start will take its time."""
    return not any(CACHE.glob(f"{game_id}_*/rules.act-*.nbi"))


def warm_up(game: Game) -> Iterator[str]:
    """Yields the name of each step before it is done."""
    yield "deal"
    s = game.deal(game.about.min_players, seed_key("warm-up"))
    yield "waiting"
    seat = game.waiting(s)[0]
    yield "legal"
    action = game.legal(s, seat)[0]
    yield "scores"
    game.standing(s)
    yield "redact"
    view = game.view(position.copy(s), seat)
    yield "act"
    game.act(s, seat, action)
    yield "bots"
    for name in bots.POLICIES:
        bots.make(name, game).choose(view, seat)
