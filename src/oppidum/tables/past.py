"""The past of one visitor: all their games that are over. Nobody else gets to see this list."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from oppidum import games as all_games
from oppidum.analysis.report import FORMAT
from oppidum.kernel.errors import BadRecord
from oppidum.kernel.record import Record
from oppidum.tables.errors import NoSuchTable
from oppidum.tables.hall import Hall
from oppidum.tables.host import fresh
from oppidum.tables.replay import given_out
from oppidum.tables.schema import analyses, finished, seats, tables


class Sitter(NamedTuple):
    """Who sat at a table."""

    name: str
    visitor: str | None
    bot: str | None  # its level


@dataclass(frozen=True)
class Played:
    """A game that is over, with the eyes of one who played it."""

    code: str
    game: str
    ended: float
    moves: int
    sitters: tuple[Sitter, ...]
    mine: tuple[int, ...]  # seats
    points: tuple[int, ...]  # none without a result
    winners: tuple[int, ...]
    played_on: bool  # from a moment of another game, whose cards were known
    challenge: str | None  # with the cards of somebody else

    @property
    def abandoned(self) -> bool:
        """Without a result."""
        return not self.points

    @property
    def counts(self) -> bool:
        """Whether it says anything about the visitor: one seat, a result, and cards that nobody knew."""
        return len(self.mine) == 1 and bool(self.points) and not self.played_on

    @property
    def won(self) -> bool:
        return any(seat in self.winners for seat in self.mine)

    @property
    def share(self) -> float:
        """Of the victory."""
        return 1 / len(self.winners) if self.won else 0.0

    @property
    def own_points(self) -> int:
        return self.points[self.mine[0]]


def games(hall: Hall, visitor: str) -> list[Played]:
    """Newest first. Tables that never started are left out, and those of games that are not here any more."""
    sat = sa.select(seats.c.table_id).where(seats.c.visitor_id == visitor)
    ended = (
        sa.select(
            tables.c.id,
            tables.c.code,
            tables.c.game,
            tables.c.moves,
            tables.c.origin,
            tables.c.challenge,
            finished.c.ended,
            finished.c.points,
            finished.c.winners,
        )
        .join(finished, finished.c.table_id == tables.c.id)
        .where(tables.c.id.in_(sat), sa.or_(tables.c.moves > 0, finished.c.abandoned.is_(False)))
        .where(tables.c.game.in_(all_games.catalogue()))
        .order_by(finished.c.ended.desc(), tables.c.id.desc())
    )
    chairs = (
        sa.select(seats.c.table_id, seats.c.name, seats.c.visitor_id, seats.c.bot)
        .where(seats.c.table_id.in_(sat))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    sitting: dict[int, list[Sitter]] = {}
    with hall.store.reading() as connection:
        for table_id, name, who, bot in connection.execute(chairs):
            sitting.setdefault(table_id, []).append(Sitter(name, who, bot))
        rows = connection.execute(ended).all()
    return [
        Played(
            code=row.code,
            game=row.game,
            ended=row.ended,
            moves=row.moves,
            sitters=tuple(sitting[row.id]),
            mine=tuple(seat for seat, who in enumerate(sitting[row.id]) if who.visitor == visitor),
            points=tuple(row.points),
            winners=tuple(row.winners),
            played_on=row.origin is not None and row.challenge is None,
            challenge=row.challenge,
        )
        for row in rows
    ]


class Judged(NamedTuple):
    """What an analysis says of the visitor's seat."""

    accuracy: float | None  # none: nothing there was to be judged
    luck: float  # of a victory


class Part(msgspec.Struct):
    """Of an account in a stored analysis: what is wanted here."""

    accuracy: float | None
    luck: float


class Parts(msgspec.Struct):
    accounts: list[Part]


def judged(hall: Hall, some: Sequence[Played]) -> dict[str, Judged]:
    """Of those games that were analysed, by their codes; only where the visitor had one seat."""
    mine = {played.code: played.mine[0] for played in some if len(played.mine) == 1}
    wanted = (
        sa.select(tables.c.code, analyses.c.result)
        .join(analyses, analyses.c.table_id == tables.c.id)
        .where(tables.c.code.in_(mine), analyses.c.format == FORMAT, analyses.c.result.is_not(None))
    )
    with hall.store.reading() as connection:
        rows = connection.execute(wanted).all()
    found: dict[str, Judged] = {}
    for code, result in rows:
        part = msgspec.json.decode(result, type=Parts).accounts[mine[code]]
        found[code] = Judged(part.accuracy, part.luck)
    return found


def records(hall: Hall, visitor: str) -> Iterator[Record]:
    """The records of all of them that have a result, oldest first, one after the other.

    A game that was deleted meanwhile, or that these rules cannot play again, is left out.
    """
    for played in reversed(games(hall, visitor)):
        with contextlib.suppress(NoSuchTable, BadRecord):
            if not played.abandoned:
                yield given_out(hall, fresh(hall, played.code))
