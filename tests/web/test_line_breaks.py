"""A line break in a template is none on the page; and no line is longer than 120 characters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment

from oppidum.web.line_breaks import Lines

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "src" / "oppidum", ROOT / "examples")


def rendered(template: str) -> str:
    return (
        Environment(extensions=[Lines], autoescape=True).from_string(template).render(name="Falbala", so=True)
    )


@pytest.mark.parametrize(
    ("template", "page"),
    [
        ("<p>\n  <b>one</b>\n  <b>two</b>\n</p>\n", "<p><b>one</b><b>two</b></p>"),
        ("<p>\n  one\n  two <b>three</b>\n</p>", "<p>one two <b>three</b></p>"),
        ("<p>\n  {{ name }}\n  {{ name }} {{ name }}\n</p>", "<p>FalbalaFalbala Falbala</p>"),
        ('<p>\n  a,\n  {{ " " }}\n  b\n</p>', "<p>a, b</p>"),
        ('<p\n  id="a"\n  class="b\n    c"\n>\n  d\n</p>', '<p id="a" class="b c">d</p>'),
        ('<p\n  {% if so %}hidden{% endif %}\n  id="{{ name }}"\n>x</p>', '<p hidden id="Falbala">x</p>'),
        ("{% if so %}\n  one\n{% else %}\n  two\n{% endif %}\n", "one"),
        ("<p>it's > 1\n</p>\n<p>x</p>", "<p>it's > 1</p><p>x</p>"),
    ],
)
def test_a_line_break_is_none_on_the_page(template: str, page: str) -> None:
    assert rendered(template) == page


def test_an_error_names_the_line_in_the_file() -> None:
    with pytest.raises(ZeroDivisionError) as found:
        rendered("<p>\n\n  {{ 1 // 0 }}\n</p>")
    assert found.traceback[-1].lineno + 1 == 3


@pytest.mark.parametrize("kind", ["html", "css", "js"])
def test_no_line_of_the_front_end_is_too_long(kind: str) -> None:
    found = [path for source in SOURCES for path in source.rglob(f"*.{kind}")]
    files = [path for path in found if "vendor" not in path.parts]
    assert files
    lines = [
        (path.name, n, line) for path in files for n, line in enumerate(path.read_text().splitlines(), 1)
    ]
    assert [(name, n) for name, n, line in lines if len(line) > 120] == []


# ---------------------------------------------------------------- templates show, presenters decide

TAG = re.compile(r"\{%-?\s*(?:if|elif|set|for)\b(.*?)%\}|\{\{(.*?)\}\}", re.DOTALL)
SAID = re.compile(r'"[^"]*"|\'[^\']*\'')
TAKES_APART = re.compile(r"\.(?:startswith|endswith|split|replace|is_\w+)\(")
COUNTS = re.compile(r"\|\s*length\s*[<>=!]")


def thoughts(text: str) -> list[str]:
    return [SAID.sub('""', one or other) for one, other in TAG.findall(text)]


def test_no_template_takes_an_address_or_a_name_apart() -> None:
    for path in (path for source in SOURCES for path in source.rglob("*.html")):
        assert [thought for thought in thoughts(path.read_text()) if TAKES_APART.search(thought)] == [], path


def test_no_board_counts_or_weighs_three_things_at_once() -> None:
    """Its presenter says how it is: `several`, `watches`."""
    boards = list(SOURCES[0].glob("faces/*/*.html"))
    assert boards
    for path in boards:
        for thought in thoughts(path.read_text()):
            assert not COUNTS.search(thought), (path, thought)
            assert len(re.findall(r"\b(?:and|or)\b", thought)) < 2, (path, thought)
