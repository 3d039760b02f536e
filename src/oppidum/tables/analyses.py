"""Analyses of finished games: asked for once, made in the background, kept with the game.

Nothing of a running game is ever analysed.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from oppidum.analysis.course import Course
from oppidum.analysis.job import Job
from oppidum.analysis.report import FORMAT, Analysis
from oppidum.kernel.editions import content
from oppidum.tables.errands import Errand, Errands, State, state_of
from oppidum.tables.errors import NotNow
from oppidum.tables.hall import Hall
from oppidum.tables.replay import record_of
from oppidum.tables.schema import analyses
from oppidum.tables.schema import tables as all_tables
from oppidum.tables.table import Table

JOB = "oppidum.analysis.job"
ASKED = Errands(analyses, FORMAT)


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
    row = ASKED.row(hall, finished(hall, code).id)
    if row is None or row.result is None:
        return Found(state_of(row), row.progress if row and not row.failed else 0.0)
    return Found("done", 1.0, msgspec.json.decode(row.result, type=Analysis))


def ask(hall: Hall, code: str) -> Found:
    """Have the game analysed, unless it is or will be. Raises NotNow while it goes on."""
    found = find(hall, code)
    if found.state in ("done", "waiting"):
        return found
    ASKED.ask(hall, finished(hall, code).id)
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


def claim(hall: Hall) -> Errand | None:
    """The next one to make, for who makes it."""
    row = ASKED.claim(hall)
    if row is None:
        return None
    with hall.store.reading() as connection:
        named = sa.select(all_tables.c.code).where(all_tables.c.id == row.table_id)
        code = connection.execute(named).scalar_one()
    table = finished(hall, code)
    assert table.edition is not None
    job = Job(record_of(table), content(table.edition.data))
    return Errand(ASKED, row.table_id, JOB, job, Analysis)
