"""Cards and albums on the table: chains of cards, totals, and what the glossary's verbs do to a card."""

from __future__ import annotations

from oppidum.games.compagnie.state import (
    ANY_MARK,
    CARDS,
    DISCARD,
    EVERYONE_KNOWS,
    OWNER,
    PILE,
    TABLE,
    VICTORY,
    Bonus,
    Camp,
    Drop,
    Ending,
    Helmet,
    Mark,
    No,
    Phase,
    Told,
    Zone,
)
from oppidum.games.compagnie.strength import count_in, count_out, has_potion, owner_of, settle, slot_of
from oppidum.kernel.compiled import part
from oppidum.kernel.events import strike, tell, whisper
from oppidum.kernel.scratch import scratch
from oppidum.kernel.stream import draw

# ---------------------------------------------------------------- telling what happens


@part
def report(s, kind, a):
    tell(s, kind, a, No.DETAIL.value, No.DETAIL.value)


@part
def report2(s, kind, a, b):
    tell(s, kind, a, b, No.DETAIL.value)


@part
def report3(s, kind, a, b, c):
    tell(s, kind, a, b, c)


@part
def make_room(s):
    """Before an outcome of chance is told: on a full page the latest event gives way that a record can spare.

    No decision brings more outcomes than a page has room for (`edition.MOST_BLIND`).
    """
    if s.told < s.events.shape[0] or s.revision == 1:
        return
    shuffled = s.told
    for i in range(s.told):
        if s.events[i, 0] == Told.SHUFFLED:
            shuffled = i
    for i in range(s.told - 1, -1, -1):
        if not is_chance(s.events[i, 0], s.events[i, 3], i >= shuffled):
            strike(s, i)
            return


@part
def is_chance(kind, how, of_this_pile):
    """Whether `notation.chance` needs an event; of the pile only the last shuffle and what came after it."""
    if kind == Told.SHUFFLED or kind == Told.DREW_CARD:
        return of_this_pile
    return kind == Told.STOLE_CARD or (kind == Told.DISCARDED and how == Drop.RANDOM)


# ---------------------------------------------------------------- who sits where


@part
def left_slot(s, seat):
    return seat


@part
def right_slot(s, seat):
    return seat - 1 if seat > 0 else s.players - 1


@part
def side_slot(s, seat, side):
    return left_slot(s, seat) if side == 0 else right_slot(s, seat)


@part
def clockwise(s, seat):
    """The next seat. (A comparison: divisions are slow.)"""
    return seat + 1 if seat + 1 < s.players else seat + 1 - s.players


@part
def sits_at(s, seat, slot):
    return seat == slot or seat == clockwise(s, slot)


@part
def other_seat(s, seat, slot):
    """The other player of an album."""
    return slot + clockwise(s, slot) - seat


@part
def camp_of(s, seat, slot):
    """The camp that a seat faces on an album; -1 where it does not sit."""
    if not sits_at(s, seat, slot):
        return -1
    return Camp.GAUL.value if s.gaul_seat[slot] == seat else Camp.ROMAN.value


@part
def seat_of(s, slot, camp):
    gaul = s.gaul_seat[slot]
    return gaul if camp == Camp.GAUL else other_seat(s, gaul, slot)


# ---------------------------------------------------------------- chains of cards


@part
def chain_of(zone):
    return zone if zone < TABLE else TABLE


@part
def enter_zone(s, card, zone):
    """Put a card that is nowhere on top of a zone."""
    chain = chain_of(zone)
    s.after[card] = s.head[chain]
    s.head[chain] = card
    s.held[chain] += 1
    s.zone[card] = zone


@part
def leave_zone(s, card):
    chain = chain_of(s.zone[card])
    before = No.CARD.value
    at = s.head[chain]
    while at != card:
        before = at
        at = s.after[at]
    unlink(s, chain, card, before)


