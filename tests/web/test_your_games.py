"""One's own page: games, figures, a plot with its table, and all records in one file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from oppidum import games
from oppidum.kernel import record as records
from oppidum.tables import Hall, past
from oppidum.web import line_plot
from oppidum.web.pages import your_games
from oppidum.words import LANGUAGES, language
from oppidum.words.analysis import signed

from .conftest import Person, Time, play_on
from .test_analysis import make


def finished(person: Person, game: str = "cartes", **data: Any) -> str:
    code = person.play_now(game, players="2", **data)
    play_on(person.hall, code, 0)
    return code


def rows_of(page: str) -> list[str]:
    return page.split('aria-labelledby="list"')[-1].split("<tbody>")[1].split("</tbody>")[0].split("<tr>")[1:]


def test_a_newcomer_is_told_what_will_be_here(me: Person) -> None:
    page = me.page("/you")
    assert "once you have finished one" in page
    assert "<table" not in page
    assert me.page("/you/records") == ""


def test_games_with_dates_opponents_and_results(me: Person, hall: Hall, time: Time) -> None:
    first = finished(me)
    time.now += 86_400
    second = finished(me, "romains")
    page = me.page("/you")
    rows = rows_of(page)
    assert [code in row for code, row in ((second, rows[0]), (first, rows[1]))] == [True, True]
    assert "15/11/2023" in rows[0]
    assert "14/11/2023" in rows[1]
    table = hall.look(first)
    assert f"Eager {table.points[1]}" in rows[1]
    assert f'<td class="number">{table.points[0]}</td>' in rows[1]
    assert ("won" in rows[1]) == (0 in table.winners)
    assert f"/t/{first}/replay" in rows[1]
    only = rows_of(me.page("/you?game=romains"))
    assert len(only) == 1
    assert second in only[0]
    assert len(rows_of(me.page("/you?game=nothing"))) == 2


def test_accuracy_and_luck_where_a_game_was_analysed(me: Person, hall: Hall) -> None:
    finished(me, "romains")
    assert "Accuracy" not in me.page("/you")
    code = finished(me, "romains")
    found = make(hall, code)
    seat = past.games(hall, str(hall.look(code).host))[0].mine[0]
    page = me.page("/you")
    heading = page.index("Accuracy")
    assert page.index("Luck", heading) > heading
    analysed = [row for row in rows_of(page) if f"/t/{code}/analysis" in row]
    assert len(analysed) == 1
    account = found.accounts[seat]
    assert account.accuracy is not None
    assert language("en").percent(account.accuracy, 0) in analysed[0]
    assert signed(language("en"), account.luck) in analysed[0]
    assert sum("/analysis" in row for row in rows_of(page)) == 1


def test_pages_of_the_list(me: Person, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games, each once, though they ended at the same moment."""
    monkeypatch.setattr(your_games, "ON_A_PAGE", 2)
    codes = {finished(me) for _ in range(3)}
    seen = [
        re.findall(r"/t/([a-z2-7]{16})/replay", "".join(rows_of(me.page(f"/you?page={n}")))) for n in (1, 2)
    ]
    assert [len(page) for page in seen] == [2, 1]
    assert {code for page in seen for code in page} == codes
    assert "Page 1 of 2" in me.page("/you")
    assert me.page("/you?page=99") == me.page("/you?page=2").replace("page=2", "page=99")
    assert me.get("/you?page=0").status_code == 400


def test_the_plot_has_a_table_behind_it(me: Person) -> None:
    for _ in range(3):
        finished(me)
    page = me.page("/you")
    drawing = page.split('class="plot"')[1].split("</svg>")[0]
    assert 'role="img"' in drawing
    assert "aria-label=" in drawing
    lines = re.findall(r'<polyline class="(\w+)" points="([^"]+)"', drawing)
    assert [(kind, len(points.split())) for kind, points in lines] == [("fair", 3), ("share", 3)]
    table = page.split("The same as a table")[1].split("</table>")[0]
    assert table.count("<tr>") == 1 + 3
    assert "style=" not in page


def test_nothing_of_others_and_nothing_public(me: Person, someone: Callable[..., Person]) -> None:
    code = finished(me)
    other = someone()
    finished(other)
    page = other.page("/you")
    assert code not in page
    answer = me.get("/you")
    assert answer.headers["cache-control"] == "no-store"


