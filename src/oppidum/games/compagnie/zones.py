"""Cards and albums on the table: chains of cards, totals, and what the glossary's verbs do to a card."""

from __future__ import annotations

from oppidum.games.compagnie.language import (
    STRENGTHEN_ZERO,
    Side,
    Verb,
    after_of,
    camp_of_row,
    colour_of,
    constraint_of,
    count_of,
    lasts,
    shield_bit,
    strength_of,
    thing_of,
    type_of,
    verb_of,
)
from oppidum.games.compagnie.state import (
    ALBUM_WORTH,
    ANY_MARK,
    DISCARD,
    EVERYONE_KNOWS,
    GOAL,
    MOST_STRENGTH,
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
    Type,
    Zone,
)
from oppidum.kernel.compiled import inlined, part
from oppidum.kernel.events import EVERYBODY, strike, tell, whisper
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
    at = s.head[chain]
    if at == card:
        s.head[chain] = s.after[card]
    else:
        while s.after[at] != card:
            at = s.after[at]
        s.after[at] = s.after[card]
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
def has_twins(s, card):
    """Whether the box holds several copies of a card: they are numbered one after the other."""
    if card > 0 and s.kind[card - 1] == s.kind[card]:
        return True
    return card + 1 < s.cards and s.kind[card + 1] == s.kind[card]


@part
def back(s, card):
    return (s.reds[card >> 5] >> (card & 31)) & 1


# ---------------------------------------------------------------- strength (9.4)


@part
def slot_of(s, card):
    return (s.zone[card] - TABLE) >> 1


@part
def is_ko(s, card):
    return s.mark[card] & Mark.KO.value != 0


@part
def owner_of(s, card):
    """Whose hand a K.O. character goes back to."""
    return (s.mark[card] >> OWNER) & 3


@part
def was_placed(s, card):
    """K16 played where it stands: neither called nor moved there."""
    return s.mark[card] & Mark.PLACED.value != 0


@part
def has_potion(s, card):
    return s.mark[card] & Mark.POTION.value != 0


@inlined
def misfit(row, kind, character):
    """Below zero: colour, type, printed strength or name of a character do not fit a row.

    Signs instead of branches, since nothing is asked more often: one negative part makes the whole negative.
    """
    strength = strength_of(character)
    named = (row >> 37) & 127
    allowed = (row >> (17 + colour_of(character))) & (row >> (20 + type_of(character))) & 1
    return (
        (allowed - 1)
        | (strength - ((row >> 29) & 15))
        | (((row >> 33) & 15) - strength)
        | -(named * (named ^ (kind + 1)))
    )


@inlined
def fits(row, kind, character):
    return misfit(row, kind, character) >= 0


@part
def strength_in(s, card, slot):
    """What a card counts on an album: printed, changed by the album's standing rules, doubled by a potion."""
    kind = s.kind[card]
    character = s.character[kind]
    strength = strength_of(character)
    if (s.strengthening >> slot) & 1:
        at = s.effect[s.contested[slot]]
        while at != 0:
            row = s.row[at]
            if verb_of(row) == Verb.STRENGTHEN and fits(row, kind, character):
                strength += count_of(row) - STRENGTHEN_ZERO
            at = after_of(row)
        if s.lively != 0:
            strength += lent(s, card, slot)
        strength = min(max(0, strength), MOST_STRENGTH)
    return 2 * strength if has_potion(s, card) else strength


@part
def strength(s, card):
    return strength_in(s, card, slot_of(s, card))


@part
def is_side(row, own, other):
    """Whether a standing rule of a character reaches a camp; `own`: the camp where the character stands."""
    side = camp_of_row(row)
    if side == Side.ANY:
        return True
    if side == Side.YOURS:
        return own == other
    if side == Side.THEIRS:
        return own != other
    return other == side - Side.GAUL.value


@part
def lent(s, card, slot):
    """10.5, 10.6 what a character has by visible ones here, and what these add to it."""
    kind = s.kind[card]
    character = s.character[kind]
    camp = (s.zone[card] - TABLE) & 1
    strength = 0
    other = s.head[TABLE]
    while other >= 0:
        if other != card and slot_of(s, other) == slot and not is_ko(s, other):
            its_kind = s.kind[other]
            its_character = s.character[its_kind]
            its_camp = (s.zone[other] - TABLE) & 1
            strength += by_standing(s, Verb.STRENGTHEN.value, its_character, its_camp, kind, character, camp)
            strength += by_standing(s, Verb.GROW.value, character, camp, its_kind, its_character, its_camp)
        other = s.after[other]
    return strength


@part
def by_standing(s, verb, bearer, own, kind, character, camp):
    """What the standing rules of one character make of another one's nature and camp."""
    strength = 0
    at = constraint_of(bearer) if lasts(bearer) else 0
    while at != 0:
        row = s.row[at]
        if verb_of(row) == verb and fits(row, kind, character) and is_side(row, own, camp):
            strength += count_of(row) - STRENGTHEN_ZERO
        at = after_of(row)
    return strength


