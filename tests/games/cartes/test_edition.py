"""Edition files of `cartes`: what is in the default one, and what is said about broken ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.editions import check_damaged, line_of, original
from tests.referees import Setting, play_with

from oppidum.games.cartes import edition, notation
from oppidum.kernel.editions import SOURCES, Edition, EditionFile
from oppidum.kernel.errors import BadEdition
from oppidum.kernel.fair import seed_key

from .arranged import GAME, Table

ORIGINAL = original("cartes", edition.read)
TEXT, problems, replaced = ORIGINAL.text, ORIGINAL.problems, ORIGINAL.replaced
COOK = '[[roman]]\nid = "cook"'
LAST_PIRATE = TEXT[TEXT.rindex("[[pirate]]") :]
LAST_GAUL = TEXT[TEXT.rindex("[[gaul]]") : TEXT.index("# The 44 Romans")]
FOUR_COOKS = "value = 1\ncopies = 4"


# ---------------------------------------------------------------- the default edition


def test_every_entry_says_where_it_comes_from():
    data = edition.default().data
    entries = [data["scoring"], data["idefix"], *data["gaul"], *data["roman"], *data["pirate"]]
    assert {entry["from"] for entry in entries} <= set(SOURCES)
    assert [gaul["from"] for gaul in data["gaul"]] == ["reconstruction"] * 5  # the bottles are ours
    assert {pirate["from"] for pirate in data["pirate"]} == {"rulebook"}
    assert data["scoring"]["from"] == "rulebook"
    reviewed = {roman["id"] for roman in data["roman"] if roman["from"] == "review"}
    assert reviewed == {"cook", "horn-blower", "centurion", "caius-bonus", "caesar"}  # ruling C3


@pytest.mark.rule("cartes 7.3", "cartes 4.1", "cartes 1.4")
def test_what_the_rulebook_prints_is_in_the_default_edition():
    data = edition.default().data
    assert [data["scoring"][key] for key in ("pair", "three", "four")] == [20, 50, 100]
    freed = [pirate["frees"] for pirate in data["pirate"]]
    assert freed == ["highest", "lowest", "any", "decurion", "centurion", "general"]


def test_every_name_is_there_in_four_languages():
    data = edition.default().data
    for entry in [data["idefix"], *data["gaul"], *data["roman"], *data["pirate"]]:
        assert set(entry["name"]) == {"fr", "en", "cs", "de"}
        assert all(entry["name"].values())


def test_the_same_text_has_the_same_fingerprint_whatever_its_line_ends():
    windows = edition.read(EditionFile.parse("w.toml", TEXT.replace("\n", "\r\n")))
    assert windows.sha256 == edition.default().sha256
    assert windows.file_sha256 == edition.default().file_sha256
    commented = edition.read(EditionFile.parse("x.toml", TEXT + "# mine\n"))
    assert commented.sha256 == windows.sha256
    assert commented.file_sha256 != windows.file_sha256


# ---------------------------------------------------------------- an edition of one's own


@pytest.mark.rule("cartes 3.5", "cartes 7.1", "cartes 7.3")
def test_an_edition_of_ones_own_is_played(tmp_path: Path):
    text = TEXT.replace("bottles = [2, 4, 2,", "bottles = [4, 4, 2,").replace(
        'frees = "general"', 'frees = "cook"'
    )
    text = text.replace("pair = 20", "pair = 33").replace('from = "reconstruction"', 'from = "box"')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    mine = GAME.load_edition(str(path))
    t = Table(GAME.deal(2, seed_key(0), {"hands": 1}, mine))
    assert notation.pirates(t.s)[5] == "pirate-1"
    t.s.offered, t.s.deck[49] = 49, 14 + 5  # the last card: the pirate that frees a cook
    t.s.captured[1, 0], t.s.captured[1, 1] = 3, 2  # three cooks, two horn-blowers
    t.bids("1 1")  # four bottles each now: a full tie
    assert t.captures(2) == "1 1 1 2 2"
    assert t.sheet == [[0, 3 + 50 + 4 + 33]]
    t = Table(GAME.deal(2, seed_key(0), {"hands": 1}, mine))
    t.s.offered, t.s.deck[49] = 49, 14 + 5
    t.s.captured[1, 0], t.s.captured[1, 1] = 3, 2
    t.bids("1 2")
    assert t.sheet == [[0, 2 + 33 + 4 + 33]]


# ---------------------------------------------------------------- broken files


BROKEN = [
    # what was in the file, what is now, the start of the line that is named, and the sentence
    (
        'game = "cartes"',
        'game = "belote"',
        'game = "belote"',
        "edition.game: expected 'cartes'; got 'belote'",
    ),
    ('id = "reconstituee"', 'id = ""', 'id = ""', "edition.id: expected a text"),
    ('title = "Édition reconstituée"', "title = 7", "title = 7", "edition.title: expected a text"),
    (
        'title = "Édition',
        'year = 1990\ntitle = "Édition',
        "year",
        "edition.year: unknown key; known here: game, id, title",
    ),
    ("pair = 20", "pair = 128", "pair", "scoring.pair: expected a whole number from 0 to 127; got 128"),
    ("three = 50", "three = 50.0", "three", "scoring.three: expected a whole number from 0 to 127; got 50.0"),
    ("four = 100", "", "[scoring]", "scoring.four: expected a whole number from 0 to 127; got nothing"),
    ("four = 100", "four = true", "four", "scoring.four: expected a whole number from 0 to 127; got True"),
    (
        'from = "rulebook"',
        'from = "memory"',
        'from = "memory"',
        "scoring.from: expected one of rulebook, review, inferred, reconstruction, box; got 'memory'",
    ),
    (
        "[4, 1, 3, 1, 3, 4, 3, 3, 1, 3]",
        "[4, 1, 5, 1]",
        "bottles = [4, 1, 5",
        "gaul.bottles: expected 10 whole numbers from 1 to 4",
    ),
    (
        "[4, 1, 3, 1, 3, 4, 3, 3, 1, 3]",
        "[0, 1, 3, 1, 3, 4, 3, 3, 1, 3]",
        "bottles = [0",
        "gaul.bottles: expected 10 whole numbers from 1 to 4",
    ),
    (
        "[4, 1, 3, 1, 3, 4, 3, 3, 1, 3]",
        '"many"',
        'bottles = "many"',
        "gaul.bottles: expected 10 whole numbers from 1 to 4",
    ),
    (
        'id = "obelix"',
        'id = "asterix"  # again',
        'id = "asterix"  # again',
        "gaul.id: 'asterix' is there twice",
    ),
    (
        'fr = "Obélix", ',
        "",
        'name = { en = "Obelix"',
        'gaul.name: expected { fr = "…" } and, where known, en, cs, de',
    ),
    (
        'fr = "Obélix", ',
        'fr = "Obélix", la = "Obelix", ',
        'name = { fr = "Obélix", la',
        "gaul.name: la: expected fr, en, cs or de with a text",
    ),
    (
        'fr = "Obélix", en = "Obelix"',
        'fr = "Obélix", en = 3',
        'name = { fr = "Obélix", en = 3',
        "gaul.name: en: expected fr, en, cs or de with a text",
    ),
    ('id = "horn-blower"', 'id = "cook"  # again', 'id = "cook"  # again', "roman.id: 'cook' is there twice"),
    (
        'id = "cook"',
        'id = "cook"\nrank = 1',
        "rank",
        "roman.rank: unknown key; known here: id, name, value, copies, from, attested",
    ),
    ("value = 13", "value = 31", "value = 31", "roman.value: expected a whole number from 1 to 30; got 31"),
    (
        "value = 13",
        "value = 11",
        "value = 11",
        "roman.value: ranks stand in the order of their values, each value once",
    ),
    (
        "value = 13",
        "value = 9  # again",
        "value = 9  # again",
        "roman.value: ranks stand in the order of their values, each value once",
    ),
    (
        FOUR_COOKS,
        "value = 1\ncopies = 5",
        "copies = 5",
        "roman.copies: expected a whole number from 1 to 4; got 5",
    ),
    (
        'frees = "any"',
        'frees = "druid"',
        'frees = "druid"',
        "pirate.frees: expected highest, lowest, any or the id of a Roman rank",
    ),
    (
        'frees = "any"',
        'frees = "lowest"  # again',
        'frees = "lowest"  # again',
        "pirate.frees: two pirates free 'lowest'",
    ),
    ("[idefix]\n", "[idefix]\nbreed = 1\n", "breed", "idefix.breed: unknown key; known here: name, from"),
    (
        'name = { fr = "Idéfix", en = "Dogmatix", cs = "Idefix", de = "Idefix" }\n',
        "",
        "[idefix]",
        'idefix.name: expected { fr = "…" } and, where known, en, cs, de',
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "sentence"), BROKEN)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, line: str, sentence: str):
    text = replaced(old, new)
    assert f"line {line_of(text, line)}: {sentence}" in problems(text)


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        (LAST_GAUL, "", "[[gaul]]", "gaul: expected 5 characters, found 4"),
        (
            LAST_GAUL,
            LAST_GAUL + LAST_GAUL.replace("panoramix", "ordralfabetix"),
            "[[gaul]]",
            "gaul: expected 5 characters, found 6",
        ),
        (LAST_PIRATE, "", "[[pirate]]", "pirate: expected 6 pirates, found 5"),
        (FOUR_COOKS, "value = 1\ncopies = 3", "copies", "roman.copies: expected 44 Romans in all, found 43"),
    ],
)
def test_a_wrong_number_of_cards_is_named_at_the_last_of_them(old: str, new: str, line: str, sentence: str):
    text = replaced(old, new)
    table = re.match(r"\w+", sentence)
    assert table
    lines = text.splitlines()
    last_entry = max(n for n, content in enumerate(lines, 1) if content == f"[[{table[0]}]]")
    number = next(n for n, content in enumerate(lines, 1) if n >= last_entry and content.startswith(line))
    assert problems(text) == [f"line {number}: {sentence}"]


def test_a_rank_too_few_is_named():
    start, end = TEXT.index(COOK), TEXT.index('[[roman]]\nid = "horn-blower"')
    found = problems(TEXT[:start] + TEXT[end:])
    assert any(re.fullmatch(r"line \d+: roman: expected 14 ranks, found 13", problem) for problem in found)
    assert any(
        re.fullmatch(r"line \d+: roman\.copies: expected 44 Romans in all, found 40", problem)
        for problem in found
    )


LAST_LINE = len(TEXT.splitlines())


@pytest.mark.parametrize("table", ["scoring", "idefix", "edition"])
def test_a_missing_section_is_named_once(table: str):
    line = line_of(TEXT, f"[{table}]")
    misspelt = problems(replaced(f"[{table}]", f"[{table}-2]"))
    assert misspelt == [f"line {line}: {table}-2: unknown section; {table} is meant?"]
    other = problems(replaced(f"[{table}]", "[belote]"))
    known = "edition, scoring, gaul, roman, pirate, idefix"
    assert f"line {line}: belote: unknown section; known here: {known}" in other
    assert f"line {LAST_LINE}: {table}: expected a section [{table}]" in other


@pytest.mark.parametrize("table", ["gaul", "roman", "pirate"])
@pytest.mark.parametrize("instead", ["5", '"many"', "[]", "[1, 2]", "{ id = 1 }", "true"])
def test_entries_that_are_none(table: str, instead: str):
    kept = re.split(r"(?m)^(?=\[)", TEXT)
    text = f"{table} = {instead}\n" + "".join(part for part in kept if not part.startswith(f"[[{table}]]"))
    assert f"line 1: {table}: expected one or more [[{table}]] entries" in problems(text)


@pytest.mark.parametrize("word", ["highest", "lowest", "any"])
def test_a_rank_that_is_called_like_a_general_word(word: str):
    """0.1.0 took it, and the pirate's word was the general one: its games go on, and no new one begins."""
    text = replaced('id = "cook"', f'id = "{word}"')
    mine = edition.read(EditionFile.parse("mine.toml", text))
    sentence = f"roman.id of {word}: {word!r} is a general word of pirate.frees, not the id of a rank"
    with pytest.raises(BadEdition) as caught:
        GAME.deal(2, bytes(32), edition=mine)
    line = line_of(text, f'id = "{word}"')
    assert caught.value.problems == [f"line {line}: {sentence}"]
    s = GAME.deal(2, bytes(32), edition=mine, revision=1)
    assert notation.pirates(s)[:3] == ["highest", "lowest", "any"]
    for number in range(4):
        play_with(mine, mine.data, Setting("cartes", 3, {"hands": "1"}, rules=1), number)


