"""1 aim and contents, 2 preparation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from oppidum.games.cartes import notation
from oppidum.games.cartes.state import RANKS
from oppidum.kernel.errors import BadOption
from oppidum.kernel.fair import seed_key

from .arranged import CARDS, GAME, HAND, ROMANS, WHOLE_DECK, Table, settle, table

SEATS = range(1, 6)
EDITION = GAME.default_edition().data
BOTTLES = {gaul["id"]: gaul["bottles"] for gaul in EDITION["gaul"]}


def whole_deck(t: Table) -> Counter[str]:
    return Counter(CARDS[card] for card in t.s.deck)


@pytest.mark.rule("cartes 1.1")
def test_high_ranks_pay_more_and_pirates_cost_a_prisoner():
    assert settle({1: "10", 2: "9"}).sheet == [[10, 9]]
    assert settle({1: "10 9 highest", 2: "9"}).sheet == [[9, 9]]


@pytest.mark.rule("cartes 1.2")
def test_five_characters_with_ten_values_and_an_idefix_each():
    assert list(BOTTLES) == ["asterix", "obelix", "abraracourcix", "assurancetourix", "panoramix"]
    t = table(5)
    assert [t.hand(seat) for seat in SEATS] == ["1 2 3 4 5 6 7 8 9 10 idefix"] * 5
    assert sum(len(t.hand(seat).split()) for seat in SEATS) == 55


@pytest.mark.rule("cartes 1.3")
def test_one_to_four_bottles_on_every_gaul():
    assert {n for row in BOTTLES.values() for n in row} == {1, 2, 3, 4}
    assert {len(row) for row in BOTTLES.values()} == {10}


@pytest.mark.rule("cartes 1.3")
def test_each_pair_of_characters_ties_on_exactly_one_value():  # C2
    ties = [
        {(a, b) for a, b in combinations(BOTTLES, 2) if BOTTLES[a][value] == BOTTLES[b][value]}
        for value in range(10)
    ]
    assert [len(pairs) for pairs in ties] == [1] * 10
    assert set.union(*ties) == set(combinations(BOTTLES, 2))


@pytest.mark.rule("cartes 1.3")
def test_all_characters_have_equally_many_bottles():  # C2
    totals = [sum(row) for row in BOTTLES.values()]
    assert max(totals) == min(totals)


@pytest.mark.rule("cartes 1.3", "cartes 3.9")
@pytest.mark.parametrize("value", range(1, 11))
def test_bids_of_the_same_value_tie_exactly_for_that_pair(value: int):  # C2
    for a, b in combinations(SEATS, 2):
        hands = dict.fromkeys(SEATS, "") | {a: f"{value}", b: f"{value}"}
        rows = list(BOTTLES.values())
        t = table(5, only="5", hands=hands, bottles=rows)
        t.bids(f"{value} {value}")
        mine, theirs = rows[a - 1][value - 1], rows[b - 1][value - 1]
        assert t.captures(a) == ("5" if mine > theirs else "")
        assert t.captures(b) == ("5" if theirs > mine else "")


@pytest.mark.rule("cartes 1.4")
def test_the_roman_deck():
    assert sum(WHOLE_DECK.values()) == 50
    assert whole_deck(table(2)) == WHOLE_DECK
    named = {roman["id"]: (roman["value"], roman["copies"]) for roman in EDITION["roman"]}
    assert len(named) == RANKS
    assert sum(copies for _, copies in named.values()) == 44
    assert named["cook"] == (1, 4)
    assert named["horn-blower"] == (2, 4)
    assert named["decurion"] == (8, 4)
    assert named["centurion"] == (10, 4)
    assert [named[who] for who in ("general", "prefect", "caius-bonus", "caesar")] == [
        (12, 1), (13, 1), (14, 1), (15, 1),
    ]  # fmt: skip
    assert {value for value, copies in named.values() if copies == 4} == set(range(1, 11))


@pytest.mark.rule("cartes 1.5")
def test_every_hand_is_written_on_the_sheet():
    t = settle({1: "10", 2: "4 4"}, hands_to_play=2)
    assert t.sheet == [[10, 28]]
    assert t.standing.points == (10, 28)
    assert t.hand_number == 2


@pytest.mark.rule("cartes 2.1", "cartes 2.2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_with_eleven_cards_and_the_deck_is_complete(players: int):
    t = table(players)
    assert t.asked == list(range(1, players + 1))
    for seat in SEATS:
        assert t.hand(seat) == (" ".join(HAND) if seat <= players else "")
    for seed in range(10):
        assert whole_deck(Table(GAME.deal(players, seed_key(seed)))) == WHOLE_DECK


@pytest.mark.rule("cartes 2.2")
@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_two_to_five_play(players: int):
    with pytest.raises(BadOption, match="cartes is for 2 to 5 players"):
        GAME.deal(players, seed_key(0))


@pytest.mark.rule("cartes 2.3")
def test_pirates_are_shuffled_among_the_romans():
    """Every card comes to every part of the deck: over 400 deals, its mean place is near the middle."""
    places: dict[str, list[int]] = {name: [] for name in CARDS}
    orders = set()
    for seed in range(400):
        s = GAME.deal(2, seed_key(("shuffle", seed)))
        orders.add(tuple(s.deck))
        for place, card in enumerate(s.deck):
            places[CARDS[card]].append(place)
    assert len(orders) == 400
    for name, found in places.items():
        spread = 14.43 / len(found) ** 0.5  # standard deviation of the mean of uniform places 0 to 49
        assert abs(sum(found) / len(found) - 24.5) < 5 * spread, name


@pytest.mark.rule("cartes 2.4")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])  # 0: a spectator
def test_nobody_knows_what_comes_next(seat: int):
    one, other = table(3, "5 7 highest 9"), table(3, "5 15 4 lowest 10")
    other.s.stream_at, other.s.stream_key[0] = 99, 12345
    assert one.view(seat).s.tobytes() == other.view(seat).s.tobytes()
    assert one.view(seat).on_offer == "5"


@pytest.mark.rule("cartes 2.5")
def test_characters_go_by_seat():
    assert list(table(4).s.character[:4]) == [0, 1, 2, 3]


@pytest.mark.rule("cartes 2.5")
def test_or_by_a_fair_draw_for_the_whole_game():
    drawn = [Table(GAME.deal(3, seed_key(seed), {"characters": "drawn", "hands": 2})) for seed in range(300)]
    for t in drawn:
        assert sorted(t.s.character) == [0, 1, 2, 3, 4]
    for seat in range(3):
        counts = Counter(t.s.character[seat] for t in drawn)
        assert all(30 <= counts[character] <= 90 for character in range(5)), counts  # 60 expected
    chance = GAME.notation.chance(drawn[0].s)
    characters = [f"character {seat + 1} {drawn[0].s.character[seat] + 1}" for seat in range(3)]
    assert chance[:3] == characters
    assert len(chance) == 4


@pytest.mark.rule("cartes 2.5")
def test_a_drawn_character_brings_its_own_bottles_and_stays():
    """Seats 1 and 2 both bid 9: whoever has more bottles wins; they are the same in hand 2."""
    rows = list(BOTTLES.values())
    ties = 0
    for seed in range(40):
        hands = {1: "9", 2: "9"}
        t = table(2, only="5", hands=hands, characters="drawn", hands_to_play=2, seed=seed, bottles=rows)
        before = list(t.s.character)
        mine, theirs = (rows[t.s.character[seat]][8] for seat in (0, 1))
        t.bids("9 9")
        assert t.sheet == [[5 * (mine > theirs), 5 * (theirs > mine)]]
        assert list(t.s.character) == before
        ties += mine == theirs
    assert 0 < ties < 20  # one pair of ten ties on a 9


def test_the_names_of_this_table_are_those_of_the_notation():
    s = table(2).s
    assert [notation.write_card(s, card) for card in range(len(CARDS))] == CARDS
    assert len(ROMANS) == RANKS
