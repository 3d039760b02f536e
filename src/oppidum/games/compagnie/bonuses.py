"""4 Bonuses: which of them a seat can use, and using them."""

from __future__ import annotations

from oppidum.games.compagnie.effects import start, wait_for
from oppidum.games.compagnie.language import ROW_BOAR_POWER, ROW_POTION, Row, power_of
from oppidum.games.compagnie.matching import any_suits, boar_aim, boar_power_target, scope_of
from oppidum.games.compagnie.state import TABLE, Bonus, No, Origin, Phase, Told
from oppidum.games.compagnie.zones import draw_card, is_ko, report, report2, revive
from oppidum.kernel.compiled import part, woven


@part
def can_use_bonus(s, seat, bonus):
    """K2 a bonus must have an effect."""
    if s.bonus[seat, bonus] == 0:
        return False
    row = s.row[ROW_POTION + bonus]  # K3 it reaches every album
    if any_suits(s, row, seat, No.CARD.value, No.SLOT.value):
        return True
    return bonus == Bonus.BOAR and boar_has_power(s, seat)


@part
def boar_has_power(s, seat):
    row = s.row[ROW_BOAR_POWER]
    scope = scope_of(s, row, seat, No.SLOT.value)
    aimed = boar_aim(s, row, seat)
    for slot in range(s.players):
        card = ((aimed >> (7 * slot)) & 127) - 1
        if card >= 0 and boar_power_target(s, row, seat, scope, card, aimed):
            return True
    return False


@woven
def can_use_any_bonus(s, seat):
    for bonus in range(3):
        if can_use_bonus(s, seat, bonus):
            return True
    return False


@part
def draw_for_bonus(s, seat):  # 4.1 draw, then use (K2)
    s.idle = 0
    draw_card(s, seat)
    n = 0
    only = 0
    for bonus in range(3):
        if can_use_bonus(s, seat, bonus):
            n += 1
            only = bonus
    if n == 1:
        use_bonus(s, seat, only)
    elif n > 1:
        wait_for(s, Phase.BONUS.value, seat)
    else:  # K2 the draw has shuffled the discard, or taken the last card: the turn ends with it
        report(s, Told.NO_USE, seat)


@part
def use_bonus(s, seat, bonus):
    s.last_deed = s.turns
    s.bonus[seat, bonus] -= 1
    report2(s, Told.USED_BONUS, seat, bonus)
    s.reserve[bonus] += 1
    if bonus == Bonus.POTION:  # from the reserve it goes on to the character
        start(s, Row.POTION.value, seat, No.CARD.value, No.SLOT.value, Origin.BONUS.value)
    elif bonus == Bonus.FISH:
        start(s, Row.FISH.value, seat, No.CARD.value, No.SLOT.value, Origin.BONUS.value)
    else:
        wait_for(s, Phase.BOAR.value, seat)


@woven
def use_boar(s, seat, card):  # 4.6
    if is_ko(s, card):
        revive(s, card)
    else:
        report2(s, Told.POWER, seat, card)
        power = power_of(s.character[s.kind[card]])
        start(s, power, seat, card, (s.zone[card] - TABLE) >> 1, Origin.POWER.value)
