"""The hall: one writer for all, tables that remember only their end, snapshots, verbs in an event loop."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest
import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.exc import OperationalError

from oppidum.kernel.errors import BadRecord, IllegalAction
from oppidum.tables import (
    HumanSeat,
    NoSuchTable,
    NotNow,
    Settings,
    StoreError,
    facts,
    hall,
    host,
    looking,
    overview,
    playing,
    replay,
    schema,
    seating,
    takeback,
    visitors,
)
from oppidum.tables.happenings import Moved
from oppidum.tables.snapshots import restored, taken
from oppidum.tables.table import KEPT, WITH_POSITION, Table
from oppidum.tables.tail import Forgotten, Tail
from oppidum.tables.waiting import in_loop


def in_a_loop(coroutine):
    """In a thread of its own: where browser tests have run before, this one has a loop already."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, coroutine).result()


def play(party, moves):
    """So many decisions, now this, now that."""
    while moves > 0:
        assert party.view().status == "playing"
        for person in range(len(party.people)):
            choices = party.view(person).choices
            if moves > 0 and choices:
                party.move(person, choices[7 * moves % len(choices)].action)
                moves -= 1


def state(table: Table):
    """Everything that tables can be compared by."""
    return (
        table.version,
        table.moves,
        table.position.tobytes(),
        [s.tobytes() for s in table.positions.items[-20:]],
        table.decisions.items[-20:],
        [structs.replace(line, position=None) for line in table.history.items[-20:]],
        [line.position is not None and line.position.tobytes() for line in table.history.items[-20:]],
        table.questions,
        table.chairs,
        table.heard,
        table.reserve,
        table.settings,
        table.edition and table.edition.sha256,
    )


# ---------------------------------------------------------------- the end of a long list


def test_a_tail_counts_what_it_has_forgotten():
    tail = Tail[int](kept=8)
    for number in range(30):
        tail.append(number)
    assert len(tail) == 30
    assert tail[-1] == tail[29] == 29
    assert tail[26:] == [26, 27, 28, 29]
    assert next(reversed(tail)) == 29
    for ask in (lambda: tail[0], lambda: tail[2:], lambda: list(tail), lambda: list(reversed(tail))):
        with pytest.raises(Forgotten):
            ask()
    with pytest.raises(IndexError):
        tail[30]
    tail.cut(28)
    assert (len(tail), tail[-1]) == (28, 27)
    with pytest.raises(Forgotten):
        tail.cut(tail.first)


def test_a_tail_that_keeps_everything_is_a_list():
    tail = Tail[int]()
    for number in range(1000):
        tail.append(number)
    assert list(tail) == list(range(1000))
    tail.keep(10)
    assert (tail.first, len(tail)) == (990, 1000)


# ---------------------------------------------------------------- facts


def test_requests_are_read_as_0_1_0_wrote_them():
    stored = '{"kind": "takeover", "seat": 2, "to": 0, "level": "greedy"}'
    assert facts.read("asked", 1, stored) == facts.Asked(seat=1, what="takeover", of=2, to=0, level="greedy")


@pytest.mark.parametrize(
    ("kind", "payload"), [("sneezed", "{}"), ("move", "{}"), ("move", "nonsense"), ("sat", "[1]")]
)
def test_a_damaged_event_is_told_in_one_sentence(kind, payload):
    with pytest.raises(BadRecord, match="cannot be read"):
        facts.read(kind, 0, payload)


def test_every_fact_comes_back_from_its_payload():
    terms = facts.Terms("cartes", (None, "greedy"), {}, "none", False, False, True, True, 6)
    some = [
        facts.Opened(settings=terms, host="h", host_name="H", secret="00", commitment="11"),
        facts.Sat(seat=1, visitor="v", name="V", given="aa"),
        facts.Started(edition=facts.EditionName("e", "ff"), contributions=("aa",), house=(1,), rules=2),
        facts.Move(seat=2, action=3, words="bid 3", by="clock"),
        facts.Asked(seat=0, what="take_back", of=0, to=7, level=None),
        facts.Over(points=(1, 2), winners=(1,)),
        facts.Said(visitor="v", name="V", phrase=None, text="Ô"),
        facts.CalledOff(),
    ]
    for fact in some:
        assert facts.read(facts.kind_of(fact), fact.seat, facts.written(fact)) == fact


