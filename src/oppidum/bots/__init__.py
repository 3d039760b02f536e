"""Programs that choose moves. They only ever get what their seat may know: a redacted position.

`names(game)` lists who can be asked to play, `make(name, game, seed)` brings one to the table.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any, Protocol

from oppidum.kernel.errors import BadOption

if TYPE_CHECKING:
    from oppidum.kernel.game import Game

POLICIES = ("random", "greedy")


class Bot(Protocol):
    """A player. `choose` gets a redacted position in which its seat owes a decision."""

    name: str

    def choose(self, view: Any, seat: int) -> int: ...


def names(game_id: str) -> list[str]:
    """Every bot that can play this game, weakest first. A game without a module here has only `random`."""
    own = importlib.util.find_spec(f"{__name__}.{game_id}") is not None
    return [name for name in POLICIES if own or name == "random"]


def default_name(game_id: str) -> str:
    """Who sits down where nobody in particular is asked for."""
    return "greedy" if "greedy" in names(game_id) else "random"


def check_name(name: str, game_id: str) -> str:
    if name not in names(game_id):
        raise BadOption(f"There is no bot {name!r}; there are {', '.join(names(game_id))}.")
    return name


def make(name: str, game: Game, seed: object = 0) -> Bot:
    """A bot for one seat of one game. The same name and seed play the same way."""
    from oppidum.bots.policies import PolicyBot

    return PolicyBot(check_name(name, game.id), game, seed)
