"""A table: its page, its live stream, and everything that can be done at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.types import ASGIApp

from oppidum.faces.dress import COLOURS, characters_of, offered
from oppidum.faces.scene import board_of, sign_symbols, stylesheet_of
from oppidum.forge import want
from oppidum.kernel.errors import BadOption
from oppidum.tables import (
    Unconfirmed,
    absence,
    chat,
    consent,
    looking,
    overview,
    playing,
    same_deal,
    seating,
    shared_screen,
    takeback,
)
from oppidum.tables import hint as hints
from oppidum.tables import rematch as rematches
from oppidum.tables.waiting import in_loop
from oppidum.tables.what_if import what_if
from oppidum.web.forms import number_in, text_in, ticked
from oppidum.web.guest import Guest, Here
from oppidum.web.invitation import invitation
from oppidum.web.live import Watcher, missed_lines, watcher_of
from oppidum.web.promise import contribution_in, promise, wants_promise
from oppidum.web.render import NO_STORE, fragment, page, redirect
from oppidum.web.staging import Stage, stage
from oppidum.web.streams import Stream
from oppidum.words.happenings import hint as hint_in_words

Form = URLEncodedBody[dict[str, Any]]
Known = Annotated[int, QueryParameter(ge=0, le=2**31, required=False)]
PageName = Annotated[str, QueryParameter(name="page", max_length=64, required=False)]
Still = Annotated[bool, QueryParameter(required=False)]
SeatAsked = Annotated[int | None, QueryParameter(name="as", ge=1, le=12, required=False)]


def staged(guest: Guest, code: str, seat: int | None) -> Stage:
    eyes = None if seat is None else seat - 1
    shown = stage(guest.hall, code, guest.id, guest.t, eyes, confirm=guest.preference("confirm") == "on")
    want(shown.game.id)
    return shown


@get("/t/{code:str}", include_in_schema=False, sync_to_thread=True)
def table(
    guest: Here, request: Request[Any, Any, Any], code: FromPath[str], seat: SeatAsked = None
) -> Response[str]:
    shown = staged(guest, code, seat)
    presenter = board_of(shown.game.id)
    seen = None
    if guest.id and shown.view.my_seats:
        mine = [running for running in overview.running(guest.hall, guest.id) if running.code == code]
        seen = mine[0].seen if mine and mine[0].seen else None
        overview.mark_seen(guest.hall, code, guest.id, shown.view.version)
    return page(
        guest,
        "table.html",
        stage=shown,
        view=shown.view,
        seat_asked=seat,
        missed=missed_lines(shown, seen),
        frame=f"{shown.view.version}",
        symbols={*presenter.symbols(shown.edition), *in_the_lobby(shown), "trophy", "laurel"},
        stylesheet=stylesheet_of(shown.game.id),
        invitation=invitation(guest, request, shown),
    )


def in_the_lobby(shown: Stage) -> list[str]:
    """The pictures of an invitation, and of those that a seat may choose to be."""
    people = characters_of(shown.game.id, shown.t, shown.edition)
    return [*sign_symbols(shown.game.id), *(f"p-{name}" for name in people)]


@get("/t/{code:str}/inside", include_in_schema=False, sync_to_thread=True)
def inside(guest: Here, code: FromPath[str], seat: SeatAsked = None) -> Response[str]:
    """What the stream would send now: for who has lost it."""
    shown = staged(guest, code, seat)
    frame = f"{shown.view.version}"
    return fragment(guest, "table_inside.html", stage=shown, view=shown.view, missed=[], frame=frame)


@get("/t/{code:str}/live", include_in_schema=False)
async def live(
    guest: Here,
    request: Request[Any, Any, Any],
    code: FromPath[str],
    seat: SeatAsked = None,
    known: Known = 0,
    name: PageName = "",
    still: Still = False,
) -> ASGIApp:
    """The live board.

    `known`: the version that the page has shown already; `page`: what it calls itself; `still`: its device
    asks for as little motion as possible.
    """
    eyes = None if seat is None else seat - 1
    sits = looking.sits(guest.hall, code, guest.id)  # no such table: say so before streaming
    place = guest.limits.place_for(guest.address, guest.id, code, sits)
    last = request.headers.get("last-event-id", "").split("-")[0].rstrip("+")  # frames between two versions
    since = int(last) if last.isdecimal() and len(last) < 12 else None
    watcher = Watcher(guest.hall, guest, code, eyes, known if since is None else since, since, still)
    subscription = guest.hall.subscribe(code)
    return Stream(watcher.messages(subscription, name), subscription, place)


class Turn(msgspec.Struct):
    """For a page in the background: is it my turn?"""

    my_turn: bool
    version: int
    over: bool


@get("/t/{code:str}/turn", include_in_schema=False, sync_to_thread=True)
def turn(guest: Here, code: FromPath[str]) -> Response[Turn]:
    seen = looking.view(guest.hall, code, guest.id, judge=False)
    mine = any(seat in seen.waiting for seat in seen.my_seats)
    return Response(Turn(mine, seen.version, seen.status in ("over", "abandoned")), headers=NO_STORE)


# ---------------------------------------------------------------- what can be done at a table


ONTO_THE_TABLE = {"hx-retarget": "#main", "hx-reswap": "innerMorph transition:true"}


@dataclass(frozen=True)
class Deed:
    """Something that a visitor does at a table, from a form."""

    guest: Guest
    code: str
    data: dict[str, Any]
    page: str = ""  # the page that it was done on, if a stream keeps that up to date

    @cached_property
    def watcher(self) -> Watcher:
        return watcher_of(self.guest, self.code, self.page, self.seat, number_in(self.data, "seen") or 0)

    @property
    def me(self) -> str:
        return self.guest.me(text_in(self.data, "name", 40))

    @property
    def seat(self) -> int | None:
        number = number_in(self.data, "seat")
        return None if number is None else number - 1

    def done(self, version: int | None = None) -> Response[Any]:
        """The answer is the board, as the page that asked shows it. `version`: what the deed has led to."""
        if not self.guest.htmx:
            return redirect(self.guest, f"/t/{self.code}")
        if not self.page:  # without a stream nothing could follow
            self.watcher.motion = False
        board, frame = self.watcher.draw(version)
        return Response(
            board,
            media_type=MediaType.HTML,
            headers={**NO_STORE, **ONTO_THE_TABLE, "oppidum-frame": frame},
            cookies=self.guest.cookies,
        )


def move(deed: Deed) -> Response[Any]:
    what = text_in(deed.data, "move", 80)
    if not what:
        raise BadOption("Choose something first.")
    confirmed = ticked(deed.data, "confirmed") or deed.guest.preference("confirm") == "off"
    try:
        moved = playing.move(
            deed.guest.hall,
            deed.code,
            deed.me,
            what,
            seat=deed.seat,
            seen=number_in(deed.data, "seen"),
            confirmed=confirmed,
        )
    except Unconfirmed as error:
        return confirm_first(deed, error.words)
    return deed.done(moved.version)


def confirm_first(deed: Deed, words: str) -> Response[Any]:
    """Ask once more before something is revealed."""
    eyes = None if deed.seat is None else deed.seat + 1
    shown = staged(deed.guest, deed.code, eyes)
    text = shown.in_words(words)
    template = "confirm_fragment.html" if deed.guest.htmx else "confirm.html"
    fields = {"move": words, "confirmed": "yes", "seat": eyes, "seen": number_in(deed.data, "seen")}
    known = {name: value for name, value in fields.items() if value is not None}
    return page(deed.guest, template, code=deed.code, text=text, fields=known)


def sit(deed: Deed) -> Response[Any]:
    deed.guest.go_without_lesson(looking.view(deed.guest.hall, deed.code, deed.me).game)
    called = text_in(deed.data, "called", 40) or None  # on the same device every seat has a name of its own
    given = contribution_in(deed.data)
    seating.sit(deed.guest.hall, deed.code, deed.me, deed.seat, name=called, contribution=given)
    return redirect(deed.guest, f"/t/{deed.code}")


def leave(deed: Deed) -> Response[Any]:
    seating.leave(deed.guest.hall, deed.code, deed.me)
    return redirect(deed.guest, "/")


def ready(deed: Deed) -> Response[Any]:
    is_ready = text_in(deed.data, "ready") != "no"
    given = contribution_in(deed.data)
    seating.ready(deed.guest.hall, deed.code, deed.me, is_ready, contribution=given)
    return deed.done()


def start(deed: Deed) -> Response[Any]:
    seating.start(deed.guest.hall, deed.code, deed.me, contribution=contribution_in(deed.data))
    return deed.done()


def close(deed: Deed) -> Response[Any]:
    seating.close(deed.guest.hall, deed.code, deed.me)
    return redirect(deed.guest, "/")


def put_bot(deed: Deed) -> Response[Any]:
    if deed.seat is None:
        raise BadOption("Which seat?")
    seating.put_bot(deed.guest.hall, deed.code, deed.me, deed.seat, text_in(deed.data, "level", 40) or None)
    return deed.done()


def dress(deed: Deed) -> Response[Any]:
    """How one's seat shows itself."""
    seen = looking.view(deed.guest.hall, deed.code, deed.me, judge=False)
    character, colour = text_in(deed.data, "character", 40), number_in(deed.data, "colour")
    people = characters_of(seen.game, deed.guest.t, seen.edition)
    if deed.seat is None or character not in (people or ("",)):
        raise BadOption("There is no such character to choose here.")
    if colour is None or not 0 <= colour < COLOURS or not offered(seen.game):
        raise BadOption("There is no such colour to choose here.")
    seating.dress(deed.guest.hall, deed.code, deed.me, deed.seat, character=character or None, colour=colour)
    return deed.done()


