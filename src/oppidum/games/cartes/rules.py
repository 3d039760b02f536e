"""The rules of `cartes`, in the order of the rulebook. Numbers are those of the rule page."""

from __future__ import annotations

from oppidum.games.cartes.state import (
    ACTIONS,
    DECK,
    FREE,
    FULL_HAND,
    GIVE,
    IDEFIX,
    KEEP,
    MAX_HANDS,
    MAX_PLAYERS,
    MOST_BOTTLES,
    NO_BID,
    NOBODY,
    ONLY_IDEFIX,
    PIRATES,
    RANKS,
    RESOLVE,
    Frees,
    Kind,
    Phase,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import part, rule
from oppidum.kernel.events import forget, tell, whisper
from oppidum.kernel.stream import open_stream, shuffle

DIFFERS = -1
UNKNOWN = -2

# ---------------------------------------------------------------- 2 preparation


@rule
def deal(s, players, options, key):
    forget(s)
    open_stream(s, key)
    s.players = players
    s.hands_to_play = options[0] + 1
    s.hand_number = 0
    for hand in range(MAX_HANDS):
        for seat in range(MAX_PLAYERS):
            s.sheet[hand, seat] = 0
    hand_out_characters(s, options[1] == 1)
    prepare_hand(s)


@part
def hand_out_characters(s, drawn):
    for character in range(MAX_PLAYERS):
        s.character[character] = character
    if drawn:
        shuffle(s, s.character, 0, MAX_PLAYERS)
        for seat in range(s.players):
            tell(s, Kind.DRAWN_CHARACTER, seat, s.character[seat], 0)


@part
def prepare_hand(s):
    for seat in range(MAX_PLAYERS):
        s.gauls[seat] = FULL_HAND if seat < s.players else 0  # 2.1 ten Gauls and Idéfix
        s.bids[seat] = NO_BID
        for rank in range(RANKS):
            s.captured[seat, rank] = 0
    for pirate in range(PIRATES):
        s.holder[pirate] = NOBODY
    s.peeker = NOBODY
    shuffle_deck(s)
    offer(s, 0)


@part
def shuffle_deck(s):  # 2.3 the Romans and the pirates together
    n = 0
    for rank in range(RANKS):
        for _ in range(s.copies[rank]):
            s.deck[n] = rank
            n += 1
    for pirate in range(PIRATES):
        s.deck[n] = RANKS + pirate
        n += 1
    shuffle(s, s.deck, 0, DECK)
    tell(s, Kind.SHUFFLED, s.hand_number, 0, 0)


# ---------------------------------------------------------------- 3 play


@part
def is_pirate(card):
    return card >= RANKS


@part
def offer(s, index):  # 3.1 turn up one card; whoever has cards chooses one
    s.phase = Phase.BID
    s.offered = index
    s.owing = 0
    for seat in range(s.players):
        s.bids[seat] = NO_BID
        if s.gauls[seat] != 0:
            s.owing |= 1 << seat
    tell(s, Kind.OFFERED, s.deck[index], 0, 0)


@part
def bid(s, seat, choice):  # 3.2 in secret; revealed together
    s.bids[seat] = choice
    s.gauls[seat] &= ~(1 << choice)
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        reveal(s)


@part
def extra_bottles(character, value):
    """On a Gaul of a character, beyond the first: a character is an integer, two bits for each value."""
    return (character >> (2 * value)) & 3


@part
def strength(s, seat):  # 3.3, 3.5 the value, and the bottles between equal values
    value = s.bids[seat]
    return MOST_BOTTLES * value + extra_bottles(s.bottles[s.character[seat]], value)


@part
def highest_gaul(s):
    """The seat with the strongest bid; NOBODY after a full tie, or when every bid is Idéfix."""
    best = -1
    winner = NOBODY
    for seat in range(s.players):
        if s.bids[seat] != NO_BID and s.bids[seat] != IDEFIX:
            mine = strength(s, seat)
            if mine > best:
                best = mine
                winner = seat
            elif mine == best:  # C1
                winner = NOBODY
    return winner


@part
def reveal(s):
    idefixes = 0
    gauls = 0
    for seat in range(s.players):
        if s.bids[seat] != NO_BID:
            tell(s, Kind.REVEALED, seat, s.bids[seat], 0)
            if s.bids[seat] == IDEFIX:
                idefixes |= 1 << seat
            else:
                gauls += 1
    winner = highest_gaul(s)
    if winner == NOBODY:  # C1, C4
        tell(s, Kind.NOBODY_WINS, s.deck[s.offered], 1 if gauls > 0 else 0, 0)
        take_back_bids(s)
    else:
        award(s, winner)
    discard_last_idefixes(s)  # C8 at once: before another Idéfix looks
    if bits.count(idefixes) == 1:
        peek(s, bits.lowest(idefixes))
    else:  # 5.5 two or more cancel each other
        take_back_idefixes(s, idefixes)
        next_card(s, s.offered + 1)


@part
def award(s, winner):  # 3.3 the highest Gaul takes the card on offer
    card = s.deck[s.offered]
    capture(s, winner, card)
    tell(s, Kind.CAPTURED, winner, card, s.bids[winner])
    if is_pirate(card):  # 4.3 the winning Gaul goes home, the others are lost
        for seat in range(s.players):
            if seat != winner:
                discard_bid(s, seat)
    else:  # 3.4, 3.6 only the winning Gaul is lost
        discard_bid(s, winner)
    take_back_bids(s)


@part
def capture(s, seat, card):
    if is_pirate(card):
        s.holder[card - RANKS] = seat
    else:
        s.captured[seat, card] += 1


@part
def discard_bid(s, seat):
    s.bids[seat] = NO_BID


@part
def take_back_bids(s):
    """Every Gaul still on the table returns to its hand. Idéfix waits for his own rules."""
    for seat in range(s.players):
        if s.bids[seat] != NO_BID and s.bids[seat] != IDEFIX:
            s.gauls[seat] |= 1 << s.bids[seat]
            s.bids[seat] = NO_BID


@part
def next_card(s, index):  # 3.7, 6 on to the next card, or to the end of the hand
    players_in = 0
    for seat in range(s.players):
        if s.gauls[seat] != 0:
            players_in |= 1 << seat
    if index >= DECK or players_in == 0:
        s.offered = index - 1
        end_hand(s)
    elif bits.count(players_in) == 1:
        s.offered = index - 1
        last_player_draws(s, bits.lowest(players_in))
        end_hand(s)
    else:
        offer(s, index)


# ---------------------------------------------------------------- 5 Idéfix


@part
def may_play_idefix(s, seat):  # 5.7 never against a pirate; 5.6 a last Idéfix has left the hand already
    return (s.gauls[seat] >> IDEFIX) & 1 == 1 and not is_pirate(s.deck[s.offered])


@part
def peek(s, seat):  # 5.2 look at the next card
    if s.offered + 1 >= DECK:  # C5
        take_back_idefixes(s, 1 << seat)
        next_card(s, s.offered + 1)
        return
    s.phase = Phase.PEEK
    s.peeker = seat
    tell(s, Kind.PEEKS, seat, 0, 0)
    whisper(s, 1 << seat, Kind.SEES, seat, s.deck[s.offered + 1], 0)


@part
def keep(s, seat):  # 5.3 a Roman costs Idéfix; 5.4 a pirate sends him home
    card = s.deck[s.offered + 1]
    capture(s, seat, card)
    tell(s, Kind.KEPT, seat, card, is_pirate(card))
    end_peek(s, seat, is_pirate(card))


@part
def give(s, seat, taker):  # 5.3 a Roman given away sends Idéfix home; 5.4 a pirate costs him
    card = s.deck[s.offered + 1]
    capture(s, taker, card)
    tell(s, Kind.GIVEN, seat, taker, card)
    end_peek(s, seat, not is_pirate(card))


@part
def end_peek(s, seat, idefix_returns):
    if idefix_returns:
        take_back_idefixes(s, 1 << seat)
    else:
        s.bids[seat] = NO_BID
        tell(s, Kind.IDEFIX_DISCARDED, seat, 0, 0)
    s.peeker = NOBODY
    next_card(s, s.offered + 2)


@part
def take_back_idefixes(s, seats):
    for seat in range(s.players):
        if (seats >> seat) & 1:
            s.gauls[seat] |= ONLY_IDEFIX
            s.bids[seat] = NO_BID


@part
def discard_last_idefixes(s):  # 5.6, C8
    for seat in range(s.players):
        if s.gauls[seat] == ONLY_IDEFIX:
            s.gauls[seat] = 0
            tell(s, Kind.IDEFIX_DISCARDED, seat, 0, 0)


# ---------------------------------------------------------------- 6 the end of a hand


@part
def last_player_draws(s, seat):  # 6.2, 6.3, C9 one card for each card in hand
    cards = bits.count(s.gauls[seat])
    left = DECK - 1 - s.offered
    drawn = min(cards, left)
    tell(s, Kind.DREW_LAST, seat, drawn, 0)
    for _ in range(drawn):
        s.offered += 1
        capture(s, seat, s.deck[s.offered])
        tell(s, Kind.DREW, seat, s.deck[s.offered], 0)
    s.gauls[seat] = 0


@part
def end_hand(s):
    s.phase = Phase.ESCAPES
    s.owing = 0
    for seat in range(s.players):
        continue_escapes(s, seat)
    if s.owing == 0:
        score_hand(s)


# ---------------------------------------------------------------- 4, 7.1 pirates let Romans escape


@part
def romans(row):
    n = 0
    for rank in range(RANKS):
        n += row[rank]
    return n


@part
def highest_rank(row):
    for rank in range(RANKS - 1, -1, -1):
        if row[rank] > 0:
            return rank
    return NOBODY


@part
def lowest_rank(row):
    for rank in range(RANKS):
        if row[rank] > 0:
            return rank
    return NOBODY


@part
def freed_by(s, row, pirate):
    """The rank that this pirate frees from these captures; NOBODY if it finds none."""
    frees = s.frees[pirate]
    if frees == Frees.HIGHEST:
        return highest_rank(row)
    if frees == Frees.LOWEST or frees == Frees.ANY:
        return lowest_rank(row)
    if row[frees] > 0:
        return frees
    return NOBODY


@part
def worth_of(s, row):  # 7.2, 7.3
    points = 0
    for rank in range(RANKS):
        points += row[rank] * s.worth[rank] + s.bonus[row[rank]]
    return points


@part
def common_worth(s, row, pirates):
    """What the captures are worth after these pirates; DIFFERS if order or choice can change it."""
    found = UNKNOWN
    for pirate in range(PIRATES):
        if (pirates >> pirate) & 1 == 0:
            continue
        choice = s.frees[pirate] == Frees.ANY
        freed = freed_by(s, row, pirate)
        for rank in range(RANKS):
            if row[rank] == 0 or (not choice and rank != freed):
                continue
            row[rank] -= 1
            worth = common_worth(s, row, pirates & ~(1 << pirate))
            row[rank] += 1
            if worth == DIFFERS or (found != UNKNOWN and worth != found):
                return DIFFERS
            found = worth
    return worth_of(s, row) if found == UNKNOWN else found


@part
def pirates_of(s, seat):
    """The seat's pirates that would free somebody."""
    held = 0
    for pirate in range(PIRATES):
        if s.holder[pirate] == seat and freed_by(s, s.captured[seat], pirate) != NOBODY:
            held |= 1 << pirate
    return held


@part
def escape(s, seat, pirate, rank):
    s.captured[seat, rank] -= 1
    s.holder[pirate] = NOBODY
    tell(s, Kind.ESCAPED, seat, pirate, rank)


@part
def continue_escapes(s, seat):  # C7 ask the holder only where the answer can matter
    held = pirates_of(s, seat)
    if held == 0:
        return
    simple = bits.count(held) == 1 and s.frees[bits.lowest(held)] != Frees.ANY
    if not simple and common_worth(s, s.captured[seat], held) == DIFFERS:
        s.owing |= 1 << seat
        return
    while held != 0:
        pirate = bits.lowest(held)
        escape(s, seat, pirate, freed_by(s, s.captured[seat], pirate))
        held = pirates_of(s, seat)


@part
def answer_escape(s, seat, action):
    s.owing &= ~(1 << seat)
    if action >= FREE:
        for pirate in range(PIRATES):
            if s.holder[pirate] == seat and s.frees[pirate] == Frees.ANY:
                escape(s, seat, pirate, action - FREE)
                break
    else:
        pirate = action - RESOLVE
        escape(s, seat, pirate, freed_by(s, s.captured[seat], pirate))
    continue_escapes(s, seat)
    if s.owing == 0:
        score_hand(s)


# ---------------------------------------------------------------- 7 scoring


@part
def score_hand(s):
    for seat in range(s.players):
        s.sheet[s.hand_number, seat] = worth_of(s, s.captured[seat])
    tell(s, Kind.SCORED, s.hand_number, 0, 0)
    s.hand_number += 1
    if s.hand_number < s.hands_to_play:  # 7.4
        prepare_hand(s)
    else:
        finish(s)


@part
def total(s, seat):
    points = 0
    for hand in range(MAX_HANDS):  # those to come count nothing yet
        points += s.sheet[hand, seat]
    return points


@part
def finish(s):
    s.phase = Phase.OVER
    leaders = winners(s)
    for seat in range(s.players):
        if (leaders >> seat) & 1:
            tell(s, Kind.WON, seat, 0, 0)


@part
def winners(s):  # 7.5; 7.6, C10 equal totals share the victory
    best = total(s, 0)
    leaders = 1
    for seat in range(1, s.players):
        points = total(s, seat)
        if points > best:
            best = points
            leaders = 1 << seat
        elif points == best:
            leaders |= 1 << seat
    return leaders


@rule
def scores(s, out):
    for seat in range(s.players):
        out[seat] = total(s, seat)
    return winners(s) if s.phase == Phase.OVER else 0


# ---------------------------------------------------------------- decisions


@rule
def waiting(s):
    if s.phase == Phase.PEEK:
        return 1 << s.peeker
    if s.phase == Phase.OVER:
        return 0
    return s.owing


@rule
def legal(s, seat, out):
    for action in range(ACTIONS):
        out[action] = 0
    if s.phase == Phase.BID:
        return legal_bids(s, seat, out)
    if s.phase == Phase.PEEK:
        return legal_after_peek(s, seat, out)
    return legal_escapes(s, seat, out)


@part
def legal_bids(s, seat, out):
    n = 0
    gauls = s.gauls[seat]
    for choice in range(IDEFIX):
        held = (gauls >> choice) & 1
        out[choice] = held
        n += held
    if may_play_idefix(s, seat):
        out[IDEFIX] = 1
        n += 1
    return n


@part
def legal_after_peek(s, seat, out):
    out[KEEP] = 1
    for other in range(s.players):
        if other != seat:  # C6 also to a player without cards
            out[GIVE + other] = 1
    return s.players


@part
def legal_escapes(s, seat, out):
    n = 0
    held = pirates_of(s, seat)
    for pirate in range(PIRATES):
        if (held >> pirate) & 1 == 0:
            continue
        if s.frees[pirate] == Frees.ANY:
            for rank in range(RANKS):
                if s.captured[seat, rank] > 0:
                    out[FREE + rank] = 1
                    n += 1
        else:
            out[RESOLVE + pirate] = 1
            n += 1
    return n


@rule
def act(s, seat, action):
    forget(s)
    if s.phase == Phase.BID:
        bid(s, seat, action)
    elif s.phase == Phase.ESCAPES:
        answer_escape(s, seat, action)
    elif action == KEEP:
        keep(s, seat)
    else:
        give(s, seat, action - GIVE)
