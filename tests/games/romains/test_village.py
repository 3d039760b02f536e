"""4 the village and the camp, 9 the end, 10 the score."""

from __future__ import annotations

import pytest

from oppidum.games.romains.state import Kind, Phase

from .arranged import GAME, table


@pytest.mark.rule("romains 4.1", "romains 4.2", "romains 4.3", "romains 1.1")
@pytest.mark.parametrize("start", [11, 13, 14])
def test_reaching_the_village_banks_the_hand(start: int):
    t = table(2, ["h3 h1 p2", "h1"], at=[start, 0], pile="h2 p1 h1 h3", white=4)
    t.move(1)
    assert t.bank(1) == "h1 h3 p2"
    assert t.at(1) == 0
    assert t.hand(1) == "h1 h2 p1"
    assert t.pile == "h3"
    assert t.turn == 2
    assert t.standing.points == (2, 0)
    assert [(e.b, e.c) for e in t.told(Kind.BANK)] == [(0, 1), (2, 1), (4, 1)]


@pytest.mark.rule("romains 4.1")
def test_one_step_short_is_not_the_village():
    t = table(2, ["h3", "h1"], at=[10, 0], white=4)
    t.move(1)
    assert (t.at(1), t.bank(1)) == (14, "none")


@pytest.mark.rule("romains 4.2")
def test_banked_cards_stay_banked():
    t = table(2, ["h3", "p3"], at=[12, 5], banks=["h2", ""], white=4, black=4)
    t.move(1)
    t.play(2, "black")
    t.play(1, "exchange")
    assert t.bank(1) == "h2 h3"


@pytest.mark.rule("romains 4.3")
def test_a_larger_hand_is_banked_whole_and_three_are_drawn():
    t = table(2, ["h1 h1 h2 h2 p1", "h1"], at=[14, 0], pile="h3 h3 h3 h3")
    t.move(1)
    assert t.bank(1) == "h1 h1 h2 h2 p1"
    assert t.hand(1) == "h3 h3 h3"


@pytest.mark.rule("romains 4.4")
def test_the_last_card_lost_leaves_a_choice():
    for words, space, hand in (("return", 0, "h1 h2 h3"), ("walk on", 5, "none")):
        t = table(2, ["p1", "h1"], at=[3, 0], pile="h1 h2 h3", events="menhir 5", white=2)
        t.move(1)
        assert t.phase == Phase.EMPTY
        assert t.asked == [1]
        assert t.legal(1) == ["return", "walk on"]
        t.play(1, words)
        assert (t.at(1), t.hand(1)) == (space, hand)
        assert t.turn == 2


@pytest.mark.rule("romains 4.4", "romains 9.2")
def test_the_lost_card_itself_can_come_back():
    t = table(2, ["p1", "h1"], at=[3, 0], pile="h2", events="menhir 5", white=2)
    t.move(1)
    t.play(1, "return")
    assert t.hand(1) == "h2 p1"
    assert t.pile == ""


@pytest.mark.rule("romains 4.3", "romains 4.4")
def test_without_cards_one_can_walk_into_the_village():
    t = table(2, ["", "h1"], at=[14, 0], pile="h1 h2 h3")
    t.move(1)
    assert (t.bank(1), t.hand(1), t.at(1)) == ("none", "h1 h2 h3", 0)


@pytest.mark.rule("romains 9.1")
def test_the_game_ends_when_nothing_is_left_in_the_camp():
    t = table(2, ["h3", "h2"], at=[14, 0], pile="")
    t.move(1)
    assert t.phase == Phase.OVER
    assert t.asked == []
    assert t.standing.points == (3, 0)  # banked before the end
    assert t.standing.winners == (0,)


@pytest.mark.rule("romains 9.1")
def test_the_game_ends_when_nothing_is_left_at_a_cohort():
    t = table(2, ["h3", "h2"], at=[3, 0], pile="", banks=["", "h1"], events="cohort 5", white=2)
    t.move(1)
    assert t.phase == Phase.OVER
    assert t.standing.winners == (1,)


@pytest.mark.rule("romains 9.1", "romains 9.2")
@pytest.mark.parametrize("pile", ["h1", "h1 p2", "h1 h2 p2"])
def test_an_empty_pile_alone_ends_nothing(pile: str):
    t = table(2, ["h3", "h2"], at=[14, 0], pile=pile)
    t.move(1)
    assert t.hand(1) == pile
    assert t.pile == ""
    assert t.turn == 2
    t.move(2)
    assert t.turn == 1


@pytest.mark.rule("romains 10.1")
def test_helmets_less_penalties_below_zero_too():
    t = table(3, ["", "h1", "h1"], banks=["h1 h2 h3 p1", "p3 p3 h1", ""], at=[14], pile="")
    assert t.standing.points == (5, -5, 0)
    t.move(1)
    assert t.standing.winners == (0,)


@pytest.mark.rule("romains 10.2")
def test_cards_in_hand_count_for_nothing():
    t = table(2, ["", "h3 h3 h3"], banks=["p1", "p2"], at=[14], pile="")
    t.move(1)
    assert t.standing.points == (-1, -2)
    assert t.standing.winners == (0,)


@pytest.mark.rule("romains 10.3")
def test_equal_results_share_the_victory():
    t = table(3, ["", "h1", "h1"], banks=["h2", "h1 h1", "h1"], at=[14], pile="")
    assert t.standing.winners == ()
    t.move(1)
    assert t.standing.winners == (0, 1)
    assert t.standing.share(0) == 0.5


@pytest.mark.rule("romains 4.2")
def test_everybody_sees_what_is_banked():
    t = table(3, ["h3 p1", "h1", "h1"], at=[14, 0, 0], white=1)
    t.move(1)
    for seat in (2, 3):
        assert t.view(seat).bank(1) == "h3 p1"
    assert GAME.view(t.s, -1).bank[0] == t.s.bank[0]
