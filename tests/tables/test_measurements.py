"""What bots find out about an edition: asked for once, measured in the background, kept by its content."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from oppidum import games
from oppidum.arena.balance.report import FORMAT
from oppidum.kernel.editions import Edition
from oppidum.tables import Hall, measurements
from oppidum.tables.analyst import Analyst
from oppidum.tables.schema import measurements as rows

from .conftest import Hours, OpenHall


@pytest.fixture
def cards() -> Edition:
    return games.load("cartes").default_edition()


@pytest.mark.every_store
def test_asked_for_measured_and_kept(hall: Hall, cards: Edition, open_one: OpenHall):
    assert measurements.find(hall, cards).state == "none"
    assert measurements.ask(hall, "cartes", cards).state == "waiting"
    assert measurements.ask(hall, "cartes", cards).state == "waiting"
    analyst = Analyst(hall)
    assert analyst.work_once()
    assert not analyst.work_once()
    found = measurements.find(hall, cards)
    assert found.state == "done"
    assert found.report is not None
    assert found.report.sha256 == cards.sha256
    assert all(row.share.difference == 0 for row in found.report.seats)  # ours against ours
    assert measurements.ask(hall, "cartes", cards) == found
    assert measurements.find(open_one(), cards) == found


def test_what_cannot_be_measured_is_not_tried_again_and_again(hall: Hall, cards: Edition):
    measurements.ask(hall, "no such game", cards)
    assert Analyst(hall).work_once()
    found = measurements.find(hall, cards)
    assert (found.state, found.report) == ("failed", None)
    assert found.problem
    assert measurements.ask(hall, "no such game", cards) == found
    assert not Analyst(hall).work_once()


def test_one_asks_again_where_its_process_has_died(
    hall: Hall, cards: Edition, monkeypatch: pytest.MonkeyPatch
):
    measurements.ask(hall, "cartes", cards)
    with monkeypatch.context() as patch:
        patch.setattr("oppidum.tables.measurements.JOB", "oppidum.no_such_module")
        assert Analyst(hall).work_once()
    assert measurements.find(hall, cards) == measurements.Found("failed")
    assert measurements.ask(hall, "cartes", cards).state == "waiting"


def test_old_ones_make_room(hall: Hall, cards: Edition, hours: Hours):
    measurements.ask(hall, "cartes", cards)
    hours.pass_by(measurements.KEPT + 1)
    other = games.load("romains").default_edition()
    measurements.ask(hall, "romains", other)
    with hall.store.reading() as connection:
        kept = connection.execute(sa.select(rows.c.sha256, rows.c.format)).all()
    assert kept == [(other.sha256, FORMAT)]
