"""Whom a row of the language can hit, and whether a chain of rows could do anything at all (3.7)."""

from __future__ import annotations

from oppidum.games.compagnie.language import (
    FIRST_CONDITION,
    FIRST_STANDING,
    LAST_TARGET_VERB,
    Pick,
    Potion,
    Side,
    Thing,
    Verb,
    Where,
    Who,
    after_of,
    camp_of_row,
    cost_of,
    count_of,
    pick_of,
    potion_of,
    power_of,
    then_of,
    thing_of,
    to_of,
    verb_of,
    where_of,
    who_of,
)
from oppidum.games.compagnie.state import BOAR_OWN, BONUS_LIMIT, DISCARD, TABLE, Bonus, Camp, Helmet, No
from oppidum.games.compagnie.table import (
    camp_of,
    can_draw,
    clockwise,
    fits,
    has_potion,
    is_hero,
    is_ko,
    other_seat,
    owner_of,
    shielded,
    sits_at,
    slot_of,
    strength,
    visible_elsewhere,
)
from oppidum.kernel.compiled import rule

# ---------------------------------------------------------------- characters on the table


@rule
def in_reach(s, where, seat, slot, at):
    """Whether an album lies where a row looks."""
    if where == Where.HERE:
        return at == slot
    if where == Where.YOURS:
        return sits_at(s, seat, at)
    if where == Where.ELSEWHERE:
        return at != slot
    return True


@rule
def on_side(s, side, seat, card):
    """Whether a card stands in the camp that a row names."""
    if side == Side.ANY:
        return True
    place = s.zone[card] - TABLE
    if side == Side.GAUL:
        return place & 1 == Camp.GAUL
    if side == Side.ROMAN:
        return place & 1 == Camp.ROMAN
    mine = camp_of(s, seat, place >> 1) == place & 1
    return mine if side == Side.YOURS else not mine


@rule
def matches(s, row, seat, source, slot, card):
    """Whether a character on the table is one that a row speaks of."""
    if not in_reach(s, where_of(row), seat, slot, slot_of(s, card)):
        return False
    if (card == source) != (pick_of(row) == Pick.SELF):
        return False
    kind = s.kind[card] + 0
    if not fits(row, kind, s.character[kind]):
        return False
    if not on_side(s, camp_of_row(row), seat, card):
        return False
    potion = potion_of(row)
    return potion == Potion.EITHER or (potion == Potion.WITH) == has_potion(s, card)


@rule
def goes_to(s, row, seat, slot, card, there):
    """Whether a moved character can go to an album."""
    if there == slot_of(s, card):
        return False
    to = to_of(row)
    if to == Where.HERE:
        return there == slot
    return to != Where.YOURS or sits_at(s, seat, there)


@rule
def can_move(s, row, seat, slot, card):
    for there in range(s.players + 0):
        if goes_to(s, row, seat, slot, card, there):
            return True
    return False


@rule
def bears(s, row, seat, slot, card):
    """Whether the verb of a row can be done to a character at all."""
    verb = verb_of(row)
    if verb == Verb.REVIVE:  # 5.2 no second visible hero
        return is_ko(s, card) and not (is_hero(s, card) and visible_elsewhere(s, card))
    if is_ko(s, card):
        return False
    if verb == Verb.KNOCK_OUT:
        return not has_potion(s, card) and not shielded(s, card, Thing.KNOCK_OUT.value)
    if verb == Verb.ELIMINATE:
        return not shielded(s, card, Thing.ELIMINATE.value)
    if verb == Verb.CALL:
        if has_potion(s, card) or shielded(s, card, Thing.CALL.value):
            return False
        return s.zone[card] != TABLE + 2 * slot + camp_of(s, seat, slot)
    if verb == Verb.MOVE:
        return can_move(s, row, seat, slot, card)
    if verb == Verb.GIVE_POTION:
        return not has_potion(s, card) and not shielded(s, card, Thing.POTION.value)
    if verb == Verb.REMOVE_POTION:
        return has_potion(s, card)
    return True  # take back, use a power, and conditions, which only look


