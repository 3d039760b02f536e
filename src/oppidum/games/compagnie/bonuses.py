"""4 Bonuses: which of them a seat can use, and using them."""

from __future__ import annotations

from oppidum.games.compagnie.effects import start, wait_for
from oppidum.games.compagnie.matching import boar_aim, boar_power_target, newest_at, scope_of
from oppidum.games.compagnie.power_language import ROW_BOAR_POWER, Row, power_of, shields_of
from oppidum.games.compagnie.state import POTION_OR_KO, TABLE, Bonus, No, Origin, Phase, Told
from oppidum.games.compagnie.strength import hero_in_play, is_ko, shielded_by_album, slot_of
from oppidum.games.compagnie.zones import draw_card, report, report2, revive
from oppidum.kernel import bits
from oppidum.kernel.compiled import inlined, part, woven

# Bonuses as bits. Those of potion and fish are also those of the shields that keep them off (`shields_of`).
POTION_BIT = 1 << Bonus.POTION
FISH_BIT = 1 << Bonus.FISH
BOAR_BIT = 1 << Bonus.BOAR


@part
def bonuses_held(s, seat):
    """Bits of the bonuses that a seat has."""
    held = 0
    for bonus in range(3):
        held |= int(s.bonus[seat, bonus] > 0) << bonus
    return held


@inlined
def bonuses_for(s, card):
    """Bits of the bonuses that a character on the table can be given: K3 on whatever album.

    The same as asking `suits` for the rows of potion, fish and revival, all at once, without branches.
    """
    kind = s.kind[card]
    character = s.character[kind]
    revived = int(is_ko(s, card)) & (1 - int(hero_in_play(s, kind)))  # 5.2 no second visible hero
    bare = int(s.mark[card] & POTION_OR_KO == 0)  # 4.3 a potion protects
    shields = shields_of(character)
    if (s.shielding >> slot_of(s, card)) & 1:
        shields |= album_shields(s, card, kind, character)
    return (revived * BOAR_BIT) | (bare * (POTION_BIT | FISH_BIT) & ~shields)


@part
def album_shields(s, card, kind, character):
    """From which bonuses the album at which a character stands shields it."""
    shields = 0
    for bonus in range(2):
        if shielded_by_album(s, card, kind, character, 1 << bonus):
            shields |= 1 << bonus
    return shields


@part
def usable_bonuses(s, seat):
    """K2 bits of a seat's bonuses that would have an effect."""
    held = bonuses_held(s, seat)
    found = 0
    card = s.head[TABLE]
    while card >= 0 and found != held:
        found |= held & bonuses_for(s, card)
        card = s.after[card]
    if held & ~found & BOAR_BIT and boar_has_power(s, seat):
        found |= BOAR_BIT
    return found


@part
def boar_has_power(s, seat):
    row = s.row[ROW_BOAR_POWER]
    scope = scope_of(s, row, seat, No.SLOT.value)
    aimed = boar_aim(s, row, seat)
    for slot in range(s.players):
        card = newest_at(aimed, slot)
        if card >= 0 and boar_power_target(s, row, seat, scope, card, aimed):
            return True
    return False


@woven
def can_use_any_bonus(s, seat):
    held = bonuses_held(s, seat)
    if held == 0:
        return False
    card = s.head[TABLE]
    while card >= 0:
        if held & bonuses_for(s, card):
            return True
        card = s.after[card]
    return held & BOAR_BIT != 0 and boar_has_power(s, seat)


@part
def draw_for_bonus(s, seat):  # 4.1 draw, then use (K2)
    s.idle = 0
    draw_card(s, seat)
    found = usable_bonuses(s, seat)
    if bits.count(found) == 1:
        use_bonus(s, seat, bits.lowest(found))
    elif found != 0:
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