def test_all_records_in_one_file_that_can_be_verified(me: Person, hall: Hall) -> None:
    codes = [finished(me), finished(me, "romains")]
    me.play_now("cartes")  # is not over: stays out
    answer = me.get("/you/records")
    assert answer.headers["content-disposition"].startswith("attachment")
    lines = answer.text.splitlines()
    assert len(lines) == len(codes)
    for code, line in zip(codes, lines, strict=True):
        records.check(records.decode(line), games.load)
        assert json.loads(line) == json.loads(me.page(f"/t/{code}/record"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_in_every_language(someone: Callable[..., Person], code: str) -> None:
    person = someone(code)
    for _ in range(3):
        finished(person)
    page = person.page("/you")
    said = language(code).say("Streaks and records")
    assert said in page
    assert code == "en" or said != "Streaks and records"


def test_dates_as_people_write_them() -> None:
    when = 1_700_000_000.0  # 14 November 2023
    assert language("fr").date(when) == "14/11/2023"
    assert language("en").date(when) == "14/11/2023"
    assert language("cs").date(when) == "14.\u00a011.\u00a02023"
    assert language("de").date(when) == "14.11.2023"
    assert language("de").date(when - 9 * 86_400) == "5.11.2023"


# ---------------------------------------------------------------- programs


def test_the_api_gives_figures_and_records(me: Person, hall: Hall, app: Any) -> None:
    token = me.client.post("/api/visitors", json={"name": "Robot"}).json()["token"]
    head = {"authorization": f"Bearer {token}"}
    assert me.client.get("/api/me/form", headers=head).json() == {"games": [], "against": []}
    assert me.client.get("/api/me/records", headers=head).text == ""
    assert me.client.get("/api/me/form").status_code == 401
    assert me.client.get("/api/me/records").status_code == 401
    code = finished(me)
    given = re.search(r"oppidum_[\w-]+", me.post("/settings/token", {"label": "mine"}).text)
    assert given
    head = {"authorization": f"Bearer {given[0]}"}
    told = me.client.get("/api/me/form", headers=head).json()
    table = hall.look(code)
    assert told["games"][0]["game"] == "cartes"
    assert told["games"][0]["best"] == table.points[0]
    assert told["games"][0]["best_code"] == code
    assert told["against"] == [
        {
            "name": "greedy",
            "bot": True,
            "games": 1,
            "won": int(0 in table.winners),
            "lost": int(1 in table.winners),
        }
    ]
    assert len(me.client.get("/api/me/records", headers=head).text.splitlines()) == 1


# ---------------------------------------------------------------- the picture


def test_a_plot_lies_within_its_frame() -> None:
    drawn = line_plot.plot([[0.0, 1.0, 0.25], [0.5, 0.5, 0.5]], [(0.0, "0"), (1.0, "1")])
    for line in drawn.lines:
        for point in line.split():
            x, y = map(float, point.split(","))
            assert drawn.left <= x <= drawn.right
            assert 0 <= y <= drawn.height
    zero, one = (float(point.split(",")[1]) for point in drawn.lines[0].split()[:2])
    assert zero == drawn.ticks[0].y > one == drawn.ticks[1].y


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-7, 3), (0, 9), (12, 480), (-1000, 99_999)])
def test_levels_are_round_numbers_around_all(low: int, high: int) -> None:
    levels = line_plot.steps(low, high)
    assert levels[0] <= low
    assert levels[-1] >= high
    assert len(levels) <= 7
    assert len({b - a for a, b in pairwise(levels)}) <= 1


def test_what_counts_for_a_place() -> None:
    t = language("en")
    sitters = tuple(past.Sitter(name, name, None) for name in "ABCD")
    game = past.Played("x", "cartes", 0.0, 1, sitters, (1,), (9, 7, 7, 3), (0,), False, None)
    assert your_games.result(t, game) == "place 2 of 4"
    assert your_games.result(t, replace(game, mine=(3,))) == "place 4 of 4"
    level = replace(game, points=(9, 9, 7, 3))
    assert your_games.result(t, level) == "place 2 of 4", "level on points, but the rules decided otherwise"
    assert your_games.result(t, replace(level, winners=(0, 1))) == "won, shared"
    assert your_games.result(t, replace(game, points=(), winners=())) == "without a result"