def test_what_did_not_come_into_the_store_hides_no_news_of_others(gather, open_one, monkeypatch):
    """What was about to be of that version never was; what another process brings it to instead is news."""
    party = gather(2)
    other = replace(party, hall=open_one())
    about_to = party.hall.about_to

    def breaks(table_id: int, version: int) -> None:
        about_to(table_id, version)
        raise sqlite3.OperationalError("disk I/O error")

    with party.hall.subscribe(party.code) as subscription:
        version = subscription.version
        monkeypatch.setattr(party.hall, "about_to", breaks)
        with pytest.raises(StoreError):
            party.move(0)
        other.move(1)
        assert subscription.wait(version, 20) == version + 1


@pytest.mark.every_store
def test_no_table_gets_the_number_of_one_that_is_gone(gather, open_one):
    """Processes remember tables by their numbers: who has not heard of it would take it for the other."""
    party = gather(2)
    here, there = party.hall, open_one()
    numbers, codes = [here.look(party.code).id], [party.code]
    for house in (here, there, open_one()):
        for code in codes:  # at last all that there are
            host.delete(house, code=code)
        who = visitors.arrive(house, "Falbala").visitor.id
        codes = [
            seating.open_table(house, who, Settings("cartes", (HumanSeat(), HumanSeat()))) for _ in range(2)
        ]
        numbers += [house.look(code).id for code in codes]
    assert numbers == sorted(set(numbers))


# ---------------------------------------------------------------- long games


def test_a_long_game_is_remembered_to_its_end_and_replayed_from_its_beginning(gather):
    party = gather(4, options={"hands": "8"}, confirm=False)
    play(party, 2 * KEPT)
    live = party.hall.look(party.code)
    assert live.moves == 2 * KEPT
    assert live.positions.first > 0
    whole = party.hall.whole(party.code)
    assert (whole.moves, whole.positions.first) == (live.moves, 0)
    assert whole.position.tobytes() == live.position.tobytes()
    assert [step.number for step in replay.steps(party.hall, party.code, last=3)] == [0, 1, 2, 3]
    moves = [line for line in looking.history(party.hall, party.code) if isinstance(line, Moved)]
    assert len(moves) == 2 * KEPT
    assert len(looking.history(party.hall, party.code, since=live.version - 3)) == 3


def test_the_latest_of_a_long_game_is_at_hand(gather, monkeypatch):
    """Whoever opens its page waits neither for its first event nor for its hundredth."""
    party = gather(4, options={"hands": "8"}, confirm=False)
    play(party, 2 * KEPT)
    everything = looking.history(party.hall, party.code, as_seat=-1)
    calls = []
    monkeypatch.setattr(hall.Hall, "_folded", spied(hall.Hall._folded, calls))
    party.hall._whole.clear()
    latest = looking.history(party.hall, party.code, as_seat=-1, latest=KEPT)
    assert [line.seq for line in latest] == [line.seq for line in everything[-KEPT:]]
    late = looking.history(party.hall, party.code, as_seat=-1, since=latest[-5].seq, latest=KEPT)
    assert [line.seq for line in late] == [line.seq for line in latest[-4:]]
    assert not calls
    assert len(looking.history(party.hall, party.code, as_seat=-1, latest=KEPT + 50)) == KEPT + 50
    assert calls, "further back only the store remembers"


def test_what_is_remembered_tells_the_same_as_the_whole(gather):
    """Of old decisions that told nothing the position is let go: nobody misses a word for it."""
    party = gather(4, options={"hands": "8"}, confirm=False)
    play(party, 2 * KEPT)
    live, whole = party.hall.look(party.code), party.hall.whole(party.code)
    lines = live.history.items
    old = [line for line in lines[:-WITH_POSITION] if line.number]
    silent = [line for line in old if line.position is None]
    assert len(silent) > len(old) / 2, "most bids lie face down"
    assert all(line.position is not None for line in lines[-WITH_POSITION:])
    assert len(live.positions.items) <= WITH_POSITION + WITH_POSITION // 4
    game, edition = live.game, live.edition

    def told(line):
        return game.told(game.view(line.position, 0), edition) if line.position is not None else []

    for line, same in zip(lines, whole.history.items[-len(lines) :], strict=True):
        assert line.seq == same.seq
        assert told(line) == told(same)


