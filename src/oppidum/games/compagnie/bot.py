"""A sensible player of `compagnie`.

Looks to the end of its own turn: every character, album and target, every bonus. It values what it can
then see: sesterces, who is ahead on each of its two albums and how near the end of it is, legionaries
and centurions at stake, potions, fish and boars, the cards in hand and where they could be played.
Hidden cards are only counted.
"""

from __future__ import annotations

import numpy as np

from oppidum.games.compagnie.albums import winning_camp
from oppidum.games.compagnie.knowledge import knows
from oppidum.games.compagnie.power_language import colour_of, strength_of, type_of
from oppidum.games.compagnie.rules import act, can_place, legal
from oppidum.games.compagnie.state import (
    ACTIONS,
    DECLINE,
    DROP,
    FACE,
    HAND,
    MORE,
    POSITION,
    REINFORCE,
    TABLE,
    TOKEN,
    Camp,
    Colour,
    Ending,
    Phase,
    Type,
)
from oppidum.games.compagnie.strength import is_ko, owner_of, slot_of
from oppidum.games.compagnie.zones import (
    camp_of,
    clockwise,
    left_slot,
    other_seat,
    right_slot,
    sesterces,
    side_slot,
)
from oppidum.kernel.compiled import part, working_part, woven
from oppidum.kernel.players_luck import roll

DEPTH = 5  # decisions of one turn that are looked through
NOISE = 0.4
BONUS_WORTH = (3.0, 2.6, 2.2)
CARD_WORTH = 0.45  # a turn brings up to five of them
UNSEEN = 0.3  # what an unseen card is worth on top of that
TURN_WORTH = 3.0
GLANCE_WORTH = 0.15  # a card that one has looked at


# ---------------------------------------------------------------- what a position is worth


@part
def squash(x):
    return x / (1.0 + abs(x))


@part
def spoils(s, slot):
    """Sesterces that an album would bring now, helmets included."""
    worth = s.worth[slot]
    card = s.head[TABLE]
    while card >= 0:
        if slot_of(s, card) == slot and not is_ko(s, card):
            rank = type_of(s.character[s.kind[card]])
            if rank == Type.LEGIONARY:
                worth += 1
            elif rank == Type.CENTURION:
                worth += 3
        card = s.after[card]
    return worth


@part
def chances(s, seat, slot):
    """How an album stands for a seat, in sesterces: who is ahead, and how near the end is."""
    camp = camp_of(s, seat, slot)
    goal = s.goal[slot]
    mine = min(s.total[slot, camp], goal)
    theirs = min(s.total[slot, 1 - camp], goal)
    stake = spoils(s, slot)
    lead = squash((mine - theirs) / 6.0)
    near = max(mine, theirs) / goal
    value = stake * lead * (0.25 + 0.6 * near)
    if theirs >= goal - 6:  # one card may end it
        value -= 0.2 * stake
    elif mine >= goal - 6:
        value += 0.1 * stake
    return value


@part
def playable(s, seat, kind):
    """On how many of its two albums a seat could play a character by colour."""
    colour = colour_of(s.character[kind])
    if colour == Colour.NEUTRAL:
        return 2
    n = 0
    if camp_of(s, seat, left_slot(s, seat)) == colour:
        n += 1
    if camp_of(s, seat, right_slot(s, seat)) == colour:
        n += 1
    return n


@part
def card_worth(s, seat, card):
    kind = s.kind[card]
    character = s.character[kind]
    worth = CARD_WORTH + 0.08 * strength_of(character)
    return worth if playable(s, seat, kind) > 0 else 0.5 * worth


@part
def hand_worth(s, seat, me):
    """Cards in hand: one's own by what they are, others by their number; beyond five they count less."""
    value = 0.0
    n = 0
    card = s.head[seat]
    while card >= 0:
        weight = 1.0 if n < HAND else 0.4
        if seat == me and knows(s, me, card):
            value += weight * card_worth(s, seat, card)
        else:
            value += weight * (CARD_WORTH + UNSEEN)
        n += 1
        card = s.after[card]
    return value


@part
def belongings(s, seat, me):
    value = hand_worth(s, seat, me)
    for bonus in range(3):
        value += BONUS_WORTH[bonus] * s.bonus[seat, bonus]
    return value


@part
def returning(s, seat):
    """K.O. characters come back."""
    n = 0
    card = s.head[TABLE]
    while card >= 0:
        if is_ko(s, card) and owner_of(s, card) == seat:
            n += 1
        card = s.after[card]
    return n


@part
def purse_worth(s, seat):
    purse = sesterces(s, seat)
    return purse + 0.01 * purse * purse


@part
def rate(s, me):
    """What a position at the end of a turn is worth to a seat."""
    if s.ending != Ending.RUNNING:
        return 1000.0 if (s.winners >> me) & 1 else -1000.0
    value = 1.5 * purse_worth(s, me) + belongings(s, me, me) + 0.8 * returning(s, me)
    best = 0.0
    for other in range(s.players):
        if other != me:
            best = max(best, purse_worth(s, other))
            value -= 0.25 * purse_worth(s, other)
    value -= 0.35 * best
    for side in range(2):
        slot = side_slot(s, me, side)
        if s.phase >= Phase.CONSOLE and s.slot == slot:
            continue  # being replaced
        value += chances(s, me, slot)
        value -= 0.15 * belongings(s, other_seat(s, me, slot), me)
    value += 0.3 * farther(s, me)
    value += TURN_WORTH * lead_in_turns(s, me)
    return value + GLANCE_WORTH * s.looked if s.step_seat == me else value


