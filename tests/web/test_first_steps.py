"""First steps in a real browser: a lesson by clicking and by keyboard, and aids that fit one sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

import pytest
from tests.taking_turns import taking_turns

from oppidum import games
from oppidum.web import lessons
from oppidum.words import LANGUAGES

from .test_boards import TOO_WIDE, complaints
from .test_browser import LAPTOP, PHONE, visit, wishing  # noqa: F401  # a fixture

pytestmark = pytest.mark.browser


def speaking(page: Any, server: Any, code: str) -> Any:
    """A visitor who has chosen a language."""
    return wishing(page, server, language=code)


def play_on_the_board(page: Any, words: str) -> None:
    """Make a decision as a person does: choose the card, then where it goes."""
    radio = page.locator(f"#board input[type=radio][value='{words}']")
    if radio.count():  # cartes: choose, then play
        radio.locator("xpath=..").click()
        page.locator("#play-it").click()
    elif words.startswith("play "):  # compagnie: choose the card, then the lit-up camp
        page.locator(f"#pick-{words.split()[1]}, label.can").first.wait_for()
        place = page.locator(f"#board button[value='{words}']")
        for card in page.locator("label.can").all():
            card.click()
            if place.is_visible():
                break
        place.click()
    else:
        page.locator(f"#board button[value='{words}']").first.click()


@pytest.mark.parametrize(("game", "code"), [("cartes", "fr"), ("romains", "cs"), ("compagnie", "de")])
def test_a_whole_lesson_by_clicking(
    visit: Callable[..., Any],  # noqa: F811
    server: Any,
    game: str,
    code: str,
    long: bool,
) -> None:
    page = speaking(visit(viewport=PHONE, has_touch=True, is_mobile=True), server, code)
    page.goto("/")
    page.locator(f".learn a[href='/learn/{game}']").click()
    steps = list(enumerate(lessons.lesson(game), 1))
    if not long:  # the beginning and the end; tests/web/test_lessons.py goes all the way without a browser
        steps = [*steps[:2], steps[-1]]
    for number, step in steps:
        if number == steps[-1][0]:
            page.goto(f"/learn/{game}/{number}")
        page.wait_for_url(f"**/learn/{game}/{number}")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        for decision, wanted in enumerate(step.answer, 1):
            offered = page.locator("#board [name=move]").evaluate_all("all => all.map(e => e.value)")
            pattern = wanted.replace("*", "")
            play_on_the_board(page, next(words for words in offered if words.startswith(pattern)))
            page.wait_for_function(
                "n => new URLSearchParams(location.search).getAll('did').length === n", arg=decision
            )
            page.locator(".verdict.good, .verdict.on").first.wait_for()
        assert page.locator(".coach .verdict.good").is_visible()
        page.locator(".coach a.go").click()
    page.wait_for_url(f"**/learn/{game}/done")
    page.goto("/")
    assert page.locator(f"a[href='/learn/{game}']").count() == 0


def test_a_lesson_by_keyboard_alone(visit: Callable[..., Any]) -> None:  # noqa: F811
    page = visit()
    page.goto("/learn/romains/1")
    tab_to(page, "white")
    page.keyboard.press("Enter")
    page.locator(".verdict.good").wait_for()
    page.keyboard.press("Enter")  # the way on has the focus
    page.wait_for_url("**/learn/romains/2")
    tab_to(page, "black")
    page.keyboard.press("Enter")
    page.locator(".verdict.good").wait_for()


def tab_to(page: Any, value: str, presses: int = 60) -> None:
    for _ in range(presses):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == value:
            return
    raise AssertionError(f"no way to {value} by keyboard")


def test_a_wrong_answer_and_a_change_of_mind(visit: Callable[..., Any]) -> None:  # noqa: F811
    page = visit()
    page.goto("/learn/romains/1")
    page.locator("#board button[value=black]").click()
    page.locator(".verdict.wrong").wait_for()
    page.get_by_role("link", name="Show me").click()
    assert "white" in page.locator(".verdict.shown").inner_text()
    page.get_by_role("button", name="Stop here").click()
    page.wait_for_url(re.compile(r"/$"))
    assert page.locator("a[href='/learn/romains']").count() == 0


def test_rules_are_opened_over_the_board_on_a_phone(visit: Callable[..., Any]) -> None:  # noqa: F811
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/learn/compagnie/1")
    board = page.locator("#board")
    before = board.bounding_box()
    page.locator(".coach .rules-now summary").click()
    rule = page.locator(".coach .rules-now li").first
    assert rule.is_visible()
    assert board.bounding_box() == before
    at = rule.bounding_box()
    assert page.evaluate(
        "([x, y]) => !!document.elementFromPoint(x, y).closest('.rules-now')", [at["x"] + 5, at["y"] + 5]
    )


@pytest.mark.parametrize(("game", "code"), taking_turns(games.catalogue(), LANGUAGES))
def test_an_aid_fits_one_sheet(visit: Callable[..., Any], server: Any, game: str, code: str) -> None:  # noqa: F811
    page = speaking(visit(), server, code)
    page.goto(f"/rules/{game}/aid")
    assert page.locator("html").get_attribute("lang") == code
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page(?!s)", printed)) == 1
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def visited(game: str, number: int, did: Sequence[str]) -> str:
    """The address of a step after some decisions."""
    done = "&".join(f"did={quote(words)}" for words in did)
    return f"/learn/{game}/{number}" + (f"?{done}" if done else "")


def states(game: str) -> list[str]:
    """Every step of a lesson, asked and solved; once told what is not allowed, and shown the answer."""
    found = [f"/learn/{game}/done", f"/rules/{game}/aid", f"/learn/{game}/1?did=nonsense&show=yes"]
    for number, step in enumerate(lessons.lesson(game), 1):
        found.append(visited(game, number, []))
        if not any("*" in words for words in step.answer):
            found.append(visited(game, number, step.answer))
    return found


def decisions(game: str) -> list[str]:
    """Every decision that a lesson asks for, each with what has been done before."""
    found: list[str] = []
    for number, step in enumerate(lessons.lesson(game), 1):
        done = [words for words in step.answer if "*" not in words]
        for before in range(min(len(done) + 1, len(step.answer))):
            found.append(visited(game, number, done[:before]))
    return found


STICKS_OUT = """() => { const needed = '.coach :is(.task, .verdict, a), .hand, .options, #decide, #play-it, '
    + '#board [name=move], #circle, #middle, #way';
  return [...document.querySelectorAll(needed)]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }))
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([, box]) => box.top < 0 || box.bottom > innerHeight + 1)
    .map(([e]) => e.outerHTML.slice(0, 90)); }"""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", list(games.catalogue()))
def test_a_lesson_fits_a_phone_and_axe_finds_nothing(
    visit: Callable[..., Any],  # noqa: F811
    server: Any,
    game: str,
    code: str,
    long: bool,
) -> None:
    """No text is wider than its box; where something is decided, nobody has to scroll; and the aid, too.

    The languages share the pages, and so do the sizes, and axe looks at a third of them, on a laptop; with
    --long each is seen in every language and size, and by axe.
    """
    page = speaking(visit(viewport=PHONE, has_touch=True, is_mobile=True), server, code)
    asked = decisions(game)
    every = list(dict.fromkeys([*states(game), *asked]))
    mine = every if long else every[list(LANGUAGES).index(code) :: len(LANGUAGES)]
    sizes = ({"width": 360, "height": 740}, PHONE)
    for turn, path in enumerate(mine):
        page.goto(path)
        assert page.evaluate(TOO_WIDE) == [], path
        if long or every.index(path) % 3 == 0:
            page.set_viewport_size(LAPTOP)  # where nothing lies over anything, so that axe sees all of it
            assert complaints(page) == [], path
            page.set_viewport_size(PHONE)
        if path in asked:
            for size in sizes if long else (sizes[turn % 2],):
                page.set_viewport_size(size)
                assert page.evaluate(STICKS_OUT) == [], path
                assert page.evaluate("document.documentElement.scrollHeight") <= size["height"], path
