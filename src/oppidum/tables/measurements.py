"""What bots find out about an edition by playing it: asked for once, done in the background, kept."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from oppidum.arena.balance.job import Answer, Asked
from oppidum.arena.balance.report import FORMAT, Report
from oppidum.kernel.editions import Edition, content
from oppidum.tables.errands import Errand, Errands, State, state_of
from oppidum.tables.hall import Hall
from oppidum.tables.schema import measurements

JOB = "oppidum.arena.balance.job"
ASKED = Errands(measurements, FORMAT)
KEPT = 90 * 86_400.0  # seconds; then it is measured again where somebody asks


@dataclass(frozen=True)
class Found:
    """What there is of an edition's measurement."""

    state: State
    progress: float = 0.0
    report: Report | None = None
    problem: str = ""  # why it cannot be measured


def find(hall: Hall, edition: Edition) -> Found:
    row = ASKED.row(hall, edition.sha256)
    if row is None or row.result is None:
        return Found(state_of(row), row.progress if row and not row.failed else 0.0)
    answer = msgspec.json.decode(row.result, type=Answer)
    return Found("done" if answer.report else "failed", 1.0, answer.report, answer.problem)


def ask(hall: Hall, game: str, edition: Edition) -> Found:
    """Have it measured, unless it is, will be, or cannot be."""
    found = find(hall, edition)
    if found.state in ("done", "waiting") or found.problem:
        return found
    old = sa.delete(measurements).where(measurements.c.asked < hall.now() - KEPT)
    hall.write(lambda connection: connection.execute(old))
    ASKED.ask(hall, edition.sha256, game=game, cards=content(edition.data))
    return Found("waiting")


def claim(hall: Hall) -> Errand | None:
    """The next one to do, for who does it."""
    row = ASKED.claim(hall)
    return None if row is None else Errand(ASKED, row.sha256, JOB, Asked(row.game, row.cards), Answer)
