"""The rules of `compagnie`: the turn, and the verbs. Numbers are those of the rule page.

Long chapters of the rulebook have rooms of their own: `preparation`, `placing`, `bonuses`, `albums`.
`effects` runs powers, `choices` says what may be decided.
"""

from __future__ import annotations

from oppidum.games.compagnie.albums import next_won_slot, orient, resolve, reveal
from oppidum.games.compagnie.bonuses import draw_for_bonus, use_boar, use_bonus
from oppidum.games.compagnie.choices import legal_boar, legal_drops, legal_rare, legal_targets, legal_turn
from oppidum.games.compagnie.effects import (
    choose_alternative,
    choose_destination,
    choose_drop,
    choose_player,
    choose_recover,
    choose_target,
    choose_token,
    choose_use,
    decline,
    gain_bonus,
    in_chain,
    lay_down,
    run,
    start,
    stop,
    wait_for,
)
from oppidum.games.compagnie.matching import usable
from oppidum.games.compagnie.placing import open_to, play
from oppidum.games.compagnie.power_language import (
    FIRST_CONDITION,
    after_of,
    cost_of,
    power_of,
    type_of,
    verb_of,
)
from oppidum.games.compagnie.preparation import (
    deal_cards,
    hand_out_tokens,
    lay_out_albums,
    open_albums,
    reset,
)
from oppidum.games.compagnie.state import (
    ACTIONS,
    ALBUM,
    BONUS,
    CARD,
    DECLINE,
    DROP,
    EITHER,
    FACE,
    GIVE,
    HAND,
    IDLE_ROUNDS,
    MORE,
    MOST_ROUNDS,
    PLAY,
    QUIET_ROUNDS,
    REINFORCE,
    SEAT,
    TOKEN,
    USE,
    Drop,
    Ending,
    No,
    Origin,
    Phase,
    Told,
    Type,
)
from oppidum.games.compagnie.strength import hero_in_play
from oppidum.games.compagnie.zones import (
    clockwise,
    draw_card,
    end_early,
    find_in_hand,
    report,
    report3,
    sesterces,
    take_from_hand,
)
from oppidum.kernel.compiled import part, rule, woven
from oppidum.kernel.events import forget
from oppidum.kernel.stream import draw, open_stream

# ---------------------------------------------------------------- 2 preparation


@rule
def deal(s, players, options, key):
    forget(s)
    open_stream(s, key)
    s.players = players
    s.boar = options[0]
    s.cleopatra = options[1]
    reset(s)
    hand_out_tokens(s)
    deal_cards(s)
    lay_out_albums(s)
    s.turn = draw(s, players)  # K13
    report(s, Told.DEALT, No.DETAIL.value)
    go_on(s)


# ---------------------------------------------------------------- 3 the turn


@part
def start_turn(s, seat):
    if nobody_will_win(s):
        return
    s.turn = seat
    s.turns += 1
    s.dropped = 0
    s.last_winner = -1
    report(s, Told.STARTS, seat)
    wait_for(s, Phase.TURN.value, seat)


@part
def whose_turn(s):
    """Who is next: the same player once more (10.2), or the next one; who must skip is passed over (10.3)."""
    s.hop = 0
    if s.pace[s.turn] > 0:
        s.pace[s.turn] -= 1
        s.hop = MORE
        return s.turn
    first = s.turn if s.last_winner < 0 else s.last_winner  # 6.9
    seat = clockwise(s, first)
    while s.pace[seat] < 0:
        s.pace[seat] += 1
        s.hop |= 1 << seat
        report(s, Told.SKIPPED, seat)
        seat = clockwise(s, seat)
    return seat


@part
def nobody_will_win(s):  # K11 a round has as many turns as there are players
    if s.revision == 1:
        return False
    if s.turns - s.last_deed >= QUIET_ROUNDS * s.players:
        end_early(s, Ending.QUIET.value)
        return True
    if s.turns >= MOST_ROUNDS * s.players:
        end_early(s, Ending.LONG.value)
        return True
    return False


@part
def go_on(s):
    """Run on to the next decision: the rest of a chain, albums that are won, the next turn."""
    while s.ending == Ending.RUNNING:
        if s.step == 0:
            stop(s)
        elif run(s) or s.ending != Ending.RUNNING:
            return
        if s.origin == Origin.CONSTRAINT:  # the price is paid: now the power (3.6)
            offer_power(s)
            continue
        s.origin = Origin.NOTHING
        if s.turns == 0:
            if open_albums(s):
                continue
            start_turn(s, s.turn)
            return
        slot = next_won_slot(s)
        if slot < 0:
            start_turn(s, whose_turn(s))
            return
        resolve(s, slot)
        return


# ---------------------------------------------------------------- 3.2 play a character


