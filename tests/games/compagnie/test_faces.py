"""Words and the terminal table: powers in four languages, certain consequences, nothing hidden shown."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from oppidum.faces.compagnie import words
from oppidum.faces.compagnie.powers import album_text, constraint_text, effect_text, power_text
from oppidum.faces.terminal_board import board_of
from oppidum.games.compagnie.seen import Seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.words.language import LANGUAGES, language

from .arranged import GAME, example, table

NAMES = ["You", "Bot 2", "Bot 3", "Bot 4"]
EDITION = GAME.default_edition()


def seen(s: Any, seat: int = 0) -> Seen:
    """What a seat sees of the position."""
    found = GAME.read(GAME.view(s, seat), seat, EDITION)
    assert isinstance(found, Seen)
    return found


def on_screen(s: Any) -> str:
    board = board_of("compagnie")
    return shown(board.board(language("en"), EDITION, seen(s), 0, NAMES, GAME.standing(s)))


def shown(renderable: object) -> str:
    page = io.StringIO()
    Console(width=200, file=page, color_system=None).print(renderable)
    return page.getvalue()


def rows_of(text: str) -> dict[str, str]:
    """The lines of a list of choices by what is typed: number, notation, meaning, consequence."""
    cells = {line: re.split(r"\s{2,}", line.strip()) for line in text.splitlines() if line.strip()}
    return {parts[1] if parts[0].isdigit() else parts[0]: line for line, parts in cells.items()}


@pytest.mark.parametrize("code", list(LANGUAGES))
@pytest.mark.parametrize("edition", [GAME.default_edition(), example()], ids=["main", "example"])
def test_every_power_is_one_line_in_every_language(code: str, edition: Edition):
    t = language(code)
    for entry in edition.data["character"]:
        power, constraint = power_text(t, edition, entry["id"]), constraint_text(t, edition, entry["id"])
        assert bool(power) == ("power" in entry)
        assert bool(constraint) == ("constraint" in entry)
        assert len(power) < 150
        assert "%(" not in power + constraint
    for entry in edition.data["album"]:
        text = album_text(t, edition, entry["id"])
        assert bool(text) == ("effect" in entry)
        assert "%(" not in text


SENTENCES = Path(__file__).parent / "sentences.jsonl"  # of the cards that ever came with the game


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_effects_say_what_they_always_said(code: str):
    said = [json.loads(line) for line in SENTENCES.read_text(encoding="utf-8").splitlines()]
    t, edition = language(code), GAME.default_edition()
    texts = [effect_text(t, edition, effect["rows"], price=effect["price"]) for effect in said]
    assert texts == [effect[code] for effect in said]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Knock out the strongest Roman here."),
        ("fr", "Mettez K.O. le Romain le plus fort ici."),
        ("cs", "Vyřaď nejsilnějšího Římana zde."),
        ("de", "Den stärksten Römer hier K.O. schlagen."),
    ],
)
def test_asterix_in_four_languages(code: str, said: str):
    assert power_text(language(code), GAME.default_edition(), "asterix") == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("amonbofis", "Your opponent here: discard 1 bonus; you: draw 1 card."),
        ("relax", "Both players of this album: draw 1 card; you: draw 1 card."),
        ("goudurix", "Move 1 Gaul from another album to this album."),
    ],
)
def test_it_is_said_whose_part_an_effect_is_and_where_from(name: str, said: str):
    edition = GAME.default_edition()
    assert power_text(language("en"), edition, name) == said


def test_counts_and_shields_are_said():
    edition = example()
    assert power_text(language("en"), edition, "mesurix").endswith("(up to 2 times).")
    assert power_text(language("fr"), edition, "donator").endswith("gagnez 2 × sanglier.")
    assert constraint_text(language("de"), edition, "gardien").startswith("Kann nicht K.O.")
    assert "síla -1 pro každou neutrální postavu" in album_text(language("cs"), edition, "maison-close")


@pytest.mark.parametrize(
    ("code", "formal"),
    [("de", r"\b(Sie|Ihre?\w*|Ihnen)\b"), ("cs", r"\b(vy|váš|vaš\w*|vám|vás)\b|\w+ťte\b|\w+ejte\b")],
)
def test_players_are_addressed_as_friends(code: str, formal: str):
    t = language(code)
    for edition in (GAME.default_edition(), example()):
        for name in (entry["id"] for entry in edition.data["character"]):
            text = power_text(t, edition, name) + constraint_text(t, edition, name)
            assert not re.search(formal, text), text
        for name in (entry["id"] for entry in edition.data["album"]):
            assert not re.search(formal, album_text(t, edition, name))


def test_a_choice_says_what_is_certain():
    t = table(2, hands={1: "idefix falbala"})
    t.put("obelix", 1, "gaul")
    t.put("abraracourcix", 1, "gaul")
    rows = rows_of(shown(board_of("compagnie").choices(language("en"), EDITION, seen(t.s), NAMES)))
    assert "reaches 15: wins the album" in rows["play idefix left"]
    assert "reaches 15: wins the album" in rows["play falbala left"]
    assert "wins" not in rows["reinforce"]


def test_what_a_choice_does_elsewhere_and_at_the_end():
    t = table(4, hands={1: "baba"})
    t.bonuses(1, 1, 0, 0)
    t.put("obelix", 2, "gaul")  # the album of seats 2 and 3
    t.put("ordralfabetix", 2, "gaul")
    t.purse(1, albums=2, legionaries=5)
    t.put("asterix", 1, "gaul")
    t.put("idefix", 1, "gaul")
    t.play(1, "bonus")
    rows = rows_of(shown(board_of("compagnie").choices(language("en"), EDITION, seen(t.s), NAMES)))
    assert "Bot 2 wins the album!" in rows["target ordralfabetix"]
    assert "reaches 15: wins the album" not in rows["target ordralfabetix"]
    assert "You win the game!" in rows["target asterix.1"]
    assert "1: ▲14 ■0" in rows["target idefix.1"]


def test_a_question_says_whose_it_is_and_the_table_quotes_the_power():
    t = table(2, hands={1: "panoramix cleopatre baba relax"})
    t.play(1, "play panoramix left")
    assert words.question(language("en"), EDITION, seen(t.s)) == "Getafix: use the power?"
    assert "Getafix: Gain 1 potion." in on_screen(t.s)
    u = table(2, hands={1: "cleopatre baba relax pepe"})
    u.play(1, "play cleopatre left")
    assert words.question(language("en"), EDITION, seen(u.s)) == "Cleopatra: discard 2 cards."
    assert "Cleopatra: Pay: discard 2 cards." in on_screen(u.s)


def test_the_log_names_an_album_also_when_it_was_just_won_and_replaced():
    t = table(2, hands={1: "falbala"})
    t.bonuses(2, 2, 2, 2)  # no consolation: the next album is turned up at once
    t.put("obelix", 1, "gaul")
    t.put("ordralfabetix", 1, "gaul")
    title = words.album(language("en"), EDITION, seen(t.s).albums[0].album)
    t.play(1, "play falbala left")
    told: Any = GAME.told(GAME.view(t.s, 0), EDITION)
    said = words.lines(language("en"), EDITION, told, NAMES)
    assert words.album(language("en"), EDITION, seen(t.s).albums[0].album) != title
    assert said[0] == f"You plays Panacea on “{title}”."


def test_the_table_shows_camps_totals_and_the_knocked_out():
    t = table(3, hands={1: "asterix", 2: "baba"})
    t.put("caius-bonus", 1, "roman", ko=True)
    t.put("idefix", 1, "gaul", potion=True)
    text = on_screen(t.s)
    assert "Crismus Bonus K.O." in text
    assert "Dogmatix 8 ×2 potion" in text
    assert "8/15" in text
    assert "Knock out the strongest Roman here." in text
    assert "Baba" not in text
    following = GAME.default_edition().data["album"][int(t.s.library[t.s.shelf - 1])]["name"]["en"]
    assert f"(next: {following})" in " ".join(text.split())  # K19


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_that_look_the_same_are_shown_the_same(players: int):
    game, t = GAME, language("fr")
    s = game.deal(players, seed_key("faces", players))
    luck = luck_from("faces", players)
    board = board_of("compagnie")
    for number in range(60):
        seat = game.waiting(s)[0]
        view = game.view(s, seat)
        seen: Any = game.read(view, seat, EDITION)
        assert words.question(t, EDITION, seen)
        if number % 12 == 0:
            pages = set()
            for world_number in range(2):
                world = game.imagine(view, seat, seed_key("same", world_number))
                found = game.read(game.view(world, seat), seat, EDITION)
                standing = game.standing(world)
                pages.add(
                    shown(board.board(t, EDITION, found, seat, NAMES, standing))
                    + shown(board.choices(t, EDITION, found, NAMES))
                )
            assert len(pages) == 1
        legal = game.legal(s, seat)
        game.act(s, seat, legal[int(roll(luck, len(legal)))])
        told: Any = game.told(game.view(s, 0), EDITION)
        for line in words.lines(t, EDITION, told, NAMES):
            assert line
        if not game.waiting(s):
            break
