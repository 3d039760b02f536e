"""Where an edition differs from another one of the same game: entry by entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

HEADER = "edition"  # what a file is called is no difference of what is in the box
ASIDE = ("from", "attested", "note")  # nor is where it is known from


@dataclass(frozen=True)
class Difference:
    """An entry that has changed, or that only one of the two has."""

    kind: Literal["changed", "added", "removed"]
    table: str
    index: int  # in the edition that has it; of a changed one in the first of the two
    entry: Mapping[str, Any]  # likewise
    before: Mapping[str, Any] | None = None  # a changed one, in the other edition
    keys: tuple[str, ...] = ()  # in which it differs


def differences(mine: Mapping[str, Any], ours: Mapping[str, Any]) -> list[Difference]:
    """Between the contents of two editions; in the order of the first one, then what it lacks."""
    found: list[Difference] = []
    for table in dict.fromkeys([*mine, *ours]):
        if table != HEADER:
            found += in_table(table, entries(mine.get(table)), entries(ours.get(table)))
    return found


def entries(part: Any) -> list[Mapping[str, Any]]:
    """Those of a [[table]]; a [section] is one."""
    if isinstance(part, Mapping):
        return [part]
    return [entry for entry in part if isinstance(entry, Mapping)] if isinstance(part, Sequence) else []


def in_table(
    table: str, mine: Sequence[Mapping[str, Any]], ours: Sequence[Mapping[str, Any]]
) -> list[Difference]:
    names = name_of(mine, ours)
    theirs = {names(entry, at): (at, entry) for at, entry in enumerate(ours)}
    found: list[Difference] = []
    for at, entry in enumerate(mine):
        _, old = theirs.pop(names(entry, at), (0, None))
        if old is None:
            found.append(Difference("added", table, at, entry))
        elif keys := changed(entry, old):
            found.append(Difference("changed", table, at, entry, old, keys))
    return found + [Difference("removed", table, at, entry) for at, entry in theirs.values()]


def changed(entry: Mapping[str, Any], old: Mapping[str, Any]) -> tuple[str, ...]:
    keys = dict.fromkeys([*entry, *old])
    return tuple(key for key in keys if key not in ASIDE and entry.get(key) != old.get(key))


def name_of(*lists: Sequence[Mapping[str, Any]]) -> Any:
    """By what an entry is found again: its id, where all of them have one of their own; else its place."""
    for found in lists:
        ids = [entry.get("id") for entry in found]
        if not all(isinstance(name, str) for name in ids) or len(set(ids)) < len(ids):
            return lambda entry, at: at
    return lambda entry, at: entry["id"]
