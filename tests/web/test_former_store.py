"""A house that moves on from 0.1.0: every page of every table is there, and the games are finished."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.former import restore
from tests.web.conftest import Person, play_to_the_end

from oppidum import games
from oppidum.kernel import record as records
from oppidum.kernel.editions import EditionFile
from oppidum.tables import Hall, bots_at_work, host, looking, open_hall, seating, visitors
from oppidum.web.app import create_app
from oppidum.web.staging import stage
from oppidum.words import language

LANGUAGES = ("fr", "en", "cs", "de")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with open_hall(restore(tmp_path / "house.sqlite3"), now=lambda: 1.9e9, pace=0.0, work=False) as opened:
        yield opened


def people(hall: Hall) -> dict[str, str]:
    """Everybody who sits somewhere: id and name."""
    tables = [hall.look(line.code) for line in host.tables(hall)]
    return {c.visitor: c.name for table in tables for c in table.chairs if c.visitor and table.positions}


def person(hall: Hall, visitor: str, language: str = "en") -> Person:
    """Somebody who comes back with the recovery code."""
    back = Person(create_app(hall, rate=10_000), hall, language)
    back.go("/settings/recover", {"code": visitors.new_recovery_code(hall, visitor)})
    return back


def test_every_page_of_every_table_is_there(hall: Hall):
    for visitor, tongue in zip(people(hall), itertools.cycle(LANGUAGES), strict=False):
        me = person(hall, visitor, tongue)
        me.page("/")
        for line in host.tables(hall):
            table = f"/t/{line.code}"
            me.page(table)
            if not line.moves:
                continue
            me.page(f"{table}/aid")
            for step in (line.moves // 2, line.moves):
                me.page(f"{table}/replay?step={step}")
            if line.status == "over":
                assert "notice good" in me.page(f"{table}/check")
                records.check(records.decode(me.page(f"{table}/record")), games.load)


def test_programs_are_served(hall: Hall):
    for visitor in people(hall):
        token = visitors.new_token(hall, visitor)
        me = Person(create_app(hall, rate=10_000), hall)
        me.client.headers["authorization"] = f"Bearer {token}"

        def ask(path: str, me: Person = me) -> Any:
            return msgspec.json.decode(me.page(f"/api/tables/{path}"))

        for line in host.tables(hall):
            shown = ask(line.code)
            edition = looking.view(hall, line.code).edition
            assert shown["edition"] == {"id": edition.id, "title": edition.title, "sha256": edition.sha256}
            content = me.page(f"/api/tables/{line.code}/edition")
            assert hashlib.sha256(content.encode()).hexdigest() == edition.sha256
            again = games.load(line.game).read_edition(EditionFile.parse("served", content))
            assert again.data == edition.data
            if line.moves:
                assert ask(f"{line.code}/history")
                assert ask(f"{line.code}/steps")
            if line.status == "over":
                assert ask(f"{line.code}/check")["fair"] is True


@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_a_running_game_is_finished_in_the_browser(hall: Hall, game: str):
    bots_at_work.work_now(hall)
    line = next(
        line
        for line in host.tables(hall, status="playing")
        if line.game == game and not hall.look(line.code).settings.same_device
        if sum(chair.visitor is not None for chair in hall.look(line.code).chairs) == 1
    )
    (visitor,) = [chair.visitor for chair in hall.look(line.code).chairs if chair.visitor]
    me = person(hall, visitor)
    text = play_to_the_end(me, line.code)
    assert 'data-status="over"' in text
    assert "notice good" in me.page(f"/t/{line.code}/check")
    records.check(records.decode(me.page(f"/t/{line.code}/record")), games.load)


def test_the_way_is_drawn_as_the_table_was_dealt(hall: Hall):
    """The map of `romains` follows the edition: an old table and a new one beside each other."""
    visitor = next(iter(people(hall)))
    old = next(line.code for line in host.tables(hall, status="playing") if line.game == "romains")
    new = seating.play_now(hall, visitor, "romains", players=2, level="greedy")
    drawn: list[dict[int, str]] = []
    for code in (old, new):
        shown = stage(hall, code, None, language("en"))
        assert shown.board is not None
        spaces = shown.board["spaces"]
        events = {space["at"]: space["event"] for space in shown.edition.data["space"]}
        drawn.append({space["number"]: space["picture"] for space in spaces if space["number"] in events})
        assert drawn[-1] == events
        assert spaces[-1]["picture"] == "village"
        for land in shown.board["lands"]:
            assert [space["kind"] for space in land["spaces"]] == [space["kind"] for space in spaces]
    assert drawn[0] != drawn[1]
