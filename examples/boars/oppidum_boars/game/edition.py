"""Editions of `boars`: which boars there are."""

from __future__ import annotations

from functools import cache
from typing import Any

from oppidum.kernel.editions import Edition, EditionFile

FEWEST, MOST = 2, 12


def read(file: EditionFile) -> Edition:
    """Check a whole file; raises BadEdition with every problem in it."""
    file.sections("edition", "boar")
    file.header("boars")
    boars = file.entries("boar")
    ids: set[str] = set()
    for i, boar in enumerate(boars):
        file.only(boar, "boar", i, ("id", "name", "from"))
        name = file.text_of(boar, "boar", i, "id")
        if name in ids:
            file.complain("boar", i, "id", f"{name!r} is there twice")
        ids.add(name)
        file.names(boar, "boar", i)
        file.source_of(boar, "boar", i)
    if boars and not FEWEST <= len(boars) <= MOST:
        what = f"expected {FEWEST} to {MOST} boars, found {len(boars)}"
        file.complain("boar", len(boars) - 1, "", what)
    file.finish()

    def fill(states: Any) -> None:
        states["biggest"] = len(boars)

    return file.edition(fill)


@cache
def default() -> Edition:
    return read(EditionFile.packaged("oppidum_boars.game", "forest.toml"))
