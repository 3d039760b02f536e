"""Wake-ups: who waits for a table, in an event loop or in a thread."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from oppidum.tables import waiting
from oppidum.tables.wake import Hub

LONG = 60.0


def in_a_loop(coroutine):
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, coroutine).result()


def until(condition):
    for _ in range(6000):
        if condition():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never came to that")


def test_a_thread_hears_of_the_newest_version_and_of_nothing_older():
    hub = Hub()
    with hub.subscribe(7, 3) as mine, ThreadPoolExecutor(1) as aside:
        coming = aside.submit(mine.wait, 3, LONG)
        until(lambda: mine._bell is not None)
        hub.publish(8, 9)  # of another table
        hub.publish(7, 3)  # known already
        assert not coming.done()
        hub.publish(7, 5)
        assert coming.result(LONG) == 5
        hub.publish(7, 4)
        assert mine.version == 5
        assert mine.wait(5, within=0.01) is None
        waits = aside.submit(mine.wait, 5, None)
        until(lambda: mine._bell is not None)
        hub.close()
        assert waits.result(LONG) is None


def test_who_has_gone_is_forgotten():
    hub = Hub()
    mine, other = hub.subscribe(7, 0), hub.subscribe(7, 0)
    mine.close()
    hub.publish(7, 1)
    assert (mine.version, other.version, hub.count()) == (0, 1, 1)
    other.close()
    assert hub.keys() == []


def test_all_who_are_told_at_once_wake_up_together(monkeypatch):
    """The loop is called once, and only when everything has been told."""

    async def run() -> list[list[int | None]]:
        hub, loop = Hub(), asyncio.get_running_loop()
        here = [hub.subscribe(table, 0) for table in (1, 1, 2)]
        tasks = [asyncio.ensure_future(each.changed(0, LONG)) for each in here]
        await asyncio.sleep(0)
        calls: list[int] = []
        real = loop.call_soon_threadsafe

        def counted(*given):
            calls.append(told)
            return real(*given)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        told = 0

        def tell() -> None:
            nonlocal told
            with waiting.together():
                for table, version in ((1, 4), (2, 5), (1, 6)):
                    hub.publish(table, version)
                    told += 1

        thread = threading.Thread(target=tell)
        thread.start()
        thread.join()
        monkeypatch.undo()
        versions = [await task for task in tasks]
        return [versions, list(calls)]

    assert in_a_loop(run()) == [[6, 6, 5], [3]]


def test_a_loop_that_has_ended_keeps_nobody_from_being_woken():
    hub = Hub()

    async def leave() -> None:
        gone = hub.subscribe(7, 0)
        waits = asyncio.ensure_future(gone.changed(0, LONG))
        await asyncio.sleep(0)
        waits.cancel()

    in_a_loop(leave())

    async def stay() -> int | None:
        mine = hub.subscribe(7, 0)
        waits = asyncio.ensure_future(mine.changed(0, LONG))
        await asyncio.sleep(0)
        hub.publish(7, 2)
        return await waits

    assert in_a_loop(stay()) == 2