@part
def can_place(s, seat, kind, slot, camp):
    """3.3 to 3.5 whether a character may be played on an album, where the seat faces this camp."""
    character = s.character[kind]
    if type_of(character) == Type.HERO and hero_in_play(s, kind):
        return False
    return open_to(s, seat, kind, character, slot, camp)


@woven
def needs_a_look(s, first):
    at = first
    while at != 0:
        row = s.row[at]
        if cost_of(row) or verb_of(row) >= FIRST_CONDITION:
            return True
        at = after_of(row)
    return False


@woven
def offer_power(s):
    seat, card, slot = s.step_seat, s.step_card, s.step_slot
    power = power_of(s.character[s.kind[card]])
    # A chain without price or condition shows by running whether it has an effect: it stops at the first
    # row that has one, or nowhere.
    if power != 0 and needs_a_look(s, power) and not usable(s, power, seat, card, slot, No.SEAT.value):
        power = 0
    start(s, power, seat, card, slot, Origin.POWER.value)
    s.asked = 1


# ---------------------------------------------------------------- 3.9 reinforce the hand


@part
def reinforce(s, seat):
    drawn = 0
    while s.held[seat] < HAND and draw_card(s, seat):
        drawn += 1
    report3(s, Told.REINFORCED, seat, s.dropped, drawn)
    s.idle = 0 if drawn + s.dropped > 0 else s.idle + 1
    if s.idle >= IDLE_ROUNDS * s.players:  # K11
        end_early(s, Ending.STALLED.value)


# ---------------------------------------------------------------- the verbs of the kernel


@rule
def waiting(s):
    return 0 if s.phase == Phase.OVER else 1 << s.actor


@rule
def legal(s, seat, out):
    for i in range(ACTIONS):
        out[i] = 0
    phase = s.phase
    if phase == Phase.TURN:
        return legal_turn(s, seat, out)
    if phase == Phase.TARGET:
        return legal_targets(s, seat, out)
    if phase == Phase.REINFORCE:
        out[DECLINE] = 1
        return 1 + legal_drops(s, seat, out)
    if phase == Phase.USE:
        out[USE] = 1
        out[DECLINE] = 1
        return 2
    if phase == Phase.ORIENT:
        out[FACE] = 1
        out[FACE + 1] = 1
        return 2
    if phase == Phase.BOAR:
        return legal_boar(s, seat, out)
    return legal_rare(s, seat, out)


@rule
def act(s, seat, action):
    """Few calls, the rest in functions of their own: Numba prepares every call where a function begins."""
    forget(s)
    phase = s.phase
    if phase == Phase.TURN:
        if act_turn(s, seat, action):
            return
    elif in_chain(s):
        if act_in_chain(s, seat, action):
            return
    elif phase == Phase.REINFORCE:
        if action != DECLINE:
            s.dropped += 1
            lay_down(s, seat, take_from_hand(s, seat, action - DROP), Drop.CHOSEN.value)
            return
        reinforce(s, seat)
    elif act_between_turns(s, seat, action):
        return
    go_on(s)


@woven
def act_turn(s, seat, action):
    """True: the turn's player has to decide again."""
    s.looked = 0
    if action == REINFORCE:
        wait_for(s, Phase.REINFORCE.value, seat)
        return True
    if action == BONUS:
        draw_for_bonus(s, seat)
        return s.phase != Phase.TURN
    at = action - PLAY
    play(s, seat, at >> 1, at & 1)
    return False


@part
def act_in_chain(s, seat, action):
    """True: a moved character's destination has to be chosen."""
    phase = s.phase
    if action == DECLINE:
        decline(s)
    elif phase == Phase.TARGET:
        return choose_target(s, action - CARD)
    elif phase == Phase.DESTINATION:
        choose_destination(s, action - ALBUM)
    elif phase == Phase.USE:
        choose_use(s)
    elif phase == Phase.PLAYER:
        choose_player(s, action - SEAT)
    elif phase == Phase.HAND:
        first = GIVE if action >= GIVE else DROP
        choose_drop(s, find_in_hand(s, seat, action - first))
    elif phase == Phase.TOKEN:
        choose_token(s, action - TOKEN)
    elif phase == Phase.RECOVER:
        choose_recover(s, action - CARD)
    elif phase == Phase.EITHER:
        choose_alternative(s, action - EITHER)
    return False


@part
def act_between_turns(s, seat, action):
    """True: somebody has to decide before the game goes on."""
    phase = s.phase
    if phase == Phase.BONUS:
        use_bonus(s, seat, action - TOKEN)
        return s.phase == Phase.BOAR
    if phase == Phase.BOAR:
        use_boar(s, seat, action - CARD)
    elif phase == Phase.CONSOLE:
        gain_bonus(s, seat, action - TOKEN)
        reveal(s)
        return True
    elif phase == Phase.ORIENT:
        orient(s, action - FACE)
    return False


@rule
def scores(s, out):
    for seat in range(s.players):
        out[seat] = sesterces(s, seat)
    return s.winners