@part
def unlink(s, chain, card, before):
    """Take a card out of a chain, where it comes after another one; -1: it is the first."""
    if before < 0:
        s.head[chain] = s.after[card]
    else:
        s.after[before] = s.after[card]
    s.held[chain] -= 1


@part
def find_in_hand(s, seat, kind):
    """A card of this kind in a hand; -1 without one.

    K22 of several copies one that everybody knows to be there, the first of them by number: another one would
    show that there are two. Of copies that only their owner knows the newest: by number, one copy would tell
    of the others.
    """
    card = s.head[seat]
    while card >= 0 and s.kind[card] != kind:
        card = s.after[card]
    if card < 0 or s.revision == 1 or not has_twins(s, card):
        return card
    best = card
    while card >= 0:
        if s.kind[card] == kind and s.known[card] == EVERYONE_KNOWS:
            if card < best or s.known[best] != EVERYONE_KNOWS:
                best = card
        card = s.after[card]
    return best


@part
def take_from_hand(s, seat, kind):
    """`find_in_hand`, and out of it: mostly in one walk."""
    before = No.CARD.value
    card = s.head[seat]
    while s.kind[card] != kind:
        before = card
        card = s.after[card]
    if s.revision > 1 and has_twins(s, card):
        card = find_in_hand(s, seat, kind)
        leave_zone(s, card)
    else:
        unlink(s, seat, card, before)
    return card


@part
def has_twins(s, card):
    """Whether the box holds several copies of a card: they are numbered one after the other."""
    if card > 0 and s.kind[card - 1] == s.kind[card]:
        return True
    return card + 1 < s.cards and s.kind[card + 1] == s.kind[card]


@part
def back(s, card):
    return (s.reds[card >> 5] >> (card & 31)) & 1


# ---------------------------------------------------------------- the verbs of the glossary


@part
def place(s, seat, card, slot):
    """A character that has left a hand enters play."""
    enter_zone(s, card, TABLE + 2 * slot + camp_of(s, seat, slot))
    s.mark[card] = Mark.PLACED + (seat << OWNER)
    s.known[card] = EVERYONE_KNOWS
    count_in(s, card)
    settle(s)
    report3(s, Told.PLAYED, seat, card, s.zone[card])


@part
def knock_out(s, card):  # 9.6 face down, still there, counts no more
    count_out(s, card)
    s.mark[card] |= Mark.KO
    settle(s)
    report(s, Told.KNOCKED_OUT, card)


@part
def revive(s, card):  # 9.9 counts again; the power is not used
    s.mark[card] &= ~Mark.KO.value
    count_in(s, card)
    settle(s)
    report(s, Told.REVIVED, card)


@part
def give_potion(s, card):  # 4.3 doubles and protects
    count_out(s, card)
    s.mark[card] |= Mark.POTION
    count_in(s, card)
    settle(s)
    report(s, Told.POTION_ON, card)


@part
def remove_potion(s, card):
    if has_potion(s, card):
        count_out(s, card)
        s.mark[card] &= ~Mark.POTION.value
        count_in(s, card)
        settle(s)
        s.reserve[Bonus.POTION] += 1
        report(s, Told.POTION_OFF, card)


@part
def discard(s, card):
    """A card from anywhere, face up on the discard."""
    leave_zone(s, card)
    lay_on_discard(s, card)


@part
def lay_on_discard(s, card):
    enter_zone(s, card, Zone.DISCARD.value)
    s.mark[card] = 0
    s.known[card] = EVERYONE_KNOWS


@part
def leave_table(s, card):
    """Take a card off its total and its potion off the card."""
    remove_potion(s, card)
    count_out(s, card)


@part
def eliminate(s, card):  # 9.3 a potion does not help, and goes back to the reserve
    leave_table(s, card)
    discard(s, card)
    settle(s)
    report(s, Told.ELIMINATED, card)


@part
def shift(s, card, slot, camp):
    """To another camp; the character stays what it is but is no longer the last placed."""
    count_out(s, card)
    s.zone[card] = TABLE + 2 * slot + camp
    s.mark[card] &= ~Mark.PLACED.value
    count_in(s, card)
    settle(s)


