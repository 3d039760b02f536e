"""A finished game from the deal to its end: chances, luck and decisions of everybody.

The account of a seat holds by construction. With V the value of a position with open cards,

    luck of the deal      V(dealt) - the fair share
    luck after a decision what came about against what else chance might have brought (`arena.luck_value`)
    the decision          V(after) - V(before) - that luck

and everything between the fair share and the result cancels. Luck averages to nothing, because what came
about is one of the things that might have; and what V gets wrong of a game ends up in the decisions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from oppidum.analysis.grading import accuracy, lessons, level_of, size_of, turning_points
from oppidum.analysis.judging import EFFORT, Judge, Judgement, Weighed
from oppidum.analysis.report import FORMAT, Account, Analysis, Decision, Moment, Option
from oppidum.analysis.valuing import Appraiser
from oppidum.kernel import position
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadOption, BadRecord
from oppidum.kernel.game import Game
from oppidum.kernel.record import Record, replay, revision_of

DEALS = 512  # from which the fair share is told
WORLDS = 48  # for what a seat knew
ENDS = 24  # games played to their end, for the points
LEAST_EFFORT = 120
FIGURES, FEWER = 6, 4  # decimals that are kept, of what must add up and of the rest


@dataclass(frozen=True)
class Course:
    """A finished game: all its positions, and the decision between each two."""

    game: Game
    edition: Edition
    options: Mapping[str, object]
    revision: int
    seats: tuple[str, ...]
    positions: Sequence[Any]
    decisions: Sequence[tuple[int, int]]  # seat and action


def course_of(game: Game, record: Record, edition: Edition) -> Course:
    """The course of a recorded game. BadRecord where it is wrong, or the game goes on."""
    if record.result is None:
        raise BadRecord("The game is not over: only finished games are analysed.")
    positions: list[Any] = []
    decisions: list[tuple[int, int]] = []
    for seat, action, s in replay(game, record, edition):
        positions.append(position.copy(s))
        if seat >= 0:
            decisions.append((seat, action))
    if game.waiting(positions[-1]):
        raise BadRecord("The game is not over: only finished games are analysed.")
    names = tuple(seat.name for seat in record.seats)
    return Course(game, edition, record.options, revision_of(record), names, positions, decisions)


class Pace:
    """How hard to look at each decision: with the same effort, or as hard as the seconds allow."""

    def __init__(self, effort: int, seconds: float | None, decisions: int) -> None:
        self.effort = effort
        self.until = None if seconds is None else time.perf_counter() + seconds
        self.left = decisions
        self.spent = 0.0
        self.done = 0

    def next(self) -> int:
        if self.until is not None and self.done:
            allowed = max(0.0, self.until - time.perf_counter()) / max(1, self.left)
            faster = allowed / max(1e-9, self.spent)
            self.effort = int(np.clip(self.effort * np.clip(faster, 0.5, 2.0), LEAST_EFFORT, 100 * EFFORT))
        return self.effort

    def took(self, seconds: float) -> None:
        self.left -= 1
        self.done += 1
        self.spent = seconds if self.done == 1 else 0.8 * self.spent + 0.2 * seconds


def analyse(
    course: Course,
    *,
    seat: int | None = None,
    effort: int = EFFORT,
    seconds: float | None = None,
    progress: Callable[[int, int], None] = lambda done, all_of_it: None,
) -> Analysis:
    """The whole analysis; with `seat` only that seat's decisions are judged.

    The same game and effort give the same analysis; with `seconds` it looks as hard as they allow.
    """
    if seat is not None and not 0 <= seat < len(course.seats):
        raise BadOption(f"The seats are 1 to {len(course.seats)}.")
    if seconds is not None and seconds <= 0:
        raise BadOption("An analysis needs more than no time.")
    steps = len(course.positions) + len(course.decisions)
    appraiser = Appraiser(course.game, course.positions[0].tobytes())
    began = time.perf_counter()
    moments: list[Moment] = []
    fair = fair_share(course, appraiser)
    for moment in value_all(course, appraiser, fair):
        moments.append(moment)
        progress(len(moments), steps)
    left = None if seconds is None else max(0.01, seconds - (time.perf_counter() - began))
    judge = Judge(course.game, effort)
    pace = Pace(effort, left, len(course.decisions))
    judged: dict[int, Judgement | None] = {}
    for number, (who, action) in enumerate(course.decisions):
        if seat is None or who == seat:
            started = time.perf_counter()
            judge.effort = pace.next()
            judged[number] = judge.judge(course.game.view(course.positions[number], who), who, action)
            pace.took(time.perf_counter() - started)
        else:
            pace.left -= 1
        progress(len(moments) + number + 1, steps)
    decisions = tuple(decision_of(course, number, judgement) for number, judgement in judged.items())
    return Analysis(
        format=FORMAT,
        game=course.game.id,
        seats=course.seats,
        effort=judge.effort,
        moments=tuple(moments),
        decisions=decisions,
        accounts=tuple(
            account(course, place, fair, moments, decisions, judged) for place in range(len(course.seats))
        ),
        turning_points=turning_points(moments, decisions),
    )


class Swing(NamedTuple):
    """What a step was worth to each seat: the position after it, what the decision did, what chance did."""

    now: np.ndarray
    decision: np.ndarray
    luck: np.ndarray


def fair_share(course: Course, appraiser: Appraiser) -> np.ndarray:
    players = len(course.seats)
    return appraiser.before_the_deal(players, course.options, course.edition, course.revision, DEALS)


def swings(course: Course, appraiser: Appraiser, fair: np.ndarray) -> Iterator[Swing]:
    """The deal first, and then every decision with what chance brought after it."""
    before = fair
    for step, s in enumerate(course.positions):
        now = appraiser.value(s)
        luck = now - fair
        if step > 0:
            luck = appraiser.of_decision(course.positions[step - 1], *course.decisions[step - 1], s)
        yield Swing(now, now - before - luck, luck)
        before = now


def value_all(course: Course, appraiser: Appraiser, fair: np.ndarray) -> Iterator[Moment]:
    """Every moment with what everybody could expect."""
    players = len(course.seats)
    for step, swing in enumerate(swings(course, appraiser, fair)):
        s = course.positions[step]
        over = not course.game.waiting(s)
        own = [swing.now[seat] if over else appraiser.known(s, seat, WORLDS) for seat in range(players)]
        yield Moment(
            step=step,
            open=figures(swing.now),
            known=figures(np.array(own)),
            points=tuple(round(points, 1) for points in appraiser.points(s, ENDS)),
            luck=figures(swing.luck),
            decision=figures(swing.decision),
        )


def figures(values: np.ndarray) -> tuple[float, ...]:
    return tuple(round(float(x), FIGURES) or 0.0 for x in values)  # nothing has no sign


def decision_of(course: Course, number: int, judgement: Judgement | None) -> Decision:
    seat, action = course.decisions[number]
    view = course.game.view(course.positions[number], seat)

    def words(action: int) -> str:
        return course.game.notation.write(view, seat, action)

    def option(weighed: Weighed) -> Option:
        return Option(
            move=words(weighed.action),
            value=round(weighed.value, FEWER),
            short=round(weighed.short, FEWER),
            noise=round(weighed.noise, FEWER),
            right=weighed.right,
            odds=None if weighed.odds is None else round(weighed.odds, FEWER),
        )

    return Decision(
        step=number + 1,
        seat=seat + 1,
        move=words(action),
        size=size_of(judgement),
        cost=round(judgement.cost, FIGURES) if judgement else 0.0,
        noise=round(judgement.played.noise, FIGURES) if judgement else 0.0,
        best=words(judgement.best.action) if judgement else None,
        mixed=judgement is not None and judgement.mixed,
        options=tuple(option(each) for each in judgement.options) if judgement else (),
    )


def account(
    course: Course,
    seat: int,
    fair: np.ndarray,
    moments: Sequence[Moment],
    decisions: Sequence[Decision],
    judged: Mapping[int, Judgement | None],
) -> Account:
    """Own decisions are what is left: so the account is right to the last figure that is kept."""
    result = moments[-1].open[seat]
    share = round(float(fair[seat]), FIGURES)
    luck = round(sum(moment.luck[seat] for moment in moments), FIGURES)
    others = round(
        sum(
            moment.decision[seat]
            for moment, (who, _) in zip(moments[1:], course.decisions, strict=True)
            if who != seat
        ),
        FIGURES,
    )
    own = [j for number, j in judged.items() if j is not None and course.decisions[number][0] == seat]
    found = accuracy(own)
    return Account(
        seat=seat + 1,
        result=result,
        fair=share,
        luck=luck,
        own=round(result - share - luck - others, FIGURES),
        others=others,
        judged=len(own),
        accuracy=None if found is None else round(found, FIGURES),
        level=level_of(course.game.id, found),
        learn=lessons(decisions, seat + 1),
    )
