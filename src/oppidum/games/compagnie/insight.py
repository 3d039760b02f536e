"""What the search knows of `compagnie`: what the albums in play promise each of their players."""

from __future__ import annotations

import numpy as np

from oppidum.games.compagnie.bot import greedy
from oppidum.games.compagnie.features import (
    CAMP,
    FEATURES,
    OF_HAND,
    features,
    look_at_hand,
    look_at_table,
)
from oppidum.games.compagnie.knowledge import hidden_class, hide_albums, knows, redact
from oppidum.games.compagnie.state import CARDS, PILE, POSITION, SEATS, TABLE, ZONES, Phase
from oppidum.games.compagnie.weights import WEIGHTS
from oppidum.kernel.compiled import part, rule, working_part
from oppidum.kernel.insight import Insight, Knobs, share_by_lead
from oppidum.kernel.network import promise


@working_part
def estimate(s, root, out):
    """Between two turns: everybody's two albums."""
    if s.phase != Phase.TURN:
        return False
    camps = np.empty((SEATS, 2, CAMP), np.float64)
    stakes = np.empty(SEATS, np.float64)
    hands = np.empty((SEATS, OF_HAND), np.float64)
    row = np.empty(FEATURES, np.float64)
    promised = np.empty(SEATS, np.float64)
    look_at_table(s, camps, stakes)
    for seat in range(s.players):
        look_at_hand(s, seat, hands[seat])
    for seat in range(s.players):
        promised[seat] = 0.0
        for side in range(2):
            features(s, seat, side, camps, stakes, hands, row)
            promised[seat] += promise(row, WEIGHTS[s.players - 2])
    share_by_lead(promised, 1.0, out)
    return True


@rule
def outline(s, copy, seat):
    """As much as `redact` leaves, without sorting cards into places: the chains are rewritten as a list.

    From the top of the pile, every card that the seat knows and the class of the others; of the other hands
    the classes of hidden cards; the order on the table. How a hand of one's own and the discard are ordered
    makes no difference.
    """
    for card in range(s.cards):
        if not knows(s, seat, card):
            copy.zone[card] = -1
            copy.known[card] = 0
    at = 0
    card = s.head[PILE]
    while card >= 0:
        copy.after[at] = card if knows(s, seat, card) else -1 - hidden_class(s, card)
        at += 1
        card = s.after[card]
    for hand in range(s.players):
        if hand != seat:
            at = list_hidden(s, copy, seat, hand, at)
    card = s.head[TABLE]
    while card >= 0:
        copy.after[at] = card
        at += 1
        card = s.after[card]
    for i in range(at, CARDS):
        copy.after[i] = 0
    for zone in range(ZONES):
        copy.head[zone] = 0
    hide_albums(copy)


@part
def list_hidden(s, copy, seat, hand, at):
    """The classes of the cards in a hand that a seat does not know, in order; returns where they end."""
    first = at
    card = s.head[hand]
    while card >= 0:
        if not knows(s, seat, card):
            place = hidden_class(s, card)
            i = at
            while i > first and copy.after[i - 1] > place:
                copy.after[i] = copy.after[i - 1]
                i -= 1
            copy.after[i] = place
            at += 1
        card = s.after[card]
    return at


@working_part
def prefer(s, seat, luck, mask):
    """`greedy`, on what the seat may know: it looks through its turn, and must not see what it will draw."""
    views = np.empty(1, POSITION)
    views[0] = s
    redact(views[0], seat)
    action = greedy(views[0], seat, luck, mask)
    return action * len(views)  # to Numba a record does not keep its array: it must be needed until here


insight = Insight(
    estimate=estimate,
    outline=outline,
    prefer=prefer,
    patience=0,
    public=True,
    knobs=Knobs(curiosity=0.1, hope=0.0, glance=1.0),
    first="head",
)
