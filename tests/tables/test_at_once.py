"""Written at once: what was decided in an event loop, where the disk is quick."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from oppidum.tables import (
    Hall,
    HumanSeat,
    Settings,
    at_once,
    looking,
    open_hall,
    playing,
    seating,
    visitors,
)
from oppidum.tables.errors import NotNow, StoreError
from oppidum.tables.waiting import in_loop


async def decide(party: Any, person: int) -> playing.Moved:
    return await in_loop(party.move, person)


async def until(so: Callable[[], bool]) -> None:
    while not so():  # noqa: ASYNC110 (nobody would set an event)
        await asyncio.sleep(0.001)


def in_a_loop(hall: Hall, run: Callable[[], Any]) -> Any:
    async def served() -> Any:
        hall.writer.at_once.serve(asyncio.get_running_loop())
        hall.writer.pulse.took = 0.0  # however busy the machine is …
        hall.writer.pulse.wrote = time.monotonic() + 60  # … and however long it has been silent
        return await run()

    return asyncio.run(served())


@pytest.fixture
def idle(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many additions the writer has got; and of how many each transaction of the loop was."""
    left, true = list[int](), hall.writer.append
    monkeypatch.setattr(hall.writer, "append", lambda jobs: left.append(len(jobs)) or true(jobs))
    return left


def test_what_is_decided_in_one_turn_is_one_transaction_without_the_writer(gather, hall, idle, monkeypatch):
    party = gather(4)
    idle.clear()
    groups, true = [], hall.writer.write
    monkeypatch.setattr(
        hall.writer, "write", lambda connection, jobs: groups.append(len(jobs)) or true(connection, jobs)
    )

    async def together() -> list[playing.Moved]:
        return await asyncio.gather(*(decide(party, person) for person in range(4)))

    done = in_a_loop(hall, together)
    assert sorted(each.number for each in done) == [1, 2, 3, 4]
    assert idle == []
    assert groups == [4]


def test_it_is_in_the_store(gather, hall, open_one):
    party = gather(3)
    in_a_loop(hall, lambda: decide(party, 0))
    assert looking.view(open_one(), party.code).moves == 1


def test_a_callback_is_told_in_the_loop(gather, hall):
    party = gather(2)
    here = []

    async def without_waiting() -> Any:
        came = asyncio.get_running_loop().create_future()

        def then(told: Any) -> None:
            here.append(threading.get_ident())
            came.set_result(told)

        move = party.view(0).choices[0].words
        playing.move_in_loop(asyncio.get_running_loop(), hall, party.code, party.people[0], move, then)
        first = await came
        came = asyncio.get_running_loop().create_future()
        playing.move_in_loop(asyncio.get_running_loop(), hall, party.code, party.people[0], move, then)
        return first, await came

    first, second = in_a_loop(hall, without_waiting)
    assert first.number == 1
    assert isinstance(second, NotNow | Exception)
    assert "nothing to decide" in str(second)
    assert set(here) == {threading.get_ident()}


