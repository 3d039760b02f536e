"""The rule pages, rule by rule: for `oppidum rules`, the terminal's `?` and the web.

A page is `rules/<language>.md` in the face of its game. A section starts with `## 3 Play`, a rule with
`**3.2** ` at the start of a line and is one paragraph. The numbers are the same in every language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

from oppidum import faces
from oppidum.games import catalogue
from oppidum.kernel.errors import BadOption
from oppidum.words.language import LANGUAGES, typeset

ORIGINAL = "en"  # every page exists in this language, and stands in where another is missing
SECTION = re.compile(r"## (?P<number>\d+) (?P<title>\S.*)")
RULE = re.compile(r"\*\*(?P<number>\d+\.\d+)\*\* (?P<text>\S.*)")
RULING = re.compile(r"\(([A-Z]\d+)\)")


@dataclass(frozen=True)
class Rule:
    number: str  # "3.2"
    section: str  # "Play"
    text: str


@cache
def languages() -> dict[str, tuple[str, ...]]:
    """The games that have a rule page, and in which languages."""
    found = {game: tuple(code for code in LANGUAGES if file_of(game, code)) for game in catalogue()}
    return {game: codes for game, codes in found.items() if codes}


def file_of(game: str, code: str) -> Traversable | None:
    return faces.file(game, "rules", f"{code}.md")


def page(game: str, language: str = ORIGINAL) -> str:
    """A whole page, as Markdown."""
    written = languages().get(game)
    if written is None:
        raise BadOption(f"There are no rules of a game {game!r}; there are {', '.join(languages())}.")
    code = language if language in written else ORIGINAL
    file = file_of(game, code)
    assert file is not None
    return typeset(code, file.read_text(encoding="utf-8"))


def parse(text: str) -> list[Rule]:
    """The numbered rules of a page, in its order, without what stands between them."""
    found: list[Rule] = []
    section = ""
    open_rule = False  # whether the next line continues a rule
    for line in text.splitlines():
        if heading := SECTION.fullmatch(line):
            section = heading["title"].strip()
            open_rule = False
        elif start := RULE.match(line):
            found.append(Rule(start["number"], section, start["text"].strip()))
            open_rule = True
        elif not line.strip():
            open_rule = False
        elif open_rule:
            last = found.pop()
            found.append(Rule(last.number, last.section, f"{last.text} {line.strip()}"))
    return found


@cache
def _rules(game: str, language: str) -> tuple[Rule, ...]:
    return tuple(parse(page(game, language)))


@cache
def _by_number(game: str, language: str) -> dict[str, Rule]:
    return {rule.number: rule for rule in reversed(_rules(game, language))}


def rules(game: str, language: str = ORIGINAL) -> list[Rule]:
    """Every numbered rule of a game; in English where the page is not written in this language."""
    return list(_rules(game, language))


def rule(game: str, number: str, language: str = ORIGINAL) -> Rule:
    found = _by_number(game, language).get(number)
    if found is None:
        raise BadOption(f"{game} has no rule {number!r}.")
    return found
