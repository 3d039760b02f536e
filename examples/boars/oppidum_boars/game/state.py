"""The position of `boars`."""

from __future__ import annotations

from enum import IntEnum

from oppidum.kernel.position import layout

SEATS = 2
ROUNDS = (1, 3, 5)  # that the option offers, in its order
UNKNOWN = 0  # no boar, or none that this seat may see; otherwise its size
NOTHING, HIDDEN = -1, 2  # not decided yet; decided, but not for your eyes


class Action(IntEnum):
    WAIT = 0
    CHASE = 1


class Way(IntEnum):
    """How a round can be won."""

    ALONE = 0
    CHASED = 1
    WAITED = 2


WORTH = (1, 2, 1)  # points for each of them


class Kind(IntEnum):
    """Events: what the details a, b, c mean."""

    DEALT = 1
    CHOSE = 2  # a: seat, b: action
    SHOWN = 3  # a: seat, b: size of its boar
    WON = 4  # a: seat, b: way


POSITION = layout(
    [
        ("biggest", "i1"),  # from the edition: sizes go from 1 to this
        ("rounds", "i1"),
        ("rounds_over", "i1"),
        ("boar", "i1", SEATS),
        ("choice", "i1", SEATS),
        ("won", "i1", (SEATS, len(Way))),
    ],
    events=8,
)
