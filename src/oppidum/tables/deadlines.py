"""When a table needs the house to act: a bot's move, a clock, a countdown, a request that lapses."""

from __future__ import annotations

import hashlib

from oppidum.kernel.game import Game
from oppidum.tables.model import USUAL_COUNTDOWN
from oppidum.tables.table import Table

REQUEST_SECONDS = 60.0
SHOWN = 3.0  # seconds in which everybody at a table is shown what they may react to, whatever their pace


def decline(game: Game, s: object, seat: int) -> int | None:
    """The action by which a seat lets an optional reaction pass; none where it is asked something else."""
    if game.decline is None:
        return None
    action = int(game.decline(s, seat))
    return action if action >= 0 else None


def spread(table: Table, seat: int) -> float:
    """A number from 0 to 1, the same whenever it is asked for: bots do not all act at once.

    Nobody can compute it who does not know the table's secret: how long a bot waits says nothing about it.
    """
    asked = f"{table.asked_after(seat)} {seat}".encode()
    digest = hashlib.blake2b(asked, digest_size=4, key=bytes.fromhex(table.secret)).digest()
    return int.from_bytes(digest, "little") / 2**32


def bot_due(table: Table, seat: int, pace: float) -> float | None:
    """Bots think at a human pace, and leave people time to be first with a reaction."""
    asked = table.questions[seat].time
    people = [question for other, question in table.questions.items() if table.chairs[other].level is None]
    no_hurry = not people  # nobody to be first
    if no_hurry or decline(table.game, table.position, seat) is None:
        return asked + pace
    if one_screen(table):  # while it is handed on nobody could be first
        taken = [question.screen for question in people if question.screen is not None]
        if len(taken) < len(people):
            return None
        asked = max(taken)
    if pace == 0:
        return asked
    window = table.settings.countdown or USUAL_COUNTDOWN
    return asked + SHOWN + window * (0.4 + 0.4 * spread(table, seat))


def one_screen(table: Table) -> bool:
    """Do several people hand one screen on?"""
    return table.settings.same_device and len(table.persons()) > 1


def clock_due(table: Table, seat: int) -> float | None:
    """When a person's time runs out."""
    clock = table.clock
    if clock is None or table.chairs[seat].level is not None:
        return None
    return table.questions[seat].time + clock.decision + table.reserve[seat]


def countdown_due(table: Table, seat: int) -> float | None:
    """When a chance to react is over.

    It begins when what led to it has been shown, for everybody at the table at the same time. Where people
    hand one screen on it begins for each when they have it: nothing runs out while nobody looks.
    """
    game = table.game
    if game.decline is None or not table.settings.countdown or decline(game, table.position, seat) is None:
        return None
    question = table.questions[seat]
    begins = question.time + SHOWN
    if one_screen(table):
        if question.screen is None:  # nor for a bot, which answers in its own time
            return None
        begins = max(begins, question.screen)
    return begins + table.settings.countdown


def lets_pass(table: Table, seat: int, now: float) -> int | None:
    """The action by which a seat lets its chance to react pass, because that is over by now."""
    countdown = countdown_due(table, seat)
    if countdown is None or countdown > now:
        return None
    return decline(table.game, table.position, seat)


def request_due(table: Table) -> float | None:
    return table.request.time + REQUEST_SECONDS if table.request else None


def seat_due(table: Table, seat: int, pace: float) -> float | None:
    """When the house has to decide for a seat; none: only its person can."""
    times = [clock_due(table, seat), countdown_due(table, seat)]
    if table.chairs[seat].level is not None and not bots_pause(table):
        times.append(bot_due(table, seat, pace))
    return min((t for t in times if t is not None), default=None)


def bots_pause(table: Table) -> bool:
    """While people discuss a take-back, bots do not make it longer."""
    return table.request is not None and table.request.kind in ("take_back", "call_off")


def next_due(table: Table, pace: float) -> float | None:
    if table.status != "playing":
        return None
    if not table.request and not table.clock and not table.game.decline and not table.has_bots:
        return None  # there only people do anything, in their own time
    times = [request_due(table), *(seat_due(table, seat, pace) for seat in table.questions)]
    return min((t for t in times if t is not None), default=None)