def take_back(deed: Deed) -> Response[Any]:
    takeback.take_back(deed.guest.hall, deed.code, deed.me, seat=deed.seat, ask=ticked(deed.data, "ask"))
    deed.watcher.skip()
    return deed.done()


def answer(deed: Deed) -> Response[Any]:
    consent.answer(deed.guest.hall, deed.code, deed.me, text_in(deed.data, "answer") == "yes")
    return deed.done()


def withdraw(deed: Deed) -> Response[Any]:
    consent.withdraw(deed.guest.hall, deed.code, deed.me)
    return deed.done()


def come_back(deed: Deed) -> Response[Any]:
    absence.come_back(deed.guest.hall, deed.code, deed.me)
    return deed.done()


def take_screen(deed: Deed) -> Response[Any]:
    """Same device: whoever presses their name has it."""
    if deed.seat is None:
        raise BadOption("Which seat?")
    shared_screen.take(deed.guest.hall, deed.code, deed.me, [deed.seat])
    return redirect(deed.guest, f"/t/{deed.code}?as={deed.seat + 1}")


def take_over(deed: Deed) -> Response[Any]:
    if deed.seat is None:
        raise BadOption("Which seat?")
    absence.ask_takeover(deed.guest.hall, deed.code, deed.me, deed.seat)
    return deed.done()


