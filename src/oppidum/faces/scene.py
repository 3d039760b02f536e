"""What a board in the browser is made from. Each game has a small presenter, its module `board`.

A presenter turns what a seat may know into what its template shows. Nothing else in the web face knows a
game. A game without one is played on the plain board: its choices in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, Protocol, cast

from oppidum import faces
from oppidum.faces.art import Face
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game, Standing
from oppidum.tables import SeatView
from oppidum.words import Language


@dataclass(frozen=True)
class Moment:
    """A decision that has been made, as the seat that looks may know it."""

    number: int
    seat: int
    told: Sequence[Any]  # the game's own `Told`
    look: Callable[[], Any] = field(repr=False)  # reads the position after it

    @cached_property
    def seen(self) -> Any:
        """The table after it: read when it is wanted."""
        return self.look()


@dataclass(frozen=True)
class Act:
    """A short moment of a change: what lies on the table then, and what has been shown of it by then."""

    name: str  # what happens, as the board's template knows it
    seen: Any  # the table as it lies: a reading of the same seat's knowledge
    told: Sequence[Any]  # of the decision: only what has been shown by now, so that nothing is given away
    seconds: float  # for which it stands at the normal pace
    sound: str = ""
    waits: bool = False  # it stands until the visitor clicks, unless a clock runs for them
    detail: Any = None  # what else the board has to know


@dataclass(frozen=True)
class Scene:
    """Everything that a board may show: one seat's knowledge, and what that seat may do."""

    t: Language
    game: Game
    edition: Edition
    seen: Any  # the game's reading of what `seat` may know
    seat: int  # whose eyes; -1: a spectator
    names: Sequence[str]
    seats: Sequence[SeatView]
    waiting: Sequence[int]
    choices: Sequence[Any]  # of `seen`; none while something else is shown
    recent: Sequence[Moment]  # the latest decisions, oldest first
    standing: Standing | None
    confirm: bool  # choose first, then confirm
    live: bool = True  # false in a replay
    open_cards: bool = False  # in the replay of a game that is over: everybody's cards are shown
    act: Act | None = None  # the moment that is being shown, before the table as it is now
    one_by_one: bool = False  # what is turned up together at the table is turned up card by card
    reaction: Any = None
    now: float = 0.0
    moves_to: str = ""  # where a decision is posted

    @property
    def seat_number(self) -> int:
        """As people count seats."""
        return self.seat + 1

    def deadline(self, seat: int) -> float | None:
        """When the time of a seat is up: only while it is asked."""
        return self.seats[seat].deadline if seat in self.waiting else None


def moment(
    game: Game, edition: Edition, number: int, seat: int, view: Any, eyes: int, open_cards: bool = False
) -> Moment:
    """A decision, from the position after it (redacted for `eyes`)."""
    look = partial(game.read, view, eyes, edition, open_cards=open_cards)
    return Moment(number, seat, game.told(view, edition), look)


class Presenter(Protocol):
    def symbols(self, edition: Edition) -> Sequence[str | Face]:
        """The pictures that the template may draw."""
        ...

    def present(self, scene: Scene) -> dict[str, Any]:
        """What the template shows, as `board`."""
        ...


def acts_of(presenter: Presenter, scene: Scene, before: Any, moment: Moment) -> Sequence[Act]:
    """The acts in which a decision is told before the table as it is now is shown; mostly none.

    A presenter that wants some has a function `acts(scene, before, moment)`: `before` is the reading of the
    table before the decision, `moment` the decision itself. Its board is then presented once for each of
    them, with the act's `seen`, the decision as the last of `recent` with no more than the act's `told`,
    nothing to choose, and `scene.act`. Nothing may lie elsewhere in one of them than in the others unless it
    has moved.
    """
    wanted = getattr(presenter, "acts", None)
    return wanted(scene, before, moment) if wanted else ()


@cache
def board_of(game_id: str) -> Presenter:
    return cast(Presenter, faces.part(game_id, "board"))


def template_of(game_id: str) -> str:
    """The name under which the template of a game's board is found."""
    return f"boards/{game_id if faces.file(game_id, 'board.html') else faces.PLAIN}.html"


def stylesheet_of(game_id: str, kind: str = "board") -> str | None:
    """The name of the board's own stylesheet, or of the aid's or the lesson's, among the static files."""
    return f"{kind}s/{game_id}.css" if faces.file(game_id, f"{kind}.css") else None


def sign_of(game_id: str) -> str:
    """The name of the template of a game's sign on the home page."""
    return f"signs/{game_id if faces.file(game_id, 'sign.html') else faces.PLAIN}.html"


def sign_symbols(game_id: str) -> Sequence[str]:
    """The pictures of that sign."""
    return getattr(faces.part(game_id, "art"), "SIGN", ())


def tint_of(game_id: str) -> str:
    """The ground that the sign is painted on: rome, gold or gaul."""
    return getattr(faces.part(game_id, "art"), "TINT", "gold")


@dataclass(frozen=True)
class SheetRow:
    """A line of the score sheet: what it counts, its picture, and for each seat points and where from."""

    heading: str
    picture: str
    cells: Sequence[tuple[int, str]]


def sheet_of(scene: Scene) -> list[SheetRow]:
    """The score sheet under the result, the total left out.

    A game that wants one has a module `sheet` with a function `rows(scene)`.
    """
    sheet = faces.part(scene.game.id, "sheet")
    return sheet.rows(scene) if sheet else []
