"""The guest of examples/boars in a real browser: its board, words, pictures and styles, found by looking."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from tests.game_packages import BOARS, install

from .conftest import Server, undescribed
from .test_boards import complaints
from .test_browser import LAPTOP, PHONE, click_through, open_table, start, visit, wait_for_turn

pytestmark = pytest.mark.browser

__all__ = ["visit"]  # at the server below


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = install(BOARS, tmp_path_factory.mktemp("boars"))
    running = Server(tmp_path_factory.mktemp("house"), place)
    yield running
    running.stop()


def test_a_whole_game_by_clicking(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/")
    assert page.locator("article", has_text="Boars").locator("use[href='#boars-bush']").count() == 1
    open_table(page, "boars", option_rounds="5")
    start(page)
    wait_for_turn(page)
    assert page.locator(".boars-board .hunter.mine .size").inner_text().isdecimal()
    assert page.locator(".boars-board .hunter:not(.mine) .size").count() == 0
    # Its pictures are drawn and its stylesheet is there.
    assert page.locator("symbol#boars-boar").count() == 1
    hunters = page.locator(".boars-board .hunters")
    assert hunters.evaluate("e => getComputedStyle(e).gridTemplateColumns.split(' ').length") == 2
    click_through(page)
    assert page.locator("#result").is_visible()
    assert page.locator("#score-sheet").get_by_text("chased alone").is_visible()
    assert page.locator("#news").inner_text().count(".") >= 3
    page.get_by_role("link", name="Replay").click()
    page.locator(".boars-board").wait_for()
    page.go_back()
    page.get_by_role("link", name="Was it fair?").click()
    page.get_by_text("Yes. The cards fell as promised.").wait_for()


def test_a_round_that_is_decided_is_shown_by_itself(visit: Callable[..., Any]) -> None:
    page = visit(PHONE, locale="cs-CZ")
    page.context.clear_cookies()  # here what moves is looked at
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    page.locator("article", has_text="Boars").get_by_role("button", name="Hrát hned").click()
    page.wait_for_url("**/t/*")
    wait_for_turn(page)
    assert page.get_by_text("Kolo 1 z 3").is_visible()
    page.get_by_role("button", name="Honit ho").click()
    page.locator(".boars-board .hunter .chases").first.wait_for()
    assert page.locator("button[name=move]").count() == 0
    page.get_by_text("Kolo 2 z 3").wait_for()
    width = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_on_its_board(visit: Callable[..., Any], look: str) -> None:
    page = visit(PHONE if look == "dark" else LAPTOP, color_scheme=look)
    open_table(page, "boars", option_rounds="1")
    start(page)
    wait_for_turn(page)
    assert complaints(page) == []
    click_through(page)
    assert complaints(page) == []


def test_the_lesson(visit: Callable[..., Any]) -> None:
    page = visit(locale="de-DE")
    page.goto("/learn/boars")
    for answer in ("chase", "chase", "wait", "chase"):
        page.locator(f".boars-board button[value={answer}]").click()
        page.locator(".verdict.good").wait_for()
        page.locator(".coach a.go").click()
    page.wait_for_url("**/learn/boars/done")


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "The herd"), ("fr", "La harde"), ("cs", "Tlupa"), ("de", "Die Rotte")],
)
def test_rules_and_aid_in_every_language(server: Server, code: str, said: str) -> None:
    with httpx.Client(base_url=server.address, headers={"accept-language": code}) as client:
        assert said in client.get("/rules/boars/aid").text
        rules = client.get("/rules/boars").text
    assert f'<html lang="{code}"' in rules
    assert 'id="r3.1"' in rules
    assert f'class="narrow stack rules" lang="{code}"' not in rules.replace("  ", " ")


def test_the_api_describes_it(server: Server) -> None:
    schema = httpx.get(f"{server.address}/api/schema/openapi.json")
    assert "boars.shown" in schema.text
    assert undescribed(schema.json()["components"]["schemas"]) == []
    games = httpx.get(f"{server.address}/api/games").json()
    (boars,) = [game for game in games if game["id"] == "boars"]
    assert boars["options"][0]["choices"] == ["1", "3", "5"]
    assert boars["levels"][-1] == "prolix"