@rule
def suits(s, row, seat, source, slot, card):
    return matches(s, row, seat, source, slot, card) and bears(s, row, seat, slot, card)


@rule
def aim(s, row, seat, source, slot):
    """What `hits` needs to know of all that suit a row: the greatest or least strength, or the last cards.

    For `last` it is the newest placed card of each album, seven bits a slot, card + 1.
    """
    pick = pick_of(row)
    if pick == Pick.CHOSEN or pick >= Pick.EACH:
        return No.AIM.value
    best = No.AIM.value
    if pick == Pick.WEAKEST:
        best += 1000
    card = s.head[TABLE] + 0
    while card >= 0:
        if suits(s, row, seat, source, slot, card):
            if pick == Pick.STRONGEST:
                best = max(best, strength(s, card))
            elif pick == Pick.WEAKEST:
                best = min(best, strength(s, card))
            elif s.mark[card] & 4 != 0:
                at = 7 * slot_of(s, card)
                if (best >> at) & 127 == 0:
                    best |= (card + 1) << at
        card = s.after[card] + 0
    return best


@rule
def hits(s, row, seat, source, slot, card, aimed):
    """Whether a card on the table is a valid target of a row (other than the use of its power)."""
    if not suits(s, row, seat, source, slot, card):
        return False
    pick = pick_of(row)
    if pick == Pick.STRONGEST or pick == Pick.WEAKEST:
        return strength(s, card) == aimed
    if pick == Pick.LAST:
        return (aimed >> (7 * slot_of(s, card))) & 127 == card + 1
    return True


@rule
def count_hits(s, row, seat, source, slot):
    """How many valid targets there are."""
    n = 0
    aimed = aim(s, row, seat, source, slot)
    card = s.head[TABLE] + 0
    while card >= 0:
        if hits(s, row, seat, source, slot, card, aimed):
            n += 1
        card = s.after[card] + 0
    return n


@rule
def any_suits(s, row, seat, source, slot):
    """Whether there is a valid target: if anybody suits, then so does the strongest, weakest …"""
    last = pick_of(row) == Pick.LAST
    card = s.head[TABLE] + 0
    while card >= 0:
        if suits(s, row, seat, source, slot, card) and (not last or s.mark[card] & 4 != 0):
            return True
        card = s.after[card] + 0
    return False


# ---------------------------------------------------------------- players


@rule
def receivers_of(s, row, seat, slot):
    """The seats that a row speaks of. For `chosen`: those that may be chosen."""
    who = who_of(row)
    if who == Who.YOU:
        return 1 << seat
    if who == Who.OPPONENT:
        return 1 << other_seat(s, seat, slot)
    if who == Who.BOTH:
        return (1 << slot) | (1 << clockwise(s, slot))
    if who == Who.EVERYONE:
        return (1 << s.players) - 1
    if who == Who.GAULS:
        return 1 << s.gaul_seat[slot]
    if who == Who.ROMANS:
        return 1 << other_seat(s, s.gaul_seat[slot] + 0, slot)
    return ((1 << s.players) - 1) & ~(1 << seat)


@rule
def can_gain(s, seat, bonus):  # K4
    return s.reserve[bonus] > 0 and s.bonus[seat, bonus] < BONUS_LIMIT


@rule
def can_take(s, seat, victim, bonus):
    return victim != seat and s.bonus[victim, bonus] > 0 and s.bonus[seat, bonus] < BONUS_LIMIT


