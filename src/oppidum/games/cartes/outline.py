"""What an edition of `cartes` may say."""

from __future__ import annotations

from oppidum.games.cartes.edition import GENERAL, MOST_BONUS, MOST_COPIES, MOST_VALUE
from oppidum.games.cartes.state import MOST_BOTTLES, VALUES
from oppidum.kernel.outline import FROM, ID, NAME, TITLE, Field, Section, choice, number

SECTIONS = (
    TITLE,
    Section("gaul", (NAME, Field("bottles", "numbers", low=1, high=MOST_BOTTLES, length=VALUES), FROM, ID)),
    Section("roman", (NAME, number("value", 1, MOST_VALUE), number("copies", 1, MOST_COPIES), FROM, ID)),
    Section("pirate", (choice("frees", *GENERAL, table="roman"), NAME, FROM)),
    Section("idefix", (NAME, FROM), many=False),
    Section(
        "scoring", (*(number(key, 0, MOST_BONUS) for key in ("pair", "three", "four")), FROM), many=False
    ),
)
