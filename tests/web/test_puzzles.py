"""Puzzles in the browser: today's, an answer that is told at once, and nothing told before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from tests.taking_turns import taking_turns

from oppidum.puzzles import Puzzle, shipped
from oppidum.puzzles.next_puzzle import of_the_day, today
from oppidum.puzzles.posing import pose
from oppidum.tables import Hall, schema, solving
from oppidum.words import LANGUAGES

from .conftest import ORIGIN, Person, choices_in, parse
from .test_boards import Visit, complaints, settle, visit  # noqa: F401

GAMES = ("cartes", "romains", "compagnie")
SIZES = {"phone": (390, 664), "small phone": (360, 620), "laptop": (1366, 650)}


def wrong(puzzle: Puzzle) -> str:
    return next(move for move in pose(puzzle).moves if not puzzle.is_right(move))


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.number}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_leads_to_todays_puzzle_of_every_game(
    someone: Callable[..., Person], hall: Hall, language: str
) -> None:
    me = someone(language)
    links = {e.attributes.get("href") for e in parse(me.page("/puzzles")).elements if e.tag == "a"}
    for game in GAMES:
        assert f"/puzzles/{game}/today" in links
        there = me.get(f"/puzzles/{game}/today").headers["location"]
        assert there == address(of_the_day(game, today(hall.now())))
        page = me.page(there)
        assert f'<html lang="{language}"' in page
        assert not parse(page).inline_script
        assert not any("style" in e.attributes for e in parse(page).elements)


def test_home_and_ones_own_page_lead_there(me: Person) -> None:
    for page in ("/", "/you"):
        assert 'href="/puzzles"' in me.page(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_offers_all_that_may_be_done_and_tells_nothing(me: Person, game: str) -> None:
    for puzzle in shipped(game)[:6]:
        page = me.page(address(puzzle))
        assert set(choices_in(page)) == set(pose(puzzle).moves)
        for told in ("data-light", "verdict", "What every option is worth", "The rule of thumb"):
            assert told not in page
        # Nor to who asks for the solution of an answer that was never given.
        asked = me.page(f"{address(puzzle)}?did={quote(puzzle.asked.answers[0])}")
        assert "data-light" not in asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_told_at_once_with_its_reasons(
    someone: Callable[..., Person], game: str, language: str
) -> None:
    me = someone(language)
    for puzzle, is_right in zip(shipped(game)[10:12], (True, False), strict=True):
        answer = puzzle.asked.answers[0]
        move = answer if is_right else wrong(puzzle)
        there = me.go(address(puzzle), {"move": move})
        assert there == f"{address(puzzle)}?did={quote(move)}"
        page = me.page(there)
        assert ("verdict good" in page) == is_right
        assert ("verdict wrong" in page) != is_right
        assert unescape(re.findall(r'data-light="([^"]*)"', page)[0]) == answer
        worth = page.split('<details class="worth">')[1].split("</details>")[0]
        assert worth.count('<span class="number">') == len(puzzle.asked.values)
        assert set(choices_in(page)) >= set(pose(puzzle).moves)  # it may be tried again
    assert 'class="tag leaf"' in me.page("/puzzles")


def test_only_the_first_answer_counts(me: Person) -> None:
    puzzle = shipped("romains")[20]
    me.go(address(puzzle), {"move": wrong(puzzle)})
    rating = re.findall(r"Your rating: (\d+)", me.page("/puzzles"))
    page = me.page(me.go(address(puzzle), {"move": puzzle.asked.answers[0]}))
    assert "Right!" in page
    assert re.findall(r"Your rating: (\d+)", me.page("/puzzles")) == rating
    assert "it no longer counts" in me.page(address(puzzle))
    assert "0 of 1 solved" in me.page("/puzzles")


def test_answers_to_puzzles_that_are_gone_are_counted_and_not_listed(me: Person, hall: Hall) -> None:
    puzzle = shipped("romains")[21]
    me.go(address(puzzle), {"move": wrong(puzzle)})
    with hall.store.writing() as connection:
        connection.execute(schema.answers.update().values(puzzle="0123456789ab"))
    page = me.page("/puzzles")
    assert "0 of 1 solved" in page
    assert "Your latest answers" not in page
    assert "it no longer counts" not in me.page(address(puzzle))
    assert me.get("/puzzles/romains/next").status_code in (302, 303)


def test_the_next_is_another_until_all_are_tried(me: Person, hall: Hall) -> None:
    first = me.get("/puzzles/romains/next").headers["location"]
    puzzle = shipped("romains")[int(first.rsplit("/", 1)[1]) - 1]
    me.go(first, {"move": puzzle.asked.answers[0]})
    assert me.get("/puzzles/romains/next").headers["location"] != first


def test_what_cannot_be_answered(me: Person) -> None:
    for path in ("chess/1", "cartes/0", "cartes/301", "cartes/x", "cartes/-1", "cartes/1x", "cartes/9999999"):
        assert me.get(f"/puzzles/{path}").status_code in (400, 404), path
    for move, status in (("", 400), ("fly to the moon", 400), ("bid 99", 400)):
        assert me.post("/puzzles/cartes/1", {"move": move}).status_code == status, move
    illegal = next(
        m for m in ("keep", "bid 1", "bid 2", "bid 3") if m not in pose(shipped("cartes")[0]).moves
    )
    assert me.post("/puzzles/cartes/1", {"move": illegal}).status_code == 409
    assert "solved," not in me.page("/puzzles")


# ---------------------------------------------------------------- for programs


def test_the_api_asks_and_tells(me: Person, hall: Hall) -> None:
    shelves = {shelf["game"]: shelf for shelf in me.get("/api/puzzles").json()}
    assert set(shelves) == set(GAMES)
    assert shelves["cartes"]["count"] == len(shipped("cartes"))
    assert shelves["cartes"]["rating"] == {"points": 1500, "give_or_take": 1000}
    found = me.get("/api/puzzles/cartes/today").json()
    puzzle = of_the_day("cartes", today(hall.now()))
    assert (found["number"], found["id"], found["answered"]) == (puzzle.number, puzzle.id, False)
    assert found["moves"] == pose(puzzle).moves
    assert "values" not in found
    assert found["seen"]["choices"]
    path = f"/api/puzzles/cartes/{puzzle.number}/answer"
    answer = {"move": puzzle.asked.answers[0]}
    assert me.client.post(path, json=answer, headers=ORIGIN).status_code == 401
    token = me.client.post("/api/visitors", json={"name": "Solver"}, headers=ORIGIN).json()["token"]
    mine = {"authorization": f"Bearer {token}"}
    told = me.client.post(path, json=answer, headers=mine).json()
    assert (told["right"], told["counted"]) == (True, True)
    assert {option["move"]: option["value"] for option in told["options"]} == puzzle.asked.values
    assert told["rating"]["points"] > 1500
    assert me.client.post(path, json=answer, headers=mine).json()["counted"] is False
    assert me.client.get("/api/puzzles/cartes/today", headers=mine).json()["answered"] is True
    assert me.client.get("/api/puzzles/cartes/next", headers=mine).json()["id"] != puzzle.id
    for wanted, status in (("cartes/0", 400), ("cartes/soon", 400), ("chess/1", 400)):
        assert me.get(f"/api/puzzles/{wanted}").status_code in (status, 404)
    assert me.client.post(path, json={"move": "nonsense"}, headers=mine).status_code == 400


# ---------------------------------------------------------------- in Chromium


def decide(page: Any, move: str) -> None:
    """Choose on the board, as in a game: a card first where there is one, then what is to be done with it."""
    control = page.locator(f'[name="move"][value="{move}"]').first
    if control.evaluate("e => e.type") in ("radio", "checkbox"):
        control.check(force=True)
        page.locator("#decide button:visible, form:has([name=move]) button:visible").last.click()
    else:
        control.click()


@pytest.mark.browser
@pytest.mark.parametrize("size", list(SIZES))
def test_a_whole_puzzle_is_solved_in_the_browser(visit: Visit, house: Any, size: str) -> None:  # noqa: F811
    """Today's, from the list; answered on the real board; told at once, with the better option lit."""
    width, height = SIZES[size]
    page = visit(size={"width": width, "height": height})
    page.goto("/puzzles")
    assert complaints(page) == []
    page.locator('a[href="/puzzles/romains/today"]').click()
    page.wait_for_url(re.compile(r"/puzzles/romains/\d+$"))
    puzzle = shipped("romains")[int(page.url.rsplit("/", 1)[1]) - 1]
    assert complaints(page) == []
    fits = "document.documentElement.scrollHeight <= innerHeight + 1"
    if size != "laptop":
        assert page.evaluate(fits)
    decide(page, wrong(puzzle))
    page.wait_for_url(re.compile(r"\?did="))
    page.locator(".verdict.wrong").wait_for()
    settle(page)
    lit = page.locator(".hinted")
    assert lit.count() >= 1
    answer = puzzle.asked.answers[0]
    assert page.locator(f'.hinted[value="{answer}"], .hinted [value="{answer}"]').count() >= 1
    page.locator(".worth summary").click()
    assert page.locator(".worth li").count() == len(puzzle.asked.values)
    assert complaints(page) == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    page.locator('a[href="/puzzles/romains/next"]').click()
    page.wait_for_url(re.compile(r"/puzzles/romains/\d+$"))
    assert not page.url.endswith(f"/{puzzle.number}")


