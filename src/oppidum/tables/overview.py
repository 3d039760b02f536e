"""Which tables there are for a visitor."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from oppidum import games
from oppidum.kernel.errors import BadRecord, NoSuchGame
from oppidum.tables import deadlines, visitors
from oppidum.tables.errors import NoSuchTable
from oppidum.tables.hall import Hall
from oppidum.tables.listing import in_the_lobby
from oppidum.tables.model import Settings, Status
from oppidum.tables.presence import ABSENT_AFTER
from oppidum.tables.schema import finished as ended_games
from oppidum.tables.schema import seats, tables
from oppidum.tables.table import Table

MOST = 200


@dataclass(frozen=True)
class Listed:
    """An open, listed table with a free seat."""

    code: str
    game: str
    settings: Settings
    host: str  # name
    taken: tuple[str, ...]  # names, bots included
    free: int
    opened: float


@dataclass(frozen=True)
class Running:
    """A table of mine that is not over."""

    code: str
    game: str
    status: Status
    seats: tuple[str, ...]  # names
    my_seats: tuple[int, ...]
    my_turn: bool
    waiting: tuple[int, ...]
    moves: int
    seen: int  # the version that I had seen last: pass it to `looking.history(since=…)`
    version: int
    updated: float
    deadline: float | None  # the first of my clocks to run out


@dataclass(frozen=True)
class Finished:
    """A game of mine that is over."""

    code: str
    game: str
    seats: tuple[str, ...]
    my_seats: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    ended: float
    abandoned: bool  # without a result: points are empty


def listed(hall: Hall, *, game: str | None = None, limit: int = 50) -> list[Listed]:
    """Those whose host is there first; of each neighbourhood the newest, then of each the one before it, and
    so on: whoever opens many tables pushes nobody else's out."""
    newest = tables.c.opened.desc()
    neighbours = sa.func.coalesce(tables.c.listed_from, tables.c.host)
    nth = sa.func.row_number().over(partition_by=neighbours, order_by=newest)
    wanted = sa.select(tables.c.code).where(in_the_lobby(hall.now()))
    if game is not None:
        wanted = wanted.where(tables.c.game == game)
    with hall.store.reading() as connection:
        codes = connection.execute(wanted.order_by(nth, newest).limit(MOST)).scalars().all()
    candidates = [table for code in codes if (table := readable(hall, code))]
    if len(candidates) > limit:
        candidates.sort(key=lambda table: not host_is_there(hall, table))
    found: list[Listed] = []
    for table in candidates[:limit]:
        taken = tuple(chair.name for chair in table.chairs if chair.taken)
        free = len(table.chairs) - len(taken)
        if table.status == "open" and free:
            found.append(
                Listed(
                    table.code,
                    table.settings.game,
                    table.settings,
                    table.host_name,
                    taken,
                    free,
                    table.opened,
                )
            )
    return found


def host_is_there(hall: Hall, table: Table) -> bool:
    heard = hall.presence.last_heard(table).get(table.host, table.opened)
    return hall.now() - heard < ABSENT_AFTER


def running(hall: Hall, visitor: str) -> list[Running]:
    """Those that wait for me first, then the newest."""
    codes = visitors.unfinished(hall, visitor)
    last_seen = hall.presence.seen_by(visitor)
    tables = (readable(hall, code) for code in codes)
    found = [one_running(table, visitor, last_seen) for table in tables if table]
    return sorted(found, key=lambda table: (not table.my_turn, -table.updated))


def readable(hall: Hall, code: str) -> Table | None:
    """None if it was deleted meanwhile, or cannot be played (again): that must not hide the others."""
    try:
        table = hall.look(code)
        games.about(table.settings.game)
    except (NoSuchTable, NoSuchGame, BadRecord):
        return None
    return table


def one_running(table: Table, visitor: str, last_seen: dict[int, int]) -> Running:
    mine = table.seats_of(visitor)
    asked = [seat for seat in mine if seat in table.questions and table.chairs[seat].level is None]
    clocks = [deadlines.clock_due(table, seat) for seat in asked]
    return Running(
        code=table.code,
        game=table.settings.game,
        status=table.status,
        seats=table.names(),
        my_seats=mine,
        my_turn=bool(asked),
        waiting=tuple(sorted(table.questions)),
        moves=table.moves,
        seen=last_seen.get(table.id, 0),
        version=table.version,
        updated=table.updated,
        deadline=min((due for due in clocks if due is not None), default=None),
    )


def finished(hall: Hall, visitor: str, *, limit: int = 50, before: float | None = None) -> list[Finished]:
    """Newest first; `before` an `ended` time for the next page.

    Tables that never started are left out, and those of games that are not here any more.
    """
    mine = sa.select(seats.c.table_id).where(seats.c.visitor_id == visitor)
    wanted = (
        sa.select(tables.c.id, tables.c.code, tables.c.game, tables.c.moves, ended_games)
        .join(ended_games, ended_games.c.table_id == tables.c.id)
        .where(tables.c.id.in_(mine), sa.or_(tables.c.moves > 0, ended_games.c.abandoned.is_(False)))
        .where(tables.c.game.in_(games.catalogue()))
        .order_by(ended_games.c.ended.desc())
        .limit(min(limit, MOST))
    )
    if before is not None:
        wanted = wanted.where(ended_games.c.ended < before)
    with hall.store.reading() as connection:
        rows = connection.execute(wanted).all()
        chairs = connection.execute(
            sa.select(seats).where(seats.c.table_id.in_([row.id for row in rows])).order_by(seats.c.seat)
        ).all()
    return [
        Finished(
            code=row.code,
            game=row.game,
            seats=tuple(c.name for c in chairs if c.table_id == row.id),
            my_seats=tuple(c.seat for c in chairs if c.table_id == row.id and c.visitor_id == visitor),
            points=tuple(row.points),
            winners=tuple(row.winners),
            moves=row.moves,
            ended=row.ended,
            abandoned=row.abandoned,
        )
        for row in rows
    ]


def mark_seen(hall: Hall, code: str, visitor: str, version: int) -> None:
    """The visitor is here and has seen this version. Writes nothing now; nothing for guests."""
    table = hall.look(code, at_least=version)
    if table.seats_of(visitor) or table.host == visitor:
        hall.presence.mark(table, visitor, version)
