"""What a decision brought about, told inside the position: for logs, screens and records.

Each decision starts with an empty page (`forget`), and the rules `tell` what happens, in order. An event
is a kind and up to three details, small numbers whose meaning the game's notation knows, and the set of
seats that may know of it. Redaction removes what a seat may not know (`hush`); where the bare fact that
something happened is public and only its detail is secret, the rules tell two events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from oppidum.kernel.compiled import part

EVERYBODY = -1
SPECTATOR = -1


@dataclass(frozen=True)
class Event:
    kind: int
    a: int
    b: int
    c: int


@part
def forget(s):
    if s.told > 0:  # all of them: a fixed number of bytes is cleared by a few instructions, without a call
        for i in range(s.events.shape[0]):
            for j in range(5):
                s.events[i, j] = 0
        s.told = 0


@part
def whisper(s, knowers, kind, a, b, c):
    """Tell an event to a set of seats only."""
    n = s.told
    if n < s.events.shape[0]:
        s.events[n, 0] = kind
        s.events[n, 1] = a
        s.events[n, 2] = b
        s.events[n, 3] = c
        s.events[n, 4] = knowers
        s.told = n + 1


@part
def tell(s, kind, a, b, c):
    """Tell an event to everybody, spectators included."""
    whisper(s, EVERYBODY, kind, a, b, c)


@part
def strike(s, number):
    """Take one event off the page; those after it move up."""
    s.told -= 1
    for i in range(number, s.told):
        for j in range(5):
            s.events[i, j] = s.events[i + 1, j]
    for j in range(5):
        s.events[s.told, j] = 0


@part
def may_know(knowers, seat):
    if knowers == EVERYBODY:
        return True
    return seat >= 0 and (knowers >> seat) & 1 == 1


@part
def hush(s, seat):
    """Remove the events that this seat (or a spectator, seat -1) may not know of."""
    kept = 0
    for i in range(s.told):
        if may_know(s.events[i, 4], seat):
            for j in range(5):
                s.events[kept, j] = s.events[i, j]
            # Who else knows is itself nobody's business.
            s.events[kept, 4] = EVERYBODY
            kept += 1
    for i in range(kept, s.told):
        for j in range(5):
            s.events[i, j] = 0
    s.told = kept


def events(s: Any) -> list[Event]:
    """The events in the position, as Python objects."""
    return [Event(*row[:4]) for row in s.events[: s.told].tolist()] if s.told else []
