"""The games. One folder each, with the same names in every one; a new folder is a new game.

Games also come from other packages, which name theirs as an entry point: `chess = "my_chess.game"` in the
group `oppidum.games`. One that cannot be loaded is left out, with a sentence that says so (`left_out`).
`about` is light; `rules` and everything that is compiled load only with `load`.
"""

from __future__ import annotations

import contextlib
import copyreg
import importlib
import importlib.util
import logging
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from types import ModuleType
from typing import TYPE_CHECKING

from oppidum.kernel.about import About
from oppidum.kernel.errors import NoSuchGame

if TYPE_CHECKING:
    from oppidum.kernel.game import Game

GROUP = "oppidum.games"
# What a game may bring besides its rules.
PARTS = ("seen", "bot", "insight", "levels", "unseen", "outline", "tally")

log = logging.getLogger("oppidum")


@cache
def packages() -> dict[str, str]:
    """Where each game lives: the name of its package, by the game's id."""
    own = {
        module.name: f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__) if module.ispkg
    }
    others = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    return dict(sorted({**others, **own}.items()))


def catalogue() -> dict[str, About]:
    """Every game's card, by id. Loads no rules."""
    return cards().found


def left_out() -> dict[str, str]:
    """The games of other packages that cannot be loaded, by id: a sentence each."""
    return cards().broken


class Cards:
    def __init__(self) -> None:
        self.found: dict[str, About] = {}
        self.broken: dict[str, str] = {}

    def leave_out(self, game_id: str, error: Exception) -> None:
        """Not one of ours: that is repaired. Who reads the old dictionaries goes on with them."""
        package = packages()[game_id]
        if package == f"{__name__}.{game_id}":
            raise error
        what = f"The game {game_id!r} cannot be loaded from {package} ({error})"
        sentence = f"{what}; repair or uninstall the package that brings it."
        self.found = {name: about for name, about in self.found.items() if name != game_id}
        self.broken = {**self.broken, game_id: sentence}
        log.warning(sentence)


@cache
def cards() -> Cards:
    known = Cards()
    for game_id, package in packages().items():
        try:
            known.found[game_id] = importlib.import_module(package).about
        except Exception as error:  # whatever somebody else's module does when it is loaded
            known.leave_out(game_id, error)
    return known


def about(game_id: str) -> About:
    if game_id in left_out():
        raise NoSuchGame(left_out()[game_id])
    if game_id not in catalogue():
        raise NoSuchGame(f"There is no game {game_id!r}; there are {', '.join(catalogue())}.")
    return catalogue()[game_id]


@cache
def load(game_id: str) -> Game:
    """The game itself, rules included."""
    about(game_id)
    try:
        game = importlib.import_module(f"{packages()[game_id]}.game").game
    except Exception as error:
        cards().leave_out(game_id, error)
        raise NoSuchGame(left_out()[game_id]) from None
    copyreg.pickle(type(game), by_name)
    return game


def by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """For pickle and copies: there is one game of each name."""
    return load, (game.id,)


@cache
def part(game_id: str, name: str) -> ModuleType | None:
    """What a game may bring besides its rules, such as its `bot`: the module of that name in its folder."""
    try:
        return module_in(packages().get(game_id), name)
    except Exception as error:
        cards().leave_out(game_id, error)
        return None


def try_guests() -> None:
    """Load all that other packages bring: what is broken is left out before anybody sits down to it."""
    for game_id, package in packages().items():
        if package != f"{__name__}.{game_id}" and game_id in catalogue():
            with contextlib.suppress(NoSuchGame):
                load(game_id)
            for name in PARTS:
                part(game_id, name)


def module_in(package: str | None, name: str) -> ModuleType | None:
    if package is None or importlib.util.find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")
