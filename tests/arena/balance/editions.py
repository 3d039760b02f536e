"""Editions with something planted in them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from oppidum import games
from oppidum.kernel.editions import Edition, EditionFile, content


def altered(game_id: str, alter: Callable[[dict[str, Any]], None]) -> Edition:
    """The shipped edition with a change."""
    game = games.load(game_id)
    data: dict[str, Any] = copy.deepcopy(dict(game.default_edition().data))
    data["edition"] |= {"id": "planted", "title": "Planted"}
    alter(data)
    return game.read_edition(EditionFile.parse("planted", content(data)))


def more_bottles(data: dict[str, Any]) -> None:
    """Astérix wins every tie."""
    first, *others = data["gaul"]
    first["bottles"] = [4] * 10
    for gaul in others:
        gaul["bottles"] = [min(3, bottles) for bottles in gaul["bottles"]]


def strong_and_dead(data: dict[str, Any]) -> None:
    """Tragicomix wins an album all by himself; Relax costs more than anybody ever has."""
    for character in data["character"]:
        if character["id"] == "tragicomix":
            character["strength"] = 15
        if character["id"] == "relax":
            character["constraint"] = [{"do": "own", "helmet": "centurion", "count": 9}]


def only(pips: int) -> Callable[[dict[str, Any]], None]:
    """Both dice always show the same."""

    def alter(data: dict[str, Any]) -> None:
        for die in data["die"]:
            die["faces"] = [pips] * 6

    return alter
