"""The same deal: a link that deals one's cards to somebody else, and both games side by side afterwards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, URLEncodedBody

from oppidum import games
from oppidum.faces.scene import sign_symbols
from oppidum.faces.speaking import words_of
from oppidum.tables import TableView, looking, same_deal
from oppidum.tables.side_by_side import Comparison, Turn
from oppidum.web.chronicle import Entry, chronicle
from oppidum.web.forms import text_in
from oppidum.web.guest import Guest, Here
from oppidum.web.invitation import told
from oppidum.web.line_plot import Plot, plot, steps
from oppidum.web.offers import options_in_words
from oppidum.web.render import page, redirect
from oppidum.web.staging import stage
from oppidum.words import Language
from oppidum.words.happenings import clock, seat_names
from oppidum.words.levels import level

Form = URLEncodedBody[dict[str, Any]]
Pair = tuple[str, str]  # of the first game, and of the one played after it


@dataclass(frozen=True)
class Decided:
    """A decision in one of the games."""

    said: str
    points: str
    moment: str  # the address of the moment at which it was made


@dataclass(frozen=True)
class SideBySide:
    """Two games with the same cards, in words."""

    names: Pair
    replays: Pair
    points: Pair
    won: tuple[bool, bool]
    verdict: str
    sheet: list[tuple[str, Pair]]  # what the points are for
    parted: list[str]  # the first decision at which they did
    moments: Pair | None  # just before it
    turns: list[tuple[int, Decided | None, Decided | None, bool]]  # number, both, and whether they part here
    picture: Plot | None


@get("/c/{code:str}", include_in_schema=False, sync_to_thread=True)
def challenge(guest: Here, request: Request[Any, Any, Any], code: FromPath[str]) -> Response[str]:
    """For the challenger: who has tried. For everybody else: the cards."""
    t, shown = guest.t, same_deal.look(guest.hall, code, guest.id)
    about = games.about(shown.game)
    title = t.say("%(name)s: beat me with my cards! %(game)s", name=shown.name, game=about.title)
    return page(
        guest,
        "challenge.html",
        shown=shown,
        about=about,
        summary=words_of(about.id).summary(t),
        facts=[
            *(
                f"{n} × {level(t, bot)}" if n > 1 else level(t, bot)
                for bot, n in Counter(shown.levels).items()
            ),
            clock(t, shown.settings.clock),
            *options_in_words(t, about.id, shown.settings.options),
        ],
        tries=[(each, outcome(t, shown, each)) for each in shown.tries],
        invitation=told(guest, request, about, title, f"/c/{code}"),
        symbols=[*sign_symbols(about.id), "laurel"],
    )


def outcome(t: Language, shown: same_deal.Challenge, each: same_deal.Try) -> str:
    """How somebody did, against the challenger."""
    if each.points is None or shown.played is None or shown.played.points is None:
        return t.say("gave up") if each.status == "abandoned" else t.say("is playing")
    return verdict(t, (shown.played.points, each.points), (shown.played.won, each.won))


def verdict(t: Language, points: tuple[int, int], won: tuple[bool, bool]) -> str:
    """Of the second game: who wins with the same cards does better than who does not; then points count."""
    one, other = (won[0], points[0]), (won[1], points[1])
    if one == other:
        return t.say("an equal result")
    return t.say("a better result") if other > one else t.say("a lower result")


@post("/c/{code:str}/play", include_in_schema=False, sync_to_thread=True)
def play(guest: Here, code: FromPath[str], data: Form) -> Response[None]:
    shown = same_deal.look(guest.hall, code, guest.id)  # who does not find it does not get an identity for it
    if not shown.tried:
        guest.begin()
        guest.go_without_lesson(shown.game)
    return redirect(guest, f"/t/{same_deal.accept(guest.hall, code, guest.me(text_in(data, 'name', 40)))}")


@get("/c/{code:str}/tries/{played:str}", include_in_schema=False, sync_to_thread=True)
def compare(guest: Here, code: FromPath[str], played: FromPath[str]) -> Response[str]:
    found = same_deal.compare(guest.hall, code, played, guest.id or "")
    both = side_by_side(guest, found.codes, found.games)
    return page(guest, "compare.html", code=code, both=both, symbols=["laurel"])


# ---------------------------------------------------------------- two games, in words


def side_by_side(guest: Guest, codes: Pair, found: Comparison) -> SideBySide:
    t, seat = guest.t, found.seat
    one, other = (looking.view(guest.hall, code, guest.id, judge=False) for code in codes)
    entries = chronicle_of(guest, one), chronicle_of(guest, other)
    names = called(t, one.seats[seat].name, other.seats[seat].name)
    points = found.standings[0].points[seat], found.standings[1].points[seat]
    won = seat in found.standings[0].winners, seat in found.standings[1].winners
    parting = found.parting
    at = parting.steps if parting and parting.seat == seat else None
    return SideBySide(
        names=names,
        replays=(f"/t/{one.code}/replay?step=0", f"/t/{other.code}/replay?step=0"),
        points=(t.number(points[0]), t.number(points[1])),
        won=won,
        verdict=said_by(t, names[1], verdict(t, points, won)),
        sheet=sheets(guest, codes, seat),
        parted=parted(t, found, names, entries),
        moments=(moment(one.code, parting.steps[0]), moment(other.code, parting.steps[1]))
        if parting
        else None,
        turns=[
            (
                number,
                decided(t, one.code, here, entries[0]),
                decided(t, other.code, there, entries[1]),
                at is not None and here is not None and here.step == at[0],
            )
            for number, (here, there) in enumerate(found.turns, 1)
        ],
        picture=picture(t, found),
    )


def called(t: Language, one: str, other: str) -> Pair:
    return (one, other) if one != other else (one, t.say("%(name)s (second game)", name=other))


def chronicle_of(guest: Guest, view: TableView) -> tuple[Entry, ...]:
    names = tuple(seat_names(guest.t, view.seats))
    return chronicle(guest.hall, view.code, view.version, guest.id, None, True, guest.t, names)


def moment(code: str, step: int) -> str:
    """The address of what a decision was made at."""
    return f"/t/{code}/replay?step={step - 1}"


def decided(t: Language, code: str, turn: Turn | None, entries: tuple[Entry, ...]) -> Decided | None:
    if turn is None:
        return None
    return Decided(entries[turn.step].said or turn.words, t.number(turn.points), moment(code, turn.step))


def parted(
    t: Language, found: Comparison, names: Pair, entries: tuple[tuple[Entry, ...], tuple[Entry, ...]]
) -> list[str]:
    """Where the games parted, in sentences."""
    if found.parting is None:
        return [t.say("Both games are the same, to the last decision.")]
    here, there = (side[step] for side, step in zip(entries, found.parting.steps, strict=True))
    if found.parting.seat == found.seat:
        number = sum(turn.step <= found.parting.steps[0] for turn, _ in found.turns if turn)
        first = t.say("Decision %(number)s was the first that was not the same.", number=number)
    else:
        first = t.say("Somebody else was the first to decide otherwise: %(name)s.", name=here.name)
    return [first, said_by(t, names[0], here.said), said_by(t, names[1], there.said)]


def said_by(t: Language, name: str, words: str) -> str:
    return t.say("%(name)s: %(words)s", name=name, words=words)


def sheets(guest: Guest, codes: Pair, seat: int) -> list[tuple[str, Pair]]:
    """Line by line, as the games' own score sheets have it."""
    t = guest.t
    both = [
        {row.heading: row.cells[seat][0] for row in stage(guest.hall, code, guest.id, t).sheet}
        for code in codes
    ]
    headings = list(dict.fromkeys(heading for sheet in both for heading in sheet))

    def cell(sheet: dict[str, int], heading: str) -> str:
        return t.number(sheet[heading]) if heading in sheet else "–"

    return [(heading, (cell(both[0], heading), cell(both[1], heading))) for heading in headings]


def picture(t: Language, found: Comparison) -> Plot | None:
    """The points of both, decision by decision."""
    lines = [[turn.points for pair in found.turns if (turn := pair[side]) is not None] for side in (0, 1)]
    if min(len(line) for line in lines) < 2:
        return None
    values = [value for line in lines for value in line]
    return plot(lines, [(float(n), t.number(n)) for n in steps(min(values), max(values))])


handlers = [challenge, play, compare]
