"""On the line: what was decided in an event loop, on PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from oppidum.kernel.errors import IllegalAction
from oppidum.tables import (
    Hall,
    NotNow,
    additions,
    chat,
    line,
    looking,
    on_the_line,
    playing,
    schema,
    visitors,
)
from oppidum.tables.errors import CannotWrite, Stale, StoreError, TooMany
from oppidum.tables.line import SETTINGS
from oppidum.tables.news import Notices
from oppidum.tables.on_the_line import STATEMENTS, OnTheLine
from oppidum.tables.waiting import in_loop

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.timeout(120),
    pytest.mark.parametrize("database", ["postgresql"], indirect=True),
]


def cut(postgres: str, hall: Hall) -> None:
    """The line ends, at the database."""
    at = hall.writer.at_once
    assert isinstance(at, OnTheLine)
    laid = at.line
    assert laid
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", [laid.own])


def without_reading(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the loop; the ears may."""
    true, here = hall.store.reading, threading.get_ident()

    def reading() -> Any:
        assert threading.get_ident() != here, "read in vain"
        return true()

    monkeypatch.setattr(hall.store, "reading", reading)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_the_line, "AGAIN_AFTER", 0.05)


async def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0)  # what is waited for may be over in a moment


async def lay(hall: Hall) -> None:
    at = hall.writer.at_once
    assert isinstance(at, OnTheLine)
    at.serve(asyncio.get_running_loop())
    await until(lambda: at.line)


def in_a_loop(hall: Hall, run: Callable[[], Awaitable[Any]]) -> Any:
    async def served() -> Any:
        await lay(hall)
        return await run()

    return asyncio.run(served())


async def decide(party: Any, person: int, move: str = "", seen: int | None = None) -> playing.Moved:
    """As on a wire: nobody waits for it, neither a thread nor a greenlet."""
    loop = asyncio.get_running_loop()
    came = loop.create_future()
    move = move or party.view(person).choices[0].words
    playing.move_in_loop(loop, party.hall, party.code, party.people[person], move, came.set_result, seen=seen)
    told = await asyncio.wait_for(came, 60)
    if isinstance(told, Exception):
        raise told
    return told


