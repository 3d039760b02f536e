"""Puzzles: today's, one at one's own rating, and the answer with its reasons. See oppidum.puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter, URLEncodedBody

from oppidum import games
from oppidum.faces.scene import Scene, board_of, moment, sign_symbols, stylesheet_of, template_of
from oppidum.kernel.about import About
from oppidum.kernel.errors import BadOption
from oppidum.puzzles.collection import Puzzle, shipped
from oppidum.puzzles.next_puzzle import games_with_puzzles, numbered, of_the_day, today
from oppidum.puzzles.posing import Posed, pose
from oppidum.tables import solving
from oppidum.web.forms import text_in
from oppidum.web.guest import Guest, Here
from oppidum.web.pages.learn import LessonView, reaction, seat_view
from oppidum.web.render import page, redirect
from oppidum.words.puzzles import PuzzleTeller

Form = URLEncodedBody[dict[str, Any]]
LATEST = 12  # answers in the list


@dataclass(frozen=True)
class Shelf:
    """The puzzles of one game, as the list shows them."""

    about: About
    count: int
    today: Puzzle
    today_done: solving.Answer | None
    standing: solving.Standing
    next: Puzzle | None
    latest: list[tuple[Puzzle, solving.Answer]]  # newest first


@get("/puzzles", include_in_schema=False, sync_to_thread=True)
def puzzles(guest: Here) -> Response[str]:
    return page(
        guest,
        "puzzles.html",
        shelves=[shelf_of(guest, game) for game in games_with_puzzles()],
        date=guest.t.date(guest.hall.now()),
        symbols=[*(symbol for game in games_with_puzzles() for symbol in sign_symbols(game)), "laurel"],
    )


def shelf_of(guest: Guest, game: str) -> Shelf:
    found = shipped(game)
    by_id = {puzzle.id: puzzle for puzzle in found}
    mine = solving.answers(guest.hall, guest.id, game)
    of_today = of_the_day(game, today(guest.hall.now()))
    latest = [(by_id[each.puzzle], each) for each in reversed(mine.values()) if each.puzzle in by_id]
    return Shelf(
        about=games.about(game),
        count=len(found),
        today=of_today,
        today_done=mine.get(of_today.id),
        standing=solving.standing(guest.hall, guest.id, game),
        next=solving.next_puzzle(guest.hall, guest.id, game),
        latest=latest[:LATEST],
    )


def address(puzzle: Puzzle, answered: str = "") -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.number}" + (
        f"?did={quote(answered, safe='')}" if answered else ""
    )


def find(guest: Guest, game: str, which: str) -> Puzzle | None:
    """A puzzle by its number, or `today`, or `next`; none when there is no next one."""
    if not shipped(games.about(game).id):
        raise NotFoundException
    if which == "today":
        return of_the_day(game, today(guest.hall.now()))
    if which == "next":
        return solving.next_puzzle(guest.hall, guest.id, game)
    if not (which.isascii() and which.isdecimal() and len(which) < 7):
        raise NotFoundException
    try:
        return numbered(game, int(which))
    except BadOption:
        raise NotFoundException from None


@get("/puzzles/{game:str}/{which:str}", include_in_schema=False, sync_to_thread=True)
def puzzle(
    guest: Here,
    game: FromPath[str],
    which: FromPath[str],
    did: Annotated[str, QueryParameter(max_length=80, required=False)] = "",
) -> Response[Any]:
    """The position, as its seat saw it; for who has answered once, what came of this answer, too."""
    found = find(guest, game, which)
    if found is None:
        return redirect(guest, "/puzzles")
    if not which.isdecimal():
        return redirect(guest, address(found))
    first = solving.answers(guest.hall, guest.id, game).get(found.id)
    posed = pose(found)
    answered = did if first and did in posed.moves else ""
    teller = PuzzleTeller(guest.t, posed, guest.name)
    scene = scene_of(guest, posed, teller)
    presenter = board_of(game)
    return page(
        guest,
        "puzzle.html",
        about=posed.game.about,
        puzzle=found,
        count=len(shipped(game)),
        of_today=found == of_the_day(game, today(guest.hall.now())),
        where=teller.where,
        question=teller.question,
        first=first,
        answered=answered,
        right=found.is_right(answered),
        said=teller.move(answered) if answered else "",
        better=teller.better if answered else "",
        light=teller.answer if answered else "",
        why=teller.solution(answered) if answered else [],
        options=teller.options() if answered else [],
        rating=solving.rating_of(guest.hall, found).points,
        standing=solving.standing(guest.hall, guest.id, game),
        scene=scene,
        view=LessonView(),
        board=presenter.present(scene),
        board_template=template_of(game),
        stylesheet=stylesheet_of(game),
        symbols=set(presenter.symbols(scene.edition)) | {"laurel"},
    )


def scene_of(guest: Guest, posed: Posed, teller: PuzzleTeller) -> Scene:
    """The seat of the puzzle, with everything that it knew and could do."""
    game, edition, seat = posed.game, posed.edition, posed.seat
    return Scene(
        t=guest.t,
        game=game,
        edition=edition,
        seen=teller.seen,
        seat=seat,
        names=teller.names,
        seats=[
            seat_view(each, name, each in posed.waiting, each == seat)
            for each, name in enumerate(teller.names)
        ],
        waiting=posed.waiting,
        choices=teller.seen.choices,
        recent=[moment(game, edition, past.number, past.seat, past.view, seat) for past in posed.recent],
        standing=game.standing(posed.view),
        confirm=guest.preference("confirm") == "on",
        live=True,
        reaction=reaction(game, posed.view, posed.waiting),
        moves_to=address(posed.puzzle),
    )


@post("/puzzles/{game:str}/{which:str}", include_in_schema=False, sync_to_thread=True, status_code=200)
def attempt(guest: Here, game: FromPath[str], which: FromPath[str], data: Form) -> Response[Any]:
    """The first answer counts; all that follow are looked at, too."""
    found = find(guest, game, which)
    if found is None or not which.isdecimal():
        raise NotFoundException
    move = text_in(data, "move", 80)
    if not move:
        raise BadOption("Choose something first.")
    move = pose(found).spelt(move)
    solving.answer(guest.hall, guest.me(), found, move)
    return redirect(guest, address(found, move))


handlers = [puzzles, puzzle, attempt]
