"""The language of compagnie's editions: what its page explains is what the referee's editions use."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
EDITIONS = sorted((HERE / "referee" / "editions").glob("compagnie-*.toml"))
PAGE = (HERE.parent / "docs" / "editions" / "compagnie-language.md").read_text("utf-8")

VERBS = {
    *("knock_out", "eliminate", "revive", "call", "move", "give_potion", "remove_potion", "take_back"),
    *("use_power", "draw", "discard", "steal", "recover"),
    *(f"{verb}_{token}" for verb in ("gain", "take", "lose") for token in ("bonus", "helmet")),
    *("give_card", "get_card", "swap_hands", "look_at_hand", "look_at_pile", "another_turn", "skip_turn"),
    *("require", "forbid", "own", "shield", "goal", "worth", "strengthen", "ban", "grow"),
}
VALUES = {
    "colour": {"gaul", "roman", "neutral"},
    "type": {"centurion", "chief", "trickster", "hero", "irreducible", "legionary", "rebel"},
    "where": {"here", "yours", "elsewhere", "anywhere"},
    "camp": {"any", "yours", "theirs", "gaul", "roman"},
    "potion": {"either", "with", "without"},
    "pick": {"chosen", "strongest", "weakest", "last", "each", "self"},
    "to": {"here", "yours", "anywhere", "across"},
    "who": {"you", "opponent", "both", "everyone", "others", "gauls", "romans", "chosen"},
    "bonus": {"potion", "fish", "boar", "any"},
    "helmet": {"legionary", "centurion", "any"},
    "against": {"potion", "knock_out", "eliminate", "call"},
}
NUMBERS = {"strength", "count", "reach", "sesterces", "by"}
FLAGS = {"may", "cost", "then", "random", "or"}


def effects() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for path in EDITIONS:
        edition = tomllib.loads(path.read_text("utf-8"))
        for entry in (*edition["character"], *edition["album"]):
            for chain in ("power", "constraint", "lasting", "effect"):
                found += entry.get(chain, [])
    return found


def test_four_editions_use_every_verb():
    assert len(EDITIONS) == 4
    assert {effect["do"] for effect in effects()} == VERBS


def test_they_use_every_key_and_every_value():
    used: dict[str, set[Any]] = {}
    for effect in effects():
        for key, value in effect.items():
            used.setdefault(key, set()).update(value if isinstance(value, list) else [value])
    assert used.keys() == {"do", "named"} | VALUES.keys() | NUMBERS | FLAGS
    for key, values in VALUES.items():
        assert used[key] == values


@pytest.mark.parametrize("word", sorted(VERBS | VALUES.keys() | NUMBERS | FLAGS | {"named"}))
def test_the_page_explains_every_word(word: str):
    assert re.search(rf"`{word}\b", PAGE), f"{word} is not on the page"


@pytest.mark.parametrize("key", sorted(VALUES.keys() - {"type"}))  # the types are on the page of the file
def test_the_page_explains_every_value(key: str):
    for value in VALUES[key]:
        assert f"`{value}`" in PAGE, f"{value} is not on the page"
