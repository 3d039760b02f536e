"""Changing an edition file as a person would: one value, and everything else as it was, comments included."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, cast

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable, Item, Table

from oppidum.kernel.edition_problems import say
from oppidum.kernel.editions import header_in
from oppidum.kernel.errors import BadOption

ABREAST = 80  # letters of a list that stand on one line
MOST_KEYS, MOST_ENTRIES = 60, 500
LEVELS = 6  # the file, its entries, an entry, its effects, an effect, a list of words
DOTTED = re.compile(r"""[\w"'-]+[ \t]*\.""")
CANNOT = say("This file is written in a way that the form cannot change: edit it as a file.")


def with_entry(text: str, table: str, index: int, entry: Mapping[str, Any]) -> str:
    """The file with one entry of a section written anew: of its keys those that have changed."""

    def change(document: tomlkit.TOMLDocument) -> None:
        section: Any = document[table]
        found = section[index] if isinstance(section, AoT | list) else section
        for key in [key for key in found if key not in entry]:
            del found[key]
        for key, value in entry.items():
            if key not in found or plain(found[key]) != value:
                replace(found, key, value)

    return rewritten(text, change, lambda data: put(data, table, index, entry))


def replace(found: Any, key: str, value: Any) -> None:
    """Of a list that stays as long as it is only the parts that have changed."""
    old = found.get(key)
    if isinstance(old, Array) and isinstance(value, list) and len(old) == len(value):
        for at, (before, now) in enumerate(zip(plain(old), value, strict=True)):
            if before != now:
                old[at] = item(now)
    else:
        found[key] = item(value)


def with_more(text: str, table: str, entry: Mapping[str, Any]) -> str:
    """The file with one more entry at the end of a section."""

    def change(document: tomlkit.TOMLDocument) -> None:
        new = section_of(entry)
        new.add(tomlkit.nl())
        cast(AoT, document[table]).append(new)

    return rewritten(text, change, lambda data: data[table].append(dict(entry)))


def without(text: str, table: str, index: int) -> str:
    """The file without one entry of a section."""

    def change(document: tomlkit.TOMLDocument) -> None:
        del cast(AoT, document[table])[index]

    return rewritten(text, change, lambda data: data[table].pop(index))


def written(data: Mapping[str, Any]) -> str:
    """A file of its own for what has none: the content of an edition."""
    document = tomlkit.document()
    for table, part in data.items():
        if isinstance(part, Mapping):
            document[table] = section_of(part)
        else:
            entries = tomlkit.aot()
            for entry in part:
                entries.append(section_of(entry))
            document[table] = entries
    return tomlkit.dumps(document)


def section_of(entry: Mapping[str, Any]) -> Table:
    new = tomlkit.table()
    for key, value in entry.items():
        new[key] = item(value)
    return new


def rewritten(text: str, change: Any, meant: Any) -> str:
    """What a change makes of a file, if it says afterwards what was meant and nothing else."""
    expected = tomllib.loads(text)
    if not is_flat(text, expected):
        raise BadOption(CANNOT)
    try:
        document = tomlkit.parse(text)
        change(document)
        new = tomlkit.dumps(document)
        meant(expected)
        if tomllib.loads(new) == expected:
            return new
    except (TOMLKitError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        pass
    raise BadOption(CANNOT)


def is_flat(text: str, data: Mapping[str, Any]) -> bool:
    """Whether a file is made like an edition: sections with a few keys. What keeps comments takes a time for
    others that grows with the square of their size, or worse."""
    lines = [line.strip() for line in text.split("\n")]
    if any("." in header_in(line) or DOTTED.match(line) for line in lines):
        return False
    level: list[Any] = [data]
    for _ in range(LEVELS):
        if any(len(part) > (MOST_KEYS if isinstance(part, dict) else MOST_ENTRIES) for part in level):
            return False
        inside = [part.values() if isinstance(part, dict) else part for part in level]
        level = [value for part in inside for value in part if isinstance(value, dict | list)]
    return not level


def put(data: dict[str, Any], table: str, index: int, entry: Mapping[str, Any]) -> None:
    if isinstance(data[table], list):
        data[table][index] = dict(entry)
    else:
        data[table] = dict(entry)


def plain(value: Any) -> Any:
    return value.unwrap() if isinstance(value, Item) else value


def item(value: Any) -> Any:
    """A value as our files have it: tables in one line, a list of several of them one a line."""
    if isinstance(value, Mapping):
        return inline(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        array = tomlkit.array()
        for part in value:
            array.append(item(part))
        if any(isinstance(part, Mapping) for part in value) and len(array.as_string()) > ABREAST:
            array.multiline(True)
        return array
    return tomlkit.item(value)


def inline(value: Mapping[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    for key, part in value.items():
        table[key] = item(part)
    return table
