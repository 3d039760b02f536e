"""What a seat of `compagnie` knows.

Hidden are hands, the draw pile and the album pile below its topmost cover (K19); but every back is seen
(K8), so of each hidden card the colour is known, and since every discard is seen, so is the shuffle it
was part of (`batch`). A card that was K.O., taken back or recovered before everyone's eyes stays known to
all, and so does a stolen one of which there are several copies (K17); any other stolen card is known to
thief and victim, and all others no longer know which of the hand's cards with that back it was. So it is
with a card that is given; whoever looks at a hand or at the pile knows these cards from then on, and after an
exchange of hands both know both. `known` says which seats know where a card is; bit 4 stands for spectators.

A redacted position is still a whole one: the cards that a seat does not know are put into the hidden
places of their back and batch in the order of their numbers, which says nothing, and their `known` is 0.
Whoever shows a position to people shows only cards for which `knows` is true, and of the others the back.

`observe` writes, relative to the seat (places clockwise, itself first; slots clockwise from its left),
numbers between 0 and 1, except for some that count cards, tokens, sesterces or strength (`bounds`):

| features | what |
|---|---|
| 0-14 | phase |
| 15-51 | verb of the running effect |
| 52-53 | the power may still be declined; how often the effect still applies, divided by 5 |
| 54-57 | whose turn it is |
| 58-59 | options: boar, cleopatra |
| 60 | back of the next card: 1 red, -1 blue |
| 61-63 | cards on the pile and on the discard, divided by 96; albums left, divided by 32 |
| 64-65 | idle turns, divided by 8; the seat's own cards, divided by 10 |
| 66-70 | reserves: three bonuses, divided by 10, two helmets, divided by 20 |
| 71-122 | thirteen for each player, below |
| 123-154 | eight for each slot, below |
| 155-282 | for each slot its album, one of 32 |
| 283-1434 | twelve for each of 96 cards, below |
| 1435-1466 | the next album, one of 32: its cover can be seen |
| 1467-1468 | turns since somebody placed, won or used a bonus, divided by 48; turns so far, divided by 1600 |
| 1469-1472 | which seat this is, counted from seat 0: some actions name albums and seats |

Of a player: bonuses (3), helmets divided by 10 (2), sesterces divided by 50, cards divided by 10, hidden
blue and red backs divided by 10 (2), whether it must decide, shares the left album, the right album; turns
more (or less) that are due, divided by 2.
Of a slot: in play, the seat is its Gaul, its Roman, totals of Gauls and Romans, goal and worth, all
divided by 15, whether it is being replaced. Of a card: in the own hand, in another hand and known,
discarded, visible in the own camp on the left, the other camp there, the own camp on the right, the other
camp there, farther away, K.O., with a potion, the source of the running effect, on the pile and known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from oppidum.games.compagnie.language import Verb, verb_of
from oppidum.games.compagnie.state import (
    ALBUMS,
    BONUS_LIMIT,
    CARDS,
    DISCARD,
    HIDDEN_CLASSES,
    MOST_ROUNDS,
    PACE_LIMIT,
    PILE,
    QUIET_ROUNDS,
    SEATS,
    TABLE,
    VICTORY,
    Drop,
    Phase,
    Told,
)
from oppidum.games.compagnie.strength import has_potion, is_ko
from oppidum.games.compagnie.zones import back, camp_of, left_slot, right_slot, sesterces, sits_at
from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled, part, rule
from oppidum.kernel.events import Event, hush
from oppidum.kernel.stream import close_stream, open_stream, shuffle

PER_PLAYER = 13
PER_SLOT = 8
PER_CARD = 12
AT_VERB = len(Phase)
AT_REST = AT_VERB + len(Verb)
AT_PLAYERS = AT_REST + 19
AT_SLOTS = AT_PLAYERS + PER_PLAYER * SEATS
AT_ALBUMS = AT_SLOTS + PER_SLOT * SEATS
AT_CARDS = AT_ALBUMS + ALBUMS * SEATS
AT_NEXT = AT_CARDS + PER_CARD * CARDS
AT_CLOCK = AT_NEXT + ALBUMS
AT_SEAT = AT_CLOCK + 2
FEATURES = AT_SEAT + SEATS

# Where hidden cards are sorted: one small table, because taking room for several would take longer.
POOL, NEXT, CLASS, PLACES = range(4)
DESK = 4
ROOM = CARDS + SEATS + 1


@part
def knows(s, seat, card):
    """Whether a seat (-1: a spectator) knows where a card is."""
    bit = seat if seat >= 0 else SEATS
    return (s.known[card] >> bit) & 1 == 1


@part
def hidden_class(s, card):
    """What everybody knows of a hidden card: its back, and the shuffle it was part of."""
    return 2 * s.batch[card] + back(s, card)


@part
def sort_hidden(s, seat, desk):
    """The cards that a seat does not know, by class and number; returns the number of classes.

    Row CLASS: the class of every card, -1 where the seat knows it. Row POOL: the hidden cards, those of
    class c from NEXT[c] to NEXT[c + 1].
    """
    for i in range(HIDDEN_CLASSES + 2):
        desk[NEXT, i] = 0
    classes = 0
    for card in range(s.cards):
        found = -1 if knows(s, seat, card) else hidden_class(s, card)
        desk[CLASS, card] = found
        if found >= 0:
            desk[NEXT, found + 2] += 1
            classes = max(classes, found + 1)
    for i in range(2, classes + 1):
        desk[NEXT, i] += desk[NEXT, i - 1]
    for card in range(s.cards):
        if desk[CLASS, card] >= 0:
            at = desk[CLASS, card] + 1  # counts up from where its class begins to where the next one does
            desk[POOL, desk[NEXT, at]] = card
            desk[NEXT, at] += 1
    return classes


@part
def list_zone(s, zone, desk, first):
    """Write the cards of a hand or pile into row PLACES, first to last; returns where they end."""
    card = s.head[zone]
    while card >= 0:
        desk[PLACES, first] = card
        first += 1
        card = s.after[card]
    return first


@part
def put_in_order(desk, first, last):
    """A hand as anybody may see it: known cards by number, then hidden ones by class."""
    for i in range(first + 1, last):
        card = desk[PLACES, i]
        key = order_key(desk, card)
        j = i
        while j > first and order_key(desk, desk[PLACES, j - 1]) > key:
            desk[PLACES, j] = desk[PLACES, j - 1]
            j -= 1
        desk[PLACES, j] = card


@part
def order_key(desk, card):
    return card if desk[CLASS, card] < 0 else CARDS + desk[CLASS, card]


@part
def refill(s, seat, desk):
    """Put the pooled cards into the hidden places: hands from seat 0 on, then the pile.

    All places are listed before any is filled: a card in its new place has a new next one.
    """
    last = 0
    for zone in range(SEATS + 1):
        if zone != seat:
            first = last
            last = list_zone(s, zone, desk, first)
            if zone != PILE:
                put_in_order(desk, first, last)
            desk[PLACES, last] = -1
            last += 1
    at = 0
    for zone in range(SEATS + 1):
        if zone != seat:
            at = refill_zone(s, zone, desk, at) + 1


@part
def refill_zone(s, zone, desk, at):
    before = -1
    while desk[PLACES, at] >= 0:
        card = desk[PLACES, at]
        place = desk[CLASS, card]
        if place >= 0:
            card = desk[POOL, desk[NEXT, place]]
            desk[NEXT, place] += 1
            s.zone[card] = zone
        if before < 0:
            s.head[zone] = card
        else:
            s.after[before] = card
        before = card
        at += 1
    if before >= 0:
        s.after[before] = -1
    return at


@compiled
def redact(s, seat):
    desk = np.empty((DESK, ROOM), np.int16)
    sort_hidden(s, seat, desk)
    refill(s, seat, desk)
    for card in range(s.cards):
        if desk[CLASS, card] >= 0:
            s.known[card] = 0
    hide_albums(s)
    close_stream(s)
    hush(s, seat)


@part
def next_album(s):
    """K19 the album that comes next: the pile lies cover up. -1: none is left (or the rules are older)."""
    return s.library[s.shelf - 1] if s.shelf > 0 and s.revision > 1 else -1


@part
def covered(s):
    """How many albums of the pile nobody can see."""
    return s.shelf - 1 if next_album(s) >= 0 else s.shelf


@part
def hide_albums(s):
    """The albums that nobody can see, in the order of the list."""
    left = 0
    for i in range(covered(s)):
        left |= 1 << s.library[i]
    for i in range(covered(s)):
        s.library[i] = bits.lowest(left)
        left &= left - 1


@compiled
def imagine(s, seat, key):
    open_stream(s, key)
    desk = np.empty((DESK, ROOM), np.int16)
    pool = desk[POOL]
    for i in range(sort_hidden(s, seat, desk)):
        first, last = int(desk[NEXT, i]), int(desk[NEXT, i + 1])
        if last - first > 1:
            shuffle(s, pool, first, last)
    refill(s, seat, desk)
    for card in range(s.cards):
        if desk[CLASS, card] >= 0 and s.zone[card] < PILE:
            s.known[card] = 1 << s.zone[card]
    shuffle(s, s.library, 0, covered(s))


UNCOVERING = (
    Told.DREW_CARD,
    Told.STOLE,
    Told.STOLE_CARD,
    Told.GAVE,
    Told.GAVE_CARD,
    Told.SWAPPED,
    Told.LOOKED,  # one of several copies is shown to all
    Told.LOOKED_AT,
    Told.REVEALED,
    Told.NEXT_ALBUM,
)


def uncovers(s: Any, seat: int, event: Event) -> bool:
    """Whether an event shows a seat something that it did not know before."""
    if event.kind == Told.DISCARDED and event.c != Drop.CHOSEN:
        return True
    if event.kind in (Told.PLAYED, Told.DISCARDED):
        return not knows(s, seat, event.b)
    return event.kind in UNCOVERING


# ---------------------------------------------------------------- features


def bounds():
    """The least and the most of every feature."""
    low, high = np.zeros(FEATURES), np.ones(FEATURES)
    high[AT_REST + 1] = 9 / 5
    low[AT_REST + 8] = -1
    high[AT_REST + 13] = CARDS / 10
    high[AT_REST + 17 : AT_REST + 19] = 24 / 20, 12 / 20  # helmets in the box
    for at in range(AT_PLAYERS, AT_SLOTS, PER_PLAYER):
        high[at : at + 3] = BONUS_LIMIT
        high[at + 3 : at + 5] = 24 / 10, 12 / 10
        high[at + 5] = (VICTORY - 1 + 18 + 24 + 3 * 12) / 50  # the dearest album and all helmets at once
        high[at + 6 : at + 9] = CARDS / 10
        low[at + 12] = -1
    for at in range(AT_SLOTS, AT_ALBUMS, PER_SLOT):
        high[at + 3 : at + 5] = 90 / 15  # while a chain of powers is running, a camp may be beyond its goal
        high[at + 5 : at + 7] = 18 / 15
    return low, high


@rule
def observe(s, seat, out):
    for i in range(FEATURES):
        out[i] = 0.0
    out[s.phase] = 1.0
    if s.step != 0:
        out[AT_VERB + verb_of(s.row[s.step])] = 1.0
    out[AT_REST] = s.asked
    out[AT_REST + 1] = s.left / 5
    first = max(seat, 0)  # a spectator counts from the first seat, and owns nothing
    out[AT_REST + 2 + (s.turn - first) % s.players] = 1.0
    out[AT_REST + 6] = s.boar
    out[AT_REST + 7] = s.cleopatra
    if s.held[PILE] > 0:
        out[AT_REST + 8] = 1.0 if back(s, s.head[PILE]) == 1 else -1.0
    out[AT_REST + 9] = s.held[PILE] / CARDS
    out[AT_REST + 10] = s.held[DISCARD] / CARDS
    out[AT_REST + 11] = s.shelf / ALBUMS
    out[AT_REST + 12] = s.idle / 8
    if seat >= 0:
        out[AT_REST + 13] = s.held[seat] / 10
    for bonus in range(3):
        out[AT_REST + 14 + bonus] = s.reserve[bonus] / 10
    for helmet in range(2):
        out[AT_REST + 17 + helmet] = s.helmets_left[helmet] / 20
    for place in range(s.players):
        observe_player(s, seat, (first + place) % s.players, AT_PLAYERS + PER_PLAYER * place, out)
        observe_slot(s, seat, (first + place) % s.players, place, out)
    for card in range(s.cards):
        observe_card(s, seat, card, AT_CARDS + PER_CARD * card, out)
    if seat >= 0:
        out[AT_SEAT + seat] = 1.0
    if next_album(s) >= 0:
        out[AT_NEXT + next_album(s)] = 1.0
    out[AT_CLOCK] = (s.turns - s.last_deed) / (QUIET_ROUNDS * SEATS)
    out[AT_CLOCK + 1] = s.turns / (MOST_ROUNDS * SEATS)


@part
def observe_player(s, seat, player, at, out):
    for bonus in range(3):
        out[at + bonus] = s.bonus[player, bonus]
    for helmet in range(2):
        out[at + 3 + helmet] = s.helmet[player, helmet] / 10
    out[at + 5] = sesterces(s, player) / 50
    out[at + 6] = s.held[player] / 10
    card = s.head[player]
    while card >= 0:
        if not knows(s, seat, card):
            out[at + 7 + back(s, card)] += 0.1
        card = s.after[card]
    if s.phase != Phase.OVER and s.actor == player:
        out[at + 9] = 1.0
    if seat >= 0:
        out[at + 10] = 1.0 if sits_at(s, player, left_slot(s, seat)) else 0.0
        out[at + 11] = 1.0 if sits_at(s, player, right_slot(s, seat)) else 0.0
    out[at + 12] = s.pace[player] / PACE_LIMIT


@part
def observe_slot(s, seat, slot, place, out):
    at = AT_SLOTS + PER_SLOT * place
    out[at] = 1.0
    camp = camp_of(s, seat, slot) if seat >= 0 else -1
    if camp >= 0:
        out[at + 1 + camp] = 1.0
    out[at + 3] = s.total[slot, 0] / 15
    out[at + 4] = s.total[slot, 1] / 15
    out[at + 5] = s.goal[slot] / 15
    out[at + 6] = s.worth[slot] / 15
    if s.phase >= Phase.CONSOLE and s.slot == slot:
        out[at + 7] = 1.0
    out[AT_ALBUMS + ALBUMS * place + s.contested[slot]] = 1.0


@part
def observe_card(s, seat, card, at, out):
    if not knows(s, seat, card):
        return
    zone = s.zone[card]
    if zone == seat:
        out[at] = 1.0
    elif zone < PILE:
        out[at + 1] = 1.0
    elif zone == PILE:
        out[at + 11] = 1.0
    elif zone == DISCARD:
        out[at + 2] = 1.0
    elif zone >= TABLE:
        slot = (zone - TABLE) >> 1
        camp = camp_of(s, seat, slot) if seat >= 0 else -1
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
