"""4 bonuses, 5 heroes."""

from __future__ import annotations

import pytest

from .arranged import table


@pytest.mark.rule("compagnie 4.1")
def test_a_bonus_comes_with_a_card_drawn_first():
    t = table(2, hands={1: "baba"})
    t.stack("falbala")
    t.put("idefix", 1, "gaul")
    t.play(1, "bonus")
    assert t.hand(1) == ["baba", "falbala"]
    assert t.legal() == ["potion", "fish", "boar"]


@pytest.mark.rule("compagnie 4.1")
def test_a_bonus_must_have_an_effect():
    t = table(2, hands={1: "baba"})
    assert t.legal() == ["reinforce", "play baba left", "play baba right"]
    t.put("idefix", 1, "gaul", potion=True)
    t.bonuses(1, 2, 2, 0)
    assert "bonus" not in t.legal()
    t.bonuses(2, 1, 1, 1)
    t.put("falbala", 1, "gaul")
    assert "bonus" in t.legal()


@pytest.mark.rule("compagnie 4.2", "compagnie 4.3", "compagnie 4.4")
def test_a_potion_doubles_protects_and_reaches_every_album():
    t = table(4, hands={1: "baba", 2: "asterix"})
    t.bonuses(1, 1, 0, 0)
    far = t.put("caius-bonus", 2, "roman")
    t.put("numerobis", 2, "roman", potion=True)
    t.put("falbala", 3, "gaul", ko=True)
    t.play(1, "bonus")
    assert t.totals(2) == (0, 14)
    assert t.has_potion(far)
    assert t.holds(1) == (0, 0, 0)
    assert t.asked == 2
    t.play(2, "play asterix left")
    assert t.asked == 3  # both Romans are protected


@pytest.mark.rule("compagnie 4.4")
def test_no_second_potion_and_none_for_the_knocked_out():
    t = table(2, hands={1: "baba"})
    t.bonuses(1, 2, 0, 0)
    t.put("idefix", 1, "gaul", potion=True)
    t.put("falbala", 1, "gaul", ko=True)
    t.put("obelix", 1, "gaul")  # never needs one
    assert "bonus" not in t.legal()


@pytest.mark.rule("compagnie 4.2", "compagnie 4.5", "compagnie 9.6")
def test_a_fish_knocks_out_anybody_without_potion_anywhere():
    t = table(4, hands={1: "baba"})
    t.bonuses(1, 0, 1, 0)
    t.put("caius-bonus", 3, "roman")
    t.put("numerobis", 3, "roman", potion=True)
    t.put("idefix", 1, "gaul")
    t.play(1, "bonus")
    assert t.legal() == ["target idefix.1", "target caius-bonus"]
    t.play(1, "target caius-bonus")
    assert t.is_ko("caius-bonus")
    assert t.totals(3) == (0, 6)
    assert t.camp(3, "roman") == ["caius-bonus", "numerobis"]
    assert t.holds(1) == (0, 0, 0)


@pytest.mark.rule("compagnie 4.6", "compagnie 9.9")
def test_a_boar_revives_without_the_power():
    t = table(4, hands={1: "baba"})
    t.bonuses(1, 0, 0, 1)
    t.put("idefix", 3, "gaul", ko=True)
    t.play(1, "bonus", "target idefix.1")
    assert t.totals(3) == (4, 0)
    assert t.helmets(1) == (1, 0)
    assert t.asked == 2


@pytest.mark.rule("compagnie 4.6", "compagnie 4.2")
def test_a_boar_uses_the_last_power_of_each_of_ones_own_albums():
    t = table(4, hands={1: "baba"})
    t.bonuses(1, 0, 0, 1)
    t.put("idefix", 1, "gaul")
    t.put("panoramix", 1, "gaul")
    t.put("caius-bonus", 4, "roman")
    t.put("ordralfabetix", 2, "gaul")  # not within reach
    t.play(1, "bonus")
    assert t.legal() == ["target panoramix.1", "target caius-bonus"]
    t.play(1, "target panoramix.1")
    assert t.holds(1) == (1, 0, 0)


@pytest.mark.rule("compagnie 4.1", "compagnie 4.6")
def test_a_boar_does_not_pay_for_the_power_that_it_uses():
    """Épidémaïs asks for a bonus: the last boar is gone by then."""
    t = table(2, hands={1: "baba"})
    t.put("epidemais", 1, "gaul")
    t.bonuses(1, 0, 0, 1)
    assert "bonus" not in t.legal()
    t.bonuses(1, 0, 0, 2)
    t.play(1, "bonus")
    assert t.legal() == ["target epidemais"]


@pytest.mark.rule("compagnie 4.7")
def test_whose_power_a_boar_uses():
    def laid(boar: str = "any"):
        t = table(2, hands={1: "baba"}, boar=boar)
        t.bonuses(1, 0, 0, 1)
        t.put("idefix", 1, "gaul")
        t.put("caius-bonus", 1, "roman")
        t.play(1, "bonus")
        return t

    assert laid().legal() == ["target caius-bonus"]
    assert laid(boar="own").legal() == ["target idefix.1"]
    french = laid()
    cards = len(french.hand(1))
    french.play(1, "target caius-bonus")
    assert len(french.hand(1)) == cards + 1  # the user draws, not the owner


@pytest.mark.rule("compagnie 4.8")
def test_knocked_out_called_and_moved_are_not_the_last_placed():
    t = table(2, hands={1: "baba"})
    t.bonuses(1, 0, 0, 1)
    t.put("panoramix", 1, "gaul")
    t.put("idefix", 1, "gaul", placed=False)
    t.put("caius-bonus", 1, "roman", ko=True)
    t.play(1, "bonus")
    assert t.legal() == ["target panoramix.1", "target caius-bonus"]  # a power, a revival


@pytest.mark.rule("compagnie 5.1")
def test_a_hero_is_visible_only_once_in_play():
    t = table(4, hands={1: "asterix.1"})
    t.put("asterix.2", 3, "gaul")
    assert t.legal() == ["reinforce", "bonus"]
    t.s.mark[t.card("asterix.2")] |= 1  # K.O.: not visible
    t.count()
    assert "play asterix left" in t.legal()


@pytest.mark.rule("compagnie 5.1")
def test_others_than_heroes_may_be_there_twice():
    t = table(2, hands={1: "panoramix.1"})
    t.put("panoramix.2", 2, "gaul")
    assert "play panoramix left" in t.legal()


@pytest.mark.rule("compagnie 5.2")
def test_a_hero_is_not_revived_beside_itself():
    t = table(4, hands={1: "baba"})
    t.bonuses(1, 0, 0, 1)
    t.put("asterix.1", 3, "gaul", ko=True)
    assert "bonus" in t.legal()
    t.put("asterix.2", 2, "gaul")
    assert "bonus" not in t.legal()
