"""Player aids: one printed page for each game and language, with the edition's own numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oppidum import games
from oppidum.faces import art
from oppidum.faces.aids import aid
from oppidum.words import LANGUAGES, language

from .conftest import Person

GAMES = list(games.catalogue())


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_an_aid_is_there_and_linked_from_the_rules(
    someone: Callable[..., Person], game: str, code: str
) -> None:
    person = someone(code)
    assert f'href="/rules/{game}/aid"' in person.page(f"/rules/{game}")
    text = person.page(f"/rules/{game}/aid")
    for section in aid(language(code), game, games.load(game).default_edition()):
        assert section.entries
        assert section.title in text.replace("&#39;", "'")


@pytest.mark.parametrize("game", GAMES)
def test_aids_show_pictures_that_exist_and_all_languages_the_same(game: str) -> None:
    edition = games.load(game).default_edition()
    sheets = [aid(language(code), game, edition) for code in LANGUAGES]
    pictures = [[entry.picture for section in sheet for entry in section.entries] for sheet in sheets]
    worths = [[entry.worth for section in sheet for entry in section.entries] for sheet in sheets]
    assert all(found == pictures[0] for found in pictures)
    assert all(found == worths[0] for found in worths)
    assert {name for name in pictures[0] if name} <= set(art.symbols())


def test_numbers_come_from_the_edition() -> None:
    edition = games.load("cartes").default_edition()
    sheet = aid(language("en"), "cartes", edition)
    told = {entry.text: entry.worth for section in sheet for entry in section.entries}
    assert told["decurion"] == "8 ×4"
    assert told["Julius Caesar"] == "15"
    assert told["four of a kind"] == "+100"
    present, *earlier = games.load("romains").shipped_editions()
    for other, spaces in ((present, "2, 5, 7"), (earlier[0], "2, 3, 6")):
        texts = [entry.text for section in aid(language("en"), "romains", other) for entry in section.entries]
        assert f"Menhir: lose a blind card, under the pile. (spaces {spaces})" in texts


def test_a_game_without_an_aid_says_so(me: Person) -> None:
    assert me.get("/rules/chess/aid").status_code == 400