def resign(deed: Deed) -> Response[Any]:
    absence.resign(deed.guest.hall, deed.code, deed.me, seat=deed.seat)
    return deed.done()


def call_off(deed: Deed) -> Response[Any]:
    absence.ask_call_off(deed.guest.hall, deed.code, deed.me)
    return deed.done()


def skip(deed: Deed) -> Response[Any]:
    """Enough of the show: it changes nothing at the table."""
    deed.watcher.skip()
    return deed.done()


def say(deed: Deed) -> Response[Any]:
    phrase, text = text_in(deed.data, "phrase", 40), text_in(deed.data, "text")
    if phrase:
        chat.say(deed.guest.hall, deed.code, deed.me, phrase=phrase)
    else:
        chat.say(deed.guest.hall, deed.code, deed.me, text=text)
    return deed.done()


def mute(deed: Deed) -> Response[Any]:
    chat.mute(deed.guest.hall, deed.code, deed.me, line=number_in(deed.data, "line"))
    return deed.done()


def unmute(deed: Deed) -> Response[Any]:
    chat.unmute(deed.guest.hall, deed.code, deed.me, line=number_in(deed.data, "line"))
    return deed.done()


def rematch(deed: Deed) -> Response[Any]:
    first = wants_promise(deed.data)
    guest = deed.guest
    guest.begin()
    code = rematches.rematch(guest.hall, deed.code, deed.me, ready=not first, neighbours=guest.neighbours)
    return promise(guest, code) if first else redirect(guest, f"/t/{code}")


