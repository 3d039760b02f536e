"""Whom a position asks, and what is open to each of them.

In one call: from Python, a call of compiled code takes longer than most of what it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled, rule
from oppidum.kernel.verbs import act, legal, redact, scores, waiting


class Questions(NamedTuple):
    """What a position asks of whom. Nobody: the game is over."""

    masks: Mapping[int, bytes]  # by seats: for every action 1 if it is open, otherwise 0
    drawn: int  # how much has been drawn from the chance stream by then
    told: int  # how many events the last decision brought about


@rule
def ask(s, masks):
    """Write into the row of each seat that owes a decision what is open to it."""
    seats = waiting(s)
    for seat in range(s.players):
        if (seats >> seat) & 1 == 1:
            legal(s, seat, masks[seat])
    return seats, s.stream_at, s.told


@rule
def answer(s, seat, action, masks):
    """One decision, which must be legal, and what is asked then."""
    act(s, seat, action)
    return ask(s, masks)


@compiled  # some games sort on a desk of their own when they redact
def look(s, seat, points):
    """Redact for a seat, and write the standing as far as it may know it: the winners, among how many."""
    redact(s, seat)
    return scores(s, points), s.players


def in_words(found: tuple[int, int, int], masks: np.ndarray[Any, Any]) -> Questions:
    seats, drawn, told = found
    return Questions({seat: masks[seat].tobytes() for seat in bits.members(seats)}, drawn, told)
