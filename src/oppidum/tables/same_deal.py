"""The same deal: somebody else gets my cards, at my seat, against the same bots, and we compare.

The link to it has a code of its own: whoever follows it cannot look at the game that they are to beat.
Nothing proves that they have never seen it; but who sat at a table with these cards is not dealt them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from oppidum.kernel.errors import BadOption
from oppidum.tables import seating, what_if
from oppidum.tables.errors import NoSuchChallenge, NoSuchTable, NotAllowed, NotNow, StoreError
from oppidum.tables.hall import CODE, Hall, new_code
from oppidum.tables.model import Settings, Status
from oppidum.tables.schema import challenges, finished, seats, tables
from oppidum.tables.side_by_side import Comparison, Course, compared
from oppidum.tables.table import Table


@dataclass(frozen=True)
class Try:
    """Somebody's game with these cards."""

    code: str
    visitor: str
    name: str
    status: Status
    points: int | None  # at that seat; none: not over, or without a result
    won: bool
    ended: float | None


@dataclass(frozen=True)
class Challenge:
    """As one visitor may see it: the challenger's game only who has played it, or has finished their own."""

    code: str
    game: str
    settings: Settings
    seat: int
    name: str  # of the challenger
    levels: tuple[str, ...]  # of the bots, seat by seat without this one
    mine: bool  # the visitor's own
    knows: bool  # the visitor has played with these cards
    tried: Try | None  # by the visitor
    tries: tuple[Try, ...]  # by everybody, for the challenger alone; oldest first
    played: Try | None  # the challenger's own game


def challenge(hall: Hall, code: str, visitor: str, seat: int | None = None) -> str:
    """The code of the challenge to play a finished game of the visitor's: the same whenever it is asked for.

    `seat`: only where the visitor held several. Raises NotNow, NotAllowed, BadOption.
    """
    table = hall.look(code)
    if table.status != "over":
        raise NotNow("Others can try your cards when the game is over.")
    at = own_seat(table, visitor, seat)
    if table.origin and table.origin.after:
        raise NotNow("This game began in the middle of another one: its cards cannot be dealt anew.")
    wanted = sa.select(challenges.c.code).where(challenges.c.table_id == table.id, challenges.c.seat == at)
    row = {"code": new_code(), "table_id": table.id, "seat": at, "created": hall.now()}

    def find_or_make(connection: sa.Connection) -> str:
        known = connection.execute(wanted).scalar()
        if known is None:
            connection.execute(sa.insert(challenges).values(row))
        return known or str(row["code"])

    try:
        return hall.write(find_or_make)
    except StoreError:
        with hall.store.reading() as connection:
            known = connection.execute(wanted).scalar()
        if known:  # another process was as quick
            return known
        raise


def own_seat(table: Table, visitor: str, seat: int | None) -> int:
    mine = table.seats_of(visitor)
    if not mine:
        raise NotAllowed("You did not sit at this table.")
    if seat is None and len(mine) > 1:
        raise BadOption("You held several seats: say whose cards others shall get.")
    at = next(iter(mine)) if seat is None else seat
    if at not in mine:
        raise NotAllowed("This is not your seat.")
    if table.chairs[at].resigned:
        raise NotAllowed("A bot has played this seat to the end.")
    return at


def look(hall: Hall, code: str, visitor: str | None) -> Challenge:
    """Raises NoSuchChallenge."""
    table, seat = of_code(hall, code)
    mine = visitor is not None and table.chairs[seat].visitor == visitor
    tries = tries_of(hall, code, seat)
    tried = next((each for each in tries if each.visitor == visitor), None)
    settings = what_if.settings(table, seat, played_as_before=True)
    levels = (getattr(each, "level", None) for each in settings.seats)
    return Challenge(
        code=code,
        game=table.settings.game,
        settings=settings,
        seat=seat,
        name=table.chairs[seat].name,
        levels=tuple(level for level in levels if level),
        mine=mine,
        knows=visitor is not None and knows_the_cards(hall, table, visitor),
        tried=tried,
        tries=tries if mine else (),
        played=own_game(table, seat) if mine or (tried and tried.status == "over") else None,
    )


