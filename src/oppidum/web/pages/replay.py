"""Afterwards: the game step by step, its record, and whether the cards fell as promised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from oppidum import games
from oppidum.faces.scene import Scene, board_of, moment, stylesheet_of, template_of
from oppidum.faces.speaking import words_of
from oppidum.kernel import record as records
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadRecord
from oppidum.tables import TableView, looking
from oppidum.tables import replay as replays
from oppidum.tables.model import SPECTATOR
from oppidum.web.chronicle import chronicle
from oppidum.web.guest import Here
from oppidum.web.render import page
from oppidum.web.staging import rules_of
from oppidum.words.happenings import seat_names
from oppidum.words.language import Language

BEFORE = 14  # steps that are read to tell what has just happened


@dataclass(frozen=True)
class Eyes:
    """Whose eyes a replay is seen with: a seat's, a spectator's, or all at once."""

    seat: int
    open_cards: bool

    @property
    def name(self) -> str:
        """As an address says it."""
        return "open" if self.open_cards else "table" if self.seat == SPECTATOR else str(self.seat + 1)

    @property
    def as_seat(self) -> int | None:
        return None if self.open_cards else self.seat

    @property
    def of_a_seat(self) -> bool:
        return not self.open_cards and self.seat != SPECTATOR


def eyes_of(view: TableView, asked: str) -> Eyes:
    """With open cards once the game is over, if nothing else is asked for; otherwise one's own."""
    open_cards = view.status == "over" and asked in ("", "open")
    if asked == "table":
        return Eyes(SPECTATOR, open_cards)
    if asked.isdecimal() and 1 <= int(asked) <= len(view.seats):
        return Eyes(int(asked) - 1, open_cards)
    return Eyes(view.as_seat, open_cards)


def other_eyes(view: TableView, t: Language, names: list[str]) -> dict[str, str]:
    """What else may be chosen, in words."""
    over = view.status == "over"
    found = {"open": t.say("everybody: open cards")} if over else {}
    found["table"] = t.say("a spectator")
    return found | {str(n + 1): name for n, name in enumerate(names) if over or n in view.my_seats}


def scene_of(view: TableView, t: Language, names: list[str], shown: list[replays.Step], eyes: Eyes) -> Scene:
    """The table as it was, with what had just happened."""
    game, edition, now = games.load(view.game), view.edition, shown[-1]
    looker = max(0, view.as_seat) if eyes.open_cards else eyes.seat  # one place for the whole replay
    return Scene(
        t=t,
        game=game,
        edition=edition,
        seen=game.read(now.position, looker, edition, open_cards=eyes.open_cards),
        seat=looker,
        names=names,
        seats=view.seats,
        waiting=game.waiting(now.position),
        choices=(),
        recent=[moment(game, edition, s.number, s.seat, s.position, looker, eyes.open_cards) for s in shown],
        standing=game.standing(now.position),
        confirm=False,
        live=False,
        open_cards=eyes.open_cards,
    )


@get("/t/{code:str}/replay", include_in_schema=False, sync_to_thread=True)
def replay(
    guest: Here,
    code: FromPath[str],
    step: Annotated[int, QueryParameter(ge=0, le=100_000, required=False)] = 0,
    asked: Annotated[str, QueryParameter(name="as", max_length=10, required=False)] = "",
) -> Response[str]:
    view = looking.view(guest.hall, code, guest.id)
    eyes = eyes_of(view, asked)
    as_seat, open_cards = eyes.as_seat, eyes.open_cards
    last = replays.count(guest.hall, code)
    step = min(step, last)
    first = max(0, step - BEFORE)
    shown = replays.steps(
        guest.hall, code, guest.id, as_seat=as_seat, open_cards=open_cards, first=first, last=step
    )
    names = seat_names(guest.t, view.seats)
    entries = chronicle(guest.hall, code, view.version, guest.id, as_seat, open_cards, guest.t, tuple(names))
    scene = scene_of(view, guest.t, names, shown, eyes)
    presenter = board_of(view.game)
    return page(
        guest,
        "replay.html",
        view=view,
        code=code,
        step=step,
        last=last,
        now=shown[-1],
        said=entries[step].said,
        entries=entries,
        play_on_as=eyes.seat if eyes.of_a_seat else next(iter(view.my_seats), 0),
        names=names,
        eyes=eyes.name,
        looks=other_eyes(view, guest.t, names),
        base=f"/t/{code}/replay?as={eyes.name}&step=",
        before=max(0, step - 1),
        after=min(step + 1, last),
        back=f"/t/{code}?as={eyes.name}" if view.settings.same_device and eyes.of_a_seat else f"/t/{code}",
        called=bool(view.my_seats) and view.status == "playing",
        over=view.status == "over",
        lines=words_of(view.game).lines(guest.t, view.edition, scene.recent[-1].told, names),
        rules=rules_of(guest.t, view.game, scene.recent[-1:]),
        board=presenter.present(scene),
        scene=scene,
        board_template=template_of(view.game),
        stylesheet=stylesheet_of(view.game),
        symbols=[*presenter.symbols(view.edition), "i-play", "i-pause"],
    )


@get("/t/{code:str}/record", include_in_schema=False, sync_to_thread=True)
def record(guest: Here, code: FromPath[str]) -> Response[str]:
    """The record, to keep and to check with `oppidum verify`."""
    looking.must_exist(guest.hall, code)
    text = records.encode(replays.record(guest.hall, code)) + "\n"
    name = f"oppidum-{code[:8]}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


def verdict(found: records.Record, edition: Edition) -> str:
    """Empty if everything is as promised, otherwise what is wrong."""
    try:
        records.check(found, games.load, [edition])
    except BadRecord as error:
        return str(error)
    return ""


@get("/t/{code:str}/check", include_in_schema=False, sync_to_thread=True)
def check(guest: Here, code: FromPath[str]) -> Response[str]:
    """The fairness check: the whole game played again from what the table had promised."""
    view = looking.view(guest.hall, code, guest.id)
    found = replays.record(guest.hall, code)
    return page(
        guest,
        "check.html",
        view=view,
        code=code,
        problem=verdict(found, view.edition),
        binding=records.binding(found),
        names=seat_names(guest.t, view.seats),
        symbols=["i-check"],
    )


handlers = [replay, record, check]
