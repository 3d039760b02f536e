"""What the search knows of `romains`: what everybody's place at the table promises between two moves."""

from __future__ import annotations

import numpy as np

from oppidum.games.romains.bot import greedy
from oppidum.games.romains.features import FEATURES, features, pile_worth
from oppidum.games.romains.state import SEATS, Phase
from oppidum.games.romains.weights import WEIGHTS
from oppidum.kernel.compiled import part, working_part
from oppidum.kernel.insight import Insight, Knobs, share_by_lead
from oppidum.kernel.network import promise


@part
def reopen(s, seat):
    """Calls are simultaneous: who has decided already is as free in our thoughts as who has not.

    Not where the first call to arrive counts: there everybody knows that whoever has decided passed.
    """
    if s.arrival == 0 and (s.phase == Phase.CALL or s.phase == Phase.JOSTLE):
        s.decided = 0
        s.called = 0


@working_part
def estimate(s, root, out):
    """Between two moves, when nothing is in the air: everybody's place at the table."""
    if s.phase != Phase.ROLL:
        return False
    promised = np.empty(SEATS, np.float64)
    row = np.empty(FEATURES, np.float64)
    pile = pile_worth(s)
    for seat in range(s.players):
        features(s, seat, pile, row)
        promised[seat] = promise(row, WEIGHTS[s.players - 2])
    share_by_lead(promised, 1.0, out)
    return True


@part
def turns(s):
    return s.turns


# A good and a bad decision differ by a few hundredths of a victory: with the usual curiosity those who are
# imagined to answer would answer almost at random, and the tree would be worth less than none. So would those
# whose node has been met a few times only: until then they do as greedy does. But whoever thinks should not
# settle on an option as soon as they do: it costs a third of the time to try the few there are alike.
KNOBS = Knobs(curiosity=0.05, loyalty=8.0, doubt=3.0)

# In company much happens before it is one's turn again, and what the evaluation says at once of an option is
# less sure than what it says two rounds later (figures: docs/search.md).
COMPANY = KNOBS._replace(rounds=2.0)

insight = Insight(
    reopen=reopen,
    estimate=estimate,
    turns=turns,
    prefer=greedy,
    patience=0,
    knobs=KNOBS,
    company=COMPANY,
)
