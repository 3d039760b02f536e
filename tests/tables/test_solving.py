"""Answers to puzzles in the store: the first one counts, once, for solver and puzzle."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import sqlalchemy as sa
from alembic import command

from oppidum.kernel.errors import BadNotation, IllegalAction
from oppidum.puzzles import Puzzle, shipped
from oppidum.puzzles.posing import pose
from oppidum.puzzles.ratings import NEW, first_rating
from oppidum.tables import Hall, migrate, schema, solving, visitors

from .conftest import OpenHall


def wrong(puzzle: Puzzle) -> str:
    return next(move for move in pose(puzzle).moves if not puzzle.is_right(move))


def right(puzzle: Puzzle) -> str:
    return puzzle.asked.answers[0]


@pytest.fixture
def solver(hall: Hall) -> str:
    return visitors.arrive(hall, "Bonemine").visitor.id


@pytest.mark.every_store
def test_the_first_answer_counts_and_no_other(hall: Hall, solver: str) -> None:
    puzzle = shipped("romains")[0]
    first = solving.answer(hall, solver, puzzle, wrong(puzzle))
    assert (first.right, first.counted) == (False, True)
    assert first.solver.mu < first.before.mu == NEW.mu
    again = solving.answer(hall, solver, puzzle, right(puzzle))
    assert (again.right, again.counted) == (True, False)
    assert again.solver == first.solver == solving.standing(hall, solver, "romains").rating
    assert again.puzzle == first.puzzle == solving.rating_of(hall, puzzle)
    standing = solving.standing(hall, solver, "romains")
    assert (standing.tried, standing.solved) == (1, 0)
    kept = solving.answers(hall, solver, "romains")[puzzle.id]
    assert (kept.move, kept.right, kept.points) == (wrong(puzzle), False, first.solver.points)


@pytest.mark.every_store
def test_each_game_and_each_visitor_stands_alone_but_a_puzzle_learns_from_all(
    hall: Hall, solver: str
) -> None:
    other = visitors.arrive(hall, "Falbala").visitor.id
    puzzle, elsewhere = shipped("romains")[1], shipped("cartes")[1]
    one = solving.answer(hall, solver, puzzle, right(puzzle))
    two = solving.answer(hall, other, puzzle, right(puzzle))
    assert two.before == NEW
    assert two.puzzle.mu < one.puzzle.mu < first_rating(puzzle).mu
    assert solving.standing(hall, solver, "cartes").rating == NEW
    solving.answer(hall, solver, elsewhere, right(elsewhere))
    assert solving.standing(hall, solver, "romains").solved == 1
    assert solving.standing(hall, solver, "cartes").solved == 1


def test_what_cannot_be_done_there_is_not_kept(hall: Hall, solver: str) -> None:
    puzzle = shipped("romains")[2]
    for move, error in (("fly to the moon", BadNotation), ("jostle 6", IllegalAction)):
        with pytest.raises((error, BadNotation)):
            solving.answer(hall, solver, puzzle, move)
    assert solving.answers(hall, solver, "romains") == {}
    assert solving.rating_of(hall, puzzle) == first_rating(puzzle)


def test_the_next_was_not_tried(hall: Hall, solver: str) -> None:
    seen: set[str] = set()
    for _ in range(5):
        puzzle = solving.next_puzzle(hall, solver, "romains")
        assert puzzle is not None
        assert puzzle.id not in seen
        seen.add(puzzle.id)
        solving.answer(hall, solver, puzzle, right(puzzle))
    stranger = solving.next_puzzle(hall, None, "romains")
    assert stranger is not None


def test_answers_to_puzzles_that_are_gone_still_count(hall: Hall, solver: str) -> None:
    """A new version may have others: what somebody has achieved stays, and nobody stumbles over it."""
    puzzle = shipped("romains")[5]
    gone = replace(puzzle, id="0123456789ab")
    rating = solving.answer(hall, solver, gone, right(puzzle)).solver
    standing = solving.standing(hall, solver, "romains")
    assert (standing.rating, standing.tried, standing.solved) == (rating, 1, 1)
    assert list(solving.answers(hall, solver, "romains")) == [gone.id]
    assert solving.next_puzzle(hall, solver, "romains") in shipped("romains")
    assert solving.answer(hall, solver, puzzle, wrong(puzzle)).counted


@pytest.mark.every_store
def test_two_processes_that_hear_the_same_answer_count_it_once(open_one: OpenHall) -> None:
    halls = [open_one() for _ in range(2)]
    me = visitors.arrive(halls[0], "Maestria").visitor.id
    puzzle = shipped("romains")[3]
    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(lambda n: solving.answer(halls[n % 2], me, puzzle, right(puzzle)), range(8)))
    assert sum(outcome.counted for outcome in outcomes) == 1
    assert solving.standing(halls[1], me, "romains").tried == 1


@pytest.mark.every_store
def test_a_store_of_before_learns_of_puzzles(hall: Hall, solver: str) -> None:
    with hall.store.writing() as connection:
        command.downgrade(migrate.config(connection), "0008")
        assert not sa.inspect(connection).has_table("answers")
        migrate.upgrade(connection)
    puzzle = shipped("romains")[4]
    assert solving.answer(hall, solver, puzzle, right(puzzle)).counted
    with hall.store.reading() as connection:
        for table in (schema.answers, schema.solvers, schema.puzzles):
            columns = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
            assert columns == set(table.c.keys())
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() == 1
