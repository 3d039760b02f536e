"""Cards from hand to hand, and who knows of them: thefts (9.15), gifts, swaps and looks (10.8 to 10.10)."""

from __future__ import annotations

from oppidum.games.compagnie.state import (
    EVERYONE_KNOWS,
    PILE,
    Told,
)
from oppidum.games.compagnie.zones import back, enter_zone, has_twins, leave_zone, make_room, report2, report3
from oppidum.kernel.compiled import part
from oppidum.kernel.events import EVERYBODY, whisper
from oppidum.kernel.stream import draw


@part
def may_be_unseen(s, card):
    """Whether a stolen card of which nobody was shown anything may have been this one."""
    return s.revision == 1 or s.known[card] != EVERYONE_KNOWS or not has_twins(s, card)


@part
def confuse(s, seat, seen, knowers):
    """Somebody takes a card with this back from a hand: the others cannot tell which, unless there is one."""
    n = 0
    card = s.head[seat]
    while card >= 0:
        n += back(s, card) == seen and may_be_unseen(s, card)
        card = s.after[card]
    card = s.head[seat]
    while n > 1 and card >= 0:
        if back(s, card) == seen and may_be_unseen(s, card):
            s.known[card] &= knowers
        card = s.after[card]


@part
def steal(s, thief, victim):
    """A blind card of a hand: afterwards thief and victim know which it was.

    K17 one of several copies is shown to all: or else who knows of which copy would show when one is played.
    """
    card = s.head[victim]
    for _ in range(draw(s, s.held[victim])):
        card = s.after[card]
    knowers = pass_on(s, victim, thief, card)
    report3(s, Told.STOLE, thief, back(s, card), victim)
    make_room(s)
    whisper(s, knowers, Told.STOLE_CARD, thief, card, victim)


@part
def pass_on(s, giver, taker, card):
    """A card from hand to hand; returns who knows which one it was."""
    knowers = (1 << taker) | (1 << giver)
    shown = s.revision > 1 and has_twins(s, card)
    if not shown:
        confuse(s, giver, back(s, card), knowers)
    leave_zone(s, card)
    enter_zone(s, card, taker)
    s.known[card] = EVERYONE_KNOWS if shown else s.known[card] | (1 << taker)
    return EVERYBODY if shown else knowers


@part
def hand_over(s, giver, taker, card):
    """10.8 a card that its owner has chosen."""
    knowers = pass_on(s, giver, taker, card)
    report3(s, Told.GAVE, giver, back(s, card), taker)
    whisper(s, knowers, Told.GAVE_CARD, giver, card, taker)


@part
def show(s, seat, card):
    """10.10 a card that a seat looks at: K17 one of several copies is shown to all. Returns who knows."""
    shown = has_twins(s, card)
    s.known[card] = EVERYONE_KNOWS if shown else s.known[card] | (1 << seat)
    s.looked += 1
    return EVERYBODY if shown else 1 << seat


@part
def look_at_hand(s, seat, owner):
    s.looked = 0
    report2(s, Told.LOOKED, seat, owner)
    card = s.head[owner]
    while card >= 0:
        whisper(s, show(s, seat, card), Told.LOOKED_AT, seat, card, owner)
        card = s.after[card]


@part
def look_at_pile(s, seat, most):
    s.looked = 0
    report2(s, Told.LOOKED, seat, seat)
    card = s.head[PILE]
    for _ in range(min(most, s.held[PILE])):
        whisper(s, show(s, seat, card), Told.LOOKED_AT, seat, card, seat)
        card = s.after[card]


@part
def swap_hands(s, seat, other):
    """10.9 both know all of both hands; K17 of several copies each is shown to all."""
    rename(s, seat, other)
    rename(s, other, seat)
    head, held = s.head[seat], s.held[seat]
    s.head[seat] = s.head[other]
    s.held[seat] = s.held[other]
    s.head[other] = head
    s.held[other] = held
    report2(s, Told.SWAPPED, seat, other)


@part
def rename(s, giver, taker):
    """A whole hand becomes somebody else's."""
    card = s.head[giver]
    while card >= 0:
        s.zone[card] = taker
        s.known[card] = EVERYONE_KNOWS if has_twins(s, card) else s.known[card] | (1 << taker)
        card = s.after[card]
