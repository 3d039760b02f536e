"""What a hand of `cartes` in progress looks like to one seat, in numbers that its result depends on.

Points and cards are scaled, so that most numbers lie between 0 and 3.
"""

from __future__ import annotations

from oppidum.games.cartes.knowledge import count_unseen
from oppidum.games.cartes.looks import (
    GAULS,
    STRONGEST,
    WEAKEST,
    mean_of_others,
    most_captured,
    most_of_others,
    weaker_gauls,
)
from oppidum.games.cartes.rules import is_pirate, worth_of
from oppidum.games.cartes.state import IDEFIX, KINDS, MOST_BOTTLES, PIRATES, RANKS
from oppidum.kernel import bits
from oppidum.kernel.compiled import part

# Where the parts of a row begin.
TABLE = 0
OWN = TABLE + 8  # the seat's own cards …
OTHERS = OWN + IDEFIX + 1  # … and those of the others, on average
DUELS = OTHERS + IDEFIX + 1
SETS = DUELS + 5
ROMANS = SETS + 15
FREED = ROMANS + 7
OFFER = FREED + 4
FEATURES = OFFER + 19

TEN = 0.1
FIFTY = 0.02


@part
def spectator_unseen(s, out):
    """Cards that nobody has seen; returns how many."""
    count_unseen(s, -1, out)
    n = 0
    for card in range(KINDS):
        n += out[card]
    return n


@part
def features(s, seat, unseen, left, looks, out):
    """`unseen` cards of each kind, `left` in all; how it `looks` from every seat."""
    for i in range(FEATURES):
        out[i] = 0.0
    held = bits.count(s.gauls[seat])
    rivals = 0
    for other in range(s.players):
        if other != seat:
            rivals += bits.count(s.gauls[other])
    mine = held / float(held + rivals)
    describe_table(s, seat, unseen, left, held, rivals, out)
    describe_gauls(s, seat, rivals, looks, out)
    describe_sets(s, seat, unseen, mine, out)
    describe_romans(s, seat, unseen, left, mine, looks, out)
    describe_pirates(s, seat, unseen, left, looks, out)
    describe_offer(s, seat, unseen, mine, looks, out)


@part
def describe_table(s, seat, unseen, left, held, rivals, out):
    pirates = 0
    for pirate in range(RANKS, KINDS):
        pirates += unseen[pirate]
    now = worth_of(s, s.captured[seat])
    out[TABLE] = 1.0
    out[TABLE + 1] = now * FIFTY
    out[TABLE + 2] = held * TEN
    out[TABLE + 3] = rivals * TEN / (s.players - 1)
    out[TABLE + 4] = left * FIFTY
    out[TABLE + 5] = pirates * TEN
    out[TABLE + 6] = now * pirates * TEN / (left + 1.0)
    out[TABLE + 7] = max(held + rivals - left, 0) * TEN  # the deck may end first


@part
def describe_gauls(s, seat, rivals, looks, out):
    """The hands, and how one would do against the others in duels of one Gaul each."""
    for k in range(IDEFIX + 1):
        out[OWN + k] = (s.gauls[seat] >> k) & 1
    for other in range(s.players):
        if other != seat:
            for k in range(IDEFIX + 1):
                out[OTHERS + k] += ((s.gauls[other] >> k) & 1) / (s.players - 1.0)
    strongest = most_of_others(s, seat, looks, STRONGEST)
    wins = 0
    gauls = s.gauls[seat] & GAULS
    while gauls != 0:
        value = bits.lowest(gauls)
        gauls &= gauls - 1
        for other in range(s.players):
            if other != seat:
                wins += weaker_gauls(s, other, seat, value)
        if MOST_BOTTLES * value > strongest:  # whatever its bottles
            out[DUELS + 2] += TEN
    out[DUELS] = wins * FIFTY
    out[DUELS + 1] = wins / (rivals + 1.0)
    out[DUELS + 3] = looks[seat, STRONGEST] > strongest
    out[DUELS + 4] = looks[seat, WEAKEST] < mean_of_others(s, seat, looks, WEAKEST)


@part
def describe_sets(s, seat, unseen, mine, out):
    """How many Romans are to come of which one, two or three are held here or elsewhere."""
    for rank in range(RANKS):
        n = unseen[rank]
        if n > 0:
            own = s.captured[seat, rank]
            most = most_captured(s, seat, rank)
            if own > 0:
                out[SETS - 1 + own] += n
                out[SETS + 2 + own] += n * mine
                if most > 0:
                    out[SETS + 5 + own] += n
                if n > 1:
                    out[SETS + 8 + own] += n
            elif most > 0:
                out[SETS + 11 + most] += n


@part
def describe_romans(s, seat, unseen, left, mine, looks, out):
    """What those to come would bring."""
    own = 0.0
    most = 0.0
    best = 0.0
    theirs = 0.0
    squares = 0.0
    for rank in range(RANKS):
        n = unseen[rank]
        if n > 0:
            brings = looks[seat, rank]
            elsewhere = most_of_others(s, seat, looks, rank)
            own += n * brings
            theirs += n * elsewhere
            squares += n * brings * brings
            most = max(most, brings)
            best = max(best, elsewhere)
    share = 1.0 / (left + 1.0)
    out[ROMANS] = own * share * TEN
    out[ROMANS + 1] = theirs * share * TEN
    out[ROMANS + 2] = own * share * mine * TEN
    out[ROMANS + 3] = squares * share * TEN * TEN * TEN
    out[ROMANS + 4] = own * TEN * TEN
    out[ROMANS + 5] = most * FIFTY
    out[ROMANS + 6] = best * FIFTY


@part
def describe_pirates(s, seat, unseen, left, looks, out):
    """What those held cost, and what those to come would cost."""
    held = 0.0
    own = 0.0
    theirs = 0.0
    for pirate in range(PIRATES):
        if s.holder[pirate] == seat:
            held += looks[seat, RANKS + pirate]
        if unseen[RANKS + pirate] > 0:
            own += looks[seat, RANKS + pirate]
            theirs += mean_of_others(s, seat, looks, RANKS + pirate)
    out[FREED] = held * TEN
    out[FREED + 1] = own * FIFTY
    out[FREED + 2] = theirs * FIFTY
    out[FREED + 3] = own / (left + 1.0)


@part
def describe_offer(s, seat, unseen, mine, looks, out):
    """What the card on offer would bring or cost, and who can win it, or duck it."""
    card = s.deck[s.offered]
    own = looks[seat, card] * TEN
    wins = out[DUELS + 3]
    ducks = out[DUELS + 4]
    if is_pirate(card):
        theirs = mean_of_others(s, seat, looks, card) * TEN
        out[OFFER] = 1.0
        out[OFFER + 1] = own
        out[OFFER + 2] = theirs
        out[OFFER + 3] = wins
        out[OFFER + 4] = wins * own
        out[OFFER + 5] = wins * theirs
        out[OFFER + 6] = ducks
        out[OFFER + 7] = ducks * own
        out[OFFER + 8] = ducks * theirs
    else:
        theirs = most_of_others(s, seat, looks, card) * TEN
        idefix = (s.gauls[seat] >> IDEFIX) & 1
        out[OFFER + 9] = own
        out[OFFER + 10] = theirs
        out[OFFER + 11] = own * mine
        out[OFFER + 12] = theirs * mine
        out[OFFER + 13] = wins
        out[OFFER + 14] = wins * own
        out[OFFER + 15] = wins * theirs
        out[OFFER + 16] = idefix
        out[OFFER + 17] = idefix * own
        out[OFFER + 18] = unseen[card]
