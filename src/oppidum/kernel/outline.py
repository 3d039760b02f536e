"""What an edition file of a game may say, as data: sections, their keys, and what each of them may be.

A game that has such an outline (`SECTIONS` in its module `outline`) can be written down in an editor that
knows nothing of it. What is right in the end the game's own reader says; an outline knows what may be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from oppidum.kernel.editions import SOURCES

Kind = Literal[
    "text",  # a line
    "names",  # a name in four languages
    "number",  # from `low` to `high`
    "numbers",  # `length` of them
    "span",  # two of them, the least and the most
    "choice",  # one of `choices`, or the id of an entry of `table`
    "several",  # some of `choices`; none: all of them
    "flag",  # yes or no
    "chain",  # a list of effects: `effects` has the fields of each
]


@dataclass(frozen=True)
class Field:
    """A key and what it may be."""

    key: str
    kind: Kind
    low: int = 0
    high: int = 0
    length: int = 0
    choices: tuple[str, ...] = ()
    table: str = ""
    usual: Any = None  # what is meant where the key is left out; None: it may not be left out
    optional: bool = False  # it may be left out, and then nothing is meant
    when: tuple[str, str] | None = None  # only where another key is this
    effects: Mapping[str, tuple[Field, ...]] = field(default_factory=dict[str, tuple["Field", ...]])

    @property
    def may_be_left_out(self) -> bool:
        return self.optional or self.usual is not None or self.when is not None


@dataclass(frozen=True)
class Section:
    """A [section], or [[many]] entries of it."""

    table: str
    fields: tuple[Field, ...]
    many: bool = True
    grows: bool = False  # entries may be added and taken away

    def field(self, key: str) -> Field | None:
        return next((each for each in self.fields if each.key == key), None)


NAME = Field("name", "names")
ID = Field("id", "text")
FROM = Field("from", "choice", choices=SOURCES)
NOTE = Field("note", "text", optional=True)
TITLE = Section("edition", (Field("title", "text"), ID), many=False)


def number(key: str, low: int, high: int) -> Field:
    return Field(key, "number", low, high)


def choice(key: str, *choices: str, table: str = "") -> Field:
    return Field(key, "choice", choices=choices, table=table)
