"""A game at the terminal: people at one keyboard, at a table like any other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rich.console import Console
from rich.text import Text

from oppidum import games
from oppidum.faces.reasons import Reason, reasons_for, telling
from oppidum.faces.speaking import words_of
from oppidum.faces.terminal_board import board_of
from oppidum.forge import progress
from oppidum.kernel.errors import BadOption, OppidumError
from oppidum.kernel.game import Game
from oppidum.kernel.record import Record
from oppidum.tables import (
    Happening,
    NotNow,
    Stale,
    Subscription,
    TableView,
    absence,
    consent,
    looking,
    overview,
    playing,
    replay,
    shared_screen,
    takeback,
)
from oppidum.tables import hint as hints
from oppidum.tables.happenings import Moved, SatDown
from oppidum.tables.model import SPECTATOR
from oppidum.terminal import closing
from oppidum.terminal.keyboard import EndOfInput, Lines
from oppidum.terminal.opening import Place
from oppidum.words import happenings, rulebook
from oppidum.words.errors import in_words
from oppidum.words.language import Language
from oppidum.words.you import You

LEAVING = ("q", "quit", "exit")
LOOK_SECONDS = 0.1  # between two looks at the table while somebody thinks
CAUGHT_UP = 12  # lines for who was away, or looks at the screen again
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what has been scrolled off it
LINE_ABOVE = "\x1b7\x1b[1A\r\x1b[2K{text}\x1b8"  # written without disturbing what is being typed


class Leave(Exception):
    """Whoever sits here has had enough."""


@dataclass
class Question:
    """What one of the seats is asked, as it was shown."""

    view: TableView
    seen: Any  # the game's reading of it
    looked: int = 0  # the version at which it was still the same
    insists: bool = False  # on taking back what is not free

    def __post_init__(self) -> None:
        self.looked = self.view.version

    @property
    def seat(self) -> int:
        return self.view.as_seat

    @property
    def decline(self) -> str | None:
        """The words by which a chance to react is let pass."""
        return self.view.reaction.decline if self.view.reaction else None

    @property
    def deadline(self) -> float | None:
        """When the house decides instead."""
        times = [self.view.seats[self.seat].deadline]
        if self.decline is not None and self.view.reaction:
            times.append(self.view.reaction.deadline)
        return min((time for time in times if time is not None), default=None)


@dataclass
class Sitting:
    place: Place
    t: Language
    console: Console
    keyboard: Lines
    told: dict[int, int] = field(default_factory=dict[int, int])  # by the eyes: the version told last

    def play(self) -> TableView:
        """To the end of the game; raises Leave, EndOfInput or KeyboardInterrupt before it."""
        self.tell(self.t.say("? shows the rule that applies, h gives a hint, u takes back, q leaves."), "dim")
        absence.come_back(self.place.hall, self.place.code, self.place.visitor)
        with self.place.hall.subscribe(self.place.code) as news:
            while (view := self.look()).status == "playing":
                self.take_part(view, news)
        self.report(view)
        return view

    def take_part(self, view: TableView, news: Subscription) -> None:
        """Whatever is to be done here now: decide, answer the others, or watch."""
        asked = [seat for seat in view.my_seats if seat in view.waiting and view.seats[seat].level is None]
        request = view.request
        if request and any(seat in view.my_seats for seat in request.missing):
            self.answer(view, news)
        elif (request and request.by in view.my_seats) or not asked:
            self.watch(view, news)
        elif self.shared and view.reaction and set(asked) & set(view.reaction.seats):
            self.react(view, asked, news)
        else:
            self.decide(asked[0], news)

    # ------------------------------------------------------------ looking

    @cached_property
    def game(self) -> Game:
        return games.load(self.place.game)

    @cached_property
    def shared(self) -> bool:
        """Do several people take turns at this keyboard?"""
        return len(self.look().my_seats) > 1

    def look(self, seat: int | None = None) -> TableView:
        place = self.place
        return looking.view(place.hall, place.code, place.visitor, as_seat=seat, judge=False)

    def names(self, view: TableView) -> list[str]:
        names = happenings.seat_names(self.t, view.seats)
        if not self.shared:
            names[view.my_seats[0]] = You(self.t.say("You"))
        return names

    def seen(self, view: TableView) -> Any:
        return self.game.read(view.position, view.as_seat, view.edition)

    def question(self, view: TableView) -> Question:
        return Question(view, self.seen(view))

    # ------------------------------------------------------------ telling

    def tell(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def report(self, view: TableView) -> bool:
        """What has happened since these eyes looked last, in the words of the log; False: nothing to tell."""
        place, eyes = self.place, view.as_seat
        since = self.told.get(eyes, 0)
        self.told[eyes] = view.version
        lines = [
            line
            for each in self.happened(eyes, since)
            if each.seq <= view.version
            for line in self.lines_of(each, view)
        ]
        for line in lines[-CAUGHT_UP:] if since == 0 or self.shared else lines:
            self.tell("  " + line)
        if place.kept:
            overview.mark_seen(place.hall, place.code, place.visitor, view.version)
        return bool(lines)

    def happened(self, eyes: int, since: int) -> list[Happening]:
        place = self.place
        return looking.history(place.hall, place.code, place.visitor, as_seat=eyes, since=since)

    def lines_of(self, each: Happening, view: TableView) -> list[str]:
        mine = each.seat in view.my_seats
        match each:
            case SatDown() if mine:
                return []
            case Moved(undone=True):
                return []
            case Moved(by="countdown") if mine:
                return [self.t.say("Time is up.")]
            case _:
                pass
        return happenings.happening(self.t, self.game, view.edition, each, self.names(view))

    def show_board(self, view: TableView, seen: Any) -> None:
        assert view.standing is not None
        board = board_of(self.game.id)
        self.console.print()
        self.console.print(
            board.board(self.t, view.edition, seen, view.as_seat, self.names(view), view.standing)
        )

    def tell_how_warm(self) -> None:
        share = progress(self.game.id)
        if share is not None:
            said = self.t.say(
                "Still warming up (%(share)s): the strongest bots are not at their best yet.",
                share=self.t.percent(share, 0),
            )
            self.tell(said, "dim")

    def refuse(self, error: OppidumError) -> None:
        self.tell(str(error) if isinstance(error, BadOption) else in_words(self.t, error), "red")

    # ------------------------------------------------------------ waiting

    def watch(self, view: TableView, news: Subscription) -> None:
        """Others decide. What is typed meanwhile counts for the next question, except for commands."""
        self.report(view)
        early = False
        while news.wait(view.version, within=LOOK_SECONDS) is None and not news.closed:
            if early:
                continue
            try:
                line = self.keyboard.line(within=0)
            except EndOfInput:
                early = True
                continue
            if line is None:
                continue
            match line.strip().lower():
                case "u":
                    self.take_back(view.as_seat if not self.shared else None, ask=False)
                    return
                case word if word in LEAVING:
                    raise Leave
                case _:
                    self.keyboard.unread(line)
                    early = True

    def line(self, question: Question, news: Subscription) -> str | None:
        """What is typed in answer; none if the question is another one by now."""
        shown = self.prompt(question)
        while True:
            line = self.keyboard.line(within=LOOK_SECONDS)
            if line is not None:
                return line.strip()
            if news.closed:
                raise Leave
            if news.version > question.looked and self.moved_on(question):
                self.console.print()
                return None
            shown = self.count_down(question, shown)

    def moved_on(self, question: Question) -> bool:
        """Has anything happened that is not on the screen? A card laid face down is nothing new."""
        view = self.look(question.seat)
        if self.seen(view).choices != question.seen.choices or view.request != question.view.request:
            return True
        happened = self.happened(question.seat, question.looked)
        question.looked = view.version
        return any(each.seat == question.seat or self.lines_of(each, view) for each in happened)

    def prompt(self, question: Question) -> int | None:
        """Ask for a line; returns the seconds that are shown above it."""
        left = self.seconds_left(question)
        if left is not None:
            self.tell(self.countdown(question, left), "yellow")
        self.console.print("> ", end="")
        self.console.file.flush()
        return left

    def seconds_left(self, question: Question) -> int | None:
        if question.deadline is None:
            return None
        return max(0, math.ceil(question.deadline - self.place.hall.now()))

    def countdown(self, question: Question, left: int) -> str:
        if question.decline is not None:
            return self.t.many(
                "%(n)s second; Enter lets it pass.", "%(n)s seconds; Enter lets it pass.", left
            )
        return self.t.many("%(n)s second", "%(n)s seconds", left)

    def count_down(self, question: Question, shown: int | None) -> int | None:
        left = self.seconds_left(question)
        if left is not None and left != shown and self.console.is_terminal:
            self.console.file.write(LINE_ABOVE.format(text=self.countdown(question, left)))
            self.console.file.flush()
        return left

    # ------------------------------------------------------------ deciding

    def decide(self, seat: int, news: Subscription) -> None:
        if self.shared and not self.hand_over(seat, news):
            return
        view = self.look(seat)
        if seat not in view.waiting:
            return
        self.report(view)
        question = self.question(view)
        self.show_board(view, question.seen)
        self.tell_how_warm()
        self.tell(words_of(self.game.id).question(self.t, view.edition, question.seen), "bold")
        board = board_of(self.game.id)
        self.console.print(board.choices(self.t, view.edition, question.seen, self.names(view)))
        while (line := self.line(question, news)) is not None:
            if self.obey(question, line):
                break
        if self.shared:
            self.clear()

    def obey(self, question: Question, line: str) -> bool:
        """Do what has been typed; False if the question stands as it was."""
        insists, question.insists = question.insists, False
        match line.lower():
            case "" if question.decline is None:
                return False
            case word if word in LEAVING:
                raise Leave
            case "u":
                question.insists = not self.take_back(question.seat, ask=insists)
                return not question.insists
            case "h":
                self.hint(question)
                return False
            case "?":
                self.explain(question)
                return False
            case _:
                pass
        try:
            self.move(question.view, self.meant(question, line))
        except Stale as error:
            self.refuse(error)
            return True
        except OppidumError as error:
            self.refuse(error)
            return False
        return True

    def meant(self, question: Question, line: str) -> str:
        """A decision in notation, or its number in the list on the screen; nothing: let it pass."""
        choices = question.seen.choices
        if not line and question.decline is not None:
            return question.decline
        if line.isascii() and line.isdigit() and board_of(self.game.id).numbered(question.seen):
            if 0 < int(line[:6]) <= len(choices):
                return choices[int(line[:6]) - 1].move
            raise BadOption(self.t.say("Type a number from 1 to %(n)s.", n=len(choices)))
        return line

    def move(self, view: TableView, what: str) -> None:
        place = self.place
        playing.move(place.hall, place.code, place.visitor, what, seat=view.as_seat, seen=view.version)

    def take_back(self, seat: int | None, *, ask: bool) -> bool:
        """By the same rules as everywhere; False if it needs the others' consent, or cannot be done."""
        place = self.place
        try:
            if not takeback.take_back(place.hall, place.code, place.visitor, seat=seat, ask=ask):
                self.tell(self.t.say("The others are asked."), "yellow")
        except NotNow as error:
            self.refuse(error)
            if self.look(seat).can_ask_take_back:
                self.tell(self.t.say("Type u once more to take it back if all agree; bots do."), "dim")
            return False
        return True

    def hint(self, question: Question) -> None:
        place = self.place
        try:
            found = hints.hint(place.hall, place.code, place.visitor, seat=question.seat)
        except OppidumError as error:
            self.refuse(error)
            return
        text, other = (self.in_words(question, move) for move in (found.words, found.next_words or ""))
        speaking = telling(self.reasons(question, found.words), self.reasons(question, found.next_words))
        said, why = happenings.hint(self.t, found, text, other, speaking)
        self.tell(said, "bold green")
        for line in why:
            self.tell(line, "green")

    def reasons(self, question: Question, move: str | None) -> list[Reason]:
        """What speaks for a decision, in the words of the game's face."""
        choice = next((each for each in question.seen.choices if each.move == move), None)
        if choice is None:
            return []
        view, names = question.view, self.names(question.view)
        return reasons_for(self.game.id, self.t, view.edition, question.seen, question.seat, choice, names)

    def in_words(self, question: Question, move: str) -> str:
        """A decision as the list on the screen says it."""
        choice = next((each for each in question.seen.choices if each.move == move), None)
        names = self.names(question.view)
        if choice is None:
            return move
        return words_of(self.game.id).action(self.t, question.view.edition, choice, names)

    def explain(self, question: Question) -> None:
        for number in words_of(self.game.id).rules_now(question.seen):
            rule = rulebook.rule(self.game.id, number, self.t.code)
            self.console.print(Text.assemble((f"{number} ", "bold"), rule.text))

    def answer(self, view: TableView, news: Subscription) -> None:
        """The others ask for something."""
        self.report(view)
        asked, names, place = view.request, self.names(view), self.place
        assert asked is not None
        self.tell(happenings.request(self.t, asked.kind, names[asked.by], names[asked.seat]), "bold")
        self.tell(self.t.say("1 agrees, 2 does not."), "dim")
        question = self.question(self.look(view.my_seats[0]))
        while (line := self.line(question, news)) is not None:
            if line.lower() in LEAVING:
                raise Leave
            if line in ("1", "2"):
                consent.answer(place.hall, place.code, place.visitor, line == "1")
                return

    # ------------------------------------------------------------ several people at one keyboard

    def clear(self) -> None:
        """Nobody sees another's cards."""
        if self.console.is_terminal:
            self.console.file.write(CLEAR)

    def hand_over(self, seat: int, news: Subscription) -> bool:
        """Until this person is alone with the screen; False if something else comes first."""
        view = self.look(SPECTATOR)
        self.report(view)
        name = self.names(view)[seat]
        self.tell(self.t.say("%(name)s takes the keyboard and presses Enter.", name=name), "bold yellow")
        line = self.line(self.question(self.look(seat)), news)
        if line is None:
            return False
        if line.lower() in LEAVING:
            raise Leave
        if line.lower() == "u":
            return not self.take_back(None, ask=False)
        self.clear()
        return True

    def react(self, view: TableView, asked: Sequence[int], news: Subscription) -> None:
        """Everybody at this keyboard may react at once: whoever is first types."""
        shared_screen.take(self.place.hall, self.place.code, self.place.visitor, asked)
        self.report(view)
        self.show_board(view, self.seen(view))
        names = self.names(view)
        ways: list[tuple[TableView, str]] = []
        questions = [self.question(self.look(seat)) for seat in asked]
        for question in questions:
            for choice in question.seen.choices:
                if choice.move != question.decline:
                    ways.append((question.view, choice.move))
                    said = self.in_words(question, choice.move)
                    self.tell(f"  {len(ways)}  {names[question.seat]}: {said}")
        while (line := self.line(questions[0], news)) is not None:
            if line.lower() in LEAVING:
                raise Leave
            chosen = ways[int(line) - 1 :][:1] if line in map(str, range(1, len(ways) + 1)) else []
            passing = [(q.view, q.decline) for q in questions if q.decline is not None] if not line else []
            if not chosen and not passing:
                self.tell(self.t.say("Type a number from 1 to %(n)s.", n=len(ways)), "red")
                continue
            for at, what in chosen or passing:
                try:
                    self.move(at, what)
                except OppidumError as error:  # somebody else was faster
                    self.refuse(error)
            return


def sit_down(place: Place, t: Language, console: Console, keyboard: Lines, again: str) -> Record | None:
    """Play a game in the terminal; its record, or none if somebody left before its end.

    `again`: the command to go on with a game that is kept.
    """
    sitting = Sitting(place, t, console, keyboard)
    try:
        view = sitting.play()
    except (Leave, KeyboardInterrupt, EndOfInput):
        console.print()
        sitting.tell(t.say("You leave the table. See you soon!"))
        if place.kept:
            console.print(Text(t.say("Go on with: %(command)s", command=again)), soft_wrap=True)
        return None
    if view.status != "over":
        return None
    view = sitting.look(view.my_seats[0])
    sitting.show_board(view, sitting.seen(view))
    assert view.standing is not None
    console.print(closing.result(t, view.standing, sitting.names(view)))
    record = replay.record(place.hall, place.code)
    for line in closing.proof(t, view, record, place.given):
        console.print(line)
    return record
