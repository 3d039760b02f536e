"""Who meets whom, on which cards, in which seats.

Every meeting is a set of bots that sit down together: all pairs at tables for two, all sets of four at
tables for four. Where there are fewer bots than seats there is one meeting, in which they sit as often as
the seats allow. Each deal is played once for every rotation of the seats, so that each bot gets every hand
of it; and all meetings play the same deals. A guest may remember a deal and meet it again: where one sits
every game has cards of its own. Everything follows from the contest and a game's number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from oppidum.bots import guest_bots
from oppidum.kernel.fair import seed_key

Deal = int | tuple[int, int]  # the cards of a round, or of one game of one meeting


@dataclass(frozen=True)
class Contest:
    """What is played. Two contests that are equal give the same results, wherever they are run."""

    game: str
    bots: tuple[Any, ...]  # names, or objects that play (`oppidum.bots.guest_bots`)
    players: int
    games: int  # of every meeting
    seed: str = "0"
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    edition: str | None = None  # the text of an edition file, where it is not the game's own
    limit: float = guest_bots.SECONDS  # seconds that a guest may take for a decision
    adjust: bool = False  # whether the luck of every game is valued (`arena.luck_value`)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the bots are called."""
        return tuple(guest_bots.name_of(bot) for bot in self.bots)

    @cached_property
    def meetings(self) -> list[tuple[int, ...]]:
        """Which bots (by their place in `bots`) meet."""
        everybody = range(len(self.bots))
        return list(combinations(everybody, min(self.players, len(self.bots))))

    @cached_property
    def remembering(self) -> set[int]:
        """Meetings with somebody at the table who may remember the cards of other games."""
        guests = {bot for bot, what in enumerate(self.bots) if guest_bots.is_guest(what)}
        return {meeting for meeting, who in enumerate(self.meetings) if guests & set(who)}

    def line_ups(self, meeting: int) -> list[tuple[int, ...]]:
        """The bots that sit at the table, as evenly as the number of seats allows."""
        who = self.meetings[meeting]
        rounds, extra = divmod(self.players, len(who))
        return [(*who * rounds, *more) for more in combinations(who, extra)]

    def block(self, meeting: int) -> int:
        """How many games make a round, in which every bot has had every seat."""
        return len(self.line_ups(meeting)) * self.players

    def round_of(self, meeting: int, number: int) -> int:
        return number // self.block(meeting)

    def deal_of(self, meeting: int, number: int) -> Deal:
        """The cards of a game: all games of a round have the same, but for those with guests."""
        return (meeting, number) if meeting in self.remembering else self.round_of(meeting, number)

    def key(self, deal: Deal) -> bytes:
        return seed_key(("arena", self.seed), deal) if isinstance(deal, int) else self.own_key(*deal)

    def own_key(self, meeting: int, number: int) -> bytes:
        return seed_key(("arena", self.seed, "meeting", meeting), number)

    def seating(self, meeting: int, number: int) -> tuple[int, ...]:
        """The bot in each seat of a game: a random order for each round, turned by a seat for each game."""
        round_number, place = divmod(number, self.block(meeting))
        line_up, turn = divmod(place, self.players)
        draw = ("arena seats", self.seed, meeting, round_number, line_up)
        order = sorted(range(self.players), key=lambda place: seed_key(draw, place))
        seats = [self.line_ups(meeting)[line_up][place] for place in order]
        return (*seats[turn:], *seats[:turn])


@dataclass(frozen=True)
class Job:
    """Games `first` to `last` (not included) of a meeting: what is handed to a worker."""

    contest: Contest
    meeting: int
    first: int
    last: int


@dataclass(frozen=True)
class Played:
    """What a game brought."""

    meeting: int
    number: int
    seats: tuple[int, ...]  # bots, by their place in the contest
    points: tuple[int, ...]
    winners: tuple[int, ...]  # seats
    luck: tuple[tuple[float, ...], ...] = ()  # worth to each seat: deal, chance, lots; or all of it weighed
    gave_up: tuple[int, str] | None = None  # a seat that lost by something that is no move, and why

    def share(self, seat: int) -> float:
        """A seat's part of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def earned(self, seat: int) -> float:
        """A seat's part of the victory, less what luck gave it where that was valued: on average the same."""
        return self.share(seat) - sum(part[seat] for part in self.luck)

    def rank(self, seat: int) -> tuple[bool, int]:
        """Smaller is better: the winners first, then by points."""
        return seat not in self.winners, -self.points[seat]

    def beats(self, seat: int, other: int) -> float:
        """1, 1/2 or 0: is a seat before, level with or behind another?"""
        mine, theirs = self.rank(seat), self.rank(other)
        return 0.5 if mine == theirs else float(mine < theirs)
