"""Every numbered rule has a test that names it: `@pytest.mark.rule("cartes 3.2")`.

The marks are read from the sources, so that it makes no difference which tests run, and where.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from oppidum.words import LANGUAGES, rulebook

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
GAMES = sorted(rulebook.languages())


def marks(source: str) -> Iterator[tuple[int, list[object]]]:
    """The line and the arguments of every `pytest.mark.rule(...)` in a source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield node.lineno, [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]


@cache
def rules_with_tests() -> dict[str, list[str]]:
    """Where each rule is named: "cartes 3.2" -> files and lines."""
    named: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for line, names in marks(path.read_text(encoding="utf-8")):
            where = f"{path.relative_to(ROOT)}:{line}"
            assert names, f"{where} names no rule"
            for name in names:
                assert isinstance(name, str), f"{where} names a rule by something else than a plain string"
                named.setdefault(name, []).append(where)
    return named


def numbers(game: str, language: str = "en") -> list[str]:
    return [rule.number for rule in rulebook.rules(game, language)]


def order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game: str):
    without = [number for number in numbers(game) if f"{game} {number}" not in rules_with_tests()]
    assert not without, f"rules of {game} that no test names: {', '.join(without)}"


def test_every_mark_names_a_rule_that_exists():
    known = {f"{game} {number}" for game in GAMES for number in numbers(game)}
    unknown = [
        f"{name} ({', '.join(where)})" for name, where in rules_with_tests().items() if name not in known
    ]
    assert not unknown, f"no such rules: {'; '.join(unknown)}"


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_in_order_and_belong_to_their_section(game: str):
    found = numbers(game)
    section = ""
    assert found
    assert found == sorted(set(found), key=order)
    for line in rulebook.page(game).splitlines():
        if heading := rulebook.SECTION.fullmatch(line):
            section = heading["number"]
        elif rule := rulebook.RULE.match(line):
            assert rule["number"].split(".")[0] == section, rule["number"]


@pytest.mark.parametrize(("game", "language"), [(g, code) for g in GAMES for code in rulebook.languages()[g]])
def test_every_language_has_the_same_rules_and_rulings(game: str, language: str):
    assert numbers(game, language) == numbers(game)
    for rule in rulebook.rules(game, language):
        assert cited(rule.text) == cited(rulebook.rule(game, rule.number).text), rule.number


@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_written_in_every_language(game: str):
    assert set(rulebook.languages()[game]) == set(LANGUAGES)
    for language in set(LANGUAGES) - {rulebook.ORIGINAL}:
        same = [
            rule.number
            for rule in rulebook.rules(game, language)
            if rule.text == rulebook.rule(game, rule.number).text
        ]
        assert not same, f"rules of {game} that are still English in {language}: {', '.join(same)}"


@pytest.mark.parametrize(("game", "language"), [(g, code) for g in GAMES for code in rulebook.languages()[g]])
def test_translations_keep_the_numbers(game: str, language: str):
    """A figure that was changed in one language only is a stale translation."""
    for rule in rulebook.rules(game, language):
        original = rulebook.rule(game, rule.number).text
        assert figures(rule.text) == figures(original), (language, rule.number)


def figures(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def cited(text: str) -> list[str]:
    return sorted(rulebook.RULING.findall(text))


@pytest.mark.parametrize("game", GAMES)
def test_docs_show_the_same_page(game: str):
    page = ROOT / "docs" / "rules" / f"{game}.md"
    assert page.is_symlink()
    assert page.read_text(encoding="utf-8") == rulebook.page(game, "en")


def test_marks_are_found_wherever_pytest_takes_them():
    source = """
@pytest.mark.rule("x 1.1", "x 1.2")
def test_a(): ...

pytestmark = [pytest.mark.slow, pytest.mark.rule("x 1.3")]

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("x 1.4"))])
def test_b(n): ...
"""
    assert sorted(str(name) for _, names in marks(source) for name in names) == [
        "x 1.1",
        "x 1.2",
        "x 1.3",
        "x 1.4",
    ]
