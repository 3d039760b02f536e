"""How hard a puzzle is to begin with, before anybody has tried it: how hard a search must look to find it."""

from __future__ import annotations

from typing import Any

from oppidum.kernel.game import Game
from oppidum.search import Budget, think
from oppidum.search.think import consult

SIZES = (16, 64, 256, 1024, 4096)  # iterations
TRIES = 4  # of each size, with other luck
EASIEST, MISSED, GUESSED = 900, 700, 400  # rating = 900 + 700 · missed + 400 · (1 - guessed)


def top_of(game: Game, view: Any, seat: int, iterations: int, seed: object) -> int:
    """What a search of this size would do most of all, by a tree at any table."""
    tree = consult(game).knobs
    return think(game, view, seat, Budget(iterations=iterations), seed, knobs=tree).options[0].action


def rating_of(game: Game, view: Any, seat: int, answer: int) -> int:
    """From what part of the searches miss it, and from how well one might guess it."""
    missed = sum(
        top_of(game, view, seat, size, ("hardness", n)) != answer for size in SIZES for n in range(TRIES)
    )
    guessed = 1 / len(game.legal(view, seat))
    return round(EASIEST + MISSED * missed / (len(SIZES) * TRIES) + GUESSED * (1 - guessed))