def test_the_latest_decisions_keep_their_positions_whatever_else_happens(gather):
    """Boards show decisions, not lines: those taken back, and people who come and go, count for nothing."""
    party = gather(2, options={"hands": "8"}, confirm=False)

    def back_and_forth(table):
        seat = min(table.questions)
        return [facts.Away(seat=seat), facts.CameBack(seat=seat)]

    play(party, WITH_POSITION + 6)
    for _ in range(WITH_POSITION):
        party.hall.change(party.code, back_and_forth)
        moves = party.hall.look(party.code).moves
        play(party, moves + 1)
        party.hall.change(party.code, lambda table: [facts.TakenBack(seat=0, to=moves)])  # noqa: B023
    live = party.hall.look(party.code)
    left = [line for line in live.history.items if line.number and not line.undone]
    assert all(line.position is not None for line in left[-WITH_POSITION:])
    play(party, 2 * WITH_POSITION + 6)
    silent = [line for line in party.hall.look(party.code).history.items if line.position is None]
    assert any(line.undone for line in silent), "of what was taken back nothing is needed either"


def test_few_decisions_are_not_all_that_ever_happened(gather):
    """They may be what is left of many: the first positions are in the store alone."""
    party = gather(2, options={"hands": "8"}, confirm=False)
    play(party, WITH_POSITION + 12)
    for moves in (WITH_POSITION, 3):
        after = party.hall.change(party.code, lambda table: [facts.TakenBack(seat=0, to=moves)])  # noqa: B023
        assert after.moves == moves
        assert [step.number for step in replay.steps(party.hall, party.code)] == [*range(moves + 1)]


def test_everybody_agrees_to_go_back_further_than_memory(gather):
    """Somebody who has not decided for a hundred moves takes that back: rare, but it must work."""
    party = gather(1, bots=3, options={"hands": "8"}, confirm=False)
    party.bots()
    party.move(0)
    moves = party.hall.look(party.code).moves

    def long_ago(table):
        return [facts.TakenBack(seat=0, to=moves - 1)]

    while party.hall.look(party.code).moves < 2 * KEPT:
        assert party.view().status == "playing"
        party.bots()
        if party.view(0).choices:
            party.move(0)
    after = party.hall.change(party.code, long_ago)
    assert after.moves == moves - 1
    fresh = Table.blank(after.id, after.code, party.hall.boxes.find, whole=True)
    with party.hall.store.reading() as connection:
        for event in party.hall.store.events(connection, after.id, 0):
            fresh.apply(event)
    assert fresh.position.tobytes() == after.position.tobytes()
    party.hall.forget([party.code])
    assert state(party.hall.look(party.code))[2] == state(after)[2]


@pytest.mark.every_store
@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_a_snapshot_leads_to_where_the_events_lead(gather, open_one, monkeypatch, game):
    monkeypatch.setattr(hall, "SNAPSHOT_AFTER", 20)
    options = {"hands": "8"} if game == "cartes" else {}
    party = gather(4, game=game, confirm=False, options=options)
    play(party, 50)
    table = party.hall.look(party.code)
    with party.hall.store.reading() as connection:
        picture = party.hall.store.snapshot(connection, table.id)
    assert picture is not None
    other = open_one()
    calls = []
    monkeypatch.setattr(Table, "played_again", spied(Table.played_again, calls))
    again = other.look(party.code)
    assert state(again) == state(table)
    assert len(calls) < 25, "it was folded from its first event"
    play(replace(party, hall=other), 5)


def spied(verb, calls):
    def spy(*args):
        calls.append(args)
        return verb(*args)

    return spy


def test_a_snapshot_of_other_rules_is_not_believed(gather, monkeypatch):
    party = gather(2)
    play(party, 10)
    table = party.hall.look(party.code)
    blank = Table.blank(table.id, table.code, party.hall.boxes.find)
    picture = taken(table)
    again = restored(picture, blank)
    assert again is not None
    assert state(again) == state(table)
    assert restored(picture[:50], blank) is None
    assert restored(b"", blank) is None
    monkeypatch.setattr("oppidum.tables.snapshots.made_by", lambda game: "later rules")
    assert restored(picture, blank) is None


def test_a_table_that_falls_out_of_the_cache_comes_back(gather, monkeypatch):
    party = gather(4)
    play(party, 30)
    before = party.hall.look(party.code)
    monkeypatch.setattr(hall, "CACHE_BYTES", 1)
    another = gather(2)
    play(another, 1)
    assert party.code not in party.hall._slots
    assert state(party.hall.look(party.code)) == state(before)
    with party.hall.store.reading() as connection:
        assert party.hall.store.snapshot(connection, before.id) is not None


