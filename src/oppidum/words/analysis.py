"""An analysis in words: how good a decision was, what would have been better and why, what decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oppidum.analysis.course import Course
from oppidum.analysis.report import Account, Analysis, Decision, Size, TurningPoint
from oppidum.faces.reasons import Reason, reasons_for, telling
from oppidum.faces.speaking import occasion_of, words_of
from oppidum.words.language import Language
from oppidum.words.levels import bot_name


def size_in_words(t: Language, size: Size) -> str:
    return {
        "forced": t.word("decision", "forced"),
        "fine": t.word("decision", "fine"),
        "brilliant": t.word("decision", "brilliant"),
        "inaccuracy": t.word("decision", "inaccuracy"),
        "mistake": t.word("decision", "mistake"),
        "blunder": t.word("decision", "blunder"),
    }[size]


def counted(t: Language, size: Size, n: int) -> str:
    """So many decisions of that kind."""
    return {
        "forced": lambda: t.many("%(n)s forced decision", "%(n)s forced decisions", n),
        "fine": lambda: t.many("%(n)s good decision", "%(n)s good decisions", n),
        "brilliant": lambda: t.many("%(n)s brilliant decision", "%(n)s brilliant decisions", n),
        "inaccuracy": lambda: t.many("%(n)s inaccuracy", "%(n)s inaccuracies", n),
        "mistake": lambda: t.many("%(n)s mistake", "%(n)s mistakes", n),
        "blunder": lambda: t.many("%(n)s blunder", "%(n)s blunders", n),
    }[size]()


def signed(t: Language, share: float) -> str:
    """What was gained or lost; never a nought with a sign."""
    shown = t.percent(share)
    return f"+{shown}" if round(share, 3) > 0 else shown.removeprefix("−") if round(share, 3) == 0 else shown


def parts_of(account: Account) -> tuple[float, float, float, float, float]:
    """Result, fair share, luck, own and others' decisions, each to a tenth of a percent: shown they add up.

    What rounding leaves over goes to where it is least wrong.
    """
    exact = [1000 * part for part in (account.fair, account.luck, account.own, account.others)]
    shown = [round(part) for part in exact]
    result = round(1000 * account.result)
    while (over := sum(shown) - result) != 0:
        step = -1 if over > 0 else 1
        gap = [step * (part - whole) for part, whole in zip(exact, shown, strict=True)]
        shown[gap.index(max(gap))] += step
    fair, luck, own, others = (part / 1000 for part in shown)
    return result / 1000, fair, luck, own, others


def rating(t: Language, account: Account) -> str:
    """About as accurate as which bot."""
    if account.level is None:
        return ""
    return t.say("%(name)s’s level", name=bot_name(t, account.level))


@dataclass(frozen=True)
class Turn:
    """A turning point as it is told."""

    step: int
    text: str
    why: tuple[str, ...]


class Teller:
    """Tells one analysed game in one language."""

    def __init__(self, t: Language, course: Course, analysis: Analysis, names: Sequence[str]) -> None:
        self.t = t
        self.course = course
        self.analysis = analysis
        self.names = list(names)
        self.words = words_of(course.game.id)

    @cached_property
    def decisions(self) -> dict[int, Decision]:
        return {decision.step: decision for decision in self.analysis.decisions}

    def view(self, step: int) -> Any:
        """What the seat that took this step knew before it."""
        return self.course.game.view(self.course.positions[step - 1], self.seat(step))

    def seat(self, step: int) -> int:
        return self.course.decisions[step - 1][0]

    def seen(self, step: int) -> Any:
        return self.course.game.read(self.view(step), self.seat(step), self.course.edition)

    def choice(self, step: int, move: str) -> Any:
        game, view, seat = self.course.game, self.view(step), self.seat(step)
        return game.choice(view, seat, game.notation.read(view, seat, move), self.course.edition)

    def move(self, step: int, move: str) -> str:
        """A decision as its button says it."""
        return self.words.action(self.t, self.course.edition, self.choice(step, move), self.names)

    def reasons(self, step: int, move: str) -> list[Reason]:
        seen = self.seen(step)
        offered = next(choice for choice in seen.choices if choice.move == move)  # with what it foresees
        return reasons_for(
            self.course.game.id, self.t, self.course.edition, seen, self.seat(step), offered, self.names
        )

    def why(self, decision: Decision) -> tuple[str, ...]:
        """What spoke for the better option."""
        if decision.best is None or decision.best == decision.move:
            return ()
        better = self.reasons(decision.step, decision.best)
        return tuple(telling(better, self.reasons(decision.step, decision.move)))

    def where(self, step: int) -> str:
        """The moment, as the game's players would name it; otherwise by its number."""
        own = occasion_of(self.words, self.t, self.course.edition, self.seen(step))
        return own or self.t.say("Step %(step)s", step=step)

    def better(self, decision: Decision) -> str:
        """What would have been better, and by how much; nothing where nothing was."""
        if not decision.cost or decision.best is None:
            return ""
        return self.t.say(
            "Better by %(cost)s (±%(noise)s): %(move)s",
            move=self.move(decision.step, decision.best),
            cost=self.t.percent(decision.cost),
            noise=self.t.percent(decision.noise),
        )

    def turn(self, turning: TurningPoint) -> Turn:
        where, name = self.where(turning.step), self.names[turning.seat - 1]
        if turning.kind == "luck":
            text = self.t.say(
                "%(where)s: chance gives %(name)s %(change)s.",
                where=where,
                name=name,
                change=signed(self.t, turning.change),
            )
            position = self.course.positions[turning.step]
            told = self.course.game.told(position, self.course.edition)
            return Turn(
                turning.step, text, tuple(self.words.lines(self.t, self.course.edition, told, self.names))
            )
        decision = self.decisions[turning.step]
        assert decision.best is not None
        text = self.t.say(
            "%(where)s: %(name)s chose “%(move)s”; “%(better)s” would have been worth %(cost)s more.",
            where=where,
            name=name,
            move=self.t.inner(self.move(decision.step, decision.move)),
            better=self.t.inner(self.move(decision.step, decision.best)),
            cost=self.t.percent(decision.cost),
        )
        return Turn(turning.step, text, self.why(decision))

    def story(self) -> list[Turn]:
        return [self.turn(turning) for turning in self.analysis.turning_points]
