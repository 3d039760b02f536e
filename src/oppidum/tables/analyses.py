"""Analyses of finished games: asked for once, made in the background, kept with the game.

Nothing of a running game is ever analysed. What was asked for stands in the store, so that one may leave and
come back, and whoever starts next goes on with what was left undone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
import sqlalchemy as sa

from oppidum.analysis.course import Course
from oppidum.analysis.job import Job
from oppidum.analysis.report import FORMAT, Analysis
from oppidum.kernel.editions import content
from oppidum.tables.errors import NotNow
from oppidum.tables.hall import Hall
from oppidum.tables.replay import record_of
from oppidum.tables.schema import analyses
from oppidum.tables.table import Table

SILENT = 30.0  # seconds without a word: whoever worked on it has died
State = Literal["none", "waiting", "done", "failed"]


@dataclass(frozen=True)
class Found:
    """What there is of a game's analysis."""

    state: State
    progress: float = 0.0
    analysis: Analysis | None = None


def finished(hall: Hall, code: str) -> Table:
    """The whole table, if its game has been played to the end. NotNow otherwise."""
    table = hall.whole(code)
    if table.status != "over":
        raise NotNow("A game is analysed when it is over.")
    return table


def find(hall: Hall, code: str) -> Found:
    """Raises NotNow while the game goes on."""
    table = finished(hall, code)
    with hall.store.reading() as connection:
        row = connection.execute(sa.select(analyses).where(analyses.c.table_id == table.id)).first()
    if row is None or row.format != FORMAT:  # one of a former version is made again
        return Found("none")
    if row.result is not None:
        return Found("done", 1.0, msgspec.json.decode(row.result, type=Analysis))
    return Found("failed") if row.failed else Found("waiting", row.progress)


def ask(hall: Hall, code: str) -> Found:
    """Have the game analysed, unless it is or will be. Raises NotNow while it goes on."""
    found = find(hall, code)
    if found.state in ("done", "waiting"):
        return found
    table = finished(hall, code)
    fresh = {"format": FORMAT, "asked": hall.now(), "heard": 0.0, "progress": 0.0}
    empty = {"failed": False, "result": None}
    hall.write(
        lambda connection: hall.store.upsert(connection, analyses, {"table_id": table.id}, **fresh, **empty)
    )
    if hall.analyst:
        hall.analyst.wake()
    return Found("waiting")


def course(hall: Hall, code: str) -> Course:
    """The finished game, for who tells of its analysis."""
    table = finished(hall, code)
    assert table.edition is not None
    return Course(
        game=table.game,
        edition=table.edition,
        options=table.settings.options,
        revision=table.game.revision_of(table.positions[0]),
        seats=tuple(chair.name for chair in table.chairs),
        positions=list(table.positions),
        decisions=[(decision.seat, decision.action) for decision in table.decisions],
    )


def job_of(table: Table) -> Job:
    assert table.edition is not None
    return Job(record_of(table), content(table.edition.data))


# ---------------------------------------------------------------- for who does the work


@dataclass(frozen=True)
class Claimed:
    table_id: int
    code: str


def claim(hall: Hall) -> Claimed | None:
    """The oldest that nobody works on; from now on we do."""
    from oppidum.tables.schema import tables as rows

    free = (
        sa.select(analyses.c.table_id, analyses.c.heard, rows.c.code)
        .join(rows, rows.c.id == analyses.c.table_id)
        .where(analyses.c.result.is_(None), analyses.c.failed.is_(False), analyses.c.format == FORMAT)
        .where(analyses.c.heard < hall.now() - SILENT)
        .order_by(analyses.c.asked)
        .limit(1)
    )
    with hall.store.reading() as connection:
        row = connection.execute(free).first()
    if row is None:
        return None
    ours = (
        sa.update(analyses)
        .where(analyses.c.table_id == row.table_id, analyses.c.heard == row.heard)
        .values(heard=hall.now())
    )
    claimed = hall.write(lambda connection: connection.execute(ours).rowcount)
    return Claimed(row.table_id, row.code) if claimed else None


def note(hall: Hall, table_id: int, **values: object) -> None:
    change = sa.update(analyses).where(analyses.c.table_id == table_id).values(**values)
    hall.write(lambda connection: connection.execute(change))
