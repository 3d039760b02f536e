"""7 scoring: values, sets, totals, winners. Escapes have a page of their own."""

from __future__ import annotations

import pytest

from oppidum.games.cartes.state import Kind
from oppidum.kernel.errors import BadOption, IllegalAction
from oppidum.kernel.fair import seed_key

from .arranged import GAME, Table, settle, table


@pytest.mark.rule("cartes 7.1")
@pytest.mark.parametrize("pirate", ["highest", "lowest", "any", "pirate-8", "pirate-10", "pirate-12"])
def test_without_such_a_roman_nothing_is_lost(pirate: str):
    assert settle({1: pirate}).sheet == [[0, 0]]
    if pirate.startswith("pirate-"):
        assert settle({1: f"9 13 15 {pirate}"}).sheet == [[37, 0]]


@pytest.mark.rule("cartes 7.1", "cartes 7.2", "cartes 7.3")
def test_escapes_come_before_values_and_sets():
    assert settle({1: "8 8 pirate-8"}).sheet == [[8, 0]]
    assert settle({1: "8 8 8 pirate-8"}).sheet == [[16 + 20, 0]]
    assert settle({1: "8 8 8 8 pirate-8"}).sheet == [[24 + 50, 0]]
    assert settle({1: "3 3 10 lowest"}).sheet == [[13, 0]]


@pytest.mark.rule("cartes 7.1")
def test_a_rank_frees_one_roman_of_it_only():  # C3
    t = settle({1: "10 10 10 pirate-10"})
    assert t.captures(1) == "10 10"
    assert [(e.a, e.b, e.c) for e in t.told(Kind.ESCAPED)] == [(0, 4, 9)]


@pytest.mark.rule("cartes 7.2")
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15])
def test_every_roman_scores_its_value(value: int):
    assert settle({1: str(value)}).sheet == [[value, 0]]


@pytest.mark.rule("cartes 7.2")
def test_different_ranks_just_add_up():
    assert settle({1: "1 2 3 4 5 6 7 8 9 10 12 13 14 15"}).sheet == [[109, 0]]


@pytest.mark.rule("cartes 7.3")
@pytest.mark.parametrize("value", range(1, 11))
def test_pairs_threes_and_fours(value: int):
    for n, bonus in ((1, 0), (2, 20), (3, 50), (4, 100)):
        assert settle({2: " ".join([str(value)] * n)}).sheet == [[0, n * value + bonus]]


@pytest.mark.rule("cartes 7.3")
def test_each_rank_has_a_set_of_its_own():
    t = settle({1: "1 1 5 5 5 9 9 9 9 15", 2: "1 1"})
    assert t.sheet == [[2 + 20 + 15 + 50 + 36 + 100 + 15, 2 + 20]]


@pytest.mark.rule("cartes 7.2", "cartes 7.3")
def test_everything_at_once_still_fits_on_the_sheet():
    whole = " ".join([f"{value} {value} {value} {value}" for value in range(1, 11)] + ["12 13 14"])
    t = table(2, only="15", hands={1: "10", 2: "9"}, captures={1: whole})
    t.bids("10 9")
    assert t.sheet == [[220 + 1000 + 12 + 13 + 14 + 15, 0]]


def play_out(t: Table) -> None:
    """Everybody always does the first thing that is legal."""
    while not t.over:
        t.play(t.asked[0], t.legal(t.asked[0])[0])


@pytest.mark.rule("cartes 7.4")
def test_four_hands_unless_the_table_says_otherwise():  # C10
    t = Table(GAME.deal(2, seed_key(1)))
    play_out(t)
    assert len(t.sheet) == 4


@pytest.mark.rule("cartes 7.4")
@pytest.mark.parametrize("hands", range(1, 9))
def test_one_to_eight_hands(hands: int):  # C10
    t = Table(GAME.deal(3, seed_key(hands), {"hands": hands}))
    play_out(t)
    assert len(t.sheet) == hands
    assert t.standing.points == tuple(sum(row[seat] for row in t.sheet) for seat in range(3))
    with pytest.raises(IllegalAction, match=r"Seat 1 has nothing to decide now\."):
        t.play(1, "bid 1")


@pytest.mark.rule("cartes 7.4")
@pytest.mark.parametrize("hands", ["0", "9", "-1", "four", ""])
def test_no_other_number_of_hands(hands: str):
    with pytest.raises(BadOption, match="option hands takes one of 1, 2, 3, 4, 5, 6, 7, 8; not"):
        GAME.deal(2, seed_key(0), {"hands": hands})


@pytest.mark.rule("cartes 7.5")
@pytest.mark.parametrize(
    ("captures", "winners"), [({1: "9", 2: "8"}, [1]), ({2: "9", 3: "4 4"}, [3]), ({2: "1"}, [2])]
)
def test_most_points_win(captures: dict[int, str], winners: list[int]):
    t = settle(captures, players=3)
    assert t.winners == winners
    assert [e.a + 1 for e in t.told(Kind.WON)] == winners


@pytest.mark.rule("cartes 7.5")
def test_the_total_decides_not_a_single_hand():
    t = settle({1: "10", 2: "9"}, hands_to_play=2)
    assert t.winners == []  # not over
    t.s.offered = 49  # the second hand, down to its last card
    t.s.deck[49] = 4
    t.bids("9 10")
    assert t.sheet == [[10, 9], [0, 5]]
    assert t.winners == [2]
    assert t.standing.points == (10, 14)


@pytest.mark.rule("cartes 7.6")
@pytest.mark.parametrize(
    ("captures", "winners"),
    [
        ({1: "9", 2: "9"}, [1, 2]),
        ({1: "9", 2: "8", 3: "4 5"}, [1, 3]),
        ({2: "12", 3: "5 7", 4: "3 9"}, [2, 3, 4]),
        ({}, [1, 2, 3, 4, 5]),
    ],
)
def test_equal_totals_share_the_victory(captures: dict[int, str], winners: list[int]):  # C10
    t = settle(captures, players=max(2, *winners, *captures))
    assert t.winners == winners
    for seat in winners:
        assert t.standing.share(seat - 1) == pytest.approx(1 / len(winners))