def test_every_problem_is_reported_at_once():
    text = (
        TEXT.replace("pair = 20", "pair = -1").replace("value = 15", "value = 99").replace('"any"', '"some"')
    )
    found = problems(text)
    assert len(found) == 3
    assert all(re.match(r"line \d+: ", problem) for problem in found)


def test_what_is_no_toml_is_named_with_its_line():
    broken = replaced("pair = 20", "pair = twenty")
    line = line_of(broken, "pair")
    assert problems(broken)[0].startswith(f"line {line}: scoring.pair: not TOML: ")


def test_an_empty_file_is_told_what_it_lacks():
    found = problems("")
    for table in ("gaul", "roman", "pirate"):
        assert f"line 1: {table}: expected one or more [[{table}]] entries" in found
    for table in ("edition", "scoring", "idefix"):
        assert found.count(f"line 1: {table}: expected a section [{table}]") == 1


def test_files_that_cannot_be_read(tmp_path: Path):
    for path, said in [(tmp_path / "none.toml", "No such file"), (tmp_path, "directory")]:
        with pytest.raises(BadEdition, match=said):
            GAME.load_edition(str(path))
    latin = tmp_path / "latin.toml"
    latin.write_bytes(TEXT[TEXT.index("[edition]") :].encode("latin-1", errors="replace"))
    with pytest.raises(BadEdition, match=r"line 4: edition\.title: byte 0xc9 is not UTF-8 text"):
        GAME.load_edition(str(latin))


