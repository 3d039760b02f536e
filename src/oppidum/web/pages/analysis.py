"""After the game: what decided it, luck and skill apart, and one's own worst decisions to try again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

from oppidum.analysis.course import Course
from oppidum.analysis.report import SIZES, Account, Analysis, Decision
from oppidum.faces.scene import Scene, board_of, moment, stylesheet_of, template_of
from oppidum.tables import analyses, looking
from oppidum.tables.model import TableView
from oppidum.web.guest import Guest, Here
from oppidum.web.line_plot import Plot, plot
from oppidum.web.render import page, redirect
from oppidum.words.analysis import Teller, counted, parts_of, rating, signed, size_in_words
from oppidum.words.happenings import seat_names
from oppidum.words.language import Language

WORTH_TELLING = ("brilliant", "inaccuracy", "mistake", "blunder")


@dataclass(frozen=True)
class Told:
    """A decision, as the page tells it."""

    decision: Decision
    name: str
    where: str
    move: str
    size: str
    better: str
    why: tuple[str, ...]


@dataclass(frozen=True)
class Mark:
    """What decided, on a line of the graph."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Bar:
    """A share as a bar from the middle, a hundred to either side."""

    kind: Literal["good", "bad"]
    x: float
    width: float


@dataclass(frozen=True)
class Share:
    """A seat's account, as the page shows it."""

    name: str
    mine: bool
    account: Account
    result: str
    fair: str
    luck: str
    own: str
    others: str
    luck_bar: Bar
    accuracy: str
    accuracy_bar: float | None  # of 200; none: nothing was judged
    rating: str
    counts: str  # how many of each size


@dataclass(frozen=True)
class Try:
    """An option of a position that is tried again."""

    move: str
    text: str
    right: bool
    played: bool
    chosen: bool
    value: str


@get("/t/{code:str}/analysis", include_in_schema=False, sync_to_thread=True)
def analysis(
    guest: Here,
    code: FromPath[str],
    eyes: Annotated[str, QueryParameter(name="as", max_length=10, required=False)] = "",
) -> Response[Any]:
    view = looking.view(guest.hall, code, guest.id)
    found = analyses.find(guest.hall, code)
    if found.analysis is None:
        return page(guest, "analysis_asked.html", view=view, code=code, found=found)
    if guest.htmx:  # the page that has waited for it: it needs other styles and scripts
        return redirect(guest, f"/t/{code}/analysis")
    return told(guest, view, found.analysis, known=eyes == "known")


@post("/t/{code:str}/analysis", include_in_schema=False, sync_to_thread=True, status_code=200)
def ask(guest: Here, code: FromPath[str]) -> Response[Any]:
    looking.must_exist(guest.hall, code)
    guest.think()
    analyses.ask(guest.hall, code)
    return redirect(guest, f"/t/{code}/analysis")


def told(guest: Guest, view: TableView, found: Analysis, known: bool) -> Response[str]:
    t, code = guest.t, view.code
    names = tuple(seat_names(t, view.seats))
    course = analyses.course(guest.hall, code)
    teller = Teller(t, course, found, names)
    story = teller.story()
    decisions = decisions_of(teller)
    chances = [moment.known if known else moment.open for moment in found.moments]
    turns = zip(found.turning_points, story, strict=True)
    drawn = picture(t, chances)
    marks = [mark(drawn, turning.step, turning.seat - 1, turn.text) for turning, turn in turns]
    shares = [
        share_of(t, found, account, name, account.seat - 1 in view.my_seats)
        for account, name in zip(found.accounts, names, strict=True)
    ]
    return page(
        guest,
        "analysis.html",
        view=view,
        code=code,
        analysis=found,
        names=names,
        known=known,
        story=story,
        drawn=drawn,
        marks=marks,
        last=len(chances) - 1,
        moments=moments_of(t, found, chances, course, names),
        shares=shares,
        by_player=[
            (share, [d for d in decisions if d.decision.seat == share.account.seat]) for share in shares
        ],
        lessons=lessons_of(found, decisions, view.my_seats),
        judged=sum(d.size != "forced" for d in found.decisions),
        symbols=["i-play"],
    )


def picture(t: Language, chances: Sequence[Sequence[float]]) -> Plot:
    """The graph of chances: a line for each seat, the game from left to right."""
    return plot(list(zip(*chances, strict=True)), [(share, t.percent(share, 0)) for share in (0.0, 0.5, 1.0)])


def mark(drawn: Plot, step: int, seat: int, text: str) -> Mark:
    x, y = drawn.points[seat][step]
    return Mark(x, y, text)


