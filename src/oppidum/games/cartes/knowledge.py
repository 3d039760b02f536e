"""What a seat of `cartes` knows.

Hidden are only the bids before they are revealed, the deck below the card on offer and the card that a
lone Idéfix has looked at. Hands are no secret: everybody began with the same eleven cards and every
discard was seen.

`observe` writes, for the seat itself first and then clockwise (5 players, absent ones zero):

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
| 236-240 | totals, divided by 500 |
| 241-290 | bottles of each player's Gauls, 10 a player, divided by 4 |
"""

from __future__ import annotations

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
    Phase,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled, part, rule
from oppidum.kernel.events import hush
from oppidum.kernel.stream import close_stream, draw, open_stream, shuffle

FEATURES = 291


@part
def last_seen(s, seat):
    """Index of the last card of the deck that this seat has seen."""
    if s.phase == Phase.PEEK and s.peeker == seat:
        return s.offered + 1
    return s.offered + 0


@rule
def redact(s, seat):
    for i in range(last_seen(s, seat) + 1, DECK):
        s.deck[i] = HIDDEN_CARD
    if s.phase == Phase.BID:
        for other in range(s.players):
            if other != seat and s.bids[other] != NO_BID and s.bids[other] != HIDDEN_BID:
                # The bid is hidden, and so is which card the hand lacks meanwhile.
                s.gauls[other] |= 1 << s.bids[other]
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
    choices = s.gauls[other] + 0
    if not may_play_idefix(s, other):
        choices &= ~(1 << IDEFIX)
    skip = draw(s, bits.count(choices))
    for _ in range(skip):
        choices &= choices - 1
    choice = bits.lowest(choices)
    s.bids[other] = choice
    s.gauls[other] &= ~(1 << choice)


@rule
def observe(s, seat, out):
    for i in range(len(out)):
        out[i] = 0.0
    if s.phase < 3:
        out[s.phase] = 1.0
    out[3] = s.hand_number / MAX_HANDS
    out[4] = (s.hands_to_play - s.hand_number) / MAX_HANDS
    out[5 + s.deck[s.offered]] = 1.0
    if s.phase == Phase.PEEK and s.peeker == seat:
        out[25 + s.deck[s.offered + 1]] = 1.0
    for rank in range(RANKS):
        out[45 + rank] = s.copies[rank] / 4
    for pirate in range(PIRATES):
        out[45 + RANKS + pirate] = 0.25
    for i in range(last_seen(s, seat) + 1):
        out[45 + s.deck[i]] -= 0.25
    if 0 <= s.bids[seat] <= IDEFIX:
        out[65 + s.bids[seat]] = 1.0
    for place in range(s.players):
        observe_player(s, (seat + place) % s.players, place, out)


@part
def observe_player(s, player, place, out):
    out[76 + place] = (s.owing >> player) & 1
    for card in range(11):
        out[81 + 11 * place + card] = (s.gauls[player] >> card) & 1
    for rank in range(RANKS):
        out[136 + RANKS * place + rank] = s.captured[player, rank] / 4
    for pirate in range(PIRATES):
        if s.holder[pirate] == player:
            out[206 + PIRATES * place + pirate] = 1.0
    out[236 + place] = total(s, player) / 500
    for value in range(VALUES):
        bottles = 1 + ((s.bottles[s.character[player]] >> (2 * value)) & 3)
        out[241 + VALUES * place + value] = bottles / 4
