"""One table as its events tell it. Never leaves this package: it holds the whole position.

A `Table` in the cache is never changed: `draft` copies it, `apply` folds events into the copy, and the
copy takes its place once the events are in the store.

Of a long game only the end is kept in memory (`KEPT`), most of it without positions (`WITH_POSITION`). Who
needs more asks `Hall.whole`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from msgspec import Struct, field, structs

from oppidum import games
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadRecord, OppidumError
from oppidum.kernel.fair import fair_key
from oppidum.kernel.game import Game
from oppidum.kernel.position import copy
from oppidum.kernel.questions import Questions
from oppidum.tables import facts
from oppidum.tables.clock import CLOCKS, Clock
from oppidum.tables.facts import TABLE, By, Event, Fact, Origin, RequestKind
from oppidum.tables.model import BotSeat, HumanSeat, Settings, Status
from oppidum.tables.tail import Forgotten, Tail

FindEdition = Callable[[Game, str], Edition]  # by the hash of its content; raises BadRecord


@dataclass(frozen=True)
class Chair:
    bot: str | None = None  # planned for a bot of this level
    visitor: str | None = None
    name: str = ""
    ready: bool = False
    given: str | None = None  # the person's own contribution to the shuffle
    away: bool = False
    stand_in: str | None = None  # level of the bot that decides until the person is back
    resigned: str | None = None  # level of the bot that decides to the end
    character: str | None = None  # chosen; how the seat shows itself, and no part of the rules
    colour: int | None = None

    @property
    def taken(self) -> bool:
        return self.bot is not None or self.visitor is not None

    @property
    def person(self) -> bool:
        """Somebody who plays, be it from afar."""
        return self.visitor is not None and self.resigned is None

    @property
    def level(self) -> str | None:
        """Of the bot that decides for this chair; none: a person does."""
        return self.bot or self.resigned or self.stand_in


class Company(Struct, frozen=True):
    """Who sits at a table."""

    seats: dict[str, tuple[int, ...]]  # of each visitor
    persons: tuple[int, ...]  # seats whose person plays
    has_bots: bool  # some decide here, for themselves or for people


def company_of(chairs: Sequence[Chair]) -> Company:
    seats: dict[str, tuple[int, ...]] = {}
    for seat, chair in enumerate(chairs):
        if chair.visitor is not None:
            seats[chair.visitor] = (*seats.get(chair.visitor, ()), seat)
    persons = tuple(seat for seat, chair in enumerate(chairs) if chair.person)
    return Company(seats, persons, any(chair.level for chair in chairs))


class Decision(Struct, frozen=True, gc=False, tag_field="fact", tag="decision"):
    seq: int
    time: float
    seat: int
    action: int
    words: str
    by: By
    final: bool = False  # it changed whose turn it is, or had chance speak: nobody takes that back freely


class Question(Struct, frozen=True, gc=False):
    """Since when a seat owes the decision that it owes."""

    seq: int
    time: float
    mask: bytes
    stream_at: int
    screen: float | None = None  # same device: when this seat took the screen for it


@dataclass(frozen=True)
class Asking:
    """An open request."""

    kind: RequestKind
    by: int
    seat: int
    to_move: int
    level: str | None
    agreed: frozenset[int]
    time: float


@dataclass(frozen=True)
class Said:
    seq: int
    time: float
    seat: int
    visitor: str
    name: str
    phrase: str | None
    text: str


class Line(Struct, frozen=True):
    """A line of the history, with the whole position where there is one."""

    seq: int
    time: float
    what: Decision | Fact
    position: Any = None
    number: int = 0  # of a decision, from 1
    undone: bool = False
    silent: bool = False  # a decision that told nobody anything, such as a card face down


NO_HISTORY = (facts.Host, facts.PutBot, facts.Renamed, facts.Dressed, facts.TookScreen, facts.Said)
NOTED_OTHERWISE = (facts.Move, facts.Started, *NO_HISTORY)  # the first two with their positions
CHAT_KEPT = 200
KEPT = 96  # decisions and lines of history that a live table remembers
WITH_POSITION = 24  # of these decisions with their positions, whether they told something or not


class Table(Struct, eq=False):
    id: int
    code: str
    find_edition: FindEdition
    version: int = 0
    status: Status = "open"
    settings: Settings = field(default_factory=lambda: Settings("", ()))
    host: str = ""
    host_name: str = ""
    secret: str = ""
    commitment: str = ""
    origin: Origin | None = None  # the finished game whose cards these are
    opened: float = 0.0
    started: float = 0.0
    updated: float = 0.0
    chairs: list[Chair] = field(default_factory=list[Chair])
    edition: Edition | None = None  # what it is dealt from; none before the start, unless a box was chosen
    contributions: tuple[str, ...] = ()  # of all seats, once the cards are dealt
    house: tuple[int, ...] | None = None  # seats that the house gave for; none: started by an earlier version
    key: bytes = b""
    positions: Tail[Any] = field(default_factory=Tail[Any])  # [n]: after n decisions
    decisions: Tail[Decision] = field(default_factory=Tail[Decision])
    decided: list[int] = field(default_factory=list[int])  # how often each seat has, taken back or not
    questions: dict[int, Question] = field(default_factory=dict[int, Question])
    reserve: list[float] = field(default_factory=list[float])
    request: Asking | None = None
    chat: list[Said] = field(default_factory=list[Said])
    history: Tail[Line] = field(default_factory=Tail[Line])
    heard: dict[str, float] = field(default_factory=dict[str, float])  # when each person last did something
    points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    ended: float = 0.0
    rematch: str | None = None
    # What looking at it has brought to light, the same for all who look: worked out once for each version.
    noticed: dict[str, Any] = field(default_factory=dict[str, Any])
    company: Company | None = None  # found out once for the same chairs

    @classmethod
    def blank(cls, table_id: int, code: str, find_edition: FindEdition, *, whole: bool = False) -> Table:
        """Before its first event. `whole`: nothing of its past will be forgotten."""
        kept = None if whole else KEPT
        return cls(
            table_id,
            code,
            find_edition,
            positions=Tail[Any](None if whole else WITH_POSITION),
            decisions=Tail[Decision](kept),
            history=Tail[Line](kept),
        )

    # ------------------------------------------------------------ asking

    @property
    def game(self) -> Game:
        return games.load(self.settings.game)

    @property
    def clock(self) -> Clock | None:
        return CLOCKS[self.settings.clock]

    @property
    def moves(self) -> int:
        decisions = self.decisions
        return decisions.first + decisions.length

    @property
    def position(self) -> Any:
        """Now, whole."""
        return self.positions.last

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.game.waiting(self.position) if self.status == "playing" else ()

    def seats_of(self, visitor: str | None) -> tuple[int, ...]:
        if visitor is None:
            return ()
        return self.who_sits_here().seats.get(visitor, ())

    def who_sits_here(self) -> Company:
        found = self.company
        if found is None:
            found = self.company = company_of(self.chairs)
        return found

    @property
    def has_bots(self) -> bool:
        """Some decide here, for themselves or for people."""
        return self.who_sits_here().has_bots

    def persons(self) -> tuple[int, ...]:
        return self.who_sits_here().persons

    def asked_after(self, seat: int) -> int:
        """After how many decisions a seat was put the question that it owes an answer to.

        Whatever others have decided since, at the same time, does not bear on it.
        """
        asked, after = self.questions[seat].seq, self.moves
        for decision in self.decisions.latest():
            if decision.seq <= asked:
                break
            after -= 1
        return max(after, self.positions.first)

    def lines_after(self, version: int, latest: int | None = None) -> list[Line]:
        """The history after a version, or the latest of it. Raises Forgotten."""
        history = self.history
        enough = latest is not None and history.length >= latest
        if history.first and history.items[0].seq > version + 1 and not enough:
            raise Forgotten
        newer = list(takewhile(lambda line: line.seq > version, history.latest()))
        return newer[:latest][::-1]

    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    def bytes_in_memory(self) -> int:
        """Roughly: as if all that is old told something."""
        size = self.game.dtype.itemsize if self.positions else 0
        lines = self.history.length
        return 6_000 + lines * (size + 550) + len(self.chat) * 300

    # ------------------------------------------------------------ folding

    def draft(self) -> Table:
        return structs.replace(
            self,
            positions=self.positions.copy(),
            decisions=self.decisions.copy(),
            decided=self.decided.copy(),
            questions=self.questions.copy(),
            reserve=self.reserve.copy(),
            history=self.history.copy(),
            heard=self.heard.copy(),
            noticed={},
        )

    def shorten(self) -> None:
        """Forget what a live table does not need."""
        self.positions.keep(WITH_POSITION)
        self.decisions.keep(KEPT)
        self.history.keep(KEPT)

    def after(self, new: Iterable[Fact], time: float) -> tuple[Table, list[Event]]:
        """A draft with new facts folded in, and the events that are to be stored."""
        table = self.draft()
        events: list[Event] = []
        for fact in new:
            event = Event(table.version + 1, time, fact)
            table.apply(event)
            events.append(event)
        return table, events

    def apply(self, event: Event) -> None:
        self.noticed.clear()
        self.version = event.seq
        self.updated = event.time
        self.fold(event, event.fact)
        if not isinstance(event.fact, NOTED_OTHERWISE):
            self.history.append(Line(event.seq, event.time, event.fact))
        self.hear(event)

    def forget_silent(self) -> None:
        """A silent decision needs its position only as long as boards show it. The table before, which shares
        these lines, may as well forget it."""
        if self.history.kept is None:
            return
        lines, latest = self.history.items, self.moves - WITH_POSITION
        for at in range(self.history.length - WITH_POSITION - 1, -1, -1):
            line = lines[at]
            if not line.number or line.number > latest:
                continue
            if line.position is not None and line.silent:
                lines[at] = structs.replace(line, position=None)
            elif line.number < latest and not line.undone:
                break  # what is older has been looked at before

    def hear(self, event: Event) -> None:
        """Whoever does something is here; what others or the house do with a seat does not count."""
        match event.fact:
            case facts.Move(by="person", seat=seat) if visitor := self.chairs[seat].visitor:
                self.heard[visitor] = event.time
            case facts.Said(visitor=visitor):
                self.heard[visitor] = event.time
            case facts.PutBot() | facts.Renamed() | facts.Lapsed() | facts.Takeover() | facts.Move():
                pass
            case fact if fact.seat != TABLE and (visitor := self.chairs[fact.seat].visitor):
                self.heard[visitor] = event.time
            case _:
                pass

    def sit(self, seat: int, **changes: Any) -> None:
        self.put_chair(seat, replace(self.chairs[seat], **changes))

    def put_chair(self, seat: int, chair: Chair) -> None:
        """The other chairs are shared with the table before: it keeps its own list."""
        self.chairs = [*self.chairs[:seat], chair, *self.chairs[seat + 1 :]]
        self.company = None

    def fold(self, event: Event, fact: Fact) -> None:
        seat = fact.seat
        match fact:
            case facts.Move():  # most facts are, and cases are tried one after the other
                self.fold_move(event, fact)
            case facts.Opened():
                self.fold_opened(event, fact)
            case facts.Host():
                self.host, self.host_name = fact.visitor, fact.name
            case facts.Sat():
                self.put_chair(seat, Chair(visitor=fact.visitor, name=fact.name, given=fact.given))
            case facts.PutBot():
                self.fold_put_bot(seat, fact.level)
            case facts.LeftSeat():
                self.put_chair(seat, Chair())
            case facts.Ready():
                self.sit(seat, ready=fact.ready, given=fact.given or self.chairs[seat].given)
            case facts.Renamed() if seat == TABLE:
                self.host_name = fact.name
            case facts.Renamed():
                self.sit(seat, name=fact.name)
            case facts.Dressed():
                self.sit(seat, character=fact.character, colour=fact.colour)
            case facts.Started():
                self.fold_started(event, fact)
            case facts.TakenBack():
                self.fold_taken_back(event, fact)
            case facts.Asked():
                nobody = frozenset[int]()
                self.request = Asking(fact.what, seat, fact.of, fact.to, fact.level, nobody, event.time)
            case facts.Agreed():
                if self.request:
                    self.request = replace(self.request, agreed=self.request.agreed | {seat})
            case facts.Refused() | facts.Lapsed():
                self.request = None
            case facts.Away():
                self.sit(seat, away=True)
            case facts.CameBack():
                self.fold_came_back(event, seat)
            case facts.TookScreen():
                if seat in self.questions:
                    self.questions[seat] = structs.replace(self.questions[seat], screen=event.time)
            case facts.Takeover():
                self.sit(seat, away=True, stand_in=fact.level)
                self.request = None
            case facts.Resigned():
                self.sit(seat, resigned=fact.level)
            case facts.CalledOff():
                self.finish("abandoned", event)
            case facts.Over():
                self.points, self.winners = fact.points, fact.winners
                self.finish("over", event)
            case facts.Said():
                said = Said(event.seq, event.time, seat, fact.visitor, fact.name, fact.phrase, fact.text)
                self.chat = [*self.chat, said][-CHAT_KEPT:]
            case facts.Rematch():
                self.rematch = fact.code

    def fold_opened(self, event: Event, fact: facts.Opened) -> None:
        self.settings = fact.settings.settings()
        self.host, self.host_name = fact.host, fact.host_name
        self.secret, self.commitment, self.origin = fact.secret, fact.commitment, fact.origin
        self.opened = event.time
        if fact.edition is not None:
            self.edition = self.find_edition(self.game, fact.edition.sha256)
        self.chairs = [
            Chair(bot=plan.level, name=plan.level, ready=True) if isinstance(plan, BotSeat) else Chair()
            for plan in self.settings.seats
        ]

    def fold_put_bot(self, seat: int, level: str | None) -> None:
        self.put_chair(seat, Chair(bot=level, name=level, ready=True) if level else Chair())
        seats = list(self.settings.seats)
        seats[seat] = BotSeat(level) if level else HumanSeat()
        self.settings = replace(self.settings, seats=tuple(seats))

    def fold_started(self, event: Event, fact: facts.Started) -> None:
        self.contributions, self.house = fact.contributions, fact.house
        self.edition = self.find_edition(self.game, fact.edition.sha256)
        self.key = fair_key(bytes.fromhex(self.secret), [bytes.fromhex(c) for c in self.contributions])
        # A game of an earlier version goes on by the rules it began with.
        s = self.game.deal(len(self.chairs), self.key, self.settings.options, self.edition, fact.rules)
        self.status = "playing"
        self.started = event.time
        self.decided = [0] * len(self.chairs)
        self.positions.append(s)
        clock = self.clock
        self.reserve = [clock.reserve if clock else 0.0] * len(self.chairs)
        self.ask(event, TABLE, self.game.questions(s))
        self.history.append(Line(event.seq, event.time, fact, s))

    def fold_move(self, event: Event, fact: facts.Move) -> None:
        action, reached, asked = fact.action, fact.reached, fact.asked
        if reached is None or asked is None:
            action, reached, asked = self.played_again(fact.seat, action, fact.words)
        answered = self.questions.get(fact.seat)
        keeps_turns = asked.masks.keys() <= self.questions.keys()
        final = not keeps_turns or not answered or answered.stream_at != asked.drawn
        decision = Decision(event.seq, event.time, fact.seat, action, fact.words, fact.by, final)
        self.spend(decision)
        self.decisions.append(decision)
        self.decided[fact.seat] += 1
        self.positions.append(reached)
        self.ask(event, fact.seat, asked)
        silent = not asked.told
        self.history.append(Line(event.seq, event.time, decision, reached, self.moves, silent=silent))
        self.forget_silent()
        if self.request and self.request.kind == "take_back" and decision.by == "person":
            self.request = None

    def played_again(self, seat: int, action: int, words: str) -> tuple[int, Any, Questions]:
        """A move from the store: its action by the present numbering, and where it leads to."""
        game, s = self.game, self.position
        try:
            # Words outlive a new numbering of the actions.
            if not 0 <= action < game.actions or game.notation.write(s, seat, action) != words:
                action = game.notation.read(s, seat, words)
            reached = copy(s)
            game.act(reached, seat, action)
        except OppidumError:
            # Not in the error's own words: they would tell what the seat could have done.
            raise BadRecord(f"Move {self.moves + 1}, of seat {seat + 1}, does not fit the rules.") from None
        return action, reached, game.questions(reached)

    def spend(self, decision: Decision) -> None:
        """A decision that took longer than its own time costs reserve."""
        clock, question = self.clock, self.questions.get(decision.seat)
        if clock and question and decision.by in ("person", "clock"):
            over = decision.time - question.time - clock.decision
            self.reserve[decision.seat] = max(0.0, self.reserve[decision.seat] - max(0.0, over))

    def ask(self, event: Event, mover: int, asked: Questions) -> None:
        """Note who owes a decision now. Who owed the same one before goes on owing it."""
        before, self.questions = self.questions, {}
        for seat, mask in asked.masks.items():
            old = before.get(seat)
            if old and seat != mover and old.mask == mask and old.stream_at == asked.drawn:
                self.questions[seat] = old
            else:
                self.questions[seat] = Question(event.seq, event.time, mask, asked.drawn)

    def fold_taken_back(self, event: Event, fact: facts.TakenBack) -> None:
        self.decisions.cut(fact.to)
        self.positions.cut(fact.to + 1)
        self.history.have_own(
            [
                structs.replace(line, undone=True) if line.number > fact.to else line
                for line in self.history.remembered()
            ]
        )
        self.request = None
        self.ask(event, fact.seat, self.game.questions(self.position))

    def fold_came_back(self, event: Event, seat: int) -> None:
        self.sit(seat, away=False, stand_in=None)
        if self.request and self.request.kind == "takeover" and self.request.seat == seat:
            self.request = None
        if seat in self.questions:  # whoever comes back has the whole time for the open question
            self.questions[seat] = structs.replace(self.questions[seat], time=event.time)

    def finish(self, status: Status, event: Event) -> None:
        self.status = status
        self.ended = event.time
        self.request = None
        self.questions = {}
