"""Compile a game's verbs one after the other, so that a face can show how far it is.

Compiled code is kept on disk: this takes long only the first time, and after a change of the sources.
"""

from __future__ import annotations

from collections.abc import Iterator

from oppidum.kernel import position
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

STEPS = ("deal", "waiting", "legal", "scores", "redact", "act")


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
    game.rules.redact(position.copy(s), seat)
    yield "act"
    game.act(s, seat, action)