@part
def lead_in_turns(s, me):
    """Turns more, or less, that a seat has than the others: those that are due, and the one that begins."""
    lead = 0.0
    for seat in range(s.players):
        turns = s.pace[seat] - ((s.hop >> seat) & 1)
        if s.hop & MORE != 0 and s.turn == seat:
            turns += 1
        lead += turns if seat == me else -turns / (s.players - 1.0)
    return lead


@part
def farther(s, me):
    """Albums of others: whoever has most sesterces should not win them."""
    value = 0.0
    for slot in range(s.players):
        if camp_of(s, me, slot) >= 0 or winning_camp(s, slot) >= 0:
            continue
        near = slot
        far = clockwise(s, near)
        lead = 0.04 * (sesterces(s, far) - sesterces(s, near))
        value += lead * chances(s, near, slot)
    return value


# ---------------------------------------------------------------- the search through one's own turn


@part
def goes_on(s, me, turn):
    """Whether it is still my turn, and mine to decide something that the search looks into."""
    return s.turns == turn and s.actor == me and Phase.BONUS <= s.phase <= Phase.EITHER


@woven
def best_of(states, masks, cursor, me, turn):
    """The value of the best way on from states[0], through all decisions of this turn that are mine.

    A loop with a cursor at every depth: Numba cannot load recursive functions from its disk cache.
    """
    if not goes_on(states[0], me, turn):
        return rate(states[0], me)
    best = -1e9
    depth = 0
    legal(states[0], me, masks[0])
    cursor[0] = 0
    while depth >= 0:
        action = cursor[depth]
        while action < ACTIONS and masks[depth, action] == 0:
            action += 1
        if action == ACTIONS:
            depth -= 1
            continue
        cursor[depth] = action + 1
        states[depth + 1] = states[depth]
        act(states[depth + 1], me, action)
        if depth + 1 < DEPTH and goes_on(states[depth + 1], me, turn):
            depth += 1
            legal(states[depth], me, masks[depth])
            cursor[depth] = 0
        else:
            best = max(best, rate(states[depth + 1], me))
    return best


@woven
def choose_by_search(s, me, luck, mask):
    states = np.empty(DEPTH + 1, POSITION)
    masks = np.zeros((DEPTH + 1, ACTIONS), np.uint8)
    cursor = np.zeros(DEPTH + 1, np.int64)
    legal(s, me, mask)
    best = -1e9
    answer = 0
    for action in range(ACTIONS):
        if mask[action] == 0:
            continue
        if action == REINFORCE:
            value = worth_of_reinforcing(s, me)
        else:
            states[0] = s
            act(states[0], me, action)
            value = best_of(states, masks, cursor, me, s.turns)
        value += NOISE * roll(luck, 1000) / 1000
        if value > best:
            best = value
            answer = action
    return answer


# ---------------------------------------------------------------- reinforcing


@part
def is_dead(s, me, card):
    """Whether a card of the hand is better exchanged: no place for its colour, or blocked now."""
    kind = s.kind[card]
    if playable(s, me, kind) == 0:
        return True
    for side in range(2):
        slot = side_slot(s, me, side)
        if can_place(s, me, kind, slot, camp_of(s, me, slot)):
            return False
    return strength_of(s.character[kind]) < 6


@part
def worth_of_reinforcing(s, me):
    dead = 0
    card = s.head[me]
    while card >= 0:
        if is_dead(s, me, card):
            dead += 1
        card = s.after[card]
    new = max(0, HAND - (s.held[me] - dead))
    return rate(s, me) + (CARD_WORTH + UNSEEN) * (new - 0.5 * dead) - 0.3


@part
def choose_drop(s, me):
    """What to discard while reinforcing; DECLINE once the hand is good."""
    card = s.head[me]
    while card >= 0:
        if is_dead(s, me, card):
            return DROP + s.kind[card]
        card = s.after[card]
    return DECLINE


# ---------------------------------------------------------------- after an album


@part
def choose_consolation(s, me, mask):
    legal(s, me, mask)
    best = -1.0
    answer = 0
    for bonus in range(3):
        worth = BONUS_WORTH[bonus] - 0.5 * s.bonus[me, bonus]
        if mask[TOKEN + bonus] and worth > best:
            best = worth
            answer = TOKEN + bonus
    return answer


@part
def choose_camp(s, me, luck):
    """The camp that suits the hand, and better not the one that the other album already has."""
    other = left_slot(s, me) if s.slot == right_slot(s, me) else right_slot(s, me)
    taken = camp_of(s, me, other)
    gauls = 0.0
    card = s.head[me]
    while card >= 0:
        character = s.character[s.kind[card]]
        if colour_of(character) == Colour.GAUL:
            gauls += 1.0 + 0.3 * strength_of(character)
        elif colour_of(character) == Colour.ROMAN:
            gauls -= 1.0 + 0.3 * strength_of(character)
        card = s.after[card]
    gauls += 2.5 if taken == Camp.ROMAN else -2.5
    gauls += (roll(luck, 1000) - 500) / 2000
    return FACE + (Camp.GAUL.value if gauls >= 0 else Camp.ROMAN.value)


@working_part
def greedy(s, seat, luck, mask):
    if s.phase == Phase.REINFORCE:
        return choose_drop(s, seat)
    if s.phase == Phase.CONSOLE:
        return choose_consolation(s, seat, mask)
    if s.phase == Phase.ORIENT:
        return choose_camp(s, seat, luck)
    return choose_by_search(s, seat, luck, mask)
