"""Compile a game and its bots, step by step, so that a face can show how far it is."""

from __future__ import annotations

from collections.abc import Iterator

from oppidum import bots
from oppidum.kernel import warmup
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

STEPS = len(warmup.STEPS) + 1


def warm_up(game: Game) -> Iterator[str]:
    """Yields the name of each step before it is done."""
    yield from warmup.warm_up(game)
    yield "bots"
    s = game.deal(game.about.min_players, seed_key("warm-up"))
    seat = game.waiting(s)[0]
    bots.make("random", game).choose(game.view(s, seat), seat)  # compiled together with `greedy`
