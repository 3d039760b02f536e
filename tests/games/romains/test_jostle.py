"""6 jostles."""

from __future__ import annotations

from collections import Counter

import pytest

from oppidum.games.romains.state import Kind, Phase
from oppidum.kernel.errors import IllegalAction

from .arranged import GAME, table


@pytest.mark.rule("romains 6.1", "romains 6.4")
@pytest.mark.parametrize("caller", [1, 2])
@pytest.mark.parametrize("calls", ["draw", "arrival"])
def test_either_of_the_two_may_call(caller: int, calls: str):
    t = table(3, ["h1 h1", "p2 p2", "h3"], at=[1, 3, 0], calls=calls)
    t.play(1, "white")
    assert t.phase == Phase.JOSTLE
    assert t.asked == [1, 2]
    assert t.legal(1) == t.legal(2) == ["pass", "jostle"]
    t.play(caller, "jostle")
    if calls == "draw":
        t.play(3 - caller, "pass")
    assert (t.hand(1), t.hand(2)) == ("h1 p2", "h1 p2")
    assert t.told(Kind.JOSTLE)[0].c == 1 << (caller - 1)
    assert t.turn == 2


@pytest.mark.rule("romains 6.1")
def test_both_may_let_it_be():
    t = table(2, ["h1 h1", "p2 p2"], at=[1, 3])
    t.play(1, "white")
    t.play(2, "pass")
    t.play(1, "pass")
    assert (t.hand(1), t.hand(2), t.turn) == ("h1 h1", "p2 p2", 2)


@pytest.mark.rule("romains 6.1")
def test_both_decide_without_seeing_the_other():
    views: list[bytes] = []
    for words in ("jostle", "pass"):
        t = table(3, ["h1 h1", "p2 p2", "h3"], at=[1, 3, 0])
        t.play(1, "white")
        t.play(1, words)
        assert t.asked == [2]
        views.append(b"".join(GAME.view(t.s, seat).tobytes() for seat in (-1, 1, 2)))
    assert views[0] == views[1]


@pytest.mark.rule("romains 6.2")
@pytest.mark.parametrize(
    ("hands", "at", "white"),
    [
        (["", "h1"], [1, 3], 2),  # the mover has no card
        (["h1", ""], [1, 3], 2),  # the other has none
        (["h1", "h1"], [13, 0], 2),  # in the village, and back in the camp
        (["h1", "h1"], [1, 4], 2),  # nobody there
    ],
)
def test_no_jostle(hands: list[str], at: list[int], white: int):
    t = table(2, hands, at=at, white=white)
    t.play(1, "white")
    assert t.turn == 2
    assert t.phase == Phase.ROLL


@pytest.mark.rule("romains 6.3")
def test_among_several_the_mover_picks_one_with_cards():
    t = table(5, ["h1", "p1", "", "p3", "h2"], at=[1, 3, 3, 3, 0])
    t.play(1, "white")
    assert t.phase == Phase.PICK
    assert t.asked == [1]
    assert t.legal(1) == ["pass", "jostle 2", "jostle 4"]
    with pytest.raises(IllegalAction, match="may not jostle 3 now"):
        t.play(1, "jostle 3")
    t.play(1, "jostle 4")
    assert [t.hand(seat) for seat in (1, 2, 4)] == ["p3", "p1", "h1"]


@pytest.mark.rule("romains 6.3")
def test_among_several_the_mover_may_pick_nobody():
    t = table(3, ["h1", "p1", "p3"], at=[1, 3, 3])
    t.play(1, "white")
    t.play(1, "pass")
    assert [t.hand(seat) for seat in (1, 2, 3)] == ["h1", "p1", "p3"]
    assert t.turn == 2


@pytest.mark.rule("romains 6.3")
def test_among_several_of_whom_one_has_cards_the_mover_still_picks_alone():
    t = table(3, ["h1", "p1", ""], at=[1, 3, 3])
    t.play(1, "white")
    assert t.asked == [1]
    assert t.legal(1) == ["pass", "jostle 2"]


@pytest.mark.rule("romains 6.4")
def test_each_draws_blind_from_the_hand_as_it_was():
    """All pairs of cards are equally likely; a card just drawn never goes straight back."""
    pairs: Counter[tuple[str, str]] = Counter()
    for number in range(600):
        t = table(2, ["h1 h2 h3", "p1 p2"], at=[1, 3], seed=number)
        t.play(1, "white")
        t.play(1, "jostle")
        t.play(2, "jostle")
        took = [e.c for e in t.told(Kind.TOOK)]
        pairs[t.hand(1), t.hand(2)] += 1
        assert took[0] in (3, 4)
        assert took[1] in (0, 1, 2)
    assert len(pairs) == 6
    assert all(55 < n < 145 for n in pairs.values())  # five standard deviations


@pytest.mark.rule("romains 6.5", "romains 7.5")
def test_one_jostle_in_a_move():
    t = table(3, ["h1", "p1", "p3"], at=[3, 5, 2], events="bard 5")
    t.play(1, "white")
    t.play(1, "jostle")
    t.play(2, "pass")
    assert t.at(1) == 2  # sent back to where 3 stands, but they have jostled already
    assert t.phase == Phase.ROLL
    assert t.turn == 2


@pytest.mark.rule("romains 6.4")
def test_only_the_two_see_the_cards():
    t = table(3, ["h1", "p1", "p3"], at=[1, 3, 0])
    t.play(1, "white")
    t.play(1, "jostle")
    t.play(2, "pass")
    assert len(t.view(1).told(Kind.TOOK)) == len(t.view(2).told(Kind.TOOK)) == 2
    assert t.view(3).told(Kind.TOOK) == []
    assert len(t.view(3).told(Kind.JOSTLE)) == 1