# ---------------------------------------------------------------- the writer


def test_what_everybody_has_ready_is_one_transaction(gather, monkeypatch):
    """While the writer is held up, decisions gather; then they are stored together, each once."""
    party = gather(4)
    store = party.hall.store
    held, go_on = threading.Event(), threading.Event()
    true = store.append

    def slow(connection, additions):
        held.set()
        assert go_on.wait(60)
        return true(connection, additions)

    monkeypatch.setattr(store, "append", slow)
    with ThreadPoolExecutor(4) as people:
        first = people.submit(party.move, 0)
        assert held.wait(60)
        monkeypatch.setattr(store, "append", true)
        transactions = []
        writing = party.hall.writer.held.writing
        monkeypatch.setattr(party.hall.writer.held, "writing", lambda: transactions.append(1) or writing())
        others = [people.submit(party.move, person) for person in (1, 2, 3)]
        while len(party.hall.writer._jobs) < 3:
            pass
        assert party.view().moves == 0, "nothing is believed before it is stored"
        go_on.set()
        done = sorted(each.result().number for each in (first, *others))
    assert done == [1, 2, 3, 4]
    assert len(transactions) == 1


def test_nothing_is_believed_that_cannot_be_stored(gather, monkeypatch):
    party = gather(2)
    store = party.hall.store

    def full(*_):
        raise StoreError("The store does not answer.") from OperationalError("", {}, Exception("full"))

    before = party.view(0).version
    with monkeypatch.context() as broken:
        broken.setattr(store, "append", full)
        with pytest.raises(StoreError):
            party.move(0, "bid 7")
        assert party.view(0).version == before
        assert looking.view(party.hall, party.code, party.people[0]).choices
    assert party.move(0, "bid 7").number == 1
    assert party.view().moves == 1


@pytest.mark.every_store
def test_what_was_planned_on_something_that_was_never_stored_is_planned_again(gather, open_one, monkeypatch):
    """Another process brings the table to the same version in another way: that is not the same."""
    party = gather(4)
    other = replace(party, hall=open_one())
    held, go_on = threading.Event(), threading.Event()
    writing = party.hall.writer.held.writing

    def slow():
        held.set()
        assert go_on.wait(60)
        return writing()

    monkeypatch.setattr(party.hall.writer.held, "writing", slow)
    with ThreadPoolExecutor(3) as people:
        ours = [people.submit(party.move, 0)]
        assert held.wait(60)
        ours += [people.submit(party.move, person) for person in (1, 2)]
        while len(party.hall.writer._jobs) < 2:
            pass
        other.move(3)
        go_on.set()
        assert sorted(each.result(60).number for each in ours) == [2, 3, 4]
    there = open_one().look(party.code)
    assert there.moves == 4
    assert state(party.hall.look(party.code)) == state(other.hall.look(party.code)) == state(there)


def test_a_job_that_fails_spoils_nobody_elses(hall):
    def broken(connection):
        raise ZeroDivisionError

    with hall.writer._ready:  # so that they come together
        wrong = hall.writer.submit(broken)
        right = hall.writer.submit(lambda connection: connection.execute(sa.select(sa.literal(7))).scalar())
    assert right.result(60) == 7
    assert isinstance(wrong.exception(60), ZeroDivisionError)


# ---------------------------------------------------------------- in an event loop


def test_verbs_run_in_an_event_loop_and_let_others_go_on(gather):
    party = gather(4)

    async def all_at_once():
        ticks = 0

        async def ticking():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(ticking())
        await asyncio.sleep(0)
        moves = [in_loop(playing.move, party.hall, party.code, person, "bid 7") for person in party.people]
        found = await asyncio.gather(*moves)
        other.cancel()
        return sorted(moved.number for moved in found), ticks

    numbers, ticks = in_a_loop(all_at_once())
    assert numbers == [1, 2, 3, 4]
    assert ticks > 1


def deciding(house, code, person, what):
    """As on a wire."""
    loop = asyncio.get_running_loop()
    came = loop.create_future()
    playing.move_in_loop(loop, house, code, person, what, came.set_result)
    return came


