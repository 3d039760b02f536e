"""Which puzzle next: today's, or one about as hard as its solver is good."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence

from oppidum import games
from oppidum.kernel.errors import BadOption
from oppidum.puzzles.collection import Puzzle, shipped
from oppidum.puzzles.ratings import Rating, first_rating


def games_with_puzzles() -> list[str]:
    return [game_id for game_id in games.catalogue() if shipped(game_id)]


def puzzles_of(game_id: str) -> Sequence[Puzzle]:
    """Those of a game. Raises NoSuchGame, and BadOption where it has none."""
    found = shipped(games.about(game_id).id)
    if not found:
        raise BadOption(f"There are no puzzles for {game_id} yet.")
    return found


def numbered(game_id: str, number: int) -> Puzzle:
    found = puzzles_of(game_id)
    if not 1 <= number <= len(found):
        raise BadOption(f"The puzzles of {game_id} have the numbers 1 to {len(found)}.")
    return found[number - 1]


def today(now: float) -> datetime.date:
    """The day by Greenwich: the same for everybody."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date()


def of_the_day(game_id: str, day: datetime.date) -> Puzzle:
    """The same for everybody who has this version: one after the other, then from the first again."""
    found = puzzles_of(game_id)
    return found[day.toordinal() % len(found)]


def next_for(
    game_id: str, solver: Rating, ratings: Mapping[str, Rating], tried: Collection[str]
) -> Puzzle | None:
    """The puzzle nearest to the solver's rating that was not tried yet; none when all were."""
    left = [puzzle for puzzle in puzzles_of(game_id) if puzzle.id not in tried]

    def distance(puzzle: Puzzle) -> tuple[float, int]:
        return abs((ratings.get(puzzle.id) or first_rating(puzzle)).mu - solver.mu), puzzle.number

    return min(left, key=distance, default=None)
