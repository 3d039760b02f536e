"""From a table to what its page shows: one visitor's view, the story so far, the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from msgspec import Struct, structs

from oppidum import games
from oppidum.bots.levels import levels as levels_of
from oppidum.faces.aids import has_aid
from oppidum.faces.reasons import Reason, reasons_for, telling
from oppidum.faces.scene import Act, Moment, Scene, SheetRow, board_of, moment, sheet_of, template_of
from oppidum.faces.speaking import words_of
from oppidum.forge import is_thinking
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import OppidumError
from oppidum.kernel.game import Game
from oppidum.kernel.seen import Told
from oppidum.tables import Hall, Happening, SeatView, TableView, looking
from oppidum.tables.happenings import Played, TookBack
from oppidum.tables.model import SPECTATOR
from oppidum.tables.table import KEPT, WITH_POSITION
from oppidum.web.box_display import box_note
from oppidum.web.lobby import Lobby
from oppidum.web.notices import News, news
from oppidum.words import Language, rulebook
from oppidum.words.happenings import happening, request, seat_names
from oppidum.words.rulebook import Rule

LOG_LINES = 40
LOOKED_BACK = KEPT  # happenings that the log is made of: most decisions are silent; a live table has as many
RECENT = 16
assert RECENT <= WITH_POSITION


class LogLine(Struct, frozen=True, array_like=True, gc=False):
    number: int  # of the move it belongs to; 0 where it belongs to none
    text: str


@dataclass
class Story:
    """What happened at a table lately, as one seat may know it; goes on with the table instead of being read
    anew."""

    hall: Hall
    code: str
    visitor: str | None
    seat: int
    version: int = 0
    happenings: list[Happening] = field(default_factory=list[Happening])
    told: dict[int, Sequence[LogLine]] = field(default_factory=dict[int, Sequence[LogLine]])  # by their `seq`
    lines: list[LogLine] = field(default_factory=list[LogLine])  # all of these, one after the other
    names: Sequence[str] = ()  # with which it was told
    moments: dict[int, Moment] = field(default_factory=dict[int, Moment])  # the latest, by their `seq`

    def catch_up(self, version: int) -> None:
        """Read on."""
        if version <= self.version:
            return
        since, self.version = self.version, version
        new = self.read(since)
        if any(isinstance(h, TookBack) for h in new):
            self.begin_anew()  # earlier moves are marked as undone now
        else:
            self.happenings.extend(new)
            self.forget(len(self.happenings) - LOOKED_BACK)

    def begin_anew(self) -> None:
        self.happenings, self.told, self.lines, self.moments = self.read(0), {}, [], {}

    def read(self, since: int) -> list[Happening]:
        """Up to this version: the table may have gone on since it was looked at, and that comes next time."""
        found = looking.history(
            self.hall,
            self.code,
            self.visitor,
            as_seat=self.seat,
            since=since,
            latest=LOOKED_BACK,
            at_least=self.version,
        )
        return [h for h in found if h.seq <= self.version]

    def forget(self, number: int) -> None:
        """The oldest are no longer shown."""
        for h in self.happenings[: max(0, number)]:
            del self.lines[: len(self.told.pop(h.seq, ()))]
            self.moments.pop(h.seq, None)
        del self.happenings[: max(0, number)]

    def log(self, t: Language, game: Game, edition: Edition, names: Sequence[str]) -> list[LogLine]:
        """The newest of it in words. What is new is put into words; of its positions the latest are kept."""
        if names != self.names:
            if self.told:
                self.begin_anew()
            self.names = names
        first = len(self.happenings)
        while first and self.happenings[first - 1].seq not in self.told:
            first -= 1
        for at in range(first, len(self.happenings)):
            self.tell(t, game, edition, at)
        for seq in list(self.moments)[:-RECENT]:
            del self.moments[seq]
        return self.lines[-LOG_LINES:]

    def tell(self, t: Language, game: Game, edition: Edition, at: int) -> None:
        """One of the happenings; what was taken back is told no more."""
        h, told = self.happenings[at], None
        if isinstance(h, Played) and h.position is not None:
            if not h.undone:
                mover = SPECTATOR if h.seat is None else h.seat
                seen = moment(game, edition, h.number, mover, h.position, self.seat)
                self.moments[h.seq], told = seen, seen.told
            self.happenings[at] = structs.replace(h, position=None)
        self.told[h.seq] = lines = log_lines(t, game, edition, h, self.names, told)
        self.lines.extend(lines)

    @property
    def recent(self) -> list[Moment]:
        """The latest decisions, once they are told."""
        return list(self.moments.values())


@dataclass(frozen=True)
class Ranked:
    """Somebody's place at the end."""

    name: str
    points: int
    won: bool


