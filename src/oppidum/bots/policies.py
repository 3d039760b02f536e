"""Bots without look-ahead, as compiled functions: for bulk games, as playout policies, as beginners.

A policy takes a redacted position, the seat and its luck, and returns an action. `greedy` is resolved by
the dtype of the position, like the verbs of the games; each game's own is in its module `bot`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from oppidum import games
from oppidum.bots import POLICIES
from oppidum.kernel.compiled import compiled, part
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.playout import pick
from oppidum.kernel.verbs import legal, stands_for

RANDOM, GREEDY = range(len(POLICIES))

greedy_by_dtype: dict[Any, Callable[..., int]] = {}


@part
def any_legal(s, seat, luck, mask):
    """Any legal action, each equally likely."""
    return pick(mask, legal(s, seat, mask), luck)


def teach(game: Game) -> None:
    """Make sure that the game's own `greedy` is known; where it has none, any legal action stands in."""
    if game.dtype not in greedy_by_dtype:
        own = games.part(game.id, "bot")
        function = own.greedy if own else any_legal
        greedy_by_dtype[game.dtype] = function
        greedy_by_dtype[numba.from_dtype(game.dtype)] = function


def greedy(s: Any, seat: int, luck: Any, mask: Any) -> int:
    return greedy_by_dtype[s.dtype](s, seat, luck, mask)


stands_for(greedy, greedy_by_dtype.__getitem__)


@compiled
def decide(view, seat, policy, luck, mask):
    """The action of a policy; `view` is redacted, `mask` is scratch for `legal`."""
    if policy == GREEDY:
        return greedy(view, seat, luck, mask)
    return any_legal(view, seat, luck, mask)


class PolicyBot:
    """A policy at a table."""

    def __init__(self, name: str, game: Game, seed: object = 0, luck: np.ndarray | None = None) -> None:
        teach(game)
        self.name = name
        self.policy = POLICIES.index(name)
        self.luck = luck_from("policy", name, seed) if luck is None else luck
        self.mask = np.zeros(game.actions, np.uint8)

    def choose(self, view: Any, seat: int) -> int:
        return int(decide(view, seat, self.policy, self.luck, self.mask))