def play_on(deed: Deed) -> Response[Any]:
    if deed.seat is None:
        raise BadOption("Which seat?")
    after = number_in(deed.data, "after")
    deed.guest.begin()
    code = what_if(deed.guest.hall, deed.code, deed.me, -1 if after is None else after, deed.seat)
    return redirect(deed.guest, f"/t/{code}")


def challenge(deed: Deed) -> Response[Any]:
    """Somebody else shall try my cards."""
    return redirect(deed.guest, f"/c/{same_deal.challenge(deed.guest.hall, deed.code, deed.me, deed.seat)}")


@post("/t/{code:str}/hint", include_in_schema=False, status_code=200)
async def hint(guest: Here, code: FromPath[str], data: Form) -> Response[Any]:
    """Changes nothing at the table, and takes a while: the stream does not wait for it, nor does a thread."""
    deed = Deed(guest, code, data)
    found = await in_loop(thought_of, deed)
    return await asyncio.to_thread(show_hint, deed, found)


def thought_of(deed: Deed) -> hints.Hint:
    looking.must_exist(deed.guest.hall, deed.code)
    with closing(deed.guest.wait_for_hint(deed.me)):
        return hints.hint(deed.guest.hall, deed.code, deed.me, seat=deed.seat)


def show_hint(deed: Deed, found: hints.Hint) -> Response[Any]:
    guest, code, seat = deed.guest, deed.code, deed.seat
    shown = staged(guest, code, None if seat is None else seat + 1)
    said, why = hint_in_words(
        guest.t,
        found,
        shown.in_words(found.words),
        shown.in_words(found.next_words) if found.next_words else "",
        shown.reasons(found.words, found.next_words),
    )
    template = "hint_fragment.html" if guest.htmx else "hint.html"
    return page(guest, template, hint=found, said=said, why=why, code=code)


DEEDS: dict[str, Callable[[Deed], Response[Any]]] = {
    "move": move,
    "sit": sit,
    "leave": leave,
    "ready": ready,
    "start": start,
    "close": close,
    "bot": put_bot,
    "dress": dress,
    "take-back": take_back,
    "answer": answer,
    "withdraw": withdraw,
    "come-back": come_back,
    "take-screen": take_screen,
    "take-over": take_over,
    "resign": resign,
    "call-off": call_off,
    "skip": skip,
    "say": say,
    "mute": mute,
    "unmute": unmute,
    "rematch": rematch,
    "what-if": play_on,
    "challenge": challenge,
}


async def do(what: str, deed: Deed) -> Response[Any]:
    """Everything that a form at the table can do."""
    if deed.guest.visitor is None:
        # Who does not find the table does not get an identity for it.
        looking.must_exist(deed.guest.hall, deed.code)
    async with deed.watcher.lock:  # the stream leaves to the answer what the answer shows
        return await in_loop(DEEDS[what], deed)


@post("/t/{code:str}/{deed:str}", include_in_schema=False, status_code=200)
async def form(
    guest: Here, request: Request[Any, Any, Any], code: FromPath[str], deed: FromPath[str], data: Form
) -> Response[Any]:
    """For what else is asked of this address, and for addresses that are written otherwise: `web.lane` takes
    the forms themselves before they come here."""
    if deed not in DEEDS:
        raise NotFoundException
    return await do(deed, Deed(guest, code, data, request.headers.get("oppidum-page", "")))


handlers = [table, inside, live, turn, hint, form]
