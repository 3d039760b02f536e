"""Edition files in general: every complaint, each with its line."""

# ruff: noqa: E501 (a check and its complaint stand side by side)

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from oppidum.kernel.editions import EditionFile, digest, locate
from oppidum.kernel.errors import BadEdition

TEXT = """\
title = "top"

[section]           # line 3
number = 5
"quoted" = "x"
  indented = [1,
    2, 3]

[[entry]]           # line 9
name = { fr = "un" }
from = "box"

[[entry]]           # line 13
name = { fr = "deux", en = "two" }
from = "rumour"
word = ""
flag = true
list = [1, 2, "3"]
"""

FILE = "mine.toml"


def file() -> EditionFile:
    return EditionFile.parse(FILE, TEXT)


def test_lines_of_keys_and_entries():
    lines = locate(TEXT)
    assert lines["", 0, "title"] == 1
    assert lines["section", 0, ""] == 3
    assert lines["section", 0, "number"] == 4
    assert lines["section", 0, "quoted"] == 5
    assert lines["section", 0, "indented"] == 6
    assert lines["entry", 0, ""] == 9
    assert lines["entry", 0, "from"] == 11
    assert lines["entry", 1, ""] == 13
    assert lines["entry", 1, "word"] == 16


Check = Callable[[EditionFile], object]
COMPLAINTS: list[tuple[Check, str]] = [
    (lambda f: f.number(f.data["section"], "section", 0, "number", 6, 9), "line 4: section.number: expected a whole number from 6 to 9, got 5"),
    (lambda f: f.number(f.data["section"], "section", 0, "absent", 6, 9), "line 3: section.absent: expected a whole number from 6 to 9, got missing"),
    (lambda f: f.number(f.data["entry"][1], "entry", 1, "flag", 0, 9), "line 17: entry.flag: expected a whole number from 0 to 9, got True"),
    (lambda f: f.number(f.data["section"], "section", 0, "quoted", 0, 9), "line 5: section.quoted: expected a whole number from 0 to 9, got 'x'"),
    (lambda f: f.numbers(f.data["section"], "section", 0, "indented", 2, 1, 3), "line 6: section.indented: expected 2 whole numbers from 1 to 3"),
    (lambda f: f.numbers(f.data["section"], "section", 0, "indented", 3, 1, 2), "line 6: section.indented: expected 3 whole numbers from 1 to 2"),
    (lambda f: f.numbers(f.data["entry"][1], "entry", 1, "list", 3, 1, 3), "line 18: entry.list: expected 3 whole numbers from 1 to 3"),
    (lambda f: f.numbers(f.data["section"], "section", 0, "absent", 1, 1, 3), "line 3: section.absent: expected 1 whole numbers from 1 to 3"),
    (lambda f: f.text_of(f.data["entry"][1], "entry", 1, "word"), "line 16: entry.word: expected a text"),
    (lambda f: f.text_of(f.data["section"], "section", 0, "number"), "line 4: section.number: expected a text"),
    (lambda f: f.one_of(f.data["section"], "section", 0, "quoted", ("a", "b")), "line 5: section.quoted: expected one of a, b; got 'x'"),
    (lambda f: f.one_of(f.data["section"], "section", 0, "absent", ("a",)), "line 3: section.absent: expected one of a; got nothing"),
    (lambda f: f.source_of(f.data["entry"][1], "entry", 1), "line 15: entry.from: expected one of rulebook, review, reconstruction, box; got 'rumour'"),
    (lambda f: f.only(f.data["entry"][0], "entry", 0, ("name",)), "line 11: entry.from: unknown key; known here: name"),
    (lambda f: f.only(f.data, "", 0, ("title", "section")), "line 9: entry: unknown key; known here: title, section"),
    (lambda f: f.names(f.data["section"], "section", 0), 'line 3: section.name: expected { fr = "…" } and, where known, en, cs, de'),
    (lambda f: f.entries("section"), "section: expected one or more [[section]] entries"),
    (lambda f: f.entries("absent"), "absent: expected one or more [[absent]] entries"),
    (lambda f: f.entries("title"), "title: expected one or more [[title]] entries"),
    (lambda f: f.section("entry"), "entry: expected a [entry] section"),
    (lambda f: f.section("absent"), "absent: expected a [absent] section"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "complaint"), COMPLAINTS, ids=[words for _, words in COMPLAINTS])
def test_complaints(check: Check, complaint: str):
    f = file()
    check(f)
    assert f.problems == [complaint]
    with pytest.raises(BadEdition) as caught:
        f.finish()
    assert caught.value.problems == [complaint]
    assert str(caught.value) == f"{FILE}: {complaint}"


@pytest.mark.parametrize(
    ("names", "wrong"),
    [
        ('{ fr = "" }', 'expected { fr = "…" }'),
        ('{ en = "x" }', 'expected { fr = "…" }'),
        ('"x"', 'expected { fr = "…" }'),
        ('{ fr = "x", it = "y" }', "it: expected fr, en, cs or de with a text"),
        ('{ fr = "x", en = 5 }', "en: expected fr, en, cs or de with a text"),
    ],
)
def test_names_that_are_wrong(names: str, wrong: str):
    f = EditionFile.parse(FILE, f"[a]\nname = {names}\n")
    f.names(f.data["a"], "a", 0)
    (problem,) = f.problems
    assert problem.startswith("line 2: a.name: ")
    assert wrong in problem


def test_what_is_right_gives_its_value_and_no_complaint():
    f = file()
    section, (first, second) = f.section("section"), f.entries("entry")
    assert f.number(section, "section", 0, "number", 5, 5) == 5
    assert f.numbers(section, "section", 0, "indented", 3, 1, 3) == [1, 2, 3]
    assert f.text_of(section, "section", 0, "quoted") == "x"
    assert f.one_of(section, "section", 0, "quoted", ("y", "x")) == "x"
    assert f.source_of(first, "entry", 0) == "box"
    assert f.names(second, "entry", 1) == {"fr": "deux", "en": "two"}
    f.only(section, "section", 0, ("number", "quoted", "indented"))
    f.finish()


def test_all_complaints_come_at_once():
    f = file()
    f.source_of(f.data["entry"][1], "entry", 1)
    f.section("absent")
    with pytest.raises(BadEdition) as caught:
        f.finish()
    assert len(caught.value.problems) == 2


def test_a_file_that_is_not_toml_is_reported_with_its_line():
    with pytest.raises(BadEdition, match=r"not TOML: .*line 2"):
        EditionFile.parse(FILE, 'a = 1\nb = "unfinished\n')


def test_files_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(BadEdition, match="No such file"):
        EditionFile.open(str(tmp_path / "absent.toml"))
    with pytest.raises(BadEdition, match="directory"):
        EditionFile.open(str(tmp_path))
    latin = tmp_path / "latin.toml"
    latin.write_bytes('title = "Astérix"'.encode("latin-1"))
    with pytest.raises(BadEdition, match="is not UTF-8 text"):
        EditionFile.open(str(latin))


def test_the_digest_is_that_of_the_text_whatever_its_line_ends():
    assert digest("a\nb\n") == hashlib.sha256(b"a\nb\n").hexdigest() == digest("a\r\nb\r\n")
    assert digest("a\nb\n") != digest("a\nb")
