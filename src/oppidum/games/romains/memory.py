"""What every seat is certain of, kept up to date as cards move.

For each observer o:
- `known[o, x]`: cards certain to be in the hand of x.
- a *group* of hands between which cards have changed places unseen, and its *pool*: cards certain to be in
  one of those hands, over and above the ones known to be in a particular hand. Two groups at most: among
  five other hands there cannot be three of two.
- `reads[b]`: at least so many cards in each other hand are known to b. This number is public: everybody has
  watched who exchanged with whom.

Only what o has watched enters, never what the cards really are: that keeps redaction exact.
"""

from __future__ import annotations

from oppidum.games.romains.card_sets import count, one, size, without
from oppidum.games.romains.state import FACES
from oppidum.kernel.compiled import part

MOST_READS = 7


@part
def group_of(s, o, x):
    return (s.group[o] >> (2 * x)) & 3


@part
def set_group(s, o, x, g):
    s.group[o] = (s.group[o] & ~(3 << (2 * x))) | (g << (2 * x))


@part
def reads_of(s, o, x):
    return (s.reads[o] >> (3 * (x - (x > o)))) & 7


@part
def set_reads(s, o, x, n):
    shift = 3 * (x - (x > o))
    s.reads[o] = (s.reads[o] & ~(7 << shift)) | (min(n, MOST_READS) << shift)


@part
def tidy(s, o, g):
    """Draw every conclusion from a group's pool: whatever has only one place to be is known to be there.

    A face of which the pool has more cards than the other hands have room for must be in this one.
    """
    while True:
        pool = s.pool[o, g - 1]
        room = 0
        for x in range(s.players):
            if group_of(s, o, x) == g:
                free = s.holds[x] - size(s.known[o, x])
                if free == 0 or pool == 0:
                    set_group(s, o, x, 0)
                room += free
        if pool == 0:
            return
        found = False
        for x in range(s.players):
            if group_of(s, o, x) == g:
                elsewhere = room - (s.holds[x] - size(s.known[o, x]))
                for face in range(FACES):
                    forced = count(pool, face) - elsewhere
                    if forced > 0:
                        s.known[o, x] += forced << (5 * face)
                        pool -= forced << (5 * face)
                        room -= forced
                        found = True
        s.pool[o, g - 1] = pool
        if not found:
            return


@part
def see_hand(s, o, x):
    """o sees the whole hand of x before it goes: what else the pool has is in another hand of the group."""
    g = group_of(s, o, x)
    if g != 0:
        s.pool[o, g - 1] = without(s.pool[o, g - 1], without(s.known[x, x], s.known[o, x]))
        set_group(s, o, x, 0)
        tidy(s, o, g)
    s.known[o, x] = 0


@part
def see_card_go(s, o, x, face):
    """o sees a card leave the hand of x. It may be the one that o knew of, or another like it."""
    if count(s.known[o, x], face) > 0:
        s.known[o, x] -= one(face)
    else:
        g = group_of(s, o, x)
        if g != 0 and count(s.pool[o, g - 1], face) > 0:
            s.pool[o, g - 1] -= one(face)


@part
def conclude(s, o, x):
    g = group_of(s, o, x)
    if g != 0:
        tidy(s, o, g)


@part
def lose_sight(s, o, x, y):
    """x and y have each drawn a card from the other, and o has not seen which.

    Of each face one card fewer is certain in a hand, unless the hand was all of that face: then it is certain
    in the other. The cards no longer certain are still in one of the two hands.
    """
    hand_x, hand_y = s.known[o, x], s.known[o, y]
    if hand_x | hand_y == 0 and group_of(s, o, x) == 0 and group_of(s, o, y) == 0:
        return
    left_x, left_y = 0, 0
    for face in range(FACES):
        from_x, from_y = count(hand_x, face), count(hand_y, face)
        left_x += (max(from_x - 1, 0) + (from_y == s.holds[y])) << (5 * face)
        left_y += (max(from_y - 1, 0) + (from_x == s.holds[x])) << (5 * face)
    s.known[o, x] = left_x
    s.known[o, y] = left_y
    g = merge(s, o, x, y)
    s.pool[o, g - 1] += hand_x + hand_y - left_x - left_y
    tidy(s, o, g)


