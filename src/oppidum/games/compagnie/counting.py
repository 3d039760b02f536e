"""What of a game of `compagnie` counts towards the report on its edition, read off the position."""

from __future__ import annotations

import numpy as np

from oppidum.games.compagnie.rules import can_place
from oppidum.games.compagnie.state import CARDS, DROP, KINDS, PILE, PLAY, Ending, Phase, Told
from oppidum.games.compagnie.zones import camp_of, find_in_hand, side_slot
from oppidum.kernel.compiled import compiled

# Columns of what is counted for each character.
TURNS, PLAYS, STAYS, STAYS_PLAYED = range(4)
CHARACTERS = KINDS
ENDINGS = len(Ending)
STALLED = Ending.STALLED  # and those after it: nobody could go on


@compiled
def new_hand():
    """Which cards of a hand could be played: none yet."""
    return np.zeros(CARDS, np.uint8)


@compiled
def has_place(s, seat, kind):
    for side in range(2):
        slot = side_slot(s, seat, side)
        if can_place(s, seat, kind, slot, camp_of(s, seat, slot)):
            return True
    return False


@compiled
def look_at_hand(s, seat, could, counts):
    """Before a turn: which characters of the hand have a legal place. Each kind counts once a turn."""
    card = s.head[seat]
    seen = np.int64(0)
    while card >= 0:
        kind = s.kind[card]
        if has_place(s, seat, kind):
            could[card] = 1
            if (seen >> kind) & 1 == 0:
                seen |= np.int64(1) << kind
                counts[kind, TURNS] += 1
        card = s.after[card]


@compiled
def close_stays(s, could, counts):
    """A card that could be played and has left the hand otherwise has ended its stay."""
    for card in range(s.cards):
        if could[card] and s.zone[card] >= PILE:
            could[card] = 0
            counts[s.kind[card], STAYS] += 1


@compiled
def count_albums(s, albums):
    for i in range(s.told):
        if s.events[i, 0] == Told.WON_ALBUM:
            winner, slot = s.events[i, 1], s.events[i, 3]
            albums[0 if s.gaul_seat[slot] == winner else 1] += 1


@compiled
def count_decision(s, seat, action, could, counts, played):
    """Before an action: what could be played, and what is."""
    if s.phase == Phase.TURN:
        look_at_hand(s, seat, could, counts)
        if PLAY <= action < DROP:
            kind = (action - PLAY) >> 1
            could[find_in_hand(s, seat, kind)] = 0
            counts[kind, PLAYS] += 1
            counts[kind, STAYS] += 1
            counts[kind, STAYS_PLAYED] += 1
            played[kind, seat] += 1


@compiled
def count_end(s, lengths, i, endings):
    lengths[i] = s.turns
    endings[s.ending] += 1
