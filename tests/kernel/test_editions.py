"""Edition files in general: every complaint, each with its line."""

# ruff: noqa: E501 (a check and its complaint stand side by side)

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from oppidum import games
from oppidum.kernel.editions import Edition, EditionFile, content, digest, locate
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
    (lambda f: f.number(f.data["section"], "section", 0, "number", 6, 9), "line 4: section.number: expected a whole number from 6 to 9; got 5"),
    (lambda f: f.number(f.data["section"], "section", 0, "absent", 6, 9), "line 3: section.absent: expected a whole number from 6 to 9; got nothing"),
    (lambda f: f.number(f.data["entry"][1], "entry", 1, "flag", 0, 9), "line 17: entry.flag: expected a whole number from 0 to 9; got True"),
    (lambda f: f.number(f.data["section"], "section", 0, "quoted", 0, 9), "line 5: section.quoted: expected a whole number from 0 to 9; got 'x'"),
    (lambda f: f.numbers(f.data["section"], "section", 0, "indented", 2, 1, 3), "line 6: section.indented: expected 2 whole numbers from 1 to 3"),
    (lambda f: f.numbers(f.data["section"], "section", 0, "indented", 3, 1, 2), "line 6: section.indented: expected 3 whole numbers from 1 to 2"),
    (lambda f: f.numbers(f.data["entry"][1], "entry", 1, "list", 3, 1, 3), "line 18: entry.list: expected 3 whole numbers from 1 to 3"),
    (lambda f: f.numbers(f.data["section"], "section", 0, "absent", 1, 1, 3), "line 3: section.absent: expected 1 whole numbers from 1 to 3"),
    (lambda f: f.text_of(f.data["entry"][1], "entry", 1, "word"), "line 16: entry.word: expected a text"),
    (lambda f: f.text_of(f.data["section"], "section", 0, "number"), "line 4: section.number: expected a text"),
    (lambda f: f.one_of(f.data["section"], "section", 0, "quoted", ("a", "b")), "line 5: section.quoted: expected one of a, b; got 'x'"),
    (lambda f: f.one_of(f.data["section"], "section", 0, "absent", ("a",)), "line 3: section.absent: expected 'a'; got nothing"),
    (lambda f: f.source_of(f.data["entry"][1], "entry", 1), "line 15: entry.from: expected one of rulebook, review, inferred, reconstruction, box; got 'rumour'"),
    (lambda f: f.only(f.data["entry"][0], "entry", 0, ("name",)), "line 11: entry.from: unknown key; known here: name"),
    (lambda f: f.sections("title", "section"), "line 9: entry: unknown section; known here: title, section"),
    (lambda f: f.names(f.data["section"], "section", 0), 'line 3: section.name: expected { fr = "…" } and, where known, en, cs, de'),
    (lambda f: f.entries("section"), "line 3: section: expected one or more [[section]] entries"),
    (lambda f: f.entries("absent"), "line 18: absent: expected one or more [[absent]] entries"),
    (lambda f: f.entries("title"), "line 1: title: expected one or more [[title]] entries"),
    (lambda f: f.section("entry"), "line 9: entry: expected a section [entry]"),
    (lambda f: f.section("absent"), "line 18: absent: expected a section [absent]"),
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


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('a = 1\nb = "unfinished\n', "line 2: b: not TOML: "),
        ("[a]\nb = twenty\nc = 3\n", "line 2: a.b: not TOML: "),
        ("[a]\nb = [1,\n2,\n", "line 3: a.b: not TOML: "),
        ("a = " + 5000 * "[", "line 1: a: not TOML: nothing here is nested so deep"),
        ("z = [1]\na = " + 5000 * "{b=" + "\nc = 1", "line 2: a: not TOML: nothing here is nested so deep"),
        ("a = " + 5000 * "7", "line 1: a: not TOML: "),
        ("{", "line 1: not JSON: "),
        ('{"a":' + 5000 * "[", "line 1: not JSON: nothing here is nested so deep"),
    ],
)
def test_what_cannot_be_parsed_is_reported_with_its_line_and_key(text: str, problem: str):
    with pytest.raises(BadEdition) as caught:
        EditionFile.parse(FILE, text)
    (told,) = caught.value.problems
    assert told.startswith(problem)
    assert "(at " not in told


@pytest.mark.parametrize("value", ["1.5", "nan", "1979-05-27", "[{ a = 1, b = [07:32:00] }]"])
def test_only_what_has_one_spelling_is_taken(value: str):
    f = EditionFile.parse(FILE, f"[a]\n\nb = {value}\n")
    with pytest.raises(BadEdition, match=r"line 3: a\.b: expected texts, whole numbers, true or false; got "):
        f.finish()


