"""Who answers first where several seats are asked at once and only programs sit there.

Mostly it does not matter: no answer shows before all are given. Where the first answer counts, the order is
drawn by lot, each time afresh, so that no seat is faster than another (R4); from the luck of whoever asks,
never from the game's own chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oppidum.kernel import bits
from oppidum.kernel.compiled import part, rule
from oppidum.kernel.players_luck import roll
from oppidum.kernel.verbs import first_counts

if TYPE_CHECKING:
    from oppidum.kernel.game import Game


@part
def draw_one(seats, luck):
    """One of a set of seats, each equally likely."""
    for _ in range(roll(luck, bits.count(seats))):
        seats &= seats - 1
    return bits.lowest(seats)


@rule
def next_to_answer(s, seats, luck):
    """The one of these seats, all of them asked, whose answer comes next."""
    if seats & (seats - 1) != 0 and first_counts(s):
        return draw_one(seats, luck)
    return bits.lowest(seats)


def order_of(game: Game, s: Any, seats: Iterable[int], luck: Any) -> list[int]:
    """The order in which these seats answer."""
    if not game.rules.first_counts(s):
        return sorted(seats)
    left = sum(1 << seat for seat in seats)
    order: list[int] = []
    while left:
        seat = int(draw_one(left, luck))
        order.append(seat)
        left &= ~(1 << seat)
    return order
