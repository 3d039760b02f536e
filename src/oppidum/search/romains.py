"""What the search knows of `romains`."""

from __future__ import annotations

from oppidum.bots.romains import greedy
from oppidum.games.romains.state import Phase
from oppidum.kernel.compiled import compiled
from oppidum.search.insight import Insight


@compiled
def reopen(s, seat):
    """Calls are simultaneous: who has decided already is as free in our thoughts as who has not.

    Not where the first call to arrive counts: there everybody knows that whoever has decided passed.
    """
    if s.arrival == 0 and (s.phase == Phase.CALL or s.phase == Phase.JOSTLE):
        s.decided = 0
        s.called = 0


insight = Insight(reopen=reopen, prefer=greedy)
