"""What the search knows of `cartes`: what a hand in progress is likely to bring, without playing on."""

from __future__ import annotations

import numpy as np

from oppidum.games.cartes.bot import greedy
from oppidum.games.cartes.features import FEATURES, features, spectator_unseen
from oppidum.games.cartes.looks import LOOKS, look_from
from oppidum.games.cartes.rules import total, winners
from oppidum.games.cartes.state import HIDDEN_BID, KINDS, MAX_PLAYERS, NO_BID, Phase
from oppidum.games.cartes.weights import WEIGHTS
from oppidum.kernel import bits
from oppidum.kernel.compiled import part, working_part
from oppidum.kernel.insight import Insight, share_by_lead, share_victory
from oppidum.kernel.network import promise

SPREAD = 46.0  # points by which two players' results of one hand typically differ
LEAST_SPREAD = 18.0  # and at the very end of a hand


@part
def reopen(s, seat):
    """Bids are simultaneous: whoever has bid already is as free in our thoughts as who has not."""
    if s.phase == Phase.BID:
        for other in range(s.players):
            if s.bids[other] == HIDDEN_BID:
                s.bids[other] = NO_BID
                s.owing |= 1 << other


@working_part
def settled(s, root, out):
    if s.hand_number == root.hand_number:
        return False
    if s.phase == Phase.OVER:
        share_victory(winners(s), out)
        return True
    points = np.empty(MAX_PLAYERS, np.float64)
    for seat in range(s.players):
        points[seat] = total(s, seat)
    share_by_lead(points, SPREAD * np.sqrt(float(s.hands_to_play - s.hand_number)), out)
    return True


@working_part
def estimate(s, root, out):
    """Between two bids: the totals, and what this hand is likely to add."""
    if s.phase != Phase.BID:
        return False
    held = 0
    for seat in range(s.players):
        if s.bids[seat] != NO_BID:
            return False
        held += bits.count(s.gauls[seat])
    points = np.empty(MAX_PLAYERS, np.float64)
    unseen = np.empty(KINDS, np.int64)
    left = spectator_unseen(s, unseen)
    row = np.empty(FEATURES, np.float64)
    looks = np.empty((MAX_PLAYERS, LOOKS), np.float64)
    for seat in range(s.players):
        look_from(s, seat, looks[seat])
    for seat in range(s.players):
        features(s, seat, unseen, left, looks, row)
        points[seat] = total(s, seat) + promise(row, WEIGHTS[s.players - 2])
    this_hand = LEAST_SPREAD + (SPREAD - LEAST_SPREAD) * np.sqrt(held / (11.0 * s.players))
    hands = s.hands_to_play - s.hand_number - 1
    share_by_lead(points, np.sqrt(this_hand * this_hand + SPREAD * SPREAD * hands), out)
    return True


insight = Insight(reopen=reopen, settled=settled, estimate=estimate, prefer=greedy, patience=0)
