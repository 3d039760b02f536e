"""Lessons: a game learnt by playing, step by step. See oppidum.web.lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import quote

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter, URLEncodedBody

from oppidum import games
from oppidum.faces.lessons import StepWords, step_words
from oppidum.faces.scene import Scene, board_of, stylesheet_of, template_of
from oppidum.faces.speaking import words_of
from oppidum.kernel.errors import BadOption
from oppidum.kernel.game import Game
from oppidum.tables import Reaction, SeatView
from oppidum.web import lessons
from oppidum.web.forms import text_in
from oppidum.web.guest import LESSON, SETTLED, Guest, Here
from oppidum.web.lessons import LEARNER, Shown, Step
from oppidum.web.pages.settings import safe_path
from oppidum.web.render import page, redirect
from oppidum.words import rulebook
from oppidum.words.you import You

Form = URLEncodedBody[dict[str, Any]]
Tried = Annotated[list[str] | None, QueryParameter(name="did", required=False)]
MOST = 12  # decisions in one step
RECENT = 16

# The learner, where no name is known, and who plays along. Like those of visitors: our own.
NAMES = ("Novix", "Rustix", "Tropix", "Galactix")


@dataclass(frozen=True)
class LessonView:
    """What a board's form asks of its table."""

    code: str = ""
    version: int = 0


def steps_of(game: str) -> tuple[Step, ...]:
    found = lessons.lesson(games.about(game).id)
    if not found:
        raise NotFoundException
    return found


def address(game: str, number: int, done: Sequence[str] = (), shown: bool = False) -> str:
    """A step's own address, with what has been done in it."""
    query = [f"did={quote(words, safe='')}" for words in done] + (["show=yes"] if shown else [])
    return f"/learn/{game}/{number}" + ("?" + "&".join(query) if query else "")


@get("/learn/{game:str}", include_in_schema=False, sync_to_thread=True)
def learn(guest: Here, game: FromPath[str]) -> Response[None]:
    """Begin, or go on where one has stopped."""
    steps = steps_of(game)
    reached = guest.lesson(game)
    number = min(int(reached), len(steps)) if reached.isdecimal() else 1
    return redirect(guest, address(game, max(1, number)))


def number_of(steps: Sequence[Step], text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= len(steps)):
        raise NotFoundException
    return int(text)


@get("/learn/{game:str}/{part:str}", include_in_schema=False, sync_to_thread=True)
def step(
    guest: Here,
    game: FromPath[str],
    part: FromPath[str],
    did: Tried = None,
    show: Annotated[str, QueryParameter(max_length=5, required=False)] = "",
) -> Response[str]:
    """One step, after what has been done in it; or the end of the lesson."""
    steps = steps_of(game)
    if part == "done":
        return done(guest, game)
    number = number_of(steps, part)
    if guest.lesson(game) not in SETTLED:
        guest.prefer({LESSON + game: str(number)})
    now = steps[number - 1]
    played = games.load(game)
    tried = tuple(words[:80] for words in (did or [])[:MOST])
    shown = lessons.show(played, now, tried)
    said = step_words(guest.t, game, played.default_edition())[now.id]
    scene = scene_of(guest, played, shown, address(game, number, shown.done))
    presenter = board_of(game)
    return page(
        guest,
        "lesson.html",
        about=played.about,
        number=number,
        last=len(steps),
        said=said,
        comment=comment(guest, said, shown, tried),
        verdict=shown.verdict,
        answer=answer(played, now, shown, scene) if show else "",
        here=address(game, number, shown.done),
        show_me=address(game, number, shown.done, shown=True),
        again=address(game, number),
        step_before=address(game, number - 1) if number > 1 else "",
        next_step=address(game, number + 1) if number < len(steps) else f"/learn/{game}/done",
        goes_on=number < len(steps),
        solved=number if shown.verdict == "right" else number - 1,
        rules=[rulebook.rule(game, rule, guest.t.code) for rule in now.rules],
        told=told(scene) if shown.verdict == "right" else [],
        scene=scene,
        view=LessonView(),
        board=presenter.present(scene),
        board_template=template_of(game),
        stylesheet=stylesheet_of(game),
        lesson_stylesheet=stylesheet_of(game, "lesson"),
        symbols=set(presenter.symbols(scene.edition)) | {"laurel", "trophy"},
    )


