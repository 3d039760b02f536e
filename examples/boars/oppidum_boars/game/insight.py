"""What the search knows of `boars`."""

from __future__ import annotations

from oppidum.kernel.compiled import part
from oppidum.kernel.insight import Insight
from oppidum_boars.game.bot import greedy
from oppidum_boars.game.state import HIDDEN, NOTHING, SEATS


@part
def reopen(s, seat):
    """Both decide at the same time: who has decided already is as free in our thoughts as who has not."""
    for other in range(SEATS):
        if s.choice[other] == HIDDEN:
            s.choice[other] = NOTHING


insight = Insight(reopen=reopen, prefer=greedy)
