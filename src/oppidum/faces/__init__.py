"""The faces: what people see and read of each game. One folder a game, with the same names in every one.

| in the folder | what it is |
|---|---|
| `words.py`, `rules/` | what is said, and the numbered rules, in four languages |
| `lesson.py`, `lesson.toml`, `aid.py` | the game in five minutes; the game on one page |
| `board.py`, `board.html`, `board.css` | the board in the browser |
| `sheet.py` | the score sheet under a result |
| `terminal.py` | the board in the terminal |

What a game does not bring, the folder `plain` has: so a new game can be played at once. Faces also come
from other packages, as entry points of the group `oppidum.faces`; one that cannot be loaded, whole, is left
out, and the plain one takes its place.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from types import ModuleType

from oppidum.games import catalogue, module_in

GROUP = "oppidum.faces"
PLAIN = "plain"

log = logging.getLogger("oppidum")


@cache
def packages() -> dict[str, str]:
    """Where the face of each game lives; a game without one has none."""
    own = {name: f"{__name__}.{name}" for name in (*catalogue(), PLAIN)}
    entries = (entry for entry in entry_points(group=GROUP) if entry.name in catalogue())
    others = {entry.name: entry.value for entry in entries if loads(entry.value)}
    here = resources.files(__name__)
    return {**others, **{name: package for name, package in own.items() if here.joinpath(name).is_dir()}}


def loads(package: str) -> bool:
    """Whether all of somebody else's face can be loaded: half of it would not fit the rest."""
    try:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)
    except Exception as error:  # whatever it does when it is loaded
        log.warning("The face %s cannot be loaded (%s); the plain one takes its place.", package, error)
        return False
    return True


@cache
def part(game_id: str, name: str) -> ModuleType | None:
    """The module of that name in a game's face, or in the plain one; none if neither has it."""
    return module_in(packages().get(game_id), name) or module_in(packages()[PLAIN], name)


@cache
def file(game_id: str, *path: str) -> Traversable | None:
    """A file in the folder of a game's face; none if it is not there."""
    if game_id not in packages():
        return None
    found = resources.files(packages()[game_id]).joinpath(*path)
    return found if found.is_file() else None
