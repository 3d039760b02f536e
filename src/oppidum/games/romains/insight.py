"""What the search knows of `romains`: what hands on the road are likely to bring."""

from __future__ import annotations

import numpy as np

from oppidum.games.romains.bot import greedy
from oppidum.games.romains.hands import worth
from oppidum.games.romains.state import CARDS, SEATS, Phase
from oppidum.games.romains.weights import WEIGHTS
from oppidum.kernel.compiled import part, working_part
from oppidum.kernel.insight import Insight, share_by_lead

FEATURES = 22
SPREAD = 10.0  # points by which two players' gains from a whole pile typically differ
LEAST_SPREAD = 2.0


@part
def reopen(s, seat):
    """Calls are simultaneous: who has decided already is as free in our thoughts as who has not.

    Not where the first call to arrive counts: there everybody knows that whoever has decided passed.
    """
    if s.arrival == 0 and (s.phase == Phase.CALL or s.phase == Phase.JOSTLE):
        s.decided = 0
        s.called = 0


@part
def quiet(s):
    """Between two moves: nothing is in the air."""
    return s.phase == Phase.ROLL


@part
def features(s, seat, out):
    """What a seat's final points depend on: bank, hand, road, pile, and the others' hands and roads."""
    hand = worth(s.known[seat, seat]) + 0.0
    road = s.at[seat] / s.village
    pile = s.left / CARDS
    late = max(0.0, 1.0 - s.left / (3.0 * s.players))
    out[0] = 1.0
    out[1] = worth(s.bank[seat])
    out[2] = hand
    out[3] = road
    out[4] = hand * road
    out[5] = hand * late
    out[6] = hand * road * late
    out[7] = road * late
    out[8] = pile
    out[9] = pile * road
    out[10] = s.holds[seat]
    out[11] = s.holds[seat] * road
    out[12] = 1.0 if s.turn == seat else 0.0
    out[13] = out[12] * hand
    out[14] = max(hand, 0.0) * road
    out[15] = late
    for i in range(16, FEATURES):
        out[i] = 0.0
    for other in range(s.players):
        if other != seat:
            theirs = worth(s.known[other, other]) / (s.players - 1.0)
            ahead = s.at[other] / s.village / (s.players - 1.0)
            out[16] += theirs
            out[17] += ahead
            out[18] += theirs * s.at[other] / s.village
            out[19] += ahead * late
            out[20] += s.holds[other] / (s.players - 1.0)
            out[21] += hand * theirs


@working_part
def estimate(s, root, out):
    if not quiet(s):
        return False
    points = np.empty(SEATS, np.float64)
    row = np.empty(FEATURES, np.float64)
    for seat in range(s.players):
        features(s, seat, row)
        points[seat] = 0.0
        for i in range(FEATURES):
            points[seat] += row[i] * WEIGHTS[s.players - 2, i]
    share_by_lead(points, LEAST_SPREAD + SPREAD * np.sqrt(s.left / CARDS), out)
    return True


insight = Insight(reopen=reopen, estimate=estimate, prefer=greedy, patience=0)
