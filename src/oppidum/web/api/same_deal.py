"""The same deal: my cards for somebody else, and both games side by side."""

from __future__ import annotations

from typing import Annotated

from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from oppidum.kernel.meaning import meaning
from oppidum.tables import same_deal
from oppidum.tables.side_by_side import Comparison, Turn
from oppidum.web.api import calls
from oppidum.web.api.caller import Calling
from oppidum.web.api.deeds import MaybeSeat
from oppidum.web.api.fields import Code as TableCode
from oppidum.web.api.fields import GameId, SeatNumber
from oppidum.web.api.seats import index
from oppidum.web.api.shapes import Opened
from oppidum.web.api.tables import Code, opened

ChallengeCode = Annotated[str, meaning("The code of the challenge: who knows it can play these cards.")]
Points = Annotated[int | None, meaning("Points at that seat; none: not over, or without a result.")]
Won = Annotated[bool, meaning("Whether that seat has won.")]
AtLink = Annotated[str, PathParameter(max_length=80, description="The code of the challenge.")]
Played = Annotated[str, PathParameter(max_length=80, description="The code of the table where it was tried.")]


class NewChallenge(Struct):
    """A link that deals the caller's cards to others."""

    code: ChallengeCode


class TryShape(Struct):
    """Somebody's game with these cards."""

    code: TableCode
    name: Annotated[str, meaning("Of who plays it.")]
    status: Annotated[str, meaning("Playing, over, or abandoned: without a result.")]
    points: Points
    won: Won


class ChallengeShape(Struct):
    """Cards of a finished game that others can try, as the caller may see it."""

    code: ChallengeCode
    game: GameId
    name: Annotated[str, meaning("Of the challenger.")]
    seat: SeatNumber
    levels: Annotated[list[str], meaning("The bots at the other seats, in their order.")]
    mine: Annotated[bool, meaning("It is the caller's own.")]
    knows: Annotated[bool, meaning("The caller has played with these cards, and is not dealt them again.")]
    played: Annotated[
        TryShape | None, meaning("The challenger's game, for the challenger and for who has finished a try.")
    ]
    tried: Annotated[TryShape | None, meaning("The caller's own try.")]
    tries: Annotated[list[TryShape], meaning("Everybody's tries, oldest first; for the challenger alone.")]


class TurnShape(Struct):
    """A decision of the seat in one of the games."""

    step: Annotated[int, meaning("Which step of its game it is, counted from 1.")]
    words: Annotated[str, meaning("The decision in the game's notation.")]
    points: Annotated[int, meaning("The seat's points when it is asked again, or at the end.")]


class PairShape(Struct):
    """The same decision of the seat in both games, by its number."""

    first: Annotated[TurnShape | None, meaning("In the challenger's game; none: it was over by then.")]
    second: Annotated[TurnShape | None, meaning("In the other game; none: it was over by then.")]


class PartingShape(Struct):
    """The first decision that is not the same in both games."""

    seat: SeatNumber
    first: Annotated[int, meaning("Which step of the challenger's game it is.")]
    second: Annotated[int, meaning("Which step of the other game it is.")]


class ComparisonShape(Struct):
    """Two games with the same cards."""

    first: Annotated[str, meaning("The code of the challenger's table.")]
    second: Annotated[str, meaning("The code of the other table.")]
    seat: SeatNumber
    points: Annotated[list[int], meaning("Of the seat, in both games.")]
    won: Annotated[list[bool], meaning("Whether the seat has won, in both games.")]
    parting: Annotated[PartingShape | None, meaning("Where they parted; none: they are the same.")]
    turns: Annotated[list[PairShape], meaning("The decisions of the seat, side by side.")]


def try_shape(found: same_deal.Try) -> TryShape:
    return TryShape(found.code, found.name, found.status, found.points, found.won)


def turn_shape(turn: Turn | None) -> TurnShape | None:
    return TurnShape(turn.step, turn.words, turn.points) if turn else None


def comparison_shape(codes: tuple[str, str], found: Comparison) -> ComparisonShape:
    seat, parting = found.seat, found.parting
    return ComparisonShape(
        *codes,
        seat=seat + 1,
        points=[standing.points[seat] for standing in found.standings],
        won=[seat in standing.winners for standing in found.standings],
        parting=PartingShape(parting.seat + 1, *parting.steps) if parting else None,
        turns=[PairShape(turn_shape(one), turn_shape(other)) for one, other in found.turns],
    )


@calls.deed("/tables/{code:str}/challenge", summary="A link that deals my cards of a finished game to others")
def challenge(caller: Calling, code: Code, data: JSONBody[MaybeSeat]) -> NewChallenge:
    return NewChallenge(same_deal.challenge(caller.hall, code, caller.me, index(data.seat)))


@calls.get("/challenges/{challenge:str}", summary="A challenge, as I may see it")
def show(caller: Calling, challenge: AtLink) -> ChallengeShape:
    found = same_deal.look(caller.hall, challenge, caller.id)
    return ChallengeShape(
        code=found.code,
        game=found.game,
        name=found.name,
        seat=found.seat + 1,
        levels=list(found.levels),
        mine=found.mine,
        knows=found.knows,
        played=try_shape(found.played) if found.played else None,
        tried=try_shape(found.tried) if found.tried else None,
        tries=[try_shape(each) for each in found.tries],
    )


@calls.post("/challenges/{challenge:str}/play", summary="Play with these cards, once")
def accept(caller: Calling, challenge: AtLink) -> Opened:
    me = caller.me
    caller.begin()
    return opened(caller, same_deal.accept(caller.hall, challenge, me))


@calls.get("/challenges/{challenge:str}/tries/{played:str}", summary="The two games, side by side")
def compare(caller: Calling, challenge: AtLink, played: Played) -> ComparisonShape:
    found = same_deal.compare(caller.hall, challenge, played, caller.me)
    return comparison_shape(found.codes, found.games)


handlers = [challenge, show, accept, compare]
