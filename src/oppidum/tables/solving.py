"""Puzzles and who solves them: a visitor's first answer to a puzzle counts, for the ratings of both."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from oppidum.puzzles.collection import Puzzle
from oppidum.puzzles.next_puzzle import next_for
from oppidum.puzzles.posing import pose
from oppidum.puzzles.ratings import NEW, Rating, after, first_rating
from oppidum.tables.hall import Hall
from oppidum.tables.schema import answers as given
from oppidum.tables.schema import puzzles, solvers


@dataclass(frozen=True)
class Answer:
    """What somebody answered first."""

    puzzle: str
    move: str
    right: bool
    time: float
    points: int  # the solver's rating after it


@dataclass(frozen=True)
class Standing:
    """A visitor at the puzzles of one game."""

    rating: Rating
    tried: int
    solved: int


@dataclass(frozen=True)
class Outcome:
    """What came of an answer."""

    right: bool
    counted: bool  # it was the first
    before: Rating
    solver: Rating
    puzzle: Rating


def standing(hall: Hall, visitor: str | None, game: str) -> Standing:
    if visitor is None:
        return Standing(NEW, 0, 0)
    mine = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(sa.cast(given.c.right, sa.Integer)), 0))
    with hall.store.reading() as connection:
        rating = rating_of_solver(connection, visitor, game)
        tried, solved = connection.execute(
            mine.where(given.c.visitor_id == visitor, given.c.game == game)
        ).one()
    return Standing(rating, tried, solved)


def answers(hall: Hall, visitor: str | None, game: str) -> dict[str, Answer]:
    """By the puzzle's id, the oldest first."""
    if visitor is None:
        return {}
    mine = sa.select(given).where(given.c.visitor_id == visitor, given.c.game == game)
    with hall.store.reading() as connection:
        rows = connection.execute(mine.order_by(given.c.time, given.c.puzzle)).all()
    return {
        row.puzzle: Answer(row.puzzle, row.move, row.right, row.time, Rating(row.mu, 0.0).points)
        for row in rows
    }


def rating_of(hall: Hall, puzzle: Puzzle) -> Rating:
    with hall.store.reading() as connection:
        return rating_of_puzzle(connection, puzzle)


def next_puzzle(hall: Hall, visitor: str | None, game: str) -> Puzzle | None:
    """About as hard as the visitor is good; none when all have been tried."""
    with hall.store.reading() as connection:
        rows = connection.execute(sa.select(puzzles)).all()
    ratings = {row.puzzle: Rating(row.mu, row.sigma) for row in rows}
    solver = standing(hall, visitor, game).rating
    return next_for(game, solver, ratings, answers(hall, visitor, game).keys())


def answer(hall: Hall, visitor: str, puzzle: Puzzle, move: str) -> Outcome:
    """Raises BadNotation or IllegalAction where it cannot be done there; then nothing is kept."""
    move = pose(puzzle).spelt(move)
    right = puzzle.is_right(move)

    def work(connection: sa.Connection) -> Outcome:
        solver = rating_of_solver(connection, visitor, puzzle.game)
        asked = rating_of_puzzle(connection, puzzle)
        now, then = after(solver, asked, right)
        key = {"visitor_id": visitor, "puzzle": puzzle.id}
        row = {"game": puzzle.game, "move": move, "right": right, "mu": now.mu, "time": hall.now()}
        if not hall.store.insert_once(connection, given, **key, **row):
            return Outcome(right, counted=False, before=solver, solver=solver, puzzle=asked)
        mine = {"visitor_id": visitor, "game": puzzle.game}
        hall.store.upsert(connection, solvers, mine, mu=now.mu, sigma=now.sigma)
        hall.store.upsert(connection, puzzles, {"puzzle": puzzle.id}, mu=then.mu, sigma=then.sigma)
        return Outcome(right, counted=True, before=solver, solver=now, puzzle=then)

    return hall.write(work)


def rating_of_solver(connection: sa.Connection, visitor: str, game: str) -> Rating:
    mine = sa.select(solvers.c.mu, solvers.c.sigma).where(
        solvers.c.visitor_id == visitor, solvers.c.game == game
    )
    row = connection.execute(mine).first()
    return Rating(row.mu, row.sigma) if row else NEW


def rating_of_puzzle(connection: sa.Connection, puzzle: Puzzle) -> Rating:
    found = sa.select(puzzles.c.mu, puzzles.c.sigma).where(puzzles.c.puzzle == puzzle.id)
    row = connection.execute(found.with_for_update()).first()  # of two who answer at once neither is lost
    return Rating(row.mu, row.sigma) if row else first_rating(puzzle)
