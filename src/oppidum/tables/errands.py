"""What the house does in the background, one thing after the other.

What was asked for stands in the store, so that one may leave and come back, and whoever starts next goes on
with what was left undone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from oppidum.tables.hall import Hall

SILENT = 30.0  # seconds without a word: whoever worked on it has died
State = Literal["none", "waiting", "done", "failed"]


@dataclass(frozen=True)
class Errands:
    """All of one kind, as they stand in the store: each has a key and is done once."""

    rows: sa.Table
    format: str  # of what they bring; one of a former version is done again

    @property
    def key(self) -> sa.Column[Any]:
        return next(iter(self.rows.primary_key))

    def row(self, hall: Hall, key: object) -> sa.Row[Any] | None:
        with hall.store.reading() as connection:
            row = connection.execute(sa.select(self.rows).where(self.key == key)).first()
        return row if row is not None and row.format == self.format else None

    def ask(self, hall: Hall, key: object, **values: object) -> None:
        """Have it done, from the beginning."""
        fresh = {"format": self.format, "asked": hall.now(), "heard": 0.0, "progress": 0.0}
        empty = {"failed": False, "result": None}
        whole = {**fresh, **empty, **values}
        hall.write(lambda connection: hall.store.upsert(connection, self.rows, {self.key.name: key}, **whole))
        if hall.analyst:
            hall.analyst.wake()

    def claim(self, hall: Hall) -> sa.Row[Any] | None:
        """The oldest that nobody works on; from now on we do."""
        rows = self.rows.c
        free = (
            sa.select(self.rows)
            .where(rows.result.is_(None), rows.failed.is_(False), rows.format == self.format)
            .where(rows.heard < hall.now() - SILENT)
            .order_by(rows.asked)
            .limit(1)
        )
        with hall.store.reading() as connection:
            row = connection.execute(free).first()
        if row is None:
            return None
        key = getattr(row, self.key.name)
        ours = sa.update(self.rows).where(self.key == key, rows.heard == row.heard)
        claimed = hall.write(lambda connection: connection.execute(ours.values(heard=hall.now())).rowcount)
        return row if claimed else None

    def note(self, hall: Hall, key: object, **values: object) -> None:
        change = sa.update(self.rows).where(self.key == key).values(**values)
        hall.write(lambda connection: connection.execute(change))


def state_of(row: sa.Row[Any] | None) -> State:
    if row is None:
        return "none"
    if row.result is not None:
        return "done"
    return "failed" if row.failed else "waiting"


@dataclass(frozen=True)
class Errand:
    """One that is ours to do, by a process of this module, which brings something of this shape."""

    kind: Errands
    key: object
    module: str
    task: msgspec.Struct
    brings: type[msgspec.Struct]
