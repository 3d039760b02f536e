"""A house that has compiled nothing yet: everything can be played, and it says so where it matters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar import Litestar

from oppidum import bots, games
from oppidum.bots import compile_steps
from oppidum.bots.lookahead import LevelBot
from oppidum.forge import marks
from oppidum.kernel import cache, compiled
from oppidum.kernel.fair import seed_key
from oppidum.tables import Hall, hint, looking

from .conftest import Person

LINE = {
    "en": "The house is still warming up (0%).",
    "fr": "La maison se met en route (0\u00a0%).",
    "cs": "Dům se ještě zahřívá (0\u00a0%).",
    "de": "Das Haus läuft noch warm (0\u00a0%).",
}


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OPPIDUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(marks, "finished", set())
    monkeypatch.setattr(compiled.numba.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(compiled, "house", type(compiled.house)())
    compiled.play_meanwhile()
    (tmp_path / "cache").mkdir()
    cache.place_of.cache_clear()
    yield
    cache.place_of.cache_clear()


def finish_all() -> None:
    for game_id in games.catalogue():
        for step in compile_steps.STEPS:
            path = compile_steps.mark(games.load(game_id), step)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()


def warming(page: str) -> str:
    found = re.search(r'<div id="warming".*?</div>', page, re.DOTALL)
    assert found is not None
    return found[0]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("language", list(LINE))
def test_home_says_how_far_it_is_and_stops_when_it_is_done(
    someone: Callable[..., Person], language: str
) -> None:
    me = someone(language)
    shown = warming(me.page("/"))
    assert LINE[language] in shown
    assert "every 5s" in shown
    finish_all()
    shown = warming(me.page("/"))
    assert "<p" not in shown
    assert "hx-get" not in shown


def test_nobody_hears_of_it_in_a_warm_house(me: Person) -> None:
    assert "<p" not in warming(me.page("/"))


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_every_game_can_be_played_at_once_and_is_wanted_first(me: Person, hall: Hall, game_id: str) -> None:
    code = me.play_now(game_id, level="prolix")
    page = me.page(f"/t/{code}")
    assert "Still waking up" in page
    assert marks.most_wanted(list(games.catalogue())) == game_id
    mine = hall.look(code).chairs[0].visitor
    for _ in range(3):
        seen = looking.view(hall, code, mine)
        if not seen.choices:
            break
        me.do(code, "move", move=seen.choices[0].words, confirmed="yes")
        me.bots()
    finish_all()
    assert "Still waking up" not in me.page(f"/t/{code}")


@pytest.mark.usefixtures("cold")
def test_only_bots_that_look_ahead_are_still_waking_up(me: Person) -> None:
    assert "Still waking up" not in me.page(f"/t/{me.play_now('cartes', level='bonemine')}")


@pytest.mark.usefixtures("cold")
def test_a_hint_says_that_it_is_a_rule_of_thumb(me: Person, hall: Hall) -> None:
    code = me.play_now("cartes", level="greedy")
    answer = me.post(f"/t/{code}/hint", {"seat": "1"}, hx_request="true")
    assert answer.status_code == 200
    assert "the house is still warming up" in answer.text
    mine = hall.look(code).chairs[0].visitor
    assert mine is not None
    advice = hint.hint(hall, code, mine)
    assert advice.games == 0
    assert advice.words in [choice.words for choice in looking.view(hall, code, mine).choices]


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_who_cannot_look_ahead_yet_plays_like_the_best_who_can(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.load(game_id)
    monkeypatch.setattr("oppidum.bots.lookahead.think", lambda *given: pytest.fail("nobody can think yet"))
    for name in ("prolix", "search:50"):
        s = game.deal(3, seed_key("cold"))
        bot = bots.make(name, game, "cold")
        for _ in range(12):
            seat = game.waiting(s)[0]
            game.act(s, seat, bot.choose(game.view(s, seat), seat))
    assert isinstance(bots.make("prolix", game), LevelBot)


@pytest.mark.usefixtures("cold")
def test_pages_are_whole_in_a_cold_house(app: Litestar, hall: Hall) -> None:
    me = Person(app, hall)
    for path in ("/", "/open?game=compagnie", "/rules/compagnie", "/learn/cartes"):
        assert me.get(path).status_code in (200, 303), path


HURRIED = {
    "en": "Many games are being played here: less time to think for",
    "fr": "On joue beaucoup ici en ce moment",
    "cs": "Hraje se tu právě hodně her; kratší čas na rozmyšlenou:",
    "de": "Hier wird gerade viel gespielt: weniger Bedenkzeit für",
}


@pytest.mark.parametrize("language", list(HURRIED))
def test_a_table_says_when_its_bots_think_less_than_usual(
    someone: Callable[..., Person], hall: Hall, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    me = someone(language)
    code = me.play_now("cartes", level="prolix")
    assert 'id="hurried"' not in me.page(f"/t/{code}")
    monkeypatch.setattr(hall, "thinking_share", lambda at: 0.5 if at == code else 1.0)
    assert HURRIED[language] in me.page(f"/t/{code}")
    other = me.play_now("cartes", level="bonemine")
    monkeypatch.setattr(hall, "thinking_share", lambda at: 0.5)
    assert 'id="hurried"' not in me.page(f"/t/{other}"), "who does not look ahead is not hurried"
