"""Opening a table, taking seats, and the start with a shuffle that can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from oppidum import bots, games
from oppidum.kernel import fair
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadOption
from oppidum.tables import consent, visitors
from oppidum.tables import facts as fact
from oppidum.tables.bots_at_work import check_level
from oppidum.tables.clock import CLOCKS
from oppidum.tables.errors import NotAllowed, NotNow, TooMany
from oppidum.tables.facts import Fact
from oppidum.tables.hall import Hall
from oppidum.tables.listing import Neighbours
from oppidum.tables.model import BotSeat, Contribution, HumanSeat, Settings
from oppidum.tables.table import Table

MOST_UNFINISHED = 40  # tables of one visitor
LONGEST_COUNTDOWN = 120


def open_table(
    hall: Hall,
    visitor: str,
    settings: Settings,
    edition: Edition | None = None,
    neighbours: Neighbours | None = None,
) -> str:
    """Open a table and publish the commitment to its secret; returns the code.

    The host takes no seat by that, except with `same_device`: then all human seats are the host's.
    `edition`: the box on the table, where it is another than the one that comes with the game. `neighbours`:
    with whom the visitor shares a part of the lobby. Raises BadOption for settings that cannot be, TooMany
    when the visitor has too many unfinished tables, or the neighbours too many in the lobby, BadEdition for a
    box that new games are not dealt from.
    """
    return hall.create(
        opening(hall, visitor, settings, edition), neighbours if settings.listed else None
    ).code


def opening(hall: Hall, visitor: str, settings: Settings, edition: Edition | None = None) -> list[Fact]:
    host = visitors.find(hall, visitor)
    settings = checked(settings)
    must_have_room(hall, visitor)
    if edition is not None:
        must_fit(edition, settings.game)
        hall.boxes.keep(edition)
    secret = hall.new_secret()
    facts: list[Fact] = [
        fact.Opened(
            settings=fact.Terms.of(settings),
            host=host.id,
            host_name=host.name,
            secret=secret.hex(),
            commitment=fair.commitment(secret),
            edition=fact.EditionName(edition.id, edition.sha256) if edition else None,
        )
    ]
    if settings.same_device:
        people = [seat for seat, plan in enumerate(settings.seats) if isinstance(plan, HumanSeat)]
        names = [host.name, *(f"{host.name} {n}" for n in range(2, len(people) + 1))]
        facts += [
            fact.Sat(seat=seat, visitor=visitor, name=name) for seat, name in zip(people, names, strict=True)
        ]
    return facts


def must_fit(edition: Edition, game: str) -> None:
    if edition.data["edition"]["game"] != game:
        raise BadOption("This is the box of another game.")
    edition.check_for_new_games()


def must_have_room(hall: Hall, visitor: str) -> None:
    if len(visitors.unfinished(hall, visitor)) >= MOST_UNFINISHED:
        raise TooMany("You have too many unfinished tables: finish some of them, or give them up, first.")


def checked(settings: Settings) -> Settings:
    """The settings with every option of the game named; BadOption where they cannot be."""
    about = games.about(settings.game)
    about.check_players(len(settings.seats))
    live = {option.name: option.live for option in about.options if option.live}
    options = about.option_words({**live, **settings.options})
    if settings.clock not in CLOCKS:
        raise BadOption(f"The clock is one of {', '.join(CLOCKS)}; not {settings.clock!r}.")
    if not 0 <= settings.countdown <= LONGEST_COUNTDOWN:
        raise BadOption(f"The countdown takes 0 (no limit) to {LONGEST_COUNTDOWN} seconds.")
    if not any(isinstance(seat, HumanSeat) for seat in settings.seats):
        raise BadOption("A table needs at least one seat for a person.")
    for seat in settings.seats:
        if isinstance(seat, BotSeat):
            check_level(seat.level, settings.game)
    return replace(settings, options=options)


def given_to(table: Table, contribution: Contribution | None) -> str | None:
    """A contribution in our own spelling, if it answers this table's commitment. Raises BadOption."""
    if contribution is None:
        return None
    if contribution.commitment != table.commitment:
        raise BadOption(
            "A contribution counts only together with the table's commitment: look at that first."
        )
    try:
        given = bytes.fromhex(contribution.text)
    except ValueError:
        raise BadOption("The contribution is not hexadecimal.") from None
    if not 1 <= len(given) <= fair.CONTRIBUTION_BYTES:
        raise BadOption(f"The contribution has 1 to {fair.CONTRIBUTION_BYTES} bytes.")
    return given.hex()


