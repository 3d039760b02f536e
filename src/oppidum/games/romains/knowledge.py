"""What a seat may know of a position, what it may imagine, and what a learning program sees.

Features (`observe`), in this order; seats are counted from the observer on, seat 0 being the observer;
places of seats that are not at the table hold zeros. They lie between 0 and 1, except for those that count
cards or points (`bounds`):

| from | length | feature |
|---|---|---|
| 0 | 6 | phase, one-hot (`Phase`) |
| 6 | 5 | number of players, one-hot (2 … 6) |
| 11 | 6 | whose turn it is, one-hot |
| 17 | 2 | die thrown: white, black |
| 19 | 1 | pips / 6 |
| 20 | 2 | a jostle has happened on this move; an event has |
| 22 | 6 | who is still to decide |
| 28 | 1 | cards in the pile / 48 |
| 29 | 6 | cards at the bottom of the pile that everybody has seen, by face, / 4 |
| 35 | 6 | cards never located by this seat (pile, removed, other hands), by face, / 8 |
| 41 | 6 × 24 | one block for each seat |
| 185 | 6 | which seat this is, one-hot, counted from seat 0: jostles name seats |

A seat's block, from its start:

| at | feature |
|---|---|
| 0 | steps to the village / 15 |
| 1-3 | the event on its space: menhir, bard, cohort |
| 4 | cards in hand / 6 |
| 5 | points banked / 20 |
| 6-11 | cards certain to be in its hand, by face, / 3 |
| 12-17 | cards certain to be in its group of hands, by face, / 3 |
| 18 | how many of the observer's cards it is known to know / 3 |
| 19 | how many of its cards the observer does not know / 3 |
| 20 | 1: there is such a seat |
| 21 | may decide in this phase |
| 22-23 | steps to the next menhir and to the next bard ahead / 15; 0: none |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from oppidum.games.romains.card_sets import count, nth, one, size, worth
from oppidum.games.romains.memory import MOST_READS, group_of, reads_of
from oppidum.games.romains.state import CARDS, FACES, NOWHERE, SEATS, Kind, Phase
from oppidum.kernel.compiled import compiled, part, rule
from oppidum.kernel.events import Event, hush
from oppidum.kernel.stream import close_stream, draw, open_stream, shuffle

SEAT_FEATURES = 24
AT_SEAT = 41 + SEATS * SEAT_FEATURES
FEATURES = AT_SEAT + SEATS
IN_THE_BOX = np.array([2, 8, 22, 13, 2, 1])  # cards of each face


@compiled
def redact(s, seat):
    hush(s, seat)
    close_stream(s)
    for o in range(SEATS):
        if o != seat:
            s.group[o] = 0
            s.pool[o, 0] = 0
            s.pool[o, 1] = 0
            for x in range(SEATS):
                s.known[o, x] = 0
    for i in range(s.left - s.below):
        s.pile[(s.top + i) % CARDS] = NOWHERE
    if s.phase == Phase.CALL or s.phase == Phase.JOSTLE:  # 5.3, 6.1: secret until all have decided
        s.called &= 1 << seat if seat >= 0 else 0


@part
def unlocated(s, seat):
    """The cards that this seat has not located: in the pile, removed, or in other hands."""
    cards = s.supply
    for x in range(s.players):
        cards -= s.bank[x]
        if seat >= 0:
            cards -= s.known[seat, x]
    if seat >= 0:
        cards -= s.pool[seat, 0] + s.pool[seat, 1]
    for i in range(s.left - s.below, s.left):
        cards -= one(s.pile[(s.top + i) % CARDS])
    return cards


@compiled
def imagine(s, seat, key):
    """Every way of laying out the unlocated cards that fits what the seat is certain of is equally likely."""
    open_stream(s, key)
    cards = unlocated(s, seat)
    n = size(cards)
    order = np.empty(CARDS, np.int64)
    for i in range(n):
        order[i] = nth(cards, i)
    shuffle(s, order, 0, n)
    for x in range(s.players):
        if x != seat:
            s.known[x, x] = s.known[seat, x] if seat >= 0 else 0
    if seat >= 0:
        place_pool(s, seat, 1)
        place_pool(s, seat, 2)
    at = 0
    for x in range(s.players):
        for _ in range(s.holds[x] - size(s.known[x, x])):
            s.known[x, x] += one(order[at])
            at += 1
    for i in range(s.left - s.below):
        s.pile[(s.top + i) % CARDS] = order[at]
        at += 1
    for o in range(s.players):
        if o != seat:
            imagine_memory(s, o)
    if s.arrival == 0 and (s.phase == Phase.CALL or s.phase == Phase.JOSTLE):  # else a call is known at once
        for o in range(s.players):
            if o != seat and (s.decided >> o) & 1:
                s.called |= draw(s, 2) << o


@compiled
def place_pool(s, seat, g):
    """Each card of a group's pool goes to one of the places that are open in its hands."""
    pool = s.pool[seat, g - 1]
    for i in range(size(pool)):
        room = 0
        for x in range(s.players):
            if group_of(s, seat, x) == g:
                room += s.holds[x] - size(s.known[x, x])
        n = draw(s, room)
        for x in range(s.players):
            if group_of(s, seat, x) == g and n >= 0:
                n -= s.holds[x] - size(s.known[x, x])
                if n < 0:
                    s.known[x, x] += one(nth(pool, i))


