"""The rules of `compagnie`, in the order of the rulebook. Numbers are those of the rule page."""

from __future__ import annotations

from oppidum.games.compagnie.albums import lay_album, next_won_slot, orient, resolve, reveal
from oppidum.games.compagnie.effects import (
    choose_destination,
    choose_drop,
    choose_player,
    choose_recover,
    choose_target,
    choose_token,
    choose_use,
    decline,
    drop,
    gain_bonus,
    in_chain,
    may_stop,
    run,
    start,
    stop,
    wait_for,
)
from oppidum.games.compagnie.language import (
    FIRST_CONDITION,
    FIRST_STANDING,
    ROW_BOAR_POWER,
    ROW_POTION,
    ROW_REVIVE,
    Row,
    Verb,
    after_of,
    colour_of,
    constraint_of,
    cost_of,
    power_of,
    type_of,
    verb_of,
)
from oppidum.games.compagnie.matching import (
    aim,
    any_suits,
    boar_aim,
    boar_power_target,
    can_gain,
    goes_to,
    holds,
    is_target,
    payable,
    recoverable,
    scope_of,
    suits,
    tokens,
    usable,
)
from oppidum.games.compagnie.state import (
    ACTIONS,
    ALBUM,
    ALBUMS,
    BONUS,
    CARD,
    CARDS,
    CLEOPATRA_ANY,
    DECLINE,
    DISCARD,
    DROP,
    FACE,
    HAND,
    IDLE_ROUNDS,
    PLAY,
    REINFORCE,
    SEAT,
    SEATS,
    TABLE,
    TOKEN,
    USE,
    ZONES,
    Bonus,
    Colour,
    Ending,
    Helmet,
    No,
    Origin,
    Phase,
    Told,
    Type,
    Zone,
)
from oppidum.games.compagnie.table import (
    camp_of,
    clockwise,
    draw_card,
    end_early,
    enter_zone,
    find_in_hand,
    fits,
    is_ko,
    left_slot,
    place,
    report,
    report2,
    report3,
    revive,
    right_slot,
    sesterces,
    shuffle_discard,
    side_slot,
)
from oppidum.kernel.compiled import inlined, part, rule, woven
from oppidum.kernel.events import forget
from oppidum.kernel.stream import draw, open_stream, shuffle

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
    start_turn(s, s.turn + 0)


@woven
def reset(s):
    for zone in range(ZONES):
        s.head[zone] = -1
        s.held[zone] = 0
    for card in range(CARDS):
        s.after[card] = -1
        s.zone[card] = -1
        s.mark[card] = 0
        s.known[card] = 0
        s.batch[card] = 0
    s.shuffles = 0
    for album in range(ALBUMS):
        s.library[album] = -1
        s.trophy[album] = 0
    for slot in range(SEATS):
        s.contested[slot] = -1
        s.gaul_seat[slot] = -1
        s.goal[slot] = 0
        s.worth[slot] = 0
        s.total[slot, 0] = 0
        s.total[slot, 1] = 0
    s.banning = 0
    s.shielding = 0
    s.strengthening = 0
    s.shelf = 0
    s.turns = 0
    s.idle = 0
    s.dropped = 0
    s.last_winner = -1
    s.loser = -1
    s.slot = -1
    s.did = 0
    s.doing = 0
    s.ending = Ending.RUNNING
    s.winners = 0
    start(s, No.SLOT.value, No.SLOT.value, No.CARD.value, No.SLOT.value, Origin.NOTHING.value)
    stop(s)


@woven
def hand_out_tokens(s):  # 2.1 a legionary helmet, a potion, a fish and a boar each
    for seat in range(SEATS):
        plays = 1 if seat < s.players else 0
        s.album_points[seat] = 0
        s.helmet[seat, Helmet.LEGIONARY] = plays
        s.helmet[seat, Helmet.CENTURION] = 0
        for bonus in range(3):
            s.bonus[seat, bonus] = plays
    for bonus in range(3):
        s.reserve[bonus] = s.stock[bonus] - s.players
    s.helmets_left[Helmet.LEGIONARY] = s.helmet_stock[Helmet.LEGIONARY] - s.players
    s.helmets_left[Helmet.CENTURION] = s.helmet_stock[Helmet.CENTURION]


@woven
def deal_cards(s):  # 2.2 five cards each; the rest is the pile
    for card in range(s.cards + 0):
        enter_zone(s, card, Zone.DISCARD.value)
    shuffle_discard(s)
    for _ in range(HAND):
        for seat in range(s.players + 0):
            draw_card(s, seat)
    forget(s)


@woven
def lay_out_albums(s):  # 2.3, 2.4 starting albums between neighbours; the others shuffled into a pile
    for album in range(s.albums + 0):
        s.library[album] = album
    shuffle(s, s.library, 0, s.starters)
    for slot in range(s.players + 0):
        lay_album(s, slot, s.library[slot] + 0)
        s.gaul_seat[slot] = slot  # the Gaul camp on everybody's left, the Roman camp on their right
    s.shelf = s.albums - s.players
    for i in range(s.shelf + 0):
        s.library[i] = s.library[i + s.players]
    for i in range(s.shelf + 0, s.albums + 0):
        s.library[i] = -1
    shuffle(s, s.library, 0, s.shelf)


