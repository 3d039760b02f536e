"""What the search knows of `compagnie`: how a position is rated by its rules of thumb."""

from __future__ import annotations

import numpy as np

from oppidum.bots.compagnie import rate
from oppidum.games.compagnie.state import SEATS
from oppidum.kernel.compiled import compiled
from oppidum.search.insight import Insight, share_by_lead

SPREAD = 24.0  # points of rating between a sure and an even game


@compiled
def estimate(s, root, out):
    ratings = np.empty(SEATS, np.float64)
    for seat in range(s.players):
        ratings[seat] = rate(s, seat)
    share_by_lead(ratings, SPREAD, out)
    return True


insight = Insight(estimate=estimate, patience=0, public=True)