@rule
def tokens(s, row, seat, receiver):
    """Bits of the bonuses that a gain, take or loss may concern."""
    verb = verb_of(row)
    thing = thing_of(row)
    found = 0
    for bonus in range(3):
        if thing != Thing.BONUS and thing != bonus + 1:
            continue
        if verb == Verb.GAIN_BONUS:
            good = can_gain(s, receiver, bonus)
        elif verb == Verb.TAKE_BONUS:
            good = can_take(s, seat, receiver, bonus)
        else:
            good = s.bonus[receiver, bonus] > 0
        if good:
            found |= 1 << bonus
    return found


@rule
def helmets_of(s, seat, thing):
    """How many helmets of a kind a seat has."""
    if thing == Thing.LEGIONARY:
        return s.helmet[seat, Helmet.LEGIONARY] + 0
    if thing == Thing.CENTURION:
        return s.helmet[seat, Helmet.CENTURION] + 0
    return s.helmet[seat, Helmet.LEGIONARY] + s.helmet[seat, Helmet.CENTURION]


@rule
def bonuses_of(s, seat, thing):
    if thing == Thing.BONUS:
        return s.bonus[seat, 0] + s.bonus[seat, 1] + s.bonus[seat, 2]
    return s.bonus[seat, thing - 1] + 0


@rule
def recoverable(s, row, card):
    kind = s.kind[card] + 0
    return fits(row, kind, s.character[kind])


@rule
def count_recoverable(s, row):
    n = 0
    card = s.head[DISCARD] + 0
    while card >= 0:
        if recoverable(s, row, card):
            n += 1
        card = s.after[card] + 0
    return n


@rule
def concerns(s, row, seat, receiver):
    """Whether a row about players can do anything to one of them."""
    verb = verb_of(row)
    if verb == Verb.DRAW:
        return can_draw(s)
    if verb == Verb.DISCARD:
        return s.held[receiver] > 0
    if verb == Verb.STEAL:
        return receiver != seat and s.held[receiver] > 0
    if verb == Verb.GAIN_HELMET:
        return s.helmets_left[thing_of(row) - 5] > 0
    if verb == Verb.TAKE_HELMET:
        return receiver != seat and helmets_of(s, receiver, thing_of(row)) > 0
    if verb == Verb.LOSE_HELMET:
        return helmets_of(s, receiver, thing_of(row)) > 0
    if verb == Verb.RECOVER:
        return count_recoverable(s, row) > 0
    return tokens(s, row, seat, receiver) != 0


@rule
def concerned(s, row, seat, slot):
    """The seats that a row about players can do anything to."""
    found = 0
    seats = receivers_of(s, row, seat, slot)
    for receiver in range(s.players + 0):
        if (seats >> receiver) & 1 and concerns(s, row, seat, receiver):
            found |= 1 << receiver
    return found


# ---------------------------------------------------------------- conditions, costs, chains


@rule
def holds(s, row, seat, source, slot):
    """Whether a condition is met."""
    verb = verb_of(row)
    if verb == Verb.OWN:
        thing = thing_of(row)
        if thing <= Thing.BONUS:
            return bonuses_of(s, seat, thing) >= count_of(row)
        return helmets_of(s, seat, thing) >= count_of(row)
    n = count_hits(s, row, seat, source, slot)
    return n < count_of(row) if verb == Verb.FORBID else n >= count_of(row)


@rule
def payable(s, row, seat, source, slot, cards):
    """Whether a cost can be paid in full; `cards` is how many the payer can discard."""
    verb = verb_of(row)
    count = count_of(row)
    if verb <= LAST_TARGET_VERB:
        return count_hits(s, row, seat, source, slot) >= count
    if verb == Verb.DISCARD:
        return cards >= count
    if verb == Verb.LOSE_BONUS:
        return bonuses_of(s, seat, thing_of(row)) >= count
    if verb == Verb.LOSE_HELMET:
        return helmets_of(s, seat, thing_of(row)) >= count
    return concerns(s, row, seat, seat)


