"""Afterwards: the game step by step, its record, and whether the cards fell as promised."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from oppidum import games
from oppidum.faces.scene import Scene, board_of, moment, stylesheet_of, template_of
from oppidum.faces.speaking import words_of
from oppidum.kernel import record as records
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadRecord
from oppidum.tables import looking
from oppidum.tables import replay as replays
from oppidum.tables.model import SPECTATOR
from oppidum.web.chronicle import chronicle
from oppidum.web.guest import Here
from oppidum.web.render import page
from oppidum.web.staging import rules_of
from oppidum.words.happenings import seat_names

BEFORE = 14  # steps that are read to tell what has just happened


@get("/t/{code:str}/replay", include_in_schema=False, sync_to_thread=True)
def replay(
    guest: Here,
    code: FromPath[str],
    step: Annotated[int, QueryParameter(ge=0, le=100_000, required=False)] = 0,
    eyes: Annotated[str, QueryParameter(name="as", max_length=10, required=False)] = "",
) -> Response[str]:
    view = looking.view(guest.hall, code, guest.id)
    over = view.status == "over"
    open_cards = over and eyes in ("", "open")
    seat = int(eyes) - 1 if eyes.isdecimal() and 1 <= int(eyes) <= len(view.seats) else view.as_seat
    if eyes == "table":
        seat = SPECTATOR
    last = replays.count(guest.hall, code)
    step = min(step, last)
    shown = replays.steps(
        guest.hall,
        code,
        guest.id,
        as_seat=None if open_cards else seat,
        open_cards=open_cards,
        first=max(0, step - BEFORE),
        last=step,
    )
    game = games.load(view.game)
    edition = view.edition
    names = seat_names(guest.t, view.seats)
    now = shown[-1]
    entries = chronicle(
        guest.hall,
        code,
        view.version,
        guest.id,
        None if open_cards else seat,
        open_cards,
        guest.t,
        tuple(names),
    )
    looker = max(0, view.as_seat) if open_cards else seat  # one place for the whole replay
    waiting = game.waiting(now.position)
    scene = Scene(
        t=guest.t,
        game=game,
        edition=edition,
        seen=game.read(now.position, looker, edition, open_cards=open_cards),
        seat=looker,
        names=names,
        seats=view.seats,
        waiting=waiting,
        choices=(),
        recent=[moment(game, edition, s.number, s.seat, s.position, looker, open_cards) for s in shown],
        standing=game.standing(now.position),
        confirm=False,
        live=False,
        open_cards=open_cards,
    )
    presenter = board_of(game.id)
    told = words_of(game.id).lines(guest.t, edition, scene.recent[-1].told, names)
    eyes = "open" if open_cards else "table" if seat == SPECTATOR else str(seat + 1)
    looks = {"open": guest.t.say("everybody: open cards")} if over else {}
    looks["table"] = guest.t.say("a spectator")
    looks |= {str(n + 1): name for n, name in enumerate(names) if over or n in view.my_seats}
    own_seat = view.settings.same_device and eyes not in ("open", "table")
    return page(
        guest,
        "replay.html",
        view=view,
        code=code,
        step=step,
        last=last,
        now=now,
        said=entries[step].said,
        entries=entries,
        play_on_as=seat if eyes not in ("open", "table") else next(iter(view.my_seats), 0),
        names=names,
        eyes=eyes,
        looks=looks,
        base=f"/t/{code}/replay?as={eyes}&step=",
        before=max(0, step - 1),
        after=min(step + 1, last),
        back=f"/t/{code}?as={eyes}" if own_seat else f"/t/{code}",
        called=bool(view.my_seats) and view.status == "playing",
        over=over,
        lines=told,
        rules=rules_of(guest.t, game.id, scene.recent[-1:]),
        board=presenter.present(scene),
        scene=scene,
        board_template=template_of(game.id),
        stylesheet=stylesheet_of(game.id),
        symbols=[*presenter.symbols(edition), "i-play", "i-pause"],
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
