"""A sensible beginner at `cartes`.

Values the card on offer by its points and by what it does for sets, its own and the others'; bids
accordingly; ducks pirates that would hurt; sends Idéfix when the card on offer is worth little.
"""

from __future__ import annotations

import numpy as np

from oppidum.games.cartes.knowledge import count_unseen
from oppidum.games.cartes.rules import freed_by, is_pirate, legal, may_play_idefix, pirates_of, worth_of
from oppidum.games.cartes.state import (
    FREE,
    GIVE,
    IDEFIX,
    KEEP,
    KINDS,
    NOBODY,
    PIRATES,
    RANKS,
    RESOLVE,
    VALUES,
    Frees,
    Phase,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import part, working_part
from oppidum.kernel.players_luck import roll

IDEFIX_WORTH = 12  # about what a look at the next card brings
BIG_GAIN = 45  # worth the highest Gaul


@part
def gain(s, seat, rank, unseen):
    """What a Roman would bring this seat: its value, its set, and the hope of completing one."""
    held = s.captured[seat, rank]
    points = s.worth[rank] + s.bonus[held + 1] - s.bonus[held]
    if held + 1 < 4 and unseen[rank] > 0:
        points += (s.bonus[held + 2] - s.bonus[held + 1]) * unseen[rank] // 8
    return points


@part
def loss(s, seat, pirate):
    """What a pirate would cost this seat if the hand ended now."""
    rank = freed_by(s, s.captured[seat], pirate)
    if rank == NOBODY or s.frees[pirate] == Frees.ANY:
        return 0 if rank == NOBODY else 4
    held = s.captured[seat, rank]
    return s.worth[rank] + s.bonus[held] - s.bonus[held - 1]


@part
def highest_rival_gain(s, seat, rank, unseen):
    most = 0
    for other in range(s.players):
        if other != seat and s.gauls[other] != 0:
            most = max(most, gain(s, other, rank, unseen))
    return most


@part
def nth_gaul(gauls, n):
    """The n-th lowest Gaul in a hand."""
    for value in range(VALUES):
        if (gauls >> value) & 1:
            if n == 0:
                return value
            n -= 1
    return 0


@working_part
def choose_bid(s, seat, luck):
    card = s.deck[s.offered]
    gauls = s.gauls[seat] & ~(1 << IDEFIX)
    held = bits.count(gauls)
    if is_pirate(card):
        cost = loss(s, seat, card - RANKS)
        if cost <= 5:  # harmless: the winner keeps the Gaul and the others lose theirs
            return nth_gaul(gauls, held - 1 - roll(luck, min(held, 3)))
        return nth_gaul(gauls, 0)
    unseen = np.empty(KINDS, np.int64)
    count_unseen(s, seat, unseen)
    mine = gain(s, seat, card, unseen)
    if mine < 9 and may_play_idefix(s, seat) and roll(luck, 3) != 0:
        return IDEFIX
    rivals = highest_rival_gain(s, seat, card, unseen)
    stakes = mine + rivals // 3  # what others do not get counts as well
    place = stakes * held // BIG_GAIN
    place += roll(luck, 3) - 1  # not too easy to read
    return nth_gaul(gauls, max(0, min(held - 1, place)))


@working_part
def choose_after_peek(s, seat):
    card = s.deck[s.offered + 1]
    unseen = np.empty(KINDS, np.int64)
    count_unseen(s, seat, unseen)
    taker = NOBODY
    if is_pirate(card):
        if loss(s, seat, card - RANKS) < IDEFIX_WORTH:
            return KEEP
        most = -1
        for step in range(1, s.players):
            other = (seat + step) % s.players
            if loss(s, other, card - RANKS) > most:
                most = loss(s, other, card - RANKS)
                taker = other
    else:
        if gain(s, seat, card, unseen) >= IDEFIX_WORTH:
            return KEEP
        least = 1000
        for step in range(1, s.players):
            other = (seat + step) % s.players
            if gain(s, other, card, unseen) < least:
                least = gain(s, other, card, unseen)
                taker = other
    return GIVE + taker


@part
def best_worth(s, row, pirates):
    """The most that these captures can still be worth after these pirates."""
    best = -1
    for pirate in range(PIRATES):
        if (pirates >> pirate) & 1 == 0:
            continue
        choice = s.frees[pirate] == Frees.ANY
        for rank in range(RANKS):
            if row[rank] > 0 and (choice or rank == freed_by(s, row, pirate)):
                row[rank] -= 1
                best = max(best, best_worth(s, row, pirates & ~(1 << pirate)))
                row[rank] += 1
    return best if best >= 0 else worth_of(s, row)


@part
def choose_escape(s, seat, mask):
    legal(s, seat, mask)
    row = s.captured[seat]
    held = pirates_of(s, seat)
    best = -1
    answer = 0
    for action in range(RESOLVE, FREE + RANKS):
        if mask[action] == 0:
            continue
        pirate = action - RESOLVE
        if action >= FREE:
            rank = action - FREE
            for candidate in range(PIRATES):
                if (held >> candidate) & 1 and s.frees[candidate] == Frees.ANY:
                    pirate = candidate
        else:
            rank = freed_by(s, row, pirate)
        row[rank] -= 1
        worth = best_worth(s, row, held & ~(1 << pirate))
        row[rank] += 1
        if worth > best:
            best = worth
            answer = action
    return answer


@working_part
def greedy(s, seat, luck, mask):
    if s.phase == Phase.BID:
        return choose_bid(s, seat, luck)
    if s.phase == Phase.PEEK:
        return choose_after_peek(s, seat)
    return choose_escape(s, seat, mask)
