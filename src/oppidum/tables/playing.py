"""A decision at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from sys import intern
from typing import Any

from msgspec import Struct

from oppidum.kernel.game import Game
from oppidum.kernel.position import copy
from oppidum.kernel.seen import actions_in
from oppidum.tables import facts as fact
from oppidum.tables.deadlines import decline
from oppidum.tables.errors import NotAllowed, NotNow, Stale, Unconfirmed
from oppidum.tables.facts import By, Fact
from oppidum.tables.hall import Hall
from oppidum.tables.reveals import foresee
from oppidum.tables.table import Table


class Moved(Struct, frozen=True):
    """What is acknowledged: it is in the store."""

    number: int  # of this decision, from 1
    version: int
    words: str
    over: bool


@dataclass
class Deciding:
    """A decision that somebody wants to make; called with a table, its plan. See `move`."""

    visitor: str
    what: str | int
    seat: int | None
    seen: int | None
    confirmed: bool
    words: str = ""

    def __call__(self, table: Table) -> list[Fact]:
        at = own_seat(table, self.visitor, self.seat)
        must_be_playing(table)
        must_be_awake(table, at)
        must_be_fresh(table, at, self.seen)
        action, self.words = meant(table, at, self.what)
        if table.settings.confirm and not self.confirmed:
            game, view = table.game, table.game.view(table.position, at)
            reacts = decline(game, view, at) is not None  # there the first counts: no time for questions
            coming = None if reacts else foresee(game, view, at, action)
            if coming and coming.ends_turn and coming.reveals:
                raise Unconfirmed(self.words)
        facts = decision(table, at, action, self.words, "person")
        if table.chairs[at].away:  # whoever decides is here
            facts.insert(0, fact.CameBack(seat=at))
        return facts

    def moved(self, table: Table) -> Moved:
        return Moved(table.moves, table.version, self.words, table.status == "over")


def move(
    hall: Hall,
    code: str,
    visitor: str,
    what: str | int,
    *,
    seat: int | None = None,
    seen: int | None = None,
    confirmed: bool = True,
) -> Moved:
    """Decide: `what` in notation ("bid 7") or as an action number.

    `seat`: only where the visitor holds several. `seen`: the version that the visitor had seen
    (`TableView.version`). If the question put to the seat is another one by now, or has been answered, the
    decision is Stale; other seats' simultaneous decisions in between do no harm. `confirmed=False`: where
    the table has the confirm step on and the decision ends a turn and reveals something, Unconfirmed is
    raised instead. A face for people passes False first; programs need not care.

    Raises NotAllowed, NotNow, Stale, Unconfirmed, IllegalAction, BadNotation.
    """
    deciding = Deciding(visitor, what, seat, seen, confirmed)
    return deciding.moved(hall.change(code, deciding))


def move_in_loop(
    loop: asyncio.AbstractEventLoop,
    hall: Hall,
    code: str,
    visitor: str,
    what: str,
    then: Callable[[Moved | Exception], None],
    *,
    seat: int | None = None,
    seen: int | None = None,
) -> None:
    """The same in an event loop, the one that we are in, for who does not wait: `then` is called there with
    what became of it.

    Raises NoSuchTable.
    """
    deciding = Deciding(visitor, what, seat, seen, confirmed=True)
    hall.change_in_loop(
        loop, code, deciding, lambda came: then(came if isinstance(came, Exception) else deciding.moved(came))
    )


def meant(table: Table, seat: int, what: str | int) -> tuple[int, str]:
    """The action, and its words. Raises IllegalAction, BadNotation."""
    game, s, question = table.game, table.position, table.questions.get(seat)
    for action in actions_in(question.mask) if question else ():
        words = game.notation.write(s, seat, action)  # the same in every position
        if what in (action, words):
            return action, intern(words)  # a thousand tables remember the same few
    # Not as it is written, or not allowed: what there is to say about it is said from what the seat knows.
    view = game.view(s, seat)
    action = game.notation.read(view, seat, what) if isinstance(what, str) else what
    legal = game.legal(view, seat)
    if action not in legal:
        raise game.refusal(view, seat, action, legal)
    return action, game.notation.write(view, seat, action)


def decision(table: Table, seat: int, action: int, words: str, by: By) -> list[Fact]:
    """The facts of a legal decision, and of the end of the game if it brings it about."""
    game, s = table.game, copy(table.position)
    asked = game.answer(s, seat, action)
    moved = fact.Move(seat=seat, action=action, words=words, by=by, reached=s, asked=asked)
    return [moved] if asked.masks else [moved, result(game, s)]


def result(game: Game, s: Any) -> Fact:
    standing = game.standing(s)
    return fact.Over(points=standing.points, winners=standing.winners)


def own_seat(table: Table, visitor: str | None, seat: int | None) -> int:
    """The seat that a visitor speaks for."""
    mine = table.seats_of(visitor)
    if not mine:
        raise NotAllowed("You do not sit at this table.")
    if seat is None:
        asked = [at for at in mine if at in table.questions] or list(mine)
        if len(asked) > 1:
            raise NotNow("You hold several seats: say which one decides.")
        return asked[0]
    if seat not in mine:
        raise NotAllowed(f"Seat {seat + 1} is not yours.")
    return seat


def must_be_playing(table: Table) -> None:
    if table.status == "open":
        raise NotNow("The game has not started yet.")
    if table.status != "playing":
        raise NotNow("The game is over.")


def must_be_awake(table: Table, seat: int) -> None:
    if table.chairs[seat].resigned:
        raise NotAllowed("You have given this seat up: a bot plays on.")
    if table.chairs[seat].stand_in:
        raise NotNow("A bot decides for you: come back first.")


def must_be_fresh(table: Table, seat: int, seen: int | None) -> None:
    question = table.questions.get(seat)
    if seen is None or (question and question.seq <= seen):
        return
    if question:
        message = "The table has moved on: look again before you decide."
    else:
        message = "This has been decided already: nothing is asked of you now."
    raise Stale(message, table.version, table.moves)
