"""A decision of `romains` as it goes at a real table: one thing after the other.

What a decision brought about is told at once; here it is taken apart into steps, each with the table as it
is when that step has happened: the die lies there before the pawn walks, the cards are banked before new
ones are drawn. Everything comes from what the seat that looks may know: its table before and after, and what
it was told. Of others' hands a step shows backs only where they have changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from oppidum.games.romains.seen import (
    FACE_NAMES,
    POINTS,
    Banked,
    Bard,
    Called,
    Camp,
    Cohort,
    Drew,
    Exchanged,
    Face,
    Jostled,
    Menhir,
    Over,
    Player,
    Rolled,
    Seen,
    Thrown,
    Told,
    Took,
    Walked,
)

StepName = Literal["throw", "exchange", "walk", "jostle", "menhir", "bard", "cohort", "bank", "camp", "over"]
STEPS: dict[type, StepName] = {
    Rolled: "throw",
    Called: "exchange",
    Exchanged: "exchange",
    Walked: "walk",
    Jostled: "jostle",
    Took: "jostle",
    Menhir: "menhir",
    Bard: "bard",
    Cohort: "cohort",
    Banked: "bank",
    Camp: "camp",
    Over: "over",
}


@dataclass(frozen=True)
class Step:
    """One thing that happened, and the table then."""

    kind: StepName
    told: tuple[Told, ...]
    seen: Seen


def steps(before: Seen, told: Sequence[Told], after: Seen, eyes: int) -> list[Step]:
    """What happened between two looks of the same seat, in the order in which it happens at a table."""
    found: list[Step] = []
    now = before
    groups = list(grouped(told))
    hands = hands_between(before, [happened for _kind, happened in groups], after, eyes)
    for (kind, happened), hand in zip(groups, hands, strict=True):
        for e in happened:
            now = following(now, e)
        if eyes >= 0:
            now = with_player(now, eyes, certain=hand)
        found.append(Step(kind, tuple(happened), replace(now, choices=())))
    return found


def grouped(told: Sequence[Told]) -> Iterator[tuple[StepName, list[Told]]]:
    """What belongs together: a call and its exchange, all cards that are banked, a draw and its card."""
    kind: StepName | None = None
    group: list[Told] = []
    for e in told:
        new = kind if isinstance(e, Drew) else STEPS.get(type(e))
        if new is None:
            continue
        if new != kind and group and kind:
            yield kind, group
            group = []
        kind = new
        group.append(e)
    if kind and group:
        yield kind, group


def following(now: Seen, e: Told) -> Seen:
    """The table when this has happened too, the faces of hands aside."""
    match e:
        case Rolled():
            return replace(now, turn=e.seat, thrown=Thrown(e.die, e.pips), phase="call", goal=None)
        case Exchanged():
            one, other = now.players[e.seat], now.players[e.other]
            now = with_player(now, e.seat, cards=other.cards, certain=())
            return with_player(now, e.other, cards=one.cards, certain=())
        case Walked() | Bard():
            return with_player(now, e.seat, at=e.to)
        case Jostled():
            now = with_player(now, e.seat, certain=())
            return with_player(now, e.other, certain=())
        case Menhir():
            now = with_player(now, e.seat, cards=now.players[e.seat].cards - 1, certain=())
            return replace(now, pile=now.pile + 1, below=(*now.below, e.card))
        case Cohort():
            return drawn(now, e.seat, 1)
        case Banked():
            me = now.players[e.seat]
            bank = {**me.bank, e.card: me.bank.get(e.card, 0) + e.n}
            points = me.points + e.n * POINTS[e.card]
            left = me.cards - e.n
            return with_player(now, e.seat, bank=bank, points=points, cards=left, certain=())
        case Over():  # whoever finds no card there stands in the camp
            arrived = [player.seat for player in now.players if player.at == now.village]
            return with_player(now, arrived[0], at=0) if arrived else now
        case Camp():
            return with_player(drawn(now, e.seat, e.cards), e.seat, at=0)
        case _:
            return now


def drawn(now: Seen, seat: int, n: int) -> Seen:
    held = now.players[seat].cards
    pile = now.pile - n
    below = now.below[len(now.below) - min(pile, len(now.below)) :]
    return replace(with_player(now, seat, cards=held + n, certain=()), pile=pile, below=below)


def with_player(now: Seen, seat: int, **changes: object) -> Seen:
    players: list[Player] = list(now.players)
    players[seat] = replace(players[seat], **changes)
    return replace(now, players=tuple(players))


def hands_between(
    before: Seen, groups: Sequence[Sequence[Told]], after: Seen, eyes: int
) -> list[tuple[Face, ...]]:
    """One's own hand after each step: found from the last one backwards, since one knows what one lost."""
    if eyes < 0:
        return [()] * len(groups)
    found: list[tuple[Face, ...]] = []
    hand = Counter(after.players[eyes].certain)
    for happened in reversed(groups):
        found.append(sorted_hand(hand))
        for e in reversed(happened):
            match e:
                case Exchanged() if eyes in (e.seat, e.other):
                    hand = Counter(before.players[eyes].certain)
                case Drew(seat=seat) if seat == eyes:
                    hand[e.card] -= 1
                case Took(seat=seat) if seat == eyes:
                    hand[e.card] -= 1
                case Took(other=other) if other == eyes:
                    hand[e.card] += 1
                case Menhir(seat=seat) if seat == eyes:
                    hand[e.card] += 1
                case Banked(seat=seat) if seat == eyes:
                    hand[e.card] += e.n
                case _:
                    pass
    return found[::-1]


def sorted_hand(hand: Counter[Face]) -> tuple[Face, ...]:
    return tuple(face for face in FACE_NAMES for _ in range(hand[face]))