# ---------------------------------------------------------------- 3 the turn


@part
def start_turn(s, seat):
    s.turn = seat
    s.turns += 1
    s.dropped = 0
    s.last_winner = -1
    report(s, Told.STARTS, seat)
    wait_for(s, Phase.TURN.value, seat)


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
        slot = next_won_slot(s)
        if slot < 0:
            first = s.turn if s.last_winner < 0 else s.last_winner  # 6.9
            start_turn(s, clockwise(s, first + 0))
            return
        resolve(s, slot)
        return


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
    seat, card, slot = s.step_seat + 0, s.step_card + 0, s.step_slot + 0
    power = power_of(s.character[s.kind[card]])
    # A chain without price or condition shows by running whether it has an effect: it stops at the first
    # row that has one, or nowhere.
    if power != 0 and needs_a_look(s, power) and not usable(s, power, seat, card, slot):
        power = 0
    start(s, power, seat, card, slot, Origin.POWER.value)
    s.asked = 1


# ---------------------------------------------------------------- 3.2 play a character


@part
def can_place(s, seat, kind, slot, camp):
    """3.3 to 3.5 whether a character may be played on an album, where the seat faces this camp."""
    character = s.character[kind] + 0
    if type_of(character) == Type.HERO and hero_in_play(s, kind):
        return False
    return open_to(s, seat, kind, character, slot, camp)


@part
def open_to(s, seat, kind, character, slot, camp):
    """Everything but the rule of heroes, which is the same for both albums."""
    if not welcome(character, camp):
        return False
    if banned(s, kind, character, slot):
        return False
    first = constraint_of(character)
    return first == 0 or meets(s, first, seat, slot)


@part
def hero_in_play(s, kind):  # 5.1
    card = s.head[TABLE] + 0
    while card >= 0:
        if s.kind[card] == kind and not is_ko(s, card):
            return True
        card = s.after[card] + 0
    return False


@inlined
def welcome(character, camp):
    """3.3 whether a character's colour is that of the camp, or neutral."""
    colour = colour_of(character)
    return (colour == Colour.NEUTRAL) | (colour == camp)


@inlined
def is_choosy(s, character):
    """Whether more than its colour may keep a character out: heroes, constraints, albums that ban some."""
    return (type_of(character) == Type.HERO) | (constraint_of(character) != 0) | (s.banning != 0)


@part
def choosy_places(s, seat, kind, character):
    """On which of a seat's albums a choosy character may be played: bit 0 the left, bit 1 the right one."""
    if type_of(character) == Type.HERO and hero_in_play(s, kind):
        return 0
    places = 0
    for side in range(2):
        slot = side_slot(s, seat, side)
        if open_to(s, seat, kind, character, slot, camp_of(s, seat, slot)):
            places |= 1 << side
    return places


@part
def banned(s, kind, character, slot):
    """Whether an album's standing rule keeps a character out."""
    if (s.banning >> slot) & 1 == 0:
        return False
    at = s.effect[s.contested[slot]] + 0
    while at != 0:
        row = s.row[at]
        if verb_of(row) == Verb.BAN and fits(row, kind, character):
            return True
        at = after_of(row)
    return False


@part
def meets(s, first, seat, slot):
    """3.5 whether the conditions of a constraint hold and its price can be paid."""
    others = s.held[seat] - 1
    if s.cleopatra == CLEOPATRA_ANY:
        others += 1  # K1 the character itself counts among the cards
    at = first
    while at != 0:
        row = s.row[at]
        verb = verb_of(row)
        if verb < FIRST_CONDITION:
            if cost_of(row) and not payable(s, row, seat, No.CARD.value, slot, others):
                return False
        elif verb < FIRST_STANDING and not holds(s, row, seat, No.CARD.value, slot):
            return False
        at = after_of(row)
    return True


@woven
def play(s, seat, kind, side):
    slot = side_slot(s, seat, side)
    card = find_in_hand(s, seat, kind)
    first = constraint_of(s.character[kind])
    s.idle = 0
    place(s, seat, card, slot)
    start(s, first, seat, card, slot, Origin.CONSTRAINT.value)


# ---------------------------------------------------------------- 4 use a bonus


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
    for slot in range(s.players + 0):
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
    only = s.players - s.players
    for bonus in range(3):
        if can_use_bonus(s, seat, bonus):
            n += 1
            only = bonus
    if n == 1:
        use_bonus(s, seat, only)
    elif n > 1:
        wait_for(s, Phase.BONUS.value, seat)


@part
def use_bonus(s, seat, bonus):
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


# ---------------------------------------------------------------- 3.9 reinforce the hand


