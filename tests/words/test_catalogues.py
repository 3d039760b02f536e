"""Every sentence is translated, no translation is stale, and all keep the details they are to name."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from gettext import c2py
from pathlib import Path
from typing import Any

import pytest
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from oppidum import games
from oppidum.words import LANGUAGES, language, preferred, rulebook
from oppidum.words.language import typeset

ROOT = Path(__file__).resolve().parents[2]
DETAIL = re.compile(r"%\((\w+)\)s|%%")


def load_script() -> Any:
    spec = importlib.util.spec_from_file_location("scripts_words", ROOT / "scripts" / "words.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["scripts_words"] = module
    spec.loader.exec_module(module)
    return module


words = load_script()


def messages(code: str) -> list[Any]:
    return [message for catalogue in words.catalogues(code) for message in catalogue]


@pytest.mark.parametrize("code", words.TRANSLATED)
def test_nothing_is_missing_or_stale(code: str) -> None:
    assert words.problems(code) == []


def test_every_rule_page_is_translated_and_follows_the_english_one() -> None:
    assert words.page_problems() == []


def test_a_changed_rule_makes_its_translations_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in games.catalogue():
        shutil.copytree(words.FACES / game / "rules", tmp_path / game / "rules")
    monkeypatch.setattr(words, "FACES", tmp_path)
    page = tmp_path / "romains" / "rules" / "en.md"
    page.write_text(
        page.read_text(encoding="utf-8").replace("fifteen steps", "sixteen steps"), encoding="utf-8"
    )
    (tmp_path / "cartes" / "rules" / "de.md").unlink()
    assert words.page_problems() == [
        "cartes: de.md is missing",
        *(f"romains: {code}.md does not follow en.md as it is now" for code in words.TRANSLATED),
    ]


@pytest.mark.parametrize("code", words.TRANSLATED)
def test_translations_keep_their_form(code: str) -> None:
    """Sentences end as they do in English, German and French begin alike, and no space is lost or doubled."""
    ends = {".": ".!", "!": "!.", "?": "?", ":": ":", "…": "…"}
    for message in messages(code):
        pairs = (
            [(message.id, message.string)]
            if isinstance(message.id, str)
            else [(message.id[-1], text) for text in message.string]
        )
        for english, text in pairs:
            if not english:
                continue
            assert text == text.strip()
            assert "  " not in text
            wanted = ends.get(english[-1], "")
            assert not wanted or text.rstrip("”“»\u00a0 )")[-1] in wanted, (english, text)


@pytest.mark.parametrize("code", words.TRANSLATED)
def test_translations_name_the_same_details(code: str) -> None:
    for message in messages(code):
        if not message.id:
            continue
        forms = message.id if isinstance(message.id, list | tuple) else [message.id]
        strings = message.string if isinstance(message.string, list | tuple) else [message.string]
        wanted = sorted(DETAIL.findall(forms[-1]))
        for text in strings:
            assert sorted(DETAIL.findall(text)) == wanted, (forms, text)


@pytest.mark.parametrize("code", words.TRANSLATED)
def test_every_language_has_all_its_plurals(code: str) -> None:
    number = {"fr": 2, "cs": 3, "de": 2}[code]
    assert {catalogue.num_plurals for catalogue in words.catalogues(code)} == {number}
    for message in messages(code):
        if isinstance(message.id, list | tuple):
            assert len(message.string) == number


def test_french_signs_do_not_begin_a_line() -> None:
    assert language("fr").say("Exchange!") == "Échange\u00a0!"
    assert "« " not in language("fr").say("First the pirates “%(whom)s”", whom="x")
    assert " :" not in rulebook.rule("romains", "1.2", "fr").text
    assert language("de").say("Exchange!") == "Tauschen!"


def test_a_word_with_a_context_is_another_word() -> None:
    t = language("cs")
    assert (t.say("hero"), t.word("whom", "hero")) == ("hrdina", "hrdinu")
    assert t.word("nowhere", "hero") == "hero"
    assert language("en").word("whom", "%(name)s", name="Obelix") == "Obelix"
    assert t.word("whom", "%(name)s", name="Obelix") == "postavu Obelix"


def test_plurals_read_well() -> None:
    t = language("cs")
    said = [t.many("%(n)s hand", "%(n)s hands", n) for n in (1, 2, 5)]
    assert said == ["1 kolo", "2 kola", "5 kol"]
    assert language("fr").many("%(n)s hand", "%(n)s hands", 0) == "0 manche"
    assert language("en").many("%(n)s hand", "%(n)s hands", 1) == "1 hand"


def test_quotation_marks_within_others_are_the_other_kind() -> None:
    """Of a card that is named in a move that is quoted; as Unicode's CLDR has the alternate marks."""
    sentence = "Play %(card)s on “%(album)s”"
    for code in LANGUAGES:
        t, marks = language(code), marks_of(code)
        moved = t.say(sentence, card="Obelix", album="X")
        within = t.inner(moved)
        assert marks[0] in moved
        assert marks[0] not in within
        assert marks[1] in within


def marks_of(code: str) -> tuple[str, str]:
    """The mark that begins a quotation, and the one that begins a quotation within it."""
    return {"fr": ("«", "“"), "en": ("“", "‘"), "cs": ("„", "‚"), "de": ("„", "‚")}[code]


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_and_lists_are_written_as_babel_writes_them(code: str) -> None:
    t = language(code)
    for value in (0, -3, 999, 1000, -12345, 1234567):
        assert t.number(value) == format_decimal(value, "#,##0", locale=code)
    for value in (0.0, 12.34, 99.96, -1234.56):
        assert t.number(value, 1) == format_decimal(value, "#,##0.0", locale=code)
    for length in range(5):
        parts = list("ABCD")[:length]
        assert t.join(parts) == format_list(parts, locale=code)


@pytest.mark.parametrize("code", words.TRANSLATED)
def test_catalogues_are_read_as_babel_reads_them(code: str) -> None:
    t = language(code)
    with (ROOT / "src" / "oppidum" / "words" / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    form = c2py(catalogue.plural_expr)
    message: Any
    for message in catalogue:
        if isinstance(message.id, tuple):
            singular, plural = message.id
            for n in (0, 1, 2, 4, 5, 11, 21, 100):
                assert t.ngettext(singular, plural, n) == typeset(code, message.string[form(n)])
        elif message.context:
            assert t.pgettext(message.context, message.id) == typeset(code, str(message.string))
        elif message.id:
            assert t.gettext(message.id) == typeset(code, str(message.string))


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("cs", "cs"),
        ("de-AT;q=0.7,it", "de"),
        ("it,es", "en"),
        ("", "en"),
        ("en;q=0.1,fr;q=0", "en"),
        (";;;,,q=x" * 50, "en"),
    ],
)
def test_the_browsers_wish_is_understood(header: str, code: str) -> None:
    assert preferred(header) == code


def test_unknown_languages_are_english() -> None:
    assert language("xx").say("Hello!") == "Hello!"
    assert set(LANGUAGES) == {"fr", "en", "cs", "de"}


def test_a_name_that_is_not_known_in_a_language_stays_as_it_is_in_the_original() -> None:
    names = {"fr": "Gueuselambix", "en": "Beefix"}
    said = {code: language(code).name(names) for code in LANGUAGES}
    assert said == {"fr": "Gueuselambix", "en": "Beefix", "cs": "Gueuselambix", "de": "Gueuselambix"}
