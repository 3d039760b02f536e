"""Waiting without standing in the way.

The verbs of this package are plain functions, and some of them wait for the store. In a thread that is a
thread's wait. In an event loop a verb runs as a greenlet (`in_loop`): while it waits, the loop goes on with
everybody else, and no thread is needed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, ParamSpec, Protocol, TypeVar

from greenlet import getcurrent, greenlet

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Verb(greenlet):
    """A verb that runs in an event loop."""


def loop_here() -> asyncio.AbstractEventLoop | None:
    """The event loop that a verb runs in which does not keep it waiting."""
    return asyncio.get_running_loop() if isinstance(getcurrent(), Verb) else None


class Coming(Protocol[T_co]):
    """What will be there in a while: a future, or what is like one."""

    def done(self) -> bool: ...

    def result(self) -> T_co: ...


def result(future: Coming[T]) -> T:
    """What a future brings; wherever we are, nobody else is kept waiting by it."""
    here = getcurrent()
    if isinstance(here, Verb) and not future.done():
        assert here.parent is not None
        here.parent.switch(future)
    return future.result()


async def in_loop(verb: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a verb in the event loop that we are in."""
    running = Verb(verb)
    came: Any = running.switch(*args, **kwargs)
    if not running.dead:
        loop = asyncio.get_running_loop()
        while not running.dead:
            there = loop.create_future()
            came.add_done_callback(lambda _, there=there: wake([(loop, partial(end_sleep, there))]))
            try:
                await there
            except BaseException as error:  # the caller has gone
                came = running.throw(error)
            else:
                came = running.switch()
    return came


def end_sleep(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


Sleeper = tuple[asyncio.AbstractEventLoop, Callable[[], None]]  # what is called there

sleepers: dict[asyncio.AbstractEventLoop, list[Callable[[], None]]] = {}
lock = threading.Lock()


class Held(threading.local):
    """Whom this thread is about to wake, but not yet."""

    back: list[Sleeper] | None = None


held = Held()


@contextmanager
def together(here: asyncio.AbstractEventLoop | None = None) -> Generator[None]:
    """Whoever is woken in this block is woken at its end: an event loop that wakes up while there is more to
    tell would compete for the interpreter with who tells it, and go through its streams twice. `here`: the
    event loop that we are in."""
    if held.back is not None:
        yield
        return
    back = held.back = []
    try:
        yield
    finally:
        held.back = None
        call_all([call for loop, call in back if loop is here])
        wake([sleeper for sleeper in back if sleeper[0] is not here] if here else back)


def wake(those: Sequence[Sleeper]) -> None:
    """Let some who sleep in event loops go on. Who is woken from outside at about the same time is woken at
    once: to call into a loop takes longer than most of what there is to do."""
    if held.back is not None:
        held.back += those
        return
    loops: list[asyncio.AbstractEventLoop] = []
    with lock:
        for loop, call in those:
            if loop in sleepers:
                sleepers[loop].append(call)
            else:
                sleepers[loop] = [call]
                loops.append(loop)
    for loop in loops:
        try:
            loop.call_soon_threadsafe(wake_all, loop)
        except RuntimeError:  # that loop has ended
            with lock:
                sleepers.pop(loop, None)


def wake_all(loop: asyncio.AbstractEventLoop) -> None:
    with lock:
        waiting = sleepers.pop(loop, [])
    call_all(waiting)


def call_all(calls: Iterable[Callable[[], None]]) -> None:
    """One that fails keeps nobody else from being called."""
    for call in calls:
        try:
            call()
        except Exception:
            log.exception("somebody could not be woken")