@part
def reinforce(s, seat):
    drawn = 0
    while s.held[seat] < HAND and draw_card(s, seat):
        drawn += 1
    report3(s, Told.REINFORCED, seat, s.dropped + 0, drawn)
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


@part
def legal_rare(s, seat, out):
    phase = s.phase
    n = 0
    if phase == Phase.BONUS or phase == Phase.CONSOLE:
        for bonus in range(3):
            good = can_use_bonus(s, seat, bonus) if phase == Phase.BONUS else can_gain(s, seat, bonus)
            if good:
                out[TOKEN + bonus] = 1
                n += 1
        return n
    row = s.row[s.step]
    if phase == Phase.HAND:
        n = legal_drops(s, seat, out)
    elif phase == Phase.DESTINATION:
        for there in range(s.players + 0):
            if goes_to(s, row, s.step_seat + 0, s.step_slot + 0, s.step_target + 0, there):
                out[ALBUM + there] = 1
                n += 1
        return n
    elif phase == Phase.PLAYER:
        for other in range(s.players + 0):
            if (s.receivers >> other) & 1:
                out[SEAT + other] = 1
                n += 1
        return n
    elif phase == Phase.TOKEN:
        found = tokens(s, row, s.step_seat + 0, token_holder(s))
        for bonus in range(3):
            if (found >> bonus) & 1:
                out[TOKEN + bonus] = 1
                n += 1
    elif phase == Phase.RECOVER:
        card = s.head[DISCARD] + 0
        while card >= 0:
            if recoverable(s, row, card):
                out[CARD + card] = 1
                n += 1
            card = s.after[card] + 0
    if may_stop(s):
        out[DECLINE] = 1
        n += 1
    return n


@woven
def token_holder(s):
    seat = s.step_seat + 0
    while (s.receivers >> seat) & 1 == 0:
        seat = clockwise(s, seat)
    return seat


@part
def legal_turn(s, seat, out):
    n = 1
    out[REINFORCE] = 1
    if can_use_any_bonus(s, seat):
        out[BONUS] = 1
        n += 1
    left, right = left_slot(s, seat), right_slot(s, seat)
    left_camp, right_camp = camp_of(s, seat, left), camp_of(s, seat, right)
    card = s.head[seat] + 0
    while card >= 0:
        kind = s.kind[card] + 0
        card = s.after[card] + 0
        at = PLAY + 2 * kind
        if out[at] != 0 or out[at + 1] != 0:
            continue  # another copy
        character = s.character[kind] + 0
        on_left, on_right = welcome(character, left_camp), welcome(character, right_camp)
        if is_choosy(s, character):
            places = choosy_places(s, seat, kind, character)
            on_left, on_right = places & 1 == 1, places & 2 == 2
        out[at] = on_left
        out[at + 1] = on_right
        n += on_left
        n += on_right
    return n


@part
def legal_drops(s, seat, out):
    n = 0
    card = s.head[seat] + 0
    while card >= 0:
        if out[DROP + s.kind[card]] == 0:
            out[DROP + s.kind[card]] = 1
            n += 1
        card = s.after[card] + 0
    return n


@part
def legal_targets(s, seat, out):
    n = 0
    row = s.row[s.step]
    source, slot = s.step_card + 0, s.step_slot + 0
    scope = scope_of(s, row, seat, slot)
    aimed = aim(s, row, scope, source)
    card = s.head[TABLE] + 0
    while card >= 0:
        if is_target(s, row, seat, source, slot, scope, card, aimed):
            out[CARD + card] = 1
            n += 1
        card = s.after[card] + 0
    if may_stop(s):
        out[DECLINE] = 1
        n += 1
    return n


@part
def legal_boar(s, seat, out):
    n = 0
    power = s.row[ROW_BOAR_POWER]
    revival = s.row[ROW_REVIVE]
    power_scope = scope_of(s, power, seat, No.SLOT.value)
    revival_scope = scope_of(s, revival, seat, No.SLOT.value)
    aimed = boar_aim(s, power, seat)
    card = s.head[TABLE] + 0
    while card >= 0:
        if suits(s, revival, revival_scope, No.CARD.value, card) or boar_power_target(
            s, power, seat, power_scope, card, aimed
        ):
            out[CARD + card] = 1
            n += 1
        card = s.after[card] + 0
    return n


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
            drop(s, seat, find_in_hand(s, seat, action - DROP))
            return
        reinforce(s, seat)
    elif act_between_turns(s, seat, action):
        return
    go_on(s)


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


@woven
def act_turn(s, seat, action):
    """True: the turn's player has to decide again."""
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
        choose_drop(s, find_in_hand(s, seat, action - DROP))
    elif phase == Phase.TOKEN:
        choose_token(s, action - TOKEN)
    elif phase == Phase.RECOVER:
        choose_recover(s, action - CARD)
    return False


@rule
def scores(s, out):
    for seat in range(s.players + 0):
        out[seat] = sesterces(s, seat)
    return s.winners + 0
