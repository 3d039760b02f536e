"""Who is served next where more is asked of the bots' threads than they can do."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from typing import Any

import pytest

from oppidum.tables.bot_queue import LOWER_FIRST, BotQueue, Rank


class Bench:
    """A pool whose threads do nothing before they are told to."""

    def __init__(self) -> None:
        self.given: list[tuple[Any, Future[Any]]] = []

    def submit(self, fn: Any, /) -> Future[Any]:
        self.given.append((fn, Future()))
        return self.given[-1][1]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        for _, future in self.given:
            future.cancel()

    def do_one(self) -> None:
        work, future = self.given.pop(0)
        try:
            future.set_result(work())
        except ZeroDivisionError as error:
            future.set_exception(error)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def served(queue: BotQueue, bench: Bench, asked: list[tuple[Rank, str]]) -> list[str]:
    """In which order they are, by one who asks after the other."""
    done: list[str] = []
    for rank, owner in asked:
        queue.ask(rank, owner, lambda owner=owner: done.append(owner))
    while bench.given:
        bench.do_one()
    return done


def test_many_tables_of_one_visitor_do_not_keep_a_stranger_waiting(bench: Bench) -> None:
    """One visitor has 35 tables of bots that think; a stranger, who comes last, is served third."""
    queue = BotQueue(1, bench)
    done = served(queue, bench, [*[(Rank.LIVE, "crowd")] * 35, (Rank.LIVE, "stranger")])
    assert done.index("stranger") <= 2
    assert done.count("crowd") == 35


def test_live_games_come_before_hints_and_hints_before_analysis(bench: Bench) -> None:
    queue = BotQueue(1, bench)
    asked = [(Rank.LIVE, "first"), (Rank.ANALYSIS, "analysis"), (Rank.HINT, "hint"), (Rank.LIVE, "live")]
    assert served(queue, bench, asked) == ["first", "live", "hint", "analysis"]


def test_nothing_starves(bench: Bench) -> None:
    queue = BotQueue(1, bench)
    done = served(queue, bench, [*[(Rank.LIVE, "live")] * 100, (Rank.ANALYSIS, "analysis")])
    assert done.index("analysis") < LOWER_FIRST


def test_one_thread_is_kept_for_live_games(bench: Bench) -> None:
    queue = BotQueue(2, bench)
    done: list[str] = []
    for n in range(5):
        queue.ask(Rank.ANALYSIS, "analyst", lambda n=n: done.append(f"analysis {n}"))
    assert len(bench.given) == 1, "analysis has taken every thread"
    queue.ask(Rank.LIVE, "player", lambda: done.append("live"))
    assert len(bench.given) == 2
    while bench.given:
        bench.do_one()
    assert set(done) == {"live", *(f"analysis {n}" for n in range(5))}


def test_what_breaks_tells_whoever_asked_and_stops_nobody_else(bench: Bench) -> None:
    queue = BotQueue(1, bench)
    broken = queue.ask(Rank.LIVE, "a", lambda: 1 // 0)
    sound = queue.ask(Rank.LIVE, "b", lambda: 7)
    while bench.given:
        bench.do_one()
    assert isinstance(broken.exception(0), ZeroDivisionError)
    assert sound.result(0) == 7


def test_thoughts_get_shorter_as_more_wait_and_long_again_when_they_are_gone(bench: Bench) -> None:
    queue = BotQueue(2, bench)
    shares = [queue.share]
    for n in range(60):
        queue.ask(Rank.LIVE, str(n), lambda: None)
        shares.append(queue.share)
    assert shares[0] == 1
    assert shares == sorted(shares, reverse=True)
    assert set(shares) == {1, 1 / 2, 1 / 4, 1 / 8}
    for n in range(1000):
        queue.ask(Rank.HINT, str(n), lambda: None)
    while sum(map(len, queue.queues[Rank.LIVE].values())):
        bench.do_one()
    assert queue.share == 1, "hints are no reason for anybody to think less"


def test_who_closes_waits_for_nobody(bench: Bench) -> None:
    queue = BotQueue(1, bench)
    asked = [queue.ask(Rank.HINT, "a", lambda: None) for _ in range(3)]
    queue.close()
    asked.append(queue.ask(Rank.LIVE, "late", lambda: None))
    for future in asked:
        with pytest.raises(CancelledError):
            future.result(0)


def test_real_threads(eventually: Any) -> None:
    queue = BotQueue(3)
    found = [queue.ask(rank, str(n % 7), lambda n=n: n * n) for n in range(300) for rank in Rank]
    assert [future.result(60) for future in found] == [n * n for n in range(300) for _ in Rank]
    eventually(lambda: not any(queue.running.values()))
    queue.close()
