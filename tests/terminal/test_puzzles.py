"""`oppidum puzzles` at a real (pseudo-)terminal, and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.test_cli import answer, oppidum, refusal

from oppidum.puzzles import shipped
from oppidum.puzzles.posing import pose

from .terminal import Terminal


@pytest.fixture
def here(tmp_path: Path) -> tuple[str, str]:
    return "--data", str(tmp_path)


@pytest.fixture
def terminal(here: tuple[str, str]) -> Iterator[Terminal]:
    opened = Terminal("puzzles", "romains", "--number", "3", "--lang", "en", *here)
    yield opened
    opened.close()


def test_a_puzzle_is_solved_at_the_terminal(terminal: Terminal, here: tuple[str, str]) -> None:
    puzzle = shipped("romains")[2]
    terminal.expect("Puzzle 3")
    terminal.expect("> ")
    terminal.type("fly to the moon\n")
    terminal.expect("> ")
    terminal.type("99\n")
    terminal.expect("The choices are 1 to")
    terminal.expect("> ")
    terminal.type(f"{1 + pose(puzzle).moves.index(puzzle.asked.answers[0])}\n")
    terminal.expect("Right!")
    terminal.expect("The rule of thumb would choose")
    terminal.expect("What every option is worth")
    terminal.expect(r"Your rating: 1[5-9]\d\d ±")
    assert terminal.leave() == 0
    shelf = next(s for s in json.loads(answer("puzzles", "--json", *here)) if s["game"] == "romains")
    assert (shelf["tried"], shelf["solved"], shelf["puzzles"]) == (1, 1, len(shipped("romains")))
    again = answer(
        "puzzles", "romains", "--number", "3", "--answer", puzzle.asked.thumb, "--lang", "en", *here
    )
    assert "Not quite." in again
    assert "it no longer counts" in again


def test_who_leaves_has_answered_nothing(here: tuple[str, str]) -> None:
    for typed in ("q\n", ""):
        done = oppidum("puzzles", "romains", *here, text_in=typed)
        assert done.returncode == 0, done.stderr
        assert "Right!" not in done.stdout
    assert all(shelf["tried"] == 0 for shelf in json.loads(answer("puzzles", "--json", *here)))


@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_for_programs(game: str, here: tuple[str, str]) -> None:
    asked = json.loads(answer("puzzles", game, "--next", "--json", *here))
    assert "values" not in asked
    puzzle = shipped(game)[asked["number"] - 1]
    assert asked["moves"] == pose(puzzle).moves
    done = oppidum(
        "puzzles", game, "--number", str(puzzle.number), "--answer", puzzle.asked.answers[0], "--json", *here
    )
    told = json.loads(done.stdout)
    assert (told["right"], told["counted"]) == (True, True)
    assert told["values"] == puzzle.asked.values
    assert told["why"]
    following = json.loads(answer("puzzles", game, "--next", "--json", *here))
    assert following["number"] != asked["number"]


HEADINGS = {"en": "Puzzles", "fr": "Énigmes", "cs": "Úlohy", "de": "Rätsel"}


@pytest.mark.parametrize("language", list(HEADINGS))
def test_the_list_in_every_language(language: str, here: tuple[str, str]) -> None:
    assert HEADINGS[language] in answer("puzzles", "--lang", language, *here)


def test_refused_in_one_sentence(here: tuple[str, str]) -> None:
    assert "no game 'chess'" in refusal("puzzles", "chess", *here)
    assert "1 to 300" in refusal("puzzles", "cartes", "--number", "301", *here)
    assert "two different puzzles" in refusal("puzzles", "cartes", "--number", "1", "--next", *here)
    refusal("puzzles", "cartes", "--answer", "fly to the moon", *here)
