"""Home: the games, open tables, my games. And the shortest way into one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import QueryParameter, URLEncodedBody

from oppidum import games
from oppidum.faces.scene import sign_symbols
from oppidum.faces.speaking import GameWords, words_of
from oppidum.forge import progress
from oppidum.kernel.about import About
from oppidum.kernel.errors import BadOption
from oppidum.puzzles.next_puzzle import games_with_puzzles
from oppidum.tables import Hall, looking, overview, seating
from oppidum.tables.model import SPECTATOR
from oppidum.web.forms import code_in, text_in
from oppidum.web.guest import Guest, Here
from oppidum.web.offers import offered_levels, options_in_words, usual_level, usual_players
from oppidum.web.promise import promise, wants_promise
from oppidum.web.render import page, redirect
from oppidum.web.staging import log_lines
from oppidum.words import Language
from oppidum.words.happenings import clock, seat_names
from oppidum.words.levels import called, level

Form = URLEncodedBody[dict[str, Any]]
FINISHED = 10  # games on a page
NEWS_FOR = 4  # of how many running games the news is told


@dataclass(frozen=True)
class GameCard:
    """A game that can be played here."""

    about: About
    words: GameWords
    how_many: str  # can play: 3–6
    players: range
    usual_players: int
    levels: dict[str, str]  # what they are called
    usual_level: str
    lesson: bool  # is it offered?


@dataclass(frozen=True)
class RunningRow:
    """A game that the visitor plays."""

    code: str
    title: str
    names: str
    news: list[str]
    my_turn: bool
    state: str  # whom it waits for


@dataclass(frozen=True)
class ListedRow:
    """A table where somebody may sit down."""

    code: str
    title: str
    host: str
    facts: str
    free: int


@dataclass(frozen=True)
class FinishedRow:
    """A game that the visitor has played."""

    code: str
    title: str
    result: str  # who has how many points
    abandoned: bool
    won: bool


def game_card(guest: Guest, about: About, lesson: bool) -> GameCard:
    fewest, most = about.min_players, about.max_players
    return GameCard(
        about=about,
        words=words_of(about.id),
        how_many=f"{fewest}–{most}" if most > fewest else f"{fewest}",
        players=range(fewest, most + 1),
        usual_players=usual_players(about),
        levels={name: level(guest.t, name) for name in offered_levels(about.id)},
        usual_level=usual_level(about.id),
        lesson=lesson,
    )


def running_row(t: Language, table: overview.Running, told: list[str]) -> RunningRow:
    names = [called(t, name) for name in table.seats]
    if table.status == "open":
        state = t.say("waiting for players")
    elif table.my_turn:
        state = t.say("your turn")
    else:
        state = t.say("waiting for %(names)s", names=t.join([names[seat] for seat in table.waiting]))
    sitting = t.join([name for name in names if name])
    return RunningRow(table.code, games.about(table.game).title, sitting, told, table.my_turn, state)


def listed_row(t: Language, table: overview.Listed) -> ListedRow:
    facts = [clock(t, table.settings.clock), *options_in_words(t, table.game, table.settings.options)]
    title = games.about(table.game).title
    return ListedRow(table.code, title, table.host, " · ".join(facts), table.free)


def finished_row(t: Language, table: overview.Finished) -> FinishedRow:
    names = [called(t, name) for name in table.seats]
    if table.points:
        names = [f"{name} {points}" for name, points in zip(names, table.points, strict=True)]
    won = any(seat in table.my_seats for seat in table.winners)
    return FinishedRow(table.code, games.about(table.game).title, ", ".join(names), table.abandoned, won)


def news(hall: Hall, visitor: str, table: overview.Running, t: Language) -> list[str]:
    """What happened since the visitor was there, in a few lines."""
    if table.status != "playing" or table.version <= table.seen or not table.seen:
        return []
    seat = table.my_seats[0] if len(table.my_seats) == 1 else SPECTATOR
    game = games.load(table.game)
    seen = looking.view(hall, table.code, visitor, as_seat=seat)
    told = looking.history(hall, table.code, visitor, as_seat=seat, since=table.seen)
    names = seat_names(t, seen.seats)
    lines = [line.text for h in told for line in log_lines(t, game, seen.edition, h, names)]
    return lines[-3:]


@get("/", include_in_schema=False, sync_to_thread=True)
def home(
    guest: Here, before: Annotated[float | None, QueryParameter(ge=0, le=1e11, required=False)] = None
) -> Response[str]:
    """`before`: of the finished games those that ended before this time."""
    hall, me = guest.hall, guest.id
    finished = overview.finished(hall, me, limit=FINISHED, before=before) if me else []
    running = overview.running(hall, me) if me else []
    told = {table.code: news(hall, me, table, guest.t) for table in running[:NEWS_FOR]} if me else {}
    played = {table.game for table in (*running, *finished)}
    return page(
        guest,
        "home.html",
        warming=progress(),
        games=[
            game_card(guest, about, guest.offered_lesson(game, played))
            for game, about in games.catalogue().items()
        ],
        listed=[listed_row(guest.t, table) for table in overview.listed(hall)],
        running=[running_row(guest.t, table, told.get(table.code, [])) for table in running],
        waiting=sum(table.my_turn for table in running),
        finished=[finished_row(guest.t, table) for table in finished],
        older=finished[-1].ended if len(finished) == FINISHED else None,
        puzzles=bool(games_with_puzzles()),
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
        raise BadOption(f"{game} is for {about.players} players.")
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