@part
def settle(s):
    """Where characters have standing rules, a change of the table may change every total, goal and worth."""
    if s.lively != 0:
        recount(s)


@part
def recount(s):
    for slot in range(s.players):
        s.total[slot, 0] = 0
        s.total[slot, 1] = 0
        set_goal(s, slot)
    goals = 0
    worths = 0
    card = s.head[TABLE]
    while card >= 0:
        if not is_ko(s, card):
            place = s.zone[card] - TABLE
            s.total[place >> 1, place & 1] += strength(s, card)
            character = s.character[s.kind[card]]
            bit = 1 << (place >> 1)
            at = constraint_of(character) if lasts(character) else 0
            while at != 0:  # the newest character that says one counts
                row = s.row[at]
                if verb_of(row) == Verb.GOAL and goals & bit == 0:
                    goals |= bit
                    s.goal[place >> 1] = count_of(row)
                elif verb_of(row) == Verb.WORTH and worths & bit == 0:
                    worths |= bit
                    s.worth[place >> 1] = count_of(row)
                at = after_of(row)
        card = s.after[card]


@part
def set_goal(s, slot):
    """The goal and the worth of an album, by what it says itself."""
    s.goal[slot] = GOAL
    s.worth[slot] = ALBUM_WORTH
    at = s.effect[s.contested[slot]]
    while at != 0:
        row = s.row[at]
        if verb_of(row) == Verb.GOAL:
            s.goal[slot] = count_of(row)
        elif verb_of(row) == Verb.WORTH:
            s.worth[slot] = count_of(row)
        at = after_of(row)


@part
def count_in(s, card):
    """Add a visible card's strength to its camp's total."""
    if not is_ko(s, card):
        place = s.zone[card] - TABLE
        s.total[place >> 1, place & 1] += strength(s, card)
        note_hero(s, card)


@part
def count_out(s, card):
    if not is_ko(s, card):
        place = s.zone[card] - TABLE
        s.total[place >> 1, place & 1] -= strength(s, card)
        note_hero_gone(s, card)


@part
def hero_bit(s, kind):
    """The bit of a hero's kind; 0 for everybody else, of whom several may be visible."""
    return int(type_of(s.character[kind]) == Type.HERO) << (kind & 31)


@part
def note_hero(s, card):
    kind = s.kind[card]
    s.heroes[kind >> 5] |= hero_bit(s, kind)


@part
def note_hero_gone(s, card):
    kind = s.kind[card]
    s.heroes[kind >> 5] &= ~hero_bit(s, kind)


@part
def hero_in_play(s, kind):
    """5.1 whether a hero of this kind is visible."""
    return (s.heroes[kind >> 5] >> (kind & 31)) & 1 == 1


@part
def shielded_by_album(s, card, kind, character, shield):
    """Whether the album at which a character stands shields it from this (a bit of `shields_of`)."""
    at = s.effect[s.contested[slot_of(s, card)]]
    while at != 0:
        row = s.row[at]
        if verb_of(row) == Verb.SHIELD and shield_bit(thing_of(row)) & shield and fits(row, kind, character):
            return True
        at = after_of(row)
    return s.lively != 0 and shielded_by_others(s, card, kind, character, shield)


@part
def shielded_by_others(s, card, kind, character, shield):
    """10.6 whether another visible character here shields one."""
    slot = slot_of(s, card)
    camp = (s.zone[card] - TABLE) & 1
    other = s.head[TABLE]
    while other >= 0:
        bearer = s.character[s.kind[other]]
        if other != card and slot_of(s, other) == slot and not is_ko(s, other) and lasts(bearer):
            at = constraint_of(bearer)
            while at != 0:
                row = s.row[at]
                if verb_of(row) == Verb.SHIELD and shield_bit(thing_of(row)) & shield:
                    if fits(row, kind, character) and is_side(row, (s.zone[other] - TABLE) & 1, camp):
                        return True
                at = after_of(row)
        other = s.after[other]
    return False


@part
def banned_by_others(s, kind, character, slot):
    """10.6 whether a visible character here keeps another one out."""
    other = s.head[TABLE]
    while other >= 0:
        bearer = s.character[s.kind[other]]
        if slot_of(s, other) == slot and not is_ko(s, other) and lasts(bearer):
            at = constraint_of(bearer)
            while at != 0:
                row = s.row[at]
                if verb_of(row) == Verb.BAN and fits(row, kind, character):
                    return True
                at = after_of(row)
        other = s.after[other]
    return False


# ---------------------------------------------------------------- the verbs of the glossary