@pytest.mark.parametrize("value", ["null", "1e3", '"\\ud800"'])
def test_only_what_has_one_spelling_is_taken_from_json(value: str):
    with pytest.raises(BadEdition, match=r"line 1: a\.b: expected texts, whole numbers, true or false; got "):
        EditionFile.parse(FILE, f'{{"a": {{"b": {value}}}}}').finish()


@pytest.mark.parametrize("text", ["a = 1\n# \ud800\n", '{\n"a": "\ud800"}'])
def test_half_a_character_is_no_text(text: str):
    """JSON can spell it, and a text that came as JSON may have it."""
    with pytest.raises(BadEdition, match=r"line 2: .*half a character is no text"):
        EditionFile.parse(FILE, text)


def test_a_misspelt_section_is_one_problem():
    f = file()
    with pytest.raises(BadEdition) as found:
        f.sections("title", "section", "entrys")
    assert found.value.problems == ["line 9: entry: unknown section; entrys is meant?"]


def test_one_misspelt_entry_of_many_is_one_problem():
    """What it holds is not missed as well."""
    f = EditionFile.parse(FILE, "[[entry]]\na = 1\n[[entry]]\na = 2\n[[enrty]]\na = 3\n")
    with pytest.raises(BadEdition) as found:
        f.sections("entry")
    assert found.value.problems == ["line 5: enrty: unknown section; entry is meant?"]


def test_a_mark_at_the_beginning_of_a_file_does_not_count():
    text = '[edition]\ngame = "cartes"\n'
    marked = EditionFile.parse(FILE, "\ufeff" + text)
    assert (marked.data, marked.text) == (EditionFile.parse(FILE, text).data, text)


def test_a_section_that_stands_twice_is_found_where_it_stands_first():
    with pytest.raises(BadEdition, match=r"line 4: a\.b: not TOML"):
        EditionFile.parse(FILE, "\n[a]\nb = 1\n[a]\nb = 2\n")


def test_the_game_that_a_file_is_for():
    right = EditionFile.parse(FILE, '[edition]\ngame = "cartes"\n')
    assert right.game(["romains", "cartes"]) == "cartes"
    wrong = EditionFile.parse(FILE, '\n[edition]\ngame = "belote"\n')
    with pytest.raises(
        BadEdition, match=r"line 3: edition\.game: expected one of romains, cartes; got 'belote'"
    ):
        wrong.game(["romains", "cartes"])
    misspelt = EditionFile.parse(FILE, '\n[editon]\ngame = "cartes"\n')
    with pytest.raises(BadEdition, match=r"line 2: editon: unknown section; edition is meant\?$"):
        misspelt.game(["cartes"])


def test_a_file_of_another_game_is_told_nothing_else():
    f = EditionFile.parse(FILE, '[edition]\ngame = "romains"\nyear = 1990\n[camp]\n')
    f.sections("edition", "gaul")
    with pytest.raises(BadEdition) as caught:
        f.header("cartes")
    assert caught.value.problems == ["line 2: edition.game: expected 'cartes'; got 'romains'"]


def test_warnings_do_not_refuse():
    f = file()
    f.compare("section", 0, "number", 5, 1, 5)
    f.compare("section", 0, "number", 6, 1, 5)
    f.compare("entry", 1, "absent", 6, 5, 5)
    f.finish()
    assert f.warnings == [
        "line 4: section.number: 6 can be played, but the printed game has 1 to 5",
        "line 13: entry.absent: 6 can be played, but the printed game has 5",
    ]


def test_single_keys_may_be_known_from_elsewhere():
    text = '[a]\nvalue = 3\nfrom = "review"\nattested = {}\n'
    f = EditionFile.parse(FILE, text.format('{ value = "inferred" }'))
    assert f.source_of(f.data["a"], "a", 0) == "review"
    f.finish()
    for wrong in ('{ value = "rumour" }', "3"):
        f = EditionFile.parse(FILE, text.format(wrong))
        f.source_of(f.data["a"], "a", 0)
        (problem,) = f.problems
        assert problem.startswith("line 4: a.attested: ")
    f = EditionFile.parse(FILE, text.format('{ valu = "inferred" }'))
    f.source_of(f.data["a"], "a", 0)
    assert f.outgrown == ["line 4: a.attested: valu: expected a key of this entry"]
    f.finish()  # games of former rules may have it