@part
def call(s, seat, card, slot):  # 9.1 joins your camp here and is yours from now on (K7)
    shift(s, card, slot, camp_of(s, seat, slot))
    s.mark[card] = (s.mark[card] & ANY_MARK) + (seat << OWNER)
    report3(s, Told.CALLED, card, s.zone[card], seat)


@part
def move(s, card, slot):
    """To the camp of the same side at another album."""
    shift(s, card, slot, (s.zone[card] - TABLE) & 1)
    report2(s, Told.MOVED, card, s.zone[card])


@part
def cross(s, card):
    """10.4 to the other camp of its album."""
    shift(s, card, slot_of(s, card), (s.zone[card] - TABLE + 1) & 1)
    report2(s, Told.CROSSED, card, s.zone[card])


@part
def to_hand(s, seat, card):
    """A card that has left the table, to a hand: everyone has seen it and goes on knowing (K8)."""
    enter_zone(s, card, seat)
    s.mark[card] = 0
    s.known[card] = EVERYONE_KNOWS
    report2(s, Told.RETURNED, seat, card)


@part
def take_back(s, card):
    owner = owner_of(s, card)
    leave_table(s, card)
    leave_zone(s, card)
    to_hand(s, owner, card)
    settle(s)


# ---------------------------------------------------------------- drawing (9.8)


@part
def shuffle_discard(s):
    """The discard becomes the new pile: again and again a random one of its cards goes on top."""
    n = s.held[DISCARD]
    s.shuffles = (s.shuffles + 1) & 31
    cards = scratch(CARDS)
    card = s.head[DISCARD]
    for i in range(n):
        cards[i] = card
        card = s.after[card]
    for left in range(n, 0, -1):
        at = draw(s, left)
        card = int(cards[at])
        for i in range(at, left - 1):
            cards[i] = cards[i + 1]
        enter_zone(s, card, Zone.PILE.value)
        s.known[card] = 0
        s.batch[card] = s.shuffles
    s.head[DISCARD] = No.CARD.value
    s.held[DISCARD] = 0
    make_room(s)
    report(s, Told.SHUFFLED, n)


@part
def draw_card(s, seat):
    """One card from the pile; False when pile and discard are empty (K10)."""
    if s.held[PILE] == 0:
        if s.held[DISCARD] == 0:
            return False
        shuffle_discard(s)
    card = s.head[PILE]
    leave_zone(s, card)
    enter_zone(s, card, seat)
    s.known[card] |= 1 << seat  # and whoever has looked at the pile
    report2(s, Told.DREW, seat, back(s, card))
    make_room(s)
    whisper(s, 1 << seat, Told.DREW_CARD, seat, card, No.DETAIL.value)
    return True


@part
def can_draw(s):
    return s.held[PILE] + s.held[DISCARD] > 0


# ---------------------------------------------------------------- sesterces


@part
def sesterces(s, seat):  # 1.3
    return s.album_points[seat] + 3 * s.helmet[seat, Helmet.CENTURION] + s.helmet[seat, Helmet.LEGIONARY]


@part
def end_game(s, ending, winners):
    s.ending = ending
    s.winners = winners
    s.phase = Phase.OVER
    report(s, Told.ENDED, ending)


@part
def look_at_purse(s, seat):
    """K6 fifty sesterces win at once."""
    if s.ending == Ending.RUNNING and sesterces(s, seat) >= VICTORY:
        end_game(s, Ending.FIFTY.value, 1 << seat)


@part
def end_early(s, ending):
    """K11, K13 the most sesterces win; equals share."""
    most = -1
    winners = 0
    for seat in range(s.players):
        purse = sesterces(s, seat)
        if purse > most:
            most = purse
            winners = 0
        if purse == most:
            winners |= 1 << seat
    end_game(s, ending, winners)
