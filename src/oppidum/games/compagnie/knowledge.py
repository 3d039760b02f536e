"""What a seat of `compagnie` knows.

Hidden are hands, the draw pile and the album pile; but every back is seen (K8), so of each hidden card
the colour is known, and since every discard is seen, so is the shuffle it was part of (`batch`). A card
that was K.O., taken back or recovered before everyone's eyes stays known to all; a stolen one to thief
and victim. `known` says which seats know where a card is; bit 4 stands for spectators.

A redacted position is still a whole one: the cards that a seat does not know are put into the hidden
places of their back and batch in the order of their numbers, which says nothing, and their `known` is 0.
Whoever shows a position to people shows only cards for which `knows` is true, and of the others the back.

`observe` writes, relative to the seat (places clockwise, itself first; slots clockwise from its left):

| features | what |
|---|---|
| 0-13 | phase |
| 14-41 | verb of the running effect |
| 42-43 | the power may still be declined; how often it still applies, divided by 5 |
| 44-47 | whose turn it is |
| 48-55 | option numbers, first draw's back, cards on pile and discard, divided by 80, albums left divided by 32, idle rounds, the seat's own cards divided by 10 |
| 56-58 | the reserve of bonuses, divided by 10 |
| 59-60 | the reserve of helmets, divided by 20 |
| 61-108 | for each player: bonuses (3), helmets divided by 10 (2), sesterces divided by 50, cards in hand divided by 10, hidden blue and red backs divided by 10, whether it must decide, whether it shares the left album, the right album |
| 109-140 | for each slot: in play, which camp the seat holds there (Gaul, Roman), totals of Gauls and Romans divided by 15, goal divided by 15, worth divided by 15, whether it is being replaced |
| 141-268 | for each slot: its album (one of 32) |
| 269-1148 | for each of 80 cards: in own hand, in another hand and known to this seat, discarded, visible on the table (own left, other left, own right, other right, farther away), K.O., with a potion, and whether it is the source of the running effect |
"""

from __future__ import annotations

import numpy as np

from oppidum.games.compagnie.language import verb_of
from oppidum.games.compagnie.state import (
    ALBUMS,
    CARDS,
    DISCARD,
    HIDDEN_CLASSES,
    PILE,
    SEATS,
    TABLE,
    Phase,
)
from oppidum.games.compagnie.table import (
    back,
    camp_of,
    enter_zone,
    has_potion,
    is_ko,
    left_slot,
    right_slot,
    sesterces,
    sits_at,
)
from oppidum.kernel.compiled import compiled
from oppidum.kernel.events import hush
from oppidum.kernel.stream import close_stream, open_stream, shuffle

PER_PLAYER = 12
PER_SLOT = 8
PER_CARD = 11
AT_PLAYERS = 61
AT_SLOTS = AT_PLAYERS + PER_PLAYER * SEATS
AT_ALBUMS = AT_SLOTS + PER_SLOT * SEATS
AT_CARDS = AT_ALBUMS + ALBUMS * SEATS
FEATURES = AT_CARDS + PER_CARD * CARDS


@compiled
def knows(s, seat, card):
    """Whether a seat (-1: a spectator) knows where a card is."""
    bit = seat if seat >= 0 else SEATS
    return (s.known[card] >> bit) & 1 == 1


@compiled
def hidden_class(s, card):
    """What everybody knows of a hidden card: its back, and the shuffle it was part of."""
    return 2 * s.batch[card] + back(s, card)


@compiled
def count_classes(s, seat, start):
    """start[c]: where the hidden cards of class c begin in a list sorted by class; start[-1]: how many."""
    for i in range(HIDDEN_CLASSES + 1):
        start[i] = 0
    for card in range(s.cards + 0):
        if not knows(s, seat, card):
            start[hidden_class(s, card) + 1] += 1
    for i in range(HIDDEN_CLASSES):
        start[i + 1] += start[i]


@compiled
def gather(s, seat, start, pool):
    """The cards that a seat does not know, by class and number."""
    fill = np.empty(HIDDEN_CLASSES, np.int64)
    for i in range(HIDDEN_CLASSES):
        fill[i] = start[i]
    for card in range(s.cards + 0):
        if not knows(s, seat, card):
            at = hidden_class(s, card)
            pool[fill[at]] = card
            fill[at] += 1


@compiled
def list_zone(s, zone, out):
    """The cards of a hand or pile, first to last."""
    n = 0
    card = s.head[zone] + 0
    while card >= 0:
        out[n] = card
        n += 1
        card = s.after[card] + 0
    return n


@compiled
def put_in_order(s, seat, cards, n):
    """A hand as anybody may see it: known cards by number, then hidden ones by class."""
    for i in range(1, n):
        card = cards[i]
        key = order_key(s, seat, card)
        j = i
        while j > 0 and order_key(s, seat, cards[j - 1]) > key:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@compiled
def order_key(s, seat, card):
    return card if knows(s, seat, card) else CARDS + hidden_class(s, card)


@compiled
def refill(s, seat, pool, start):
    """Put the pooled cards into the hidden places: hands clockwise from seat 0, then the pile."""
    at = np.empty(HIDDEN_CLASSES, np.int64)
    for i in range(HIDDEN_CLASSES):
        at[i] = start[i]
    cards = np.empty(CARDS, np.int64)
    seats = s.players + 0
    for i in range(seats + 1):
        zone = i if i < seats else PILE + 0
        if zone == seat:
            continue
        n = list_zone(s, zone, cards)
        if zone != PILE:
            put_in_order(s, seat, cards, n)
        s.head[zone] = -1
        s.held[zone] = 0
        for j in range(n):
            if not knows(s, seat, cards[j]):
                place = hidden_class(s, cards[j])
                cards[j] = pool[at[place]]
                at[place] += 1
        for j in range(n - 1, -1, -1):  # the last one first: each card goes on top
            enter_zone(s, cards[j], zone)


