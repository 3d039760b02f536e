"""Random legal play to the end: of one position, and of a whole array of them."""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from oppidum.kernel import bits
from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import outermost, rule
from oppidum.kernel.players_luck import roll, split
from oppidum.kernel.verbs import act, deal, legal, scores, waiting

ONES = 0x0101010101010101  # a one in each of eight bytes
ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN = (np.uint64(i) for i in range(1, 8))
LOW_BITS = 0x0F0F0F0F0F0F0F0F


def eight(mask, i):
    """Eight entries of a mask as the bytes of one number, the first one lowest."""
    return int.from_bytes(mask[i : i + 8].tobytes(), "little")


@overload(eight)
def _eight(mask, i):
    def load(mask, i):  # one load, once LLVM has seen through it
        at = np.uint64(i)  # never counted from the end
        return (
            mask[at]
            | (mask[at + ONE] << 8)
            | (mask[at + TWO] << 16)
            | (mask[at + THREE] << 24)
            | (mask[at + FOUR] << 32)
            | (mask[at + FIVE] << 40)
            | (mask[at + SIX] << 48)
            | (mask[at + SEVEN] << 56)
        )

    return load


@rule
def pick(mask, n, luck):
    """One of the n actions that the mask allows, each equally likely.

    Where there are many, 32 entries at a time; then by eight: multiplied by ONES, each byte of a number
    becomes the sum of all up to it.
    """
    left = roll(luck, n) + 1
    action = 0
    while action + 64 <= len(mask):
        found = bits.where(mask, action, 1, 1)
        inside = bits.count(found)
        if inside >= left:
            for _ in range(left - 1):
                found &= found - 1
            return action + bits.lowest(found)
        left -= inside
        action += 32
    while action + 8 <= len(mask):
        upto = (eight(mask, action) * ONES) & LOW_BITS
        inside = upto >> 56
        if inside >= left:
            reached = ((upto + (8 - left) * ONES) >> 3) & ONES  # the bytes with a sum of `left` or more
            return action + 8 - bits.count(reached)
        left -= inside
        action += 8
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
        seat = next_to_answer(s, seats, luck)
        n = legal(s, seat, mask)
        act(s, seat, pick(mask, n, luck))
        decisions += 1
        seats = waiting(s)
    return decisions


@outermost
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


@outermost
def deal_all(states, players, options, keys):
    """Deal every position of an array from its own row of keys."""
    for i in range(len(states)):
        deal(states[i], players, options, keys[i])
