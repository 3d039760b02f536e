"""Which puzzle is whose: today's, and one about as hard as its solver is good; and what ratings do."""

from __future__ import annotations

import datetime
import random

import pytest

from oppidum.kernel.errors import BadOption, NoSuchGame
from oppidum.puzzles import shipped
from oppidum.puzzles.next_puzzle import (
    games_with_puzzles,
    next_for,
    numbered,
    of_the_day,
    puzzles_of,
    today,
)
from oppidum.puzzles.ratings import NEW, POINTS, Rating, after, first_rating


def test_todays_is_the_same_all_day_and_another_tomorrow() -> None:
    morning = datetime.datetime(2026, 3, 1, 0, 0, 1, tzinfo=datetime.UTC).timestamp()
    evening = datetime.datetime(2026, 3, 1, 23, 59, 59, tzinfo=datetime.UTC).timestamp()
    assert today(morning) == today(evening) == datetime.date(2026, 3, 1)
    day = today(morning)
    for game in games_with_puzzles():
        count = len(shipped(game))
        row = [of_the_day(game, day + datetime.timedelta(n)) for n in range(count + 1)]
        assert len({puzzle.id for puzzle in row}) == count  # all of them, before the first comes again
        assert row[0] is row[-1]


def test_the_next_is_the_nearest_that_was_not_tried() -> None:
    puzzles = shipped("romains")
    solver = Rating(20.0, 1.0)
    tried: set[str] = set()
    distances: list[float] = []
    while (found := next_for("romains", solver, {}, tried)) is not None:
        assert found.id not in tried
        tried.add(found.id)
        distances.append(abs(first_rating(found).mu - solver.mu))
    assert len(tried) == len(puzzles)
    assert distances == sorted(distances)


def test_what_answers_have_taught_counts_more_than_the_first_rating() -> None:
    puzzles = shipped("romains")
    learnt = {puzzles[7].id: Rating(NEW.mu, 1.0)}
    far = {puzzle.id: Rating(0.0, 1.0) for puzzle in puzzles if puzzle is not puzzles[7]}
    assert next_for("romains", NEW, {**far, **learnt}, ()) is puzzles[7]


def test_a_puzzle_that_is_not_there() -> None:
    assert numbered("cartes", 1) is shipped("cartes")[0]
    for number in (0, len(shipped("cartes")) + 1):
        with pytest.raises(BadOption):
            numbered("cartes", number)
    with pytest.raises(NoSuchGame):
        puzzles_of("chess")


def test_an_answer_moves_both_and_apart() -> None:
    asked = Rating(1500 / POINTS, 3.0)
    better, easier = after(NEW, asked, right=True)
    worse, harder = after(NEW, asked, right=False)
    assert worse.mu < NEW.mu < better.mu
    assert easier.mu < asked.mu < harder.mu
    assert better.sigma < NEW.sigma
    assert easier.sigma < asked.sigma
    assert NEW.points == 1500


def test_a_solver_comes_to_the_rating_of_what_they_solve_half_of() -> None:
    """Who solves everything below 1200 and nothing above ends near 1200, wherever the puzzles are."""
    luck = random.Random("solver")
    solver = NEW
    for _ in range(300):
        asked = Rating(luck.uniform(900, 1500) / POINTS, 0.5)
        solver, _ = after(solver, asked, right=asked.points < 1200)
    assert abs(solver.points - 1200) < 120
    assert solver.give_or_take < NEW.give_or_take / 2


def test_a_puzzle_that_everybody_misses_becomes_a_hard_one() -> None:
    asked = first_rating(shipped("romains")[0])
    before = asked.points
    for _ in range(30):
        _, asked = after(NEW, asked, right=False)
    assert asked.points > before + 200
