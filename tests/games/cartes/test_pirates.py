"""4 pirates: bids for cards that nobody wants."""

from __future__ import annotations

import pytest

from oppidum.games.cartes import notation

from .arranged import HAND, PIRATES, settle, table

FULL = " ".join(HAND)


@pytest.mark.rule("cartes 4.1", "cartes 7.1")
@pytest.mark.parametrize(
    ("pirate", "left"),
    [
        ("highest", 8 + 8 + 20 + 10 + 12 + 2),
        ("lowest", 8 + 8 + 20 + 10 + 12 + 15),
        ("pirate-8", 8 + 2 + 10 + 12 + 15),
        ("pirate-10", 8 + 8 + 20 + 2 + 12 + 15),
        ("pirate-12", 8 + 8 + 20 + 2 + 10 + 15),
    ],
)
def test_whom_each_pirate_frees(pirate: str, left: int):
    assert settle({1: f"2 8 8 10 12 15 {pirate}"}).sheet == [[left, 0]]


@pytest.mark.rule("cartes 4.1", "cartes 7.7")
@pytest.mark.parametrize(("free", "left"), [("2", 8), ("8", 2)])
def test_the_pirate_of_ones_choice(free: str, left: int):
    t = settle({1: "2 8 any"})
    assert t.legal(1) == ["free 2", "free 8"]
    t.play(1, f"free {free}")
    assert t.sheet == [[left, 0]]


@pytest.mark.rule("cartes 4.1")
def test_six_pirates_one_of_each():
    s = table(2).s
    assert (
        notation.pirates(s) == PIRATES == ["highest", "lowest", "any", "pirate-8", "pirate-10", "pirate-12"]
    )


@pytest.mark.rule("cartes 4.2")
def test_a_pirate_does_nothing_before_the_scoring():
    t = table(2, only="15 highest 3 4")
    t.bids("10 1")
    t.bids("9 1")  # seat 1 takes the pirate as well
    assert t.captures(1) == "15 highest"
    t.bids("8 2")
    assert t.captures(1) == "3 15 highest"
    t.bids("2 3")
    assert t.sheet == [[3, 4]]  # Caesar has escaped


@pytest.mark.rule("cartes 4.2")
def test_a_pirate_acts_on_its_holder_alone():
    assert settle({1: "3 highest", 2: "15"}).sheet == [[0, 15]]


@pytest.mark.rule("cartes 4.3")
@pytest.mark.parametrize("pirate", PIRATES)
def test_the_winner_takes_the_card_back_and_the_others_lose_theirs(pirate: str):
    t = table(4, f"{pirate} 9")
    t.bids("4 8 3 1")
    assert t.captures(2) == pirate
    assert [t.lost(seat) for seat in (1, 2, 3, 4)] == ["4", "", "3", "1"]
    assert t.on_offer == "9"
    assert "bid 8" in t.legal(2)


@pytest.mark.rule("cartes 4.3")
def test_a_last_card_lost_to_a_pirate_puts_its_owner_out():
    t = table(3, "any 9 4", hands={1: "7 8", 2: "6", 3: "1 2"})
    t.bids("8 6 1")
    assert t.asked == [1, 3]
    assert (t.hand(1), t.hand(2), t.hand(3)) == ("7 8", "", "2")


@pytest.mark.rule("cartes 4.3", "cartes 6.1")
def test_whoever_has_no_cards_loses_none_to_a_pirate():
    t = table(3, "any 9 4", hands={1: "7 8", 2: "", 3: "1 2"})
    t.bids("8 1")
    assert (t.hand(1), t.hand(2), t.hand(3)) == ("7 8", "", "2")


@pytest.mark.rule("cartes 4.4")
def test_the_highest_takes_it_also_when_it_hurts():
    t = table(3, only="highest", captures={1: "15"})
    t.bids("10 9 8")
    assert t.sheet == [[0, 0, 0]]


@pytest.mark.rule("cartes 4.4")
@pytest.mark.parametrize(("bids", "winner"), [("9 9 9", 3), ("8 8 8", 1), ("7 7 2", 2)])
def test_bottles_decide_over_pirates_too(bids: str, winner: int):
    t = table(3, "lowest 9")
    t.bids(bids)
    assert t.captures(winner) == "lowest"
    assert [t.lost(seat) for seat in (1, 2, 3)] == [
        "" if seat == winner else bids.split()[seat - 1] for seat in (1, 2, 3)
    ]


@pytest.mark.rule("cartes 4.5")
@pytest.mark.parametrize("bids", ["9 9 2", "1 8 8"])
def test_after_a_full_tie_the_pirate_leaves_play_and_nobody_loses_a_card(bids: str):  # C1
    t = table(3, "highest 7")
    t.bids(bids)
    assert [t.captures(seat) for seat in (1, 2, 3)] == ["", "", ""]
    assert [t.hand(seat) for seat in (1, 2, 3)] == [FULL] * 3
    assert t.on_offer == "7"
