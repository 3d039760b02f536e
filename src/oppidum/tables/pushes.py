"""Browsers that a visitor has asked to be called on, and whom there is reason to call."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import sqlalchemy as sa

from oppidum.tables.errors import NoSuchTable
from oppidum.tables.hall import Hall
from oppidum.tables.schema import pushes
from oppidum.tables.table import Table

MOST = 8  # browsers of one visitor; the oldest go first


@dataclass(frozen=True)
class Push:
    """A browser, where it is called, and how: see RFC 8030 and RFC 8291."""

    visitor: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    house: str


@dataclass(frozen=True)
class Call:
    """A visitor who owes a decision and has not seen it yet."""

    visitor: str
    code: str
    game: str
    question: int  # the version of the table with which it was asked
    since: float


def hash_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def subscribe(hall: Hall, push: Push) -> None:
    """Call this browser from now on. Whoever uses it now is who is called."""
    values = {name: getattr(push, name) for name in ("endpoint", "p256dh", "auth", "language", "house")}

    def work(connection: sa.Connection) -> None:
        row = {"visitor_id": push.visitor, "created": hall.now(), **values}
        hall.store.upsert(connection, pushes, {"hash": hash_of(push.endpoint)}, **row)
        mine = sa.select(pushes.c.hash).where(pushes.c.visitor_id == push.visitor)
        old = connection.execute(mine.order_by(pushes.c.created.desc()).offset(MOST)).scalars().all()
        connection.execute(sa.delete(pushes).where(pushes.c.hash.in_(old)))

    hall.write_people(work)


def end(hall: Hall, endpoint: str) -> None:
    """Never call this browser again: its visitor, or its push service, has said so."""
    gone = sa.delete(pushes).where(pushes.c.hash == hash_of(endpoint))
    hall.write_people(lambda connection: connection.execute(gone))


def of(hall: Hall, visitor: str) -> tuple[Push, ...]:
    def look_up() -> tuple[Push, ...]:
        with hall.store.reading() as connection:
            rows = connection.execute(sa.select(pushes).where(pushes.c.visitor_id == visitor)).all()
        return tuple(Push(r.visitor_id, r.endpoint, r.p256dh, r.auth, r.language, r.house) for r in rows)

    return hall.people.remember(("pushes", visitor), look_up)


def unanswered(hall: Hall, code: str) -> list[Call]:
    """Who keeps this table waiting without knowing it. Nobody on a shared screen: they are all there."""
    try:
        table = hall.look(code)
    except NoSuchTable:
        return []
    if table.status != "playing" or table.settings.same_device:
        return []
    seen = hall.presence.at(table.id).looked
    known = {visitor: looked.version for visitor, looked in seen.items()}
    return [call for call in asked(table) if known.get(call.visitor, 0) < call.question]


def asked(table: Table) -> list[Call]:
    return [
        Call(chair.visitor, table.code, table.settings.game, question.seq, question.time)
        for seat, question in sorted(table.questions.items())
        if (chair := table.chairs[seat]).visitor and chair.level is None
    ]
