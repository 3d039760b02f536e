"""Random legal play to the end: of one position, and of a whole array of them."""

from __future__ import annotations

import numpy as np

from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled, rule
from oppidum.kernel.luck import roll, split
from oppidum.kernel.verbs import act, deal, legal, scores, waiting

BLOCK = 16


@rule
def pick(mask, n, luck):
    """One of the n actions that the mask allows, each equally likely."""
    left = roll(luck, n) + 1
    action = 0
    while action + BLOCK <= len(mask):  # whole blocks first: a game may have hundreds of actions
        inside = 0
        for i in range(BLOCK):
            inside += mask[action + i]
        if inside >= left:
            break
        left -= inside
        action += BLOCK
    action -= 1
    while left > 0:
        action += 1
        left -= mask[action]
    return action


@rule
def playout(s, luck, mask):
    """Play at random to the end; returns the number of decisions. `mask` is scratch for `legal`."""
    decisions = 0
    seats = waiting(s)
    while seats != 0:
        seat = bits.lowest(seats)
        n = legal(s, seat, mask)
        act(s, seat, pick(mask, n, luck))
        decisions += 1
        seats = waiting(s)
    return decisions


@compiled
def playouts(states, luck, mask, points):
    """Play every position to its end, with luck of its own; adds each victory, shared out, to `points`."""
    decisions = 0
    own = np.empty(4, np.int64)
    standing = np.empty(points.shape[0], np.int64)
    for i in range(len(states)):
        split(luck, i, own)
        decisions += playout(states[i], own, mask)
        winners = scores(states[i], standing)
        for seat in range(points.shape[0]):
            if (winners >> seat) & 1:
                points[seat] += 1.0 / bits.count(winners)
    return decisions


@compiled
def deal_all(states, players, options, keys):
    """Deal every position of an array from its own row of keys."""
    for i in range(len(states)):
        deal(states[i], players, options, keys[i])