@part
def place(s, seat, card, slot):
    """A character enters play from a hand."""
    leave_zone(s, card)
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
    """From the table to a hand: everyone has seen it and goes on knowing (K8)."""
    leave_zone(s, card)
    enter_zone(s, card, seat)
    s.mark[card] = 0
    s.known[card] = EVERYONE_KNOWS
    report2(s, Told.RETURNED, seat, card)


@part
def take_back(s, card):
    owner = owner_of(s, card)
    leave_table(s, card)
    to_hand(s, owner, card)
    settle(s)


# ---------------------------------------------------------------- drawing (9.8)


@part
def shuffle_discard(s):
    """The discard becomes the new pile: again and again a random one of its cards goes on top.

    No array is needed for that, which keeps every rule free of allocations.
    """
    n = s.held[DISCARD]
    s.shuffles = (s.shuffles + 1) & 31
    for left in range(n, 0, -1):
        skip = draw(s, left)
        card = s.head[DISCARD]
        if skip == 0:
            s.head[DISCARD] = s.after[card]
        else:
            for _ in range(skip - 1):
                card = s.after[card]
            before = card
            card = s.after[before]
            s.after[before] = s.after[card]
        enter_zone(s, card, Zone.PILE.value)
        s.known[card] = 0
        s.batch[card] = s.shuffles
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


@part
def may_be_unseen(s, card):
    """Whether a stolen card of which nobody was shown anything may have been this one."""
    return s.revision == 1 or s.known[card] != EVERYONE_KNOWS or not has_twins(s, card)


@part
def confuse(s, seat, seen, knowers):
    """Somebody takes a card with this back from a hand: the others cannot tell which, unless there is one."""
    n = 0
    card = s.head[seat]
    while card >= 0:
        n += back(s, card) == seen and may_be_unseen(s, card)
        card = s.after[card]
    card = s.head[seat]
    while n > 1 and card >= 0:
        if back(s, card) == seen and may_be_unseen(s, card):
            s.known[card] &= knowers
        card = s.after[card]


@part
def steal(s, thief, victim):
    """A blind card of a hand: afterwards thief and victim know which it was.

    K17 one of several copies is shown to all: or else who knows of which copy would show when one is played.
    """
    card = s.head[victim]
    for _ in range(draw(s, s.held[victim])):
        card = s.after[card]
    knowers = pass_on(s, victim, thief, card)
    report3(s, Told.STOLE, thief, back(s, card), victim)
    make_room(s)
    whisper(s, knowers, Told.STOLE_CARD, thief, card, victim)


@part
def pass_on(s, giver, taker, card):
    """A card from hand to hand; returns who knows which one it was."""
    knowers = (1 << taker) | (1 << giver)
    shown = s.revision > 1 and has_twins(s, card)
    if not shown:
        confuse(s, giver, back(s, card), knowers)
    leave_zone(s, card)
    enter_zone(s, card, taker)
    s.known[card] = EVERYONE_KNOWS if shown else s.known[card] | (1 << taker)
    return EVERYBODY if shown else knowers


@part
def hand_over(s, giver, taker, card):
    """10.8 a card that its owner has chosen."""
    knowers = pass_on(s, giver, taker, card)
    report3(s, Told.GAVE, giver, back(s, card), taker)
    whisper(s, knowers, Told.GAVE_CARD, giver, card, taker)


@part
def show(s, seat, card):
    """10.10 a card that a seat looks at: K17 one of several copies is shown to all. Returns who knows."""
    shown = has_twins(s, card)
    s.known[card] = EVERYONE_KNOWS if shown else s.known[card] | (1 << seat)
    s.looked += 1
    return EVERYBODY if shown else 1 << seat


@part
def look_at_hand(s, seat, owner):
    s.looked = 0
    report2(s, Told.LOOKED, seat, owner)
    card = s.head[owner]
    while card >= 0:
        whisper(s, show(s, seat, card), Told.LOOKED_AT, seat, card, owner)
        card = s.after[card]


@part
def look_at_pile(s, seat, most):
    s.looked = 0
    report2(s, Told.LOOKED, seat, seat)
    card = s.head[PILE]
    for _ in range(min(most, s.held[PILE])):
        whisper(s, show(s, seat, card), Told.LOOKED_AT, seat, card, seat)
        card = s.after[card]


@part
def swap_hands(s, seat, other):
    """10.9 both know all of both hands; K17 of several copies each is shown to all."""
    rename(s, seat, other)
    rename(s, other, seat)
    head, held = s.head[seat], s.held[seat]
    s.head[seat] = s.head[other]
    s.held[seat] = s.held[other]
    s.head[other] = head
    s.held[other] = held
    report2(s, Told.SWAPPED, seat, other)


@part
def rename(s, giver, taker):
    """A whole hand becomes somebody else's."""
    card = s.head[giver]
    while card >= 0:
        s.zone[card] = taker
        s.known[card] = EVERYONE_KNOWS if has_twins(s, card) else s.known[card] | (1 << taker)
        card = s.after[card]


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
