"""Four games small enough to know by heart, as one game with an option, on the kernel's contract.

| option | what happens | what is right |
|---|---|---|
| `scissors` | both choose among three at the same time; each beats one and loses to one | a third each |
| `lopsided` | both choose 0 or 1: (0, 0) wins for seat 0, (1, 1) is shared, else for 1 | 0 once in three |
| `nim` | take one to three from a heap of ten; who takes the last wins | leave eight, then four |
| `coin` | seat 0 calls a coin that seat 1 has seen, 1 twice out of three times | call 1: worth 2/3 |
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from oppidum.kernel.about import About, Option
from oppidum.kernel.compiled import compiled
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import forget, hush
from oppidum.kernel.game import Game, Notation
from oppidum.kernel.position import layout
from oppidum.kernel.stream import close_stream, draw, open_stream
from oppidum.kernel.verbs import Rules

SCISSORS, LOPSIDED, NIM, COIN = range(4)
NOTHING, HIDDEN = -1, 9
ACTIONS = 4
POSITION = layout(
    [("kind", "i1"), ("choice", "i1", 2), ("heap", "i1"), ("turn", "i1"), ("coin", "i1"), ("winners", "i1")],
    events=1,
)


@compiled
def deal(s, players, options, key):
    forget(s)
    open_stream(s, key)
    s.players = players
    s.kind = options[0]
    s.choice[0] = NOTHING
    s.choice[1] = NOTHING
    s.heap = 10
    s.turn = 0
    s.winners = 0
    s.coin = toss(s)


@compiled
def toss(s):
    return 0 if draw(s, 3) == 0 else 1


@compiled
def waiting(s):
    if s.winners != 0:
        return 0
    if s.kind == NIM:
        return 1 << s.turn
    owing = 0
    for seat in range(1 if s.kind == COIN else 2):
        if s.choice[seat] == NOTHING:
            owing |= 1 << seat
    return owing


@compiled
def legal(s, seat, out):
    for action in range(ACTIONS):
        out[action] = 0
    low, high = 0, 3 if s.kind == SCISSORS else 2
    if s.kind == NIM:
        low, high = 1, min(3, s.heap) + 1
    for action in range(low, high):
        out[action] = 1
    return high - low


@compiled
def act(s, seat, action):
    forget(s)
    if s.kind == NIM:
        s.heap -= action
        s.turn = 1 - seat
        if s.heap == 0:
            s.winners = 1 << seat
        return
    s.choice[seat] = action
    if s.kind == COIN:
        s.winners = 1 if action == s.coin else 2
    elif s.choice[1 - seat] != NOTHING:
        s.winners = judge(s.kind, s.choice[0], s.choice[1])


@compiled
def judge(kind, a, b):
    if kind == SCISSORS:
        return 3 if a == b else 1 if (a - b) % 3 == 1 else 2
    if a == b:
        return 1 if a == 0 else 3
    return 2


@compiled
def scores(s, out):
    for seat in range(2):
        out[seat] = (s.winners >> seat) & 1
    return s.winners + 0


@compiled
def redact(s, seat):
    close_stream(s)
    hush(s, seat)
    if s.winners == 0:
        if seat != 1:
            s.coin = HIDDEN
        for other in range(2):
            if other != seat and s.choice[other] != NOTHING:
                s.choice[other] = HIDDEN


@compiled
def imagine(s, seat, key):
    open_stream(s, key)
    if s.coin == HIDDEN:
        s.coin = toss(s)
    for other in range(2):
        if s.choice[other] == HIDDEN:
            s.choice[other] = draw(s, 3 if s.kind == SCISSORS else 2)


@compiled
def observe(s, seat, out):
    out[0] = s.heap


def write(s: Any, seat: int, action: int) -> str:
    return f"choose {action}"


def read(s: Any, seat: int, text: str) -> int:
    return int(text.removeprefix("choose "))


def chance(s: Any) -> list[str]:
    return []


def edition(*_: object) -> Edition:
    return Edition("tiny", "Tiny", "0" * 64, "", {}, lambda states: None)


GAME = Game(
    about=About(
        id="tiny",
        title="Tiny",
        authors="the tests",
        min_players=2,
        max_players=2,
        minutes=1,
        options=(Option("kind", ("scissors", "lopsided", "nim", "coin"), "scissors", "which of them"),),
    ),
    dtype=POSITION,
    actions=ACTIONS,
    features=1,
    rules=Rules(deal, waiting, legal, act, scores, redact, imagine, observe),
    notation=cast(Notation, SimpleNamespace(write=write, read=read, chance=chance)),
    default_edition=edition,
    read_edition=lambda file: edition(),
)


def position(kind: str) -> Any:
    return GAME.deal(2, bytes(32), {"kind": kind})
