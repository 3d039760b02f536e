"""A box of a game that says nothing of its own: names where there are some, keys and values as spelt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oppidum.kernel.edition_differences import ASIDE
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

Entry = Mapping[str, Any]


def section(t: Language, table: str) -> str:
    return table


def key(t: Language, table: str, key: str) -> str:
    """Keys that all games have; others as they are spelt."""
    return {
        "id": t.say("Short name, for programs"),
        "name": t.say("Name"),
        "title": t.say("Title of the box"),
        "from": t.say("Where it is known from"),
        "note": t.say("Note"),
        "copies": t.say("Copies"),
    }.get(key, key.replace("_", " "))


def value(t: Language, edition: Edition, table: str, key: str, value: str) -> str:
    """Words that all games have; others as they are spelt."""
    if key == "from":
        return {
            "rulebook": t.say("the rulebook"),
            "review": t.say("a review"),
            "inferred": t.say("inferred"),
            "reconstruction": t.say("a guess"),
            "box": t.say("the real box"),
        }.get(value, value)
    return value.replace("_", " ")


def called(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    if isinstance(entry.get("name"), Mapping):
        return t.name(entry["name"])
    return str(entry.get("title") or entry.get("id") or section(t, table))


def described(t: Language, edition: Edition, table: str, entry: Entry) -> str:
    known = (*ASIDE, "id", "name")
    return ", ".join(f"{name}: {value}" for name, value in entry.items() if name not in known)


def look(t: Language, edition: Edition, table: str, entry: Entry) -> dict[str, Any]:
    return {}
