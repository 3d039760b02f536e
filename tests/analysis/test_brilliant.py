"""Brilliant: every other option clearly falls short, and neither rule of thumb nor a first look finds it."""

from __future__ import annotations

import pytest

from oppidum import games
from oppidum.analysis.grading import BRILLIANT, size_of
from oppidum.analysis.judging import Judge, Judgement, Weighed
from oppidum.puzzles import Puzzle, shipped
from oppidum.puzzles.posing import pose
from oppidum.words import LANGUAGES, language
from oppidum.words.analysis import size_in_words


def judgement(short: float, deep: bool) -> Judgement:
    best, other = Weighed(1, 0.5, 0.0, 0.01), Weighed(2, 0.5 - short, short, 0.01)
    return Judgement(best, best, (best, other), mixed=False, deep=deep)


def test_only_what_is_deep_and_clearly_better():
    assert size_of(judgement(BRILLIANT, deep=True)) == "brilliant"
    assert size_of(judgement(BRILLIANT - 0.001, deep=True)) == "fine"
    assert size_of(judgement(0.3, deep=False)) == "fine"


def hardest(game_id: str) -> list[Puzzle]:
    """Puzzles that the fewest searches find: nothing that a first look would see."""
    return sorted(shipped(game_id), key=lambda puzzle: -puzzle.asked.rating)[:12]


def test_a_hard_puzzle_solved_is_brilliant_and_missed_is_not():
    game = games.load("compagnie")
    judge = Judge(game)
    brilliant = 0
    for puzzle in hardest("compagnie"):
        posed = pose(puzzle)
        found = judge.judge(posed.view, posed.seat, posed.action(puzzle.asked.answers[0]))
        missed = judge.judge(posed.view, posed.seat, posed.action(puzzle.asked.thumb))
        assert missed is not None
        assert size_of(missed) != "brilliant"
        brilliant += size_of(found) == "brilliant"
    assert brilliant >= 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_has_a_word_of_its_own(code: str):
    t = language(code)
    assert size_in_words(t, "brilliant") not in {size_in_words(t, size) for size in ("fine", "mistake")}
