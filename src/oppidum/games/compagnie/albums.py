"""6 Resolution of an album: trophies, K.O. characters, consolation, the new album and its effect."""

from __future__ import annotations

from oppidum.games.compagnie.effects import gain_bonus, pay_helmets, start, wait_for
from oppidum.games.compagnie.matching import gains
from oppidum.games.compagnie.power_language import Verb, after_of, type_of, verb_of
from oppidum.games.compagnie.state import (
    TABLE,
    Camp,
    Ending,
    Helmet,
    No,
    Origin,
    Phase,
    Told,
    Type,
)
from oppidum.games.compagnie.strength import is_ko, note_hero_gone, owner_of, set_goal, slot_of
from oppidum.games.compagnie.zones import (
    clockwise,
    end_early,
    lay_on_discard,
    look_at_purse,
    other_seat,
    remove_potion,
    report,
    report2,
    report3,
    seat_of,
    to_hand,
    unlink,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import part, woven


@part
def winning_camp(s, slot):
    """6.1, K5 the camp that has reached the goal: the higher; equal: the turn's player, or else the Gauls."""
    gauls = s.total[slot, Camp.GAUL]
    romans = s.total[slot, Camp.ROMAN]
    if max(gauls, romans) < s.goal[slot]:
        return -1
    if gauls > romans:
        return Camp.GAUL.value
    if romans > gauls:
        return Camp.ROMAN.value
    return Camp.ROMAN.value if seat_of(s, slot, Camp.ROMAN.value) == s.turn else Camp.GAUL.value


@woven
def next_won_slot(s):
    """K5 several albums at once: clockwise from the player whose turn it is. -1: none."""
    slot = s.turn
    for _ in range(s.players):
        if winning_camp(s, slot) >= 0:
            return slot
        slot = clockwise(s, slot)
    return -1


@part
def resolve(s, slot):
    winner = seat_of(s, slot, winning_camp(s, slot))
    s.slot = slot
    s.loser = other_seat(s, winner, slot)
    s.last_winner = winner
    s.last_deed = s.turns
    award(s, winner, slot)
    if s.ending != Ending.RUNNING:
        return
    clear(s, slot)
    console(s)


@woven
def award(s, winner, slot):  # 6.2 the album and a helmet for every visible legionary and centurion
    album = s.contested[slot]
    s.album_points[winner] += s.worth[slot]
    s.trophy[album] = winner + 1
    report3(s, Told.WON_ALBUM, winner, album, slot)
    legionaries = 0
    centurions = 0
    card = s.head[TABLE]
    while card >= 0:
        if slot_of(s, card) == slot and not is_ko(s, card):
            rank = type_of(s.character[s.kind[card]])
            if rank == Type.LEGIONARY:
                legionaries += 1
            elif rank == Type.CENTURION:
                centurions += 1
        card = s.after[card]
    pay_helmets(s, winner, Helmet.CENTURION.value, centurions)
    pay_helmets(s, winner, Helmet.LEGIONARY.value, legionaries)
    look_at_purse(s, winner)  # 6.3, K6 only when everything is counted


@woven
def clear(s, slot):  # 6.4 K.O. characters go back to their owners, the others are discarded
    before = No.CARD.value
    card = s.head[TABLE]
    while card >= 0:
        following = s.after[card]
        if slot_of(s, card) == slot:
            remove_potion(s, card)  # K12
            unlink(s, TABLE, card, before)
            if is_ko(s, card):
                to_hand(s, owner_of(s, card), card)
            else:
                note_hero_gone(s, card)
                lay_on_discard(s, card)
        else:
            before = card
        card = following
    s.total[slot, 0] = 0
    s.total[slot, 1] = 0


@woven
def console(s):  # 6.5 the loser gains a bonus of their choice
    found = gains(s, s.loser)
    if bits.count(found) > 1:
        wait_for(s, Phase.CONSOLE.value, s.loser)
        return
    if found != 0:
        gain_bonus(s, s.loser, bits.lowest(found))
    reveal(s)


@part
def reveal(s):  # 6.6 the loser turns up a new album and reads its effect before turning it
    if s.shelf == 0:
        end_early(s, Ending.NO_ALBUMS.value)
        return
    s.shelf -= 1
    lay_album(s, s.slot, s.library[s.shelf])
    s.library[s.shelf] = -1
    report2(s, Told.REVEALED, s.contested[s.slot], s.slot)
    if s.shelf > 0 and s.revision > 1:  # K19
        report(s, Told.NEXT_ALBUM, s.library[s.shelf - 1])
    wait_for(s, Phase.ORIENT.value, s.loser)


@part
def lay_album(s, slot, album):
    """An album comes into play, with its standing rules."""
    s.contested[slot] = album
    set_goal(s, slot)
    always = int(s.lively != 0) << slot  # characters may have standing rules on every album
    s.banning = (s.banning & ~(1 << slot)) | always
    s.shielding = (s.shielding & ~(1 << slot)) | always
    s.strengthening = (s.strengthening & ~(1 << slot)) | always
    at = s.effect[album]
    while at != 0:
        row = s.row[at]
        verb = verb_of(row)
        if verb == Verb.BAN:
            s.banning |= 1 << slot
        elif verb == Verb.SHIELD:
            s.shielding |= 1 << slot
        elif verb == Verb.STRENGTHEN:
            s.strengthening |= 1 << slot
        at = after_of(row)


@woven
def orient(s, camp):  # 6.7 the loser chooses the camp to face; then the effect applies (6.8)
    slot = s.slot
    loser = s.loser
    s.gaul_seat[slot] = loser if camp == Camp.GAUL else other_seat(s, loser, slot)
    report3(s, Told.ORIENTED, loser, slot, camp)
    start(s, s.effect[s.contested[slot]], loser, No.CARD.value, slot, Origin.ALBUM.value)
