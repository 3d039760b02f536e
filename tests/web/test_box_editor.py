"""Your boxes in a real browser: the editor by mouse, by keyboard and on a phone; axe finds nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.taking_turns import taking_turns

from oppidum import games

from .test_boards import TOO_WIDE, complaints
from .test_browser import PHONE, visit, wishing  # noqa: F401  # a fixture

pytestmark = pytest.mark.browser

GAMES = ("cartes", "compagnie", "romains")
CARDS = {"cartes": "roman/3", "compagnie": "character/2", "romains": "die/1"}


def copy_of(page: Any, game: str) -> str:
    """A copy of ours on the shelf; the address of its page."""
    page.goto("/boxes")
    page.locator(f"form:has(input[value={game}]) button").click()
    page.wait_for_url("**/box/*")
    return page.url


@pytest.mark.parametrize(("game", "look"), taking_turns(GAMES, ["light", "dark"]))
def test_axe_finds_nothing_on_any_page_of_a_box(
    visit: Callable[..., Any],  # noqa: F811
    server: Any,
    game: str,
    look: str,
    long: bool,
) -> None:
    """A box and a card of every game; what looks alike for all of them once, unless there is time."""
    page = wishing(visit(viewport=PHONE), server, look=look)
    box = copy_of(page, game)
    alike = ("/boxes", f"{box}/file", f"{box}/edition/1")
    for address in (box, f"{box}/{CARDS[game]}", *(alike if long else alike[GAMES.index(game) :: 3])):
        page.goto(address)
        assert complaints(page) == [], address
        assert page.evaluate(TOO_WIDE) == [], address


def test_a_power_is_built_by_choosing(visit: Callable[..., Any]) -> None:  # noqa: F811
    page = visit()
    box = copy_of(page, "compagnie")
    page.goto(f"{box}/character/3")
    said = page.locator("#in-words")
    page.get_by_label("Strength", exact=True).fill("5")
    page.get_by_label("Strength", exact=True).press("Tab")
    said.get_by_text("strength 5").wait_for()
    page.locator("[value='add.power']").click()
    verb = page.locator("[name='power.1.do']")
    verb.wait_for()
    verb.select_option("draw")
    page.locator("[name='power.1.count']").wait_for()
    page.locator("[name='power.1.count']").fill("3")
    page.locator("[name='power.1.count']").press("Tab")
    said.get_by_text("draw 3 cards").wait_for()
    page.locator("[value='save']").click()
    page.wait_for_url("**/box/*#character-3")
    page.locator("#character-3", has_text="draw 3 cards").wait_for()
    assert page.get_by_text("1 card changed").count() == 1


def test_the_editor_by_keyboard_alone(visit: Callable[..., Any]) -> None:  # noqa: F811
    """Fill in, go on, save: Enter in a field looks and saves nothing."""
    page = visit()
    box = copy_of(page, "cartes")
    page.goto(f"{box}/roman/14")
    value = page.get_by_label("Value", exact=True)
    value.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    page.locator("#in-words", has_text="Value 17").wait_for()
    assert page.evaluate("document.activeElement.name") == "value"
    page.goto(f"{box}/roman/14")
    assert value.input_value() == "15"
    value.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("17")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "save":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/box/*#roman-14")
    page.locator("#roman-14", has_text="Value 17").wait_for()


def test_a_file_is_uploaded_and_played_with(visit: Callable[..., Any], tmp_path: Path) -> None:  # noqa: F811
    text = games.load("cartes").default_edition().text.replace("pair = 20", "pair = 21")
    (tmp_path / "mine.toml").write_text(text.replace("Édition reconstituée", "Attic"), encoding="utf-8")
    page = visit()
    page.goto("/boxes")
    page.locator("#file").set_input_files(tmp_path / "mine.toml")
    page.get_by_role("button", name="Upload").click()
    page.wait_for_url("**/box/*")
    page.get_by_role("link", name="Open a table with this box").click()
    page.wait_for_url("**/open?*")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.locator("#box a").click()
    page.locator("h1", has_text="Attic").wait_for()
    assert page.get_by_text("1 card changed").count() == 1
