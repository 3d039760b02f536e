"""The rule pages as programs read them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from oppidum.kernel.errors import BadOption
from oppidum.words.rulebook import Rule, languages, page, parse, rule, rules

PAGE = """# A game

An introduction with a **1.9** that is no rule.

## 1 To begin

**1.1** One line.

**1.2** Two
lines (C1).

Not a rule.

## 2 To end
**2.1** See **1.1**.
"""


def test_a_page_is_read_rule_by_rule():
    assert parse(PAGE) == [
        Rule("1.1", "To begin", "One line."),
        Rule("1.2", "To begin", "Two lines (C1)."),
        Rule("2.1", "To end", "See **1.1**."),
    ]


def test_one_rule_in_each_language():
    assert languages()["cartes"] == ("fr", "en", "cs", "de")
    texts = {rule("cartes", "3.3", code).text for code in languages()["cartes"]}
    assert len(texts) == 4
    assert rule("cartes", "3.3", "de").section == "Ablauf"


def test_a_language_without_a_page_reads_english():
    assert rules("cartes", "eo") == rules("cartes", "en")
    assert page("cartes", "eo") == page("cartes")


def test_the_list_is_the_callers_own():
    rules("cartes").clear()
    assert rules("cartes")


def test_unknown_games_and_rules_are_refused_in_a_sentence():
    with pytest.raises(BadOption, match=r"There are no rules of a game 'belote'; there are .*cartes"):
        rules("belote")
    with pytest.raises(BadOption, match=r"cartes has no rule '3.99'\."):
        rule("cartes", "3.99")


@pytest.mark.parametrize("name", ["../rules/cartes", "cartes.en", "", "CARTES"])
def test_only_names_of_games_reach_the_files(name: str):
    with pytest.raises(BadOption):
        page(name)


def test_reading_rules_loads_no_compiler():
    program = (
        "import sys; from oppidum.words.rulebook import rules; rules('cartes'); print('numba' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
