"""The lobby: tables that wait for anybody. An identity costs nothing, an address does: so many of each
neighbourhood, and none that its host has given up."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from oppidum.tables.schema import seen, tables

GIVEN_UP_AFTER = 3600.0  # seconds without anything happening there, and without its host looking


@dataclass(frozen=True)
class Neighbours:
    """Those who come from the same place as a host. Their name never changes, and tells of no place."""

    name: str
    most: int  # tables in the lobby at a time

    def have_room(self, connection: sa.Connection, now: float) -> bool:
        theirs = sa.select(sa.func.count()).select_from(tables)
        theirs = theirs.where(in_the_lobby(now), tables.c.listed_from == self.name)
        return connection.execute(theirs).scalar_one() < self.most


def in_the_lobby(now: float) -> sa.ColumnElement[bool]:
    """Whose host comes back after a while is there again."""
    late = now - GIVEN_UP_AFTER
    host = (seen.c.table_id == tables.c.id, seen.c.visitor_id == tables.c.host, seen.c.time > late)
    waits = sa.or_(tables.c.updated > late, sa.exists().where(*host))
    return sa.and_(tables.c.status == "open", tables.c.listed, waits)