@part
def merge(s, o, x, y):
    """Put both hands into one group, with all that each of them was in a group with."""
    of_x, of_y = group_of(s, o, x), group_of(s, o, y)
    if of_x == 0 and of_y == 0:
        g = 1
        for z in range(s.players):
            if group_of(s, o, z) == 1:
                g = 2
        s.pool[o, g - 1] = 0
    else:
        g = of_x if of_x != 0 else of_y
        if of_x != 0 and of_y != 0 and of_x != of_y:
            s.pool[o, of_x - 1] += s.pool[o, of_y - 1]
            s.pool[o, of_y - 1] = 0
            for z in range(s.players):
                if group_of(s, o, z) == of_y:
                    set_group(s, o, z, of_x)
    set_group(s, o, x, g)
    set_group(s, o, y, g)
    return g


@part
def remember_exchange(s, x, y):
    """All cards of x and y have yet to change hands. Both see both hands; the others see the hands pass."""
    hand_x, hand_y = s.known[x, x], s.known[y, y]
    see_hand(s, x, y)
    see_hand(s, y, x)
    s.known[x, x], s.known[x, y] = hand_y, hand_x
    s.known[y, y], s.known[y, x] = hand_x, hand_y
    set_reads(s, x, y, s.holds[x])
    set_reads(s, y, x, s.holds[y])
    for o in range(s.players):
        if o != x and o != y:
            of_x, of_y = s.known[o, x], s.known[o, y]
            s.known[o, x], s.known[o, y] = of_y, of_x
            group_x, group_y = group_of(s, o, x), group_of(s, o, y)
            set_group(s, o, x, group_y)
            set_group(s, o, y, group_x)
            reads_x, reads_y = reads_of(s, o, x), reads_of(s, o, y)
            set_reads(s, o, x, reads_y)
            set_reads(s, o, y, reads_x)


@part
def remember_jostle(s, x, y, from_x, from_y):
    """x has lost `from_x` to y and y has lost `from_y` to x. These two have seen both cards, others none."""
    for o in range(s.players):
        if o != x and o != y:
            lose_sight(s, o, x, y)
            lone_x = s.holds[x] == 1 and reads_of(s, o, x) == 1
            lone_y = s.holds[y] == 1 and reads_of(s, o, y) == 1
            set_reads(s, o, x, 1 if lone_y else 0)
            set_reads(s, o, y, 1 if lone_x else 0)
    see_card_go(s, x, y, from_y)
    see_card_go(s, y, x, from_x)
    s.known[x, y] += one(from_x)
    s.known[y, x] += one(from_y)
    s.known[x, x] += one(from_y) - one(from_x)
    s.known[y, y] += one(from_x) - one(from_y)
    conclude(s, x, y)
    conclude(s, y, x)
    set_reads(s, x, y, max(reads_of(s, x, y), 1))
    set_reads(s, y, x, max(reads_of(s, y, x), 1))


@part
def remember_loss(s, x, face):
    """A card has left the hand of x before everybody's eyes."""
    for o in range(s.players):
        if o != x:
            see_card_go(s, o, x, face)
            conclude(s, o, x)
            set_reads(s, o, x, max(reads_of(s, o, x) - 1, 0))


@part
def remember_gain(s, x, face):
    """A card that everybody has seen comes into the hand of x."""
    for o in range(s.players):
        if o != x:
            s.known[o, x] += one(face)
            set_reads(s, o, x, reads_of(s, o, x) + 1)


@part
def remember_bank(s, x):
    """The whole hand of x lies open and leaves play."""
    for o in range(s.players):
        if o != x:
            see_hand(s, o, x)
            set_reads(s, o, x, 0)