@pytest.mark.parametrize(
    ("old", "new", "line", "warning"),
    [
        ("pair = 20", "pair = 30", "pair", "scoring.pair: 30 can be played, but the printed game has 20"),
        (
            "value = 15",
            "value = 16",
            "value = 16",
            "roman.value of caesar: 16 can be played, but the printed game has 1 to 15",
        ),
    ],
)
def test_what_is_beyond_the_printed_game_is_said(old: str, new: str, line: str, warning: str):
    text = replaced(old, new)
    assert edition.read(EditionFile.parse("mine.toml", text)).warnings == (
        f"line {line_of(text, line)}: {warning}",
    )


@pytest.mark.parametrize(
    "found", [edition.default(), *edition.earlier()], ids=lambda found: found.file_sha256[:8]
)
def test_what_comes_with_the_game_gives_no_warning(found: Edition):
    assert found.warnings == ()


def test_values_that_no_source_gives_are_said_to_be_inferred():  # C3
    romans = {roman["id"]: roman for roman in edition.default().data["roman"]}
    inferred = {name for name, roman in romans.items() if roman.get("attested") == {"value": "inferred"}}
    assert inferred == {"cook", "caius-bonus", "caesar"}


def test_whatever_is_damaged_is_refused_in_sentences_with_line_and_key():
    check_damaged(edition.read, TEXT, every=1)