def giving(table: Table, seats: Iterable[int], given: str | None, is_ready: bool | None = None) -> list[Fact]:
    """A contribution for these seats, and whether they are ready (none: as before), where that is new."""
    chairs = [(seat, table.chairs[seat]) for seat in seats]
    return [
        fact.Ready(seat=seat, ready=chair.ready if is_ready is None else is_ready, given=given)
        for seat, chair in chairs
        if given not in (None, chair.given) or is_ready not in (None, chair.ready)
    ]


def play_now(
    hall: Hall,
    visitor: str,
    game: str,
    *,
    players: int | None = None,
    level: str | None = None,
    settings: Settings | None = None,
    edition: Edition | None = None,
    start: bool = True,
) -> str:
    """Open a table against bots, sit down and start: one call, and the visitor is in a game.

    Without more, four players (or as near as the game allows) and the strongest bot; `settings` (with
    exactly one human seat, or for the same device) decides all itself. `edition`: as `open_table` has it.
    Nobody can answer a commitment that nobody has seen: in one call the house gives to the shuffle for
    everybody. With `start=False` the visitor only sits; `ready`, with a contribution, then starts the game.
    """
    about = games.about(game)
    if settings is None:
        players = players or min(max(4, about.min_players), about.max_players)
        about.check_players(players)
        opponent = BotSeat(level or bots.names(game)[-1])
        settings = Settings(game, (HumanSeat(), *[opponent] * (players - 1)))
    people = [seat for seat, plan in enumerate(settings.seats) if isinstance(plan, HumanSeat)]
    if settings.game != game or (len(people) != 1 and not settings.same_device):
        raise BadOption(
            "To play at once a table has exactly one seat for a person, or is for the same device."
        )
    facts = opening(hall, visitor, settings, edition)
    if not settings.same_device:
        facts.append(fact.Sat(seat=people[0], visitor=visitor, name=visitors.find(hall, visitor).name))
    if not start:
        return hall.create(facts).code
    table, _ = Table.blank(0, "", hall.boxes.find).after(facts, hall.now())
    return hall.create([*facts, *starting(table)]).code


def sit(
    hall: Hall,
    code: str,
    visitor: str,
    seat: int | None = None,
    *,
    name: str | None = None,
    contribution: Contribution | None = None,
) -> int:
    """Take a free human seat (the first one if none is named); returns it.

    A visitor who sits already moves to the new seat. `contribution` goes into the key; it may also be given
    with `ready`, and for who never gives one the house does. At a `same_device` table the host has all seats
    already, and only gives them names: `name` for `seat`.
    """
    who = visitors.find(hall, visitor)
    called = who.name if name is None else visitors.clean_text(name, "The name", visitors.NAME_LENGTH)
    taken: list[int] = []

    def plan(table: Table) -> list[Fact]:
        must_be_open(table)
        mine = table.seats_of(visitor)
        new = given_to(table, contribution)
        kept = next((table.chairs[at].given for at in mine), None)  # what was given once goes along
        if table.settings.same_device:
            if not mine:
                raise NotAllowed("At this table everybody plays on the host's device.")
            at = mine[0] if seat is None else seat
            if at not in mine:
                raise NotNow(f"Seat {at + 1} is for a bot.")
            taken[:] = [at]
            renamed = [fact.Renamed(seat=at, name=called)] if table.chairs[at].name != called else []
            return [*renamed, *giving(table, mine, new)]
        if seat is None and mine:
            taken[:] = mine[:1]
            return giving(table, mine, new)
        free = [i for i, chair in enumerate(table.chairs) if not chair.taken]
        at = next(iter(free), None) if seat is None else seat
        if at is None:
            raise NotNow("All seats of this table are taken.")
        if at in mine:
            taken[:] = [at]
            return giving(table, mine, new)
        if at not in free:
            raise NotNow(f"Seat {at + 1} is not free.")
        taken[:] = [at]
        left = [fact.LeftSeat(seat=old) for old in mine]
        return [*left, fact.Sat(seat=at, visitor=visitor, name=called, given=new or kept)]

    hall.change(code, plan)
    return taken[0]


def dress(
    hall: Hall, code: str, visitor: str, seat: int, *, character: str | None = None, colour: int | None = None
) -> None:
    """Choose how one's seat shows itself, before the start; nobody takes what another seat has chosen.

    What there is to choose from is a matter of the faces. It changes nothing in the game.
    """

    def plan(table: Table) -> list[Fact]:
        must_be_open(table)
        if seat not in table.seats_of(visitor):
            raise NotAllowed("This is not your seat.")
        others = [chair for at, chair in enumerate(table.chairs) if at != seat]
        if character is not None and character in [chair.character for chair in others]:
            raise NotNow("Somebody else has chosen this character.")
        if colour is not None and colour in [chair.colour for chair in others]:
            raise NotNow("Somebody else has chosen this colour.")
        mine = table.chairs[seat]
        if (mine.character, mine.colour) == (character, colour):
            return []
        return [fact.Dressed(seat=seat, character=character, colour=colour)]

    hall.change(code, plan)


