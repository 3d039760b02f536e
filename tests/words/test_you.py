"""Whoever reads a line about themselves is addressed: never "You captures"."""

from __future__ import annotations

import random
import re

import pytest

from oppidum import games
from oppidum.faces.speaking import words_of
from oppidum.kernel.fair import seed_key
from oppidum.words.language import LANGUAGES, language
from oppidum.words.you import You, numbered, sentences

from .test_catalogues import DETAIL, words

MARK = "§"  # a name that no sentence may show


@pytest.mark.parametrize("game_id", ["cartes", "compagnie", "romains"])
def test_no_line_gives_the_reader_a_name(game_id: str) -> None:
    game = games.load(game_id)
    edition = game.default_edition()
    said = 0
    for seed in range(4):
        s = game.deal(3, seed_key("you", seed), {"characters": "drawn"} if game_id == "cartes" else None)
        chosen = random.Random(seed)
        me = seed % 3
        names = ["Ann", "Bob", "Cid"]
        names[me] = You(MARK)
        while waiting := game.waiting(s):
            seat = chosen.choice(waiting)
            game.act(s, seat, chosen.choice(game.legal(s, seat)))
            view = game.view(s, me)
            for code in LANGUAGES:
                lines = words_of(game_id).lines(language(code), edition, game.told(view, edition), names)
                said += len(lines)
                assert not [line for line in lines if MARK in line], lines
    assert said > 1000


@pytest.mark.parametrize("table", [sentences(), numbered()], ids=["sentences", "numbered"])
def test_every_sentence_here_is_one_that_is_said_of_others(
    table: dict[tuple[str, str], str | tuple[str, str]],
) -> None:
    said = [message for home in words.homes() for message in words.extracted(home)]
    known = {form for m in said for form in ([m.id] if isinstance(m.id, str) else m.id)}
    for (message, detail), told in table.items():
        assert message in known, f"nobody says {message!r} any more"
        several = told if isinstance(told, str) else told[1]
        assert sorted([*DETAIL.findall(several), detail]) == sorted(DETAIL.findall(message))


def test_you_in_four_languages() -> None:
    message = "%(name)s draws from %(other)s: %(card)s."
    said = {c: language(c).say(message, name=You("?"), other="Ann", card="x") for c in LANGUAGES}
    assert said["en"] == "You draw from Ann: x."
    assert said["de"] == "Du ziehst bei Ann: x."
    heard = {c: language(c).say(message, name="Ann", other=You("?"), card="x") for c in LANGUAGES}
    assert heard["en"] == "Ann draws from you: x."
    assert re.search("chez vous", heard["fr"])
    assert re.search(r"\bti\b", heard["cs"])
    several = language("cs").many(
        "%(name)s is the last one in and takes %(n)s more card.",
        "%(name)s is the last one in and takes %(n)s more cards.",
        3,
        name=You("?"),
    )
    assert several == "Zůstáváš jako poslední a bereš ještě 3 karty."