@dataclass(frozen=True)
class Stage:
    """Everything that the table's template needs."""

    t: Language
    view: TableView
    game: Game
    names: list[str]
    story: Story
    log: list[LogLine]
    scene: Scene | None
    handover: list[int] | None  # same device: the seats that could take the screen now
    rules: list[Rule]  # those that decide what may be done now
    decided: list[Rule]  # those that decided what has just happened

    @property
    def takers(self) -> list[tuple[int, str]]:
        """Who could take the screen now: seats as people count them, and names."""
        return [(seat + 1, self.names[seat]) for seat in self.handover or ()]

    @property
    def next_at_the_screen(self) -> str:
        """Who it must be; empty where several could take it."""
        takers = self.takers
        return takers[0][1] if len(takers) == 1 else ""

    @property
    def edition(self) -> Edition:
        """What the table was dealt from."""
        return self.view.edition

    @property
    def box(self) -> str:
        """What box that is, where it is somebody's own."""
        return box_note(self.t, self.game.id, self.view.edition)

    @property
    def has_aid(self) -> bool:
        return has_aid(self.game.id)

    @cached_property
    def board(self) -> dict[str, Any] | None:
        """Only when it is drawn: before it, acts may be shown."""
        return board_of(self.game.id).present(self.scene) if self.scene else None

    def put_away(self) -> None:
        """Once the board is drawn, what it was drawn from is not needed: a live page keeps its stage."""
        self.__dict__.pop("board", None)

    @property
    def template(self) -> str:
        return template_of(self.game.id)

    def in_words(self, move: str) -> str:
        """A decision that is open to the seat that looks, as its button says it."""
        found = (
            next((choice for choice in self.scene.choices if choice.move == move), None)
            if self.scene
            else None
        )
        return words_of(self.game.id).action(self.t, self.edition, found, self.names) if found else move

    def reasons(self, move: str, other: str | None) -> list[str]:
        """What speaks for one decision of the seat that looks, rather than for another."""
        if self.scene is None:
            return []
        seen, seat = self.scene.seen, self.scene.seat

        def of(words: str | None) -> list[Reason]:
            return [
                reason
                for choice in seen.choices
                if choice.move == words
                for reason in reasons_for(self.game.id, self.t, self.edition, seen, seat, choice, self.names)
            ]

        return telling(of(move), of(other))

    @cached_property
    def my_turn(self) -> bool:
        if self.act:
            return False
        return self.view.status == "playing" and any(seat in self.view.waiting for seat in self.view.my_seats)

    @property
    def alone(self) -> bool:
        """Nobody but bots sits here besides the visitor."""
        return not any(seat.kind == "human" and not seat.mine for seat in self.view.seats)

    @property
    def waking_up(self) -> list[str]:
        """Bots whose strength is to look ahead, while the house has not compiled that yet."""
        return [] if is_thinking(self.game) else self.who_looks_ahead()

    @property
    def hurried(self) -> list[str]:
        """Those bots, where this machine is so busy that they think less than usual."""
        busy = is_thinking(self.game) and self.story.hall.thinking_share(self.view.code) < 1
        return self.who_looks_ahead() if busy else []

    def who_looks_ahead(self) -> list[str]:
        levels = {level.id for level in levels_of(self.game.id) if level.iterations}
        return [self.names[seat.seat] for seat in self.view.seats if seat.level in levels]

    @property
    def act(self) -> Act | None:
        """What is being shown before the table as it is now."""
        return self.scene.act if self.scene else None

    @property
    def act_name(self) -> str | None:
        return self.act.name if self.act else None

    @property
    def moment(self) -> str | None:
        """What the board shows as the latest; an act is another moment than the board after it."""
        if not (self.scene and self.scene.recent):
            return None
        return f"{self.scene.recent[-1].number}{self.act.name if self.act else ''}"

    @property
    def noise(self) -> str | None:
        """The sound of that moment."""
        if self.act:
            return self.act.sound
        return self.board.get("sound", "") if self.board and self.moment else None

    @property
    def seat_field(self) -> dict[str, int]:
        """As whom a form acts."""
        return {"seat": self.view.as_seat + 1} if self.view.as_seat >= 0 else {}

    @property
    def here(self) -> str:
        """The address of this page, with the same eyes."""
        seat = self.seat_field if self.view.settings.same_device else {}
        return f"/t/{self.view.code}" + "".join(f"?as={number}" for number in seat.values())

    @property
    def replay(self) -> str:
        """Where what happened can be looked at again, with the same eyes; the step comes behind it."""
        eyes = next(iter(self.seat_field.values()), "")
        return f"/t/{self.view.code}/replay?as={eyes}"

    @property
    def takes_back(self) -> Literal["freely", "by asking", ""]:
        """Not judged yet whether freely: if not, the others are asked. Bots agree to everything."""
        if self.view.can_take_back is None or (self.alone and self.view.can_ask_take_back):
            return "freely"
        return "by asking" if self.view.can_ask_take_back and not self.view.request else ""

    @property
    def replaceable(self) -> list[SeatView]:
        """Those who keep the others waiting: a bot could play for them."""
        view = self.view
        if not view.my_seats or view.status != "playing" or view.request:
            return []
        others = (seat for seat in view.seats if not (seat.mine or seat.stand_in or seat.resigned))
        return [seat for seat in others if seat.away or (seat.absent and seat.asked)]

    @property
    def may_come_back(self) -> bool:
        mine = (seat for seat in self.view.seats if seat.mine and not seat.resigned)
        return self.view.status == "playing" and any(seat.away or seat.stand_in for seat in mine)

    @property
    def asked_to_agree(self) -> bool:
        asked = self.view.request
        return asked is not None and any(seat in self.view.my_seats for seat in asked.missing)

    @property
    def request_words(self) -> str:
        asked = self.view.request
        return request(self.t, asked.kind, self.names[asked.by], self.names[asked.seat]) if asked else ""

    @property
    def news(self) -> list[News]:
        """For notices."""
        return news(self)

    @property
    def lobby(self) -> Lobby:
        """Before the game."""
        return Lobby(self.t, self.view, self.names, self.alone)

    @property
    def ranking(self) -> list[Ranked]:
        """After the game: everybody, the most points first."""
        standing = self.view.standing
        if standing is None:
            return []
        order = sorted(range(len(self.names)), key=lambda seat: (-standing.points[seat], seat))
        return [Ranked(self.names[s], standing.points[s], s in standing.winners) for s in order]

    @property
    def victory(self) -> str:
        winners = [self.names[seat] for seat in self.view.standing.winners] if self.view.standing else []
        if len(winners) == 1:
            return self.t.say("%(name)s wins!", name=winners[0])
        return self.t.say("%(names)s share the victory!", names=self.t.join(winners))

    @property
    def can_challenge(self) -> bool:
        """Others can be dealt the visitor's cards: the game is over and began at its beginning."""
        mine = [seat for seat in self.view.seats if seat.mine and not seat.resigned]
        return (
            self.view.status == "over" and len(mine) == len(self.view.my_seats) == 1 and not self.view.origin
        )

    @property
    def sheet(self) -> list[SheetRow]:
        """The score sheet, once the game is over."""
        return sheet_of(self.scene) if self.scene and self.view.status == "over" else []

    @property
    def bots(self) -> list[tuple[str, str | None]]:
        """The bots at the table: names and strengths."""
        return [(self.names[seat.seat], seat.level) for seat in self.view.seats if seat.kind == "bot"]

    @property
    def house_gave_for(self) -> list[str] | None:
        """For whom the house gave something to the shuffle; none: it is not told."""
        house = self.view.fairness.house
        return None if house is None else [self.names[seat] for seat in house]