def test_files_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(BadEdition, match="No such file"):
        EditionFile.open(str(tmp_path / "absent.toml"))
    with pytest.raises(BadEdition, match="directory"):
        EditionFile.open(str(tmp_path))
    latin = tmp_path / "latin.toml"
    latin.write_bytes('title = "Astérix"'.encode("latin-1"))
    with pytest.raises(BadEdition, match="line 1: title: byte 0xe9 is not UTF-8 text"):
        EditionFile.open(str(latin))
    latin.write_bytes('# ça\n[[pawn]]\nid = "x"\n[[pawn]]\nname = "y"\n'.encode() + b"from = '\xff'\n")
    with pytest.raises(BadEdition, match=r"line 6: pawn\.from: byte 0xff is not UTF-8 text"):
        EditionFile.open(str(latin))


def test_the_digest_is_that_of_the_text_whatever_its_line_ends():
    assert digest("a\nb\n") == hashlib.sha256(b"a\nb\n").hexdigest() == digest("a\r\nb\r\n")
    assert digest("a\nb\n") != digest("a\nb")


CONTENT = """
b = 2  # a comment
[a]
"z" = "Ça, “x”\\n\\u0001\\\\"
y = [true, -7, { d = 1, c = [] }]
"""


def test_the_one_spelling_of_a_content():
    data = EditionFile.parse(FILE, CONTENT).data
    spelled = r"""{"a":{"y":[true,-7,{"c":[],"d":1}],"z":"Ça, “x”\n\u0001\\"},"b":2}"""
    assert content(data) == spelled
    assert content(EditionFile.parse(FILE, spelled).data) == spelled


def edition_in(text: str) -> Edition:
    return EditionFile.parse(FILE, text).edition(lambda states: None)


PLAYED = '[edition]\nid = "mine"\ntitle = "Mine"\n[a]\nb = 1\nc = 0x10\n'


def test_only_content_counts():
    first = edition_in(PLAYED)
    assert first.sha256 == hashlib.sha256(content(first.data).encode()).hexdigest()
    assert first.file_sha256 == digest(PLAYED)
    same = [
        "# mine\n" + PLAYED,
        PLAYED.replace("\n", "\r\n"),
        PLAYED.replace("b = 1\nc = 0x10", "c   = 16\n\nb = 1"),
        content(first.data),
    ]
    assert {edition_in(text).sha256 for text in same} == {first.sha256}
    assert edition_in(PLAYED.replace("b = 1", "b = 2")).sha256 != first.sha256
    assert edition_in(PLAYED.replace("Mine", "mine")).sha256 != first.sha256
    assert edition_in(content(first.data)).file_sha256 == ""


# ---------------------------------------------------------------- sections that are not there

SHIPPED = {
    game_id: EditionFile.packaged(f"oppidum.games.{game_id}", "reconstituee.toml").text
    for game_id in ("cartes", "compagnie", "romains")
}
SECTIONS = [
    (game_id, section) for game_id, text in SHIPPED.items() for section in EditionFile.parse(FILE, text).data
]


@pytest.mark.parametrize(("game_id", "section"), SECTIONS)
def test_a_section_that_is_not_there_is_one_problem(game_id: str, section: str):
    """Nothing is said of others that name what is in it."""
    parts = re.split(r"(?m)^(?=\[)", SHIPPED[game_id])
    rest = "".join(part for part in parts if part.split("]")[0].lstrip("[") != section)
    with pytest.raises(BadEdition) as caught:
        games.load(game_id).read_edition(EditionFile.parse(FILE, rest))
    (problem,) = caught.value.problems
    assert re.fullmatch(
        rf"line \d+: {section}: expected (a section \[{section}\]|one or more \[\[{section}\]\] entries)",
        problem,
    )


@pytest.mark.parametrize(("mine", "other"), [*permutations(SHIPPED, 2)])
def test_cards_of_another_game_are_one_problem(mine: str, other: str):
    text = SHIPPED[other].replace(f'game = "{other}"', f'game = "{mine}"')
    with pytest.raises(BadEdition) as caught:
        games.load(mine).read_edition(EditionFile.parse(FILE, text))
    (problem,) = caught.value.problems
    line = text[: text.index("game = ")].count("\n") + 1
    told = (
        rf"line {line}: edition\.game: '{mine}' has no sections \[.+\]; are these the cards of another game\?"
    )
    assert re.fullmatch(told, problem)


@pytest.mark.parametrize("part", ["a.", 'a . "b-c".', "a\t.'b'. "])
def test_a_key_of_very_many_parts_is_not_even_read(part: str):
    """To read it would take the square of their number."""
    with pytest.raises(BadEdition, match=r"line 2: .*nothing here is nested so deep"):
        EditionFile.parse("file", "[edition]\n" + 20_000 * part + "z = 1\n")
    told = f'[edition]\ntitle = "{30 * "e. g. "}"  # {200 * "."}\n'
    assert EditionFile.parse("file", told).data["edition"]["title"].startswith("e. g. ")
