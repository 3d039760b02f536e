"""One game, stepped through arrays of a single position.

Passing an array to compiled code is more than ten times cheaper than passing a record, and the doors for
single games pass one for every decision.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from oppidum import games
from oppidum.adapters.rewards import write_worth
from oppidum.kernel import arrival, bits
from oppidum.kernel.compiled import compiled, rule
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.playout import playout
from oppidum.kernel.verbs import act, first_counts, imagine, legal, observe, redact, scores, waiting


@rule
def follow(before, after, seat, action):
    """Copy a position and play one decision on the copy; returns the seats that are asked next."""
    after[0] = before[0]
    act(after[0], seat, action)
    return waiting(after[0])


@rule
def asked(states):
    return waiting(states[0])


@rule
def races(states):
    """Whether the first answer counts now."""
    return first_counts(states[0])


@rule
def list_open(states, seat, mask, out):
    """Write the numbers of the actions that are open to a seat; returns how many."""
    legal(states[0], seat, mask)
    n = 0
    for action in range(len(mask)):
        if mask[action] != 0:
            out[n] = action
            n += 1
    return n


@rule
def open_actions(states, seat, mask):
    return legal(states[0], seat, mask)


@compiled
def see(states, seat, view):
    """What a seat may know."""
    view[0] = states[0]
    redact(view[0], seat)


@rule
def look(states, seat, out):
    """The features of what a seat may know."""
    observe(states[0], seat, out)


@compiled
def suppose(states, seat, key, world):
    """A world that a seat cannot tell from the true one."""
    world[0] = states[0]
    redact(world[0], seat)
    imagine(world[0], seat, key)


@rule
def final_worth(states, points, out):
    """Write what a finished game is worth to each seat."""
    write_worth(scores(states[0], points), len(points), out)


@compiled
def play_at_random(states, times, luck, mask, points, out):
    """What a position is worth to each seat, on the average of random games from there on."""
    world = np.empty_like(states)
    once = np.empty(len(out))
    for seat in range(len(out)):
        out[seat] = 0.0
    for _ in range(times):
        world[0] = states[0]
        playout(world[0], luck, mask)
        write_worth(scores(world[0], points), len(points), once)
        for seat in range(len(out)):
            out[seat] += once[seat] / times


@rule
def standing_worth(states, points, out):
    """The same for a game that is stopped before its end: those with most points have won."""
    winners = scores(states[0], points)
    if winners == 0:
        most = points[0]
        for seat in range(1, len(points)):
            most = max(most, points[seat])
        for seat in range(len(points)):
            if points[seat] == most:
                winners |= 1 << seat
    write_worth(winners, len(points), out)


def members(seats: int) -> tuple[int, ...]:
    return bits.members(seats)


def in_order(game: Game, states: np.ndarray, seats: Iterable[int], *lot: object) -> list[int]:
    """The order in which seats that are asked at once answer: by lot where the first answer counts."""
    return arrival.order_of(game, states[0], seats, luck_from("order of answers", *lot))


UNTOLD = ("events", "told", "stream_at", "stream_key", "stream_block")


@cache
def told_fields(game_id: str) -> tuple[str, ...]:
    """The fields that change during a game, which the edition's tables do not."""
    game = games.load(game_id)
    blank = game.blanks(1)
    names = game.dtype.names or ()
    return tuple(name for name in names if name not in UNTOLD and not np.any(blank[name]))


def describe(game: Game, states: np.ndarray) -> str:
    """Everything in a position (redacted, for whoever may not see all) that matters, one field a line."""
    lines: list[str] = []
    for name in told_fields(game.id):
        value = np.atleast_2d(states[name][0])
        rows = (" ".join(map(str, row)) for row in value.reshape(-1, value.shape[-1]).tolist())
        lines.append(f"{name}: " + " / ".join(rows))
    return "\n".join(lines)
