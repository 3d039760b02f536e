"""A position of `cartes`, field by field.

Card kinds: 0 to 13 are the Roman ranks, from the lowest value to the highest; 14 to 19 are the six
pirates. A hand is a set of bits: bit 0 is the Gaul of value 1, bit 9 the one of value 10, bit 10 Idéfix.
"""

from __future__ import annotations

from enum import IntEnum

from oppidum.kernel.position import layout

MAX_PLAYERS = 5
RANKS = 14
PIRATES = 6
KINDS = RANKS + PIRATES
DECK = 50
VALUES = 10
MAX_HANDS = 8
MOST_BOTTLES = 4  # on a Gaul; at least one

IDEFIX = 10  # as a bid, and as a bit of a hand
FULL_HAND = (1 << 11) - 1
ONLY_IDEFIX = 1 << IDEFIX

NO_BID = -1
HIDDEN_BID = 11
HIDDEN_CARD = -1
NOBODY = -1


class Phase(IntEnum):
    BID = 0  # every seat with cards chooses one, in secret
    PEEK = 1  # a lone Idéfix has looked at the next card
    ESCAPES = 2  # pirates free Romans before the scoring
    OVER = 3


class Frees(IntEnum):
    """Whom a pirate frees, where it is not a rank (those are 0 to 13)."""

    HIGHEST = -1
    LOWEST = -2
    ANY = -3


class Kind(IntEnum):
    """Events."""

    SHUFFLED = 1  # hand number
    DRAWN_CHARACTER = 2  # seat, character
    OFFERED = 3  # card
    REVEALED = 4  # seat, bid
    CAPTURED = 5  # seat, card, the bid that did it; which Gauls are lost follows from the card (3.4, 4.3)
    NOBODY_WINS = 6  # card; 1 after a full tie, 0 when nobody bid a Gaul
    PEEKS = 7  # seat
    SEES = 8  # seat, card: for that seat alone
    KEPT = 9  # seat, card, whether Idéfix went back to the hand
    GIVEN = 10  # giver, taker, card
    IDEFIX_DISCARDED = 11  # seat
    DREW_LAST = 12  # seat, how many
    ESCAPED = 13  # seat, pirate, rank
    SCORED = 14  # hand number (points are on the sheet)
    WON = 15  # seat
    DREW = 16  # seat, card: one of those that the last player draws


# Actions: one integer each, below ACTIONS.
BID = 0  # 0 to 9: the Gaul of value 1 to 10; 10: Idéfix
KEEP = 11
GIVE = 12  # 12 to 16: to seat 0 to 4
RESOLVE = 17  # 17 to 22: this pirate next
FREE = 23  # 23 to 36: the pirate of one's choice frees this rank
ACTIONS = FREE + RANKS

# The fullest decision: five revealed, one captured, four Idéfix lost, one draw of the last player and its
# eleven cards, six escapes, one score, five winners.
EVENTS = 34

POSITION = layout(
    [
        # the edition
        ("worth", "i1", RANKS),
        ("copies", "i1", RANKS),
        ("frees", "i1", PIRATES),
        ("bottles", "i4", MAX_PLAYERS),  # by character: two bits a value, bottles less one
        ("bonus", "i1", 5),  # for none, one, two, three, four of a rank
        # the table
        ("hands_to_play", "i1"),
        ("character", "i1", MAX_PLAYERS),
        ("phase", "i1"),
        ("hand_number", "i1"),
        ("deck", "i1", DECK),
        ("offered", "i1"),  # index of the card on offer
        ("gauls", "i2", MAX_PLAYERS),  # the Gauls in each hand
        ("bids", "i1", MAX_PLAYERS),
        ("owing", "i1"),  # seats that owe a bid, or a word on their pirates
        ("peeker", "i1"),
        ("captured", "i1", (MAX_PLAYERS, RANKS)),
        ("holder", "i1", PIRATES),  # who holds each pirate
        ("sheet", "i2", (MAX_HANDS, MAX_PLAYERS)),
    ],
    events=EVENTS,
)