def accept(hall: Hall, code: str, visitor: str) -> str:
    """The code of the visitor's own table with these cards: a new one, or the one they have begun.

    Raises NoSuchChallenge, NotAllowed, TooMany.
    """
    table, seat = of_code(hall, code)
    if begun := begun_by(hall, code, seat, visitor):
        return begun
    try:
        return begin(hall, code, table, seat, visitor)
    except (NotAllowed, StoreError):
        if begun := begun_by(hall, code, seat, visitor):  # two clicks at once: the first counts
            return begun
        raise


def begin(hall: Hall, code: str, table: Table, seat: int, visitor: str) -> str:
    if knows_the_cards(hall, table, visitor):
        raise NotAllowed("You have played with these cards already: somebody else can try them.")
    seating.must_have_room(hall, visitor)
    return hall.create(what_if.beginning(hall, hall.whole(table.code), visitor, 0, seat, code)).code


@dataclass(frozen=True)
class Compared:
    """Two games with the same cards."""

    codes: tuple[str, str]  # of the tables: the challenger's, and the one where it was tried
    games: Comparison


def compare(hall: Hall, code: str, played: str, visitor: str) -> Compared:
    """The challenger's game and another, whose table has the code `played`; for those who played them.

    Raises NoSuchChallenge, NoSuchTable, NotAllowed, NotNow.
    """
    theirs, seat = of_code(hall, code)
    ours = hall.look(played)
    if not ours.origin or ours.origin.challenge != code:
        raise NoSuchTable
    if visitor not in (theirs.chairs[seat].visitor, ours.chairs[seat].visitor):
        raise NotAllowed("Only those who have played the two games may compare them.")
    if ours.status != "over":
        raise NotNow("The games can be compared when both are over.")
    one, other = (Course.at(hall.whole(each)) for each in (theirs.code, played))
    return Compared((theirs.code, played), compared(one, other, seat))


# ---------------------------------------------------------------- what the store knows


def of_code(hall: Hall, code: str) -> tuple[Table, int]:
    """The challenger's table and seat."""
    if not CODE.match(code):
        raise NoSuchChallenge
    wanted = (
        sa.select(tables.c.code, challenges.c.seat)
        .join(tables, tables.c.id == challenges.c.table_id)
        .where(challenges.c.code == code)
    )
    with hall.store.reading() as connection:
        row = connection.execute(wanted).first()
    if row is None:
        raise NoSuchChallenge
    return hall.look(row.code), row.seat


def tries_of(hall: Hall, code: str, seat: int) -> tuple[Try, ...]:
    wanted = (
        sa.select(
            tables.c.code,
            tables.c.status,
            seats.c.visitor_id,
            seats.c.name,
            finished.c.ended,
            finished.c.points,
            finished.c.winners,
        )
        .join(seats, sa.and_(seats.c.table_id == tables.c.id, seats.c.seat == seat))
        .outerjoin(finished, finished.c.table_id == tables.c.id)
        .where(tables.c.challenge == code)
        .order_by(tables.c.id)
    )
    with hall.store.reading() as connection:
        return tuple(one_try(row, seat) for row in connection.execute(wanted))


def one_try(row: Any, seat: int) -> Try:
    return Try(
        code=row.code,
        visitor=row.visitor_id or "",
        name=row.name,
        status=row.status,
        points=row.points[seat] if row.points else None,
        won=seat in (row.winners or ()),
        ended=row.ended,
    )


def own_game(table: Table, seat: int) -> Try:
    """The game that is to be beaten."""
    chair = table.chairs[seat]
    return Try(
        code=table.code,
        visitor=chair.visitor or "",
        name=chair.name,
        status=table.status,
        points=table.points[seat],
        won=seat in table.winners,
        ended=table.ended,
    )


def begun_by(hall: Hall, code: str, seat: int, visitor: str) -> str | None:
    return next((each.code for each in tries_of(hall, code, seat) if each.visitor == visitor), None)


def knows_the_cards(hall: Hall, table: Table, visitor: str) -> bool:
    """Has the visitor sat at a table with these cards?"""
    first = table.origin.first if table.origin else table.code
    sat = (
        sa.select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.visitor_id == visitor, sa.or_(tables.c.code == first, tables.c.origin == first))
        .limit(1)
    )
    with hall.store.reading() as connection:
        return connection.execute(sat).first() is not None
