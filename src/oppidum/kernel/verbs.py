"""The eight verbs of every game, resolved by the dtype of the position.

Generic algorithms (playouts, search, vector environments) call these. Inside compiled code the call is
resolved at compile time and inlined; in plain Python it is a dictionary look-up.

| verb | meaning |
|---|---|
| `deal(s, players, options, key)` | set up a game from a 256-bit key; the edition is in `s` already |
| `waiting(s)` | bitmask of the seats that owe a decision now; 0 exactly when the game is over |
| `legal(s, seat, out)` | write 1 for every action open to that seat and 0 elsewhere; returns how many |
| `act(s, seat, action)` | one decision, which must be legal; runs on to where somebody must decide |
| `scores(s, out)` | write the standing; returns the bitmask of winners, 0 while the game goes on |
| `redact(s, seat)` | overwrite everything that this seat (-1: a spectator) may not know |
| `imagine(s, seat, key)` | fill a redacted position with a random completion that fits what the seat knows |
| `observe(s, seat, out)` | write all features of what this seat may know, redacted or not |

A game in which several are asked at once and the first answer may settle it has one more, `first_counts(s)`:
whether it is so now. There the order in which programs are asked is drawn by lot (`kernel.arrival`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import overload

from oppidum.kernel.compiled import rule


@rule
def never(s):
    return False


@dataclass(frozen=True)
class Rules:
    """One game's implementation of the verbs."""

    deal: Callable[..., Any]
    waiting: Callable[..., Any]
    legal: Callable[..., Any]
    act: Callable[..., Any]
    scores: Callable[..., Any]
    redact: Callable[..., Any]
    imagine: Callable[..., Any]
    observe: Callable[..., Any]
    first_counts: Callable[..., Any] = never


by_dtype: dict[np.dtype[Any], Rules] = {}
by_record: dict[types.Record, Rules] = {}


def implement(dtype: np.dtype[Any], rules: Rules) -> None:
    """Register a game's rules for positions of this dtype."""
    by_dtype[dtype] = rules
    by_record[numba.from_dtype(dtype)] = rules


def deal(s: Any, players: int, options: Any, key: Any) -> None:
    by_dtype[s.dtype].deal(s, players, options, key)


def waiting(s: Any) -> int:
    return by_dtype[s.dtype].waiting(s)


def legal(s: Any, seat: int, out: Any) -> int:
    return by_dtype[s.dtype].legal(s, seat, out)


def act(s: Any, seat: int, action: int) -> None:
    by_dtype[s.dtype].act(s, seat, action)


def scores(s: Any, out: Any) -> int:
    return by_dtype[s.dtype].scores(s, out)


def redact(s: Any, seat: int) -> None:
    by_dtype[s.dtype].redact(s, seat)


def imagine(s: Any, seat: int, key: Any) -> None:
    by_dtype[s.dtype].imagine(s, seat, key)


def observe(s: Any, seat: int, out: Any) -> None:
    by_dtype[s.dtype].observe(s, seat, out)


def first_counts(s: Any) -> bool:
    return by_dtype[s.dtype].first_counts(s)


# In compiled code each verb becomes a direct call of the game's own function. Numba wants the very same
# parameter names on both sides, hence one small function for each.


@overload(deal, inline="always")
def _deal(s, players, options, key):
    rule = by_record[s].deal
    return lambda s, players, options, key: rule(s, players, options, key)


@overload(waiting, inline="always")
def _waiting(s):
    rule = by_record[s].waiting
    return lambda s: rule(s)


@overload(legal, inline="always")
def _legal(s, seat, out):
    rule = by_record[s].legal
    return lambda s, seat, out: rule(s, seat, out)


@overload(act, inline="always")
def _act(s, seat, action):
    rule = by_record[s].act
    return lambda s, seat, action: rule(s, seat, action)


@overload(scores, inline="always")
def _scores(s, out):
    rule = by_record[s].scores
    return lambda s, out: rule(s, out)


@overload(redact, inline="always")
def _redact(s, seat):
    rule = by_record[s].redact
    return lambda s, seat: rule(s, seat)


@overload(imagine, inline="always")
def _imagine(s, seat, key):
    rule = by_record[s].imagine
    return lambda s, seat, key: rule(s, seat, key)


@overload(observe, inline="always")
def _observe(s, seat, out):
    rule = by_record[s].observe
    return lambda s, seat, out: rule(s, seat, out)


@overload(first_counts, inline="always")
def _first_counts(s):
    rule = by_record[s].first_counts
    return lambda s: rule(s)
