"""Oppidum's own pictures: symbols that a page gets once and reuses with `<use href="#…"/>`.

    art.sprite(["p-asterix", "i-sound"])                           # once per page
    <svg class="portrait" aria-hidden="true"><use href="#p-asterix"/></svg>    # wherever it is wanted

README.md beside this file lists the names, the variables that a theme may set, and the sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from oppidum import faces
from oppidum.faces.art.portraits import RecipeError, cast, compose, pawn, portrait
from oppidum.faces.art.sheets import drawings, needed_by

__all__ = [
    "CONTROLS",
    "Face",
    "RecipeError",
    "cast",
    "compose",
    "drawings",
    "pawn",
    "portrait",
    "sprite",
    "symbols",
]

CONTROLS = [
    "i-sound", "i-mute", "i-chat", "i-eye", "i-hint", "i-undo", "i-flag", "i-link", "i-clock", "i-rules",
    "i-log", "i-settings", "i-close", "i-check", "i-wait", "i-person", "i-bot", "i-first", "i-back", "i-next",
    "i-last", "i-play", "i-share", "i-offline", "i-language", "trophy", "oppidum",
]  # fmt: skip


@dataclass(frozen=True)
class Face:
    """Whose portrait is wanted. The camp decides the backdrop; camp and type shape the face of a stranger."""

    slug: str
    camp: str = ""
    kind: str = ""
    recipe: str = ""


def symbols() -> list[str]:
    """The names of all symbols, those that games compose and our cast's portraits included."""
    drawn = [name for name, text in drawings().items() if text.startswith("<symbol")]
    return [*drawn, *composed(), *(f"p-{slug}" for slug in cast())]


@cache
def composed() -> dict[str, Callable[[], str]]:
    """Symbols that are put together by the game that they belong to: `COMPOSED` in its module `art`."""
    modules = (faces.part(game, "art") for game in faces.packages())
    return {name: make for module in modules for name, make in getattr(module, "COMPOSED", {}).items()}


def sprite(names: Iterable[str], faces: Iterable[Face] = ()) -> Markup:
    """One invisible SVG with these symbols, these faces and the parts that they share, each once."""
    wanted = {name: symbol(name) for name in names}
    wanted |= {f"p-{face.slug}": portrait(face.slug, face.camp, face.kind, face.recipe) for face in faces}
    parts = (part for part in needed_by(wanted.values()) if part not in wanted.values())
    inside = "".join((*parts, *wanted.values()))
    frame = '<svg xmlns="http://www.w3.org/2000/svg" class="sprite" width="0" height="0" aria-hidden="true">'
    return Markup(frame + inside + "</svg>")  # nothing in it comes from a visitor; slugs are checked


def symbol(name: str) -> str:
    if name.startswith("p-"):
        return portrait(name.removeprefix("p-"))
    if name.startswith("pawn-"):
        return pawn(name.removeprefix("pawn-"))
    return composed()[name]() if name in composed() else drawings()[name]