@compiled
def imagine_memory(s, o):
    """Other seats know at least as many cards as everybody has watched them see: any of each hand."""
    for x in range(s.players):
        if x != o:
            rest = s.known[x, x]
            for _ in range(reads_of(s, o, x)):
                card = one(nth(rest, draw(s, size(rest))))
                rest -= card
                s.known[o, x] += card


UNCOVERING = (Kind.CALLS, Kind.JOSTLE, Kind.TOOK, Kind.MENHIR, Kind.DREW)


def uncovers(s: Any, seat: int, event: Event) -> bool:
    """Whether an event shows a seat something that it did not know before."""
    if event.kind == Kind.EXCHANGE:
        return seat in (event.a, event.b)
    if event.kind == Kind.BANK:
        return event.a != seat
    return event.kind in UNCOVERING


def bounds():
    """The least and the most of every feature: what the box holds, however the cards fall."""
    low, high = np.zeros(FEATURES), np.ones(FEATURES)
    high[29:35] = IN_THE_BOX / 4
    high[35:41] = IN_THE_BOX / 8
    for at in range(41, AT_SEAT, SEAT_FEATURES):
        high[at + 4] = CARDS / 6
        low[at + 5], high[at + 5] = -1, 4.2  # all penalties, all helmets
        high[at + 6 : at + 12] = high[at + 12 : at + 18] = IN_THE_BOX / 3
        high[at + 18] = MOST_READS / 3
        high[at + 19] = CARDS / 3
    return low, high


@rule
def observe(s, seat, out):
    for i in range(FEATURES):
        out[i] = 0
    out[s.phase] = 1
    out[6 + s.players - 2] = 1
    first = max(seat, 0)  # a spectator counts from the first seat
    out[11 + (s.turn - first) % s.players] = 1
    if s.die >= 0:
        out[17 + s.die] = 1
    out[19] = s.pips / 6
    out[20] = s.jostled
    out[21] = s.tripped
    out[28] = s.left / CARDS
    for i in range(s.left - s.below, s.left):
        out[29 + s.pile[(s.top + i) % CARDS]] += 0.25
    rest = unlocated(s, seat)
    for face in range(FACES):
        out[35 + face] = count(rest, face) / 8
    for i in range(s.players):
        x = (first + i) % s.players
        out[22 + i] = (s.asked & ~s.decided) >> x & 1
        observe_seat(s, seat, x, out, 41 + i * SEAT_FEATURES)
    if seat >= 0:
        out[AT_SEAT + seat] = 1


@part
def observe_seat(s, seat, x, out, at):
    space = s.at[x]
    out[at] = (s.village - space) / 15
    out[at + 1] = s.menhirs >> space & 1
    out[at + 2] = s.bards >> space & 1
    out[at + 3] = s.cohorts >> space & 1
    out[at + 4] = s.holds[x] / 6
    out[at + 5] = worth(s.bank[x]) / 20
    if seat >= 0:
        g = group_of(s, seat, x)
        for face in range(FACES):
            out[at + 6 + face] = count(s.known[seat, x], face) / 3
            if g > 0:
                out[at + 12 + face] = count(s.pool[seat, g - 1], face) / 3
        out[at + 19] = (s.holds[x] - size(s.known[seat, x])) / 3
        if x != seat:
            out[at + 18] = reads_of(s, x, seat) / 3
    out[at + 20] = 1
    out[at + 21] = s.asked >> x & 1
    for step in range(space + 1, s.village):
        if out[at + 22] == 0 and s.menhirs >> step & 1:
            out[at + 22] = (step - space) / 15
        if out[at + 23] == 0 and s.bards >> step & 1:
            out[at + 23] = (step - space) / 15
