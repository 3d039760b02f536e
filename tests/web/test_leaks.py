"""Neither how much is sent, nor how much work it is to answer, depends on what the reader may not know.

Whole games in two worlds that differ only in hidden cards: one frame after the other, as HTML and as JSON,
plain and through the compressor that remembers all frames before it; and the number of calls that an answer
takes, which a clock would only show with much noise (`bench/leaks.py` looks at the clock). They are the same
frame by frame, and a control shows that the comparison would find a leak.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from tests.taking_turns import taking_turns

from oppidum import games
from oppidum.kernel.game import Game
from oppidum.kernel.position import copy
from oppidum.tables import Hall, looking
from oppidum.tables.model import SPECTATOR
from oppidum.web.api import table_stream
from oppidum.web.live import Watcher, message
from oppidum.web.streams import Squeezing

from .conftest import Person, choices_in
from .test_secrecy import another_world, guest_of

MOMENTS = 8


class Reader:
    """Gets every frame of a table, and counts what it takes to make them."""

    def __init__(self, hall: Hall, person: Person, code: str, seat: int) -> None:
        self.hall, self.code, self.seat = hall, code, seat
        self.guest = guest_of(person)
        self.frames: dict[str, list[bytes]] = {"html": [], "json": []}
        self.calls: list[int] = []

    def html(self) -> bytes:
        watcher = Watcher(self.hall, self.guest, self.code, self.seat, 0, None)
        return message(*watcher.draw())

    def json(self) -> bytes:
        version = self.hall.look(self.code).version
        return table_stream.frame(
            table_stream.seen_now(self.hall, self.code, self.guest.id, self.seat, version)
        )

    def read(self) -> None:
        self.frames["html"].append(self.html())
        self.frames["json"].append(self.json())
        for work in (self.html, self.json, self.look):
            self.calls.append(min(count(work) for _ in range(5)))  # now and then something is tidied up

    def look(self) -> None:
        looking.view(self.hall, self.code, self.guest.id, as_seat=self.seat)

    def sizes(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for kind, frames in self.frames.items():
            found[kind] = [len(frame) for frame in frames]
            found[f"{kind}, compressed"] = streamed(frames)
        return found


def count(work: Callable[[], Any]) -> int:
    """Of calls, of Python's functions and of those in C. The collector of garbage would call some, too."""
    calls = 0

    def tell(frame: Any, kind: str, argument: Any) -> None:
        nonlocal calls
        calls += kind in ("call", "c_call")

    gc.disable()
    sys.setprofile(tell)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


def streamed(frames: list[bytes]) -> list[int]:
    """How many bytes each frame takes on its way."""
    squeeze = Squeezing()
    return [len(squeeze(frame)) for frame in frames]


def read_in_two_worlds(
    me: Person, reader: Person, hall: Hall, game: str, seat: int, kind: type[Reader] = Reader
) -> list[Reader]:
    """A game, read at every decision as it is and as it might be."""
    code = me.play_now(game)
    here, there = (kind(hall, reader, code, seat) for _ in range(2))
    here.read()  # what is made once and remembered is made now
    here.frames, here.calls = {"html": [], "json": []}, []
    for _ in range(MOMENTS):
        if hall.look(code).status != "playing":
            break
        for work in (here.html, here.json, here.look):
            work()
        for world, eyes in ((nullcontext(), here), (another_world(hall, code, seat), there)):
            with world:
                eyes.read()
        choices = choices_in(me.page(f"/t/{code}"))
        if choices:
            me.do(code, "move", move=choices[len(choices) // 2], confirmed="yes")
        me.bots()
    assert len(here.frames["html"]) > 3
    return [here, there]


@pytest.mark.parametrize(("game", "seat"), taking_turns(games.catalogue(), [0, SPECTATOR]))
def test_sizes_and_work_are_the_same_in_two_worlds(
    me: Person, someone: Callable[..., Person], hall: Hall, game: str, seat: int
) -> None:
    reader = me if seat >= 0 else someone("cs")
    here, there = read_in_two_worlds(me, reader, hall, game, seat)
    for kind, sizes in here.sizes().items():
        others = there.sizes()[kind]
        assert sizes == others, kind
        assert len(set(sizes)) > 1, f"{kind}: all frames are alike, a poor test"
    assert here.calls == there.calls
    assert min(here.calls) > 20, "nothing was counted"


class Unhidden(Reader):
    """Reads a table whose rules forget to hide anything."""

    def read(self) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Game, "view", lambda _, s, seat: copy(s))
            patch.setattr(Game, "look", lambda game, s, seat: (copy(s), game.standing(s)))
            super().read()


def test_the_comparison_would_find_a_leak(me: Person, hall: Hall) -> None:
    here, there = read_in_two_worlds(me, me, hall, "cartes", 0, Unhidden)
    theirs = there.sizes()
    assert {kind: sizes == theirs[kind] for kind, sizes in here.sizes().items()} == dict.fromkeys(
        theirs, False
    )
