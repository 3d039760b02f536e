"""Analyses of finished games: asked for once, made in the background, kept with the game."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from oppidum.analysis.report import FORMAT
from oppidum.tables import Hall, NotNow, analyses, errands, host, replay
from oppidum.tables.analyst import Analyst
from oppidum.tables.schema import analyses as rows

from .conftest import Gather, Hours, OpenHall, Party


def finished(gather: Gather) -> Party:
    party = gather(1, 1, game="romains")
    party.play_to_end()
    return party


def test_a_running_game_is_refused(hall: Hall, gather: Gather):
    party = gather(2)
    for verb in (analyses.find, analyses.ask, analyses.course):
        with pytest.raises(NotNow, match="A game is analysed when it is over"):
            verb(hall, party.code)
    with hall.store.reading() as connection:
        assert connection.execute(sa.select(rows)).first() is None


@pytest.mark.every_store
def test_asked_for_made_and_kept(hall: Hall, gather: Gather, open_one: OpenHall):
    party = finished(gather)
    assert analyses.find(hall, party.code).state == "none"
    assert analyses.ask(hall, party.code).state == "waiting"
    assert analyses.ask(hall, party.code).state == "waiting"
    analyst = Analyst(hall)
    assert analyst.work_once()
    assert not analyst.work_once()
    found = analyses.find(hall, party.code)
    assert found.state == "done"
    assert found.analysis is not None
    assert found.analysis.format == FORMAT
    moves = replay.count(hall, party.code)
    assert len(found.analysis.moments) == moves + 1 == len(found.analysis.decisions) + 1
    assert analyses.ask(hall, party.code) == found
    assert analyses.find(open_one(), party.code) == found  # another process reads the same


def test_one_asks_again_where_it_has_failed(hall: Hall, gather: Gather, monkeypatch: pytest.MonkeyPatch):
    party = finished(gather)
    analyses.ask(hall, party.code)
    monkeypatch.setattr("oppidum.tables.analyses.JOB", "oppidum.no_such_module")
    assert Analyst(hall).work_once()
    assert analyses.find(hall, party.code).state == "failed"
    assert not Analyst(hall).work_once()
    assert analyses.ask(hall, party.code).state == "waiting"


def test_nobody_does_what_somebody_does_and_everybody_what_somebody_left(
    hall: Hall, gather: Gather, hours: Hours
):
    party = finished(gather)
    analyses.ask(hall, party.code)
    claimed = analyses.claim(hall)
    assert claimed is not None
    assert claimed.key == hall.look(party.code).id
    assert analyses.claim(hall) is None
    hours.pass_by(errands.SILENT + 1)
    assert analyses.claim(hall) is not None


def test_an_analysis_of_a_former_format_is_made_again(hall: Hall, gather: Gather):
    party = finished(gather)
    analyses.ask(hall, party.code)
    analyses.ASKED.note(hall, hall.look(party.code).id, format="oppidum-analysis/0", result=b"{}")
    assert analyses.find(hall, party.code).state == "none"
    assert analyses.ask(hall, party.code).state == "waiting"


def test_it_goes_with_its_table(hall: Hall, gather: Gather):
    party = finished(gather)
    analyses.ask(hall, party.code)
    host.delete(hall, code=party.code)
    with hall.store.reading() as connection:
        assert connection.execute(sa.select(rows)).first() is None
