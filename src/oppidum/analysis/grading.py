"""Words for the size of a decision, the accuracy of a player, and whose level that is."""

from __future__ import annotations

from collections.abc import Sequence

from oppidum.analysis.judging import Judgement
from oppidum.analysis.report import Decision, Moment, Size, TurningPoint
from oppidum.bots.levels import levels

# What a decision cost, of a victory, from which on it is called so.
BLUNDER, MISTAKE, INACCURACY = 0.15, 0.06, 0.02
BRILLIANT = 0.02  # by as much the next best falls short
TURNING = 0.06  # a change of less decides nothing
MOST_TURNS = 3
LESSONS = 3  # decisions to try again


def size_of(judgement: Judgement | None) -> Size:
    if judgement is None:
        return "forced"
    if judgement.deep and next_best(judgement) >= BRILLIANT:
        return "brilliant"
    if judgement.cost >= BLUNDER:
        return "blunder"
    if judgement.cost >= MISTAKE:
        return "mistake"
    if judgement.cost >= INACCURACY:
        return "inaccuracy"
    return "fine"


def next_best(judgement: Judgement) -> float:
    """By how much every other option falls short."""
    return min(option.short for option in judgement.options if option.action != judgement.played.action)


def accuracy(judgements: Sequence[Judgement]) -> float | None:
    """How much of what there was to lose was kept: 1 for the best decision each time, 0 for the worst."""
    stake = sum(judgement.stake for judgement in judgements)
    if stake <= 0.0:
        return None
    return max(0.0, 1.0 - sum(judgement.cost for judgement in judgements) / stake)


def level_of(game_id: str, found: float | None) -> str | None:
    """The level of bots whose accuracy is nearest, as measured (docs/analysis.md)."""
    measured = [level for level in levels(game_id) if level.accuracy is not None]
    if found is None or not measured:
        return None
    return min(measured, key=lambda level: abs((level.accuracy or 0.0) - found)).id


def lessons(decisions: Sequence[Decision], seat: int) -> tuple[int, ...]:
    """The steps of a seat's worst decisions, the worst first."""
    worst = [d for d in decisions if d.seat == seat and d.cost >= INACCURACY]
    worst.sort(key=lambda d: (-d.cost, d.step))
    return tuple(d.step for d in worst[:LESSONS])


def turning_points(moments: Sequence[Moment], decisions: Sequence[Decision]) -> tuple[TurningPoint, ...]:
    """Mistakes and strokes of luck that moved the most, at most one a moment, in the order of the game."""
    found = [TurningPoint(d.step, d.seat, "decision", -d.cost) for d in decisions if d.cost >= TURNING]
    for moment in moments[1:]:
        seat = max(range(len(moment.luck)), key=lambda i: abs(moment.luck[i]))
        if abs(moment.luck[seat]) >= TURNING:
            found.append(TurningPoint(moment.step, seat + 1, "luck", moment.luck[seat]))
    found.sort(key=lambda turn: (-abs(turn.change), turn.kind, turn.step))
    largest = {turn.step: turn for turn in reversed(found)}  # of two at one moment the larger
    kept = sorted(largest.values(), key=lambda turn: -abs(turn.change))[:MOST_TURNS]
    return tuple(sorted(kept, key=lambda turn: turn.step))
