"""A table that waits for its players: what its seats and its buttons offer to one visitor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from oppidum.faces.dress import Dress, characters_of, colour_names, dressed, offered
from oppidum.tables import SeatView, TableView
from oppidum.web.offers import offered_levels, options_in_words, usual_level
from oppidum.words import Language
from oppidum.words.happenings import clock
from oppidum.words.levels import level


@dataclass(frozen=True)
class Offer:
    """Somebody that a seat may be, or a colour that it may have."""

    value: str | int
    name: str
    chosen: bool
    taken: bool  # by somebody else


@dataclass(frozen=True)
class SeatRow:
    """A seat, and what the visitor can do about it."""

    seat: SeatView
    name: str
    level: str  # of a bot, in words
    sit: Literal["down", "over", ""]  # take it, or change over to it
    bot: Literal["put", "take away", ""]
    rename: bool
    ready: bool | None  # none: nobody is asked
    dress: Dress
    portrait: str  # the picture of whom it plays; "": of nobody
    character: str  # their name
    dot: int | None  # its colour, where no portrait wears it
    characters: list[Offer]  # that the visitor may choose for it; none where it is not theirs
    colours: list[Offer]


@dataclass(frozen=True)
class Lobby:
    t: Language
    view: TableView
    names: list[str]
    alone: bool  # nobody but bots sits here besides the visitor

    @property
    def facts(self) -> list[str]:
        """What has been agreed on."""
        t, settings = self.t, self.view.settings
        found = t.say("listed for everybody") if settings.listed else t.say("only by link")
        return [clock(t, settings.clock), found, *options_in_words(t, self.view.game, settings.options)]

    @property
    def gift(self) -> dict[str, str]:
        """Filled in by the browser; without a script it stays empty, and the house gives for this seat."""
        return {"contribution": "", "commitment": self.view.fairness.commitment}

    @property
    def free(self) -> int:
        return sum(seat.kind == "empty" for seat in self.view.seats)

    @property
    def invites(self) -> bool:
        return self.free > 0 and not self.view.settings.same_device

    @property
    def invited(self) -> bool:
        """Somebody who has followed the link, and may sit down."""
        return self.invites and not self.view.my_seats and not self.view.host

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The bots that may be put on a seat, the strongest first, and what they are called."""
        return [(name, level(self.t, name)) for name in reversed(offered_levels(self.view.game))]

    @property
    def usual_level(self) -> str:
        return usual_level(self.view.game)

    @cached_property
    def characters(self) -> dict[str, str]:
        """Whom a seat may choose to be."""
        return characters_of(self.view.game, self.t, self.view.edition)

    @cached_property
    def dress(self) -> list[Dress]:
        return dressed(self.view.seats, list(self.characters))

    def offered_characters(self, seat: SeatView) -> list[Offer]:
        worn, taken = self.dress[seat.seat].character, {x.character for x in self.others(seat)}
        return [Offer(name, said, name == worn, name in taken) for name, said in self.characters.items()]

    def offered_colours(self, seat: SeatView) -> list[Offer]:
        worn, taken = self.dress[seat.seat].colour, {x.colour for x in self.others(seat)}
        return [Offer(n, said, n == worn, n in taken) for n, said in enumerate(colour_names(self.t))]

    def others(self, seat: SeatView) -> list[SeatView]:
        return [each for each in self.view.seats if each.seat != seat.seat]

    @property
    def rows(self) -> list[SeatRow]:
        return [self.row(seat) for seat in self.view.seats]

    def row(self, seat: SeatView) -> SeatRow:
        view, shared = self.view, self.view.settings.same_device
        empty, person = seat.kind == "empty", seat.kind == "human"
        comes, dresses = shared or not view.my_seats, seat.mine and offered(view.game)
        dress = self.dress[seat.seat]
        return SeatRow(
            seat=seat,
            name=self.names[seat.seat],
            level=level(self.t, seat.level) if seat.kind == "bot" and seat.level else "",
            sit="" if not empty or self.invited else "down" if comes else "over",
            bot="" if not view.host or person else "put" if empty else "take away",
            rename=person and seat.mine and shared,
            ready=seat.ready if person and not self.starts_at_once else None,
            dress=dress,
            portrait=f"p-{dress.character}" if dress.character and not empty else "",
            character=self.characters.get(dress.character, "") if dress.character else "",
            dot=None if dress.character else seat.colour,
            characters=self.offered_characters(seat) if dresses else [],
            colours=self.offered_colours(seat) if dresses else [],
        )

    @property
    def starts_at_once(self) -> bool:
        """Who plays with bots alone, or with others on one device, just starts."""
        return self.view.settings.same_device or (self.alone and self.view.can_start)

    @property
    def readiness(self) -> Literal["says", "takes back", ""]:
        """What the visitor may say of it: that they are ready, or not after all."""
        if not self.view.my_seats or self.starts_at_once:
            return ""
        return "takes back" if all(seat.ready for seat in self.view.seats if seat.mine) else "says"

    @property
    def starts(self) -> bool:
        return self.view.can_start and self.view.host

    @property
    def start_button(self) -> str:
        """How it looks: less urgent where the others are to say first that they are ready."""
        return "big" if self.readiness else "go big"

    @property
    def promise(self) -> str:
        """As much of the commitment as one can compare by eye."""
        return self.view.fairness.commitment[:16]
