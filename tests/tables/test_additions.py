"""What happened at many tables goes into the store by a handful of statements."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from oppidum.tables import additions, news


@pytest.mark.parametrize("n", [1, 2, 3, 31, 32, 33, 77])
def test_portions_are_everything_in_order_and_of_few_sizes(n):
    parts = list(additions.portions(range(n)))
    assert [each for part in parts for each in part] == list(range(n))
    assert {len(part) for part in parts} <= {1, 2, 4, 8, 16, 32}


def test_a_change_finds_its_tables_by_their_ids(hall):
    """However many tables there are."""
    with hall.store.reading() as connection:
        raw = connection.connection.driver_connection
        values = [value for table in range(4) for value in (table, "playing", 2, 1, 0.0, None)]
        plan = raw.execute(f"EXPLAIN QUERY PLAN {additions.change(4)}", values).fetchall()
        ids = raw.execute(f"EXPLAIN QUERY PLAN {additions.VERSIONS}", ("[1, 2]",)).fetchall()
    for steps in (plan, ids):
        found = [row[3] for row in steps if "tables" in row[3]]
        assert found
        assert all("USING INTEGER PRIMARY KEY" in step for step in found)


def test_what_is_new_is_found_by_its_rows(hall):
    """However many games have been played."""
    with hall.store.reading() as connection:
        raw = connection.connection.driver_connection
        plan = [row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {news.NEW}", (7,))]
    assert "SEARCH events USING INTEGER PRIMARY KEY (rowid>?)" in plan
    assert not any("SCAN" in step for step in plan)


@pytest.mark.every_store
def test_of_a_group_only_what_somebody_else_has_overtaken_is_planned_again(gather, open_one, monkeypatch):
    """Three tables in one transaction; at one of them another process was faster."""
    parties = [gather(4) for _ in range(3)]
    hall = parties[0].hall
    other = replace(parties[1], hall=open_one())
    held, go_on, groups = threading.Event(), threading.Event(), []
    writing, append = hall.writer.held.writing, hall.store.append

    def slow():
        held.set()
        assert go_on.wait(60)
        return writing()

    def counted(connection, new):
        taken = append(connection, new)
        groups.append((len(new), taken))
        return taken

    monkeypatch.setattr(hall.writer.held, "writing", slow)
    monkeypatch.setattr(hall.store, "append", counted)
    with ThreadPoolExecutor(7) as people:
        ours = [people.submit(parties[0].move, 0)]
        assert held.wait(60)
        ours += [people.submit(party.move, person) for party in parties for person in (1, 2)]
        while len(hall.writer._jobs) < 6:
            pass
        other.move(3)
        go_on.set()
        for each in ours:
            each.result(60)
    beaten = hall.look(parties[1].code).id
    assert (6, {beaten}) in groups
    there = open_one()
    assert [there.look(party.code).moves for party in parties] == [3, 3, 2]
    for party in parties:
        mine, stored = hall.look(party.code), there.look(party.code)
        assert mine.version == stored.version
        assert mine.position.tobytes() == stored.position.tobytes()
        assert mine.updated == stored.updated
