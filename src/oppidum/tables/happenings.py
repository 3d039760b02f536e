"""What happened at a table, as one seat may know it: a small struct for each thing, with its own fields.

What is stored of the same is a fact (`tables.facts`): that says more, and in another form, and stays here.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Struct

from oppidum.kernel.meaning import counted, meaning
from oppidum.tables import facts
from oppidum.tables.facts import TABLE, By, RequestKind
from oppidum.tables.table import Decision, Line, Table


class Happening(Struct, frozen=True, tag_field="kind"):
    """Something that happened at a table."""

    seq: Annotated[int, meaning("Its number among all that happened at the table.")]
    time: Annotated[float, meaning("When, in seconds since 1970.")]
    seat: Annotated[int | None, counted("Whom it is about; none: the table.")]


class TableOpened(Happening, tag="opened", frozen=True):
    """Somebody has opened the table."""


class SatDown(Happening, tag="sat", frozen=True):
    """Somebody has sat down."""

    name: Annotated[str, meaning("What they were called then.")]


class LeftSeat(Happening, tag="left_seat", frozen=True):
    """Somebody has stood up again before the game."""


class SaidReady(Happening, tag="ready", frozen=True):
    """Somebody has said whether the game may start."""

    ready: Annotated[bool, meaning("It may, as far as this seat is concerned.")]


class Played(Happening, frozen=True, kw_only=True):
    """The game went on: it was dealt, or somebody decided."""

    number: int = 0  # of a decision, from 1
    position: Any | None = None  # after it, redacted; none of old ones that told nothing
    undone: bool = False  # taken back since


class GameStarted(Played, tag="started", frozen=True):
    """The cards were dealt."""


class Moved(Played, tag="move", frozen=True, kw_only=True):
    """A decision."""

    by: By
    words: str | None  # of the seat's own decisions, and of all once the game is over


class TookBack(Happening, tag="taken_back", frozen=True):
    """Decisions were taken back."""

    left: Annotated[int, meaning("How many decisions are left.")]


class Asked(Happening, tag="asked", frozen=True):
    """Somebody has asked for something that needs the consent of all persons at the table."""

    what: Annotated[RequestKind, meaning("What was asked for.")]
    of: Annotated[int, counted("The seat that it is about: an absent one, or the one that asks.")]
    left: Annotated[int | None, meaning("Of a take-back: how many decisions would be left.")]
    level: Annotated[str | None, meaning("Of a takeover: the strength of the bot.")]


class Agreed(Happening, tag="agreed", frozen=True):
    """Somebody has agreed to what was asked for."""


class Refused(Happening, tag="refused", frozen=True):
    """Somebody has refused what was asked for, or the one who asked has withdrawn it."""


class Lapsed(Happening, tag="lapsed", frozen=True):
    """What was asked for was not answered in time."""


class WentAway(Happening, tag="away", frozen=True):
    """Somebody has left the running game for a while."""


class CameBack(Happening, tag="came_back", frozen=True):
    """Somebody is back."""


class BotTookOver(Happening, tag="takeover", frozen=True):
    """A bot decides for somebody until they are back."""

    level: Annotated[str, meaning("The strength of the bot.")]


class Resigned(Happening, tag="resigned", frozen=True):
    """Somebody has given up the seat: a bot decides there to the end."""

    level: Annotated[str, meaning("The strength of the bot.")]


class CalledOff(Happening, tag="called_off", frozen=True):
    """The game was ended without a result."""


class GameOver(Happening, tag="over", frozen=True):
    """The game has come to its end."""

    points: Annotated[tuple[int, ...], meaning("The points, by seats.")]
    winners: Annotated[tuple[int, ...], counted("The seats that have won.")]


class RematchOpened(Happening, tag="rematch", frozen=True):
    """They play once more, at another table."""

    code: Annotated[str, meaning("The code of that table.")]


# What is told in the same way outside. (A start and a move have positions, of which only the reading is.)
SameOutside: TypeAlias = (
    TableOpened
    | SatDown
    | LeftSeat
    | SaidReady
    | TookBack
    | Asked
    | Agreed
    | Refused
    | Lapsed
    | WentAway
    | CameBack
    | BotTookOver
    | Resigned
    | CalledOff
    | GameOver
    | RematchOpened
)


def happening(table: Table, line: Line, eyes: int, first: int = 0) -> Happening:
    """A line of the history as that seat may know it; seats are counted from `first`."""
    what, seat = line.what, None if line.what.seat == TABLE else line.what.seat + first
    of = line.seq, line.time, seat
    match what:
        case Decision():  # most are
            words = what.words if may_read(table, what.seat, eyes, line.undone) else None
            position = None if line.position is None else table.game.view(line.position, eyes)
            return Moved(
                *of, number=line.number, by=what.by, words=words, position=position, undone=line.undone
            )
        case facts.Started():
            return GameStarted(*of, position=table.game.view(line.position, eyes))
        case facts.Sat():
            return SatDown(*of, name=what.name)
        case facts.Ready():
            return SaidReady(*of, ready=what.ready)
        case facts.TakenBack():
            return TookBack(*of, left=what.to)
        case facts.Asked():
            left = what.to if what.what == "take_back" else None
            return Asked(*of, what=what.what, of=what.of + first, left=left, level=what.level)
        case facts.Takeover():
            return BotTookOver(*of, level=what.level)
        case facts.Resigned():
            return Resigned(*of, level=what.level)
        case facts.Over():
            return GameOver(*of, points=what.points, winners=tuple(seat + first for seat in what.winners))
        case facts.Rematch():
            return RematchOpened(*of, code=what.code)
        case _:
            return SAYING_NO_MORE[type(what)](*of)


SAYING_NO_MORE: dict[type, type[Happening]] = {
    facts.Opened: TableOpened,
    facts.LeftSeat: LeftSeat,
    facts.Agreed: Agreed,
    facts.Refused: Refused,
    facts.Lapsed: Lapsed,
    facts.Away: WentAway,
    facts.CameBack: CameBack,
    facts.CalledOff: CalledOff,
}


def may_read(table: Table, seat: int, eyes: int, undone: bool = False) -> bool:
    """A decision in words: one's own; everybody's once the game is over, but never what was taken back."""
    return seat == eyes or (table.status == "over" and not undone)
