"""The eight verbs of every game, resolved by the dtype of the position.

Generic algorithms (playouts, search, vector environments) call these. Inside compiled code the call is
resolved at compile time; in plain Python it is a dictionary look-up.

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
from typing import Any, ClassVar

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global

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


# In compiled code each verb becomes a direct call of the game's own function.


def stands_for(name: Callable[..., Any], find: Callable[[types.Record], Any]) -> None:
    """In compiled code a call of `name` is a call of what `find` knows for the record that comes first.

    Numba's own `overload` would have it go through a function in between, which costs as much to compile as
    what it calls.
    """

    class Resolved(AbstractTemplate):
        key = name
        entries: ClassVar[dict[Any, Any]] = {}

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            function = types.Dispatcher(find(args[0]))
            signature = function.get_call_type(self.context, args, kws)
            self.entries[signature.args] = function.get_overload(signature)
            return signature

        def get_impl_key(self, sig: Any) -> Any:
            return self.entries[sig.args]

    infer_global(name, types.Function(Resolved))


def stand_for(verb: Callable[..., Any]) -> None:
    stands_for(verb, lambda record: getattr(by_record[record], verb.__name__))


for verb in (deal, waiting, legal, act, scores, redact, imagine, observe, first_counts):
    stand_for(verb)
