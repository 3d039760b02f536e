"""What a seat of `boars` knows: everything but the other's boar, and what the other has decided."""

from __future__ import annotations

from oppidum.kernel.compiled import rule
from oppidum.kernel.events import Event, hush
from oppidum.kernel.stream import close_stream, draw, open_stream
from oppidum_boars.game.rules import points
from oppidum_boars.game.state import HIDDEN, NOTHING, SEATS, UNKNOWN, Kind

FEATURES = 5
MOST_ROUNDS, MOST_POINTS = 5, 10


@rule
def redact(s, seat):
    for other in range(SEATS):
        if other != seat:
            s.boar[other] = UNKNOWN
            if s.choice[other] != NOTHING:
                s.choice[other] = HIDDEN
    close_stream(s)
    hush(s, seat)


@rule
def imagine(s, seat, key):
    open_stream(s, key)
    other = 1 - seat
    if s.rounds_over < s.rounds:
        size = 1 + draw(s, s.biggest - 1)  # any boar but one's own
        s.boar[other] = size + 1 if size >= s.boar[seat] else size
        if s.choice[other] == HIDDEN:
            s.choice[other] = draw(s, 2)


@rule
def observe(s, seat, out):
    out[0] = s.boar[seat] / s.biggest
    out[1] = (1 + s.choice[seat]) / 2
    out[2] = (s.rounds - s.rounds_over) / MOST_ROUNDS
    out[3] = points(s, seat) / MOST_POINTS
    out[4] = points(s, 1 - seat) / MOST_POINTS


def uncovers(s, seat: int, event: Event) -> bool:
    """Whether an event shows a seat something that it did not know before."""
    return event.kind == Kind.SHOWN and event.a != seat
