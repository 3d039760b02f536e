"""Who meets whom, on which cards, in which seats."""

from __future__ import annotations

from collections import Counter

import pytest

from oppidum.arena.figures import per_deal, shares_of
from oppidum.arena.pairings import Contest, Played


def contest(bots: int, players: int, games: int = 60) -> Contest:
    return Contest("cartes", tuple("abcdef"[:bots]), players, games, "seed")


def seatings(c: Contest, meeting: int, deal: int) -> list[tuple[int, ...]]:
    block = c.block(meeting)
    return [c.seating(meeting, deal * block + place) for place in range(block)]


def test_all_pairs_meet_at_tables_for_two():
    assert contest(4, 2).meetings == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_all_sets_of_three_meet_at_tables_for_three():
    assert contest(4, 3).meetings == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_fewer_bots_than_seats_make_one_meeting():
    assert contest(2, 5).meetings == [(0, 1)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [2, 3, 4, 5])
def test_on_each_deal_every_bot_plays_every_seat_equally_often(bots: int, players: int):
    c = contest(bots, players)
    for meeting, who in enumerate(c.meetings):
        for deal in range(3):
            for seat in range(players):
                often = Counter(seats[seat] for seats in seatings(c, meeting, deal))
                assert set(often) == set(who)
                assert len(set(often.values())) == 1


def test_two_games_of_a_pair_are_the_same_cards_with_the_seats_swapped():
    c = contest(2, 2)
    for deal in range(10):
        first, second = seatings(c, 0, deal)
        assert first == second[::-1]
        assert c.deal_of(0, 2 * deal) == c.deal_of(0, 2 * deal + 1) == deal


def test_all_meetings_play_the_same_deals_and_another_seed_others():
    c = contest(3, 2)
    other = Contest("cartes", ("a", "b", "c"), 2, 60, "another")
    assert len({c.key(deal) for deal in range(50)}) == 50
    assert c.key(3) != other.key(3)


def test_where_a_guest_sits_no_two_games_have_the_same_cards():
    """It may remember them; the others go on sharing theirs."""
    c = Contest("cartes", ("a", "b", "somebody:Else"), 2, 20, "seed")
    deals = {m: [c.deal_of(m, number) for number in range(20)] for m in range(3)}
    assert deals[0] == [number // 2 for number in range(20)]
    own = [c.key(deal) for meeting in (1, 2) for deal in deals[meeting]]
    assert len({*own, *(c.key(deal) for deal in deals[0])}) == 40 + 10
    assert c.seating(1, 0) == c.seating(1, 1)[::-1]


def test_games_with_cards_of_their_own_are_counted_one_by_one():
    """Twenty games of a guest are twenty deals, of two named bots ten."""
    c = Contest("cartes", ("a", "b", "somebody:Else"), 2, 20, "seed")
    for meeting, deals in ((0, 10), (1, 20), (2, 20)):
        games = [Played(meeting, n, c.seating(meeting, n), (1, 0), (0,)) for n in range(20)]
        first = c.meetings[meeting][0]
        assert [len(found) for found in per_deal(c, games, shares_of(first)).values()] == [
            20 // deals
        ] * deals


def test_the_order_of_seats_changes_from_deal_to_deal():
    c = contest(4, 4)
    assert len({frozenset(seatings(c, 0, deal)) for deal in range(30)}) == 6  # the orders round a table


def test_victories_are_shared_and_ranks_follow_points():
    played = Played(0, 0, (0, 1, 2, 3), (10, 30, 30, 20), (1, 2))
    assert [played.share(seat) for seat in range(4)] == [0, 0.5, 0.5, 0]
    assert played.beats(1, 2) == 0.5
    assert played.beats(1, 3) == 1
    assert played.beats(0, 3) == 0


def test_a_winner_beats_whoever_has_more_points():
    played = Played(0, 0, (0, 1), (40, 50), (0,))
    assert played.beats(0, 1) == 1
