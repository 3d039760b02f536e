"""A store that another program has locked: nobody waits for it longer than once, and nobody in vain."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa
from tests.tables.conftest import empty_postgres

from oppidum.tables import Hall, looking, open_hall, pulse, store, writer
from oppidum.tables.errors import CannotWrite
from oppidum.tables.schema import keepsakes, visitors
from oppidum.tables.waiting import in_loop


@pytest.fixture
def hall(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """It waits for locks, but not for long."""
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.5)
    monkeypatch.setattr(writer, "LONG", 0.2)
    with open_hall(database, durable=False, work=False) as opened:
        yield opened


@pytest.fixture
def lock(hall: Hall) -> Iterator[sqlite3.Connection]:
    other = sqlite3.connect(str(hall.store.url.database), isolation_level=None, check_same_thread=False)
    yield other
    other.close()


@pytest.fixture
def tried(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of how many additions each transaction was that the writer tried."""
    found, true = list[int](), hall.writer.append
    monkeypatch.setattr(hall.writer, "append", lambda jobs: found.append(len(jobs)) or true(jobs))
    return found


def refused(party: Any, person: int) -> str:
    with pytest.raises(CannotWrite) as why:
        party.move(person)
    return str(why.value)


def test_all_who_wait_behind_the_first_are_refused_with_it(gather, hall, lock, tried):
    parties = [gather(4) for _ in range(3)]
    tried.clear()
    lock.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(12) as people:
        deciding = [people.submit(refused, party, person) for party in parties for person in range(4)]
        said = {each.result() for each in deciding}
    assert said == {"Nothing can be written: database is locked."}
    assert len(tried) <= 2, "not one after the other"
    assert sum(tried) <= 12
    before = len(tried)
    for party in parties:
        refused(party, 0)
        assert party.view(0).moves == 0
        assert party.view(0).choices
    assert len(tried) == before, "and nobody else waits at all"


def test_it_goes_on_by_itself(gather, hall, lock):
    party = gather(3)
    lock.execute("BEGIN IMMEDIATE")
    refused(party, 0)
    lock.execute("COMMIT")
    while hall.writer.away:
        time.sleep(0.01)
    assert party.move(0).number == 1
    assert looking.view(hall, party.code).moves == 1


def test_who_is_there_costs_nobody_a_wait(gather, hall, lock, tried):
    """What may as well be lost meets the lock first: decisions behind it are not tried, too."""
    party = gather(3)
    tried.clear()
    lock.execute("BEGIN IMMEDIATE")
    with ThreadPoolExecutor(3) as people:
        hall.writer.offer(lambda connection: hall.store.tell_of_people(connection))
        while not hall.writer.pulse.under_way:
            time.sleep(0.001)
        for each in [people.submit(refused, party, person) for person in range(3)]:
            each.result()
    assert tried == []
    hall.presence.written = -1e9  # it is time to write down who is there: that it fails, nobody is told
    hall.presence.mark(hall.look(party.code), party.people[0], 1)
    assert hall.presence.written > 0


def test_a_loop_does_not_even_try(gather, hall, lock, tried, monkeypatch):
    party = gather(3)
    lock.execute("BEGIN IMMEDIATE")
    refused(party, 0)
    tried.clear()
    transactions = list[int]()
    at, true = hall.writer.at_once, hall.writer.at_once.write
    monkeypatch.setattr(at, "write", lambda *moments: transactions.append(1) or true(*moments))

    async def decide() -> None:
        at.serve(asyncio.get_running_loop())
        hall.writer.pulse.took, hall.writer.pulse.wrote = 0.0, time.monotonic()
        await in_loop(party.move, 1)

    with pytest.raises(CannotWrite):
        asyncio.run(decide())
    assert (tried, transactions) == ([], [])


def test_a_house_closes_all_the_same(gather, hall, lock):
    party = gather(2)
    lock.execute("BEGIN IMMEDIATE")
    refused(party, 0)
    hall.writer.stop()
    assert not hall.writer.is_alive()


@pytest.mark.postgres
def test_on_postgresql_a_row_that_somebody_holds_is_waited_for_no_longer(postgres, monkeypatch):
    empty_postgres(postgres)
    monkeypatch.setattr(store, "BUSY_SECONDS", 1)
    opened = store.Store(postgres)
    with opened.writing() as connection:
        connection.execute(sa.insert(keepsakes).values(name="held", value="1"))
    change = sa.update(keepsakes).where(keepsakes.c.name == "held").values(value="2")
    with opened.writing() as holder:
        holder.execute(change)
        with pytest.raises(CannotWrite) as why, opened.writing() as connection:
            connection.execute(change)
    assert "lock timeout" in str(why.value)
    assert not store.is_away(why.value), "others can be written"
    opened.close()


@pytest.mark.postgres
def test_where_a_whole_table_of_postgresql_is_held_few_wait_for_it(postgres, monkeypatch):
    empty_postgres(postgres)
    monkeypatch.setattr(store, "BUSY_SECONDS", 1)
    with open_hall(postgres, work=False) as hall, hall.store.writing() as holder:
        holder.execute(sa.text("LOCK TABLE visitors IN SHARE MODE"))
        tried, true = list[bool](), hall.store.hurry
        monkeypatch.setattr(hall.store, "hurry", lambda connection: tried.append(True) or true(connection))
        change = sa.insert(visitors).values(id="", name="", created=0.0, recovery_hash="")
        with hall.writer._ready:  # all come together
            jobs = [writer.Job(lambda connection: connection.execute(change), None) for _ in range(40)]
            hall.writer._jobs += jobs
            hall.writer._ready.notify()
        said = {str(job.exception(60)) for job in jobs}
        assert len(said) == 1
        assert "lock timeout" in said.pop()
        assert len(tried) == writer.MOST_HELD
        assert hall.writer.away is None


def test_where_a_transaction_hangs_whoever_waits_behind_it_is_refused(hall, monkeypatch):
    go_on = threading.Event()
    hanging = hall.writer.submit(lambda _: go_on.wait(60))
    while not hall.writer.pulse.under_way:
        time.sleep(0.001)
    behind = hall.writer.submit(lambda _: None)
    assert not behind.done()
    monkeypatch.setattr(pulse, "STUCK_AFTER", 0.0)
    with pytest.raises(CannotWrite):
        hall.writer.submit(lambda _: None)
    assert isinstance(behind.exception(60), CannotWrite)
    monkeypatch.undo()
    go_on.set()
    assert hanging.result(60)
    assert hall.writer.submit(lambda _: 1).result(60) == 1