@pytest.mark.every_store
def test_a_decision_at_a_table_that_is_not_at_hand_keeps_nobody_waiting(gather, open_one, monkeypatch):
    """What has to be read of it is read in a thread: where it is not remembered, or would be refused because
    of what is remembered."""
    party = gather(2)
    first, second = party.people
    elsewhere = open_one()
    true = elsewhere.store.reading

    async def decide():
        here = threading.get_ident()

        def reading():
            assert threading.get_ident() != here, "nobody else is served meanwhile"
            return true()

        monkeypatch.setattr(elsewhere.store, "reading", reading)
        assert (await deciding(elsewhere, party.code, first, "bid 7")).number == 1
        assert isinstance(await deciding(elsewhere, party.code, first, "bid 7"), IllegalAction)
        party.move(1, "bid 3")
        person = 0 if party.view(0).choices else 1
        move = party.view(person).choices[0].words
        assert (await deciding(elsewhere, party.code, party.people[person], move)).number == 3
        assert isinstance(await deciding(elsewhere, "a" * 16, second, "bid 3"), NoSuchTable)

    in_a_loop(decide())


def test_whoever_cannot_plan_again_is_told_so(gather, open_one, monkeypatch):
    """Somebody was faster, and the house is closing by the time that it is known."""
    party = gather(2)
    true, asked = party.hall.writer.add, []

    def add(*given):
        asked.append(given)
        if len(asked) > 1:
            raise StoreError("The house is closing.")
        return true(*given)

    monkeypatch.setattr(party.hall.writer, "add", add)
    replace(party, hall=open_one()).move(1)

    async def decide():
        return await deciding(party.hall, party.code, party.people[0], "bid 7")

    assert isinstance(in_a_loop(decide()), StoreError)


def test_a_refusal_in_an_event_loop(gather):
    party = gather(2)

    async def twice():
        await in_loop(playing.move, party.hall, party.code, party.people[0], "bid 7")
        with pytest.raises(NotNow):
            await in_loop(takeback.take_back, party.hall, party.code, party.people[1])

    in_a_loop(twice())


def test_who_leaves_in_the_middle_of_a_decision_leaves_the_table_sound(gather, monkeypatch):
    party = gather(2)
    held, go_on = threading.Event(), threading.Event()
    true = party.hall.store.append

    def slow(*args):
        held.set()
        assert go_on.wait(60)
        return true(*args)

    monkeypatch.setattr(party.hall.store, "append", slow)

    async def gone():
        deciding = asyncio.create_task(
            in_loop(playing.move, party.hall, party.code, party.people[0], "bid 7")
        )
        await asyncio.sleep(0)
        await asyncio.to_thread(held.wait, 60)
        deciding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await deciding
        go_on.set()

    in_a_loop(gone())
    assert party.move(1, "bid 3").number == 2
    assert party.hall.look(party.code).moves == 2


# ---------------------------------------------------------------- who is here


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_who_writes_down_what_was_seen_goes_through_the_tables_in_their_order(gather, postgres, eventually):
    """Two processes that did so in different orders would wait for each other."""
    party, others = gather(2), gather(2)
    store, me = party.hall.store, party.people[0]
    first, last = sorted(party.hall.look(each.code).id for each in (party, others))
    news = [(table, me, 1, 1.0) for table in (last, first)]
    party.hall.write(lambda connection: store.write_seen(connection, news))
    row = "SELECT * FROM seen WHERE table_id = %s FOR UPDATE NOWAIT"
    waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with psycopg.connect(postgres) as before_us, psycopg.connect(postgres, autocommit=True) as watching:
        before_us.execute(row, [first])
        coming = party.hall.writer.submit(lambda connection: store.write_seen(connection, news))
        eventually(lambda: watching.execute(waiting).fetchone() is not None)
        before_us.execute(row, [last])
    coming.result(60)


@pytest.mark.every_store
def test_what_people_have_seen_is_written_now_and_then(gather, open_one, hours):
    party = gather(2)
    me = party.people[0]
    seen = sa.select(schema.seen.c.version).where(schema.seen.c.visitor_id == me)

    def stored():
        with party.hall.store.reading() as connection:
            return connection.execute(seen).scalar()

    version = party.view(0).version
    overview.mark_seen(party.hall, party.code, me, version)
    assert stored() is None, "looking is no reason to write"
    assert overview.running(party.hall, me)[0].seen == version
    hours.pass_by(11)
    overview.mark_seen(party.hall, party.code, me, version)
    party.hall.write(lambda connection: None)
    assert stored() == version
    assert overview.running(open_one(), me)[0].seen == version
