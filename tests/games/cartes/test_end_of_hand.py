"""6 the end of a hand."""

from __future__ import annotations

from collections import Counter

import pytest

from oppidum.games.cartes.state import Kind
from oppidum.kernel.errors import IllegalAction

from .arranged import CARDS, GAME, HAND, WHOLE_DECK, table

FULL = " ".join(HAND)


@pytest.mark.rule("cartes 6.1")
def test_whoever_has_no_cards_passes_and_keeps_the_captures():
    t = table(4, "5 9 4", hands={1: "", 3: ""}, captures={1: "12"})
    assert t.asked == [2, 4]
    with pytest.raises(IllegalAction, match=r"Seat 1 has nothing to decide now\."):
        t.play(1, "bid 3")
    t.bids("4 6")
    assert t.asked == [2, 4]
    assert t.captures(1) == "12"
    assert t.captures(4) == "5"


@pytest.mark.rule("cartes 6.1", "cartes 3.4")
def test_a_player_goes_out_with_the_last_gaul():
    t = table(3, "5 9 4", hands={1: "8"})
    t.bids("8 6 2")
    assert t.hand(1) == ""
    assert t.asked == [2, 3]


@pytest.mark.rule("cartes 6.2")
def test_the_last_player_draws_a_card_for_each_card_in_hand():
    t = table(3, "5 9 4 3 15", hands={1: "8", 2: "", 3: "1 2 7"}, captures={2: "10"})
    t.bids("8 7")
    assert t.over
    assert t.captures(3) == "3 4 9"
    assert t.hand(3) == ""
    assert t.sheet == [[5, 10, 16]]
    assert [(e.a, e.b) for e in t.told(Kind.DREW_LAST)] == [(2, 3)]


@pytest.mark.rule("cartes 6.2")
def test_idefix_counts_among_the_cards_in_hand():
    t = table(2, "5 9 4 3 15", hands={1: "8", 2: "7 idefix"})
    t.bids("8 7")
    assert t.captures(2) == "4 9"


@pytest.mark.rule("cartes 6.2", "cartes 5.6")
def test_a_lone_idefix_draws_nothing():
    """Seat 2 loses its Gaul and so Idéfix; seat 1 is the last one in and draws for two Gauls."""
    t = table(2, "pirate-12 9 4 3 15", hands={1: "8 9", 2: "7 idefix"})
    t.bids("8 7")
    assert t.over
    assert (t.captures(1), t.captures(2)) == ("4 9 pirate-12", "")


@pytest.mark.rule("cartes 6.2", "cartes 5.6")
def test_a_lone_idefix_does_not_keep_its_owner_in():
    """Seat 1 wins with its last Gaul; its Idéfix alone is no reason to draw."""
    t = table(2, "5 9 4 3 15", hands={1: "8 idefix", 2: "7"})
    t.bids("8 7")
    assert t.over
    assert (t.captures(1), t.captures(2)) == ("5", "9")


@pytest.mark.rule("cartes 6.2", "cartes 4.3")
def test_the_gaul_that_took_the_last_pirate_draws_too():
    t = table(2, "any 9 4", hands={1: "8", 2: "7"})
    t.bids("8 7")
    assert t.over
    assert t.lost(1) == FULL
    assert t.sheet == [[0, 0]]  # the 9 was drawn, and the pirate freed it
    assert [(e.a, e.b) for e in t.told(Kind.DREW_LAST)] == [(0, 1)]


@pytest.mark.rule("cartes 6.3")
def test_a_drawn_pirate_counts_as_a_card_and_is_kept():
    t = table(2, "5 9 pirate-12 3 15", hands={1: "8", 2: "1 7"})
    t.bids("8 7")
    assert t.over
    assert t.captures(2) == "9 pirate-12"  # no general to free, and no third card
    t = table(2, "5 highest 9 3", hands={1: "8", 2: "1 7"})
    t.bids("8 7")
    assert t.sheet == [[5, 0]]


@pytest.mark.rule("cartes 6.3")
def test_all_cards_drawn_may_be_pirates():
    t = table(2, "5 pirate-8 pirate-10 pirate-12 highest", hands={1: "8", 2: "1 2 7"}, captures={2: "3"})
    t.bids("8 7")
    assert t.captures(2) == "3 pirate-8 pirate-10 pirate-12"
    assert t.sheet == [[5, 3]]


