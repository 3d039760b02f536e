"""`bench/leaks.py` says by its exit whether two worlds can be told apart."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

import leaks


def times(seed: int, more: float = 0.0) -> list[float]:
    luck = random.Random(seed)
    return [luck.gauss(0.01, 0.001) + more for _ in range(400)]


@pytest.mark.parametrize(("more", "code"), [(0.0, 0), (0.0005, 1)])
def test_the_exit_tells_whether_worlds_differ(
    more: float, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["leaks.py", "cartes", "romains"])
    monkeypatch.setattr(leaks, "bots", lambda game, seconds: leaks.compared(game, times(1), times(2)))
    monkeypatch.setattr(leaks, "looks", lambda game, *_: leaks.compared(game, times(3), times(4, more)))
    with pytest.raises(SystemExit) as ended:
        leaks.main()
    assert ended.value.code == code


def test_many_comparisons_are_not_held_against_a_house() -> None:
    assert not leaks.can_be_told_apart([0.0005, *[0.5] * 9])
    assert leaks.can_be_told_apart([0.0005])
    assert leaks.can_be_told_apart([0.00005, *[0.5] * 9])