@compiled
def redact(s, seat):
    start = np.empty(HIDDEN_CLASSES + 1, np.int64)
    pool = np.empty(CARDS, np.int64)
    count_classes(s, seat, start)
    gather(s, seat, start, pool)
    refill(s, seat, pool, start)
    for card in range(s.cards + 0):
        if not knows(s, seat, card):
            s.known[card] = 0
    hide_albums(s)
    close_stream(s)
    hush(s, seat)


@compiled
def hide_albums(s):
    """The album pile, in the order of the list."""
    for i in range(1, s.shelf + 0):
        album = s.library[i] + 0
        j = i
        while j > 0 and s.library[j - 1] > album:
            s.library[j] = s.library[j - 1]
            j -= 1
        s.library[j] = album


@compiled
def imagine(s, seat, key):
    open_stream(s, key)
    start = np.empty(HIDDEN_CLASSES + 1, np.int64)
    pool = np.empty(CARDS, np.int64)
    count_classes(s, seat, start)
    gather(s, seat, start, pool)
    for i in range(HIDDEN_CLASSES):
        if start[i + 1] - start[i] > 1:
            shuffle(s, pool, start[i], start[i + 1])
    refill(s, seat, pool, start)
    for card in range(s.cards + 0):
        if not knows(s, seat, card) and s.zone[card] < PILE:
            s.known[card] = 1 << s.zone[card]
    shuffle(s, s.library, 0, s.shelf)


# ---------------------------------------------------------------- features


@compiled
def observe(s, seat, out):
    for i in range(len(out)):
        out[i] = 0.0
    out[s.phase] = 1.0
    if s.step != 0:
        out[14 + verb_of(s.row[s.step])] = 1.0
    out[42] = s.asked
    out[43] = s.left / 5
    out[44 + (s.turn - seat) % s.players] = 1.0
    out[48] = s.boar
    out[49] = s.cleopatra
    if s.held[PILE] > 0:
        out[50] = 1.0 if back(s, s.head[PILE] + 0) == 1 else -1.0
    out[51] = s.held[PILE] / CARDS
    out[52] = s.held[DISCARD] / CARDS
    out[53] = s.shelf / ALBUMS
    out[54] = s.idle / 8
    out[55] = s.held[seat] / 10
    for bonus in range(3):
        out[56 + bonus] = s.reserve[bonus] / 10
    for helmet in range(2):
        out[59 + helmet] = s.helmets_left[helmet] / 20
    for place in range(s.players + 0):
        observe_player(s, seat, (seat + place) % s.players, AT_PLAYERS + PER_PLAYER * place, out)
        observe_slot(s, seat, (seat + place) % s.players, place, out)
    for card in range(s.cards + 0):
        observe_card(s, seat, card, AT_CARDS + PER_CARD * card, out)


@compiled
def observe_player(s, seat, player, at, out):
    for bonus in range(3):
        out[at + bonus] = s.bonus[player, bonus]
    for helmet in range(2):
        out[at + 3 + helmet] = s.helmet[player, helmet] / 10
    out[at + 5] = sesterces(s, player) / 50
    out[at + 6] = s.held[player] / 10
    card = s.head[player] + 0
    while card >= 0:
        if not knows(s, seat, card):
            out[at + 7 + back(s, card)] += 0.1
        card = s.after[card] + 0
    if s.phase != Phase.OVER and s.actor == player:
        out[at + 9] = 1.0
    out[at + 10] = 1.0 if sits_at(s, player, left_slot(s, seat)) else 0.0
    out[at + 11] = 1.0 if sits_at(s, player, right_slot(s, seat)) else 0.0


@compiled
def observe_slot(s, seat, slot, place, out):
    at = AT_SLOTS + PER_SLOT * place
    out[at] = 1.0
    camp = camp_of(s, seat, slot)
    if camp >= 0:
        out[at + 1 + camp] = 1.0
    out[at + 3] = s.total[slot, 0] / 15
    out[at + 4] = s.total[slot, 1] / 15
    out[at + 5] = s.goal[slot] / 15
    out[at + 6] = s.worth[slot] / 15
    if s.phase >= Phase.CONSOLE and s.slot == slot:
        out[at + 7] = 1.0
    out[AT_ALBUMS + ALBUMS * place + s.contested[slot]] = 1.0


@compiled
def observe_card(s, seat, card, at, out):
    if not knows(s, seat, card):
        return
    zone = s.zone[card]
    if zone == seat:
        out[at] = 1.0
    elif zone < PILE:
        out[at + 1] = 1.0
    elif zone == DISCARD:
        out[at + 2] = 1.0
    elif zone >= TABLE:
        slot = (zone - TABLE) >> 1
        camp = camp_of(s, seat, slot)
        place = 7
        if camp >= 0:
            place = 3 if slot == left_slot(s, seat) else 5
            if camp != (zone - TABLE) & 1:
                place += 1
        if is_ko(s, card):
            out[at + 8] = 1.0
        out[at + place] = 0.0 if is_ko(s, card) else 1.0
        if has_potion(s, card):
            out[at + 9] = 1.0
        if s.step != 0 and s.step_card == card:
            out[at + 10] = 1.0
