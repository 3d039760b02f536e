"""Every rule of `boars`, with the number that it has on the rule page."""

from __future__ import annotations

from typing import Any

import pytest

from oppidum import games, testing
from oppidum.kernel.errors import BadNotation, BadOption
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key
from oppidum.testing import reading
from oppidum_boars.game.state import Kind

game = games.load("boars")


def table(boars: tuple[int, int], rounds: int = 1, seed: int = 0) -> Any:
    """A game in which the two hunters have found these boars."""
    s = game.deal(2, seed_key("table", seed), {"rounds": rounds})
    s.boar[:] = boars
    return s


def decide(s: Any, first: str, second: str) -> tuple[int, ...]:
    """Both decide, the second one first; returns the points."""
    for seat, words in ((1, second), (0, first)):
        game.act(s, seat, game.notation.read(s, seat, words))
    return game.standing(s).points


def told(s: Any, kind: Kind) -> list[tuple[int, int]]:
    return [(e.a, e.b) for e in events(s) if e.kind == kind]


@pytest.mark.rule("boars 1.1")
@pytest.mark.parametrize(("first", "winner"), [("chase", 0), ("wait", 1)])
def test_more_points_win(first: str, winner: int):
    s = table((2, 1))
    decide(s, first, "wait" if first == "chase" else "chase")
    assert game.standing(s).winners == (winner,)


@pytest.mark.rule("boars 1.2")
@pytest.mark.parametrize(("options", "rounds"), [({}, 3), ({"rounds": 1}, 1), ({"rounds": 5}, 5)])
def test_rounds(options: dict[str, object], rounds: int):
    s = game.deal(2, seed_key("rounds"), options)
    for _ in range(rounds):
        assert game.waiting(s) == (0, 1)
        decide(s, "wait", "wait")
    assert game.waiting(s) == ()
    with pytest.raises(BadOption):
        game.deal(2, seed_key("rounds"), {"rounds": 4})


@pytest.mark.rule("boars 1.3", "boars 2.1")
def test_every_pair_of_different_boars_can_be_found():
    found = {tuple(game.deal(2, seed_key("herd", seed)).boar) for seed in range(600)}
    assert found == {(a, b) for a in range(1, 7) for b in range(1, 7) if a != b}


@pytest.mark.rule("boars 2.1")
def test_nobody_sees_the_others_boar():
    s = table((3, 5))
    assert [tuple(game.view(s, seat).boar) for seat in (0, 1, -1)] == [(3, 0), (0, 5), (0, 0)]


@pytest.mark.rule("boars 2.2", "boars 2.3")
def test_a_decision_stays_secret_until_both_have_decided():
    views: list[bytes] = []
    for words in ("chase", "wait"):
        s = table((3, 5), rounds=3)
        game.act(s, 1, game.notation.read(s, 1, words))
        assert game.waiting(s) == (0,)
        assert told(s, Kind.CHOSE) == []
        views.append(game.view(s, 0).tobytes())
    assert views[0] == views[1]
    game.act(s, 0, game.notation.read(s, 0, "chase"))
    assert told(s, Kind.CHOSE) == [(0, 1), (1, 0)]


@pytest.mark.rule("boars 3.1")
def test_who_chases_alone_scores_with_any_boar_and_shows_none():
    s = table((1, 6))
    assert decide(s, "chase", "wait") == (1, 0)
    assert told(s, Kind.SHOWN) == []


@pytest.mark.rule("boars 3.2")
def test_both_chase():
    s = table((3, 2))
    assert decide(s, "chase", "chase") == (2, 0)
    assert told(s, Kind.SHOWN) == [(0, 3), (1, 2)]


@pytest.mark.rule("boars 3.3")
def test_both_wait():
    s = table((3, 4))
    assert decide(s, "wait", "wait") == (0, 1)
    assert told(s, Kind.SHOWN) == [(0, 3), (1, 4)]


@pytest.mark.rule("boars 4.1")
def test_boars_can_be_found_again():
    again = 0
    for seed in range(200):
        s = game.deal(2, seed_key("again", seed))
        before = set(s.boar)
        decide(s, "chase", "chase")
        again += bool(before & set(s.boar))
    assert again > 50


@pytest.mark.rule("boars 4.2")
def test_equal_points_share_the_victory():
    s = table((3, 4), rounds=3)
    decide(s, "chase", "wait")
    decide(s, "wait", "chase")
    s.boar[:] = (1, 2)
    assert game.standing(s).winners == ()
    assert decide(s, "wait", "wait") == (1, 2)
    assert game.standing(s).winners == (1,)
    even = table((3, 4), rounds=5)
    even.rounds_over = 4
    even.won[0, 0] = 1
    assert decide(even, "wait", "wait") == (1, 1)
    assert game.standing(even).winners == (0, 1)


def test_what_is_typed_is_read_and_nonsense_is_not():
    s = table((3, 4))
    assert game.notation.read(s, 0, " Chase ") == 1
    with pytest.raises(BadNotation, match="wait, chase"):
        game.notation.read(s, 0, "fly")


@pytest.mark.parametrize("case", testing.cases(game, seeds=2), ids=str)
@pytest.mark.parametrize("check", [*testing.CHECKS, reading.check_reading, reading.check_tags])
def test_the_contract(case: testing.Case, check: Any):
    check(case)
