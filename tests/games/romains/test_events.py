"""7 events."""

from __future__ import annotations

from collections import Counter

import pytest

from oppidum.games.romains.state import Kind, Phase

from .arranged import table


@pytest.mark.rule("romains 7.2")
def test_a_menhir_takes_a_blind_card_under_the_pile_before_all_eyes():
    lost: Counter[str] = Counter()
    for number in range(300):
        t = table(3, ["h1 h2 p3", "h1", "h1"], at=[3, 0, 0], pile="h3 h3", events="menhir 5", seed=number)
        t.play(1, "white")
        lost[t.pile.split()[-1]] += 1
        assert t.pile.startswith("h3 h3 ")
        assert len(t.hand(1).split()) == 2
        for seat in (1, 2, 3):
            seen = t.view(seat)
            assert seen.told(Kind.MENHIR)[0].b == t.told(Kind.MENHIR)[0].b
            assert seen.s.pile[2] == t.s.pile[2]
            assert seen.s.pile[0] == -1
    assert set(lost) == {"h1", "h2", "p3"}
    assert all(60 < n < 140 for n in lost.values())


@pytest.mark.rule("romains 7.2")
def test_a_card_seen_going_under_the_pile_is_known_when_it_is_drawn():
    t = table(3, ["p3 p3", "h1", "h1"], at=[3, 14, 0], pile="h2", events="menhir 5")
    t.play(1, "white")
    t.move(2)
    assert t.hand(2) == "h2 p3"
    assert t.knows(1, 2) == t.knows(3, 2) == "p3 ?"
    assert t.view(3).told(Kind.DREW)[0].b == 5


@pytest.mark.rule("romains 7.3")
def test_whoever_stumbles_without_cards_loses_nothing():
    t = table(2, ["", "h1"], at=[3, 0], pile="h3", events="menhir 5")
    t.play(1, "white")
    assert t.pile == "h3"
    assert t.turn == 2
    assert t.told(Kind.MENHIR) == []


@pytest.mark.rule("romains 7.4")
@pytest.mark.parametrize(("start", "bard", "end"), [(3, 5, 2), (1, 3, 0), (0, 2, 0)])
def test_the_bard_sends_back_three_but_never_beyond_the_camp(start: int, bard: int, end: int):
    t = table(2, ["h1", "h1"], at=[start, 14], events=f"bard {bard}")
    t.play(1, "white")
    assert t.at(1) == end
    assert t.turn == 2


@pytest.mark.rule("romains 7.1", "romains 7.5")
@pytest.mark.parametrize("event", ["menhir", "bard", "cohort"])
def test_no_second_event_after_going_back(event: str):
    t = table(2, ["h1 h2", "h1"], at=[5, 14], pile="h3", events=f"bard 7, {event} 4")
    t.play(1, "white")
    assert (t.at(1), t.hand(1), t.pile) == (4, "h1 h2", "h3")


@pytest.mark.rule("romains 7.5")
def test_a_jostle_after_going_back():
    t = table(2, ["h1", "p1"], at=[5, 4], events="bard 7, menhir 4")
    t.play(1, "white")
    assert t.phase == Phase.JOSTLE
    assert t.at(1) == 4
    t.play(2, "jostle")
    t.play(1, "pass")
    assert (t.hand(1), t.hand(2)) == ("p1", "h1")
    assert t.turn == 2


@pytest.mark.rule("romains 7.5", "romains 6.2")
def test_no_jostle_in_the_camp_after_going_back():
    t = table(2, ["h1", "p1"], at=[1, 0], events="bard 3")
    t.play(1, "white")
    assert t.at(1) == 0
    assert t.turn == 2


@pytest.mark.rule("romains 7.5")
def test_a_jostle_declined_may_be_called_where_the_bard_sends():
    t = table(3, ["h1", "p1", "p3"], at=[5, 7, 4], events="bard 7")
    t.play(1, "white")
    t.play(1, "pass")
    t.play(2, "pass")
    assert t.asked == [1, 3]


@pytest.mark.rule("romains 7.6", "romains 7.1")
def test_a_cohort_gives_the_first_card_of_the_pile():
    t = table(2, ["h1 h2 p3", "h1"], at=[3, 0], pile="h3 p1", events="cohort 5")
    t.play(1, "white")
    assert t.hand(1) == "h1 h2 h3 p3"
    assert t.pile == "p1"
    assert t.knows(2, 1) == "? ? ? ?"
    assert t.view(2).told(Kind.DREW) == []
    assert t.turn == 2


@pytest.mark.rule("romains 7.6")
def test_a_cohort_helps_those_without_cards():
    t = table(2, ["", "h1"], at=[3, 0], pile="h3", events="cohort 5")
    t.play(1, "white")
    assert t.hand(1) == "h3"


@pytest.mark.rule("romains 7.1")
def test_passing_over_an_event_does_nothing():
    t = table(2, ["h1 h2", "h1"], at=[3, 0], pile="h3", events="menhir 4, cohort 6, bard 7")
    t.play(1, "white")
    assert (t.at(1), t.hand(1), t.pile) == (5, "h1 h2", "h3")
