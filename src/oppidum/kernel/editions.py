"""Edition files: the components of a game as readable TOML, checked line by line.

Every entry says where it comes from (`from`, one of SOURCES). An edition is known by the hash of its content:
comments, spaces and the order of keys change nothing.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from oppidum.kernel.edition_problems import Problem, Said, line_of, say, shown
from oppidum.kernel.errors import BadEdition

# inferred: no source says it, but it follows from what sources say; reconstruction: ours.
SOURCES = ("rulebook", "review", "inferred", "reconstruction", "box")
EARLIER = "earlier"  # folder of a game's package: the files that came with former versions, as they were
AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")  # of a TOML error
LONELY = re.compile("[\ud800-\udfff]")  # halves of characters, which JSON can spell and UTF-8 cannot
# A key of very many parts: to read it would take the square of their number.
DEEP_KEY = re.compile(r"""(?<![\w-])(?:["']?[\w-]+["']?[ \t]*\.[ \t]*){100}""")
KEY = re.compile(r"([A-Za-z0-9_-]+|\"[^\"]*\")[ \t]*=")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_PROBLEMS = 100  # that are told of one file
LONGEST_ID = 40
DEEPEST = 12  # tables and lists in each other
LONGEST_NAME = 60
LONGEST_TITLE = 80


def locate(text: str) -> dict[tuple[str, int, str], int]:
    """Line numbers of every key: (table, index of the entry in it, key) -> line. Key "" is the header."""
    lines: dict[tuple[str, int, str], int] = {}
    counts: dict[str, int] = {}
    table, index = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if line.startswith("[") and (header := header_in(line)):
            table = header
            index = counts.get(table, -1) + 1 if line.startswith("[[") else 0
            counts[table] = index
            lines.setdefault((table, index, ""), number)
        elif key := KEY.match(line):
            lines.setdefault((table, index, key[1].strip('"')), number)
    return lines


def header_in(line: str) -> str:
    """The name in `[name]` or `[[name]]`, with a comment after it or not; "" where a line is neither."""
    brackets = 2 if line.startswith("[[") else 1
    name, end, rest = line[brackets:].partition("]" * brackets)
    alone = not rest.strip() or rest.lstrip().startswith("#")
    return name.strip() if end and alone and "[" not in name and "]" not in name else ""


@dataclass
class EditionFile:
    """An edition file being read: its data, and what is wrong or unusual about it so far."""

    source: str
    text: str
    data: dict[str, Any]
    lines: dict[tuple[str, int, str], int]
    problems: list[Problem] = field(default_factory=list[Problem])
    warnings: list[Problem] = field(default_factory=list[Problem])
    outgrown: list[Problem] = field(default_factory=list[Problem])  # what only games of former rules may have
    absent: set[str] = field(default_factory=set[str])  # sections that are not there, of which enough is said
    unknown: list[str] = field(default_factory=list[str])  # sections that the game does not have
    stopped: bool = False  # before all of it was looked at, because something else seems to be meant

    @classmethod
    def parse(cls, source: str, text: str) -> EditionFile:
        """TOML, or the content of an edition as JSON: a text that begins with a brace.

        Some editors put a mark at the beginning of every file that says how it is written: it is no content.
        """
        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        language = "JSON" if is_content(text) else "TOML"
        lines = {} if is_content(text) else locate(text)
        if lonely := LONELY.search(text):
            line = text.count("\n", 0, lonely.start()) + 1
            raise BadEdition(
                source, [broken(lines, line, language, Said.of(say("half a character is no text")))]
            )
        if deep := None if is_content(text) else DEEP_KEY.search(text):
            line = text.count("\n", 0, deep.start()) + 1
            raise BadEdition(
                source, [broken(lines, line, language, Said.of(say("nothing here is nested so deep")))]
            )
        try:
            data = json.loads(text) if is_content(text) else tomllib.loads(text)
        except RecursionError:
            line = deepest_line(text)
            raise BadEdition(
                source, [broken(lines, line, language, Said.of(say("nothing here is nested so deep")))]
            ) from None
        except ValueError as error:  # too many digits are an error like others
            found = AT_LINE.search(str(error))
            line = int(found[1]) if found and found[1] else last_line(text)
            raise BadEdition(source, [broken(lines, line, language, AT_LINE.sub("", str(error)))]) from None
        if is_deep(data):
            raise BadEdition(
                source, [broken(lines, 1, language, Said.of(say("nothing here is nested so deep")))]
            )
        return cls(source, text, data, lines)

    @classmethod
    def open(cls, path: str) -> EditionFile:
        try:
            found = Path(path).read_bytes()
        except OSError as error:
            raise BadEdition(path, [error.strerror or "cannot be read"]) from None
        try:
            return cls.parse(path, found.decode())
        except UnicodeDecodeError as error:
            lines = locate(found.decode(errors="replace"))
            line = found[: error.start].count(b"\n") + 1
            table, key = place_at(lines, line)
            byte = f"{found[error.start]:#04x}"
            problem = Problem.at(
                line, table, 0, key, say("byte %(byte)s is not UTF-8 text"), details={"byte": byte}
            )
            raise BadEdition(path, [problem]) from None

    @classmethod
    def packaged(cls, package: str | None, name: str) -> EditionFile:
        """A file that lies beside a game's modules; `package` is their `__package__`."""
        return cls.parse(name, folder_of(package).joinpath(name).read_text(encoding="utf-8"))

    @classmethod
    def earlier(cls, package: str | None) -> Iterator[EditionFile]:
        """The files that came with former versions of a game."""
        folder = folder_of(package).joinpath(EARLIER)
        files = folder.iterdir() if folder.is_dir() else ()
        for name in sorted(file.name for file in files if file.name.endswith(".toml")):
            yield cls.packaged(package, f"{EARLIER}/{name}")

    def line(self, table: str, index: int, key: str) -> int:
        """Where a key stands; its entry or its section where it is missing; else the end of the file."""
        places = [(table, index, key), (table, index, ""), ("", 0, table)]
        if not table:  # a key of the whole file may be the name of a table
            places.insert(1, (key, 0, ""))
        return next((self.lines[place] for place in places if place in self.lines), last_line(self.text))

    def card(self, table: str, index: int) -> str:
        """The id of an entry, where it has one that can be said."""
        entries = self.data.get(table)
        entry = entries[index] if isinstance(entries, list) and index < len(entries) else None
        name = entry.get("id") if isinstance(entry, dict) else None
        return name if isinstance(name, str) and SLUG.fullmatch(name) and len(name) <= LONGEST_ID else ""

    def problem(self, table: str, index: int, key: str, what: str, details: dict[str, object]) -> Problem:
        line, card = self.line(table, index, key), self.card(table, index)
        return Problem.at(line, table, index, key, what, card, details)

    def complain(self, table: str, index: int, key: str, what: str, /, **details: object) -> None:
        """Note a problem: one sentence with its line, key and card. Details fill its %(gaps)s."""
        if table not in self.absent and len(self.problems) < MOST_PROBLEMS:
            self.problems.append(self.problem(table, index, key, what, details))

    def outgrow(self, table: str, index: int, key: str, what: str, /, **details: object) -> None:
        """Note something that was taken once: games that began with it go on, new ones are not dealt from it.

        Limits that a later revision of the rules brings are noted like this: a reader never refuses what
        it has once taken.
        """
        if len(self.outgrown) < MOST_PROBLEMS:
            self.outgrown.append(self.problem(table, index, key, what, details))

    def warn(self, table: str, index: int, key: str, what: str, /, **details: object) -> None:
        """Note something that can be played, but that the printed game does not show."""
        if len(self.warnings) < MOST_PROBLEMS:
            self.warnings.append(self.problem(table, index, key, what, details))

    def compare(self, table: str, index: int, key: str, value: int, low: int, high: int) -> None:
        """Warn where a value is beyond what the printed game is known to have."""
        if not low <= value <= high:
            printed = f"{low}" if low == high else f"{low} to {high}"
            self.warn(
                table,
                index,
                key,
                "%(value)s can be played, but the printed game has %(printed)s",
                value=value,
                printed=printed,
            )

    def only_plain(self) -> None:
        """Texts, whole numbers, yes and no: all that has one spelling only, and so one hash."""
        for table, part in self.data.items():
            entries = part if isinstance(part, list) else [part]
            for index, entry in enumerate(entries):
                keys = entry if isinstance(entry, dict) else {"": entry}
                for key, value in keys.items():
                    if not is_plain(value):
                        self.complain(
                            table,
                            index,
                            key,
                            "expected texts, whole numbers, true or false; got %(value)s",
                            value=shown(value),
                        )

    def entries(self, table: str) -> list[dict[str, Any]]:
        """The [[table]] entries; a complaint where there are none."""
        found = self.data.get(table)
        if not isinstance(found, list) or not found or not all(isinstance(x, dict) for x in found):
            self.lack(table, "expected one or more [[%(table)s]] entries")
            return []
        return found

    def section(self, table: str) -> dict[str, Any]:
        """The [table] section; a complaint where there is none."""
        found = self.data.get(table)
        if not isinstance(found, dict):
            self.lack(table, "expected a section [%(table)s]")
            return {}
        return found

    def lack(self, table: str, what: str) -> None:
        """A section is not there. Said once, and nothing of what would have to be in it."""
        if table not in self.absent:
            self.complain("", 0, table, what, table=table)
            self.absent.add(table)

    def number(self, entry: Mapping[str, Any], table: str, index: int, key: str, low: int, high: int) -> int:
        value = entry.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.complain(
                table,
                index,
                key,
                "expected a whole number from %(low)s to %(high)s; got %(value)s",
                low=low,
                high=high,
                value=shown(value),
            )
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
        what = say("expected %(length)s whole numbers from %(low)s to %(high)s")
        self.complain(table, index, key, what, length=length, low=low, high=high)
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
            if len(choices) == 1:
                what, words = say("expected %(words)s; got %(value)s"), repr(choices[0])
            else:
                what, words = say("expected one of %(words)s; got %(value)s"), ", ".join(choices)
            self.complain(table, index, key, what, words=words, value=shown(value))
            return choices[0]
        return value

    def source_of(self, entry: Mapping[str, Any], table: str, index: int) -> str:
        """Where an entry is known from; `attested` names the single keys that are known from elsewhere."""
        attested = entry.get("attested", {})
        if not isinstance(attested, dict):
            self.complain(table, index, "attested", 'expected { name = "rulebook", … }')
            attested = {}
        for key, source in attested.items():
            if source not in SOURCES:
                what = say("%(key)s: expected one of %(words)s; got %(value)s")
                words = ", ".join(SOURCES)
                self.complain(
                    table, index, "attested", what, key=shown_key(key), words=words, value=shown(source)
                )
            elif key not in entry:  # 0.1.0 took it
                what = say("%(key)s: expected a key of this entry")
                self.outgrow(table, index, "attested", what, key=shown_key(key))
        return self.one_of(entry, table, index, "from", SOURCES)

    def only(self, entry: Mapping[str, Any], table: str, index: int, keys: tuple[str, ...]) -> None:
        """Complain about keys that nobody knows: a misspelt key must not be ignored."""
        for key in entry:
            if key not in keys:
                self.complain(table, index, key, "unknown key; known here: %(words)s", words=", ".join(keys))

    def sections(self, *names: str) -> None:
        """Complain about sections that nobody knows.

        Where one of them is only misspelt nothing else is said: what it holds would seem to be missing.
        """
        misspelt = False
        for key in self.data:
            if key in names:
                continue
            meant = alike(key, names)
            misspelt = misspelt or bool(meant)
            self.unknown.append(key)
            if meant:
                self.complain("", 0, key, "unknown section; %(meant)s is meant?", meant=meant[0])
            else:
                self.complain("", 0, key, "unknown section; known here: %(words)s", words=", ".join(names))
        if misspelt:
            self.stop()

    def names(self, entry: Mapping[str, Any], table: str, index: int) -> dict[str, str]:
        """A name in four languages, `name = { fr = …, en = …, cs = …, de = … }`; French is a must."""
        value = entry.get("name")
        if not isinstance(value, dict) or not isinstance(value.get("fr"), str) or not value.get("fr"):
            self.complain(table, index, "name", 'expected { fr = "…" } and, where known, en, cs, de')
            return {"fr": "?"}
        for language, word in value.items():
            if language not in ("fr", "en", "cs", "de") or not isinstance(word, str):
                what = say("%(key)s: expected fr, en, cs or de with a text")
                self.complain(table, index, "name", what, key=shown_key(language))
            elif len(word) > LONGEST_NAME or not word.isprintable():
                what = say("%(key)s: expected a name of at most %(most)s letters, on one line")
                self.outgrow(table, index, "name", what, key=language, most=LONGEST_NAME)
        return value

    def slug(self, entry: Mapping[str, Any], table: str, index: int) -> None:
        """An id is part of addresses and of what people type: files of 0.1.0 had any text."""
        name = entry.get("id")
        if isinstance(name, str) and name and (not SLUG.fullmatch(name) or len(name) > LONGEST_ID):
            what = say("expected small letters and digits, words joined by -, at most %(most)s")
            self.outgrow(table, index, "id", what, most=LONGEST_ID)

    def header(self, game_id: str) -> None:
        """The [edition] section: which game it is for, and what it is called."""
        header = self.section("edition")
        self.only(header, "edition", 0, ("game", "id", "title"))
        if isinstance(game := header.get("game"), str) and game != game_id:
            self.problems.clear()  # whatever else there was to say would be said of another game
            self.one_of(header, "edition", 0, "game", (game_id,))
            self.stop()
        if game == game_id and 2 * len(self.unknown) > len([key for key in self.data if key != "edition"]):
            self.problems.clear()  # here, too
            sections = ", ".join(f"[{shown_key(key)}]" for key in self.unknown[:5])
            what = say("%(game)s has no sections %(words)s; are these the cards of another game?")
            self.complain("edition", 0, "game", what, game=repr(game), words=sections)
            self.stop()
        self.one_of(header, "edition", 0, "game", (game_id,))
        for key, most in {"id": LONGEST_ID, "title": LONGEST_TITLE}.items():
            text = self.text_of(header, "edition", 0, key)
            if len(text) > most or not text.isprintable():
                what = say("expected a text of at most %(most)s letters, on one line")
                self.outgrow("edition", 0, key, what, most=most)

    def game(self, known: Iterable[str]) -> str:
        """Which game it is for; raises BadEdition if that is none of those known."""
        if "edition" not in self.data:
            written = alike("edition", self.data)
            if written:
                self.complain("", 0, written[0], "unknown section; %(meant)s is meant?", meant="edition")
            else:
                self.section("edition")
            self.finish()
        name = self.one_of(self.section("edition"), "edition", 0, "game", tuple(known))
        self.finish()
        return name

    def stop(self) -> None:
        self.stopped = True
        self.finish()

    def finish(self) -> None:
        """Raise BadEdition if anything is wrong; problems in the order of their lines."""
        if not self.problems:
            self.only_plain()
        if self.problems:
            raise BadEdition(self.source, sorted([*self.problems, *self.outgrown], key=line_of))

    def edition(self, fill: Callable[[Any], None]) -> Edition:
        """What a file without problems is made into."""
        header = self.data["edition"]
        return Edition(
            id=header["id"],
            title=header["title"],
            sha256=digest(content(self.data)),
            file_sha256="" if is_content(self.text) else digest(self.text),
            data=self.data,
            fill=fill,
            warnings=tuple(sorted(self.warnings, key=line_of)),
            outgrown=tuple(sorted(self.outgrown, key=line_of)),
            source=self.source,
            text=self.text,
        )


def alike(name: str, names: Iterable[str]) -> list[str]:
    """The one that may have been meant, if there is one."""
    return difflib.get_close_matches(name[:LONGEST_ID], names, 1, 0.75)


def shown_key(key: object) -> str:
    text = str(key)
    return text if len(text) <= LONGEST_ID else text[:LONGEST_ID] + "…"


def broken(lines: Mapping[tuple[str, int, str], int], line: int, language: str, why: str) -> Problem:
    """What cannot be read at all."""
    table, key = place_at(lines, line)
    details: dict[str, object] = {"language": language, "why": why}
    return Problem.at(line, table, 0, key, say("not %(language)s: %(why)s"), details=details)


def folder_of(package: str | None) -> Traversable:
    assert package, "a module that lies in no package has no files beside it"
    return resources.files(package)


def deepest_line(text: str) -> int:
    """The first of those on which most is opened."""
    opened = [line.count("[") + line.count("{") for line in text.splitlines()]
    return 1 + opened.index(max(opened))


def last_line(text: str) -> int:
    return text.rstrip("\n").count("\n") + 1


def place_at(lines: Mapping[tuple[str, int, str], int], line: int) -> tuple[str, str]:
    """The table and the key that a line belongs to."""
    before = [place for place, at in lines.items() if at <= line]
    table, _, key = max(before, key=lambda place: lines[place], default=("", 0, ""))
    return table, key


def is_deep(data: object) -> bool:
    """Looked at level by level: whatever reads it later may call itself."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        inside = [part.values() if isinstance(part, dict) else part for part in level]
        level = [value for part in inside for value in part if isinstance(value, dict | list)]
    return bool(level)


def is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(is_plain(part) for part in value.values())
    if isinstance(value, list):
        return all(is_plain(part) for part in value)
    if isinstance(value, str):
        return not LONELY.search(value)
    return isinstance(value, int)  # yes and no are whole numbers, too


def is_content(text: str) -> bool:
    """No TOML begins with a brace."""
    return text.lstrip().startswith("{")


@dataclass(frozen=True)
class Edition:
    """A checked edition, ready to be put into positions."""

    id: str
    title: str
    sha256: str  # of its content
    file_sha256: str  # of its file's text; "": not from such a file
    data: Mapping[str, Any]  # its content: names, sources, whatever faces show
    fill: Callable[[Any], None]  # writes the tables into an array of positions
    warnings: tuple[Problem, ...] = ()  # what can be played, but is not in the printed game
    outgrown: tuple[Problem, ...] = ()  # what only games that began under former rules may have
    source: str = ""  # what it was read from
    text: str = ""  # the same as it was written, comments and all

    def check_for_new_games(self) -> None:
        """Raise BadEdition if only games that began under former rules may be played with it."""
        if self.outgrown:
            raise BadEdition(self.source, list(self.outgrown))


def content(data: Mapping[str, Any]) -> str:
    """The content of an edition in its one spelling: JSON, keys sorted, no spaces."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(text: str) -> str:
    """By which an edition, or its file, is known. Line ends do not count."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()
