"""Puzzles: today's, one at the caller's rating, and an answer."""

from __future__ import annotations

from typing import Annotated

from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from oppidum.kernel.errors import BadOption
from oppidum.kernel.meaning import meaning
from oppidum.puzzles.collection import Puzzle
from oppidum.puzzles.next_puzzle import games_with_puzzles, numbered, of_the_day, puzzles_of, today
from oppidum.puzzles.posing import pose
from oppidum.puzzles.ratings import Rating
from oppidum.tables import NotNow, solving
from oppidum.web.api import calls
from oppidum.web.api.caller import Caller, Calling
from oppidum.web.api.fields import FIRST, GameId, SeatNumber, Words
from oppidum.web.api.shapes import SeenShape

Game = Annotated[str, PathParameter(max_length=40, description="A game.")]
Which = Annotated[
    str, PathParameter(max_length=12, description="The number of a puzzle, or `today`, or `next`.")
]
Number = Annotated[int, PathParameter(ge=1, le=1_000_000, description="The number of the puzzle.")]
PuzzleNumber = Annotated[int, meaning("Its number among the puzzles of the game, from 1.")]


class RatingShape(Struct):
    """A rating by OpenSkill, sixty points for each of its own."""

    points: Annotated[int, meaning("The mean; whoever begins stands at 1500.")]
    give_or_take: Annotated[int, meaning("Two standard deviations.")]


class ShelfShape(Struct):
    """The puzzles of one game, and how the caller did there."""

    game: GameId
    count: Annotated[int, meaning("How many there are.")]
    today: Annotated[int, meaning("The number of today's, the same for everybody.")]
    tried: Annotated[int, meaning("How many the caller has answered.")]
    solved: Annotated[int, meaning("How many of these at the first try.")]
    rating: Annotated[RatingShape, meaning("The caller's.")]


class PuzzleShape(Struct):
    """A position in which one decision is clearly the best."""

    game: GameId
    number: PuzzleNumber
    id: Annotated[str, meaning("The same in every version that has the puzzle.")]
    players: Annotated[int, meaning("How many sit at the table.")]
    seat: SeatNumber
    rating: Annotated[RatingShape, meaning("How hard it is.")]
    answered: Annotated[bool, meaning("By the caller: another answer does not count any more.")]
    moves: Annotated[list[str], meaning("Everything that may be done, in the game's notation.")]
    seen: Annotated[SeenShape, meaning("What the seat knew, in the words of the game.")]


class Answering(Struct, forbid_unknown_fields=True):
    """An answer."""

    move: Words


class WorthShape(Struct):
    """Something that could have been done."""

    move: Words
    value: Annotated[float, meaning("The share of the victory that the seat could expect of it.")]
    right: Annotated[bool, meaning("Within the noise of the best.")]


class OutcomeShape(Struct):
    """What came of an answer."""

    move: Words
    right: Annotated[bool, meaning("It is a right answer.")]
    counted: Annotated[bool, meaning("It was the caller's first to this puzzle.")]
    options: Annotated[list[WorthShape], meaning("Everything that could have been done, the best first.")]
    noise: Annotated[float, meaning("Of the difference between the best and the next.")]
    thumb: Annotated[str, meaning("What the rule of thumb does there.")]
    rating: Annotated[RatingShape, meaning("The caller's, after it.")]
    puzzle: Annotated[RatingShape, meaning("The puzzle's, after it.")]


def rating_shape(rating: Rating) -> RatingShape:
    return RatingShape(rating.points, rating.give_or_take)


def find(caller: Caller, game: str, which: str) -> Puzzle:
    puzzles_of(game)
    if which == "today":
        return of_the_day(game, today(caller.hall.now()))
    if which == "next":
        found = solving.next_puzzle(caller.hall, caller.id, game)
        if found is None:
            raise NotNow("You have tried all of them.")
        return found
    if not (which.isascii() and which.isdecimal()):
        raise BadOption("A puzzle is named by its number, or as today or next.")
    return numbered(game, int(which))


@calls.get("/puzzles", summary="The games that have puzzles, today's, and how I did")
def shelves(caller: Calling) -> list[ShelfShape]:
    found: list[ShelfShape] = []
    for game in games_with_puzzles():
        mine = solving.standing(caller.hall, caller.id, game)
        day = of_the_day(game, today(caller.hall.now()))
        rating = rating_shape(mine.rating)
        found.append(ShelfShape(game, len(puzzles_of(game)), day.number, mine.tried, mine.solved, rating))
    return found


@calls.get("/puzzles/{game:str}/{which:str}", summary="A puzzle: by its number, today's, or one at my rating")
def show(caller: Calling, game: Game, which: Which) -> PuzzleShape:
    found = find(caller, game, which)
    posed = pose(found)
    return PuzzleShape(
        game=found.game,
        number=found.number,
        id=found.id,
        players=found.players,
        seat=found.asked.seat,
        rating=rating_shape(solving.rating_of(caller.hall, found)),
        answered=found.id in solving.answers(caller.hall, caller.id, game),
        moves=posed.moves,
        seen=posed.game.read(posed.view, posed.seat, posed.edition, FIRST),
    )


@calls.deed("/puzzles/{game:str}/{number:int}/answer", summary="Answer a puzzle; the first answer counts")
def answer(caller: Calling, game: Game, number: Number, data: JSONBody[Answering]) -> OutcomeShape:
    me = caller.me
    found = numbered(game, number)
    move = pose(found).spelt(data.move)
    outcome = solving.answer(caller.hall, me, found, move)
    asked = found.asked
    return OutcomeShape(
        move=move,
        right=outcome.right,
        counted=outcome.counted,
        options=[WorthShape(each, value, found.is_right(each)) for each, value in asked.values.items()],
        noise=asked.noise,
        thumb=asked.thumb,
        rating=rating_shape(outcome.solver),
        puzzle=rating_shape(outcome.puzzle),
    )


handlers = [shelves, show, answer]
