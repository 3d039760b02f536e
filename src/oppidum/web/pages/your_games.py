"""One's own page: all one's games that are over, what they say, and their records in one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Stream

from oppidum import games
from oppidum.kernel import record as records
from oppidum.puzzles.next_puzzle import games_with_puzzles
from oppidum.tables import Hall, past, track_record
from oppidum.web.guest import Here
from oppidum.web.line_plot import Plot, plot
from oppidum.web.render import NO_STORE, page
from oppidum.words import Language
from oppidum.words.analysis import signed
from oppidum.words.levels import called, level

ON_A_PAGE = 25
IN_THE_PLOT = 100  # games
FEWEST = 3  # games that a line is drawn of


@dataclass(frozen=True)
class Row:
    """A game in the list."""

    code: str
    title: str
    date: str
    others: str  # with their points
    points: str
    result: str
    won: bool
    abandoned: bool
    note: str  # why it does not count
    challenge: str | None
    accuracy: str  # where the game was analysed
    luck: str


@dataclass(frozen=True)
class GameLine:
    """What there is to say of one's games of one kind."""

    title: str
    games: str
    won: str
    share: str
    streak: str
    longest: str
    best: str  # the code of the table with the most points
    most_points: str
    mean: str


@dataclass(frozen=True)
class OpponentLine:
    sign: str
    name: str
    games: str
    won: str
    lost: str


@dataclass(frozen=True)
class Pages:
    """Where one stands in the list, and where its neighbours are."""

    number: int
    last: int
    newer: str
    older: str

    @property
    def several(self) -> bool:
        return self.last > 1


@dataclass(frozen=True)
class Form:
    """How it went of late: a picture, the same in a sentence, and in numbers."""

    picture: Plot
    said: str
    rows: list[tuple[str, str, str, str, str]]  # number, date, game, share, fair share; newest first


def one_row(t: Language, played: past.Played, judged: past.Judged | None) -> Row:
    others = [
        called(t, who.name) + (f" {t.number(played.points[seat])}" if played.points else "")
        for seat, who in enumerate(played.sitters)
        if seat not in played.mine
    ]
    own = [t.number(played.points[seat]) for seat in played.mine] if played.points else []
    return Row(
        code=played.code,
        title=games.about(played.game).title,
        date=t.date(played.ended),
        others=", ".join(others),
        points=", ".join(own),
        result=result(t, played),
        won=played.won,
        abandoned=played.abandoned,
        note=note(t, played),
        challenge=played.challenge,
        accuracy="–" if judged is None or judged.accuracy is None else t.percent(judged.accuracy, 0),
        luck=signed(t, judged.luck) if judged else "",
    )


def game_line(t: Language, of: track_record.OfGame) -> GameLine:
    return GameLine(
        title=games.about(of.game).title,
        games=t.number(of.games),
        won=t.number(of.won),
        share=t.percent(of.won / of.games, 0),
        streak=t.number(of.streak),
        longest=t.number(of.longest),
        best=of.best.code,
        most_points=t.number(of.best.own_points),
        mean=t.number(of.mean, 1),
    )


def opponent_line(t: Language, other: track_record.Against) -> OpponentLine:
    return OpponentLine(
        sign="i-bot" if other.bot else "i-person",
        name=level(t, other.bot) if other.bot else other.name,
        games=t.number(other.games),
        won=t.number(other.won),
        lost=t.number(other.lost),
    )


def pages(chosen: str, number: int, last: int) -> Pages:
    here = f"/you?game={chosen}&page="
    return Pages(
        number=number,
        last=last,
        newer=f"{here}{number - 1}#list" if number > 1 else "",
        older=f"{here}{number + 1}#list" if number < last else "",
    )


def result(t: Language, played: past.Played) -> str:
    if played.abandoned:
        return t.say("without a result")
    if played.won:
        return t.say("won") if len(played.winners) == 1 else t.say("won, shared")
    best = max(played.points[seat] for seat in played.mine)
    place = max(2, 1 + sum(points > best for points in played.points))
    return t.say("place %(place)s of %(players)s", place=place, players=len(played.points))


def note(t: Language, played: past.Played) -> str:
    if played.played_on:
        return t.say("What if?")
    return t.say("several seats") if len(played.mine) > 1 else ""


def form_of(t: Language, played: Sequence[past.Played]) -> Form | None:
    points = track_record.form(played, IN_THE_PLOT)
    if len(points) < FEWEST:
        return None
    levels = [(share, t.percent(share, 0)) for share in (0.0, 0.5, 1.0)]
    now = points[-1]
    return Form(
        picture=plot([[p.fair for p in points], [p.share for p in points]], levels),
        said=t.say(
            "Of your last %(games)s games you won %(share)s; an equal share would be %(fair)s.",
            games=min(track_record.WINDOW, len(points)),
            share=t.percent(now.share, 0),
            fair=t.percent(now.fair, 0),
        ),
        rows=[
            (
                str(number),
                t.date(p.played.ended),
                games.about(p.played.game).title,
                t.percent(p.share, 0),
                t.percent(p.fair, 0),
            )
            for number, p in reversed(list(enumerate(points, 1)))
        ],
    )


@get("/you", include_in_schema=False, sync_to_thread=True)
def you(
    guest: Here,
    game: Annotated[str, QueryParameter(max_length=40, required=False)] = "",
    number: Annotated[int, QueryParameter(name="page", ge=1, le=100_000, required=False)] = 1,
) -> Response[str]:
    """`game`: only games of that kind; `page`: of the list, from 1."""
    t = guest.t
    played = past.games(guest.hall, guest.id) if guest.id else []
    kinds = [about for name, about in games.catalogue().items() if any(p.game == name for p in played)]
    chosen = game if any(about.id == game for about in kinds) else ""
    if chosen:
        played = [each for each in played if each.game == chosen]
    last = max(1, -(-len(played) // ON_A_PAGE))
    number = min(number, last)
    shown = played[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    judged = past.judged(guest.hall, shown)
    return page(
        guest,
        "your_games.html",
        kinds=kinds,
        chosen=chosen,
        choosable=len(kinds) > 1,
        some_do_not_count=not all(each.counts for each in played),
        by_game=[game_line(t, of) for of in track_record.by_game(played)],
        against=[opponent_line(t, other) for other in track_record.against(played)],
        form=form_of(t, played),
        rows=[one_row(t, each, judged.get(each.code)) for each in shown],
        judged=bool(judged),
        pages=pages(chosen, number, last),
        window=track_record.WINDOW,
        puzzles=bool(games_with_puzzles()),
        symbols=["laurel"],
    )


@get("/you/records", include_in_schema=False, sync_to_thread=True)
def all_records(guest: Here) -> Stream | Response[Any]:
    """The records of all games that are over, one a line, as `oppidum verify` reads them."""
    guest.think()  # every game is played again
    return record_file(guest.hall, guest.id)


def record_file(hall: Hall, visitor: str | None) -> Stream:
    headers = {**NO_STORE, "content-disposition": 'attachment; filename="oppidum-games.jsonl"'}
    lines = encoded(hall, visitor) if visitor else iter(())
    return Stream(lines, media_type="application/x-ndjson", headers=headers)


def encoded(hall: Hall, visitor: str) -> Iterator[str]:
    for record in past.records(hall, visitor):
        yield records.encode(record) + "\n"


handlers = [you, all_records]
