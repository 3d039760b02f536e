"""Acts: a change of the table, told as a sequence of short moments before the table as it is now.

What each of them shows is made by the face of the game, from the same readings as the board (`faces.scene`);
here is which of them a visitor still gets to see. Decisions that arrive meanwhile do not pile up: a page is
never further behind than LONGEST, and what is oldest is left out first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, pairwise

from msgspec import structs

from oppidum.faces.scene import Act, Moment, acts_of, board_of
from oppidum.tables import TableView
from oppidum.web.staging import Stage, rules_of

PACES = {"calm": 1.7, "normal": 1.0, "quick": 0.5}  # how long an act stands, as a multiple
LONGEST = 16.0  # seconds that a page may be behind its table, at the normal pace
MUCH, FASTER = 10.0, 0.6  # seconds of later decisions, from which on acts take no longer than this share
OF_A_CLOCK = 0.25  # of the time that somebody has left to decide, at most this is spent on show


@dataclass(frozen=True)
class Cue:
    """An act that is still to be shown."""

    moment: Moment  # the decision that it tells
    act: Act


def cues(shown: Stage, after: int) -> list[Cue]:
    """The acts of the decisions newer than move `after`."""
    if shown.scene is None:
        return []
    presenter = board_of(shown.game.id)
    return [
        Cue(latest, act)
        for before, latest in pairwise(shown.story.recent)
        if latest.number > after
        for act in acts_of(presenter, shown.scene, before.seen, latest)
    ]


def acted(shown: Stage, cue: Cue) -> Stage:
    """The same stage during an act: nothing of what comes after it is told."""
    assert shown.scene is not None
    number = cue.moment.number
    earlier = [moment for moment in shown.scene.recent if moment.number < number]
    recent = [*earlier, replace(cue.moment, told=cue.act.told)]
    scene = replace(
        shown.scene,
        seen=cue.act.seen,
        recent=recent,
        choices=(),
        waiting=(),
        standing=None,
        reaction=None,
        act=cue.act,
    )
    return replace(
        shown,
        view=structs.replace(shown.view, status="playing", standing=None),
        scene=scene,
        log=[line for line in shown.log if line.number < number],
        handover=None,
        rules=[],
        decided=rules_of(shown.t, shown.game.id, recent),
    )


def timely(waiting: Sequence[Cue], view: TableView, on: Cue | None = None) -> list[Cue]:
    """The newest of them, as far as there is time for them; otherwise what is oldest is left out. What is
    being told (`on`) is told to its end: nobody sees cards turn over and never learns who has won."""
    left = hurried(view)
    if left is not None:  # act by act: who has to decide soon sees at most the end of it
        return fitting([[cue] for cue in waiting], min(LONGEST, OF_A_CLOCK * left))
    decisions = [list(acts) for _, acts in groupby(waiting, lambda cue: cue.moment.number)]
    begun = decisions[:1] if on and waiting and waiting[0].moment.number == on.moment.number else []
    others = decisions[len(begun) :]
    newest = others[-1:]
    between = fitting(others[:-1], LONGEST - lasting(*begun, *newest))
    return [*chain(*begun), *between, *chain(*newest)]


def fitting(parts: Sequence[list[Cue]], seconds: float) -> list[Cue]:
    """As many of the last parts as take no longer than that."""
    kept: list[Cue] = []
    for part in reversed(parts):
        seconds -= lasting(part)
        if seconds < 0:
            break
        kept = [*part, *kept]
    return kept


def lasting(*parts: Sequence[Cue]) -> float:
    return sum(cue.act.seconds for part in parts for cue in part)


def hurried(view: TableView) -> float | None:
    """Seconds after which the visitor's own time to decide is over; none: no clock runs for them."""
    ends = [seat.deadline for seat in view.seats if seat.mine and seat.deadline is not None]
    if view.reaction and view.reaction.deadline is not None and set(view.reaction.seats) & set(view.my_seats):
        ends.append(view.reaction.deadline)
    return min(ends) - view.now if ends else None


def stands(cue: Cue, view: TableView, pace: str, coming: Sequence[Cue] = ()) -> float | None:
    """For how many seconds an act stands; none: until the visitor goes on. Where much is still to come, as
    when bots play on among themselves, everything is told faster rather than in part."""
    if cue.act.waits and view.my_seats and hurried(view) is None:
        return None
    later = [other for other in coming if other.moment.number != cue.moment.number]
    faster = FASTER if lasting(later) > MUCH else 1.0
    return cue.act.seconds * PACES[pace] * faster
