"""The rules of `romains`, in the order of the rulebook. Numbers are those of the rules page."""

from __future__ import annotations

from oppidum.games.romains.card_sets import count, nth, one, worth
from oppidum.games.romains.memory import (
    remember_bank,
    remember_exchange,
    remember_gain,
    remember_jostle,
    remember_loss,
)
from oppidum.games.romains.state import (
    ACTIONS,
    CAMP,
    CARDS,
    FACES,
    HAND,
    NOWHERE,
    SEATS,
    STEPS_BACK,
    Action,
    Die,
    Kind,
    Phase,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import part, rule
from oppidum.kernel.events import forget, tell, whisper
from oppidum.kernel.stream import draw, open_stream, shuffle

# ---------------------------------------------------------------- 2 setting up


@rule
def deal(s, players, options, key):
    open_stream(s, key)
    forget(s)
    s.players = players
    s.arrival = options[0]
    s.turns = 0
    s.below = 0
    for x in range(SEATS):
        s.at[x] = CAMP  # 2.1
        s.holds[x] = 0
        s.bank[x] = 0
        s.group[x] = 0
        s.reads[x] = 0
        s.pool[x, 0] = 0
        s.pool[x, 1] = 0
        for y in range(SEATS):
            s.known[x, y] = 0
    shuffle_pile(s)
    for x in range(players):  # 2.4
        for _ in range(HAND):
            take_card(s, x)
    forget(s)
    tell(s, Kind.DEAL, 0, 0, 0)
    start_turn(s, draw(s, players))  # 3.1
    s.events[0, 1] = s.turn


@part
def shuffle_pile(s):
    n = 0
    for face in range(FACES):
        for _ in range(count(s.supply, face)):
            s.pile[n] = face
            n += 1
    shuffle(s, s.pile, 0, CARDS)  # 2.2
    aside = (s.aside >> (5 * (s.players - 2))) & 31
    for i in range(aside):  # 2.3 removed unseen
        s.pile[i] = NOWHERE
    s.top = aside
    s.left = CARDS - aside


# ---------------------------------------------------------------- 3 the turn


@part
def start_turn(s, seat):
    s.turn = seat
    s.phase = Phase.ROLL
    s.die = -1
    s.pips = 0
    s.jostled = 0
    s.tripped = 0
    ask(s, 1 << seat)


@part
def ask(s, seats):
    s.asked = seats
    s.decided = 0
    s.called = 0


@rule
def waiting(s):
    return s.asked & ~s.decided


@rule
def legal(s, seat, out):
    for action in range(ACTIONS):
        out[action] = 0
    phase = s.phase
    if phase == Phase.ROLL:  # 3.2
        out[Action.WHITE] = 1
        out[Action.BLACK] = 1
    elif phase == Phase.CALL:  # 5.1
        out[Action.PASS] = 1
        out[Action.EXCHANGE] = 1
    elif phase == Phase.JOSTLE:  # 6.1
        out[Action.PASS] = 1
        out[Action.JOSTLE] = 1
    elif phase == Phase.PICK:  # 6.3
        out[Action.PASS] = 1
        others = jostling(s)
        for x in range(s.players):
            out[Action.PICK + x] = (others >> x) & 1
        return 1 + bits.count(others)
    else:  # 4.4
        out[Action.RETURN] = 1
        out[Action.WALK_ON] = 1
    return 2


@rule
def act(s, seat, action):
    forget(s)
    phase = s.phase
    if phase == Phase.ROLL:
        throw(s, seat, action)
    elif phase == Phase.CALL:
        answer_call(s, seat, action)
    elif phase == Phase.JOSTLE:
        answer_jostle(s, seat, action)
    elif phase == Phase.PICK:
        pick(s, seat, action)
    else:
        if action == Action.RETURN:  # 4.4
            s.at[seat] = CAMP
            if not draw_in_camp(s, seat):
                return
        end_turn(s)


@part
def pips_on(die, side):
    """A die is an integer: four bits for each of its sides."""
    return (die >> (4 * side)) & 15


@part
def throw(s, seat, die):
    """3.2 one die of the two, thrown once."""
    faces = s.black if die == Die.BLACK else s.white
    s.die = die
    s.pips = pips_on(faces, draw(s, 6))
    s.turns += 1
    tell(s, Kind.ROLL, seat, die, s.pips)
    if die == Die.BLACK and s.holds[seat] > 0:  # 5.1, 5.2
        others = 0
        for x in range(s.players):
            others |= (s.holds[x] > 0) << x
        others &= ~(1 << seat)
        if others != 0:
            s.phase = Phase.CALL
            ask(s, others)
            return
    advance(s)


@part
def advance(s):
    """3.3 the pawn walks; 4.1 at the village it stops, whatever is left of the throw."""
    seat = s.turn
    start = s.at[seat]
    goal = min(start + s.pips, s.village)
    s.at[seat] = goal
    tell(s, Kind.MOVE, seat, start, goal)
    if goal == s.village:
        if reach_village(s, seat):
            end_turn(s)
    elif not offer_jostle(s):  # 8.1 exchange, jostle, event
        trip(s)


@part
def end_turn(s):
    following = s.turn + 1
    start_turn(s, following if following < s.players else 0)  # 3.1


# ---------------------------------------------------------------- 4 the village and the camp


@part
def reach_village(s, seat):
    """4.2 lay the hand open beside you; 4.3 back to the camp for a new one. False: the game is over."""
    hand = s.known[seat, seat]
    remember_bank(s, seat)
    for face in range(FACES):
        if count(hand, face) > 0:
            tell(s, Kind.BANK, seat, face, count(hand, face))
    s.bank[seat] += hand
    s.known[seat, seat] = 0
    s.holds[seat] = 0
    s.at[seat] = CAMP
    return draw_in_camp(s, seat)


@part
def draw_in_camp(s, seat):
    """4.3 three cards, 9.2 or what is left; 9.1 nothing left ends the game. False: it is over."""
    n = min(HAND, s.left)
    if n == 0:
        return end_game(s)
    tell(s, Kind.CAMP, seat, n, 0)
    for _ in range(n):
        take_card(s, seat)
    return True


@part
def take_card(s, seat):
    """The first card of the pile. Everybody knows it if it has been seen going under the pile."""
    face = s.pile[s.top]
    s.pile[s.top] = NOWHERE
    s.top = s.top + 1 if s.top + 1 < CARDS else 0
    s.left -= 1
    s.known[seat, seat] += one(face)
    s.holds[seat] += 1
    if s.left < s.below:
        s.below -= 1
        remember_gain(s, seat, face)
        tell(s, Kind.DREW, seat, face, 0)
    else:
        whisper(s, 1 << seat, Kind.DREW, seat, face, 0)


# ---------------------------------------------------------------- 5 Exchange!


@part
def all_decided(s, seat, calls):
    """Write an answer down. True: all have answered, or a call has come and the first to arrive counts."""
    s.decided |= 1 << seat
    if calls:
        s.called |= 1 << seat
    if s.arrival == 1 and s.called != 0:
        s.decided = s.asked
    if s.decided != s.asked:
        tell(s, Kind.DECIDED, seat, 0, 0)
        return False
    return True


@part
def answer_call(s, seat, action):
    """5.3 all decide at once and the first call counts: by arrival, or by a fair draw among the callers."""
    if not all_decided(s, seat, action == Action.EXCHANGE):
        return
    if s.called != 0:
        tell(s, Kind.CALLS, s.called, 0, 0)
        exchange(s, s.turn, first_caller(s))
    advance(s)  # 5.5 only now does the pawn walk


@rule
def first_counts(s):
    """5.3 by arrival the first call settles it; 6.1 so does the first of the two who may jostle."""
    return s.arrival == 1


@rule
def decline(s, seat):
    """5.3 whoever does not call in time lets it pass; -1 where another question is open."""
    return Action.PASS.value if s.phase == Phase.CALL else -1


@part
def first_caller(s):
    callers = s.called
    n = bits.count(callers)
    if n > 1:
        for _ in range(draw(s, n)):
            callers &= callers - 1
    return bits.lowest(callers)


@part
def exchange(s, roller, caller):
    """5.4 all cards change hands; neither can refuse."""
    tell(s, Kind.EXCHANGE, roller, caller, 0)
    remember_exchange(s, roller, caller)
    n = s.holds[roller]
    s.holds[roller] = s.holds[caller]
    s.holds[caller] = n


# ---------------------------------------------------------------- 6 jostles


@part
def jostling(s):
    """6.2 those on the mover's space who hold a card."""
    space = s.at[s.turn]
    others = 0
    for x in range(s.players):
        others |= ((s.at[x] == space) & (s.holds[x] > 0)) << x
    return others & ~(1 << s.turn)


@part
def offer_jostle(s):
    """6.1, 6.3 ask those who may call a jostle. False: there is nobody to jostle."""
    mover = s.turn
    space = s.at[mover]
    if s.jostled == 1 or space == CAMP or s.holds[mover] == 0:  # 6.5, 6.2
        return False
    others = jostling(s)
    if others == 0:
        return False
    standing = 0
    for x in range(s.players):
        standing += s.at[x] == space
    if standing == 2:
        s.phase = Phase.JOSTLE
        ask(s, others | 1 << mover)
    else:
        s.phase = Phase.PICK
        ask(s, 1 << mover)
    return True


@part
def answer_jostle(s, seat, action):
    """6.1 either of the two may call; one call is enough."""
    if not all_decided(s, seat, action == Action.JOSTLE):
        return
    if s.called != 0:
        jostle(s, s.turn, bits.lowest(s.asked & ~(1 << s.turn)))
    after_jostle(s)


@part
def pick(s, seat, action):
    """6.3 the mover picks one of several, or nobody."""
    if action != Action.PASS:
        s.called = 1 << seat
        jostle(s, seat, action - Action.PICK)
    after_jostle(s)


@part
def jostle(s, mover, other):
    """6.4 each draws blind from the other's hand as it was before."""
    s.jostled = 1
    card = draw(s, s.holds[mover] * s.holds[other])
    from_mover = nth(s.known[mover, mover], card // s.holds[other])
    from_other = nth(s.known[other, other], card % s.holds[other])
    tell(s, Kind.JOSTLE, mover, other, s.called)
    both = 1 << mover | 1 << other
    whisper(s, both, Kind.TOOK, mover, other, from_other)
    whisper(s, both, Kind.TOOK, other, mover, from_mover)
    remember_jostle(s, mover, other, from_mover, from_other)


@part
def after_jostle(s):
    if s.tripped == 1:
        end_turn(s)
    else:
        trip(s)


# ---------------------------------------------------------------- 7 events


@part
def trip(s):
    """7.1 the event of the space reached, one for each move."""
    seat = s.turn
    space = s.at[seat]
    s.tripped = 1
    if (s.menhirs >> space) & 1:
        stumble(s, seat)
        if s.phase == Phase.EMPTY:
            return
    elif (s.bards >> space) & 1:
        s.at[seat] = max(space - STEPS_BACK, CAMP)  # 7.4
        tell(s, Kind.BARD, seat, space, s.at[seat])
        if offer_jostle(s):  # 7.5
            return
    elif (s.cohorts >> space) & 1:  # 7.6
        if s.left == 0:
            end_game(s)  # 9.1
            return
        tell(s, Kind.COHORT, seat, 0, 0)
        take_card(s, seat)
    end_turn(s)


@part
def stumble(s, seat):
    """7.2 a blind card goes under the pile, seen by all; 4.4 the last card lost leaves a choice."""
    if s.holds[seat] == 0:  # 7.3
        return
    face = nth(s.known[seat, seat], draw(s, s.holds[seat]))
    s.known[seat, seat] -= one(face)
    s.holds[seat] -= 1
    s.pile[(s.top + s.left) % CARDS] = face
    s.left += 1
    s.below += 1
    tell(s, Kind.MENHIR, seat, face, 0)
    remember_loss(s, seat, face)
    if s.holds[seat] == 0:
        s.phase = Phase.EMPTY
        ask(s, 1 << seat)


# ---------------------------------------------------------------- 9, 10 the end and the score


@part
def end_game(s):
    """9.1 somebody has to draw and nothing is left."""
    s.phase = Phase.OVER
    ask(s, 0)
    tell(s, Kind.OVER, 0, 0, 0)
    return False


@rule
def scores(s, out):
    """10.1 banked cards only: helmets less penalty points; 10.3 the best total wins."""
    best = -1000
    winners = 0
    for x in range(s.players):
        points = worth(s.bank[x])
        out[x] = points
        if points > best:
            best = points
            winners = 0
        if points == best:
            winners |= 1 << x
    return winners if s.phase == Phase.OVER else 0
