"""The analysis of a finished game in the browser: asked for, waited for, looked at, learnt from."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from tests.taking_turns import taking_turns

from oppidum.analysis.course import analyse
from oppidum.analysis.report import Analysis
from oppidum.tables import Hall, analyses
from oppidum.web.pages.analysis import mark, picture
from oppidum.words import LANGUAGES, language

from .conftest import ORIGIN, Person, parse, play_on
from .test_boards import LAPTOP, PHONE, Visit, complaints, visit  # noqa: F401

staged = pytest.importorskip("staged")  # scripts/staged.py
GAMES = ("cartes", "romains", "compagnie")


def make(hall: Hall, code: str) -> Analysis:
    """As the analyst would, with less effort, and here."""
    import msgspec

    analyses.ask(hall, code)
    claimed = analyses.claim(hall)
    if claimed is not None:
        found = analyse(analyses.course(hall, code), effort=60)
        analyses.ASKED.note(hall, claimed.key, result=msgspec.json.encode(found), progress=1.0)
    found = analyses.find(hall, code).analysis
    assert found is not None
    return found


def finished(me: Person, game: str = "romains") -> str:
    code = me.play_now(game, level="greedy", players="2")
    play_on(me.hall, code, 0)
    return code


def test_one_click_and_a_progress_that_one_may_leave(me: Person, hall: Hall) -> None:
    code = finished(me)
    assert f"/t/{code}/analysis" in me.page(f"/t/{code}")
    page = me.page(f"/t/{code}/analysis")
    assert "Analyse this game" in page
    assert me.go(f"/t/{code}/analysis") == f"/t/{code}/analysis"
    page = me.page(f"/t/{code}/analysis")
    assert "<progress" in page
    assert "You may leave this page" in page
    make(hall, code)
    assert "<progress" not in me.page(f"/t/{code}/analysis")
    waited = me.get(f"/t/{code}/analysis", headers={"hx-request": "true"})  # the page that has waited goes on
    assert waited.headers["hx-redirect"] == f"/t/{code}/analysis"


def test_a_running_game_is_refused_in_one_sentence(me: Person) -> None:
    code = me.play_now("cartes", level="greedy", players="2")
    for answer in (me.get(f"/t/{code}/analysis"), me.post(f"/t/{code}/analysis")):
        assert answer.status_code == 409
        assert "A game is analysed when it is over." in answer.text
    assert me.get(f"/t/{code}/analysis/try?step=1").status_code == 409


@pytest.mark.parametrize("game", GAMES)
def test_the_page_tells_all_of_it_and_a_decision_is_tried_again(
    me: Person, someone: Callable[..., Person], hall: Hall, game: str
) -> None:
    code = finished(me, game)
    found = make(hall, code)
    for tongue in LANGUAGES:
        tells_all_of_it(someone(tongue), code, found)
    tries_again(me, code, found)


def tells_all_of_it(reader: Person, code: str, found: Analysis) -> None:
    page = reader.page(f"/t/{code}/analysis")
    parsed = parse(page)
    assert not parsed.inline_script
    assert not any("style" in e.attributes for e in parsed.elements)
    lines = [e for e in parsed.elements if e.tag == "polyline" and len(e.attributes["points"] or "") > 20]
    assert len(lines) == len(found.seats)
    rows = [e for e in parsed.elements if e.tag == "tr" and "data-step" in e.attributes]
    assert len(rows) == len(found.moments)
    links = {e.attributes.get("href") for e in parsed.elements if e.tag == "a"}
    for turn in found.turning_points:
        assert f"/t/{code}/replay?as=open&step={turn.step}" in links
    assert f"/t/{code}/replay?as=open&step={len(found.moments) - 1}" in links
    told = [d for d in found.decisions if d.size not in ("fine", "forced")]
    assert page.count('<span class="tag') == len(told)
    chosen = r'<a[^>]*href="[^"]*/analysis[^"]*"[^>]*aria-current="true"'
    assert len(re.findall(chosen, reader.page(f"/t/{code}/analysis?as=known"))) == 1


def tries_again(me: Person, code: str, found: Analysis) -> None:
    """From the seat's own view, with all options; right is what is within the noise of the best."""
    decision = max(found.decisions, key=lambda d: d.cost)
    address = f"/t/{code}/analysis/try?step={decision.step}"
    page = me.page(address)
    offered = {
        e.attributes.get("value") for e in parse(page).elements if e.attributes.get("name") == "answer"
    }
    assert offered == {option.move for option in decision.options}
    assert "Right!" not in page
    assert "Not quite." not in page
    for option in decision.options[:1] + decision.options[-1:]:
        told = me.page(f"{address}&answer={quote(option.move)}")
        assert ("Right!" in told) == option.right
        assert ("Not quite." in told) != option.right
    assert me.get(f"/t/{code}/analysis/try?step=99999").status_code == 404
    forced = next((d for d in found.decisions if d.size == "forced"), None)
    if forced:
        assert me.get(f"/t/{code}/analysis/try?step={forced.step}").status_code == 404