def put_bot(hall: Hall, code: str, visitor: str, seat: int, level: str | None) -> None:
    """The host puts a bot on a free seat before the start, or (level None) takes it away again."""

    def plan(table: Table) -> list[Fact]:
        must_be_open(table)
        must_be_host(table, visitor)
        if not 0 <= seat < len(table.chairs) or table.chairs[seat].visitor is not None:
            raise NotNow(f"Seat {seat + 1} is not free.")
        if level is not None:
            check_level(level, table.settings.game)
        if table.chairs[seat].bot == level:
            return []
        return [fact.PutBot(seat=seat, level=level)]

    hall.change(code, plan)


def leave(hall: Hall, code: str, visitor: str) -> None:
    """Before the start: give the seats back; the host hands the table on, the last to leave closes it.

    In a running game: away; the seat stays the visitor's, see `absence`. Whoever does not sit just goes.
    """

    def plan(table: Table) -> list[Fact]:
        mine = table.seats_of(visitor)
        if table.status == "playing":
            away = [
                fact.Away(seat=seat)
                for seat in mine
                if table.chairs[seat].person and not table.chairs[seat].away
            ]
            return [*away, *consent.fulfilled(table.after(away, hall.now())[0])]
        if table.status != "open":
            return []
        facts: list[Fact] = [fact.LeftSeat(seat=seat) for seat in mine]
        if table.host == visitor:
            others = [chair for chair in table.chairs if chair.visitor not in (None, visitor)]
            if not others:
                return [*facts, fact.CalledOff()]
            facts.append(fact.Host(visitor=others[0].visitor or "", name=others[0].name))
        return facts

    hall.change(code, plan)


def ready(
    hall: Hall, code: str, visitor: str, is_ready: bool = True, *, contribution: Contribution | None = None
) -> bool:
    """Say that one is ready (or not). When all seats are taken and ready the game starts; returns whether."""

    def plan(table: Table) -> list[Fact]:
        must_be_open(table)
        mine = table.seats_of(visitor)
        if not mine:
            raise NotAllowed("Take a seat first.")
        facts = giving(table, mine, given_to(table, contribution), is_ready)
        after, _ = table.after(facts, hall.now())
        if all(chair.taken and chair.ready for chair in after.chairs):
            facts += starting(after)
        return facts

    return hall.change(code, plan).status == "playing"


def start(
    hall: Hall,
    code: str,
    visitor: str,
    *,
    contribution: Contribution | None = None,
    edition: Edition | None = None,
) -> None:
    """The host starts at once, as soon as all seats are taken. Nobody's `ready` is awaited.

    `contribution`: of the host's seats. `edition`: to deal from, instead of the table's.
    """

    def plan(table: Table) -> list[Fact]:
        must_be_open(table)
        must_be_host(table, visitor)
        if not all(chair.taken for chair in table.chairs):
            raise NotNow("Not all seats are taken yet.")
        facts = giving(table, table.seats_of(visitor), given_to(table, contribution), True)
        return facts + starting(table.after(facts, hall.now())[0], edition)

    if edition is not None:
        hall.boxes.keep(edition)
    hall.change(code, plan)


def starting(table: Table, edition: Edition | None = None) -> list[Fact]:
    """The deal, from the table's secret and every seat's contribution.

    For bots and for who gave nothing the house gives, and nothing that it could choose now: what it gives
    follows from the secret that it has committed itself to.
    """
    edition = edition or table.edition or table.game.default_edition()
    edition.check_for_new_games()
    secret = bytes.fromhex(table.secret)
    return [
        fact.Started(
            edition=fact.EditionName(edition.id, edition.sha256),
            contributions=tuple(
                chair.given or fair.house_contribution(secret, seat).hex()
                for seat, chair in enumerate(table.chairs)
            ),
            house=tuple(seat for seat, chair in enumerate(table.chairs) if chair.given is None),
            rules=table.game.about.revision,
        )
    ]


def close(hall: Hall, code: str, visitor: str) -> None:
    """The host closes a table that has not started."""

    def plan(table: Table) -> Sequence[Fact]:
        must_be_open(table)
        must_be_host(table, visitor)
        return [fact.CalledOff()]

    hall.change(code, plan)


def must_be_open(table: Table) -> None:
    if table.status != "open":
        raise NotNow("The game has started already." if table.positions else "The table is closed.")


def must_be_host(table: Table, visitor: str) -> None:
    if table.host != visitor:
        raise NotAllowed("Only the host of the table may do this.")
