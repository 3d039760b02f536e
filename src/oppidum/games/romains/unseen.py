"""What nobody at a table of `romains` has seen: the pile but for the cards that went below it in the open."""

from __future__ import annotations

from oppidum.games.romains.state import CARDS
from oppidum.kernel.compiled import rule
from oppidum.kernel.stream import draw, open_stream


@rule
def reshuffle(s, key):
    open_stream(s, key)
    hidden = s.left - s.below
    for i in range(1, hidden):  # in order first: the same cards then give the same pile for the same key
        j = i
        while j > 0 and s.pile[(s.top + j - 1) % CARDS] > s.pile[(s.top + j) % CARDS]:
            swap(s, j - 1, j)
            j -= 1
    for i in range(hidden - 1, 0, -1):
        swap(s, i, draw(s, i + 1))


@rule
def swap(s, i, j):
    one, other = (s.top + i) % CARDS, (s.top + j) % CARDS
    card = s.pile[one]
    s.pile[one] = s.pile[other]
    s.pile[other] = card