@pytest.mark.rule("cartes 6.4")
@pytest.mark.parametrize(
    ("only", "drawn", "n"), [("5 9 4", "4 9", 2), ("5 9", "9", 1), ("5", "", 0), ("5 9 4 3", "3 4 9", 3)]
)
def test_a_short_deck_gives_what_it_has(only: str, drawn: str, n: int):  # C9
    t = table(2, only=only, hands={1: "8", 2: "1 2 7"})
    t.bids("8 7")
    assert t.over
    assert t.captures(2) == drawn
    assert sum(e.b for e in t.told(Kind.DREW_LAST)) == n


@pytest.mark.rule("cartes 6.4", "cartes 5.9")
def test_the_deck_ends_with_the_card_that_idefix_looked_at():
    t = table(2, only="5 9", hands={1: "8", 2: "1 2 idefix"})
    t.bids("8 idefix")
    t.play(2, "keep")
    assert t.over
    assert t.sheet == [[5, 9]]


@pytest.mark.rule("cartes 6.5")
def test_the_hand_ends_with_the_deck_and_gauls_in_hand_are_worth_nothing():
    t = table(3, only="5")
    t.bids("3 2 1")
    assert t.over
    assert (t.hand(2), t.hand(3)) == (FULL, FULL)
    assert t.sheet == [[5, 0, 0]]


@pytest.mark.rule("cartes 6.5")
def test_the_hand_ends_after_the_last_player_has_drawn():
    t = table(2, "5 9 4", hands={1: "8", 2: "7"}, hands_to_play=2)
    t.bids("8 7")
    assert t.sheet == [[5, 9]]
    assert t.hand_number == 2


@pytest.mark.rule("cartes 6.6")
def test_the_next_hand_starts_afresh():
    t = table(
        3, only="5", hands={1: "8", 2: "7", 3: "6 idefix"}, captures={1: "9 any", 2: "15"}, hands_to_play=2
    )
    t.bids("8 7 6")
    if t.asked == [1]:
        t.play(1, "free 9")
    assert t.sheet == [[5, 15, 0]]
    assert t.asked == [1, 2, 3]
    assert [t.hand(seat) for seat in (1, 2, 3)] == [FULL] * 3
    assert [t.captures(seat) for seat in (1, 2, 3)] == ["", "", ""]
    assert Counter(CARDS[card] for card in t.s.deck) == WHOLE_DECK
    assert t.on_offer == CARDS[t.s.deck[0]]


@pytest.mark.rule("cartes 6.6")
def test_each_hand_has_an_order_of_its_own():
    t = table(2, only="5", hands_to_play=3)
    orders = []
    for _ in range(2):
        while not GAME.notation.chance(t.s):
            for seat in t.asked:
                t.play(seat, t.legal(seat)[0])
        orders.append(tuple(t.s.deck))
        t.play(1, t.legal(1)[0])
    assert orders[0] != orders[1]


@pytest.mark.rule("cartes 6.6")
@pytest.mark.parametrize("hands_to_play", [1, 2])
def test_the_fullest_decision_tells_everything(hands_to_play: int):
    """Five reveal, four lose Gaul and Idéfix to a pirate, one draws, six Romans escape, and a hand begins."""
    hands = {1: "10 idefix", 2: "1 idefix", 3: "2 idefix", 4: "3 idefix", 5: "4 idefix"}
    captures = {1: "12", 2: "3 3 highest lowest", 3: "4 any", 4: "8 pirate-8", 5: "10 pirate-10"}
    t = table(5, "pirate-12 1 1 5", hands=hands, captures=captures, hands_to_play=hands_to_play)
    t.s.worth[0] = t.s.bonus[2] = 0  # so that all five share the victory of a single hand
    t.bids("10 1 2 3 4")
    assert t.sheet == [[0, 0, 0, 0, 0]]
    assert [e.a for e in t.told(Kind.REVEALED)] == [0, 1, 2, 3, 4]
    assert [e.a for e in t.told(Kind.IDEFIX_DISCARDED)] == [1, 2, 3, 4]
    assert sorted(e.b for e in t.told(Kind.ESCAPED)) == [0, 1, 2, 3, 4, 5]
    if hands_to_play == 1:
        assert t.over
        assert [e.a for e in t.told(Kind.WON)] == [0, 1, 2, 3, 4]
    else:
        assert len(GAME.notation.chance(t.s)) == 1
        assert [e.a for e in t.told(Kind.OFFERED)] == [t.s.deck[0]]
