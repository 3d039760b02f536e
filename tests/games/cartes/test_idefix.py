"""5 Idéfix."""

from __future__ import annotations

import pytest

from oppidum.games.cartes.state import Kind, Phase
from oppidum.kernel.errors import IllegalAction

from .arranged import HAND, PIRATES, Table, table

FULL = " ".join(HAND)
GAULS = "1 2 3 4 5 6 7 8 9 10"
SEATS = (1, 2, 3)


def peeking(next_card: str, after: str = "4") -> Table:
    """Seat 2 of three has won a 5 with a 7, and Idéfix of seat 1 looks at the next card."""
    t = table(3, f"5 {next_card} {after}")
    t.bids("idefix 7 3")
    return t


@pytest.mark.rule("cartes 5.1")
def test_idefix_is_played_instead_of_a_gaul():
    t = table(3, "5 9")
    assert all("idefix" in t.legal(seat) for seat in SEATS)
    t.play(1, "idefix")
    with pytest.raises(IllegalAction):
        t.play(1, "bid 7")


@pytest.mark.rule("cartes 5.2")
@pytest.mark.parametrize("other", ["1 2", "1 1", "10 10"])
def test_idefix_never_wins_the_card_on_offer(other: str):
    t = table(3, "5 9 4")
    t.bids(f"idefix {other}")
    assert t.captures(1) == ""
    assert t.asked == [1]
    assert t.phase == Phase.PEEK


@pytest.mark.rule("cartes 5.2", "cartes 5.11")
def test_the_owner_looks_at_the_next_card():
    t = peeking("9")
    mine = t.view(1)
    assert [(e.a, e.b) for e in mine.told(Kind.SEES)] == [(0, 8)]
    assert [e.a for e in t.view(3).told(Kind.PEEKS)] == [0]
    assert not t.view(3).told(Kind.SEES)
    assert t.legal(1) == ["keep", "give 2", "give 3"]
    assert t.legal(2) == t.legal(3) == []


@pytest.mark.rule("cartes 5.3")
def test_keeping_a_roman_costs_idefix():
    t = peeking("9")
    t.play(1, "keep")
    assert [t.captures(seat) for seat in SEATS] == ["9", "5", ""]
    assert [t.lost(seat) for seat in SEATS] == ["idefix", "7", ""]
    assert [e.a for e in t.told(Kind.IDEFIX_DISCARDED)] == [0]
    assert t.asked == [1, 2, 3]
    assert t.on_offer == "4"
    assert "idefix" not in t.legal(1)


@pytest.mark.rule("cartes 5.3")
@pytest.mark.parametrize("taker", [2, 3])
def test_giving_a_roman_away_brings_idefix_back(taker: int):
    t = peeking("9")
    t.play(1, f"give {taker}")
    assert [t.captures(seat) for seat in SEATS] == [
        "",
        "5 9" if taker == 2 else "5",
        "9" if taker == 3 else "",
    ]
    assert [t.lost(seat) for seat in SEATS] == ["", "7", ""]
    assert t.on_offer == "4"
    assert "idefix" in t.legal(1)


@pytest.mark.rule("cartes 5.4")
@pytest.mark.parametrize("pirate", PIRATES)
def test_keeping_a_pirate_brings_idefix_back(pirate: str):
    t = peeking(pirate)
    t.play(1, "keep")
    assert [t.captures(seat) for seat in SEATS] == [pirate, "5", ""]
    assert [t.lost(seat) for seat in SEATS] == ["", "7", ""]
    assert t.on_offer == "4"


@pytest.mark.rule("cartes 5.4")
@pytest.mark.parametrize("pirate", PIRATES)
def test_giving_a_pirate_away_costs_idefix(pirate: str):
    t = peeking(pirate)
    t.play(1, "give 3")
    assert [t.captures(seat) for seat in SEATS] == ["", "5", pirate]
    assert [t.lost(seat) for seat in SEATS] == ["idefix", "7", ""]
    assert [e.a for e in t.told(Kind.IDEFIX_DISCARDED)] == [0]


@pytest.mark.rule("cartes 5.3")
def test_a_card_cannot_be_given_to_oneself_or_to_nobody():
    t = peeking("9")
    for words in ("give 1", "give 4", "give 5", "bid 3", "idefix"):
        with pytest.raises(IllegalAction, match=r"Legal: keep, give 2, give 3\."):
            t.play(1, words)