def is_shared(view: TableView) -> bool:
    """Do several people take turns at this screen?"""
    return view.settings.same_device and len(view.my_seats) > 1


def look(
    hall: Hall, code: str, visitor: str | None, seat: int | None, at_least: int | None = None
) -> TableView:
    """The view from a seat; who asks for a seat that is not theirs to look from gets their own."""

    def view(as_seat: int | None) -> TableView:
        return looking.view(
            hall, code, visitor, as_seat=as_seat, judge=False, at_least=at_least, choices=False
        )

    try:
        seen = view(seat)
    except OppidumError:
        if seat is None:
            raise
        seen = view(None)
    if is_shared(seen) and seen.status == "playing" and not has_the_screen(seen):
        return view(SPECTATOR)
    return seen


def has_the_screen(view: TableView) -> bool:
    """Who may react takes the screen anew every time: all see first what has happened."""
    if view.as_seat not in view.waiting:
        return False
    if view.reaction is None or view.as_seat not in view.reaction.seats or not view.settings.countdown:
        return True
    return view.reaction.deadline is not None


def stage(
    hall: Hall,
    code: str,
    visitor: str | None,
    t: Language,
    seat: int | None = None,
    *,
    confirm: bool = True,
    one_by_one: bool = False,
    story: Story | None = None,
    at_least: int | None = None,
) -> Stage:
    view = look(hall, code, visitor, seat, at_least)
    game = games.load(view.game)
    names = seat_names(t, view.seats)
    if story is None or story.seat != view.as_seat:
        story = Story(hall, code, visitor, view.as_seat)
    story.catch_up(view.version)
    handover = None
    if view.status == "playing" and is_shared(view) and view.as_seat == SPECTATOR:
        handover = [s for s in view.my_seats if s in view.waiting] or None
    log = story.log(t, game, view.edition, names)
    recent = story.recent
    scene = scene_of(view, game, names, recent, t, confirm, one_by_one)
    return Stage(
        t=t,
        view=view,
        game=game,
        names=names,
        story=story,
        log=log,
        scene=scene,
        handover=handover,
        rules=rules_now(t, game.id, scene),
        decided=rules_of(t, view.game, recent),
    )


