"""What an edition of `romains` may say."""

from __future__ import annotations

from oppidum.games.romains.edition import (
    DICE,
    EVENTS,
    KINDS,
    LONGEST_WAY,
    MOST_COPIES,
    MOST_REMOVED,
    SHORTEST_WAY,
)
from oppidum.games.romains.state import SEATS
from oppidum.kernel.outline import FROM, ID, NAME, TITLE, Field, Section, choice, number

SECTIONS = (
    TITLE,
    Section("board", (number("village", SHORTEST_WAY, LONGEST_WAY), FROM), many=False),
    Section("space", (number("at", 1, LONGEST_WAY - 1), choice("event", *EVENTS), FROM), grows=True),
    Section("die", (choice("id", *DICE), Field("faces", "numbers", low=1, high=6, length=6), FROM)),
    Section(
        "card",
        (
            NAME,
            choice("kind", *KINDS),
            number("points", 1, 3),
            number("copies", 1, MOST_COPIES),
            FROM,
            ID,
        ),
        grows=True,
    ),
    Section("table", (number("players", 2, SEATS), number("removed", 0, MOST_REMOVED), FROM)),
    Section("pawn", (NAME, FROM, ID)),
)
