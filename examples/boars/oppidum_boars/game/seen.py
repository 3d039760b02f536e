"""What a seat of `boars` sees, in the words of the game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct

from oppidum.kernel import seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import events
from oppidum.kernel.meaning import meaning
from oppidum.kernel.position import unpacking
from oppidum.kernel.seen import SeatNumber
from oppidum_boars.game import notation
from oppidum_boars.game.state import NOTHING, POSITION, UNKNOWN, WORTH, Action, Kind

WayName = Annotated[
    Literal["alone", "chased", "waited"],
    meaning("How a round was won: hunting alone, where both chased, or where both waited."),
]
WAYS: tuple[WayName, ...] = ("alone", "chased", "waited")
POINTS: dict[WayName, int] = dict(zip(WAYS, WORTH, strict=True))

unpack = unpacking(POSITION)

# ---------------------------------------------------------------- choices


class Wait(seen.Choice, frozen=True, kw_only=True, tag="wait"):
    """Let the boar come."""


class Chase(seen.Choice, frozen=True, kw_only=True, tag="chase"):
    """Go after it."""


Choice = Wait | Chase
ChoiceName = Annotated[Literal["wait", "chase"], meaning("What was chosen.")]
CHOICES: tuple[ChoiceName, ...] = ("wait", "chase")

# ---------------------------------------------------------------- what happened


class Boar(Struct, frozen=True):
    """A boar."""

    id: Annotated[str, meaning("Its id in the edition.")]
    size: Annotated[int, meaning("How big it is; every boar has its own size.")]


class Dealt(seen.Told, frozen=True, kw_only=True, tag="boars.dealt"):
    """Both have found a boar."""


class Chose(seen.Told, frozen=True, kw_only=True, tag="boars.chose"):
    """A hunter has chosen."""

    seat: SeatNumber
    choice: ChoiceName


class Shown(seen.Told, frozen=True, kw_only=True, tag="boars.shown"):
    """Which boar a hunter had found."""

    seat: SeatNumber
    boar: Annotated[Boar, meaning("The boar.")]


class Won(seen.Told, frozen=True, kw_only=True, tag="boars.won"):
    """A hunter has won a round."""

    seat: SeatNumber
    way: WayName
    points: Annotated[int, meaning("What that is worth.")]


Told = Dealt | Chose | Shown | Won

# ---------------------------------------------------------------- the whole


class Hunter(Struct, frozen=True):
    """A player."""

    seat: SeatNumber
    boar: Annotated[
        Boar | None, meaning("The boar of this round; none: not for these eyes, or the game is over.")
    ]
    decided: Annotated[bool, meaning("Has chosen in this round.")]
    won: Annotated[dict[WayName, int], meaning("Rounds won, by the way they were won.")]
    points: Annotated[int, meaning("Points so far.")]


class Seen(seen.Seen, frozen=True, kw_only=True, tag="boars"):
    """A game of `boars` as one seat may know it."""

    round: Annotated[int, meaning("The present round, or the last.")]
    rounds: Annotated[int, meaning("How many are played.")]
    over: Annotated[bool, meaning("The game is over.")]
    biggest: Annotated[int, meaning("The size of the biggest boar of all.")]
    hunters: Annotated[tuple[Hunter, ...], meaning("The players, by their seats.")]
    choices: Annotated[tuple[Choice, ...], meaning("What the seat that looks may decide now.")]


def read(view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False) -> Seen:
    s = unpack(view)
    over = s.rounds_over == s.rounds
    asked = seat >= 0 and not over and s.choice[seat] == NOTHING
    return Seen(
        round=min(s.rounds_over + 1, s.rounds),
        rounds=s.rounds,
        over=over,
        biggest=s.biggest,
        hunters=tuple(hunter(s, edition, other, first) for other in range(s.players)),
        choices=tuple(choice(view, seat, action, edition) for action in Action) if asked else (),
    )


def hunter(s: Any, edition: Edition, seat: int, first: int) -> Hunter:
    won = dict(zip(WAYS, s.won[seat], strict=True))
    return Hunter(
        seat=seat + first,
        boar=boar(edition, s.boar[seat]) if s.boar[seat] != UNKNOWN else None,
        decided=s.choice[seat] != NOTHING,
        won=won,
        points=sum(POINTS[way] * n for way, n in won.items()),
    )


def boar(edition: Edition, size: int) -> Boar:
    return Boar(edition.data["boar"][size - 1]["id"], size)


def choice(view: Any, seat: int, action: int, edition: Edition, first: int = 0) -> Choice:
    kind = Chase if action == Action.CHASE else Wait
    return kind(move=notation.write(view, seat, action))


def told(view: Any, edition: Edition, first: int = 0) -> list[Told]:
    return [event(edition, e.kind, e.a + first, e.b) for e in events(view)]


def event(edition: Edition, kind: int, seat: int, detail: int) -> Told:
    match Kind(kind):
        case Kind.DEALT:
            return Dealt()
        case Kind.CHOSE:
            return Chose(seat=seat, choice=CHOICES[detail])
        case Kind.SHOWN:
            return Shown(seat=seat, boar=boar(edition, detail))
        case Kind.WON:
            return Won(seat=seat, way=WAYS[detail], points=WORTH[detail])
