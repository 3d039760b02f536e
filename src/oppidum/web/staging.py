"""From a table to what its page shows: one visitor's view, the story so far, the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from oppidum import games
from oppidum.bots.levels import levels as levels_of
from oppidum.bots.warmup import can_think
from oppidum.faces.aids import has_aid
from oppidum.faces.scene import Moment, Scene, SheetRow, board_of, interlude_of, moment, sheet_of, template_of
from oppidum.faces.speaking import words_of
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import OppidumError
from oppidum.kernel.game import Game
from oppidum.tables import Hall, Happening, TableView, chat, looking
from oppidum.tables.model import SPECTATOR
from oppidum.words import Language, rulebook
from oppidum.words.rulebook import Rule
from oppidum.words.table import happening, phrase, request, seat_names

LOG_LINES = 40
LOOKED_BACK = 120  # happenings that the log is made of: most decisions are silent
RECENT = 16


@dataclass(frozen=True)
class LogLine:
    number: int  # of the move it belongs to; 0 where it belongs to none
    text: str


@dataclass
class Story:
    """What happened at a table, as one seat may know it; grows with the table instead of being read anew."""

    hall: Hall
    code: str
    visitor: str | None
    seat: int
    version: int = 0
    happenings: list[Happening] = field(default_factory=list[Happening])
    told: dict[int, list[LogLine]] = field(default_factory=dict[int, list[LogLine]])  # by their `seq`
    names: Sequence[str] = ()  # with which it was told
    moments: dict[int, Moment] = field(default_factory=dict[int, Moment])  # by their `seq`

    def catch_up(self, version: int) -> list[Happening]:
        """Read on; returns what is new."""
        if version <= self.version:
            return []
        new = self.read(self.version)
        if any(h.kind == "taken_back" for h in new):
            self.happenings = self.read(0)  # earlier moves are marked as undone now
        else:
            self.happenings.extend(new)
        self.version = version
        return new

    def read(self, since: int) -> list[Happening]:
        return looking.history(self.hall, self.code, self.visitor, as_seat=self.seat, since=since)

    def log(self, t: Language, game: Game, edition: Edition, names: Sequence[str]) -> list[LogLine]:
        """The newest of it in words. What has been put into words once need not be again."""
        if names != self.names:
            self.told, self.names = {}, names
        latest = self.happenings[-LOOKED_BACK:]
        for h in latest:
            if h.seq not in self.told:
                self.told[h.seq] = log_lines(t, game, edition, [h], names)
        return [line for h in latest if not h.undone for line in self.told[h.seq]][-LOG_LINES:]

    def recent(self, game: Game, edition: Edition) -> list[Moment]:
        told = [h for h in self.happenings[-4 * RECENT :] if h.kind in ("move", "started") and not h.undone]
        return [self.moment(game, edition, h) for h in told[-RECENT:]]

    def moment(self, game: Game, edition: Edition, h: Happening) -> Moment:
        """What has been read once need not be again."""
        if h.seq not in self.moments:
            self.moments[h.seq] = moment(game, edition, h.number, h.seat, h.position, self.seat)
        return self.moments[h.seq]


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
    def edition(self) -> Edition:
        """What the table was dealt from."""
        return self.view.edition

    @property
    def has_aid(self) -> bool:
        return has_aid(self.game.id)

    @cached_property
    def board(self) -> dict[str, Any] | None:
        """Only when it is drawn: before it, a reveal may be shown for itself."""
        return board_of(self.game.id).present(self.scene) if self.scene else None

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

    @property
    def my_turn(self) -> bool:
        if self.scene and self.scene.interlude:
            return False
        return self.view.status == "playing" and any(seat in self.view.waiting for seat in self.view.my_seats)

    @property
    def alone(self) -> bool:
        """Nobody but bots sits here besides the visitor."""
        return not any(seat.kind == "human" and not seat.mine for seat in self.view.seats)

    @property
    def waking_up(self) -> list[str]:
        """Bots whose strength is to look ahead, while the house has not compiled that yet."""
        if can_think(self.game):
            return []
        levels = {level.id for level in levels_of(self.game.id) if level.iterations}
        return [self.names[seat.seat] for seat in self.view.seats if seat.level in levels]

    @property
    def request_words(self) -> str:
        asked = self.view.request
        return request(self.t, asked.kind, self.names[asked.by], self.names[asked.seat]) if asked else ""

    @property
    def sheet(self) -> list[SheetRow]:
        """The score sheet, once the game is over."""
        return sheet_of(self.scene) if self.scene and self.view.status == "over" else []

    @property
    def phrases(self) -> list[tuple[str, str]]:
        return [(name, phrase(self.t, name)) for name in chat.PHRASES]

    def phrase(self, name: str) -> str:
        return phrase(self.t, name)


def is_shared(view: TableView) -> bool:
    """Do several people take turns at this screen?"""
    return view.settings.same_device and len(view.my_seats) > 1


def look(hall: Hall, code: str, visitor: str | None, seat: int | None) -> TableView:
    """The view from a seat; who asks for a seat that is not theirs to look from gets their own."""
    try:
        seen = looking.view(hall, code, visitor, as_seat=seat, judge=False)
    except OppidumError:
        if seat is None:
            raise
        seen = looking.view(hall, code, visitor, judge=False)
    if is_shared(seen) and seen.status == "playing" and seen.as_seat not in seen.waiting:
        return looking.view(hall, code, visitor, as_seat=SPECTATOR, judge=False)
    return seen


def stage(
    hall: Hall,
    code: str,
    visitor: str | None,
    t: Language,
    seat: int | None = None,
    *,
    confirm: bool = True,
    story: Story | None = None,
) -> Stage:
    view = look(hall, code, visitor, seat)
    game = games.load(view.game)
    names = seat_names(t, view.seats)
    if story is None or story.seat != view.as_seat:
        story = Story(hall, code, visitor, view.as_seat)
    story.catch_up(view.version)
    handover = None
    if view.status == "playing" and is_shared(view) and view.as_seat == SPECTATOR:
        handover = [s for s in view.my_seats if s in view.waiting] or None
    scene = scene_of(view, game, names, story, t, confirm)
    return Stage(
        t=t,
        view=view,
        game=game,
        names=names,
        story=story,
        log=story.log(t, game, view.edition, names),
        scene=scene,
        handover=handover,
        rules=rules_now(t, game.id, scene),
        decided=rules_of(t, view.game, story.recent(game, view.edition)),
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
    found = (words_of(game).rules_of(moment.told) for moment in reversed(recent))
    return [rulebook.rule(game, number, t.code) for number in next(filter(None, found), ())]


def interlude(shown: Stage, after: int) -> tuple[Stage, float] | None:
    """The same stage while a decision newer than move `after` is shown by itself, and for how long."""
    presenter = board_of(shown.game.id)
    moments = shown.story.recent(shown.game, shown.edition)
    for before, latest in pairwise(moments):
        seconds = interlude_of(presenter, latest) if latest.number > after else 0.0
        if seconds and shown.scene:
            upto = [m for m in moments if m.number <= latest.number]
            scene = replace(
                shown.scene, seen=before.seen, recent=upto, choices=(), waiting=(), interlude=True
            )
            log = [line for line in shown.log if line.number < latest.number]
            now = replace(shown, scene=scene, log=log, handover=None, rules=[])
            return replace(now, decided=rules_of(shown.t, shown.game.id, upto)), seconds
    return None


def scene_of(
    view: TableView,
    game: Game,
    names: Sequence[str],
    story: Story,
    t: Language,
    confirm: bool,
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
        choices=seen.choices if view.choices else (),
        recent=story.recent(game, view.edition),
        standing=view.standing,
        confirm=confirm and view.settings.confirm,
        reaction=view.reaction,
        now=view.now,
        moves_to=f"/t/{view.code}/move",
    )


def log_lines(
    t: Language, game: Game, edition: Edition, happenings: Sequence[Happening], names: Sequence[str]
) -> list[LogLine]:
    return [
        LogLine(h.number if h.kind == "move" else 0, line)
        for h in happenings
        if not h.undone
        for line in happening(t, game, edition, h, names)
    ]
