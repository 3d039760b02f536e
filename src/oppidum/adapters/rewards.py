"""What the end of a game is worth to each seat, the same behind every door.

The winner gets 1 and the others lose it between them: two players get 1 and -1, four get 1 and -1/3 each.
Players who share the victory share the 1. All rewards of a game add up to nothing, and all come at its end.
"""

from __future__ import annotations

from oppidum.kernel import bits
from oppidum.kernel.compiled import rule


@rule
def write_worth(winners, players, out):
    """Write the reward of every seat into `out`; `winners` is the bitmask that `scores` returns."""
    shared = bits.count(winners)
    for seat in range(players):
        share = 1.0 / shared if (winners >> seat) & 1 else 0.0
        out[seat] = (share * players - 1.0) / (players - 1.0)


def least_worth(players: int) -> float:
    """The reward of a seat that loses to a single winner."""
    return -1 / (players - 1)
