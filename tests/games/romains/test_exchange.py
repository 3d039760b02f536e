"""5 Exchange!, 8 the order of things."""

from __future__ import annotations

from collections import Counter

import pytest

from oppidum.games.romains.state import Kind, Phase
from oppidum.kernel.errors import IllegalAction

from .arranged import GAME, table

THREE = ["h3 h2 p1", "h1", "p3 p3"]


@pytest.mark.rule("romains 5.1", "romains 3.2")
def test_the_black_die_asks_all_others_who_know_the_throw():
    t = table(3, THREE, black=5)
    t.play(1, "black")
    assert t.phase == Phase.CALL
    assert t.asked == [2, 3]
    assert t.legal(2) == ["pass", "exchange"]
    assert t.view(3).s.pips == 5
    assert t.at(1) == 0  # 5.5 the pawn waits
    with pytest.raises(IllegalAction):
        t.play(1, "pass")


@pytest.mark.rule("romains 5.1", "romains 3.2")
def test_the_white_die_asks_nobody():
    t = table(3, THREE)
    t.play(1, "white")
    assert t.turn == 2


@pytest.mark.rule("romains 5.2")
def test_empty_hands_neither_call_nor_are_called():
    t = table(3, ["h3", "", "p3"])
    t.play(1, "black")
    assert t.asked == [3]
    t = table(3, ["", "h1", "p3"])
    t.play(1, "black")
    assert t.turn == 2
    t = table(2, ["h1", ""])
    t.play(1, "black")
    assert t.turn == 2


@pytest.mark.rule("romains 5.4")
@pytest.mark.parametrize("calls", ["draw", "arrival"])
def test_all_cards_change_hands_however_many(calls: str):
    t = table(3, THREE, black=4, calls=calls)
    t.play(1, "black")
    t.play(2, "pass")
    t.play(3, "exchange")
    assert (t.hand(1), t.hand(2), t.hand(3)) == ("p3 p3", "h1", "h2 h3 p1")
    assert t.at(1) == 4
    assert [(e.a, e.b) for e in t.told(Kind.EXCHANGE)] == [(0, 2)]


@pytest.mark.rule("romains 5.3")
def test_all_may_pass():
    t = table(3, THREE)
    t.play(1, "black")
    t.play(3, "pass")
    assert t.asked == [2]
    t.play(2, "pass")
    assert t.hand(1) == "h2 h3 p1"
    assert (t.at(1), t.turn) == (4, 2)


@pytest.mark.rule("romains 5.3")
def test_a_fair_draw_among_the_callers():
    """Every caller is as likely as the other, whoever decided first; those who passed never."""
    drawn: Counter[int] = Counter()
    for number in range(300):
        t = table(4, ["h3", "h1", "p1", "p2"], seed=number)
        t.play(1, "black")
        for seat in (4, 3, 2):
            t.play(seat, "pass" if seat == 3 else "exchange")
        assert t.told(Kind.CALLS)[0].a == 0b1010
        drawn[t.told(Kind.EXCHANGE)[0].b + 1] += 1
        line = GAME.notation.chance(t.s)
        assert line == [f"call {t.told(Kind.EXCHANGE)[0].b + 1} of 2 4"]
    assert set(drawn) == {2, 4}
    assert 105 < drawn[2] < 195  # five standard deviations


@pytest.mark.rule("romains 5.3")
def test_at_a_live_table_the_first_call_counts_at_once():
    t = table(4, ["h3", "h1", "p1", "p2"], calls="arrival")
    t.play(1, "black")
    t.play(3, "pass")
    assert t.asked == [2, 4]
    t.play(4, "exchange")
    assert t.hand(4) == "h3"
    assert t.turn == 2
    assert GAME.notation.chance(t.s) == []  # nothing was left to chance
    with pytest.raises(IllegalAction):
        t.play(3, "exchange")


@pytest.mark.rule("romains 5.3")
def test_nobody_sees_a_decision_before_all_have_decided():
    views: dict[str, list[bytes]] = {}
    for words in ("exchange", "pass"):
        t = table(4, ["h3", "h1", "p1", "p2"])
        t.play(1, "black")
        t.play(3, words)
        assert t.asked == [2, 4]
        assert all(t.legal(seat) == ["pass", "exchange"] for seat in (2, 4))
        views[words] = [GAME.view(t.s, seat).tobytes() for seat in (-1, 0, 1, 3)]
        assert t.view(3).s.called == (0b100 if words == "exchange" else 0)  # one's own one knows
    assert views["exchange"] == views["pass"]


@pytest.mark.rule("romains 5.5", "romains 8.1")
def test_cards_exchanged_on_the_last_step_are_banked_by_the_thrower():
    t = table(2, ["h3 h3", "p3 h1"], at=[12, 4], pile="h2 h2 h2")
    t.play(1, "black")
    t.play(2, "exchange")
    assert t.bank(1) == "h1 p3"
    assert t.hand(1) == "h2 h2 h2"
    assert t.hand(2) == "h3 h3"


@pytest.mark.rule("romains 5.6")
def test_one_exchange_in_a_move():
    t = table(3, ["h3", "p1", "p3"])
    t.play(1, "black")
    t.play(2, "exchange")
    t.play(3, "exchange")
    assert len(t.told(Kind.EXCHANGE)) == 1
    assert t.phase == Phase.ROLL


@pytest.mark.rule("romains 8.1")
def test_exchange_then_jostle_then_event():
    """The thrower jostles with the cards just received, and stumbles with the card just drawn."""
    t = table(3, ["h3", "p3", "p1"], at=[1, 0, 5], events="menhir 5", pile="h1")
    t.play(1, "black")
    t.play(2, "exchange")
    t.play(3, "pass")
    assert t.hand(1) == "p3"
    assert t.phase == Phase.JOSTLE
    t.play(1, "jostle")
    t.play(3, "pass")
    assert t.hand(3) == "p3"
    assert t.pile == "h1 p1"  # drawn from 3, then lost over the menhir
    assert t.phase == Phase.EMPTY