@pytest.fixture
def left(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many additions the writer has got."""
    found, true = list[int](), hall.writer.append
    monkeypatch.setattr(hall.writer, "append", lambda jobs: found.append(len(jobs)) or true(jobs))
    return found


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What was asked on lines."""
    found, true = list[bytes](), line.Line.ask
    monkeypatch.setattr(
        line.Line, "ask", lambda self, name, *rest: found.append(name) or true(self, name, *rest)
    )
    return found


def test_what_is_decided_in_one_turn_is_one_statement_without_the_writer(gather, hall, left, asked, open_one):
    party = gather(4)
    left.clear()

    async def together() -> list[playing.Moved]:
        return await asyncio.gather(*(decide(party, person) for person in range(4)))

    assert sorted(each.number for each in in_a_loop(hall, together)) == [1, 2, 3, 4]
    assert asked == [b"add"]
    assert left == []
    there = open_one().look(party.code)
    assert there.moves == 4
    assert there.position.tobytes() == hall.look(party.code).position.tobytes()


def test_what_comes_in_meanwhile_is_the_next_statement(gather, hall, left, asked, open_one):
    """Several tables, and at one of them two decisions that follow on each other."""
    parties = [gather(2) for _ in range(3)]
    left.clear()

    async def one_after_the_other() -> None:
        first = asyncio.ensure_future(decide(parties[0], 0))
        await until(lambda: hall.writer.at_once.under_way)
        rest = [decide(parties[0], 1), decide(parties[1], 0), decide(parties[2], 1)]
        await asyncio.gather(first, *rest)

    in_a_loop(hall, one_after_the_other)
    assert asked == [b"add", b"add"]
    assert left == []
    there = open_one()
    for party, moves in zip(parties, (2, 1, 1), strict=True):
        assert there.look(party.code).moves == moves
        assert there.look(party.code).position.tobytes() == hall.look(party.code).position.tobytes()


def test_whoever_is_overtaken_plans_on_what_was_faster(gather, hall, left, asked, open_one, monkeypatch):
    """It is read on the line, too, and only there."""
    party = gather(3)
    other = replace(party, hall=open_one())
    words = party.view(0).choices[0].words
    left.clear()

    async def both() -> playing.Moved:
        other.move(1)
        without_reading(hall, monkeypatch)
        loop = asyncio.get_running_loop()
        came = loop.create_future()
        playing.move_in_loop(loop, hall, party.code, party.people[0], words, came.set_result)
        return await came

    assert in_a_loop(hall, both).number == 2
    monkeypatch.undo()
    assert asked == [b"add", b"events", b"add"]
    assert left == []
    assert hall.look(party.code).version == other.hall.look(party.code).version


def test_two_houses_at_one_table_lose_nothing(gather, hall, open_one):
    """Each has a loop and a line of its own, and decides as fast as it can."""
    party = gather(4, options={"hands": "4"})
    sides = [party, replace(party, hall=open_one())]

    async def play(side: Any, people: tuple[int, int]) -> list[int]:
        await lay(side.hall)
        numbers = list[int]()
        with side.hall.subscribe(side.code) as subscription:
            while len(numbers) < 24:
                known = subscription.version
                for person in people:
                    if looking.view(side.hall, side.code, side.people[person], at_least=known).choices:
                        numbers.append((await decide(side, person)).number)
                await subscription.changed(known, within=5)
        return numbers

    async def both() -> tuple[list[int], list[int]]:
        first = asyncio.to_thread(asyncio.run, play(sides[0], (0, 1)))
        second = asyncio.to_thread(asyncio.run, play(sides[1], (2, 3)))
        ours, theirs = await asyncio.gather(first, second)
        return ours, theirs

    ours, theirs = asyncio.run(both())
    whole = open_one().whole(party.code)
    assert set(ours) | set(theirs) <= set(range(1, whole.moves + 1))
    assert not set(ours) & set(theirs), "one number was given twice"
    assert len(ours) + len(theirs) == len(set(ours) | set(theirs)) == whole.moves


class Side:
    """One of two houses, with a loop of its own, that decides at all tables as fast as it can."""

    def __init__(self, hall: Hall, parties: list[Any], seed: int) -> None:
        self.hall = hall
        self.parties = [replace(party, hall=hall) for party in parties]
        self.luck = random.Random(seed)
        self.acknowledged: dict[tuple[str, int], str] = {}
        self.cuts = 0

    async def play(self, decisions: int, cut_one: Callable[[], None], over: threading.Barrier) -> None:
        await lay(self.hall)
        with contextlib.ExitStack() as watched:
            for party in self.parties:
                watched.enter_context(self.hall.subscribe(party.code))
            await asyncio.gather(*(self.program(decisions // 4, cut_one) for _ in range(4)))
            await asyncio.to_thread(over.wait, 300)
            await until(lambda: all(map(self.believes_what_is_stored, self.parties)))

    async def program(self, decisions: int, cut_one: Callable[[], None]) -> None:
        for _ in range(decisions):
            party = self.luck.choice(self.parties)
            person = self.luck.randrange(len(party.people))
            match self.luck.randrange(100):
                case 0:
                    cut_one()
                case 1 | 2:  # by the writer
                    with contextlib.suppress(TooMany):
                        await asyncio.to_thread(chat.say, self.hall, party.code, party.people[0], text="!")
                case 3 | 4:
                    await asyncio.to_thread(self.see, party)
                case _:
                    await self.decide(party, person)
            await asyncio.sleep(0)

    async def decide(self, party: Any, person: int) -> None:
        view = party.view(person, at_least=0)  # as we know it
        if not view.choices:
            return
        move = self.luck.choice(view.choices).words
        try:
            moved = await decide(party, person, move, view.version)
        except CannotWrite:
            self.cuts += 1
        except (Stale, IllegalAction, NotNow):
            pass  # the other was faster
        else:
            assert (party.code, moved.number) not in self.acknowledged
            self.acknowledged[party.code, moved.number] = moved.words

    def see(self, party: Any) -> None:
        for person in party.people:
            self.hall.presence.mark(self.hall.look(party.code), person, 1)
        self.hall.presence.write()

    def believes_what_is_stored(self, party: Any) -> bool:
        with self.hall.store.reading() as connection:
            found = self.hall.store.find(connection, party.code)
        return bool(found) and self.hall.look(party.code, at_least=0).version == found[1]


@pytest.mark.timeout(600)
def test_two_houses_at_many_tables_believe_what_is_stored(gather, hall, open_one, postgres, long):
    """They decide for the same people, talk, look, and lose their lines."""
    parties = [gather(4, game=game) for game in ("cartes", "romains") for _ in range(40 if long else 4)]
    sides = [Side(hall, parties, 1), Side(open_one(), parties, 2)]
    decisions = 8_000 if long else 800

    def cut_one() -> None:
        with contextlib.suppress(AssertionError):  # there may be none just now
            cut(postgres, sides[0].luck.choice(sides).hall)

    over = threading.Barrier(2)  # nobody changes anything any more

    def play(side: Side) -> None:
        try:
            asyncio.run(side.play(decisions, cut_one, over))
        except BaseException:
            over.abort()
            raise

    with ThreadPoolExecutor(2) as aside:
        list(aside.map(play, sides))
    ours, theirs = (side.acknowledged for side in sides)
    assert not set(ours) & set(theirs), "one number was given twice"
    last = open_one()
    for party in parties:
        stored = last.whole(party.code)
        told = {n: words for (code, n), words in (ours | theirs).items() if code == party.code}
        by_number = dict(enumerate((each.words for each in stored.decisions.items), start=1))
        assert told.items() <= by_number.items()
        for side in sides:
            believed = side.hall.look(party.code, at_least=0)
            assert believed.version == stored.version
            assert believed.position.tobytes() == stored.position.tobytes()
    lost = sum(side.cuts for side in sides)
    moves = sum(last.look(party.code).moves for party in parties)
    assert moves - lost <= len(ours) + len(theirs) <= moves
    assert min(len(ours), len(theirs)) > decisions // 20


@pytest.fixture
def resting(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Whether the ears have left it to the line. They have not read anything when it was laid either."""
    news = hall.news
    assert isinstance(news, Notices)
    rests, true = threading.Event(), news.rest

    def rest(*given: Any) -> None:
        if news.rests:
            rests.set()
        true(*given)

    monkeypatch.setattr(news, "rest", rest)
    monkeypatch.setattr(hall, "verify", lambda: None)
    return rests.is_set


def test_what_others_did_is_read_before_anybody_is_woken(gather, hall, asked, open_one, resting, monkeypatch):
    party = gather(2)
    other = replace(party, hall=open_one())

    async def watch() -> None:
        await until(resting)
        with hall.subscribe(party.code) as subscription:
            seen = subscription.version
            other.move(0)
            version = await subscription.changed(seen, within=60)
            assert version == seen + 1
            without_reading(hall, monkeypatch)
            assert looking.view(hall, party.code, at_least=version).moves == 1

    in_a_loop(hall, watch)
    assert asked == [b"events"]


def test_what_was_missed_is_read_before_anybody_is_woken(gather, hall, open_one, monkeypatch):
    """While no line was there, and perhaps nobody listened."""
    party = gather(2)
    other = replace(party, hall=open_one())

    async def watch() -> None:
        with hall.subscribe(party.code) as subscription:
            seen = subscription.version
            other.move(0)
            await lay(hall)
            version = await subscription.changed(seen, within=60)
            without_reading(hall, monkeypatch)
            assert looking.view(hall, party.code, at_least=version).moves == 1

    monkeypatch.setattr(hall.news, "heard", only_rings(hall))
    asyncio.run(watch())


def test_what_could_not_be_looked_at_is_looked_at_again(hall, monkeypatch):
    """The store was away just when the line had been laid: nobody rings for it again."""
    looked = list[bool]()

    def verify() -> None:
        looked.append(hall.news.rests)
        if looked.count(True) == 1:
            raise StoreError("The store does not answer.")

    monkeypatch.setattr(hall, "verify", verify)

    async def look() -> None:
        await until(lambda: looked.count(True) > 1)

    in_a_loop(hall, look)


def only_rings(hall: Hall) -> Callable[[], Any]:
    """What the ears heard of tables is lost; that they are to look at everything is not."""
    true = hall.news.heard
    return lambda: iter([heard for heard in true() if heard is None])


def test_what_nobody_watches_is_not_read(gather, hall, asked, open_one, resting):
    watched, unwatched, left = [gather(2) for _ in range(3)]
    other = open_one()

    async def watch() -> None:
        await until(resting)
        hall.subscribe(left.code).close()
        with hall.subscribe(watched.code) as subscription:
            for party in (left, unwatched, watched):
                replace(party, hall=other).move(0)
            await subscription.changed(subscription.version, within=60)

    in_a_loop(hall, watch)
    assert asked == [b"events"]
    assert hall.look(watched.code, at_least=0).moves == 1
    for party in (left, unwatched):
        assert hall.look(party.code, at_least=0).moves == 0, "read in vain"
        assert hall.look(party.code).moves == 1


def test_who_begins_to_watch_while_the_news_are_under_way_misses_nothing(
    gather, hall, asked, open_one, resting, monkeypatch
):
    """Nor who stops, and begins again."""
    parties = [gather(2) for _ in range(3)]
    others = [replace(party, hall=open_one()) for party in parties]
    watched, begun, changed = parties
    asking, kept = line.Line.ask, list[Any]()

    async def watch() -> None:
        await until(resting)
        at = hall.writer.at_once
        late, early = hall.subscribe(changed.code), hall.subscribe(watched.code)
        known = {party.code: hall.look(party.code).version for party in parties}
        monkeypatch.setattr(line.Line, "ask", lambda *given: kept.append(given))
        for other in others:
            other.move(0)
        await until(lambda: kept)
        assert at.is_reading
        late.close()
        with hall.subscribe(begun.code) as new, hall.subscribe(changed.code) as again:
            for other in others[1:]:
                other.move(1)
            monkeypatch.setattr(line.Line, "ask", asking)
            for given in kept:
                asking(*given)
            for party, moves, subscription in ((watched, 1, early), (begun, 2, new), (changed, 2, again)):
                version = known[party.code]
                while hall.look(party.code, at_least=version).moves < moves:
                    version = await subscription.changed(version, within=60)
                    assert version, "it was never told"
        early.close()

    in_a_loop(hall, watch)


def test_what_others_did_to_people_is_forgotten_before_anybody_is_woken(gather, hall, open_one, monkeypatch):
    """Who is woken may act for somebody whose token is void by now."""
    party = gather(2)
    happened = list[str]()

    async def hear() -> None:
        at = hall.writer.at_once
        monkeypatch.setattr(hall.people, "forget", lambda: happened.append("people"))
        monkeypatch.setattr(hall, "heard_of", lambda table, version: happened.append("table"))
        at.hear([f"{hall.look(party.code).id} 99", on_the_line.PEOPLE])

    in_a_loop(hall, hear)
    assert happened[:3].index("people") < happened.index("table")


def test_another_hears_of_people_over_the_line(hall, open_one, arrive, eventually):
    person = arrive(1)[0]
    other = open_one()

    async def rename() -> None:
        before = hall.people.forgotten
        visitors.rename(other, person, "Assurancetourix")
        await until(lambda: hall.people.forgotten > before)

    in_a_loop(hall, rename)


def test_a_line_that_breaks_is_laid_again_and_nothing_is_missed(gather, hall, postgres, open_one):
    party = gather(4)
    other = replace(party, hall=open_one())

    async def break_and_go_on() -> None:
        at, first = hall.writer.at_once, hall.writer.at_once.line
        with hall.subscribe(party.code) as subscription:
            await decide(party, 0)
            seen = hall.look(party.code).version
            cut(postgres, hall)
            await asyncio.to_thread(other.move, 1)  # nobody may be listening
            while hall.look(party.code, at_least=0).version <= seen:
                assert await subscription.changed(seen, within=60), "it was never told"
                await asyncio.to_thread(looking.view, hall, party.code)
            await until(lambda: at.line and at.line is not first)
            await decide(party, 2)
        assert not at.under_way

    in_a_loop(hall, break_and_go_on)
    assert open_one().look(party.code).moves == 3


def test_who_waits_for_an_answer_when_it_breaks_is_told_so(gather, hall, postgres, open_one):
    """A decision that hangs on a lock: its connection ends, so it is not in the store."""
    party = gather(3)

    async def break_in_the_middle() -> None:
        at = hall.writer.at_once
        with psycopg.connect(postgres) as lock:
            lock.execute("SELECT * FROM tables FOR UPDATE")
            first = asyncio.ensure_future(decide(party, 0))
            await until(lambda: at.under_way)
            second = asyncio.ensure_future(decide(party, 1))  # planned on the first
            await asyncio.sleep(0.05)
            cut(postgres, hall)
            with pytest.raises(CannotWrite, match="does not answer"):
                await first
        assert (await second).number == 1
        assert (await decide(party, 0)).number == 2

    in_a_loop(hall, break_in_the_middle)
    assert open_one().look(party.code).moves == 2


def test_a_decision_whose_answer_is_lost_is_done_once(gather, hall, open_one, monkeypatch):
    """It is in the store when the line breaks, and nobody knows: whoever asks again with what they had seen
    is told that they have decided, and so does the one who had asked for it."""
    party = gather(3)
    seen = hall.look(party.code).version
    words = party.view(0).choices[0].words
    true = line.Line.take_result

    def lost(self: line.Line) -> None:
        true(self)  # the row that says what was written
        monkeypatch.setattr(line.Line, "take_result", true)
        while self.pg.get_result():
            pass
        raise line.Broken

    async def ask_again() -> None:
        monkeypatch.setattr(line.Line, "take_result", lost)
        with pytest.raises(CannotWrite):
            await decide(party, 0, words, seen)
        assert open_one().look(party.code).moves == 1
        with pytest.raises(Stale, match="decided already"):
            await decide(party, 0, words, seen)
        assert (await decide(party, 1)).number == 2

    in_a_loop(hall, ask_again)
    assert open_one().look(party.code).moves == 2


def test_a_store_that_falls_silent_is_waited_for_no_longer(gather, hall, postgres, open_one, monkeypatch):
    """And what it does after all, when it goes on, is not done twice."""
    monkeypatch.setattr(line, "SILENCE", 0.2)
    party = gather(3)
    seen = hall.look(party.code).version
    words = party.view(0).choices[0].words

    async def fall_silent() -> None:
        silent = hall.writer.at_once.line.own
        os.kill(silent, signal.SIGSTOP)
        try:
            with pytest.raises(CannotWrite):
                await decide(party, 0, words, seen)
        finally:
            os.kill(silent, signal.SIGCONT)
        with contextlib.suppress(Stale):  # it was faster
            assert (await decide(party, 0, words, seen)).number == 1
        await until(lambda: not is_there(postgres, silent))

    in_a_loop(hall, fall_silent)
    assert open_one().look(party.code).moves == 1
    assert hall.look(party.code).moves == 1


def is_there(postgres: str, process: int) -> bool:
    with psycopg.connect(postgres) as connection:
        found = connection.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [process])
        return found.fetchone() is not None


def test_a_loop_that_ends_does_not_wait_for_a_silent_store_for_ever(gather, hall, monkeypatch):
    monkeypatch.setattr(line, "SILENCE", 0.2)
    party = gather(2)
    silent = list[int]()

    async def left_behind() -> None:
        silent.append(hall.writer.at_once.line.own)
        os.kill(silent[0], signal.SIGSTOP)
        asyncio.ensure_future(decide(party, 0))  # noqa: RUF006 - nobody will know what becomes of it
        await until(lambda: hall.writer.at_once.under_way)

    try:
        in_a_loop(hall, left_behind)
        hall.writer.at_once.close()
        assert hall.writer.at_once.line is None
    finally:
        os.kill(silent[0], signal.SIGCONT)


def test_a_table_that_somebody_holds_keeps_no_other_waiting(gather, hall, postgres, left, monkeypatch):
    """What hangs on it is the writer's, and the line goes on."""
    monkeypatch.setattr(line, "SETTINGS", (*SETTINGS, "lock_timeout = '50ms'"))
    held, free = gather(2), gather(2)
    left.clear()

    async def hold_one() -> None:
        with psycopg.connect(postgres) as lock:
            lock.execute("SELECT * FROM tables WHERE code = %s FOR UPDATE", [held.code])
            first = asyncio.ensure_future(decide(held, 0))
            await until(lambda: left)
            assert (await decide(free, 0)).number == 1
            assert not first.done()
        assert (await first).number == 1
        assert (await decide(held, 1)).number == 2

    in_a_loop(hall, hold_one)
    assert left == [1]


def test_nobody_waits_for_who_writes_down_what_was_seen(gather, hall, postgres, left, monkeypatch):
    monkeypatch.setattr(line, "SETTINGS", (*SETTINGS, "lock_timeout = '50ms'"))
    party = gather(2)
    left.clear()

    async def write_slowly() -> None:
        with psycopg.connect(postgres) as slow:
            seen = [hall.look(party.code).id, party.people[1]]
            slow.execute("INSERT INTO seen VALUES (%s, %s, 1, 1)", seen)
            assert (await decide(party, 0)).number == 1

    in_a_loop(hall, write_slowly)
    assert left == []


def test_what_the_store_refuses_is_the_writers_to_explain(gather, hall, left, monkeypatch):
    parties = [gather(2), gather(2)]
    left.clear()
    true = additions.in_json

    def spoilt(new: Any) -> bytes:
        return true(new).replace(b'"seq":', b'"seq":null,"was":')

    monkeypatch.setattr(on_the_line, "in_json", spoilt)

    async def both() -> list[playing.Moved]:
        return await asyncio.gather(*(decide(party, 0) for party in parties))

    assert [each.number for each in in_a_loop(hall, both)] == [1, 1]
    assert left == [2]


def test_what_rarely_changes_is_the_writers(gather, hall, left, open_one):
    """The end of a game, for one: it is counted elsewhere, too."""
    party = gather(2)
    left.clear()

    async def play_on() -> None:
        while party.view().status == "playing":
            for person in (0, 1):
                if party.view(person).choices:
                    await decide(party, person)

    in_a_loop(hall, play_on)
    assert left == [1]
    there = open_one().look(party.code)
    assert there.ended
    assert there.version == hall.look(party.code).version


def test_what_a_loop_leaves_behind_is_written_all_the_same(gather, hall, open_one):
    party = gather(2)

    async def left_behind() -> None:
        first = asyncio.ensure_future(decide(party, 0))
        await until(lambda: hall.writer.at_once.under_way)
        second = asyncio.ensure_future(decide(party, 1))
        await asyncio.sleep(0)
        assert not first.done()
        assert not second.done()

    in_a_loop(hall, left_behind)
    hall.writer.at_once.close()
    there = open_one().look(party.code)
    assert there.moves == 2
    assert there.position.tobytes() == hall.look(party.code).position.tobytes()


def test_without_a_line_it_is_the_writers(gather, hall, left, monkeypatch):
    party = gather(2)
    left.clear()
    monkeypatch.setattr(line, "connected", lambda *_: 1 / 0)

    async def not_yet() -> playing.Moved:
        hall.writer.at_once.serve(asyncio.get_running_loop())
        return await in_loop(party.move, 0)

    assert asyncio.run(not_yet()).number == 1
    assert left == [1]


def test_a_statement_looks_up_the_few_rows_that_are_meant(hall, postgres):
    """Planned when nothing is stored, as on the first day of a house, and still so on the last."""
    given = {"add": "'[]'", "events": "'{}', '{}'"}
    with psycopg.connect(postgres, autocommit=True) as connection:
        for setting in SETTINGS:
            connection.execute(f"SET {setting}".encode())
        for name, statement in STATEMENTS.items():
            connection.execute(b"PREPARE " + name + b" AS " + statement.encode())
            plan = connection.execute(f"EXPLAIN EXECUTE {name.decode()}({given[name.decode()]})".encode())
            steps = [row[0] for row in plan]
            for table in (schema.tables, schema.events):
                looked_up = [step for step in steps if f" on {table.name} " in step and "Insert" not in step]
                assert all("Index Scan" in step or "Update" in step for step in looked_up)
            assert any("Index Scan" in step for step in steps)
