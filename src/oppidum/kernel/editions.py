"""Edition files: the components of a game as readable TOML, checked line by line.

Every entry says where it comes from (`from = "rulebook" | "review" | "reconstruction" | "box"`).
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from oppidum.kernel.errors import BadEdition

SOURCES = ("rulebook", "review", "reconstruction", "box")
HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
LINE = re.compile(r"line (\d+): ")
KEY = re.compile(r"^\s*([A-Za-z0-9_-]+|\"[^\"]*\")\s*=")


def locate(text: str) -> dict[tuple[str, int, str], int]:
    """Line numbers of every key: (table, index of the entry in it, key) -> line. Key "" is the header."""
    lines: dict[tuple[str, int, str], int] = {}
    counts: dict[str, int] = {}
    table, index = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = header[2]
            index = counts.get(table, -1) + 1 if header[1] == "[[" else 0
            counts[table] = index
            lines[table, index, ""] = number
        elif key := KEY.match(line):
            lines[table, index, key[1].strip('"')] = number
    return lines


@dataclass
class EditionFile:
    """An edition file being read: its data, and what is wrong with it so far."""

    source: str
    text: str
    data: dict[str, Any]
    lines: dict[tuple[str, int, str], int]
    problems: list[str] = field(default_factory=list)

    @classmethod
    def parse(cls, source: str, text: str) -> EditionFile:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadEdition(source, [f"not TOML: {error}"]) from None
        return cls(source, text, data, locate(text))

    @classmethod
    def open(cls, path: str) -> EditionFile:
        try:
            return cls.parse(path, Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise BadEdition(path, [error.strerror or "cannot be read"]) from None
        except UnicodeDecodeError:
            raise BadEdition(path, ["is not UTF-8 text"]) from None

    @classmethod
    def packaged(cls, package: str, name: str) -> EditionFile:
        """A file that lies beside a game's modules."""
        return cls.parse(name, resources.files(package).joinpath(name).read_text(encoding="utf-8"))

    def complain(self, table: str, index: int, key: str, what: str) -> None:
        """Note a problem at the line of a key, or of its entry where the key is missing."""
        places = [(table, index, key), (table, index, "")]
        if not table:  # a key of the whole file may be the name of a table
            places.insert(1, (key, 0, ""))
        line = next((self.lines[place] for place in places if place in self.lines), None)
        where = f"line {line}: " if line else ""
        name = ".".join(part for part in (table, key) if part)
        self.problems.append(f"{where}{name}: {what}" if name else f"{where}{what}")

    def entries(self, table: str) -> list[dict[str, Any]]:
        """The [[table]] entries; a complaint where there are none."""
        found = self.data.get(table)
        if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
            self.problems.append(f"{table}: expected one or more [[{table}]] entries")
            return []
        return found

    def section(self, table: str) -> dict[str, Any]:
        """The [table] section; a complaint where there is none."""
        found = self.data.get(table)
        if not isinstance(found, dict):
            self.problems.append(f"{table}: expected a [{table}] section")
            return {}
        return found

    def number(self, entry: Mapping[str, Any], table: str, index: int, key: str, low: int, high: int) -> int:
        value = entry.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            shown = "missing" if value is None else repr(value)
            self.complain(table, index, key, f"expected a whole number from {low} to {high}, got {shown}")
            return low
        return value

    def numbers(
        self, entry: Mapping[str, Any], table: str, index: int, key: str, length: int, low: int, high: int
    ) -> list[int]:
        value = entry.get(key)
        if isinstance(value, list) and len(value) == length:
            found = [x for x in value if isinstance(x, int) and not isinstance(x, bool) and low <= x <= high]
            if len(found) == length:
                return found
        self.complain(table, index, key, f"expected {length} whole numbers from {low} to {high}")
        return [low] * length

    def text_of(self, entry: Mapping[str, Any], table: str, index: int, key: str) -> str:
        value = entry.get(key)
        if not isinstance(value, str) or not value:
            self.complain(table, index, key, "expected a text")
            return ""
        return value

    def one_of(
        self, entry: Mapping[str, Any], table: str, index: int, key: str, choices: tuple[str, ...]
    ) -> str:
        value = entry.get(key)
        if value not in choices:
            shown = "nothing" if value is None else repr(value)
            self.complain(table, index, key, f"expected one of {', '.join(choices)}; got {shown}")
            return choices[0]
        return value

    def source_of(self, entry: Mapping[str, Any], table: str, index: int) -> str:
        return self.one_of(entry, table, index, "from", SOURCES)

    def only(self, entry: Mapping[str, Any], table: str, index: int, keys: tuple[str, ...]) -> None:
        """Complain about keys that nobody knows: a misspelt key must not be ignored."""
        for key in entry:
            if key not in keys:
                self.complain(table, index, key, f"unknown key; known here: {', '.join(keys)}")

    def names(self, entry: Mapping[str, Any], table: str, index: int) -> dict[str, str]:
        """A name in four languages, `name = { fr = …, en = …, cs = …, de = … }`; French is a must."""
        value = entry.get("name")
        if not isinstance(value, dict) or not isinstance(value.get("fr"), str) or not value.get("fr"):
            self.complain(table, index, "name", 'expected { fr = "…" } and, where known, en, cs, de')
            return {"fr": "?"}
        for language, word in value.items():
            if language not in ("fr", "en", "cs", "de") or not isinstance(word, str):
                self.complain(table, index, "name", f"{language}: expected fr, en, cs or de with a text")
        return value

    def header(self, game_id: str) -> None:
        """The [edition] section: which game it is for, and what it is called."""
        header = self.section("edition")
        self.only(header, "edition", 0, ("game", "id", "title"))
        self.one_of(header, "edition", 0, "game", (game_id,))
        self.text_of(header, "edition", 0, "id")
        self.text_of(header, "edition", 0, "title")

    def finish(self) -> None:
        """Raise BadEdition if anything is wrong; problems in the order of their lines."""
        if self.problems:
            raise BadEdition(self.source, sorted(self.problems, key=line_of))

    def edition(self, fill: Callable[[Any], None]) -> Edition:
        """What a file without problems is made into."""
        header = self.data["edition"]
        return Edition(header["id"], header["title"], digest(self.text), self.data, fill)


def line_of(problem: str) -> int:
    found = LINE.match(problem)
    return int(found[1]) if found else 0


@dataclass(frozen=True)
class Edition:
    """A checked edition, ready to be put into positions."""

    id: str
    title: str
    sha256: str
    data: Mapping[str, Any]  # the file's content: names, sources, whatever faces show
    fill: Callable[[Any], None]  # writes the tables into an array of positions


def digest(text: str) -> str:
    """What a record says of its edition. Line ends do not count."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()
