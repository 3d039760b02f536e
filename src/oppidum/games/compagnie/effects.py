"""Runs a chain of rows: a power, a constraint's costs, a bonus or an album's effect.

The chain lives in the position (`step` is its row), because any row may have to wait for a decision.
`run` goes on until somebody must decide (True) or nothing is left to do (False).
"""

from __future__ import annotations

from oppidum.games.compagnie.hands import hand_over, look_at_hand, look_at_pile, steal, swap_hands
from oppidum.games.compagnie.matching import (
    aim_at,
    any_target,
    concerned,
    concerns,
    count_recoverable,
    count_targets,
    goes_to,
    holds,
    is_target,
    open_alternatives,
    power_slot,
    recoverable,
    scope_of,
    tokens,
)
from oppidum.games.compagnie.power_language import (
    FIRST_CONDITION,
    FIRST_STANDING,
    LAST_TARGET_VERB,
    Pick,
    Thing,
    To,
    Verb,
    Who,
    after_of,
    alternative,
    count_of,
    helmet_of,
    may_of,
    pick_of,
    power_of,
    then_of,
    thing_of,
    to_of,
    verb_of,
    who_of,
)
from oppidum.games.compagnie.state import (
    DISCARD,
    EVERYONE_KNOWS,
    TABLE,
    Bonus,
    Drop,
    Ending,
    Helmet,
    No,
    Phase,
    Told,
)
from oppidum.games.compagnie.zones import (
    call,
    clockwise,
    cross,
    draw_card,
    eliminate,
    enter_zone,
    find_in_hand,
    give_potion,
    knock_out,
    lay_on_discard,
    leave_zone,
    look_at_purse,
    make_room,
    move,
    remove_potion,
    report,
    report2,
    report3,
    revive,
    take_back,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import part, woven
from oppidum.kernel.stream import draw


@part
def start(s, first, seat, card, slot, origin):
    s.step = first
    s.begun = 0
    s.did = 0
    s.doing = 0
    s.asked = 0
    s.origin = origin
    s.step_seat = seat
    s.step_card = card
    s.step_slot = slot
    s.step_target = -1


@part
def stop(s):
    s.step = 0
    s.asked = 0
    s.begun = 0
    s.left = 0
    s.receivers = 0


@part
def wait_for(s, phase, seat):
    s.phase = phase
    s.actor = seat


@part
def fork(s, row):
    """10.7 go on with the only alternative that is open, or none; True: one of several has to be chosen."""
    found = open_alternatives(s, row, s.step_seat, s.step_card, s.step_slot, No.SEAT.value)
    if bits.count(found) > 1:
        wait_for(s, Phase.EITHER.value, s.step_seat)
        return True
    s.step = alternative(row, bits.lowest(found)) if found != 0 else 0
    return False


@woven
def begin(s, row):
    """Set up the current row; False where there is nothing to begin."""
    s.begun = 1
    s.doing = 0
    s.left = count_of(row)
    s.receivers = 0
    verb = verb_of(row)
    if then_of(row) and s.did == 0:
        return False
    if verb >= FIRST_CONDITION:
        if verb == Verb.EITHER:
            s.begun = -1 if fork(s, row) else 0
        elif verb < FIRST_STANDING and not holds(
            s, row, s.step_seat, s.step_card, s.step_slot, No.SEAT.value
        ):
            s.step = 0
        return False
    if verb > LAST_TARGET_VERB:
        s.receivers = concerned(s, row, s.step_seat, s.step_slot, No.SEAT.value)
    return True


@part
def run(s):
    while s.step != 0 and s.ending == Ending.RUNNING:
        row = s.row[s.step]
        going = True
        if s.begun == 0:
            going = begin(s, row)
        if going:
            if verb_of(row) <= LAST_TARGET_VERB:
                if run_targets(s, row):
                    return True
            elif run_players(s, row):
                return True
        if s.begun <= 0:  # another power, or an alternative, has taken this chain's place
            if s.begun < 0:
                s.begun = 0
                return True
            continue
        s.did = s.doing
        s.begun = 0
        if s.step != 0:
            s.step = after_of(row)
    stop(s)
    return False


# ---------------------------------------------------------------- characters


@part
def first_target(s, row):
    seat, source, slot = s.step_seat, s.step_card, s.step_slot
    scope = scope_of(s, row, seat, slot)
    aimed = aim_at(s, row, seat, source, slot, scope, No.SEAT.value)
    card = s.head[TABLE]
    while card >= 0:
        if is_target(s, row, seat, source, slot, scope, card, aimed, No.SEAT.value):
            return card
        card = s.after[card]
    return -1


@part
def run_targets(s, row):
    seat, source, slot = s.step_seat, s.step_card, s.step_slot
    while s.left > 0 and s.begun == 1:
        choice = s.asked == 1 or may_of(row) == 1
        each = pick_of(row) == Pick.EACH
        n = 1
        if not choice and not each:
            n = count_targets(s, row, seat, source, slot, No.SEAT.value)
        elif not any_target(s, row, seat, source, slot, No.SEAT.value):
            n = 0
        if n == 0:
            return False
        if each:
            if s.asked:
                wait_for(s, Phase.USE.value, seat)
                return True
            hit_each(s, row)
            return False
        if choice or n > 1:
            wait_for(s, Phase.TARGET.value, seat)
            return True
        if hit(s, row, first_target(s, row)):
            return True
    return False


@part
def hit_each(s, row):
    """K23 one after another, whoever was played last first, as long as it can be done."""
    seat, source, slot = s.step_seat, s.step_card, s.step_slot
    scope = scope_of(s, row, seat, slot)
    card = s.head[TABLE]
    while card >= 0:
        following = s.after[card]
        if verb_of(row) == Verb.GIVE_POTION and s.reserve[Bonus.POTION] <= 0 and s.revision > 1:
            break
        if is_target(s, row, seat, source, slot, scope, card, No.AIM.value, No.SEAT.value):
            hit(s, row, card)
        card = following
    s.left = 0


@part
def hit(s, row, card):
    """Do a row's verb to one character. True: its destination has to be chosen first."""
    s.doing = 1
    s.left -= 1
    verb = verb_of(row)
    if verb == Verb.KNOCK_OUT:
        knock_out(s, card)
    elif verb == Verb.ELIMINATE:
        eliminate(s, card)
    elif verb == Verb.REVIVE:
        revive(s, card)
    elif verb == Verb.CALL:
        call(s, s.step_seat, card, s.step_slot)
    elif verb == Verb.MOVE:
        return set_off(s, row, card)
    elif verb == Verb.GIVE_POTION:
        s.reserve[Bonus.POTION] -= 1
        give_potion(s, card)
    elif verb == Verb.REMOVE_POTION:
        remove_potion(s, card)
    elif verb == Verb.TAKE_BACK:
        take_back(s, card)
    elif verb == Verb.USE_POWER:
        borrow_power(s, card)
    return False


@part
def set_off(s, row, card):
    """A moved character goes to the only album it can, or its mover chooses."""
    if to_of(row) == To.ACROSS:
        cross(s, card)
        return False
    n = 0
    only = s.step_slot
    for there in range(s.players):
        if goes_to(s, row, s.step_seat, s.step_slot, card, there):
            n += 1
            only = there
    if n == 1 or pick_of(row) == Pick.EACH:
        move(s, card, only)
        return False
    s.step_target = card
    wait_for(s, Phase.DESTINATION.value, s.step_seat)
    return True


@part
def borrow_power(s, card):
    """The power of another character, used as if it were yours, takes the place of the running one."""
    seat = s.step_seat
    report2(s, Told.POWER, seat, card)
    slot = power_slot(s, seat, s.step_slot, card)
    start(s, power_of(s.character[s.kind[card]]), seat, card, slot, s.origin)


# ---------------------------------------------------------------- players


@part
def next_receiver(s):
    """Clockwise from whoever set the chain off."""
    seat = s.step_seat
    while (s.receivers >> seat) & 1 == 0:
        seat = clockwise(s, seat)
    return seat


@part
def run_players(s, row):
    seat = s.step_seat
    if s.asked and s.receivers != 0:
        wait_for(s, Phase.USE.value, seat)
        return True
    if who_of(row) == Who.CHOSEN and bits.count(s.receivers) > 1:
        wait_for(s, Phase.PLAYER.value, seat)
        return True
    while s.receivers != 0 and s.ending == Ending.RUNNING:
        receiver = next_receiver(s)
        while s.left > 0 and concerns(s, row, seat, receiver, No.SEAT.value):
            if deal_with(s, row, seat, receiver):
                return True
            if s.ending != Ending.RUNNING:
                return False
        next_player(s, row, receiver)
    return False


@part
def next_player(s, row, receiver):
    s.receivers &= ~(1 << receiver)
    s.left = count_of(row)


@part
def deal_with(s, row, seat, receiver):
    """One unit of a row about players. True: somebody must choose first."""
    verb = verb_of(row)
    if verb == Verb.DRAW:
        if may_of(row):
            wait_for(s, Phase.USE.value, receiver)
            return True
        draw_card(s, receiver)
    elif verb == Verb.DISCARD:
        return must_drop(s, row, receiver)
    elif verb == Verb.GAIN_HELMET:
        gain_helmet(s, receiver, helmet_of(thing_of(row)))
    elif verb == Verb.TAKE_HELMET:
        take_helmet(s, seat, receiver, thing_of(row))
    elif verb == Verb.LOSE_HELMET:
        lose_helmet(s, receiver, thing_of(row))
    elif verb == Verb.STEAL:
        steal(s, seat, receiver)
    elif verb == Verb.RECOVER:
        return must_recover(s, row, receiver)
    elif verb >= Verb.GIVE_CARD:
        return deal_rarely(s, row, verb, seat, receiver)
    else:
        return must_choose_token(s, row, seat, receiver)
    unit_done(s)
    return False


@part
def deal_rarely(s, row, verb, seat, receiver):
    """As `deal_with`, of what the printed cards do not do."""
    if verb == Verb.GIVE_CARD:
        return must_give(s, row, seat, receiver)
    if verb == Verb.GET_CARD:
        return must_give(s, row, receiver, seat)
    if verb == Verb.SWAP_HANDS:
        swap_hands(s, seat, receiver)
    elif verb == Verb.LOOK_AT_HAND:
        look_at_hand(s, seat, receiver)
    elif verb == Verb.LOOK_AT_PILE:
        look_at_pile(s, receiver, s.left)
        s.left = 1
    elif verb == Verb.ANOTHER_TURN:
        s.pace[receiver] += 1
        report(s, Told.ANOTHER, receiver)
    else:
        s.pace[receiver] -= 1
        report(s, Told.SKIP, receiver)
    unit_done(s)
    return False


@part
def must_give(s, row, giver, taker):
    """A card of the giver's choice; whether there is one depends on the number of cards alone."""
    if s.held[giver] == 1 and not may_of(row):
        hand_over(s, giver, taker, s.head[giver])
        unit_done(s)
        return False
    wait_for(s, Phase.HAND.value, giver)
    return True


@woven
def unit_done(s):
    s.doing = 1
    s.left -= 1


@part
def must_drop(s, row, receiver):
    """Discard one card of a hand: at random, the whole hand without a choice, or the owner's choice.

    Whether there is a choice depends on the number of cards alone: not to ask because the cards are alike
    would tell that they are (the first revision did).
    """
    if thing_of(row) == Thing.RANDOM:
        card = s.head[receiver]
        for _ in range(draw(s, s.held[receiver])):
            card = s.after[card]
        make_room(s)
        drop(s, receiver, card, Drop.RANDOM.value)
        unit_done(s)
        return False
    forced = s.held[receiver] <= s.left or (s.revision == 1 and one_kind(s, receiver))
    if forced and not may_of(row):
        kind = s.kind[s.head[receiver]]
        drop(s, receiver, find_in_hand(s, receiver, kind), Drop.FORCED.value)
        unit_done(s)
        return False
    wait_for(s, Phase.HAND.value, receiver)
    return True


@woven
def one_kind(s, seat):
    card = s.head[seat]
    kind = s.kind[card]
    while card >= 0:
        if s.kind[card] != kind:
            return False
        card = s.after[card]
    return True


@part
def drop(s, seat, card, how):  # 9.2 face up on the discard
    leave_zone(s, card)
    lay_down(s, seat, card, how)


@part
def lay_down(s, seat, card, how):
    """A card that has left a hand."""
    lay_on_discard(s, card)
    report3(s, Told.DISCARDED, seat, card, how)


@part
def must_recover(s, row, receiver):
    if not may_of(row) and count_recoverable(s, row) == 1:
        card = s.head[DISCARD]
        while not recoverable(s, row, card):
            card = s.after[card]
        recover(s, receiver, card)
        unit_done(s)
        return False
    wait_for(s, Phase.RECOVER.value, receiver)
    return True


@part
def recover(s, seat, card):
    leave_zone(s, card)
    enter_zone(s, card, seat)
    s.known[card] = EVERYONE_KNOWS
    report2(s, Told.RECOVERED, seat, card)


@part
def must_choose_token(s, row, seat, receiver):
    found = tokens(s, row, seat, receiver, No.SEAT.value)
    if not may_of(row) and bits.count(found) == 1:
        handle_token(s, row, seat, receiver, bits.lowest(found))
        unit_done(s)
        return False
    taker = seat if verb_of(row) == Verb.TAKE_BONUS else receiver
    wait_for(s, Phase.TOKEN.value, taker)
    return True


@part
def handle_token(s, row, seat, receiver, bonus):
    verb = verb_of(row)
    if verb == Verb.GAIN_BONUS:
        gain_bonus(s, receiver, bonus)
    elif verb == Verb.TAKE_BONUS:
        s.bonus[receiver, bonus] -= 1
        s.bonus[seat, bonus] += 1
        report3(s, Told.TOOK_BONUS, seat, bonus, receiver)
    else:
        s.bonus[receiver, bonus] -= 1
        s.reserve[bonus] += 1
        report2(s, Told.LOST_BONUS, receiver, bonus)


@part
def gain_bonus(s, seat, bonus):
    s.reserve[bonus] -= 1
    s.bonus[seat, bonus] += 1
    report2(s, Told.GAINED_BONUS, seat, bonus)


@part
def pay_helmets(s, seat, helmet, n):
    """8.1 as many as the reserve has."""
    n = min(n, s.helmets_left[helmet])
    if n > 0:
        s.helmets_left[helmet] -= n
        s.helmet[seat, helmet] += n
        report3(s, Told.GAINED_HELMET, seat, helmet, n)


@part
def gain_helmet(s, seat, helmet):
    pay_helmets(s, seat, helmet, 1)
    look_at_purse(s, seat)


@part
def take_helmet(s, seat, victim, thing):
    helmet = helmet_of(thing)
    if thing == Thing.HELMET:
        helmet = Helmet.CENTURION.value if s.helmet[victim, Helmet.CENTURION] > 0 else Helmet.LEGIONARY.value
    s.helmet[victim, helmet] -= 1
    s.helmet[seat, helmet] += 1
    report3(s, Told.TOOK_HELMET, seat, helmet, victim)
    look_at_purse(s, seat)


@part
def lose_helmet(s, seat, thing):
    helmet = helmet_of(thing)
    if thing == Thing.HELMET:
        helmet = Helmet.LEGIONARY.value if s.helmet[seat, Helmet.LEGIONARY] > 0 else Helmet.CENTURION.value
    s.helmet[seat, helmet] -= 1
    s.helmets_left[helmet] += 1
    report2(s, Told.LOST_HELMET, seat, helmet)


# ---------------------------------------------------------------- decisions inside a chain


@part
def accept(s):
    """The power is being used: it can no longer be declined as a whole."""
    if s.asked:
        s.asked = 0
        report2(s, Told.POWER, s.step_seat, s.step_card)


@part
def decline(s):
    """The whole power while it is still asked for; afterwards only what is left of this row (or player)."""
    if s.asked:
        stop(s)
        return
    row = s.row[s.step]
    if verb_of(row) <= LAST_TARGET_VERB:
        s.left = 0
    else:
        next_player(s, row, next_receiver(s))


@woven
def choose_target(s, card):
    accept(s)
    return hit(s, s.row[s.step], card)


@woven
def choose_destination(s, slot):
    move(s, s.step_target, slot)
    s.step_target = -1


@woven
def choose_use(s):
    row = s.row[s.step]
    if s.asked:
        accept(s)
    elif verb_of(row) == Verb.DRAW:
        draw_card(s, next_receiver(s))
        unit_done(s)


@woven
def choose_player(s, seat):
    s.receivers = 1 << seat


@part
def gives(s):
    """Whether the card that is chosen from a hand is given away, not discarded."""
    verb = verb_of(s.row[s.step])
    return verb == Verb.GIVE_CARD or verb == Verb.GET_CARD


@woven
def choose_drop(s, card):
    if gives(s):
        taker = next_receiver(s) if s.actor == s.step_seat else s.step_seat
        hand_over(s, s.actor, taker, card)
    else:
        drop(s, s.actor, card, Drop.CHOSEN.value)
    unit_done(s)


@woven
def choose_alternative(s, i):
    accept(s)
    s.step = alternative(s.row[s.step], i)


@woven
def choose_recover(s, card):
    recover(s, s.actor, card)
    unit_done(s)


@woven
def choose_token(s, bonus):
    row = s.row[s.step]
    handle_token(s, row, s.step_seat, next_receiver(s), bonus)
    unit_done(s)


@woven
def in_chain(s):
    return s.phase >= Phase.USE and s.phase <= Phase.EITHER


@part
def may_stop(s):
    """Whether the waiting decision of a chain can be declined."""
    return s.asked == 1 or may_of(s.row[s.step]) == 1
