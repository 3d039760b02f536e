"""3.2 to 3.5, 5.1 Playing a character: on which albums it may be placed, and placing it."""

from __future__ import annotations

from oppidum.games.compagnie.effects import start
from oppidum.games.compagnie.matching import holds, payable
from oppidum.games.compagnie.power_language import (
    FIRST_CONDITION,
    FIRST_STANDING,
    Verb,
    after_of,
    colour_of,
    constraint_of,
    cost_of,
    type_of,
    verb_of,
)
from oppidum.games.compagnie.state import CLEOPATRA_ANY, Colour, No, Origin, Type
from oppidum.games.compagnie.strength import banned_by_others, fits, hero_in_play
from oppidum.games.compagnie.zones import camp_of, place, side_slot, take_from_hand
from oppidum.kernel.compiled import inlined, part, woven

# As a set of sides: those of a seat's two albums.
LEFT, RIGHT = 1 << 0, 1 << 1


@inlined
def welcome(character, camp):
    """3.3 whether a character's colour is that of the camp, or neutral."""
    colour = colour_of(character)
    return (colour == Colour.NEUTRAL) | (colour == camp)


@part
def meets(s, first, seat, slot):
    """3.5 whether the conditions of a constraint hold and its price can be paid."""
    others = s.held[seat] - 1
    if s.cleopatra == CLEOPATRA_ANY:
        others += 1  # K1 the character itself counts among the cards
    at = first
    while at != 0:
        row = s.row[at]
        verb = verb_of(row)
        if verb < FIRST_CONDITION:
            if cost_of(row) and not payable(s, row, seat, No.CARD.value, slot, others, No.SEAT.value):
                return False
        elif verb < FIRST_STANDING and not holds(s, row, seat, No.CARD.value, slot, No.SEAT.value):
            return False
        at = after_of(row)
    return True


@part
def banned(s, kind, character, slot):
    """Whether an album's standing rule keeps a character out."""
    if (s.banning >> slot) & 1 == 0:
        return False
    at = s.effect[s.contested[slot]]
    while at != 0:
        row = s.row[at]
        if verb_of(row) == Verb.BAN and fits(row, kind, character):
            return True
        at = after_of(row)
    return s.lively != 0 and banned_by_others(s, kind, character, slot)


@part
def open_to(s, seat, kind, character, slot, camp):
    """Everything but the rule of heroes, which is the same for both albums."""
    if not welcome(character, camp):
        return False
    if banned(s, kind, character, slot):
        return False
    first = constraint_of(character)
    return first == 0 or meets(s, first, seat, slot)


@inlined
def is_choosy(character):
    """Whether more than its colour may keep a character out, whatever the album says: heroes, constraints."""
    return (type_of(character) == Type.HERO) | (constraint_of(character) != 0)


@part
def choosy_places(s, seat, kind, character):
    """On which of a seat's albums a choosy character may be played: `LEFT` and `RIGHT`."""
    if type_of(character) == Type.HERO and hero_in_play(s, kind):
        return 0
    places = 0
    for side in range(2):
        slot = side_slot(s, seat, side)
        if open_to(s, seat, kind, character, slot, camp_of(s, seat, slot)):
            places |= 1 << side
    return places


@woven
def play(s, seat, kind, side):
    slot = side_slot(s, seat, side)
    card = take_from_hand(s, seat, kind)
    first = constraint_of(s.character[kind])
    s.idle = 0
    s.last_deed = s.turns
    place(s, seat, card, slot)
    start(s, first, seat, card, slot, Origin.CONSTRAINT.value)
