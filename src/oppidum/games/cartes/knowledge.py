"""What a seat of `cartes` knows.

Hidden are only the bids before they are revealed, the deck below the card on offer and the card that a
lone Idéfix has looked at. Hands are no secret: everybody began with the same eleven cards and every
discard was seen.

`observe` writes, for the seat itself first and then clockwise (5 players, absent ones zero), numbers between
0 and 1 but for the totals:

| features | what |
|---|---|
| 0-2 | phase: bid, peek, escapes |
| 3-4 | hand number, hands left, each divided by 8 |
| 5-24 | the card on offer (one of 20 kinds) |
| 25-44 | the card that this seat has looked at |
| 45-64 | unseen cards of each kind, divided by 4 |
| 65-75 | this seat's own bid |
| 76-80 | who still owes a decision |
| 81-135 | hands, 11 bits a player |
| 136-205 | captured Romans, 14 ranks a player, divided by 4 |
| 206-235 | captured pirates, 6 a player |
| 236-240 | totals, divided by 500 (at most 20.4) |
| 241-290 | bottles of each player's Gauls, 10 a player, divided by 4 |
| 291-295 | which seat this is, counted from seat 0: `give` names seats |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from oppidum.games.cartes.rules import may_play_idefix, total
from oppidum.games.cartes.state import (
    DECK,
    HIDDEN_BID,
    HIDDEN_CARD,
    IDEFIX,
    KINDS,
    MAX_HANDS,
    NO_BID,
    PIRATES,
    RANKS,
    VALUES,
    Kind,
    Phase,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled, inlined, part, rule
from oppidum.kernel.events import Event, hush
from oppidum.kernel.spread import scale, spread
from oppidum.kernel.stream import close_stream, draw, open_stream, shuffle

FEATURES = 296


@part
def last_seen(s, seat):
    """Index of the last card of the deck that this seat has seen."""
    if s.phase == Phase.PEEK and s.peeker == seat:
        return s.offered + 1
    return s.offered


@inlined
def hand_seen(s, seat, other):
    """A hand as this seat sees it: a bid is hidden, and so is which card the hand lacks meanwhile."""
    bid = s.bids[other]
    hidden = (s.phase == Phase.BID) & (other != seat) & (bid > NO_BID) & (bid < HIDDEN_BID)
    return s.gauls[other] | (hidden << (bid & 15))


@rule
def redact(s, seat):
    for i in range(last_seen(s, seat) + 1, DECK):
        s.deck[i] = HIDDEN_CARD
    if s.phase == Phase.BID:
        for other in range(s.players):
            if other != seat and s.bids[other] != NO_BID:
                s.gauls[other] = hand_seen(s, seat, other)
                s.bids[other] = HIDDEN_BID
    close_stream(s)
    hush(s, seat)


@part
def count_unseen(s, seat, out):
    """How many cards of each kind this seat has not seen yet in this hand."""
    for rank in range(RANKS):
        out[rank] = s.copies[rank]
    for pirate in range(PIRATES):
        out[RANKS + pirate] = 1
    for i in range(last_seen(s, seat) + 1):
        out[s.deck[i]] -= 1


@compiled
def imagine(s, seat, key):
    open_stream(s, key)
    unseen = np.empty(KINDS, np.int64)
    count_unseen(s, seat, unseen)
    n = last_seen(s, seat) + 1
    start = n
    for card in range(KINDS):
        for _ in range(unseen[card]):
            s.deck[n] = card
            n += 1
    shuffle(s, s.deck, start, DECK)
    for other in range(s.players):
        if s.bids[other] == HIDDEN_BID:
            imagine_bid(s, other)


@part
def imagine_bid(s, other):
    """Any card that this seat could have chosen, each equally likely."""
    choices = s.gauls[other]
    if not may_play_idefix(s, other):
        choices &= ~(1 << IDEFIX)
    skip = draw(s, bits.count(choices))
    for _ in range(skip):
        choices &= choices - 1
    choice = bits.lowest(choices)
    s.bids[other] = choice
    s.gauls[other] &= ~(1 << choice)


UNCOVERING = (Kind.OFFERED, Kind.SEES, Kind.DREW_LAST)


def uncovers(s: Any, seat: int, event: Event) -> bool:
    """Whether an event shows a seat something that it did not know before."""
    if event.kind in (Kind.REVEALED, Kind.KEPT, Kind.GIVEN):
        return event.a != seat
    return event.kind in UNCOVERING


def bounds():
    """The least and the most of every feature."""
    low, high = np.zeros(FEATURES), np.ones(FEATURES)
    high[236:241] = MAX_HANDS * 1274 / 500  # every Roman of every hand, with all fours
    return low, high


QUARTER = np.float32(0.25)  # of the width that is written: half the work
WHOLE = np.float32(1.0)
COUNT_BITS = 3  # no card comes more than four times


@part
def unseen_packed(s, seat):
    """As `count_unseen`, in one number."""
    unseen = 0
    for rank in range(RANKS):
        unseen += s.copies[rank] << (COUNT_BITS * rank)
    for pirate in range(RANKS, KINDS):
        unseen += 1 << (COUNT_BITS * pirate)
    for i in range(last_seen(s, seat) + 1):
        unseen -= 1 << (COUNT_BITS * s.deck[i])
    return unseen


@rule
def observe(s, seat, out):
    for i in range(FEATURES):
        out[i] = 0.0
    if s.phase != Phase.OVER:
        out[s.phase] = 1.0
    out[3] = s.hand_number / MAX_HANDS
    out[4] = (s.hands_to_play - s.hand_number) / MAX_HANDS
    out[5 + s.deck[s.offered]] = 1.0
    if s.phase == Phase.PEEK and s.peeker == seat:
        out[25 + s.deck[s.offered + 1]] = 1.0
    spread(out, 45, unseen_packed(s, seat), KINDS, COUNT_BITS, 0, QUARTER)
    if seat >= 0 and NO_BID < s.bids[seat] < HIDDEN_BID:
        out[65 + s.bids[seat]] = 1.0
    for player in range(s.players):
        place = player - max(seat, 0)  # a spectator counts from the first seat
        observe_player(s, seat, player, place + (place < 0) * s.players, out)
    if seat >= 0:
        out[291 + seat] = 1.0


# Vector environments call it as often as `act`: without branches, which nobody could foresee.
@inlined
def observe_player(s, seat, player, place, out):
    out[76 + place] = np.float32((s.owing >> player) & 1)
    spread(out, 81 + 11 * place, hand_seen(s, seat, player), 11, 1, 0, WHOLE)
    scale(out, 136 + RANKS * place, s.captured[player], RANKS, QUARTER)
    for pirate in range(PIRATES):
        out[206 + PIRATES * place + pirate] = np.float32(s.holder[pirate] == player)
    out[236 + place] = total(s, player) / 500
    spread(out, 241 + VALUES * place, s.bottles[s.character[player]], VALUES, 2, 1, QUARTER)