@pytest.mark.rule("cartes 5.5")
@pytest.mark.parametrize(
    "bids", ["idefix 7 idefix 3 1", "idefix idefix idefix 7 1", "7 idefix idefix idefix idefix"]
)
def test_two_or_more_cancel_each_other(bids: str):
    t = table(5, "5 9")
    t.bids(bids)
    winner = bids.split().index("7") + 1
    assert t.captures(winner) == "5"
    assert [t.lost(seat) for seat in range(1, 6)] == ["7" if seat == winner else "" for seat in range(1, 6)]
    assert t.phase == Phase.BID
    assert t.on_offer == "9"
    assert not t.told(Kind.PEEKS)


@pytest.mark.rule("cartes 5.6")
def test_a_last_idefix_is_discarded_after_a_won_roman():  # C8
    t = table(3, "5 9 4", hands={1: "7 idefix"})
    t.bids("7 3 2")
    assert t.hand(1) == ""
    assert [e.a for e in t.told(Kind.IDEFIX_DISCARDED)] == [0]
    assert t.asked == [2, 3]
    assert t.legal(1) == []


@pytest.mark.rule("cartes 5.6")
def test_a_last_idefix_is_discarded_after_a_lost_gaul():  # C8
    t = table(3, "lowest 9 4", hands={2: "3 idefix", 3: "2 idefix"})
    t.bids("7 3 2")
    assert (t.hand(2), t.hand(3)) == ("", "")
    assert [e.a for e in t.told(Kind.IDEFIX_DISCARDED)] == [1, 2]
    assert t.over  # only seat 1 is left, and draws
    assert [(e.a, e.b) for e in t.told(Kind.DREW_LAST)] == [(0, 11)]


@pytest.mark.rule("cartes 5.6")
def test_idefix_stays_while_its_owners_gaul_comes_back():
    t = table(3, "5 9 4", hands={1: "7 idefix"})
    t.bids("7 8 2")
    assert t.hand(1) == "7 idefix"
    t.bids("7 7 2")
    assert t.hand(1) == "7 idefix"  # 1 bottle against 4


@pytest.mark.rule("cartes 5.6")
def test_idefix_stays_after_a_full_tie_of_the_last_gaul():
    t = table(2, "5 9 4", hands={1: "9 idefix", 2: "9 idefix"})
    t.bids("9 9")
    assert (t.hand(1), t.hand(2)) == ("9 idefix", "9 idefix")
    assert t.asked == [1, 2]


@pytest.mark.rule("cartes 5.6")
def test_a_last_idefix_is_gone_before_another_one_looks():
    """As soon as: the winner's Idéfix does not wait until the card looked at has found its owner."""  # C8
    t = table(3, "5 9 4", hands={1: "7 idefix"})
    t.bids("7 3 idefix")
    assert t.phase == Phase.PEEK
    assert t.hand(1) == ""
    assert [(e.kind, e.a) for e in t.told(Kind.IDEFIX_DISCARDED)] == [(Kind.IDEFIX_DISCARDED, 0)]


@pytest.mark.rule("cartes 5.6")
def test_the_last_gaul_may_be_kept_and_idefix_played():
    """With one Gaul left Idéfix is not the last card: he may be played, and the Gaul stays."""
    t = table(3, "5 9 4", hands={1: "7 idefix"})
    assert t.legal(1) == ["bid 7", "idefix"]
    t.bids("idefix 3 2")
    t.play(1, "keep")
    assert t.hand(1) == "7"


@pytest.mark.rule("cartes 5.7")
@pytest.mark.parametrize("pirate", PIRATES)
def test_idefix_is_not_played_against_a_pirate(pirate: str):
    t = table(3, f"{pirate} 9")
    for seat in SEATS:
        assert t.legal(seat) == [f"bid {value}" for value in range(1, 11)]
    with pytest.raises(IllegalAction, match="may not idefix"):
        t.play(1, "idefix")


@pytest.mark.rule("cartes 5.8")
def test_the_roman_on_offer_is_awarded_first():  # C5
    t = peeking("9")
    assert t.captures(2) == "5"
    assert [t.lost(seat) for seat in (2, 3)] == ["7", ""]
    kinds = [Kind(event.kind) for event in t.told(Kind.CAPTURED) + t.told(Kind.PEEKS)]
    assert kinds == [Kind.CAPTURED, Kind.PEEKS]


