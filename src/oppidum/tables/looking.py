"""Looking at a table: always with the eyes of one seat."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from oppidum.kernel.errors import OppidumError
from oppidum.tables import chat, consent, deadlines, takeback
from oppidum.tables.errors import NotAllowed
from oppidum.tables.hall import Hall
from oppidum.tables.happenings import Happening, happening
from oppidum.tables.model import (
    SPECTATOR,
    ChatLine,
    Choice,
    Fairness,
    Reaction,
    Request,
    SeatView,
    TableView,
)
from oppidum.tables.presence import absent
from oppidum.tables.table import Table
from oppidum.tables.tail import Forgotten


def must_exist(hall: Hall, code: str) -> None:
    """Raises NoSuchTable."""
    hall.look(code)


def sits(hall: Hall, code: str, visitor: str | None) -> bool:
    """Has the visitor a seat there? Raises NoSuchTable."""
    return bool(hall.look(code).seats_of(visitor))


def only_others_decided(
    hall: Hall, code: str, visitor: str | None, *, since: int, moves: int, at_least: int
) -> bool:
    """Whether nothing has happened after version `since`, with so many moves, but decisions, which ask
    nothing of this visitor. Any doubt is a no."""
    try:
        table = hall.look(code, at_least)
    except OppidumError:
        return False
    if table.status != "playing" or table.version - since != table.moves - moves:
        return False
    mine = [table.questions.get(seat) for seat in table.seats_of(visitor)]
    return all(question is None or question.seq <= since for question in mine)


def view(
    hall: Hall,
    code: str,
    visitor: str | None = None,
    *,
    as_seat: int | None = None,
    judge: bool = True,
    at_least: int | None = None,
    choices: bool = True,
) -> TableView:
    """The table as this visitor (none: an anonymous guest) may see it now.

    `as_seat`: SPECTATOR, or one of the visitor's own seats; left out, the visitor's seat, or SPECTATOR for
    guests and for who holds several (same device: the hand-over screen shows nobody's cards). Once the game
    is over anybody may look from any seat. `judge=False`: whether the last decision may be taken back freely
    is left open where only imagined worlds can tell, because that takes as long as all the rest; somebody
    waits for the board. `at_least`: a version that one has heard of; the table may have moved on since.
    `choices=False`: not in notation; who reads the position finds them there. Raises NoSuchTable, NotAllowed.
    """
    return seen_by(hall, hall.look(code, at_least), visitor, as_seat, judge, choices)


def seen_by(
    hall: Hall,
    table: Table,
    visitor: str | None,
    as_seat: int | None,
    judge: bool = True,
    with_choices: bool = True,
) -> TableView:
    mine = table.seats_of(visitor)
    eyes = eyes_of(table, mine, as_seat)
    position, points = table.game.look(table.position, eyes) if table.positions else (None, None)
    muted = chat.muted_by(hall, visitor)
    playing = table.status == "playing"
    person = eyes in mine and table.chairs[eyes].person
    decides = playing and person
    alike = seen_alike(table)
    return structs.replace(
        alike,
        seats=seats(table, alike.seats, mine, absent(hall, table)),
        my_seats=mine,
        as_seat=eyes,
        host=visitor is not None and table.host == visitor,
        position=position,
        choices=choices(table, eyes, position) if decides and with_choices else (),
        may_decide=decides and eyes in table.questions,
        can_take_back=decides and free_to_take_back(table, eyes, judge),
        can_ask_take_back=decides and table.request is None and has_decided(table, eyes),
        can_hint=decides and table.settings.hints and eyes in table.questions,
        can_start=table.status == "open"
        and table.host == visitor
        and all(chair.taken for chair in table.chairs),
        reaction=reaction(table, eyes, position) if playing else None,
        standing=table.game.standing(table.position) if table.status == "over" else points,
        chat=chat_lines(table, visitor, muted),
        chat_muted=table.code in muted,
        people_muted=bool(muted) and any(said.visitor in muted for said in table.chat),
        now=hall.now(),
    )


def seen_alike(table: Table) -> TableView:
    """What everybody who looks at a table sees alike, and nothing else."""
    found = table.noticed.get("alike")
    if found is None:
        found = table.noticed["alike"] = TableView(
            code=table.code,
            game=table.settings.game,
            status=table.status,
            version=table.version,
            moves=table.moves,
            settings=table.settings,
            seats=tuple([seat_view(table, seat) for seat in range(len(table.chairs))]),
            host_name=table.host_name,
            edition=table.edition or table.game.default_edition(),
            waiting=tuple(sorted(table.questions)),
            request=request(table),
            fairness=fairness(table),
            rematch=table.rematch,
            # Of a challenge the other game is a secret until this one is over.
            origin=(table.origin.code, table.origin.after)
            if table.origin and not table.origin.challenge
            else None,
            challenge=table.origin.challenge if table.origin else None,
            opened=table.opened,
            updated=table.updated,
        )
    return found


def seats(
    table: Table, alike: tuple[SeatView, ...], mine: tuple[int, ...], gone: frozenset[int]
) -> tuple[SeatView, ...]:
    if not mine and not gone:
        return alike
    found = list(alike)
    for seat in mine:
        found[seat] = structs.replace(found[seat], mine=True)
    for seat in gone:
        found[seat] = structs.replace(found[seat], absent=True)
    return tuple(found)


def free_to_take_back(table: Table, seat: int, judge: bool) -> bool | None:
    if judge:
        return takeback.is_free(table, seat)
    return None if takeback.may_be_free(table, seat) else False


def has_decided(table: Table, seat: int) -> bool:
    """As far as memory goes; who has not decided for a hundred moves has surely done so before."""
    try:
        return takeback.last_decision(table, seat) is not None
    except Forgotten:
        return True


def eyes_of(table: Table, mine: tuple[int, ...], as_seat: int | None) -> int:
    """From which seat a visitor looks who has these."""
    if as_seat is None:
        return mine[0] if len(mine) == 1 else SPECTATOR
    over = table.status == "over" and 0 <= as_seat < len(table.chairs)
    if as_seat == SPECTATOR or as_seat in mine or over:
        return as_seat
    raise NotAllowed("You may look only from your own seat while the game goes on.")


def seat_view(table: Table, seat: int) -> SeatView:
    """As if it were nobody's own. Whether somebody is absent depends on the time as well."""
    chair = table.chairs[seat]
    asked = seat in table.questions
    timed = table.clock is not None and chair.bot is None and table.status == "playing"
    return SeatView(
        seat=seat,
        kind="bot" if chair.bot else "human" if chair.visitor else "empty",
        name=chair.name,
        level=chair.level,
        ready=chair.ready,
        mine=False,
        asked=asked,
        away=chair.away,
        stand_in=chair.stand_in is not None,
        resigned=chair.resigned is not None,
        deadline=deadlines.clock_due(table, seat) if asked and timed else None,
        reserve=table.reserve[seat] if timed else None,
        character=chair.character,
        colour=chair.colour,
    )


def choices(table: Table, seat: int, position: Any) -> tuple[Choice, ...]:
    game = table.game
    return tuple(Choice(a, game.notation.write(position, seat, a)) for a in game.legal(position, seat))


def reaction(table: Table, eyes: int, position: Any) -> Reaction | None:
    game = table.game
    if game.decline is None:
        return None
    seats = tuple(
        s for s in sorted(table.questions) if deadlines.decline(game, table.position, s) is not None
    )
    if not seats:
        return None
    mine = deadlines.decline(game, position, eyes) if eyes in seats else None
    return Reaction(
        seats=seats,
        deadline=deadlines.countdown_due(table, eyes if eyes in seats else seats[0]),
        decline=None if mine is None else game.notation.write(position, eyes, mine),
        seconds=table.settings.countdown,
    )


def request(table: Table) -> Request | None:
    asking = table.request
    if asking is None:
        return None
    missing = tuple(seat for seat in consent.voters(table, asking) if seat not in asking.agreed)
    deadline = asking.time + deadlines.REQUEST_SECONDS
    agreed = tuple(sorted(asking.agreed))
    return Request(asking.kind, asking.by, asking.seat, asking.to_move, agreed, missing, deadline)


def chat_lines(table: Table, visitor: str | None, muted: frozenset[str]) -> tuple[ChatLine, ...]:
    if not table.chat or table.code in muted:
        return ()
    return tuple(
        ChatLine(s.seq, s.time, s.seat, s.name, s.phrase, s.text, mine=s.visitor == visitor)
        for s in table.chat
        if s.visitor not in muted
    )


def fairness(table: Table) -> Fairness:
    over = table.status == "over"
    return Fairness(
        commitment=table.commitment,
        contributions=table.contributions or tuple(chair.given for chair in table.chairs),
        house=table.house,
        secret=table.secret if over else None,
        key=table.key.hex() if over else None,
    )


def history(
    hall: Hall,
    code: str,
    visitor: str | None = None,
    *,
    as_seat: int | None = None,
    since: int = 0,
    latest: int | None = None,
    at_least: int | None = None,
    first: int = 0,
) -> list[Happening]:
    """What happened after version `since`, in order, as that seat may know it. Chat is in the view.

    `latest`: at most so many, the newest; up to `table.KEPT` nothing has to be read for them. `at_least`: a
    version that one has seen; nobody has to be asked whether the table has moved on since. `first`: what
    seats are counted from.
    """
    table = hall.look(code, at_least)
    eyes = eyes_of(table, table.seats_of(visitor), as_seat)
    try:
        lines = table.lines_after(since, latest)
    except Forgotten:
        lines = hall.whole(code).lines_after(since, latest)
    return [happening(table, line, eyes, first) for line in lines]
