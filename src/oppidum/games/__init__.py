"""The games. One folder each, with the same names in every one; a new folder is a new game.

`about` is light; `rules` and everything that is compiled load only with `load`.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from oppidum.kernel.about import About
from oppidum.kernel.errors import BadOption

if TYPE_CHECKING:
    from oppidum.kernel.game import Game


@cache
def catalogue() -> dict[str, About]:
    """Every game's card, by id. Loads no rules."""
    folders = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return {name: importlib.import_module(f"{__name__}.{name}").about for name in folders}


def about(game_id: str) -> About:
    if game_id not in catalogue():
        raise BadOption(f"There is no game {game_id!r}; there are {', '.join(catalogue())}.")
    return catalogue()[game_id]


@cache
def load(game_id: str) -> Game:
    """The game itself, rules included."""
    about(game_id)
    return importlib.import_module(f"{__name__}.{game_id}.game").game


def module_of(game_id: str, package: str) -> ModuleType | None:
    """What a game has brought to another room, such as its board: the module there that is named after it."""
    name = f"{package}.{game_id}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None
