"""What a game may tell the search about itself. Everything here has a default that fits every game.

A game's insight is `insight` in its module of that name; it is resolved by the dtype of the position, like
the verbs of the games.

- `reopen(s, seat)`: take back, in a redacted position, hidden choices that others have made at the same
  time. By default nothing.
- `settled(s, root, out)`: whether to stop a playout here; if so, write what it is worth to each seat (0 to
  1). By default at the end: the share of the victory.
- `estimate(s, root, out)`: what an unfinished position is worth to each seat, where patience ends; False:
  not here, play on. By default equal shares among the leaders in points.
- `outline(s, copy, seat)`: make the same of a copy of a position wherever the seat (-1: a spectator) knows
  the same, and something else wherever that makes a difference to the game. By default it is redacted.
- `turns(s)`: how many turns there have been, by which the knob `rounds` counts. By default none: what is
  played on goes to the end.
- `prefer(s, seat, luck, mask)`: the playout policy; must read only what this seat may know. By default any
  legal action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numba
import numpy as np

from oppidum.kernel import bits
from oppidum.kernel.compiled import part, working_part
from oppidum.kernel.playout import pick
from oppidum.kernel.verbs import legal, redact, scores, stands_for, waiting

MAX_SEATS = 8
TRIED_FIRST = 1.0  # more hope than any option can fulfil
HOPELESS = 1e-12  # but not nothing, which could not be compared


class Knobs(NamedTuple):
    """How the search chooses (oppidum.search.selection)."""

    curiosity: float = 0.6  # of a seat that chooses alone
    tremble: float = 0.05  # how often a mixing seat tries anything at all
    trust: float = 1.0  # how many visits of a cell weigh as much as the mean over all
    forget: float = 0.0  # how fast a cell forgets
    plus: float = 1.0  # whether regrets stay above zero
    loyalty: float = 1.0  # how many visits of a node follow the playout policy
    hope: float = TRIED_FIRST  # by how much what has not been tried is thought better than what has
    glance: float = 0.0  # whether a seat alone only looks at a new node, where that can be estimated
    doubt: float = 0.0  # standard errors after which the root gives an option up; 0: bounds choose there
    rounds: float = 0.0  # of the table that are played on after the first choice; 0: a tree grows


USUAL = Knobs()


@part
def leave_as_it_is(s, seat):
    pass


@part
def share_victory(winners, out):
    share = 1.0 / bits.count(winners)
    for seat in range(len(out)):
        out[seat] = share if (winners >> seat) & 1 else 0.0


@part
def share_by_lead(points, spread, out):
    """Who will win, by points expected.

    How likely it is that the one of two wins, if one of them does, follows from the lead by an algebraic
    curve: the same on every machine. With every further rival the odds against a seat are added up. (That it
    stays ahead of everybody, one by one, as if each time all were open again, would be too bold from three
    seats on: three times too bold with six.)
    """
    n = len(out)
    whole = 0.0
    for seat in range(n):
        chance = 1.0
        for other in range(n):
            if other != seat:
                x = (points[seat] - points[other]) / spread
                duel = max(0.5 + 0.5 * x / np.sqrt(1.0 + x * x), HOPELESS)
                chance *= duel / (chance + duel * (1.0 - chance))
        out[seat] = chance
        whole += chance
    for seat in range(n):
        out[seat] /= whole


@working_part
def at_the_end(s, root, out):
    if waiting(s) != 0:
        return False
    points = np.empty(MAX_SEATS, np.int64)
    share_victory(scores(s, points), out)
    return True


@working_part
def leaders_share(s, root, out):
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    leaders = 0
    best = points[0]
    for seat in range(s.players):
        if points[seat] > best:
            best = points[seat]
            leaders = 0
        if points[seat] == best:
            leaders |= 1 << seat
    share_victory(leaders, out)
    return True


@part
def any_legal(s, seat, luck, mask):
    return pick(mask, legal(s, seat, mask), luck)


@part
def uncounted(s):
    return 0  # never a round further


@part
def as_redacted(s, copy, seat):
    redact(copy, seat)


@dataclass(frozen=True)
class Insight:
    reopen: Callable[..., Any] = leave_as_it_is
    settled: Callable[..., Any] = at_the_end
    estimate: Callable[..., Any] = leaders_share
    outline: Callable[..., Any] = as_redacted
    turns: Callable[..., Any] = uncounted
    prefer: Callable[..., Any] = any_legal
    patience: int = 1000  # decisions in a playout before it is estimated
    public: bool = False  # others' decisions are told apart by public information only
    knobs: Knobs = USUAL
    company: Knobs | None = None  # with three and more players; None: as with two
    first: str | None = None  # the first field in which positions of one game differ; those before are tables

    def knobs_for(self, players: int) -> Knobs:
        """How the search chooses at a table of so many."""
        return self.company if self.company and players > 2 else self.knobs


NONE = Insight()
by_dtype: dict[Any, Insight] = {}


def register(dtype: np.dtype[Any], insight: Insight) -> None:
    by_dtype[dtype] = insight
    by_dtype[numba.from_dtype(dtype)] = insight


def reopen(s: Any, seat: int) -> None:
    by_dtype[s.dtype].reopen(s, seat)


def settled(s: Any, root: Any, out: Any) -> bool:
    return by_dtype[s.dtype].settled(s, root, out)


def estimate(s: Any, root: Any, out: Any) -> bool:
    return by_dtype[s.dtype].estimate(s, root, out)


def outline(s: Any, copy: Any, seat: int) -> None:
    by_dtype[s.dtype].outline(s, copy, seat)


def turns(s: Any) -> int:
    return by_dtype[s.dtype].turns(s)


def prefer(s: Any, seat: int, luck: Any, mask: Any) -> int:
    return by_dtype[s.dtype].prefer(s, seat, luck, mask)


def stand_for(name: Callable[..., Any]) -> None:
    stands_for(name, lambda record: getattr(by_dtype[record], name.__name__))


for name in (reopen, settled, estimate, outline, turns, prefer):
    stand_for(name)
