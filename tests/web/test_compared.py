"""One's own page and the same deal in a real browser: the whole way by its own buttons, and for everyone."""

from __future__ import annotations

from typing import Any

import pytest

from oppidum.tables import seating, visitors

from .conftest import play_on
from .test_boards import LAPTOP, PHONE, TOO_WIDE, complaints, visit

__all__ = ["visit"]  # a fixture
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def played(house: Any) -> tuple[str, list[str]]:
    """Somebody with games of every kind behind them."""
    me, codes = visitors.arrive(house.hall, "Mirabelle").visitor.id, []
    for game in ("romains", "compagnie", "cartes"):
        codes.append(seating.play_now(house.hall, me, game, players=3, level="greedy"))
        play_on(house.hall, codes[-1], 0)
    return me, codes


@pytest.mark.parametrize(
    ("look", "language"), [("light", "de"), pytest.param("dark", "fr", marks=pytest.mark.long)]
)
def test_from_one_s_own_game_to_both_compared(
    visit: Any, house: Any, played: tuple[str, list[str]], look: str, language: str
) -> None:
    me, codes = played
    friend, code = visitors.arrive(house.hall, "Anselm").visitor.id, codes[-1]
    wishes = {"look": look, "language": language}
    mine = visit(house.cookie(me), LAPTOP, wishes)
    mine.goto(f"/t/{code}")
    mine.locator(f'form[action="/t/{code}/challenge"] button').click()
    mine.wait_for_url("**/c/*")
    assert complaints(mine) == []
    link = mine.url.rsplit("/", 1)[1]

    theirs = visit(house.cookie(friend), PHONE, wishes)
    theirs.goto(f"/c/{link}")
    assert complaints(theirs) == []
    assert theirs.evaluate(TOO_WIDE) == []
    theirs.locator(f'form[action="/c/{link}/play"] button').click()
    theirs.wait_for_url("**/t/*")
    again = theirs.url.rsplit("/", 1)[1]
    play_on(house.hall, again, -1)
    theirs.locator(f'a[href="/c/{link}/tries/{again}"]').click()
    theirs.wait_for_url("**/tries/*")
    assert theirs.locator("tr.parted").count() == 1
    assert complaints(theirs) == []
    assert theirs.evaluate(TOO_WIDE) == []
    assert theirs.evaluate("document.documentElement.scrollWidth <= innerWidth")

    mine.reload()
    mine.locator(f'a[href="/c/{link}/tries/{again}"]').click()
    mine.wait_for_url("**/tries/*")
    assert complaints(mine) == []
    mine.locator("tr.parted a").first.click()
    mine.wait_for_url("**/replay?step=*")
    mine.locator("#board").wait_for()


@pytest.mark.parametrize(("size", "language"), [(PHONE, "cs"), (LAPTOP, "en")])
def test_one_s_own_page(
    visit: Any, house: Any, played: tuple[str, list[str]], size: dict[str, int], language: str
) -> None:
    me, codes = played
    page = visit(house.cookie(me), size, {"language": language})
    page.goto("/")
    page.locator('a[href="/you"]').click()
    page.wait_for_url("**/you")
    assert complaints(page) == []
    page.locator("section summary").focus()
    page.keyboard.press("Enter")
    page.locator("details[open] table").wait_for()
    assert complaints(page) == []
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as download:
        page.locator('a[href="/you/records"]').click()
    assert len(download.value.path().read_text("utf-8").splitlines()) == len(codes)
