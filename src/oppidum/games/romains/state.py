"""The position of `romains`: what lies where, and what every seat is certain of.

Cards of one face are all alike, so a set of cards is a count for each of the six faces, packed into one
integer (`card_sets.py`). `known[a, b]` holds the cards that seat a is certain to be in the hand of seat b;
`known[a, a]` is a's own hand. See docs/knowledge-romains.md for `pool` and `group`.
"""

from __future__ import annotations

from enum import IntEnum

from oppidum.kernel.position import layout

SEATS = 6
CARDS = 48
FACES = 6  # helmets 1, 2, 3, then penalties 1, 2, 3
HAND = 3  # cards drawn in the camp
STEPS_BACK = 3  # Assurancetourix
CAMP = 0
NOWHERE = -1  # no card, or none that this seat may see


class Phase(IntEnum):
    ROLL = 0  # the player on turn chooses a die
    CALL = 1  # the others decide: Exchange!, or not
    JOSTLE = 2  # two on one space: either may call
    PICK = 3  # several on one space: the mover picks one of them, or nobody
    EMPTY = 4  # the last card is lost: back to the camp, or walk on
    OVER = 5


class Die(IntEnum):
    WHITE = 0
    BLACK = 1


class Action(IntEnum):
    WHITE = 0
    BLACK = 1
    PASS = 2
    EXCHANGE = 3
    JOSTLE = 4
    PICK = 5  # and the five after it: jostle seat 0 to 5
    RETURN = 11
    WALK_ON = 12


ACTIONS = 13


class Kind(IntEnum):
    """Events: what the details a, b, c mean."""

    DEAL = 1  # a: first player
    ROLL = 2  # a: seat, b: die, c: pips
    DECIDED = 3  # a: seat that has answered, while others have not yet
    CALLS = 4  # a: set of the seats that called Exchange!
    EXCHANGE = 5  # a: roller, b: caller
    MOVE = 6  # a: seat, b: from, c: to
    JOSTLE = 7  # a: mover, b: other, c: set of those of the two who called it
    TOOK = 8  # a: seat, b: from seat, c: face (only these two know)
    MENHIR = 9  # a: seat, b: face
    BARD = 10  # a: seat, b: from, c: to
    COHORT = 11  # a: seat
    BANK = 12  # a: seat, b: face, c: how many
    CAMP = 13  # a: seat, b: cards drawn there
    DREW = 14  # a: seat, b: face (its owner knows; everybody, if it is a card seen going under the pile)
    OVER = 15


POSITION = layout(
    [
        # the edition
        ("village", "i1"),  # steps from the camp
        ("menhirs", "i2"),  # sets of spaces
        ("bards", "i2"),
        ("cohorts", "i2"),
        ("white", "i4"),  # six faces of four bits
        ("black", "i4"),
        ("supply", "i4"),  # all cards of the box
        ("aside", "i4"),  # cards removed with 2, 3, … 6 players, five bits each
        # the table
        ("arrival", "i1"),  # option calls: 1 when the first call to arrive counts
        ("phase", "i1"),
        ("turn", "i1"),  # seat that throws the die
        ("turns", "i2"),  # dice thrown so far
        ("die", "i1"),  # -1 before the throw
        ("pips", "i1"),
        ("jostled", "i1"),  # has there been a jostle on this move?
        ("tripped", "i1"),  # has there been an event on this move?
        ("asked", "i1"),  # set of seats that have something to decide
        ("decided", "i1"),  # those of them that have
        ("called", "i1"),  # those of them that called; secret until all have decided
        ("at", "i1", SEATS),
        ("holds", "i1", SEATS),  # cards in each hand
        ("bank", "i4", SEATS),
        ("pile", "i1", CARDS),  # a ring: `left` cards from `top` on
        ("top", "i1"),
        ("left", "i1"),
        ("below", "i1"),  # cards at the bottom that everybody has seen
        # what each seat is certain of
        ("known", "i4", (SEATS, SEATS)),
        ("pool", "i4", (SEATS, 2)),
        ("group", "i2", SEATS),
        ("reads", "i2", SEATS),
    ],
    events=14,
)
