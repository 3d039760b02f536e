"""What nobody at a table of `compagnie` has seen: most of the pile, and albums below the topmost cover."""

from __future__ import annotations

import numpy as np

from oppidum.games.compagnie.knowledge import hide_albums, imagine
from oppidum.games.compagnie.state import CARDS, SEATS
from oppidum.kernel.compiled import compiled


@compiled
def reshuffle(s, key):
    """As somebody would imagine it who knows all that anybody knows."""
    known = np.empty(CARDS, np.int64)
    for card in range(s.cards):
        known[card] = s.known[card]
        if known[card] != 0:
            s.known[card] |= 1 << SEATS
    hide_albums(s)  # in order first: the same albums then give the same pile for the same key
    imagine(s, -1, key)
    for card in range(s.cards):
        s.known[card] = known[card]
