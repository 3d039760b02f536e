"""What the table of `romains` looks like to one seat between two moves, in numbers that decide who wins."""

from __future__ import annotations

from oppidum.games.romains.card_sets import one, size, worth
from oppidum.games.romains.memory import reads_of
from oppidum.games.romains.state import CARDS
from oppidum.kernel.compiled import part

REACH = 6  # what lies on so many spaces ahead is looked at
AHEAD = 22  # 22 to 39: menhirs, bards and cohorts there
FEATURES = AHEAD + 3 * REACH


@part
def pile_worth(s):
    cards = 0
    for i in range(s.left):
        cards += one(s.pile[(s.top + i) % CARDS])
    return worth(cards)


@part
def features(s, seat, pile, out):
    """Bank, hand, road, pile, what is known of whose hand, the others, and what lies ahead on the road.

    `pile` is what the cards still to be drawn are worth.
    """
    hand = worth(s.known[seat, seat]) / 4.0
    held = s.holds[seat] / 3.0
    road = s.at[seat] / s.village
    left = s.left / CARDS
    late = max(0.0, 1.0 - s.left / (3.0 * s.players))
    turn = 1.0 if s.turn == seat else 0.0
    out[0] = 1.0
    out[1] = 0.0
    out[2] = hand
    out[3] = held
    out[4] = road
    out[5] = hand * road
    out[6] = late
    out[7] = hand * late
    out[8] = left
    out[9] = turn
    out[10] = pile / 20.0
    out[11] = ((s.turn - seat) % s.players) / s.players
    for i in range(12, FEATURES):
        out[i] = 0.0
    rivals = s.players - 1.0
    bank = worth(s.bank[seat])
    most = -1000.0
    for other in range(s.players):
        if other != seat:
            theirs = worth(s.known[other, other]) / 4.0
            way = s.at[other] / s.village
            lead = bank - worth(s.bank[other])
            out[1] += lead / rivals / 8.0
            most = max(most, theirs * way - lead / 8.0)
            out[12] += theirs / rivals
            out[13] += way / rivals
            out[14] += theirs * way / rivals
            out[15] += s.holds[other] / 3.0 / rivals
            out[16] += theirs * late / rivals
            if s.holds[seat] > 0:
                out[17] += min(1.0, reads_of(s, other, seat) / s.holds[seat]) / rivals
            if s.holds[other] > 0:
                out[18] += size(s.known[seat, other]) / s.holds[other] / rivals
            out[19] += max(0.0, theirs - hand) / rivals
            step = s.at[other] - s.at[seat]
            if 0 < step <= REACH:
                out[20] += 1.0 / rivals
    out[21] = most
    for step in range(1, REACH + 1):
        space = s.at[seat] + step
        if space < s.village:
            i = AHEAD + step - 1
            out[i] = (s.menhirs >> space) & 1
            out[i + REACH] = (s.bards >> space) & 1
            out[i + 2 * REACH] = (s.cohorts >> space) & 1