def test_the_api_has_it_too(me: Person, hall: Hall) -> None:
    running = me.play_now("cartes", level="greedy", players="2")
    assert me.get(f"/api/tables/{running}/analysis").status_code == 409
    code = finished(me)
    path = f"/api/tables/{code}/analysis"
    assert me.get(path).json() == {"state": "none", "progress": 0.0, "analysis": None}
    assert me.client.post(path, headers=ORIGIN).json()["state"] == "waiting"
    found = make(hall, code)
    answer = me.get(path).json()
    assert answer["state"] == "done"
    assert len(answer["analysis"]["moments"]) == len(found.moments)
    assert answer["analysis"]["accounts"][0]["seat"] == 1
    assert me.get("/api/tables/aaaaaaaaaaaaaaaa/analysis").status_code == 404


def test_the_graph_lies_in_its_frame() -> None:
    drawn = picture(language("en"), [(0.5, 0.5), (0.25, 0.75), (0.0, 1.0)])
    none, half, all_of_it = (tick.y for tick in drawn.ticks)
    middle = (drawn.left + drawn.right) / 2
    quarter = (none + half) / 2
    assert drawn.points[0] == [(drawn.left, half), (middle, quarter), (drawn.right, none)]
    assert drawn.points[1][2] == (drawn.right, all_of_it)
    assert [tick.label for tick in drawn.ticks] == ["0%", "50%", "100%"]
    placed = mark(drawn, 1, 0, "here")
    assert (placed.x, placed.y) == (middle, quarter)


# ---------------------------------------------------------------- in Chromium

ONE_HAND = staged.Scene("cartes", "one-hand", 4, staged.over, 7, (("hands", "1"),))


@pytest.fixture
def analysed(house: Any, tables: Any, long: bool) -> Any:
    """A finished game: one hand, because its page is as long as the game; all hands when there is time."""
    table = tables("cartes-result" if long else ONE_HAND)
    make(house.hall, table.code)
    return table


@pytest.mark.browser
@pytest.mark.parametrize(("look", "size"), taking_turns(["light", "dark"], [PHONE, LAPTOP]))
def test_axe_finds_nothing(visit: Visit, house: Any, analysed: Any, look: str, size: Any) -> None:  # noqa: F811
    page = visit(analysed.cookie, size, {"look": look})
    page.goto(f"/t/{analysed.code}/analysis")
    page.locator("summary").first.click()
    assert complaints(page) == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    found = make(house.hall, analysed.code)
    step = max(found.decisions, key=lambda d: d.cost).step
    page.goto(f"/t/{analysed.code}/analysis/try?step={step}")
    assert complaints(page) == []
    page.locator("button[name=answer]").first.click()
    page.locator("#side [role=status]").wait_for()
    assert complaints(page) == []


@pytest.mark.browser
def test_a_moment_is_chosen_by_keyboard_and_by_pointer(visit: Visit, house: Any, analysed: Any) -> None:  # noqa: F811
    page = visit(analysed.cookie, LAPTOP)
    last = len(make(house.hall, analysed.code).moments) - 1
    page.goto(f"/t/{analysed.code}/analysis")
    slider = page.locator("#moment")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    link = page.locator("#there")
    assert link.get_attribute("href").endswith("step=1")
    assert re.match(r"1\. .*: \d+ ?%", slider.get_attribute("aria-valuetext") or "")
    assert page.locator("#then").inner_text().startswith("1. ")
    link.click()
    page.wait_for_url(re.compile(r"/replay\?as=open&step=1$"))
    page.go_back()
    box = page.locator("#graph polyline").first.bounding_box()  # from the first moment to the last
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url(re.compile(r"/replay\?as=open&step=\d+$"))
    step = int(page.url.rsplit("=", 1)[1])
    assert abs(step - last / 2) <= 2
