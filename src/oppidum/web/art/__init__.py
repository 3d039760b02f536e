"""Oppidum's own pictures: symbols that a page gets once and reuses with `<use href="#…"/>`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from oppidum.web.art.portraits import RecipeError, cast, compose, portrait
from oppidum.web.art.sheets import drawings, needed_by

__all__ = ["Face", "RecipeError", "cast", "compose", "portrait", "sprite", "symbols"]


@dataclass(frozen=True)
class Face:
    """Whose portrait is wanted. Camp and type help to make up a face for a character we have not drawn."""

    slug: str
    camp: str = "neutral"
    kind: str = ""
    recipe: str = ""


def symbols() -> list[str]:
    """The names of all symbols that are drawn as such, portraits of our cast included."""
    drawn = [name for name, text in drawings().items() if text.startswith("<symbol")]
    return drawn + [f"p-{slug}" for slug in cast()]


def sprite(names: Iterable[str], faces: Iterable[Face] = ()) -> str:
    """One hidden SVG with these symbols, the faces' portraits and the shared parts they need, each once."""
    wanted = {name: symbol(name) for name in names}
    wanted |= {f"p-{face.slug}": portrait(face.slug, face.camp, face.kind, face.recipe) for face in faces}
    parts = [part for part in needed_by(wanted.values()) if part not in wanted.values()]
    inside = "".join(parts) + "".join(wanted.values())
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="sprite" aria-hidden="true">{inside}</svg>'


def symbol(name: str) -> str:
    if name.startswith("p-"):
        return portrait(name.removeprefix("p-"))
    return drawings()[name]
