"""What a seat may decide now, question by question. Each function returns how many choices there are."""

from __future__ import annotations

from oppidum.games.compagnie.bonuses import BOAR_BIT, bonuses_for, can_use_any_bonus, usable_bonuses
from oppidum.games.compagnie.effects import gives, may_stop, next_receiver
from oppidum.games.compagnie.matching import (
    aim_at,
    boar_aim,
    boar_power_target,
    gains,
    goes_to,
    is_target,
    open_alternatives,
    recoverable,
    scope_of,
    tokens,
)
from oppidum.games.compagnie.placing import LEFT, RIGHT, choosy_places, is_choosy, welcome
from oppidum.games.compagnie.power_language import ROW_BOAR_POWER
from oppidum.games.compagnie.state import (
    ALBUM,
    ALTERNATIVES,
    BONUS,
    CARD,
    DECLINE,
    DISCARD,
    DROP,
    EITHER,
    GIVE,
    PLAY,
    REINFORCE,
    SEAT,
    TABLE,
    TOKEN,
    No,
    Phase,
)
from oppidum.games.compagnie.zones import camp_of, left_slot, right_slot
from oppidum.kernel.compiled import part


@part
def legal_turn(s, seat, out):
    n = 1
    out[REINFORCE] = 1
    if can_use_any_bonus(s, seat):
        out[BONUS] = 1
        n += 1
    left, right = left_slot(s, seat), right_slot(s, seat)
    left_camp, right_camp = camp_of(s, seat, left), camp_of(s, seat, right)
    barred = s.banning & ((1 << left) | (1 << right)) != 0
    card = s.head[seat]
    while card >= 0:
        kind = s.kind[card]
        card = s.after[card]
        at = PLAY + 2 * kind
        if out[at] | out[at + 1]:
            continue  # another copy
        character = s.character[kind]
        on_left, on_right = welcome(character, left_camp), welcome(character, right_camp)
        if is_choosy(character) or barred:
            places = choosy_places(s, seat, kind, character)
            on_left, on_right = places & LEFT != 0, places & RIGHT != 0
        out[at] = on_left
        out[at + 1] = on_right
        n += on_left
        n += on_right
    return n


@part
def legal_targets(s, seat, out):
    n = 0
    row = s.row[s.step]
    source, slot = s.step_card, s.step_slot
    scope = scope_of(s, row, seat, slot)
    aimed = aim_at(s, row, seat, source, slot, scope, No.SEAT.value)
    card = s.head[TABLE]
    while card >= 0:
        good = is_target(s, row, seat, source, slot, scope, card, aimed, No.SEAT.value)
        out[CARD + card] = good
        n += good
        card = s.after[card]
    if may_stop(s):
        out[DECLINE] = 1
        n += 1
    return n


@part
def legal_drops(s, seat, out):
    return legal_kinds(s, seat, out, DROP)


@part
def legal_kinds(s, seat, out, first):
    n = 0
    card = s.head[seat]
    while card >= 0:
        at = first + s.kind[card]
        n += 1 - int(out[at])
        out[at] = 1
        card = s.after[card]
    return n


@part
def legal_boar(s, seat, out):
    n = 0
    power = s.row[ROW_BOAR_POWER]
    scope = scope_of(s, power, seat, No.SLOT.value)
    aimed = boar_aim(s, power, seat)
    card = s.head[TABLE]
    while card >= 0:
        revives = bonuses_for(s, card) & BOAR_BIT != 0
        if revives or boar_power_target(s, power, seat, scope, card, aimed):
            out[CARD + card] = 1
            n += 1
        card = s.after[card]
    return n


@part
def legal_rare(s, seat, out):
    phase = s.phase
    n = 0
    if phase == Phase.BONUS or phase == Phase.CONSOLE:
        found = usable_bonuses(s, seat) if phase == Phase.BONUS else gains(s, seat)
        for bonus in range(3):
            if (found >> bonus) & 1:
                out[TOKEN + bonus] = 1
                n += 1
        return n
    row = s.row[s.step]
    if phase == Phase.EITHER:
        found = open_alternatives(s, row, s.step_seat, s.step_card, s.step_slot, No.SEAT.value)
        for i in range(ALTERNATIVES):
            if (found >> i) & 1:
                out[EITHER + i] = 1
                n += 1
    elif phase == Phase.HAND:
        n = legal_kinds(s, seat, out, GIVE if gives(s) else DROP)
    elif phase == Phase.DESTINATION:
        for there in range(s.players):
            if goes_to(s, row, s.step_seat, s.step_slot, s.step_target, there):
                out[ALBUM + there] = 1
                n += 1
        return n
    elif phase == Phase.PLAYER:
        for other in range(s.players):
            if (s.receivers >> other) & 1:
                out[SEAT + other] = 1
                n += 1
        return n
    elif phase == Phase.TOKEN:
        found = tokens(s, row, s.step_seat, next_receiver(s), No.SEAT.value)
        for bonus in range(3):
            if (found >> bonus) & 1:
                out[TOKEN + bonus] = 1
                n += 1
    elif phase == Phase.RECOVER:
        card = s.head[DISCARD]
        while card >= 0:
            if recoverable(s, row, card):
                out[CARD + card] = 1
                n += 1
            card = s.after[card]
    if may_stop(s):
        out[DECLINE] = 1
        n += 1
    return n
