"""What a seat of `romains` sees, in the words of the game."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Annotated, Any, Literal

from msgspec import Struct

from oppidum.games.romains import notation
from oppidum.games.romains.card_sets import faces, worth
from oppidum.games.romains.memory import group_of
from oppidum.games.romains.rules import legal, pips_on
from oppidum.games.romains.state import (
    ACTIONS,
    CARDS,
    FACES,
    HAND,
    POSITION,
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
from oppidum.kernel.meaning import meaning
from oppidum.kernel.position import unpacking
from oppidum.kernel.seen import SeatNumber

__all__ = ["HAND", "STEPS_BACK"]  # numbers of the rules that faces name

Face = Annotated[
    Literal["h1", "h2", "h3", "p1", "p2", "p3"],
    meaning("A card: a helmet (h) or a penalty (p), with its points."),
]
FACE_NAMES: tuple[Face, ...] = ("h1", "h2", "h3", "p1", "p2", "p3")
POINTS: dict[Face, int] = {"h1": 1, "h2": 2, "h3": 3, "p1": -1, "p2": -2, "p3": -3}
DieName = Annotated[Literal["white", "black"], meaning("A die.")]
DICE: tuple[DieName, ...] = ("white", "black")
Event = Literal["menhir", "bard", "cohort"]
PhaseName = Annotated[
    Literal["roll", "call", "jostle", "pick", "empty", "over"],
    meaning(
        "What is decided now: which die to throw, whether to call Exchange!, whether to jostle, whom to "
        "jostle, where to go with empty hands; or the game is over."
    ),
]
PHASES: dict[int, PhaseName] = {
    Phase.ROLL: "roll",
    Phase.CALL: "call",
    Phase.JOSTLE: "jostle",
    Phase.PICK: "pick",
    Phase.EMPTY: "empty",
    Phase.OVER: "over",
}
Space = Annotated[int, meaning("A space of the way; the camp is 0.")]
Pips = Annotated[int, meaning("What the die shows.")]

# ---------------------------------------------------------------- choices


class Throw(seen.Choice, frozen=True, kw_only=True, tag="throw"):
    """Throw one of the two dice."""

    die: DieName
    faces: Annotated[tuple[int, ...], meaning("The six numbers on it.")]
    reaches: Annotated[tuple[int, ...], meaning("The spaces where the pawn could stop.")]


class Exchange(seen.Choice, frozen=True, kw_only=True, tag="exchange"):
    """Call Exchange!"""


class Jostle(seen.Choice, frozen=True, kw_only=True, tag="jostle"):
    """Jostle with somebody on the same space."""

    other: Annotated[SeatNumber | None, meaning("Whom, where several stand there.")]
    pawn: Annotated[str | None, meaning("The pawn of that seat.")]


class Pass(seen.Choice, frozen=True, kw_only=True, tag="pass"):
    """Let it be."""


class Return(seen.Choice, frozen=True, kw_only=True, tag="return"):
    """Back to the camp for new cards."""


class WalkOn(seen.Choice, frozen=True, kw_only=True, tag="walk_on"):
    """On without cards."""


Choice = Throw | Exchange | Jostle | Pass | Return | WalkOn

# ---------------------------------------------------------------- what happened


class Dealt(seen.Told, frozen=True, kw_only=True, tag="romains.dealt"):
    """The game begins."""

    seat: Annotated[SeatNumber, meaning("Who begins.")]


class Rolled(seen.Told, frozen=True, kw_only=True, tag="romains.rolled"):
    """A die was thrown."""

    seat: SeatNumber
    die: DieName
    pips: Pips


class Decided(seen.Told, frozen=True, kw_only=True, tag="romains.decided"):
    """A seat has answered, while others have not yet."""

    seat: SeatNumber


class Called(seen.Told, frozen=True, kw_only=True, tag="romains.called"):
    """Exchange! was called."""

    seats: Annotated[tuple[SeatNumber, ...], meaning("Who called.")]


class Exchanged(seen.Told, frozen=True, kw_only=True, tag="romains.exchanged"):
    """Two hands have changed owner."""

    seat: Annotated[SeatNumber, meaning("Who has thrown the die.")]
    other: Annotated[SeatNumber, meaning("With whom.")]


class Walked(seen.Told, frozen=True, kw_only=True, tag="romains.walked"):
    """A pawn has walked."""

    seat: SeatNumber
    start: Annotated[Space, meaning("The space it came from.")]
    to: Annotated[Space, meaning("The space where it stopped.")]
    village: Annotated[bool, meaning("That is the village.")]


class Jostled(seen.Told, frozen=True, kw_only=True, tag="romains.jostled"):
    """Two have jostled: each draws a card blind from the other's hand."""

    seat: Annotated[SeatNumber, meaning("Whose turn it is.")]
    other: Annotated[SeatNumber, meaning("The other of the two.")]


