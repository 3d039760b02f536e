"""What an album of `compagnie` looks like to one of its two players, in numbers that the game depends on.

Of the album: totals, what cards in hand and bonuses could add, what is safe and what is K.O. Of the two
players: sesterces, bonuses and hands, who moves, and for whom the album would be the last one.
"""

from __future__ import annotations

from oppidum.games.compagnie.power_language import strength_of, type_of
from oppidum.games.compagnie.rules import can_place
from oppidum.games.compagnie.state import ALBUM_WORTH, GOAL, TABLE, VICTORY, Type
from oppidum.games.compagnie.strength import has_potion, is_ko
from oppidum.games.compagnie.zones import camp_of, other_seat, sesterces, side_slot
from oppidum.kernel.compiled import part

FEATURES = 37
EXPOSED, SAFE, FALLEN = range(3)  # of a camp: the strongest without a potion, all with one, all K.O.
CAMP = 3
BEST, SECOND, OPEN = range(3)  # of a hand, for each album: the strongest cards for it, and how many fit
STRENGTH = 6  # of the whole hand
OF_HAND = 7


@part
def look_at_table(s, camps, stakes):
    """Of every album, its two camps and the sesterces that it would bring now, helmets included."""
    for slot in range(s.players):
        stakes[slot] = s.worth[slot]
        for camp in range(2):
            for i in range(CAMP):
                camps[slot, camp, i] = 0.0
    card = s.head[TABLE]
    while card >= 0:
        place = s.zone[card] - TABLE
        camp = camps[place >> 1, place & 1]
        character = s.character[s.kind[card]]
        strength = strength_of(character)
        if is_ko(s, card):
            camp[FALLEN] += strength
        else:
            if has_potion(s, card):
                camp[SAFE] += 2 * strength
            elif strength > camp[EXPOSED]:
                camp[EXPOSED] = strength
            rank = type_of(character)
            if rank == Type.LEGIONARY:
                stakes[place >> 1] += 1
            elif rank == Type.CENTURION:
                stakes[place >> 1] += 3
        card = s.after[card]


@part
def look_at_hand(s, seat, hand):
    for i in range(OF_HAND):
        hand[i] = 0.0
    card = s.head[seat]
    while card >= 0:
        kind = s.kind[card]
        strength = strength_of(s.character[kind])
        hand[STRENGTH] += strength
        for side in range(2):
            slot = side_slot(s, seat, side)
            if can_place(s, seat, kind, slot, camp_of(s, seat, slot)):
                at = 3 * side
                hand[at + OPEN] += 1
                if strength > hand[at + BEST]:
                    hand[at + SECOND] = hand[at + BEST]
                    hand[at + BEST] = strength
                elif strength > hand[at + SECOND]:
                    hand[at + SECOND] = strength
        card = s.after[card]


@part
def features(s, me, side, camps, stakes, hands, out):
    """Of the album on one side of a seat. Even places are mine where the next one is the other player's."""
    slot = side_slot(s, me, side)
    other = other_seat(s, me, slot)
    camp = camp_of(s, me, slot)
    describe_camp(s, me, slot, side, camp, camps, hands, out, 1)
    describe_camp(s, other, slot, side_of(s, other, slot), 1 - camp, camps, hands, out, 2)
    describe_player(s, me, stakes[slot], hands, out, 17)
    describe_player(s, other, stakes[slot], hands, out, 18)
    out[0] = 1.0
    out[31] = stakes[slot] / ALBUM_WORTH
    best = 0
    for seat in range(s.players):
        if seat != me:
            best = max(best, sesterces(s, seat))
    out[32] = best / VICTORY
    beside = side_slot(s, me, 1 - side)
    camp = camp_of(s, me, beside)
    out[33] = s.total[beside, camp] / GOAL
    out[34] = s.total[beside, 1 - camp] / GOAL
    out[35] = 1.0 if s.turn == me else 0.0
    out[36] = 1.0 if s.turn == other else 0.0


@part
def side_of(s, seat, slot):
    return 0 if side_slot(s, seat, 0) == slot else 1


@part
def describe_camp(s, seat, slot, side, camp, camps, hands, out, at):
    """Eight features, every second one from out[at] on."""
    goal = float(s.goal[slot])
    total = float(s.total[slot, camp])
    best, second = hands[seat, 3 * side + BEST], hands[seat, 3 * side + SECOND]
    out[at] = total / goal
    out[at + 2] = min(1.4, (total + best) / goal)
    out[at + 4] = min(1.6, (total + best + second) / goal)
    out[at + 6] = 1.0 if total + best >= goal else 0.0
    out[at + 8] = hands[seat, 3 * side + OPEN] / 5.0
    for i in range(CAMP):
        out[at + 10 + 2 * i] = camps[slot, camp, i] / goal


@part
def describe_player(s, seat, stake, hands, out, at):
    """Seven features, every second one from out[at] on."""
    purse = sesterces(s, seat)
    out[at] = purse / VICTORY
    out[at + 2] = 1.0 if purse + stake >= VICTORY else 0.0
    for bonus in range(3):
        out[at + 4 + 2 * bonus] = s.bonus[seat, bonus] / 2.0
    out[at + 10] = s.held[seat] / 10.0
    out[at + 12] = hands[seat, STRENGTH] / 20.0
