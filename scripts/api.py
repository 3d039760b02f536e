"""Write docs/api.md: the names that programs use most, from their docstrings. `python scripts/api.py`

A test keeps the page up to date.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from oppidum import bots, games
from oppidum.arena import bulk
from oppidum.kernel import fair
from oppidum.kernel.game import Game
from oppidum.search import Budget, Thought, think

PAGE = Path(__file__).resolve().parent.parent / "docs" / "api.md"
TITLE = """\
# The seven names that programs use most

Made from the docstrings by `python scripts/api.py`; a test says when it has to be made anew. How they play \
together, in a few lines: [README](../README.md#for-programs). What else there is for learning programs: \
[for research](research.md).
"""
# How it is imported, the name itself, and what is told along with it.
NAMES: list[tuple[str, str, Any, tuple[Any, ...]]] = [
    ("from oppidum import games", "games.catalogue", games.catalogue, ()),
    ("from oppidum import games", "games.load", games.load, ()),
    ("from oppidum.kernel.game import Game", "Game", Game, ()),
    ("from oppidum.kernel.fair import seed_key", "seed_key", fair.seed_key, ()),
    ("from oppidum import bots", "bots.make", bots.make, (bots.Bot,)),
    ("from oppidum.search import Budget, think", "think", think, (Budget, Thought)),
    ("from oppidum.arena.bulk import play_games", "play_games", bulk.play_games, (bulk.Bulk,)),
]


def told(thing: object) -> str:
    """Its docstring, a paragraph a line."""
    words = inspect.getdoc(thing)
    assert words, f"{thing} has no docstring"
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in words.split("\n\n"))


def call(name: str, function: Callable[..., Any]) -> str:
    """As one would write it down: without `self`, and types without quotes."""
    signature = inspect.signature(function)
    given = [parameter for own, parameter in signature.parameters.items() if own != "self"]
    written = f"{name}{signature.replace(parameters=given)}".replace("'", "")
    return re.sub(r"<function .*?> at 0x\w+>", "…", written)


def members(kind: type) -> Iterator[tuple[str, str]]:
    """The methods and properties that a class itself has, in their order."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield name, told(member)
        elif inspect.isfunction(member):
            yield call(name, member), told(member)


def about_class(kind: type) -> Iterator[str]:
    yield told(kind)
    if is_dataclass(kind) and kind is not Game:  # a game's fields are for whoever writes one
        yield "Fields: " + ", ".join(f"`{f.name}: {f.type}`" for f in fields(kind)) + "."
    listed = [f"- `{what}`: {' '.join(words.split())}" for what, words in members(kind)]
    if listed:
        yield "\n".join(listed)


def page() -> str:
    parts = [TITLE]
    for importing, name, thing, beside in NAMES:
        parts.append(f"## `{name}`")
        parts.append(f"```python\n{importing}\n```")
        if isinstance(thing, type):
            parts += about_class(thing)
        else:
            parts += [f"`{call(name, thing)}`", told(thing)]
        for kind in beside:
            parts.append(f"**`{kind.__name__}`**")
            parts += about_class(kind)
    return "\n\n".join(part.strip() for part in parts) + "\n"


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.name, file=sys.stderr)


if __name__ == "__main__":
    main()
