"""Solutions in words: the reasons that hints have, of the choices as the reading offers them."""

from __future__ import annotations

import pytest

from oppidum import games
from oppidum.analysis.course import analyse, course_of
from oppidum.arena.simulate import play_record
from oppidum.puzzles import shipped
from oppidum.puzzles.posing import pose
from oppidum.words import LANGUAGES, language
from oppidum.words.analysis import Teller
from oppidum.words.puzzles import PuzzleTeller

GAMES = ("cartes", "romains", "compagnie")
FIGURES = 2  # sentences that every solution has


@pytest.mark.parametrize(("game", "part"), [("cartes", 0.9), ("romains", 0.85), ("compagnie", 0.55)])
def test_most_solutions_name_a_reason(game: str, part: float, long: bool) -> None:
    some = shipped(game)[:: 1 if long else 5]  # few of each number of players
    found = 0
    for puzzle in some:
        teller = PuzzleTeller(language("en"), pose(puzzle))
        told = teller.solution(puzzle.asked.answers[0])
        assert len(told) >= FIGURES
        assert teller.move(puzzle.asked.thumb) in told[-1]
        found += len(told) > FIGURES
    assert found >= part * len(some)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_every_language(game: str, code: str) -> None:
    for puzzle in shipped(game)[60:72]:
        teller = PuzzleTeller(language(code), pose(puzzle))
        options = teller.options()
        assert [option.move for option in options] == list(puzzle.asked.values)
        assert len({option.text for option in options}) == len(options)
        assert [option.right for option in options] == [True] + [False] * (len(options) - 1)
        assert teller.better.endswith(teller.move(puzzle.asked.answers[0]))
        assert teller.question


def test_the_analysis_has_the_reasons_that_only_the_reading_foresees() -> None:
    game = games.load("compagnie")
    course = course_of(game, play_record(game, ["greedy", "random"], "reasons", 0), game.default_edition())
    teller = Teller(language("en"), course, analyse(course, effort=60), course.seats)
    told = [
        reason
        for step in range(1, len(course.positions))
        for reason in teller.reasons(step, teller.analysis.decisions[step - 1].move)
    ]
    assert {"stronger"} <= {reason.claim for reason in told}
