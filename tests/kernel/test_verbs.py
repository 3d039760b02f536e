"""Dispatch: one algorithm, several games, each with its own rules, found by the dtype of the position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oppidum.kernel import verbs
from oppidum.kernel.compiled import rule
from oppidum.kernel.playout import playout
from oppidum.kernel.position import blank, layout


def nothing(*_: object) -> None:
    raise NotImplementedError


# Two games: in one each decision takes one away, in the other two; whoever decides last wins.
ONES = layout([("heap", "i1")], events=1)
TWOS = layout([("turn", "i1"), ("heap", "i1")], events=1)


@rule
def waiting_ones(s: Any) -> int:
    return 1 if s.heap > 0 else 0


@rule
def waiting_twos(s: Any) -> int:
    return 1 << s.turn if s.heap > 0 else 0


@rule
def only_action(s: Any, seat: int, out: Any) -> int:
    out[0] = 1
    return 1


@rule
def act_ones(s: Any, seat: int, action: int) -> None:
    s.heap -= 1


@rule
def act_twos(s: Any, seat: int, action: int) -> None:
    s.heap -= 2
    s.turn = 1 - s.turn


@rule
def winner(s: Any, out: Any) -> int:
    out[0] = s.heap
    return 1


@pytest.fixture(autouse=True, scope="module")
def two_games() -> None:
    for dtype, waiting, act in ((ONES, waiting_ones, act_ones), (TWOS, waiting_twos, act_twos)):
        rules = verbs.Rules(nothing, waiting, only_action, act, winner, nothing, nothing, nothing)
        verbs.implement(dtype, rules)


def heap(dtype: Any, n: int) -> Any:
    s = blank(dtype)
    s.heap = n
    return s


@rule
def decisions_left(s: Any) -> int:
    """A generic algorithm: knows verbs, no game."""
    n = 0
    seats = verbs.waiting(s)
    while seats != 0:
        verbs.act(s, 0, 0)
        n += 1
        seats = verbs.waiting(s)
    return n


@pytest.mark.parametrize(("dtype", "expected"), [(ONES, 10), (TWOS, 5)])
def test_a_generic_algorithm_plays_by_the_rules_of_the_position(dtype: Any, expected: int):
    assert decisions_left(heap(dtype, 10)) == expected


@pytest.mark.parametrize(("dtype", "expected"), [(ONES, 10), (TWOS, 5)])
def test_the_same_outside_compiled_code(dtype: Any, expected: int):
    s = heap(dtype, 10)
    assert getattr(decisions_left, "py_func", decisions_left)(s) == expected
    assert verbs.waiting(s) == 0


@pytest.mark.parametrize(("dtype", "expected"), [(ONES, 9), (TWOS, 5)])
def test_the_kernels_own_playout_too(dtype: Any, expected: int):
    assert playout(heap(dtype, 9), np.ones(4, np.int64), np.zeros(1, np.uint8)) == expected


def test_a_position_of_no_game_is_refused():
    stranger = layout([("heap", "i4")], events=1)
    with pytest.raises(KeyError):
        verbs.waiting(heap(stranger, 1))
