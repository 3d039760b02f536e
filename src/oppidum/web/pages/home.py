"""Home: the three games, open tables, my games. And the shortest way into one."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import QueryParameter, URLEncodedBody

from oppidum import games
from oppidum.faces.scene import sign_symbols
from oppidum.forge import progress
from oppidum.kernel.errors import BadOption
from oppidum.tables import Hall, lobby, looking, seating
from oppidum.tables.model import SPECTATOR
from oppidum.web.forms import code_in, text_in
from oppidum.web.guest import Here
from oppidum.web.promise import promise, wants_promise
from oppidum.web.render import page, redirect
from oppidum.web.staging import log_lines
from oppidum.words import Language
from oppidum.words.levels import called
from oppidum.words.table import seat_names

Form = URLEncodedBody[dict[str, Any]]
FINISHED = 10  # games on a page
NEWS_FOR = 4  # of how many running games the news is told


def news(hall: Hall, visitor: str, table: lobby.Running, t: Language) -> list[str]:
    """What happened since the visitor was there, in a few lines."""
    if table.status != "playing" or table.version <= table.seen or not table.seen:
        return []
    seat = table.my_seats[0] if len(table.my_seats) == 1 else SPECTATOR
    game = games.load(table.game)
    seen = looking.view(hall, table.code, visitor, as_seat=seat)
    told = looking.history(hall, table.code, visitor, as_seat=seat, since=table.seen)
    lines = log_lines(t, game, seen.edition, told, seat_names(t, seen.seats))
    return [line.text for line in lines[-3:]]


@get("/", include_in_schema=False, sync_to_thread=True)
def home(
    guest: Here, before: Annotated[float | None, QueryParameter(ge=0, le=1e11, required=False)] = None
) -> Response[str]:
    """`before`: of the finished games those that ended before this time."""
    hall, me = guest.hall, guest.id
    finished = lobby.finished(hall, me, limit=FINISHED, before=before) if me else []
    running = lobby.running(hall, me) if me else []
    told = {table.code: news(hall, me, table, guest.t) for table in running[:NEWS_FOR]} if me else {}
    mine = (*running, *finished)
    names = {table.code: [called(guest.t, name) for name in table.seats] for table in mine}
    played = {table.game for table in mine}
    return page(
        guest,
        "home.html",
        warming=progress(),
        games=list(games.catalogue().values()),
        listed=lobby.listed(hall),
        running=running,
        names=names,
        news=told,
        finished=finished,
        lessons={game for game in games.catalogue() if guest.offered_lesson(game, played)},
        older=finished[-1].ended if len(finished) == FINISHED else None,
        about_of=games.about,
        titles={game: about.title for game, about in games.catalogue().items()},
        symbols={name for game in games.catalogue() for name in sign_symbols(game)} | {"laurel"},
    )


@post("/play", include_in_schema=False, sync_to_thread=True)
def play(guest: Here, data: Form) -> Response[Any]:
    """Play now against bots. A browser that wants to give to the shuffle first asks for the promise."""
    game = text_in(data, "game")
    about = games.about(game)
    players = text_in(data, "players")
    level = text_in(data, "level") or None
    if players and not players.isdecimal():
        raise BadOption(f"{game} is for {about.min_players} to {about.max_players} players.")
    guest.begin()
    guest.go_without_lesson(game)
    code = seating.play_now(
        guest.hall,
        guest.me(text_in(data, "name")),
        game,
        players=int(players[:3]) if players else None,
        level=level,
        start=not wants_promise(data),
    )
    return promise(guest, code) if wants_promise(data) else redirect(guest, f"/t/{code}")


@post("/join", include_in_schema=False, sync_to_thread=True)
def join(guest: Here, data: Form) -> Response[None]:
    """Go to a table whose code (or link) somebody has passed on."""
    code = code_in(text_in(data, "code"))
    guest.guess()
    looking.must_exist(guest.hall, code)
    return redirect(guest, f"/t/{code}")


handlers = [home, play, join]
