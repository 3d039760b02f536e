"""What `cartes` looks like from every seat: what each card would bring it, and how strong its Gauls are."""

from __future__ import annotations

from oppidum.games.cartes.bot import loss
from oppidum.games.cartes.rules import extra_bottles
from oppidum.games.cartes.state import KINDS, MOST_BOTTLES, PIRATES, RANKS, VALUES
from oppidum.kernel import bits
from oppidum.kernel.compiled import part

# Of each seat: what each Roman would bring it now, what each pirate would cost it, and …
STRONGEST = KINDS  # … its strongest Gaul
WEAKEST = KINDS + 1
LOOKS = KINDS + 2

GAULS = (1 << VALUES) - 1
NONE_LEFT = -1  # weaker than every Gaul
FULL_SET = 4


@part
def look_from(s, seat, out):
    row = s.captured[seat]
    for rank in range(RANKS):
        held = row[rank]
        out[rank] = s.worth[rank] + s.bonus[held + 1] - s.bonus[held] if held < FULL_SET else 0
    for pirate in range(PIRATES):
        out[RANKS + pirate] = loss(s, seat, pirate)
    out[STRONGEST] = NONE_LEFT
    out[WEAKEST] = NONE_LEFT
    gauls = s.gauls[seat] & GAULS
    while gauls != 0:
        value = bits.lowest(gauls)
        gauls &= gauls - 1
        out[STRONGEST] = strength_of(s, seat, value)
        if out[WEAKEST] == NONE_LEFT:
            out[WEAKEST] = out[STRONGEST]


@part
def strength_of(s, seat, value):
    """As the rules compare two Gauls: by value, then by bottles."""
    return MOST_BOTTLES * value + extra_bottles(s.bottles[s.character[seat]], value)


@part
def weaker_gauls(s, other, seat, value):
    """How many Gauls of another seat are weaker than this seat's Gaul of that value."""
    gauls = s.gauls[other]
    n = bits.count(gauls & ((1 << value) - 1))
    if (gauls >> value) & 1 and strength_of(s, other, value) < strength_of(s, seat, value):
        n += 1
    return n


@part
def most_of_others(s, seat, looks, what):
    most = NONE_LEFT
    for other in range(s.players):
        if other != seat:
            most = max(most, looks[other, what])
    return most


@part
def mean_of_others(s, seat, looks, what):
    whole = 0.0
    for other in range(s.players):
        if other != seat:
            whole += looks[other, what]
    return whole / (s.players - 1)


@part
def most_captured(s, seat, rank):
    """By one of the others."""
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, s.captured[other, rank])
    return most