def rules_now(t: Language, game: str, scene: Scene | None) -> list[Rule]:
    """The numbered rules that decide what the seat that looks may do."""
    if scene is None or not scene.choices or game not in rulebook.languages():
        return []
    return [rulebook.rule(game, number, t.code) for number in words_of(game).rules_now(scene.seen)]


def rules_of(t: Language, game: str, recent: Sequence[Moment]) -> list[Rule]:
    """The numbered rules that decided the latest thing that happened."""
    if game not in rulebook.languages():
        return []
    rules_of_told = words_of(game).rules_of
    found = (rules_of_told(moment.told) for moment in reversed(recent) if moment.told)
    return [rulebook.rule(game, number, t.code) for number in next(filter(None, found), ())]


def scene_of(
    view: TableView,
    game: Game,
    names: Sequence[str],
    recent: Sequence[Moment],
    t: Language,
    confirm: bool,
    one_by_one: bool,
) -> Scene | None:
    if view.position is None:
        return None
    seen = game.read(view.position, view.as_seat, view.edition)
    return Scene(
        t=t,
        game=game,
        edition=view.edition,
        seen=seen,
        seat=view.as_seat,
        names=names,
        seats=view.seats,
        waiting=view.waiting,
        choices=seen.choices if view.may_decide else (),
        recent=recent,
        standing=view.standing,
        confirm=confirm and view.settings.confirm,
        one_by_one=one_by_one,
        reaction=view.reaction,
        now=view.now,
        moves_to=f"/t/{view.code}/move",
    )


def log_lines(
    t: Language,
    game: Game,
    edition: Edition,
    h: Happening,
    names: Sequence[str],
    told: Sequence[Told] | None = None,
) -> Sequence[LogLine]:
    """What happened, in words; nothing of what was taken back. `told`: see `happening`."""
    number = 0
    if isinstance(h, Played):
        if h.undone:
            return ()
        number = h.number
    return tuple(LogLine(number, once(str(line))) for line in happening(t, game, edition, h, names, told))


@lru_cache(maxsize=5000)
def once(sentence: str) -> str:
    """Four pages show the same one: all of them keep this. (Not interned: some Pythons never forget that.)"""
    return sentence
