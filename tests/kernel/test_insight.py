"""What a lead promises: shares of the victory that fit together, however many play."""

from __future__ import annotations

import numpy as np
import pytest

from oppidum.kernel.insight import share_by_lead

TWO_TO_ONE = 8**-0.5  # the lead, in spreads, with which one of two wins twice as often as the other


def shares(points: list[float], spread: float = 1.0) -> list[float]:
    out = np.empty(len(points))
    share_by_lead(np.array(points, np.float64), spread, out)
    return out.tolist()


@pytest.mark.parametrize("players", range(2, 9))
def test_who_wins_twice_as_often_as_each_of_the_others_gets_two_parts(players: int) -> None:
    found = shares([0.0] * (players - 1) + [TWO_TO_ONE])
    assert found == pytest.approx([1 / (players + 1)] * (players - 1) + [2 / (players + 1)])


def test_a_rival_without_hope_changes_nothing() -> None:
    assert shares([0.3, 0.0, 0.5, -1e6])[:3] == pytest.approx(shares([0.3, 0.0, 0.5]))
    assert shares([1e9, -1e9, -1e9]) == pytest.approx([1, 0, 0])


def test_only_the_lead_in_spreads_counts_and_all_shares_are_one() -> None:
    found = shares([3.0, 1.0, -2.0, 2.5])
    assert found == pytest.approx(shares([106.0, 102.0, 96.0, 105.0], 2.0))
    assert sum(found) == pytest.approx(1)
    assert sorted(found) == [found[2], found[1], found[3], found[0]]