def test_while_somebody_else_writes_it_is_left_to_the_writer(gather, hall, idle):
    party = gather(2)
    idle.clear()
    other = sqlite3.connect(str(hall.store.url.database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def meanwhile() -> playing.Moved:
        deciding = asyncio.ensure_future(decide(party, 0))
        await asyncio.sleep(0.2)
        assert not deciding.done()
        other.execute("COMMIT")
        return await deciding

    try:
        assert in_a_loop(hall, meanwhile).number == 1
    finally:
        other.close()
    assert idle == [1]


def test_while_the_writer_writes_it_goes_along_with_the_rest(gather, hall, idle):
    party = gather(2)
    idle.clear()
    go_on = threading.Event()

    async def meanwhile() -> playing.Moved:
        other = hall.writer.submit(lambda _: go_on.wait(60))
        await until(lambda: bool(hall.writer.pulse.under_way))
        deciding = asyncio.ensure_future(decide(party, 0))
        await until(lambda: bool(hall.writer._jobs))  # the loop does not wait for ever
        assert not deciding.done()
        go_on.set()
        assert other.result(60)
        return await deciding

    assert in_a_loop(hall, meanwhile).number == 1
    assert idle == [1]


def test_a_slow_disk_is_left_to_the_writer_for_a_while(gather, hall, idle, monkeypatch):
    party = gather(4)
    idle.clear()
    monkeypatch.setattr(at_once, "SLOW", -1.0)  # whatever it takes
    at = hall.writer.at_once

    async def one_after_the_other() -> None:
        hall.writer.pulse.took = -2.0
        await decide(party, 0)
        assert idle == []
        await decide(party, 1)
        assert idle == [1]
        monkeypatch.setattr(at_once, "SLOW", 60.0)
        at.not_before = 0.0  # a while later
        await decide(party, 2)
        assert idle == [1]

    in_a_loop(hall, one_after_the_other)
    assert at.pause == at_once.FIRST_PAUSE, "quick again"


def test_after_a_silence_a_thread_finds_out_whether_the_disk_is_still_quick(gather, hall, idle):
    party = gather(3)
    idle.clear()

    async def one_after_the_other() -> None:
        hall.writer.pulse.wrote = time.monotonic() - 2 * at_once.TRUSTED
        await decide(party, 0)
        assert idle == [1]
        hall.writer.pulse.took, hall.writer.pulse.wrote = 0.0, time.monotonic() + 60
        await decide(party, 1)
        assert idle == [1]

    in_a_loop(hall, one_after_the_other)


def test_the_oftener_it_is_slow_the_longer_it_rests(hall):
    at = hall.writer.at_once
    for _ in range(20):
        at.rest()
    assert at.pause == at_once.LONGEST_PAUSE


def test_whoever_is_overtaken_plans_again(gather, hall, open_one):
    party = gather(3)
    other = replace(party, hall=open_one())
    hall.look(party.code)
    other.move(1)

    async def both() -> playing.Moved:
        return await decide(party, 0)

    assert in_a_loop(hall, both).number == 2
    assert hall.look(party.code).version == other.hall.look(party.code).version


def test_a_disk_that_takes_nothing_refuses_in_a_sentence(gather, hall, monkeypatch):
    party = gather(2)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(hall.store, "append", full)
    with pytest.raises((StoreError, sqlite3.OperationalError)):
        in_a_loop(hall, lambda: decide(party, 0))
    monkeypatch.undo()
    assert party.view().moves == 0
    assert party.move(0).number == 1


def test_another_loop_and_threads_are_served_by_the_writer(gather, hall, idle):
    party = gather(3)
    idle.clear()
    in_a_loop(hall, lambda: decide(party, 0))
    assert idle == []
    asyncio.run(decide(party, 1))  # not the loop that is served
    party.move(2)
    assert idle == [1, 1]


def test_what_was_planned_on_something_that_still_waits_is_planned_again(gather, hall, open_one):
    """A thread plans on what the loop has gathered; before that is written, another process brings the table
    to the same version in another way: the numbers agree, and the tables do not."""
    party = gather(4)
    other = replace(party, hall=open_one())

    async def in_one_turn() -> playing.Moved:
        first = asyncio.ensure_future(decide(party, 0))
        await asyncio.sleep(0)  # it is gathered …
        assert hall.writer.at_once.gathered
        with ThreadPoolExecutor(1) as thread:
            second = thread.submit(party.move, 1)
            while not hall.writer._jobs and not second.done() and hall.look(party.code).moves == 0:
                if hall.writer.pulse.under_way:
                    break
            other.move(2)  # … and overtaken
            done = await first
            second.result(60)
        return done

    in_a_loop(hall, in_one_turn)
    there = open_one().look(party.code)
    assert there.moves == 3
    assert sorted(decision.seat for decision in there.decisions) == [0, 1, 2]
    assert there.position.tobytes() == hall.look(party.code).position.tobytes()


def test_what_a_loop_leaves_behind_is_written_all_the_same(gather, hall, open_one, monkeypatch):
    party = gather(2)

    async def left_behind() -> None:
        hall.writer.at_once.serve(asyncio.get_running_loop())
        hall.writer.pulse.took = 0.0
        monkeypatch.setattr(hall.writer.at_once, "write", lambda: None)  # its turn does not come
        deciding = asyncio.ensure_future(decide(party, 0))
        await asyncio.sleep(0)
        assert hall.writer.at_once.gathered
        assert not deciding.done()

    asyncio.run(left_behind())
    monkeypatch.undo()
    in_a_loop(hall, lambda: decide(party, 1))
    assert looking.view(open_one(), party.code).moves == 2


def test_a_house_that_closes_leaves_no_journal_behind(tmp_path):
    with open_hall(tmp_path / "store.sqlite3", work=False) as hall:
        people = [visitors.arrive(hall, name).visitor.id for name in ("Ada", "Ben")]
        code = seating.open_table(hall, people[0], Settings("cartes", (HumanSeat(), HumanSeat())))
        for person in people:
            seating.sit(hall, code, person)
        seating.start(hall, code, people[0])
        move = looking.view(hall, code, people[0]).choices[0].words
        in_a_loop(hall, lambda: in_loop(playing.move, hall, code, people[0], move))
        assert isinstance(hall.writer.at_once, at_once.AtOnce)
        assert hall.writer.at_once.held.connection is not None
    assert [file.name for file in tmp_path.iterdir()] == ["store.sqlite3"]


def test_what_is_stored_is_answered_whatever_else_goes_wrong(gather, hall, monkeypatch, caplog):
    party = gather(2)

    def broken(code: str) -> None:
        raise RuntimeError(code)

    monkeypatch.setattr(hall, "changed", broken)
    assert in_a_loop(hall, lambda: decide(party, 0)).number == 1
    assert "could not be made known" in caplog.text