@pytest.mark.rule("cartes 5.8", "cartes 3.9")
def test_a_lone_idefix_looks_also_after_a_full_tie_of_the_others():
    t = table(3, "5 9 4")
    t.bids("9 9 idefix")
    assert [t.captures(seat) for seat in SEATS] == ["", "", ""]
    assert t.asked == [3]
    t.play(3, "keep")
    assert t.captures(3) == "9"
    assert [t.hand(seat) for seat in SEATS] == [FULL, FULL, GAULS]


@pytest.mark.rule("cartes 5.8")
def test_the_winner_may_be_out_of_cards_before_idefix_looks():
    t = table(2, "5 9 4 3 2", hands={1: "8", 2: "6 7 idefix"})
    t.bids("8 idefix")
    assert t.asked == [2]  # seat 1 is out, but Idéfix comes before the end of the hand
    t.play(2, "keep")
    assert t.over
    assert t.captures(1) == "5"
    assert t.captures(2) == "3 4 9"  # the 9, then a card for the 6 and for the 7


@pytest.mark.rule("cartes 5.8", "cartes 6.2")
def test_a_returned_idefix_counts_when_the_hand_ends_after_it_looked():
    t = table(2, "5 9 4 3 2", hands={1: "8", 2: "6 7 idefix"})
    t.bids("8 idefix")
    t.play(2, "give 1")
    assert t.over
    assert t.captures(1) == "5 9"
    assert t.captures(2) == "2 3 4"


@pytest.mark.rule("cartes 5.9")
def test_with_the_deck_empty_idefix_returns_to_the_hand():  # C5
    t = table(3, only="5", hands_to_play=2, captures={1: "2"})
    t.bids("idefix 7 3")
    assert t.sheet == [[2, 5, 0]]
    assert not t.told(Kind.PEEKS)
    assert t.hand_number == 2
    t = table(3, only="5")
    t.bids("idefix 7 3")
    assert t.over
    assert t.hand(1) == FULL


@pytest.mark.rule("cartes 5.9")
def test_the_very_last_card_can_be_looked_at():
    t = table(3, only="5 9")
    t.bids("idefix 7 3")
    assert t.asked == [1]
    t.play(1, "give 3")
    assert t.over
    assert t.sheet == [[0, 5, 9]]


@pytest.mark.rule("cartes 5.10")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_play_idefix(players: int):  # C4
    t = table(players, "5 9 4")
    t.bids(" ".join(["idefix"] * players))
    assert [t.hand(seat) for seat in range(1, players + 1)] == [FULL] * players
    assert [t.captures(seat) for seat in range(1, players + 1)] == [""] * players
    assert [(e.a, e.b) for e in t.told(Kind.NOBODY_WINS)] == [(4, 0)]
    assert t.on_offer == "9"


@pytest.mark.rule("cartes 5.10")
def test_all_who_still_have_cards_play_idefix():  # C4
    t = table(4, only="5 9", hands={1: "", 2: "1 idefix", 3: "", 4: "2 idefix"})
    t.bids("idefix idefix")
    assert (t.hand(2), t.hand(4)) == ("1 idefix", "2 idefix")
    assert t.on_offer == "9"
    t.bids("idefix idefix")
    assert t.over
    assert t.sheet == [[0, 0, 0, 0]]


@pytest.mark.rule("cartes 5.11")
@pytest.mark.parametrize("seat", [0, 2, 3])
def test_the_others_do_not_learn_what_was_looked_at(seat: int):  # C6
    views = {peeking(card).view(seat).s.tobytes() for card in ("9", "15", "highest")}
    assert len(views) == 1


@pytest.mark.rule("cartes 5.11", "cartes 3.8")
@pytest.mark.parametrize(("words", "owner"), [("keep", 1), ("give 3", 3)])
@pytest.mark.parametrize("card", ["15", "any"])
def test_once_kept_or_given_everybody_sees_it(words: str, owner: int, card: str):  # C6
    t = peeking(card)
    t.play(1, words)
    for seat in (0, 1, 2, 3):
        assert t.view(seat).captures(owner) == card
    kind = Kind.KEPT if words == "keep" else Kind.GIVEN
    assert len(t.view(2).told(kind)) == 1


@pytest.mark.rule("cartes 5.12", "cartes 6.1")
@pytest.mark.parametrize("card", ["9", "lowest"])
def test_a_card_may_be_given_to_a_player_without_cards(card: str):  # C6
    t = table(3, f"5 {card} 4", hands={2: ""})
    t.bids("idefix 3")
    assert t.legal(1) == ["keep", "give 2", "give 3"]
    t.play(1, "give 2")
    assert t.captures(2) == card
    assert t.hand(2) == ""
    assert t.asked == [1, 3]
