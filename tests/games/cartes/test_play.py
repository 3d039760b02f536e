"""3 play: bids for Romans."""

from __future__ import annotations

import pytest

from oppidum.games.cartes.state import Kind, Phase
from oppidum.kernel.errors import BadNotation, IllegalAction

from .arranged import GAME, HAND, bits, table

FULL = " ".join(HAND)


@pytest.mark.rule("cartes 3.1")
def test_the_top_card_is_on_offer_and_everybody_chooses_one():
    t = table(3, "5 9")
    assert t.on_offer == "5"
    assert t.asked == [1, 2, 3]
    assert t.legal(2) == [f"bid {value}" for value in range(1, 11)] + ["idefix"]


@pytest.mark.rule("cartes 3.1")
def test_only_cards_in_hand_can_be_chosen():
    t = table(2, "5", hands={1: "2 7 idefix"})
    assert t.legal(1) == ["bid 2", "bid 7", "idefix"]
    before = t.s.tobytes()
    with pytest.raises(IllegalAction, match=r"Seat 1 may not bid 3 now. Legal: bid 2, bid 7, idefix\."):
        t.play(1, "bid 3")
    with pytest.raises(IllegalAction, match="may not keep"):
        t.play(1, "keep")
    assert t.s.tobytes() == before


@pytest.mark.rule("cartes 3.1")
def test_one_card_each():
    t = table(3, "5")
    t.play(2, "bid 4")
    with pytest.raises(IllegalAction, match=r"Seat 2 has nothing to decide now\."):
        t.play(2, "bid 5")


@pytest.mark.rule("cartes 3.2")
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_bid_is_secret_until_all_have_chosen(seat: int):
    views = set()
    for choice in ("bid 1", "bid 10", "idefix"):
        t = table(3, "5 9")
        t.play(2, choice)
        assert t.phase == Phase.BID
        assert not t.told(Kind.REVEALED)
        views.add(t.view(seat).s.tobytes())
        if seat:
            assert t.legal(seat) == [f"bid {value}" for value in range(1, 11)] + ["idefix"]
    assert len(views) == 1


@pytest.mark.rule("cartes 3.2")
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_all_are_revealed_together_whoever_chose_first(order: tuple[int, ...]):
    t = table(3, "5 9")
    bids = {1: "bid 4", 2: "bid 6", 3: "bid 2"}
    for seat in order:
        assert not t.told(Kind.REVEALED)
        t.play(seat, bids[seat])
    assert [(e.a, e.b) for e in t.told(Kind.REVEALED)] == [(0, 3), (1, 5), (2, 1)]
    assert (t.captures(1), t.captures(2), t.captures(3)) == ("", "5", "")
    assert t.on_offer == "9"


@pytest.mark.rule("cartes 3.3")
@pytest.mark.parametrize(
    ("bids", "winner"), [("1 2 3 4 5", 5), ("10 9 8 7 6", 1), ("3 3 7 2 6", 3), ("1 1 1 1 2", 5)]
)
def test_the_highest_value_captures(bids: str, winner: int):
    t = table(5, "12")
    t.bids(bids)
    assert [t.captures(seat) for seat in range(1, 6)] == [
        "12" if seat == winner else "" for seat in range(1, 6)
    ]


@pytest.mark.rule("cartes 3.3", "cartes 3.5")
def test_bottles_never_lift_a_lower_value():
    t = table(2, "5")  # Asterix has 4 bottles on his 2, Obelix 3 on his 3
    t.bids("2 3")
    assert t.captures(2) == "5"


@pytest.mark.rule("cartes 3.4", "cartes 3.6")
def test_a_roman_costs_only_the_winner_a_card():
    t = table(4, "5 9")
    t.bids("4 8 3 1")
    assert [t.lost(seat) for seat in (1, 2, 3, 4)] == ["", "8", "", ""]
    assert "bid 8" not in t.legal(2)
    assert t.legal(1) == [f"bid {value}" for value in range(1, 11)] + ["idefix"]


@pytest.mark.rule("cartes 3.5")
@pytest.mark.parametrize(
    ("bids", "winner"),
    [
        ("1 1", 2),  # 2 bottles against 4
        ("2 2", 1),  # 4 against 3
        ("7 7 7", 2),  # 1, 4, 3
        ("10 10 10", 1),  # 4, 2, 1
        ("8 8 8", 1),  # 3, 2, 2: the tie is below the winner
        ("9 9 9", 3),  # 2, 2, 3: the tie came first, and is beaten
        ("9 9 9 9 9", 5),  # 2, 2, 3, 1, 4
        ("8 8 8 8 8", 4),  # 3, 2, 2, 4, 1
        ("4 9 9 2 1", 3),  # 2 against 3, among lower values
    ],
)
def test_bottles_decide_between_equal_values(bids: str, winner: int):
    players = len(bids.split())
    t = table(players, "5")
    t.bids(bids)
    assert t.captures(winner) == "5"
    assert t.lost(winner) == bids.split()[winner - 1]
    assert not any(t.captures(seat) or t.lost(seat) for seat in range(1, players + 1) if seat != winner)


