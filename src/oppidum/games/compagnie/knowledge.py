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

from oppidum.games.compagnie.power_language import Verb, verb_of
from oppidum.games.compagnie.state import (
    ALBUMS,
    BONUS_LIMIT,
    CARDS,
    DISCARD,
    MOST_ROUNDS,
    PACE_LIMIT,
    PILE,
    QUIET_ROUNDS,
    SEATS,
    TABLE,
    VICTORY,
    Back,
    Drop,
    Phase,
    Told,
)
from oppidum.games.compagnie.strength import has_potion, is_ko
from oppidum.games.compagnie.zones import back, camp_of, left_slot, right_slot, sesterces, sits_at
from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled, inlined, part, rule
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
POOL, NEXT, CLASS, AFTER, ZONE = range(5)
DESK = 5
ALL_BITS = -1


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
def hidden_among(s, seat, first):
    """Bits of those cards of a word that a seat does not know."""
    bit = seat if seat >= 0 else SEATS
    hidden = bits.where(s.known, first, 1 << bit, 0)
    return hidden & ((1 << min(max(s.cards - first, 0), bits.WORD)) - 1)


@part
def batches_of(s, seat):
    """Bits of the shuffles that the cards were part of which a seat does not know."""
    batches = 0
    for first in range(0, CARDS, bits.WORD):
        left = hidden_among(s, seat, first)
        while left != 0:
            batch = s.batch[first + bits.lowest(left)]
            batches |= 1 << batch
            left &= ~bits.where(s.batch, first, ALL_BITS, batch)
    return batches


@part
def class_among(s, seat, batch, side, first):
    """Bits of those cards of a word that a seat does not know, of a shuffle, with this back."""
    reds = s.reds[first // bits.WORD]
    found = hidden_among(s, seat, first) & bits.where(s.batch, first, ALL_BITS, batch)
    return found & (reds if side == Back.RED else ~reds)


@part
def sort_hidden(s, seat, desk):
    """The cards that a seat does not know, by class and number; returns bits of the shuffles they come from.

    Row CLASS: the class of every card, -1 where the seat knows it. Row POOL: the hidden cards, those of class
    c from NEXT[c] to NEXT[c + 1].
    """
    for card in range(CARDS):
        desk[CLASS, card] = -1
    n = 0
    batches = batches_of(s, seat)
    left = batches
    while left != 0:
        batch = bits.lowest(left)
        left &= left - 1
        for side in range(2):
            desk[NEXT, 2 * batch + side] = n
            for first in range(0, CARDS, bits.WORD):
                found = class_among(s, seat, batch, side, first)
                while found != 0:
                    card = first + bits.lowest(found)
                    desk[CLASS, card] = 2 * batch + side
                    desk[POOL, n] = card
                    n += 1
                    found &= found - 1
        desk[NEXT, 2 * batch + 2] = n
    return batches


@part
def refill(s, seat, batches, desk):
    """Put the pooled cards into the hidden places: hands from seat 0 on, then the pile.

    Until all are filled, places are found by what was before: row AFTER has the former chains, row ZONE gets
    the new zones.
    """
    for card in range(CARDS):
        desk[AFTER, card] = s.after[card]
        desk[ZONE, card] = s.zone[card]
    for hand in range(SEATS):
        if hand != seat:
            refill_hand(s, seat, hand, batches, desk)
    before = -1
    card = s.head[PILE]
    while card >= 0:
        following = desk[AFTER, card]
        place = desk[CLASS, card]
        if place >= 0:
            card = take_from_pool(desk, place, PILE)
        before = put_after(s, PILE, before, card)
        card = following
    end_chain(s, before)
    for card in range(CARDS):
        s.zone[card] = desk[ZONE, card]


@part
def refill_hand(s, seat, hand, batches, desk):
    """A hand as anybody may see it: known cards by number, then hidden ones by class."""
    before = -1
    for first in range(0, CARDS, bits.WORD):
        found = bits.where(s.zone, first, ALL_BITS, hand) & ~hidden_among(s, seat, first)
        while found != 0:
            before = put_after(s, hand, before, first + bits.lowest(found))
            found &= found - 1
    while batches != 0:
        batch = bits.lowest(batches)
        batches &= batches - 1
        for side in range(2):
            n = 0
            for first in range(0, CARDS, bits.WORD):
                found = class_among(s, seat, batch, side, first)
                n += bits.count(found & bits.where(s.zone, first, ALL_BITS, hand))
            for _ in range(n):
                before = put_after(s, hand, before, take_from_pool(desk, 2 * batch + side, hand))
    end_chain(s, before)


@inlined
def take_from_pool(desk, place, zone):
    """The next card of a class."""
    card = desk[POOL, desk[NEXT, place]]
    desk[NEXT, place] += 1
    desk[ZONE, card] = zone
    return card


@inlined
def put_after(s, zone, before, card):
    if before < 0:
        s.head[zone] = card
    else:
        s.after[before] = card
    return card


@part
def end_chain(s, last):
    if last >= 0:
        s.after[last] = -1


@compiled
def redact(s, seat):
    desk = np.empty((DESK, CARDS), np.int16)
    refill(s, seat, sort_hidden(s, seat, desk), desk)
    for card in range(CARDS):
        s.known[card] = 0 if desk[CLASS, card] >= 0 else s.known[card]
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
    desk = np.empty((DESK, CARDS), np.int16)
    pool = desk[POOL]
    batches = sort_hidden(s, seat, desk)
    left = batches
    while left != 0:
        batch = bits.lowest(left)
        left &= left - 1
        for i in range(2 * batch, 2 * batch + 2):
            first, last = int(desk[NEXT, i]), int(desk[NEXT, i + 1])
            if last - first > 1:
                shuffle(s, pool, first, last)
    refill(s, seat, batches, desk)
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