@pytest.mark.browser
def test_a_puzzle_is_solved_by_keyboard(visit: Visit, house: Any) -> None:  # noqa: F811
    page = visit(size={"width": 1366, "height": 650})
    puzzle = shipped("romains")[30]
    page.goto(address(puzzle))
    answer = puzzle.asked.answers[0]
    page.locator(f'[name="move"][value="{answer}"]').first.focus()
    page.keyboard.press("Enter")
    page.locator(".verdict.good").wait_for()
    assert (
        "Right!" in page.locator("[role=status]").first.inner_text() or page.locator(".verdict.good").count()
    )
    assert page.evaluate("document.activeElement.getAttribute('href')") == "/puzzles/romains/next"


@pytest.mark.browser
@pytest.mark.parametrize(("game", "look"), taking_turns(GAMES, ["light", "dark"]))
def test_axe_finds_nothing_on_any_games_puzzle(visit: Visit, house: Any, game: str, look: str) -> None:  # noqa: F811
    page = visit(size={"width": 390, "height": 664}, wishes={"look": look, "language": "de"})
    puzzle = shipped(game)[40]
    page.goto(address(puzzle))
    assert complaints(page) == []
    page.request.post(address(puzzle), form={"move": wrong(puzzle)}, headers=ORIGIN)
    page.goto(f"{address(puzzle)}?did={quote(wrong(puzzle))}")
    page.locator(".verdict.wrong").wait_for()
    assert complaints(page) == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0


def test_the_store_has_what_the_page_says(me: Person, hall: Hall) -> None:
    puzzle = shipped("compagnie")[50]
    me.go(address(puzzle), {"move": puzzle.asked.answers[0]})
    page = me.page("/puzzles")
    rating = solving.rating_of(hall, puzzle)
    assert f"Rated {rating.points}" in me.page(address(puzzle))
    assert "1 of 1 solved" in page