@rule
def does_something(s, row, seat, source, slot):
    if verb_of(row) <= LAST_TARGET_VERB:
        if verb_of(row) == Verb.GIVE_POTION and s.reserve[Bonus.POTION] == 0:
            return False
        return any_suits(s, row, seat, source, slot)
    return concerned(s, row, seat, slot) != 0


@rule
def usable_plain(s, first, seat, source, slot):
    """Whether a chain that uses no other power is worth starting: conditions, costs, an effect."""
    effect = False
    at = first
    while at != 0:
        row = s.row[at]
        verb = verb_of(row)
        if verb == Verb.USE_POWER or verb >= FIRST_STANDING:
            return False
        if verb >= FIRST_CONDITION:
            if not holds(s, row, seat, source, slot):
                return False
        elif cost_of(row):
            if not payable(s, row, seat, source, slot, s.held[seat] + 0):
                return False
        elif not effect and not then_of(row):
            effect = does_something(s, row, seat, source, slot)
        at = after_of(row)
    return effect


@rule
def power_slot(s, seat, slot, card):
    """The album that "here" means in a borrowed power: its character's own, or else the borrower's."""
    there = slot_of(s, card)
    return there if sits_at(s, seat, there) else slot


@rule
def power_target(s, row, seat, source, slot, card, aimed):
    """Whether a row that uses another character's power may use this one's."""
    if not hits(s, row, seat, source, slot, card, aimed):
        return False
    power = power_of(s.character[s.kind[card]])
    return power != 0 and usable_plain(s, power, seat, card, power_slot(s, seat, slot, card))


@rule
def is_target(s, row, seat, source, slot, card, aimed):
    if verb_of(row) == Verb.USE_POWER:
        return power_target(s, row, seat, source, slot, card, aimed)
    return hits(s, row, seat, source, slot, card, aimed)


@rule
def count_targets(s, row, seat, source, slot):
    if verb_of(row) != Verb.USE_POWER:
        if verb_of(row) == Verb.GIVE_POTION and s.reserve[Bonus.POTION] == 0:
            return 0
        return count_hits(s, row, seat, source, slot)
    n = 0
    aimed = aim(s, row, seat, source, slot)
    card = s.head[TABLE] + 0
    while card >= 0:
        if power_target(s, row, seat, source, slot, card, aimed):
            n += 1
        card = s.after[card] + 0
    return n


@rule
def any_target(s, row, seat, source, slot):
    if verb_of(row) == Verb.USE_POWER:
        return count_targets(s, row, seat, source, slot) > 0
    return does_something(s, row, seat, source, slot)


@rule
def usable(s, first, seat, source, slot):
    """As `usable_plain`, and the last row may use another character's power."""
    effect = False
    at = first
    while at != 0:
        row = s.row[at]
        verb = verb_of(row)
        if verb >= FIRST_STANDING:
            return False
        if verb >= FIRST_CONDITION:
            if not holds(s, row, seat, source, slot):
                return False
        elif cost_of(row):
            if not payable(s, row, seat, source, slot, s.held[seat] + 0):
                return False
        elif not effect and not then_of(row):
            effect = any_target(s, row, seat, source, slot)
        at = after_of(row)
    return effect


@rule
def boar_power_target(s, row, seat, card, aimed):
    """4.6 the last character placed on one of your two albums; with the Czech option, of your own (K1)."""
    return power_target(s, row, seat, No.CARD.value, No.SLOT.value, card, aimed)


@rule
def boar_aim(s, row, seat):
    """As `aim` for the boar: the last placed of each of the seat's albums, or of its own cards there."""
    best = No.AIM.value
    card = s.head[TABLE] + 0
    while card >= 0:
        if s.mark[card] & 4 != 0 and not is_ko(s, card) and sits_at(s, seat, slot_of(s, card)):
            at = 7 * slot_of(s, card)
            if (best >> at) & 127 == 0 and (s.boar != BOAR_OWN or owner_of(s, card) == seat):
                best |= (card + 1) << at
        card = s.after[card] + 0
    return best
