"""Oppidum's own pictures: symbols that a page gets once and reuses with `<use href="#…"/>`.

    art.sprite(art.GAMES["romains"])                               # once per page
    <svg class="portrait" aria-hidden="true"><use href="#p-asterix"/></svg>    # wherever it is wanted

README.md beside this file lists the names, the variables that a theme may set, and the sizes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from oppidum.web.art.games import GAMES, POWERS, WALKERS
from oppidum.web.art.landscape import SHAPES, landscape, places
from oppidum.web.art.portraits import RecipeError, cast, compose, pawn, portrait
from oppidum.web.art.sheets import drawings, needed_by

__all__ = [
    "GAMES",
    "POWERS",
    "Face",
    "RecipeError",
    "album",
    "cast",
    "compose",
    "pawn",
    "places",
    "portrait",
    "sprite",
    "symbols",
]


@dataclass(frozen=True)
class Face:
    """Whose portrait is wanted. The camp decides the backdrop; camp and type shape the face of a stranger."""

    slug: str
    camp: str = ""
    kind: str = ""
    recipe: str = ""


def symbols() -> list[str]:
    """The names of all symbols, those of landscapes, pawns and our cast's portraits included."""
    drawn = [name for name, text in drawings().items() if text.startswith("<symbol")]
    composed = [*(f"land-{shape}" for shape in SHAPES), *(f"pawn-{slug}" for slug in WALKERS)]
    return [*drawn, *composed, *(f"p-{slug}" for slug in cast())]


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
    if name.startswith("land-"):
        return landscape(name.removeprefix("land-"))
    return drawings()[name]


@cache
def album(slug: str) -> str:
    """The symbol for an adventure: its own emblem, or one of the others, always the same."""
    emblems = [name for name in drawings() if name.startswith("album-") and name != "album-any"]
    own = [name for name in emblems if name.removeprefix("album-") in slug.split("-")]
    return own[0] if own else emblems[zlib.crc32(slug.encode()) % len(emblems)]
