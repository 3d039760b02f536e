"""What the search knows of `cartes`: it looks no further than the end of the hand."""

from __future__ import annotations

import numpy as np

from oppidum.bots.cartes import greedy
from oppidum.games.cartes.rules import total, winners
from oppidum.games.cartes.state import HIDDEN_BID, NO_BID, Phase
from oppidum.kernel.compiled import compiled
from oppidum.search.insight import Insight, share_victory

SPREAD = 110.0  # points by which two players' results of one hand typically differ


@compiled
def reopen(s, seat):
    """Bids are simultaneous: whoever has bid already is as free in our thoughts as who has not."""
    if s.phase == Phase.BID:
        for other in range(s.players):
            if s.bids[other] == HIDDEN_BID:
                s.bids[other] = NO_BID
                s.owing |= 1 << other


@compiled
def ahead(lead, hands):
    """How likely a lead of so many points is kept over so many hands (algebraic: the same everywhere)."""
    x = lead / (SPREAD * np.sqrt(float(hands)))
    return 0.5 + 0.5 * x / np.sqrt(1.0 + x * x)


@compiled
def settled(s, root, out):
    if s.hand_number == root.hand_number:
        return False
    if s.phase == Phase.OVER:
        share_victory(winners(s), out)
        return True
    estimate(s, root, out)
    return True


@compiled
def estimate(s, root, out):
    """Who will win, by the totals so far: everybody must stay ahead of everybody else."""
    hands = s.hands_to_play - s.hand_number
    whole = 0.0
    for seat in range(s.players):
        chance = 1.0
        for other in range(s.players):
            if other != seat:
                chance *= ahead(total(s, seat) - total(s, other), hands)
        out[seat] = chance
        whole += chance
    for seat in range(s.players):
        out[seat] /= whole


insight = Insight(reopen=reopen, settled=settled, estimate=estimate, prefer=greedy)
