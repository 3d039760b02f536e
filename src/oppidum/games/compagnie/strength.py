"""Characters on the table: whom a row fits, what they count (9.4), and what lasts while they are visible."""

from __future__ import annotations

from oppidum.games.compagnie.power_language import (
    STRENGTHEN_ZERO,
    Side,
    Verb,
    after_of,
    camp_of_row,
    colour_of,
    constraint_of,
    count_of,
    lasts,
    least_of,
    most_of,
    named_of,
    shield_bit,
    speaks_of,
    strength_of,
    thing_of,
    type_of,
    verb_of,
)
from oppidum.games.compagnie.state import (
    ALBUM_WORTH,
    GOAL,
    MOST_STRENGTH,
    OWNER,
    TABLE,
    Mark,
    Type,
)
from oppidum.kernel.compiled import inlined, part


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
    named = named_of(row)
    allowed = speaks_of(row, colour_of(character), type_of(character))
    return (
        (allowed - 1)
        | (strength - least_of(row))
        | (most_of(row) - strength)
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
    slot = slot_of(s, card)
    if (s.shielding >> slot) & 1 == 0:
        return False
    at = s.effect[s.contested[slot]]
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
