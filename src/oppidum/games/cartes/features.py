"""What a hand of `cartes` in progress looks like to one seat, in numbers that its result depends on."""

from __future__ import annotations

from oppidum.games.cartes.bot import gain, loss
from oppidum.games.cartes.knowledge import count_unseen
from oppidum.games.cartes.rules import is_pirate, worth_of
from oppidum.games.cartes.state import IDEFIX, KINDS, PIRATES, RANKS
from oppidum.kernel import bits
from oppidum.kernel.compiled import part

FEATURES = 40
OWN = 16  # 16 to 26: the seat's own cards
OTHERS = 27  # 27 to 37: the others' cards, on average


@part
def spectator_unseen(s, out):
    """Cards that nobody has seen; returns how many."""
    count_unseen(s, -1, out)
    n = 0
    for card in range(KINDS):
        n += out[card]
    return n


@part
def features(s, seat, unseen, left, out):
    """`unseen` cards of each kind, `left` in all."""
    for i in range(FEATURES):
        out[i] = 0.0
    row = s.captured[seat]
    now = worth_of(s, row)
    out[0] = 1.0
    out[1] = now
    for pirate in range(PIRATES):
        if s.holder[pirate] == seat:
            out[2] += loss(s, seat, pirate)
    pirates = 0
    for pirate in range(PIRATES):
        pirates += unseen[RANKS + pirate]
    held = 0
    rivals = 0
    for other in range(s.players):
        n = bits.count(s.gauls[other])
        if other == seat:
            held = n
        else:
            rivals += n
    mine = held / float(held + rivals)
    for rank in range(RANKS):
        if 0 < row[rank] < 4:
            out[2 + row[rank]] += unseen[rank]
            out[5 + row[rank]] += unseen[rank] * mine
    share = pirates / (left + 1.0)
    out[9] = now * share
    out[10] = now * share * rivals / (s.players - 1)
    out[11] = held * mine
    out[12] = left / 10.0
    card = s.deck[s.offered]
    if is_pirate(card):
        out[13] = loss(s, seat, card - RANKS)
    else:
        out[14] = gain(s, seat, card, unseen)
        out[15] = out[14] * mine
    for k in range(IDEFIX + 1):
        out[OWN + k] = (s.gauls[seat] >> k) & 1
    for other in range(s.players):
        if other != seat:
            for k in range(IDEFIX + 1):
                out[OTHERS + k] += ((s.gauls[other] >> k) & 1) / (s.players - 1)
    out[38] = held
    out[39] = rivals
    if left < held + rivals:  # the deck may end first
        out[38] = left
