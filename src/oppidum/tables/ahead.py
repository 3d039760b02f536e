"""Bots decide ahead, and tell it at a moment that says nothing about how long they thought.

A bot begins to think as soon as it is asked. When it tells depends on what everybody may know: when it was
asked, the pace of the table, how many bots of which level were asked together, and when it was their turn. A
thought ends by then, whatever is left to think about; who has nothing to choose waits as long as the others.
Where the machine is so busy that a thought comes too late all the same, it is told at the next tick of a
coarse grid.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from oppidum.bots import levels
from oppidum.kernel.errors import OppidumError
from oppidum.tables import deadlines
from oppidum.tables.bot_queue import Rank
from oppidum.tables.facts import By
from oppidum.tables.table import Question, Table

if TYPE_CHECKING:
    from oppidum.tables.hall import Hall

LOOK_AHEAD = 0.5  # seconds that each of the bots that look ahead is given at the least, on a machine at ease
TICK = 0.5  # seconds
TO_TELL = 0.1  # seconds before it is told by which a thought ends
LEAST = 0.05  # seconds that a bot thinks, however late it is
log = logging.getLogger(__name__)


class Allowance(NamedTuple):
    """How long a bot may look ahead."""

    share: float  # of its usual iterations
    seconds: float


@dataclass
class Thought:
    """What a bot was asked, and what it has decided."""

    seat: int
    question: Question
    level: str | None
    told_from: float = math.inf  # not before that
    action: int | None = None  # none: it is still thinking
    by: By = "bot"

    def fits(self, table: Table) -> bool:
        asked = table.questions.get(self.seat)
        return (
            asked is not None
            and (asked.seq, asked.mask) == (self.question.seq, self.question.mask)
            and table.chairs[self.seat].level == self.level
        )


def on_grid(due: float, earliest: float, tick: float) -> float:
    """The first moment from `due` on, in steps of a tick, that is not before the earliest one."""
    if earliest <= due:
        return due
    return due + math.ceil((earliest - due) / tick) * tick if tick else earliest


def looks_ahead(table: Table, level: str | None) -> bool:
    found = levels.find(level, table.settings.game) if level else None
    return found is not None and found.iterations > 0


class Ahead:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.lock = threading.Lock()
        self.thoughts: dict[str, dict[int, Thought]] = {}  # by table and seat
        self.shares: dict[str, float] = {}  # of the usual time that a table's last thoughts got, if less

    def begin(self, table: Table) -> None:
        """Have everything thought about that bots are asked there, and nobody thinks about yet."""
        with self.lock:
            known = self.thoughts.get(table.code, {})
            kept = {seat: thought for seat, thought in known.items() if thought.fits(table)}
            fresh = [
                Thought(seat, question, table.chairs[seat].level)
                for seat, question in table.questions.items()
                if seat not in kept and self.is_asked(table, seat)
            ]
            kept.update((thought.seat, thought) for thought in fresh)
            if kept:
                self.thoughts[table.code] = kept
            else:
                self.thoughts.pop(table.code, None)
                if table.status != "playing":
                    self.shares.pop(table.code, None)
        if fresh:
            thinking = self.hall.bot_queue.ask(Rank.LIVE, table.host, lambda: self.think(table, fresh))
            thinking.add_done_callback(lambda done: self.finished(table, fresh, done))

    def is_asked(self, table: Table, seat: int) -> bool:
        if table.status != "playing":
            return False
        if table.chairs[seat].level is not None:
            return not deadlines.bots_pause(table)
        due = deadlines.clock_due(table, seat)
        return due is not None and due <= self.hall.now()

    def think(self, table: Table, thoughts: Sequence[Thought]) -> list[tuple[int, By]]:
        """In a bot's thread. Who was asked together thinks one after the other, in the time of all."""
        from oppidum.tables.bots_at_work import choose, view_of

        hall, now = self.hall, self.hall.now()
        share = hall.bot_queue.share
        ahead = sum(looks_ahead(table, thought.level) for thought in thoughts)
        pace = hall.paces.at(table.code)
        told_from = now + ahead * LOOK_AHEAD * share if pace else now
        with self.lock:
            for thought in thoughts:
                thought.told_from = told_from
            if ahead and share < 1:
                self.shares[table.code] = share
            else:
                self.shares.pop(table.code, None)
        dues = [deadlines.seat_due(table, thought.seat, pace) or now for thought in thoughts]
        ends = max(told_from, min(dues)) - TO_TELL
        found: list[tuple[int, By]] = []
        for number, thought in enumerate(thoughts):
            left = (ends - hall.now()) / (len(thoughts) - number)
            view = view_of(table, thought.seat)
            found.append(choose(hall, table, thought.seat, view, Allowance(share, max(left, LEAST))))
        return found

    def finished(self, table: Table, thoughts: Sequence[Thought], done: Future[list[tuple[int, By]]]) -> None:
        try:
            found = done.result()
        except CancelledError:
            return
        except Exception as error:
            self.drop(table.code, thoughts)
            if isinstance(error, OppidumError):
                log.warning("a table's bots cannot think: %s", error)
            else:
                log.exception("a table's bots cannot think")
            return
        now = self.hall.now()
        with self.lock:
            for thought, (action, by) in zip(thoughts, found, strict=True):
                thought.action, thought.by = action, by
                thought.told_from = max(thought.told_from, now)
        if self.hall.watch:
            self.hall.watch.look_again(table.code)

    def drop(self, code: str, thoughts: Sequence[Thought]) -> None:
        """Whoever finds the table undone lets its bots think anew."""
        with self.lock:
            known = self.thoughts.get(code, {})
            for thought in thoughts:
                if known.get(thought.seat) is thought:
                    del known[thought.seat]

    def thought(self, table: Table, seat: int) -> Thought | None:
        """What has been decided for a seat and its present question."""
        with self.lock:
            found = self.thoughts.get(table.code, {}).get(seat)
        return found if found is not None and found.action is not None and found.fits(table) else None

    def told_at(self, table: Table, seat: int) -> float | None:
        """When the house decides for a seat; none: only its person can, or a bot still thinks about it."""
        pace, now = self.hall.paces.at(table.code), self.hall.now()
        due = deadlines.seat_due(table, seat, pace)
        if due is None or due > now or deadlines.lets_pass(table, seat, now) is not None:
            return due
        found = self.thought(table, seat)
        return on_grid(due, found.told_from, TICK if pace else 0.0) if found else None

    def next_look(self, table: Table) -> float | None:
        """When there may be something to do at a table; none: not before somebody has finished a thought."""
        times = [deadlines.request_due(table), *(self.told_at(table, seat) for seat in table.questions)]
        return min((t for t in times if t is not None), default=None)

    def share_at(self, code: str) -> float:
        """How much of their usual time the bots of a table were given the last time."""
        return self.shares.get(code, 1.0)
