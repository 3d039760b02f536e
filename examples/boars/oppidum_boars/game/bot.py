"""A sensible hunter.

Let p be the chance that one's own boar is the bigger one. Against who waits, chasing scores more often than
waiting, whatever p is; against who chases it is better as soon as p is a quarter or more (4p - 1 points). So
it chases, unless three quarters of the other boars and more are bigger: then it saves a point by waiting.
"""

from __future__ import annotations

from oppidum.kernel.compiled import part
from oppidum_boars.game.state import Action


@part
def greedy(s, seat, luck, mask):
    smaller, others = s.boar[seat] - 1, s.biggest - 1
    return Action.CHASE.value if 4 * smaller >= others else Action.WAIT.value
