"""What a seat of `romains` sees, in the words of the game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

from msgspec import Struct

from oppidum.games.romains import notation
from oppidum.games.romains.hands import faces, worth
from oppidum.games.romains.memory import group_of
from oppidum.games.romains.rules import legal
from oppidum.games.romains.state import (
    ACTIONS,
    CARDS,
    FACES,
    HAND,
    SEATS,
    STEPS_BACK,
    Action,
    Die,
    Kind,
    Phase,
)
from oppidum.kernel import seen
from oppidum.kernel.bits import members
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import events
from oppidum.kernel.position import unpack
from oppidum.kernel.seen import SeatNumber

__all__ = ["HAND", "STEPS_BACK"]  # numbers of the rules that faces name

Face = Literal["h1", "h2", "h3", "p1", "p2", "p3"]  # helmets and penalties, by their points
FACE_NAMES: tuple[Face, ...] = ("h1", "h2", "h3", "p1", "p2", "p3")
POINTS: dict[Face, int] = {"h1": 1, "h2": 2, "h3": 3, "p1": -1, "p2": -2, "p3": -3}
DieName = Literal["white", "black"]
DICE: tuple[DieName, ...] = ("white", "black")
Event = Literal["menhir", "bard", "cohort"]
PhaseName = Literal["roll", "call", "jostle", "pick", "empty", "over"]
PHASES: dict[int, PhaseName] = {
    Phase.ROLL: "roll",
    Phase.CALL: "call",
    Phase.JOSTLE: "jostle",
    Phase.PICK: "pick",
    Phase.EMPTY: "empty",
    Phase.OVER: "over",
}

# ---------------------------------------------------------------- choices


class Throw(seen.Choice, frozen=True, kw_only=True, tag="throw"):
    die: DieName
    faces: tuple[int, ...]
    reaches: tuple[int, ...]  # the spaces where the pawn could stop


class Exchange(seen.Choice, frozen=True, kw_only=True, tag="exchange"):
    """Call Exchange!"""


class Jostle(seen.Choice, frozen=True, kw_only=True, tag="jostle"):
    other: SeatNumber | None  # whom, where several stand there
    pawn: str | None  # of that seat


class Pass(seen.Choice, frozen=True, kw_only=True, tag="pass"):
    """Let it be."""


class Return(seen.Choice, frozen=True, kw_only=True, tag="return"):
    """Back to the camp for new cards."""


class WalkOn(seen.Choice, frozen=True, kw_only=True, tag="walk_on"):
    """On without cards."""


Choice = Throw | Exchange | Jostle | Pass | Return | WalkOn

# ---------------------------------------------------------------- what happened


class Dealt(seen.Told, frozen=True, kw_only=True, tag="romains.dealt"):
    seat: SeatNumber  # who begins


class Rolled(seen.Told, frozen=True, kw_only=True, tag="romains.rolled"):
    seat: SeatNumber
    die: DieName
    pips: int


class Decided(seen.Told, frozen=True, kw_only=True, tag="romains.decided"):
    """A seat has answered, while others have not yet."""

    seat: SeatNumber


class Called(seen.Told, frozen=True, kw_only=True, tag="romains.called"):
    """Exchange! was called."""

    seats: tuple[SeatNumber, ...]


class Exchanged(seen.Told, frozen=True, kw_only=True, tag="romains.exchanged"):
    seat: SeatNumber  # who has thrown the die
    other: SeatNumber


class Walked(seen.Told, frozen=True, kw_only=True, tag="romains.walked"):
    seat: SeatNumber
    start: int
    to: int
    village: bool  # that is the village


class Jostled(seen.Told, frozen=True, kw_only=True, tag="romains.jostled"):
    seat: SeatNumber
    other: SeatNumber


class Took(seen.Told, frozen=True, kw_only=True, tag="romains.took"):
    """Only the two who jostled are told which card."""

    seat: SeatNumber
    other: SeatNumber  # from whom
    card: Face


class Menhir(seen.Told, frozen=True, kw_only=True, tag="romains.menhir"):
    seat: SeatNumber
    card: Face  # lost


class Bard(seen.Told, frozen=True, kw_only=True, tag="romains.bard"):
    seat: SeatNumber
    start: int
    to: int


class Cohort(seen.Told, frozen=True, kw_only=True, tag="romains.cohort"):
    seat: SeatNumber


class Banked(seen.Told, frozen=True, kw_only=True, tag="romains.banked"):
    seat: SeatNumber
    card: Face
    n: int


class Camp(seen.Told, frozen=True, kw_only=True, tag="romains.camp"):
    """New cards, drawn in the camp."""

    seat: SeatNumber
    cards: int


class Drew(seen.Told, frozen=True, kw_only=True, tag="romains.drew"):
    seat: SeatNumber
    card: Face


class Over(seen.Told, frozen=True, kw_only=True, tag="romains.over"):
    """The pile is empty."""


Told = (
    Dealt
    | Rolled
    | Decided
    | Called
    | Exchanged
    | Walked
    | Jostled
    | Took
    | Menhir
    | Bard
    | Cohort
    | Banked
    | Camp
    | Drew
    | Over
)

# ---------------------------------------------------------------- the whole


class Thrown(Struct, frozen=True):
    die: DieName
    pips: int


class Player(Struct, frozen=True):
    seat: SeatNumber
    pawn: str  # its id in the edition
    at: int  # the space where it stands
    cards: int  # in hand
    certain: tuple[Face, ...]  # those of them that the seat that looks is certain of
    bank: dict[Face, int]  # safe in the village: how many of each
    points: int
    asked: bool  # may still react, or owes a decision
    decided: bool  # has answered, while others have not yet


class Somewhere(Struct, frozen=True):
    """Cards that the seat that looks knows to be in one of several hands, not in which."""

    seats: tuple[SeatNumber, ...]
    cards: tuple[Face, ...]


class Seen(seen.Seen, frozen=True, kw_only=True, tag="romains"):
    phase: PhaseName
    turn: SeatNumber  # whose turn it is
    turns: int  # dice thrown so far
    thrown: Thrown | None  # the die of this turn
    goal: int | None  # where the pawn would stop, while the others still decide about the exchange
    village: int  # the last space; the camp is space 0
    events: dict[int, Event]  # by the space where they are
    pile: int  # cards in it
    below: tuple[Face, ...]  # those at its bottom that everybody has seen, the lowest last
    players: tuple[Player, ...]
    somewhere: tuple[Somewhere, ...]
    choices: tuple[Choice, ...]


# ---------------------------------------------------------------- reading


def read(view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False) -> Seen:
    s, box = unpack(view), edition.data
    over = s.phase == Phase.OVER
    thrown = Thrown(DICE[s.die], s.pips) if s.die >= 0 and not over else None
    bottom = (s.pile[(s.top + i) % CARDS] for i in range(s.left - s.below, s.left))
    return Seen(
        phase=PHASES[s.phase],
        turn=s.turn + first,
        turns=s.turns,
        thrown=thrown,
        goal=min(s.at[s.turn] + s.pips, s.village) if s.phase == Phase.CALL else None,
        village=s.village,
        events=spaces(s),
        pile=s.left,
        below=tuple(FACE_NAMES[face] for face in bottom if face >= 0),
        players=tuple(
            player(s, box, other, other if open_cards else seat, first) for other in range(s.players)
        ),
        somewhere=() if seat < 0 or open_cards else somewhere(s, seat, first),
        choices=choices(view, s, box, seat, first),
    )


def cards(packed: int) -> tuple[Face, ...]:
    return tuple(FACE_NAMES[face] for face in faces(packed))


def spaces(s: SimpleNamespace) -> dict[int, Event]:
    found: dict[int, Event] = {}
    for event, where in (("menhir", s.menhirs), ("bard", s.bards), ("cohort", s.cohorts)):
        found |= dict.fromkeys(members(where), event)
    return dict(sorted(found.items()))


def player(s: SimpleNamespace, box: Any, seat: int, eyes: int, first: int) -> Player:
    bank = s.bank[seat]
    asked = bool((s.asked >> seat) & 1)
    reacting = s.phase in (Phase.CALL, Phase.JOSTLE)
    decided = asked and reacting and bool((s.decided >> seat) & 1)
    return Player(
        seat=seat + first,
        pawn=box["pawn"][seat]["id"],
        at=s.at[seat],
        cards=s.holds[seat],
        certain=cards(s.known[eyes][seat]) if eyes >= 0 else (),
        bank={FACE_NAMES[face]: n for face in range(FACES) if (n := (bank >> (5 * face)) & 31)},
        points=worth(bank),
        asked=asked and not decided,
        decided=decided,
    )


def somewhere(s: SimpleNamespace, seat: int, first: int) -> tuple[Somewhere, ...]:
    found: list[Somewhere] = []
    for group in (1, 2):
        hands = tuple(x + first for x in range(s.players) if group_of(s, seat, x) == group)
        if hands:
            found.append(Somewhere(hands, cards(s.pool[seat][group - 1])))
    return tuple(found)


# ---------------------------------------------------------------- choices


def choices(view: Any, s: SimpleNamespace, box: Any, seat: int, first: int) -> tuple[Choice, ...]:
    if seat < 0 or not (s.asked & ~s.decided) >> seat & 1:
        return ()
    actions = seen.open_actions(legal, view, seat, ACTIONS)
    return tuple(choice_of(s, box, seat, action, first) for action in actions)


def choice(view: Any, seat: int, action: int, edition: Edition, first: int = 0) -> Choice:
    return choice_of(unpack(view), edition.data, seat, action, first)


def choice_of(s: SimpleNamespace, box: Any, seat: int, action: int, first: int) -> Choice:
    move = notation.write(s, seat, action)
    if Action.PICK <= action < Action.PICK + SEATS:
        other = action - Action.PICK
        return Jostle(move=move, other=other + first, pawn=box["pawn"][other]["id"])
    match Action(action):
        case Action.WHITE:
            return throw(s, seat, move, "white", s.white)
        case Action.BLACK:
            return throw(s, seat, move, "black", s.black)
        case Action.EXCHANGE:
            return Exchange(move=move)
        case Action.JOSTLE:
            return Jostle(move=move, other=None, pawn=None)
        case Action.RETURN:
            return Return(move=move)
        case Action.WALK_ON:
            return WalkOn(move=move)
        case _:
            return Pass(move=move)


def throw(s: SimpleNamespace, seat: int, move: str, die: DieName, packed: int) -> Throw:
    pips = tuple((packed >> (4 * i)) & 15 for i in range(6))
    reaches = tuple(sorted({min(s.at[seat] + n, s.village) for n in pips}))
    return Throw(move=move, die=die, faces=pips, reaches=reaches)


# ---------------------------------------------------------------- what happened


def told(view: Any, edition: Edition, first: int = 0) -> list[Told]:
    village = view.village
    return [event_of(village, e.kind, e.a, e.b, e.c, first) for e in events(view)]


def event_of(village: int, kind: int, a: int, b: int, c: int, first: int) -> Told:
    seat, other = a + first, b + first
    match Kind(kind):
        case Kind.DEAL:
            return Dealt(seat=seat)
        case Kind.ROLL:
            return Rolled(seat=seat, die=DICE[Die(b)], pips=c)
        case Kind.DECIDED:
            return Decided(seat=seat)
        case Kind.CALLS:
            return Called(seats=tuple(caller + first for caller in members(a)))
        case Kind.EXCHANGE:
            return Exchanged(seat=seat, other=other)
        case Kind.MOVE:
            return Walked(seat=seat, start=b, to=c, village=c == village)
        case Kind.JOSTLE:
            return Jostled(seat=seat, other=other)
        case Kind.TOOK:
            return Took(seat=seat, other=other, card=FACE_NAMES[c])
        case Kind.MENHIR:
            return Menhir(seat=seat, card=FACE_NAMES[b])
        case Kind.BARD:
            return Bard(seat=seat, start=b, to=c)
        case Kind.COHORT:
            return Cohort(seat=seat)
        case Kind.BANK:
            return Banked(seat=seat, card=FACE_NAMES[b], n=c)
        case Kind.CAMP:
            return Camp(seat=seat, cards=b)
        case Kind.DREW:
            return Drew(seat=seat, card=FACE_NAMES[b])
        case Kind.OVER:
            return Over()