def scene_of(guest: Guest, game: Game, shown: Shown, here: str) -> Scene:
    """The learner's seat, with everything that it may know and do."""
    view, edition = game.view(shown.position, LEARNER), game.default_edition()
    seen = game.read(view, LEARNER, edition)
    asked = game.waiting(shown.position)
    going = shown.verdict != "right" and LEARNER in asked
    standing = game.standing(view)
    names = [You(guest.name or NAMES[0]), *NAMES[1 : len(standing.points)]]
    return Scene(
        t=guest.t,
        game=game,
        edition=edition,
        seen=seen,
        seat=LEARNER,
        names=names,
        seats=[seat_view(seat, name, seat in asked, seat == LEARNER) for seat, name in enumerate(names)],
        waiting=asked if going else (),
        choices=seen.choices if going else (),
        recent=shown.moments[-RECENT:],
        standing=standing,
        confirm=guest.preference("confirm") == "on",
        live=going,
        reaction=reaction(game, shown.position, asked) if going else None,
        moves_to=here,
    )


def seat_view(seat: int, name: str, asked: bool, mine: bool) -> SeatView:
    return SeatView(
        seat=seat,
        kind="human" if mine else "bot",
        name=name,
        level=None,
        ready=True,
        mine=mine,
        asked=asked,
        away=False,
        stand_in=False,
        resigned=False,
        deadline=None,
        reserve=None,
    )


def reaction(game: Game, s: Any, asked: Sequence[int]) -> Reaction | None:
    """Everybody may react at once; in a lesson, or a puzzle, there is no hurry."""
    if game.decline is None:
        return None
    seats = tuple(seat for seat in asked if game.decline(s, seat) >= 0)
    return Reaction(seats, None, None) if seats else None


def comment(guest: Guest, said: StepWords, shown: Shown, tried: Sequence[str]) -> str:
    """A sentence on what was just tried."""
    match shown.verdict:
        case "right":
            return said.right
        case "on":
            return guest.t.say("Good. Keep going.")
        case "wrong":
            return said.wrongs.get(tried[len(shown.done)], said.wrong)
        case "illegal":
            return guest.t.say("The rules do not allow this now; they are below.")
        case _:
            return ""


def answer(game: Game, now: Step, shown: Shown, scene: Scene) -> str:
    """What to do next, in words: for who wants to be shown."""
    ways = [way for way in now.right if lessons.fits(way, shown.done) and len(way) > len(shown.done)]
    if not ways or not scene.choices:
        return ""
    wanted = ways[0][len(shown.done)]
    fitting = [c for c in scene.choices if lessons.fits((wanted,), (c.move,))]
    if not fitting:
        return ""
    return words_of(game.id).action(scene.t, scene.edition, fitting[0], scene.names)


def told(scene: Scene) -> list[str]:
    """What the last decisions brought about, in the words of the log."""
    lines: list[str] = []
    for moment in scene.recent[-4:]:
        lines += words_of(scene.game.id).lines(scene.t, scene.edition, moment.told, scene.names)
    return lines[-4:]


def done(guest: Guest, game: str) -> Response[str]:
    guest.prefer({LESSON + game: "done"})
    return page(guest, "lesson_done.html", about=games.about(game), symbols=["laurel", "trophy"])


@post("/learn/{game:str}/{part:str}", include_in_schema=False, sync_to_thread=True, status_code=200)
def attempt(
    guest: Here, game: FromPath[str], part: FromPath[str], data: Form, did: Tried = None
) -> Response[Any]:
    """A decision on the lesson's board: added to what was done, and looked at under its own address."""
    steps = steps_of(game)
    if part in ("stop", "decline"):
        return settle(guest, game, "stopped" if part == "stop" else "declined", text_in(data, "back"))
    number = number_of(steps, part)
    move = text_in(data, "move", 80)
    if not move:
        raise BadOption("Choose something first.")
    tried = [words[:80] for words in (did or [])[: MOST - 1]]
    return redirect(guest, address(game, number, [*tried, move]))


def settle(guest: Guest, game: str, how: str, back: str) -> Response[Any]:
    """Stopped or declined: it is not offered again."""
    if guest.lesson(game) != "done":
        guest.prefer({LESSON + game: how})
    return redirect(guest, safe_path(back or "/"))


handlers = [learn, step, attempt]
