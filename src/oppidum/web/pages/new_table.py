"""Open a table: who sits where, which options, which clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, cast

from litestar import Response, get, post
from litestar.params import QueryParameter, URLEncodedBody

from oppidum import games
from oppidum.faces.speaking import GameWords, time_to_react, words_of
from oppidum.kernel.about import Option
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadOption
from oppidum.tables import BotSeat, HumanSeat, Settings, clock, seating, shelf
from oppidum.tables.model import USUAL_COUNTDOWN, ClockName
from oppidum.tables.shelf import OwnBox
from oppidum.web.forms import number_in, text_in, ticked
from oppidum.web.guest import Guest, Here
from oppidum.web.offers import offered_levels, usual_level, usual_players
from oppidum.web.render import page, redirect
from oppidum.words import Language

Form = URLEncodedBody[dict[str, Any]]
COUNTDOWNS = (USUAL_COUNTDOWN, 4, 6, 20, 0)
MANY = 4  # choices of an option: so many do not all lie open
PEOPLE = 2  # seats for a person, the others for bots, unless somebody chooses otherwise


@get("/open", include_in_schema=False, sync_to_thread=True)
def choose(
    guest: Here,
    game: Annotated[str, QueryParameter(max_length=40, required=False)] = "",
    players: Annotated[int, QueryParameter(ge=0, le=12, required=False)] = 0,
    box: Annotated[str, QueryParameter(max_length=80, required=False)] = "",
) -> Response[str]:
    """`box`: the one to lie on the table; of another game than the one chosen it is left out."""
    named = shelf.find(guest.hall, box, guest.id) if box else None
    game = game or (named.game if named else "")
    about = games.about(game) if game else next(iter(games.catalogue().values()))
    words, boxes = words_of(about.id), offered_boxes(guest, about.id, named)
    if not about.min_players <= players <= about.max_players:
        players = usual_players(about)
    return page(
        guest,
        "open.html",
        games=list(games.catalogue().values()),
        about=about,
        options=[offered_option(guest.t, words, option) for option in about.options],
        players=players,
        player_counts=range(about.min_players, about.max_players + 1),
        seats=[(number, number <= PEOPLE) for number in range(1, players + 1)],
        levels=offered_levels(about.id),
        usual_level=usual_level(about.id),
        clocks=list(clock.CLOCKS),
        countdowns=COUNTDOWNS,
        countdown_name=time_to_react(words, guest.t) if about.reactions else "",
        lesson=guest.offered_lesson(about.id, ()),
        boxes=boxes,
        box=box if box in boxes else "",
        symbols=[],
    )


@dataclass(frozen=True)
class OfferedChoice:
    value: str
    words: str
    usual: bool


@dataclass(frozen=True)
class OfferedOption:
    """An option of a game, as the form asks for it."""

    name: str
    label: str
    choices: list[OfferedChoice]
    few: bool  # so that all of them can lie open


def offered_option(t: Language, words: GameWords, option: Option) -> OfferedOption:
    usual = option.live or option.default
    return OfferedOption(
        name=option.name,
        label=words.option(t, option.name),
        choices=[
            OfferedChoice(choice, words.option_choice(t, option.name, choice), choice == usual)
            for choice in option.choices
        ],
        few=len(option.choices) < MANY,
    )


def offered_boxes(guest: Guest, game: str, named: OwnBox | None) -> dict[str, str]:
    """The boxes that may lie on the table besides the one that comes with the game: what they are called."""
    mine = shelf.mine(guest.hall, guest.id) if guest.id else []
    found = {box.code: box.title for box in mine if box.playable and box.game == game}
    found |= {box.code: box.title for box in shelf.club(guest.hall) if box.game == game}
    if named and named.game == game and named.examined.edition:
        found[named.code] = named.title
    return found


def box_in(guest: Guest, code: str) -> Edition | None:
    """What is dealt from it. Raises NoSuchBox, BadEdition."""
    if not code:
        return None
    guest.write_box()
    return shelf.find(guest.hall, code, guest.id).edition


def seats_in(data: dict[str, Any], players: int) -> tuple[HumanSeat | BotSeat, ...]:
    """Seat by seat: `seat1=human`, `seat2=bot:greedy`."""
    seats: list[HumanSeat | BotSeat] = []
    for number in range(1, players + 1):
        kind, _, level = text_in(data, f"seat{number}", 60).partition(":")
        if kind == "bot":
            seats.append(BotSeat(level))
        elif kind in ("human", ""):
            seats.append(HumanSeat())
        else:
            raise BadOption("A seat is for a person or for a bot.")
    return tuple(seats)


def settings_in(data: dict[str, Any]) -> Settings:
    about = games.about(text_in(data, "game", 40))
    players = number_in(data, "players") or 0
    about.check_players(players)
    chosen = {option.name: text_in(data, f"option-{option.name}", 40) for option in about.options}
    clock_name = text_in(data, "clock", 20) or "none"
    if clock_name not in clock.CLOCKS:
        raise BadOption("There is no such clock.")
    countdown = number_in(data, "countdown")
    return Settings(
        game=about.id,
        seats=seats_in(data, players),
        options={name: choice for name, choice in chosen.items() if choice},
        clock=cast(ClockName, clock_name),
        listed=text_in(data, "found") == "listed",
        same_device=text_in(data, "where") == "here",
        hints=ticked(data, "hints"),
        confirm=ticked(data, "confirm"),
        countdown=USUAL_COUNTDOWN if countdown is None else countdown,
    )


@post("/open", include_in_schema=False, sync_to_thread=True)
def open_it(guest: Here, data: Form) -> Response[None]:
    wanted = settings_in(data)
    guest.begin()
    guest.go_without_lesson(wanted.game)
    me = guest.me(text_in(data, "name", 40))
    edition = box_in(guest, text_in(data, "box", 80))
    code = seating.open_table(guest.hall, me, wanted, edition, guest.neighbours)
    if wanted.same_device:
        people = [i for i, seat in enumerate(wanted.seats) if isinstance(seat, HumanSeat)]
        for seat in people:
            if name := text_in(data, f"name{seat + 1}", 40):
                seating.sit(guest.hall, code, me, seat, name=name)
    else:
        seating.sit(guest.hall, code, me)
    return redirect(guest, f"/t/{code}")


handlers = [choose, open_it]
