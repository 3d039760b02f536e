"""What nobody at a table of `cartes` has seen: the deck below the last card that somebody has looked at."""

from __future__ import annotations

from oppidum.games.cartes.knowledge import imagine
from oppidum.games.cartes.state import Phase
from oppidum.kernel.compiled import compiled


@compiled
def reshuffle(s, key):
    imagine(s, s.peeker if s.phase == Phase.PEEK else -1, key)  # bids are no chance: they stay
