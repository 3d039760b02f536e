"""One's own past: figures, and the records of all games."""

from __future__ import annotations

from typing import Annotated

from litestar.response import Stream
from msgspec import Struct

from oppidum.kernel.meaning import meaning
from oppidum.tables import past, track_record
from oppidum.web.api import calls
from oppidum.web.api.caller import Calling
from oppidum.web.api.fields import GameId
from oppidum.web.pages.your_games import record_file


class AtGame(Struct):
    """The caller's record at one game."""

    game: GameId
    games: Annotated[int, meaning("Games that count: one seat, a result, and unknown cards.")]
    won: Annotated[int, meaning("How many of them the caller has won, alone or with others.")]
    streak: Annotated[int, meaning("Victories in a row up to now.")]
    longest: Annotated[int, meaning("The most victories in a row.")]
    best: Annotated[int, meaning("The most points.")]
    best_code: Annotated[str, meaning("The table where they were made.")]
    mean: Annotated[float, meaning("Points on average.")]


class AgainstShape(Struct):
    """Games with one person, or with bots of one level."""

    name: Annotated[str, meaning("The person's latest name, or the bot's level.")]
    bot: Annotated[bool, meaning("Whether it is a bot.")]
    games: Annotated[int, meaning("How many games with them.")]
    won: Annotated[int, meaning("How many of these the caller has won.")]
    lost: Annotated[int, meaning("How many of these they have won.")]


class PastShape(Struct):
    """What the caller's games say."""

    games: Annotated[list[AtGame], meaning("By game; the one that was played most first.")]
    against: Annotated[list[AgainstShape], meaning("By opponent: people first, then bots.")]


@calls.get("/me/form", summary="What my games that are over say, by game and by opponent")
def my_form(caller: Calling) -> PastShape:
    played = past.games(caller.hall, caller.me)
    return PastShape(
        [
            AtGame(
                of.game, of.games, of.won, of.streak, of.longest, of.best.own_points, of.best.code, of.mean
            )
            for of in track_record.by_game(played)
        ],
        [
            AgainstShape(other.name, other.bot is not None, other.games, other.won, other.lost)
            for other in track_record.against(played)
        ],
    )


@calls.get("/me/records", summary="The records of all my games that have a result, one a line, oldest first")
def my_records(caller: Calling) -> Stream:
    me = caller.me
    caller.think()
    return record_file(caller.hall, me)


handlers = [my_form, my_records]