class Took(seen.Told, frozen=True, kw_only=True, tag="romains.took"):
    """Only the two who jostled are told which card."""

    seat: Annotated[SeatNumber, meaning("Who has it now.")]
    other: Annotated[SeatNumber, meaning("From whom.")]
    card: Face


class Menhir(seen.Told, frozen=True, kw_only=True, tag="romains.menhir"):
    """A player has stumbled over a menhir."""

    seat: SeatNumber
    card: Annotated[Face, meaning("The card that is lost.")]


class Bard(seen.Told, frozen=True, kw_only=True, tag="romains.bard"):
    """The bard has sung, and the pawn goes back."""

    seat: SeatNumber
    start: Annotated[Space, meaning("The space it came from.")]
    to: Annotated[Space, meaning("The space where it stands now.")]


class Cohort(seen.Told, frozen=True, kw_only=True, tag="romains.cohort"):
    """A player draws a card at a cohort."""

    seat: SeatNumber


class Banked(seen.Told, frozen=True, kw_only=True, tag="romains.banked"):
    """Cards of one kind are safe in the village."""

    seat: SeatNumber
    card: Face
    n: Annotated[int, meaning("How many of them.")]


class Camp(seen.Told, frozen=True, kw_only=True, tag="romains.camp"):
    """New cards, drawn in the camp."""

    seat: SeatNumber
    cards: Annotated[int, meaning("How many.")]


class Drew(seen.Told, frozen=True, kw_only=True, tag="romains.drew"):
    """Which card was drawn: for its owner alone, unless everybody has seen it before."""

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
    """A die that lies there."""

    die: DieName
    pips: Pips


class Player(Struct, frozen=True):
    """A player, with pawn, hand and bank."""

    seat: SeatNumber
    pawn: Annotated[str, meaning("The pawn's id in the edition.")]
    at: Annotated[Space, meaning("The space where it stands.")]
    cards: Annotated[int, meaning("How many are in hand.")]
    certain: Annotated[tuple[Face, ...], meaning("Those of them that the seat that looks is certain of.")]
    bank: Annotated[dict[Face, int], meaning("Safe in the village: how many of each.")]
    points: Annotated[int, meaning("What the bank is worth.")]
    asked: Annotated[bool, meaning("May still react, or owes a decision.")]
    decided: Annotated[bool, meaning("Has answered, while others have not yet.")]


class Somewhere(Struct, frozen=True):
    """Cards that the seat that looks knows to be in one of several hands, not in which."""

    seats: Annotated[tuple[SeatNumber, ...], meaning("Whose hands.")]
    cards: Annotated[tuple[Face, ...], meaning("The cards that are in them.")]


class Seen(seen.Seen, frozen=True, kw_only=True, tag="romains"):
    """A game of `romains` as one seat may know it."""

    phase: PhaseName
    turn: Annotated[SeatNumber, meaning("Whose turn it is.")]
    turns: Annotated[int, meaning("Dice thrown so far.")]
    thrown: Annotated[Thrown | None, meaning("The die of this turn.")]
    goal: Annotated[
        Space | None, meaning("Where the pawn would stop, while the others still decide about the exchange.")
    ]
    village: Annotated[Space, meaning("The last space.")]
    events: Annotated[dict[int, Event], meaning("What waits on the way, by its space.")]
    pile: Annotated[int, meaning("Cards in the pile.")]
    below: Annotated[
        tuple[Face, ...], meaning("Cards at its bottom that everybody has seen, the lowest last.")
    ]
    players: Annotated[tuple[Player, ...], meaning("The players, by their seats.")]
    somewhere: Annotated[
        tuple[Somewhere, ...],
        meaning("Cards that are in one of several hands, as far as the seat that looks knows."),
    ]
    choices: Annotated[tuple[Choice, ...], meaning("What the seat that looks may decide now.")]


# ---------------------------------------------------------------- reading

unpack = unpacking(POSITION)


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
        events=spaces(s.menhirs, s.bards, s.cohorts),
        pile=s.left,
        below=tuple(FACE_NAMES[face] for face in bottom if face >= 0),
        players=tuple(
            player(s, box, other, other if open_cards else seat, first) for other in range(s.players)
        ),
        somewhere=() if seat < 0 or open_cards else somewhere(s, seat, first),
        choices=choices(view, s, box, seat, first),
    )


# What there is little of, and all boards show again and again, is made once.


@lru_cache(maxsize=1000)
def cards(packed: int) -> tuple[Face, ...]:
    return tuple(FACE_NAMES[face] for face in faces(packed))


@lru_cache(maxsize=100)
def spaces(menhirs: int, bards: int, cohorts: int) -> dict[int, Event]:
    found: dict[int, Event] = {}
    places: dict[Event, int] = {"menhir": menhirs, "bard": bards, "cohort": cohorts}
    for event, where in places.items():
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
    pips = tuple(pips_on(packed, side) for side in range(6))
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
