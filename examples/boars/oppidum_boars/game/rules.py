"""The rules of `boars`, in the order of the rule page."""

from __future__ import annotations

from oppidum.kernel.compiled import part, rule
from oppidum.kernel.events import forget, tell
from oppidum.kernel.stream import draw, open_stream
from oppidum_boars.game.state import NOTHING, ROUNDS, SEATS, UNKNOWN, WORTH, Action, Kind, Way


@rule
def deal(s, players, options, key):
    forget(s)
    open_stream(s, key)
    s.players = players
    s.rounds = ROUNDS[options[0]]  # 1.2
    s.rounds_over = 0
    for seat in range(SEATS):
        for way in range(len(WORTH)):
            s.won[seat, way] = 0
    go_home(s)
    begin_round(s)


@part
def begin_round(s):  # 2.1 each finds a boar, never both the same one
    first = 1 + draw(s, s.biggest)
    second = 1 + draw(s, s.biggest - 1)
    s.boar[0] = first
    s.boar[1] = second + 1 if second >= first else second
    tell(s, Kind.DEALT, 0, 0, 0)


@rule
def waiting(s):  # 2.2 both decide at the same time
    if s.rounds_over == s.rounds:
        return 0
    undecided = 0
    for seat in range(SEATS):
        if s.choice[seat] == NOTHING:
            undecided |= 1 << seat
    return undecided


@rule
def legal(s, seat, out):
    out[Action.WAIT] = 1
    out[Action.CHASE] = 1
    return 2


@rule
def act(s, seat, action):
    forget(s)
    s.choice[seat] = action
    if waiting(s) == 0:
        end_round(s)


@part
def end_round(s):
    for seat in range(SEATS):  # 2.3
        tell(s, Kind.CHOSE, seat, s.choice[seat], 0)
    if s.choice[0] != s.choice[1]:
        win(s, 0 if s.choice[0] == Action.CHASE else 1, Way.ALONE)  # 3.1 the boars stay unseen
    elif s.choice[0] == Action.CHASE:
        win(s, show_boars(s), Way.CHASED)  # 3.2
    else:
        win(s, show_boars(s), Way.WAITED)  # 3.3
    s.rounds_over += 1
    go_home(s)
    if s.rounds_over < s.rounds:
        begin_round(s)


@part
def show_boars(s):
    """Both, to everybody; returns who has the bigger one."""
    for seat in range(SEATS):
        tell(s, Kind.SHOWN, seat, s.boar[seat], 0)
    return 0 if s.boar[0] > s.boar[1] else 1


@part
def win(s, seat, way):
    s.won[seat, way] += 1
    tell(s, Kind.WON, seat, way, 0)


@part
def go_home(s):  # 4.1 back into the forest
    for seat in range(SEATS):
        s.boar[seat] = UNKNOWN
        s.choice[seat] = NOTHING


@part
def points(s, seat):
    total = 0
    for way in range(len(WORTH)):
        total += WORTH[way] * s.won[seat, way]
    return total


@rule
def scores(s, out):
    for seat in range(SEATS):
        out[seat] = points(s, seat)
    if s.rounds_over < s.rounds:
        return 0
    winners = 0
    for seat in range(SEATS):
        if out[seat] >= out[1 - seat]:  # 4.2 equal points share the victory
            winners |= 1 << seat
    return winners
