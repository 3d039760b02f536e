"""Lessons: every step is a real position, every right answer is legal, and nobody is asked twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from tests.taking_turns import taking_turns

from oppidum import games
from oppidum.faces.lessons import step_words
from oppidum.games.cartes.rules import worth_of
from oppidum.games.romains.card_sets import worth
from oppidum.web import lessons
from oppidum.web.lessons import LEARNER, Step
from oppidum.words import LANGUAGES, language, rulebook

from .conftest import Person, choices_in

GAMES = list(games.catalogue())
STEPS = [pytest.param(game, step, id=f"{game}-{step.id}") for game in GAMES for step in lessons.lesson(game)]


def legal(game: str, step: Step, done: tuple[str, ...]) -> list[str]:
    """What the learner may do after these decisions."""
    played = games.load(game)
    s = lessons.show(played, step, done).position
    return [played.notation.write(s, LEARNER, action) for action in played.legal(s, LEARNER)]


def walk(game: str, step: Step, way: tuple[str, ...]) -> tuple[str, ...]:
    """A way in the words of real decisions: * becomes the first that is legal."""
    done: tuple[str, ...] = ()
    for wanted in way:
        fitting = [words for words in legal(game, step, done) if fnmatchcase(words, wanted)]
        assert fitting, (step.id, done, wanted)
        done = (*done, fitting[0])
    return done


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_lesson_of_six_to_nine_steps(game: str) -> None:
    assert 6 <= len(lessons.lesson(game)) <= 9


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_asks_the_learner_and_its_answers_are_legal_and_right(game: str, step: Step) -> None:
    played = games.load(game)
    s, moments = lessons.begin(played, step)
    assert LEARNER in played.waiting(s)
    assert len(moments) == len(step.moves) + 1
    for way in step.right:
        shown = lessons.show(played, step, walk(game, step, way))
        assert shown.verdict == "right"


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_whatever_else_is_legal_is_commented_and_taken_back(game: str, step: Step) -> None:
    played = games.load(game)
    begun, _ = lessons.begin(played, step)
    for words in legal(game, step, ()):
        shown = lessons.show(played, step, (words,))
        if not any(fnmatchcase(words, way[0]) for way in step.right):
            assert shown.verdict == "wrong"
            assert shown.position.tobytes() == begun.tobytes()


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_the_rules_forbid_is_not_played(game: str, step: Step) -> None:
    for words in ("fly to the moon", "", "bid 11", "pass" if game == "cartes" else "bid 1"):
        shown = lessons.show(games.load(game), step, (words,))
        assert shown.verdict == "illegal"
        assert shown.done == ()


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_names_rules_that_exist_and_has_words_in_every_language(game: str, step: Step) -> None:
    edition = games.load(game).default_edition()
    for number in step.rules:
        assert rulebook.rule(game, number).text
    said = [step_words(language(code), game, edition)[step.id] for code in LANGUAGES]
    for texts in zip(*((w.idea, w.task, w.right, w.wrong) for w in said), strict=True):
        assert len(set(texts)) > 1, texts  # "K.O." may be the same in two, not in all
    starts = {way[0] for way in step.right}
    for move in said[0].wrongs:
        assert not any(fnmatchcase(move, start) for start in starts)


# ---------------------------------------------------------------- what the words claim


def step_of(game: str, name: str) -> Step:
    return next(step for step in lessons.lesson(game) if step.id == name)


def position_of(game: str, name: str, done: tuple[str, ...] = ()):
    return lessons.show(games.load(game), step_of(game, name), done).position


def test_cartes_says_true_numbers() -> None:
    s = position_of("cartes", "bottles")
    game = games.load("cartes")
    seen: Any = game.read(game.view(s, LEARNER), LEARNER, game.default_edition())
    assert [player.bottles[8 - 1] for player in seen.players[:2]] == [3, 2]
    assert worth_of(s, s.captured[LEARNER]) == 9
    before = position_of("cartes", "set")
    after = position_of("cartes", "set", ("bid 10",))
    gain = worth_of(after, after.captured[LEARNER]) - worth_of(before, before.captured[LEARNER])
    assert gain == 74 - 36 == 38
    end = position_of("cartes", "last", ("bid 1",))
    assert games.load("cartes").standing(end).points == (116, 110)


def test_romains_says_true_numbers() -> None:
    def hand(name: str) -> int:
        s = position_of("romains", name)
        return int(worth(s.known[LEARNER, LEARNER]))

    wanted = {"white": 9, "trap": -3, "no-exchange": 9, "exchange": -2, "jostle": -3, "bank": 11, "end": 11}
    assert {name: hand(name) for name in wanted} == wanted
    s = position_of("romains", "exchange")
    assert s.pips == 6
    assert s.at[2] + s.pips >= s.village
    assert position_of("romains", "end").left == 0
    end = position_of("romains", "end", ("white",))
    assert games.load("romains").standing(end).winners == (LEARNER,)


def test_compagnie_says_true_numbers() -> None:
    game = games.load("compagnie")

    def points(name: str, done: tuple[str, ...] = ()) -> int:
        return game.standing(position_of("compagnie", name, done)).points[LEARNER]

    won = walk("compagnie", step_of("compagnie", "win-album"), ("play caius-bonus right", "*"))
    assert points("win-album", won) - points("win-album") == 15 + 3
    potion = walk("compagnie", step_of("compagnie", "potion"), ("bonus", "potion", "target mac-anoteraipix"))
    assert points("potion", potion) - points("potion") == 15
    end = walk("compagnie", step_of("compagnie", "victory"), ("play caius-bonus right", "*"))
    assert (points("victory"), points("victory", end)) == (30, 50)


# ---------------------------------------------------------------- in the browser without a screen


def form_of(page: str) -> str:
    """Where the board's decisions go."""
    found = re.search(r'<form[^>]* action="(/learn/[^"]*)"[^>]*>(?:(?!</form>).)*name="seen"', page, re.S)
    assert found, page[:2000]
    return unescape(found[1])


