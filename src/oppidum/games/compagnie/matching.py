"""Whom a row of the language can hit, and whether a chain of rows could do anything at all (3.7)."""

from __future__ import annotations

from oppidum.games.compagnie.power_language import (
    FIRST_CONDITION,
    FIRST_STANDING,
    LAST_TARGET_VERB,
    NATURE_OF_SHIELDS,
    SHIELD_BITS,
    Pick,
    Potion,
    Side,
    Thing,
    To,
    Verb,
    Where,
    Who,
    after_of,
    alternative,
    camp_of_row,
    cost_of,
    count_of,
    helmet_of,
    named_of,
    nature_of,
    pick_of,
    potion_of,
    power_of,
    strangers_of,
    then_of,
    thing_of,
    to_of,
    type_of,
    verb_of,
    where_of,
    who_of,
)
from oppidum.games.compagnie.state import (
    ALTERNATIVES,
    BOAR_OWN,
    BONUS_LIMIT,
    DISCARD,
    MOST_STRENGTH,
    PACE_LIMIT,
    PILE,
    PLACED_OR_KO,
    POTION_OR_KO,
    TABLE,
    Bonus,
    Helmet,
    Mark,
    No,
    Phase,
    Type,
)
from oppidum.games.compagnie.strength import (
    fits,
    hero_in_play,
    owner_of,
    shielded_by_album,
    slot_of,
    strength,
    was_placed,
)
from oppidum.games.compagnie.zones import (
    camp_of,
    can_draw,
    clockwise,
    left_slot,
    other_seat,
    right_slot,
    sits_at,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import inlined, part

# ---------------------------------------------------------------- characters on the table


# What a verb asks of a character's marks: bit 0 visible, 1 K.O., 2 visible with a potion, 3 K.O. with one.
VISIBLE = 0b0101
STATES = {
    Verb.REVIVE: 0b1010,
    Verb.KNOCK_OUT: 0b0001,  # 4.3 a potion protects
    Verb.CALL: 0b0001,
    Verb.GIVE_POTION: 0b0001,
    Verb.REMOVE_POTION: 0b0100,
}
POTION_STATES = {Potion.EITHER: 0b1111, Potion.WITH: 0b1100, Potion.WITHOUT: 0b0011}
SHIELDED_VERBS = {
    Verb.KNOCK_OUT: Thing.KNOCK_OUT,
    Verb.ELIMINATE: Thing.ELIMINATE,
    Verb.CALL: Thing.CALL,
    Verb.GIVE_POTION: Thing.POTION,
}


def four_bits_each(numbers: list[int]) -> int:
    """A small table as one number."""
    return sum(number << 4 * i for i, number in enumerate(numbers))


# By verb; the last entry is for conditions, which only look.
STATES_BY_VERB = four_bits_each([STATES.get(Verb(verb), VISIBLE) for verb in range(LAST_TARGET_VERB + 2)])
SHIELD_BY_VERB = four_bits_each(
    [SHIELD_BITS.get(SHIELDED_VERBS.get(Verb(verb), Thing.NONE), 0) for verb in range(LAST_TARGET_VERB + 1)]
)
STATES_BY_POTION = four_bits_each([POTION_STATES[potion] for potion in Potion])

# Parts of a scope, first bits.
CAMPS = 8  # of each of four marks
STRANGERS = 32
SHIELDS = STRANGERS + NATURE_OF_SHIELDS
CLOSER_LOOK = 1 << 62
A_BYTE_EACH = (1 << 0) | (1 << 7) | (1 << 14) | (1 << 21)  # brings four bits apart, once masked:
LOW_BITS = 0x01010101

GAUL_CAMPS = 0b01010101
ROMAN_CAMPS = 0b10101010
ALL_CAMPS = 0b11111111


@part
def camps_at(slot):
    """The two camps of an album: bits 2 * slot + camp."""
    return 3 << (2 * slot)


@part
def own_camps(s, seat):
    """The two camps that a seat faces."""
    left, right = left_slot(s, seat), right_slot(s, seat)
    return (1 << (2 * left + camp_of(s, seat, left))) | (1 << (2 * right + camp_of(s, seat, right)))


@inlined
def camps_in_reach(s, row, seat, slot):
    """Where a row looks for characters: these albums, this side of them."""
    where = where_of(row)
    camps = ALL_CAMPS
    if where == Where.HERE:
        camps = camps_at(slot)
    elif where == Where.YOURS:
        camps = camps_at(left_slot(s, seat)) | camps_at(right_slot(s, seat))
    elif where == Where.ELSEWHERE:
        camps &= ~camps_at(slot)
    side = camp_of_row(row)
    if side == Side.ANY:
        return camps
    if side == Side.GAUL:
        return camps & GAUL_CAMPS
    if side == Side.ROMAN:
        return camps & ROMAN_CAMPS
    return camps & own_camps(s, seat) if side == Side.YOURS else camps & ~own_camps(s, seat)


@part
def scope_of(s, row, seat, slot):
    """All of a row that is the same for every character, in one number, so that `suits` need not branch.

    Bits 0-31: in which camps it looks, eight bits for each of the marks that its verb can be done to. 32-61:
    the natures that it does not mean, shields that keep its verb off among them. 62: there is more to check.
    """
    verb = verb_of(row)
    camps = camps_in_reach(s, row, seat, slot)
    if verb > LAST_TARGET_VERB:
        verb = LAST_TARGET_VERB + 1
    elif verb == Verb.CALL and sits_at(s, seat, slot):  # from anywhere but where it would go
        camps &= ~(1 << (2 * slot + camp_of(s, seat, slot)))
    elif verb == Verb.MOVE and to_of(row) == To.HERE:
        camps &= ~camps_at(slot)
    marks = (STATES_BY_VERB >> (4 * verb)) & (STATES_BY_POTION >> (4 * potion_of(row))) & 15
    shield = (SHIELD_BY_VERB >> (4 * verb)) & 15
    scope = camps * ((marks * A_BYTE_EACH) & LOW_BITS)
    scope |= (strangers_of(row) << STRANGERS) | (shield << SHIELDS)
    special = (verb == Verb.REVIVE) | (named_of(row) != 0) | (pick_of(row) == Pick.SELF)
    if special or (shield != 0 and s.shielding != 0):
        scope |= CLOSER_LOOK
    return scope


@inlined
def suits(s, row, scope, source, card):
    """Whether a character on the table is one that a row speaks of, and bears what its verb does."""
    there = scope >> (s.zone[card] - TABLE + CAMPS * (s.mark[card] & POTION_OR_KO))
    strange = nature_of(s.character[s.kind[card]]) & (scope >> STRANGERS)
    itself = int((card == source) & (pick_of(row) != Pick.SELF))
    if ((~there & 1) | strange | itself) != 0:  # one question, not three that nobody could foresee
        return False
    return scope < CLOSER_LOOK or bears(s, row, scope, source, card)


@part
def bears(s, row, scope, source, card):
    """The rest of `suits`: names; 5.2 no second visible hero is revived; albums shield characters."""
    kind = s.kind[card]
    character = s.character[kind]
    named = named_of(row)
    if (named != 0 and named != kind + 1) or (pick_of(row) == Pick.SELF and card != source):
        return False
    if verb_of(row) == Verb.REVIVE:
        return type_of(character) != Type.HERO or not hero_in_play(s, kind)
    shield = (scope >> SHIELDS) & 15
    return shield == 0 or not shielded_by_album(s, card, kind, character, shield)


@part
def goes_to(s, row, seat, slot, card, there):
    """Whether a moved character can go to an album."""
    to = to_of(row)
    if there == slot_of(s, card) or to == To.ACROSS:
        return there == slot_of(s, card) and to == To.ACROSS
    if to == To.HERE:
        return there == slot
    return to != To.YOURS or sits_at(s, seat, there)


@part
def aim(s, row, scope, source):
    """What `hits` needs to know of all that suit a row: the greatest or least strength, or the last cards.

    For `last` it is the newest placed card of each album, seven bits a slot, card + 1.
    """
    pick = pick_of(row)
    if pick == Pick.CHOSEN or pick >= Pick.EACH:
        return No.AIM.value
    best = No.AIM.value
    if pick == Pick.WEAKEST:
        best += 4 * MOST_STRENGTH
    card = s.head[TABLE]
    while card >= 0:
        if suits(s, row, scope, source, card):
            best = narrowed(s, pick, best, card)
        card = s.after[card]
    return best


@inlined
def narrowed(s, pick, best, card):
    """What `aim` knows once it has seen one card more; cards come from the newest on."""
    if pick == Pick.STRONGEST:
        return max(best, strength(s, card))
    if pick == Pick.WEAKEST:
        return min(best, strength(s, card))
    slot = slot_of(s, card)
    if was_placed(s, card) and newest_at(best, slot) == No.CARD:
        return best | ((card + 1) << (7 * slot))
    return best


@inlined
def newest_at(aimed, slot):
    """For `last`: the newest placed card of an album."""
    return ((aimed >> (7 * slot)) & 127) - 1


@inlined
def hits(s, row, scope, source, card, aimed):
    """Whether a card on the table is a valid target of a row (other than the use of its power)."""
    if not suits(s, row, scope, source, card):
        return False
    pick = pick_of(row)
    if pick == Pick.STRONGEST or pick == Pick.WEAKEST:
        return strength(s, card) == aimed
    if pick == Pick.LAST:
        return newest_at(aimed, slot_of(s, card)) == card
    return True


@part
def count_hits(s, row, seat, source, slot, enough):
    """How many valid targets there are; no more than `enough` are counted."""
    n = 0
    scope = scope_of(s, row, seat, slot)
    aimed = aim(s, row, scope, source)
    card = s.head[TABLE]
    while card >= 0 and n < enough:
        if hits(s, row, scope, source, card, aimed):
            n += 1
        card = s.after[card]
    return n


@part
def any_suits(s, row, seat, source, slot):
    """Whether there is a valid target: if anybody suits, then so does the strongest, weakest …"""
    scope = scope_of(s, row, seat, slot)
    last = pick_of(row) == Pick.LAST
    card = s.head[TABLE]
    while card >= 0:
        if suits(s, row, scope, source, card) and (not last or was_placed(s, card)):
            return True
        card = s.after[card]
    return False


# ---------------------------------------------------------------- players


@part
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
        return 1 << other_seat(s, s.gaul_seat[slot], slot)
    return ((1 << s.players) - 1) & ~(1 << seat)


# K21 A boar is spent before its power is used. Where it is only asked what that power would do, `spender` is
# the seat whose boar counts as back in the reserve already; otherwise nobody (`No.SEAT`).


@part
def bonus_of(s, seat, bonus, spender):
    """How many bonuses of a kind a seat has."""
    return s.bonus[seat, bonus] - (bonus == Bonus.BOAR and seat == spender)


@part
def in_reserve(s, bonus, spender):
    return s.reserve[bonus] + (bonus == Bonus.BOAR and spender >= 0)


@part
def can_gain(s, seat, bonus, spender):  # K4
    return in_reserve(s, bonus, spender) > 0 and bonus_of(s, seat, bonus, spender) < BONUS_LIMIT


@part
def gains(s, seat):
    """Bits of the bonuses that a seat can gain."""
    found = 0
    for bonus in range(3):
        if can_gain(s, seat, bonus, No.SEAT.value):
            found |= 1 << bonus
    return found


@part
def can_take(s, seat, victim, bonus, spender):
    if victim == seat or bonus_of(s, victim, bonus, spender) == 0:
        return False
    return bonus_of(s, seat, bonus, spender) < BONUS_LIMIT


@part
def tokens(s, row, seat, receiver, spender):
    """Bits of the bonuses that a gain, take or loss may concern."""
    verb = verb_of(row)
    thing = thing_of(row)
    found = 0
    for bonus in range(3):
        if thing != Thing.BONUS and thing != bonus + 1:
            continue
        if verb == Verb.GAIN_BONUS:
            good = can_gain(s, receiver, bonus, spender)
        elif verb == Verb.TAKE_BONUS:
            good = can_take(s, seat, receiver, bonus, spender)
        else:
            good = bonus_of(s, receiver, bonus, spender) > 0
        if good:
            found |= 1 << bonus
    return found


@part
def helmets_of(s, seat, thing):
    """How many helmets of a kind a seat has."""
    if thing == Thing.LEGIONARY:
        return s.helmet[seat, Helmet.LEGIONARY]
    if thing == Thing.CENTURION:
        return s.helmet[seat, Helmet.CENTURION]
    return s.helmet[seat, Helmet.LEGIONARY] + s.helmet[seat, Helmet.CENTURION]


@part
def bonuses_of(s, seat, thing, spender):
    if thing == Thing.BONUS:
        return s.bonus[seat, 0] + s.bonus[seat, 1] + bonus_of(s, seat, Bonus.BOAR.value, spender)
    return bonus_of(s, seat, thing - 1, spender)


@part
def recoverable(s, row, card):
    kind = s.kind[card]
    return fits(row, kind, s.character[kind])


@part
def count_recoverable(s, row):
    n = 0
    card = s.head[DISCARD]
    while card >= 0:
        if recoverable(s, row, card):
            n += 1
        card = s.after[card]
    return n


@part
def concerns(s, row, seat, receiver, spender):
    """Whether a row about players can do anything to one of them."""
    verb = verb_of(row)
    if verb == Verb.DRAW:
        return can_draw(s)
    if verb == Verb.DISCARD:
        return s.held[receiver] > 0
    if verb >= Verb.GIVE_CARD:
        return concerns_rarely(s, verb, seat, receiver)
    if verb == Verb.STEAL:
        return receiver != seat and s.held[receiver] > 0
    if verb == Verb.GAIN_HELMET:
        return s.helmets_left[helmet_of(thing_of(row))] > 0
    if verb == Verb.TAKE_HELMET:
        return receiver != seat and helmets_of(s, receiver, thing_of(row)) > 0
    if verb == Verb.LOSE_HELMET:
        return helmets_of(s, receiver, thing_of(row)) > 0
    if verb == Verb.RECOVER:
        return count_recoverable(s, row) > 0
    return tokens(s, row, seat, receiver, spender) != 0


@part
def concerns_rarely(s, verb, seat, receiver):
    """As `concerns`, of what the printed cards do not do."""
    if verb == Verb.ANOTHER_TURN:
        return s.pace[receiver] < PACE_LIMIT
    if verb == Verb.SKIP_TURN:
        return s.pace[receiver] > -PACE_LIMIT
    if verb == Verb.LOOK_AT_PILE:
        return s.held[PILE] > 0
    if receiver == seat:
        return False
    if verb == Verb.GIVE_CARD:
        return s.held[seat] > 0
    if verb == Verb.SWAP_HANDS:
        return s.held[seat] + s.held[receiver] > 0
    return s.held[receiver] > 0  # get a card, look at a hand


@part
def concerned(s, row, seat, slot, spender):
    """The seats that a row about players can do anything to."""
    found = 0
    seats = receivers_of(s, row, seat, slot) & ((1 << s.players) - 1)
    while seats != 0:
        receiver = bits.lowest(seats)
        seats &= seats - 1
        if concerns(s, row, seat, receiver, spender):
            found |= 1 << receiver
    return found


# ---------------------------------------------------------------- conditions, costs, chains


@part
def holds(s, row, seat, source, slot, spender):
    """Whether a condition is met."""
    verb = verb_of(row)
    if verb == Verb.OWN:
        thing = thing_of(row)
        if thing <= Thing.BONUS:
            return bonuses_of(s, seat, thing, spender) >= count_of(row)
        return helmets_of(s, seat, thing) >= count_of(row)
    count = count_of(row)
    n = count_hits(s, row, seat, source, slot, count)
    return n < count if verb == Verb.FORBID else n >= count


@part
def payable(s, row, seat, source, slot, cards, spender):
    """Whether a cost can be paid in full; `cards` is how many the payer can discard."""
    verb = verb_of(row)
    count = count_of(row)
    if verb <= LAST_TARGET_VERB:
        return count_hits(s, row, seat, source, slot, count) >= count
    if verb == Verb.DISCARD:
        return cards >= count
    if verb == Verb.LOSE_BONUS:
        return bonuses_of(s, seat, thing_of(row), spender) >= count
    if verb == Verb.LOSE_HELMET:
        return helmets_of(s, seat, thing_of(row)) >= count
    return concerns(s, row, seat, seat, spender)


@part
def does_something(s, row, seat, source, slot, spender):
    if verb_of(row) <= LAST_TARGET_VERB:
        if verb_of(row) == Verb.GIVE_POTION and s.reserve[Bonus.POTION] == 0:
            return False
        return any_suits(s, row, seat, source, slot)
    return concerned(s, row, seat, slot, spender) != 0


@part
def usable_plain(s, first, seat, source, slot, spender):
    """Whether a chain that uses no other power is worth starting: conditions, costs, an effect.

    A price that can be paid is done, for the `then` after it.
    """
    effect = False
    before = False
    at = first
    while at != 0:
        row = s.row[at]
        verb = verb_of(row)
        if verb == Verb.USE_POWER or verb >= FIRST_STANDING:
            return False
        if verb >= FIRST_CONDITION:
            if not holds(s, row, seat, source, slot, spender):
                return False
            before = False
        elif cost_of(row):
            if not payable(s, row, seat, source, slot, s.held[seat], spender):
                return False
            before = s.revision > 1 and (before or not then_of(row))
        elif not effect and (before or not then_of(row)):
            effect = does_something(s, row, seat, source, slot, spender)
            before = effect
        at = after_of(row)
    return effect


@part
def open_alternatives(s, row, seat, source, slot, spender):
    """10.7 bits of the alternatives that could be carried out; none of them uses another power."""
    found = 0
    for i in range(ALTERNATIVES):
        first = alternative(row, i)
        if first != 0 and usable_plain(s, first, seat, source, slot, spender):
            found |= 1 << i
    return found


@part
def power_slot(s, seat, slot, card):
    """The album that "here" means in a borrowed power: its character's own, or else the borrower's."""
    there = slot_of(s, card)
    return there if sits_at(s, seat, there) else slot


@part
def lends(s, seat, slot, card, spender):
    """Whether a character has a power that a seat could use now, one that itself borrows excepted (K17)."""
    power = power_of(s.character[s.kind[card]])
    if power == 0:
        return False
    there = power_slot(s, seat, slot, card)
    if verb_of(s.row[power]) == Verb.EITHER:
        return open_alternatives(s, s.row[power], seat, card, there, spender) != 0
    return usable_plain(s, power, seat, card, there, spender)


@part
def aim_at(s, row, seat, source, slot, scope, spender):
    """As `aim`; where a power is used, the strongest, weakest or last of those whose power can be (K18)."""
    pick = pick_of(row)
    narrow = pick != Pick.CHOSEN and pick < Pick.EACH
    if verb_of(row) != Verb.USE_POWER or not narrow or s.revision == 1:
        return aim(s, row, scope, source)
    best = No.AIM.value
    if pick == Pick.WEAKEST:
        best += 4 * MOST_STRENGTH
    card = s.head[TABLE]
    while card >= 0:
        if suits(s, row, scope, source, card) and lends(s, seat, slot, card, spender):
            best = narrowed(s, pick, best, card)
        card = s.after[card]
    return best


@inlined
def is_target(s, row, seat, source, slot, scope, card, aimed, spender):
    if not hits(s, row, scope, source, card, aimed):
        return False
    return verb_of(row) != Verb.USE_POWER or lends(s, seat, slot, card, spender)


@part
def count_targets(s, row, seat, source, slot, spender):
    """None, one, or several (2): whoever chooses looks at all of them (`legal_targets`)."""
    if verb_of(row) == Verb.GIVE_POTION and s.reserve[Bonus.POTION] == 0:
        return 0
    n = 0
    scope = scope_of(s, row, seat, slot)
    aimed = aim_at(s, row, seat, source, slot, scope, spender)
    card = s.head[TABLE]
    while card >= 0 and n < 2:
        if is_target(s, row, seat, source, slot, scope, card, aimed, spender):
            n += 1
        card = s.after[card]
    return n


@part
def any_target(s, row, seat, source, slot, spender):
    if verb_of(row) == Verb.USE_POWER:
        return count_targets(s, row, seat, source, slot, spender) > 0
    return does_something(s, row, seat, source, slot, spender)


@part
def usable(s, first, seat, source, slot, spender):
    """As `usable_plain`, and the last row may use another character's power, or there are alternatives."""
    effect = False
    before = False
    at = first
    while at != 0:
        row = s.row[at]
        verb = verb_of(row)
        if verb >= FIRST_STANDING:
            return False
        if verb >= FIRST_CONDITION:
            if verb == Verb.EITHER:
                return open_alternatives(s, row, seat, source, slot, spender) != 0
            if not holds(s, row, seat, source, slot, spender):
                return False
            before = False
        elif cost_of(row):
            if not payable(s, row, seat, source, slot, s.held[seat], spender):
                return False
            before = s.revision > 1 and (before or not then_of(row))
        elif not effect and (before or not then_of(row)):
            effect = any_target(s, row, seat, source, slot, spender)
            before = effect
        at = after_of(row)
    return effect


@part
def boar_power_target(s, row, seat, scope, card, aimed):
    """4.6 the last character placed on one of your two albums; with the Czech option, of your own (K1)."""
    if not hits(s, row, scope, No.CARD.value, card, aimed):
        return False
    if s.revision == 1:
        return boar_power_target_before(s, seat, card)
    power = power_of(s.character[s.kind[card]])
    spender = No.SEAT.value if s.phase == Phase.BOAR else seat  # K21; from then on it is spent indeed
    return power != 0 and usable(s, power, seat, card, slot_of(s, card), spender)  # K20


@part
def boar_power_target_before(s, seat, card):
    """As the first revision of the rules had it, before K20 and K21."""
    if not lends(s, seat, No.SLOT.value, card, No.SEAT.value):
        return False
    return s.phase == Phase.BOAR or usable_without_boar(s, power_of(s.character[s.kind[card]]), seat)


@part
def usable_without_boar(s, first, seat):
    """Whether a usable power would still be so with one boar less; of prices and conditions only."""
    at = first
    while at != 0:
        row = s.row[at]
        asks = verb_of(row) == Verb.OWN or (verb_of(row) == Verb.LOSE_BONUS and cost_of(row) == 1)
        thing = thing_of(row)
        if asks and (thing == Thing.BOAR or thing == Thing.BONUS):
            if bonuses_of(s, seat, thing, No.SEAT.value) <= count_of(row):
                return False
        at = after_of(row)
    return True


@part
def boar_aim(s, row, seat):
    """As `aim` for the boar: the last placed of each of the seat's albums, or of its own cards there."""
    best = No.AIM.value
    albums = (1 << left_slot(s, seat)) | (1 << right_slot(s, seat))
    card = s.head[TABLE]
    while card >= 0:
        slot = slot_of(s, card)
        at = 7 * slot
        visible = s.mark[card] & PLACED_OR_KO == Mark.PLACED.value
        newest = (best >> at) & 127 == 0
        own = (s.boar != BOAR_OWN) | (owner_of(s, card) == seat)
        good = int(visible & newest & own) & (albums >> slot)
        best |= (good * (card + 1)) << at
        card = s.after[card]
    return best