@pytest.mark.rule("cartes 3.7")
def test_card_after_card_until_the_deck_is_used_up():
    t = table(2, only="5 9 2")
    for on_offer, bids in (("5", "1 2"), ("9", "3 1"), ("2", "1 10")):
        assert t.on_offer == on_offer
        assert not t.over
        t.bids(bids)
    assert t.over
    assert (t.captures(1), t.captures(2)) == ("9", "2 5")
    assert t.sheet == [[9, 7]]


@pytest.mark.rule("cartes 3.7")
def test_card_after_card_until_nobody_has_cards():
    t = table(2, "5 9 2 1 1", hands={1: "6 7", 2: "8"})
    t.bids("7 8")  # seat 2 has played its last card: seat 1 draws two, and nobody has cards
    assert t.over
    assert (t.hand(1), t.hand(2)) == ("", "")


@pytest.mark.rule("cartes 3.8")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_everybody_sees_all_captures(seat: int):
    t = table(3, "5 9 highest 4")
    t.bids("4 6 2")
    t.bids("1 2 7")
    t.bids("8 1 2")
    seen = t.view(seat)
    assert [seen.captures(s) for s in (1, 2, 3)] == ["highest", "5", "9"]


@pytest.mark.rule("cartes 3.9")
def test_after_a_full_tie_nobody_wins_and_the_card_leaves_play():  # C1
    t = table(2, "5 7")
    t.bids("9 9")
    assert [t.captures(seat) for seat in (1, 2)] == ["", ""]
    assert [t.hand(seat) for seat in (1, 2)] == [FULL, FULL]
    assert [(e.a, e.b) for e in t.told(Kind.NOBODY_WINS)] == [(4, 1)]
    assert t.on_offer == "7"


@pytest.mark.rule("cartes 3.9")
@pytest.mark.parametrize(
    "bids",
    [
        "9 9 8",  # a lower value gets nothing
        "10 2 3 10",  # Asterix and Cacofonix, with others between
        "9 9 1 9",  # the third 9 has fewer bottles: it does not win either
        "4 8 8",  # Obelix and Vitalstatistix
        "1 1 5 2 5",  # Vitalstatistix and Getafix, above another pair of equal values
    ],
)
def test_a_full_tie_at_the_top_leaves_the_others_nothing(bids: str):  # C1
    players = len(bids.split())
    t = table(players, "5 7")
    t.bids(bids)
    assert [t.captures(seat) for seat in range(1, players + 1)] == [""] * players
    assert [t.lost(seat) for seat in range(1, players + 1)] == [""] * players
    assert t.on_offer == "7"


@pytest.mark.rule("cartes 3.9")
@pytest.mark.parametrize(
    ("bids", "winner"), [("6 6 6", 0), ("6 6 6 6 6", 0), ("6 7 6 6", 2), ("3 3 3 3 4", 5)]
)
def test_three_and_more_in_a_full_tie(bids: str, winner: int):
    """An edition where every Gaul has one bottle: more than two can tie."""
    players = len(bids.split())
    t = table(players, "5 7")
    t.s.bottles[:] = 0
    t.bids(bids)
    assert [t.captures(seat) for seat in range(1, players + 1)] == [
        "5" * (seat == winner) for seat in range(1, players + 1)
    ]


@pytest.mark.rule("cartes 3.9")
def test_a_card_that_left_play_does_not_come_back_in_this_hand():
    t = table(2, only="5 7")
    t.bids("9 9")
    t.bids("9 9")
    assert t.over
    assert t.sheet == [[0, 0]]
    assert t.winners == [1, 2]


@pytest.mark.rule("cartes 3.1")
@pytest.mark.parametrize(
    ("text", "action"),
    [("bid 7", 6), ("7", 6), ("  BID   10 ", 9), ("Idefix", 10), ("keep", 11), ("give 2", 13)],
)
def test_what_may_be_typed(text: str, action: int):
    assert GAME.notation.read(table(2).s, 0, text) == action


@pytest.mark.rule("cartes 3.1")
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "11",
        "bid",
        "bid 0",
        "bid 11",
        "²",
        "٣",
        "1.0",
        "-1",
        "give",
        "free",
        "x" * 999,
        "9" * 5000,
    ],
)
def test_what_is_no_action_is_refused_in_a_sentence(text: str):
    with pytest.raises(BadNotation, match="is no action of this game"):
        GAME.notation.read(table(2).s, 0, text)


def test_every_action_reads_back():
    s = table(2).s
    words = [GAME.notation.write(s, 0, action) for action in range(GAME.actions)]
    assert len(set(words)) == GAME.actions
    assert [GAME.notation.read(s, 0, text) for text in words] == list(range(GAME.actions))
    assert bits(FULL) == 2047