def decisions_of(teller: Teller) -> list[Told]:
    """Those that were not forced and not simply fine."""
    return [
        Told(
            decision=d,
            name=teller.names[d.seat - 1],
            where=teller.where(d.step),
            move=teller.move(d.step, d.move),
            size=size_in_words(teller.t, d.size),
            better=teller.better(d),
            why=teller.why(d) if d.cost else (),
        )
        for d in teller.analysis.decisions
        if d.size in WORTH_TELLING
    ]


def moments_of(
    t: Language, found: Analysis, chances: Sequence[Sequence[float]], course: Course, names: Sequence[str]
) -> list[dict[str, Any]]:
    """The table behind the graph."""
    return [
        {
            "step": moment.step,
            "name": names[course.decisions[moment.step - 1][0]] if moment.step else "",
            "chances": [t.percent(chance, 0) for chance in now],
            "points": [t.number(points, 0) for points in moment.points],
        }
        for moment, now in zip(found.moments, chances, strict=True)
    ]


def bar(part: float) -> Bar:
    return Bar("good" if part >= 0 else "bad", round(min(0, 100 * part), 1), round(abs(100 * part), 1))


def share_of(t: Language, found: Analysis, account: Account, name: str, mine: bool) -> Share:
    result, fair, luck, own, others = parts_of(account)
    counts = Counter(d.size for d in found.decisions if d.seat == account.seat)
    return Share(
        name=name,
        mine=mine,
        account=account,
        result=t.percent(result),
        fair=t.percent(fair),
        luck=signed(t, luck),
        own=signed(t, own),
        others=signed(t, others),
        luck_bar=bar(max(-1.0, min(1.0, luck))),
        accuracy="–" if account.accuracy is None else t.percent(account.accuracy, 0),
        accuracy_bar=None if account.accuracy is None else round(200 * account.accuracy, 1),
        rating=rating(t, account) or "–",
        counts=", ".join(counted(t, size, counts[size]) for size in SIZES if counts[size]),
    )


def lessons_of(found: Analysis, decisions: Sequence[Told], mine: Sequence[int]) -> list[Told]:
    """One's own worst decisions; for who did not play, those of everybody."""
    by_step = {each.decision.step: each for each in decisions}
    return [
        by_step[step]
        for seat, account in enumerate(found.accounts)
        if seat in mine or not mine
        for step in account.learn
    ]


@get("/t/{code:str}/analysis/try", include_in_schema=False, sync_to_thread=True)
def try_again(
    guest: Here,
    code: FromPath[str],
    step: Annotated[int, QueryParameter(ge=1, le=100_000)],
    answer: Annotated[str, QueryParameter(max_length=80, required=False)] = "",
) -> Response[str]:
    """A position as its seat saw it, and what may be done; after an answer, whether it is right."""
    view = looking.view(guest.hall, code, guest.id)
    found = analyses.find(guest.hall, code).analysis
    decision = next((d for d in found.decisions if d.step == step and d.options), None) if found else None
    if found is None or decision is None:
        raise NotFoundException
    names = seat_names(guest.t, view.seats)
    teller = Teller(guest.t, analyses.course(guest.hall, code), found, names)
    seen, seat = teller.seen(step), teller.seat(step)
    options = [
        Try(
            move=option.move,
            text=teller.move(step, option.move),
            right=option.right,
            played=option.move == decision.move,
            chosen=option.move == answer,
            value=guest.t.percent(option.value),
        )
        for option in decision.options
    ]
    chosen = next((option for option in options if option.chosen), None)
    offered = [choice.move for choice in seen.choices]  # in the order of the board, which gives nothing away
    course = teller.course
    before = course.positions[step - 1]
    scene = Scene(
        t=guest.t,
        game=course.game,
        edition=course.edition,
        seen=seen,
        seat=seat,
        names=names,
        seats=view.seats,
        waiting=course.game.waiting(before),
        choices=(),
        recent=[moment(course.game, course.edition, step - 1, seat, teller.view(step), seat, False)],
        standing=course.game.standing(before),
        confirm=False,
        live=False,
        open_cards=False,
    )
    presenter = board_of(course.game.id)
    return page(
        guest,
        "analysis_try.html",
        view=view,
        code=code,
        step=step,
        where=teller.where(step),
        question=teller.words.question(guest.t, course.edition, seen),
        name=names[seat],
        options=options if chosen else sorted(options, key=lambda option: offered.index(option.move)),
        chosen=chosen,
        best=teller.move(step, decision.best or decision.move),
        why=teller.why(decision),
        board=presenter.present(scene),
        scene=scene,
        board_template=template_of(course.game.id),
        stylesheet=stylesheet_of(course.game.id),
        symbols=[*presenter.symbols(course.edition), "i-play"],
    )


handlers = [analysis, ask, try_again]