@pytest.mark.parametrize(("game", "language"), taking_turns(GAMES, LANGUAGES))
def test_the_whole_lesson_can_be_walked_through(
    someone: Callable[..., Person], game: str, language: str
) -> None:
    person = someone(language)
    assert f"/learn/{game}" in person.page("/")
    assert person.get(f"/learn/{game}").headers["location"] == f"/learn/{game}/1"
    steps = lessons.lesson(game)
    for number, step in enumerate(steps, 1):
        path = f"/learn/{game}/{number}"
        for wanted in step.answer:
            text = person.page(path)
            assert f'<html lang="{language}"' in text
            move = next(words for words in choices_in(text) if fnmatchcase(words, wanted))
            path = person.go(form_of(text), {"move": move})
        text = person.page(path)
        assert "verdict good" in text, (game, number)
        following = f"/learn/{game}/{number + 1 if number < len(steps) else 'done'}"
        assert f'href="{following}"' in text
    assert person.get(f"/learn/{game}").headers["location"].endswith(f"/{len(steps)}")
    person.page(f"/learn/{game}/done")
    assert f"/learn/{game}" not in person.page("/")
    assert f"/learn/{game}" in person.page(f"/rules/{game}")


def test_a_wrong_answer_gets_a_sentence_and_another_try(me: Person) -> None:
    text = me.page("/learn/cartes/1")
    assert "verdict wrong" not in text
    there = me.go("/learn/cartes/1", {"move": "bid 3"})
    text = me.page(there)
    assert "verdict wrong" in text
    assert "Rustix would take him" in text
    assert "bid 9" in choices_in(text)
    assert form_of(text) == "/learn/cartes/1"
    text = me.page("/learn/cartes/1?did=" + quote("resolve any"))
    assert "verdict illegal" in text
    assert '<details class="rules-now" open>' in text


def test_a_decision_of_several_parts_is_kept_in_the_address(me: Person) -> None:
    there = me.go("/learn/compagnie/3", {"move": "bonus"})
    assert there == "/learn/compagnie/3?did=bonus"
    text = me.page(there)
    assert "verdict on" in text
    assert choices_in(text) == ["potion", "fish"]
    there = me.go(form_of(text), {"move": "potion"})
    text = me.page(there)
    assert "you need the fish" in text
    assert form_of(text) == "/learn/compagnie/3?did=bonus"


def test_who_wants_to_be_shown_is_shown(me: Person) -> None:
    assert "Play 9" in me.page("/learn/cartes/1?show=yes")


def test_a_change_of_language_loses_nothing(me: Person) -> None:
    there = "/learn/compagnie/3?did=bonus"
    assert me.go("/settings/look", {"language": "de", "back": there}) == there
    assert "Fisch" in me.page(there)


@pytest.mark.parametrize("how", ["decline", "stop"])
def test_who_declines_or_stops_is_not_asked_again(me: Person, how: str) -> None:
    assert "/learn/romains" in me.page("/")
    assert me.go(f"/learn/romains/{how}") == "/"
    text = me.page("/")
    assert "/learn/romains" not in text
    assert "/learn/cartes" in text
    assert "/learn/romains" not in me.page("/open?game=romains")
    assert "/learn/romains" in me.page("/rules/romains")


def test_who_has_begun_may_go_on(me: Person) -> None:
    me.page("/learn/cartes/4")
    assert "Go on with the lesson" in me.page("/")
    assert me.get("/learn/cartes").headers["location"] == "/learn/cartes/4"


def test_who_plays_has_passed_it_over(me: Person, someone: Callable[..., Person]) -> None:
    me.play_now("cartes")
    assert "/learn/cartes" not in me.page("/")
    assert "/learn/romains" in me.page("/")
    # On another device, by who is the same person, neither.
    shown = me.post("/settings/recovery")
    elsewhere = someone()
    code = shown.text.split('class="code big-code">')[1].split("<")[0]
    elsewhere.go("/settings/recover", {"code": code})
    assert "/learn/cartes" not in elsewhere.page("/")


def test_a_friend_who_comes_by_link_is_offered_it_too(me: Person, someone: Callable[..., Person]) -> None:
    seats = {"game": "romains", "players": 2, "seat1": "human", "seat2": "human"}
    code = me.go("/open", seats).rsplit("/", 1)[1]
    friend = someone()
    assert "/learn/romains" in friend.page(f"/t/{code}")
    friend.go(f"/t/{code}/sit", {"seat": 2})
    assert "/learn/romains" not in friend.page("/")
    assert "/learn/romains" not in me.page("/")


def test_addresses_that_lead_nowhere(me: Person) -> None:
    for path in (
        "/learn/chess",
        "/learn/cartes/0",
        "/learn/cartes/99",
        "/learn/cartes/x",
        "/learn/cartes/-1",
    ):
        assert me.get(path).status_code in (400, 404), path
    assert me.post("/learn/cartes/nothing").status_code == 404
    assert me.post("/learn/cartes/1").status_code == 400
    assert me.go("/learn/cartes/stop", {"back": "https://example.org"}) == "/"


def test_forged_progress_is_ignored(me: Person) -> None:
    me.client.cookies.set("oppidum-look", "lesson-cartes=<b>&lesson-chess=done&lesson-romains=done")
    text = me.page("/")
    assert "/learn/cartes" in text
    assert "/learn/romains" not in text
