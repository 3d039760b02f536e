"""One table as its events tell it. Never leaves this package: it holds the whole position.

A `Table` in the cache is never changed: `draft` copies it, `apply` folds events into the copy, and the
copy takes its place once the events are in the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from oppidum import games
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadRecord, OppidumError
from oppidum.kernel.fair import fair_key
from oppidum.kernel.game import Game
from oppidum.kernel.position import copy
from oppidum.tables.clock import CLOCKS, Clock
from oppidum.tables.model import BotSeat, HappeningKind, HumanSeat, Settings, Status

By = Literal["person", "bot", "clock", "countdown"]
RequestKind = Literal["take_back", "takeover", "call_off"]
FindEdition = Callable[[Game, str], Edition]  # by the hash of its content; raises BadRecord
TABLE = -1  # as the seat of an event: the table itself


@dataclass(frozen=True)
class Fact:
    """An event of a table, as stored. `seq` and `time` are given when it is appended."""

    kind: str
    seat: int = TABLE
    payload: Mapping[str, Any] = field(default_factory=dict[str, Any])
    seq: int = 0
    time: float = 0.0
    reached: Any = field(default=None, compare=False, repr=False)  # a move just checked: where it leads


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


@dataclass(frozen=True)
class Decision:
    seq: int
    time: float
    seat: int
    action: int
    words: str
    by: By


@dataclass(frozen=True)
class Question:
    """Since when a seat owes the decision that it owes."""

    seq: int
    time: float
    mask: bytes
    stream_at: int


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


@dataclass(frozen=True)
class Line:
    """A line of the history, with the whole position where there is one."""

    seq: int
    time: float
    kind: HappeningKind
    seat: int
    number: int = 0
    decision: Decision | None = None
    position: Any = None
    undone: bool = False


HISTORY = frozenset(cast(Any, HappeningKind).__args__)
CHAT_KEPT = 200


def settings_data(settings: Settings) -> dict[str, Any]:
    """As stored. Unknown settings of a newer version are simply not read."""
    return {
        "game": settings.game,
        "seats": [seat.level if isinstance(seat, BotSeat) else None for seat in settings.seats],
        "options": settings.options,
        "clock": settings.clock,
        "listed": settings.listed,
        "same_device": settings.same_device,
        "hints": settings.hints,
        "confirm": settings.confirm,
        "countdown": settings.countdown,
    }


def settings_from(data: Mapping[str, Any]) -> Settings:
    return Settings(
        game=data["game"],
        seats=tuple(HumanSeat() if level is None else BotSeat(level) for level in data["seats"]),
        options=dict(data["options"]),
        clock=data["clock"],
        listed=data["listed"],
        same_device=data["same_device"],
        hints=data["hints"],
        confirm=data["confirm"],
        countdown=data["countdown"],
    )


@dataclass
class Table:
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
    opened: float = 0.0
    updated: float = 0.0
    chairs: list[Chair] = field(default_factory=list[Chair])
    edition: Edition | None = None  # what it was dealt from; none before the start
    contributions: tuple[str, ...] = ()  # of all seats, once the cards are dealt
    house: tuple[int, ...] | None = None  # seats that the house gave for; none: started by an earlier version
    key: bytes = b""
    positions: list[Any] = field(default_factory=list[Any])  # [n]: after n decisions
    decisions: list[Decision] = field(default_factory=list[Decision])
    questions: dict[int, Question] = field(default_factory=dict[int, Question])
    reserve: list[float] = field(default_factory=list[float])
    request: Asking | None = None
    chat: list[Said] = field(default_factory=list[Said])
    history: list[Line] = field(default_factory=list[Line])
    points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    ended: float = 0.0
    rematch: str | None = None

    # ------------------------------------------------------------ asking

    @property
    def game(self) -> Game:
        return games.load(self.settings.game)

    @property
    def clock(self) -> Clock | None:
        return CLOCKS[self.settings.clock]

    @property
    def moves(self) -> int:
        return len(self.decisions)

    @property
    def position(self) -> Any:
        """Now, whole."""
        return self.positions[-1]

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.game.waiting(self.position) if self.status == "playing" else ()

    def seats_of(self, visitor: str | None) -> tuple[int, ...]:
        if visitor is None:
            return ()
        return tuple(i for i, chair in enumerate(self.chairs) if chair.visitor == visitor)

    def persons(self) -> tuple[int, ...]:
        return tuple(i for i, chair in enumerate(self.chairs) if chair.person)

    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    # ------------------------------------------------------------ folding

    def draft(self) -> Table:
        return replace(
            self,
            chairs=list(self.chairs),
            positions=list(self.positions),
            decisions=list(self.decisions),
            questions=dict(self.questions),
            reserve=list(self.reserve),
            chat=list(self.chat),
            history=list(self.history),
        )

    def after(self, facts: Iterable[Fact], time: float) -> tuple[Table, list[Fact]]:
        """A draft with new facts folded in, and the facts as they are to be stored."""
        table = self.draft()
        stored: list[Fact] = []
        for fact in facts:
            numbered = replace(fact, seq=table.version + 1, time=time)
            table.apply(numbered)
            stored.append(numbered)
        return table, stored

    def apply(self, fact: Fact) -> None:
        self.version = fact.seq
        self.updated = fact.time
        getattr(self, "fold_" + fact.kind)(fact, fact.payload)
        if fact.kind in HISTORY and fact.kind not in ("move", "started"):
            self.note(fact)

    def note(
        self, fact: Fact, number: int = 0, decision: Decision | None = None, position: Any = None
    ) -> None:
        kind = cast(HappeningKind, fact.kind)
        number = number or int(fact.payload.get("to", 0))
        self.history.append(Line(fact.seq, fact.time, kind, fact.seat, number, decision, position))

    def sit(self, seat: int, **changes: Any) -> None:
        self.chairs[seat] = replace(self.chairs[seat], **changes)

    def fold_opened(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.settings = settings_from(data["settings"])
        self.host = data["host"]
        self.host_name = data["host_name"]
        self.secret = data["secret"]
        self.commitment = data["commitment"]
        self.opened = fact.time
        self.chairs = [
            Chair(bot=plan.level, name=plan.level, ready=True) if isinstance(plan, BotSeat) else Chair()
            for plan in self.settings.seats
        ]

    def fold_host(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.host = data["visitor"]
        self.host_name = data["name"]

    def fold_sat(self, fact: Fact, data: Mapping[str, Any]) -> None:
        # An earlier version stored a `contribution` that may have been the house's: not counted as given.
        self.chairs[fact.seat] = Chair(visitor=data["visitor"], name=data["name"], given=data.get("given"))

    def fold_put_bot(self, fact: Fact, data: Mapping[str, Any]) -> None:
        level = data["level"]
        self.chairs[fact.seat] = Chair(bot=level, name=level, ready=True) if level else Chair()
        seats = list(self.settings.seats)
        seats[fact.seat] = BotSeat(level) if level else HumanSeat()
        self.settings = replace(self.settings, seats=tuple(seats))

    def fold_left_seat(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.chairs[fact.seat] = Chair()

    def fold_ready(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.sit(fact.seat, ready=data["ready"])
        if data.get("given"):
            self.sit(fact.seat, given=data["given"])

    def fold_renamed(self, fact: Fact, data: Mapping[str, Any]) -> None:
        if fact.seat == TABLE:
            self.host_name = data["name"]
        else:
            self.sit(fact.seat, name=data["name"])

    def fold_started(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.contributions = tuple(data["contributions"])
        self.house = tuple(data["house"]) if "house" in data else None
        self.edition = self.find_edition(self.game, data["edition"]["sha256"])
        self.key = fair_key(bytes.fromhex(self.secret), [bytes.fromhex(c) for c in self.contributions])
        revision = data.get("rules", 1)  # a game of an earlier version goes on by the rules it began with
        s = self.game.deal(len(self.chairs), self.key, self.settings.options, self.edition, revision)
        self.status = "playing"
        self.positions = [s]
        clock = self.clock
        self.reserve = [clock.reserve if clock else 0.0] * len(self.chairs)
        self.ask(fact, TABLE)
        self.note(fact, position=s)

    def fold_move(self, fact: Fact, data: Mapping[str, Any]) -> None:
        seat = fact.seat
        action: int = data["action"]
        reached = fact.reached
        if reached is None:
            action, reached = self.played_again(seat, action, data["words"])
        decision = Decision(fact.seq, fact.time, seat, action, data["words"], data["by"])
        self.spend(decision)
        self.decisions.append(decision)
        self.positions.append(reached)
        self.ask(fact, seat)
        self.note(fact, number=self.moves, decision=decision, position=reached)
        if self.request and self.request.kind == "take_back" and decision.by == "person":
            self.request = None

    def played_again(self, seat: int, action: int, words: str) -> tuple[int, Any]:
        """A move from the store: its action by the present numbering, and the position that it leads to."""
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
        return action, reached

    def spend(self, decision: Decision) -> None:
        """A decision that took longer than its own time costs reserve."""
        clock, question = self.clock, self.questions.get(decision.seat)
        if clock and question and decision.by in ("person", "clock"):
            over = decision.time - question.time - clock.decision
            self.reserve[decision.seat] = max(0.0, self.reserve[decision.seat] - max(0.0, over))

    def ask(self, fact: Fact, mover: int) -> None:
        """Note who owes a decision now. Who owed the same one before goes on owing it."""
        s = self.position
        before, self.questions = self.questions, {}
        for seat in self.game.waiting(s):
            question = Question(fact.seq, fact.time, self.game.mask(s, seat).tobytes(), s.stream_at)
            old = before.get(seat)
            same = old and seat != mover and (old.mask, old.stream_at) == (question.mask, question.stream_at)
            self.questions[seat] = old if old and same else question

    def fold_taken_back(self, fact: Fact, data: Mapping[str, Any]) -> None:
        left: int = data["to"]
        del self.decisions[left:]
        del self.positions[left + 1 :]
        self.history = [
            replace(line, undone=True) if line.kind == "move" and line.number > left else line
            for line in self.history
        ]
        self.request = None
        self.ask(fact, fact.seat)

    def fold_asked(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.request = Asking(
            data["kind"], fact.seat, data["seat"], data["to"], data["level"], frozenset(), fact.time
        )

    def fold_agreed(self, fact: Fact, data: Mapping[str, Any]) -> None:
        if self.request:
            self.request = replace(self.request, agreed=self.request.agreed | {fact.seat})

    def fold_refused(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.request = None

    def fold_lapsed(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.request = None

    def fold_away(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.sit(fact.seat, away=True)

    def fold_came_back(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.sit(fact.seat, away=False, stand_in=None)
        if self.request and self.request.kind == "takeover" and self.request.seat == fact.seat:
            self.request = None
        if fact.seat in self.questions:  # whoever comes back has the whole time for the open question
            self.questions[fact.seat] = replace(self.questions[fact.seat], time=fact.time)

    def fold_takeover(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.sit(fact.seat, away=True, stand_in=data["level"])
        self.request = None

    def fold_resigned(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.sit(fact.seat, resigned=data["level"])

    def fold_called_off(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.finish("abandoned", fact)

    def fold_over(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.points = tuple(data["points"])
        self.winners = tuple(data["winners"])
        self.finish("over", fact)

    def finish(self, status: Status, fact: Fact) -> None:
        self.status = status
        self.ended = fact.time
        self.request = None
        self.questions = {}

    def fold_said(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.chat.append(
            Said(fact.seq, fact.time, fact.seat, data["visitor"], data["name"], data["phrase"], data["text"])
        )
        del self.chat[:-CHAT_KEPT]

    def fold_rematch(self, fact: Fact, data: Mapping[str, Any]) -> None:
        self.rematch = data["code"]
