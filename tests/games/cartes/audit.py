"""The books of `cartes`: every card in exactly one place, in every position of every game.

Written from the rule page, without a look at the rules' code: only the fields of a position are used.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from oppidum.games.cartes.state import (
    DECK,
    FULL_HAND,
    IDEFIX,
    MAX_HANDS,
    MAX_PLAYERS,
    NO_BID,
    NOBODY,
    PIRATES,
    RANKS,
    Phase,
)


def audit(s: Any) -> None:
    assert 2 <= s.players <= MAX_PLAYERS
    check_deck(s)
    check_captures(s)
    check_hands(s)
    check_asked(s)
    check_sheet(s)


def whole_deck(s: Any) -> Counter[int]:
    romans = Counter({rank: s.copies[rank] for rank in range(RANKS)})
    return romans + Counter(range(RANKS, RANKS + PIRATES))


def check_deck(s: Any) -> None:
    """2.3: 44 Romans and 6 pirates; shuffled, never changed."""
    assert Counter(s.deck.tolist()) == whole_deck(s)
    assert sum(whole_deck(s).values()) == DECK
    assert 0 <= s.offered < DECK


def turned_up(s: Any) -> Counter[int]:
    """The cards that have left the deck and are not on offer any more."""
    return Counter(s.deck.tolist()[: s.offered + (s.phase != Phase.BID)])


def check_captures(s: Any) -> None:
    """3.8, 5.11: what lies before the players was turned up in this hand, each card once."""
    held: Counter[int] = Counter()
    captured = s.captured.tolist()
    for seat in range(MAX_PLAYERS):
        for rank in range(RANKS):
            n = captured[seat][rank]
            assert 0 <= n <= s.copies[rank]
            assert n == 0 or seat < s.players, "an empty chair holds a Roman"
            held[rank] += n
    for pirate in range(PIRATES):
        assert NOBODY <= s.holder[pirate] < s.players
        held[RANKS + pirate] += s.holder[pirate] != NOBODY
    too_many = held - turned_up(s)
    assert not too_many, f"captured without having been turned up: {too_many}"


def check_hands(s: Any) -> None:
    """2.1, 5.6: at most eleven cards; a card that lies on the table is not in the hand as well."""
    for seat in range(MAX_PLAYERS):
        hand, bid = s.gauls[seat], s.bids[seat]
        assert hand & ~FULL_HAND == 0
        assert bid == NO_BID or 0 <= bid <= IDEFIX
        if bid != NO_BID:
            assert (hand >> bid) & 1 == 0, f"seat {seat + 1} holds card {bid} twice"
            assert seat < s.players
        elif s.phase == Phase.BID:
            assert hand != 1 << IDEFIX, f"seat {seat + 1} keeps a last lone Idéfix"
        if seat >= s.players:
            assert hand == 0


def check_asked(s: Any) -> None:
    """3.1, 3.2, 5.7, 6.1: who has cards and has not chosen is asked, and nobody else."""
    seats = range(s.players)
    if s.phase == Phase.BID:
        assert s.owing == sum(1 << seat for seat in seats if s.gauls[seat] and s.bids[seat] == NO_BID)
        playing = [seat for seat in seats if s.gauls[seat] or s.bids[seat] != NO_BID]
        assert len(playing) >= 2, "6.2 the last player draws, and bids no more"
        if s.deck[s.offered] >= RANKS:
            assert IDEFIX not in s.bids
    elif s.phase == Phase.PEEK:
        assert s.bids[s.peeker] == IDEFIX
        assert [bid for bid in s.bids if bid != NO_BID] == [IDEFIX]
        assert s.offered + 1 < DECK
    elif s.phase == Phase.ESCAPES:
        assert s.owing
        for seat in seats:
            if (s.owing >> seat) & 1:
                assert seat in s.holder, "asked about pirates without having one"


def check_sheet(s: Any) -> None:
    """7.4: hands are played one after the other."""
    assert 1 <= s.hands_to_play <= MAX_HANDS
    assert (s.hand_number == s.hands_to_play) == (s.phase == Phase.OVER)
    assert 0 <= s.hand_number <= s.hands_to_play
    for hand, row in enumerate(s.sheet.tolist()):
        for seat, points in enumerate(row):
            if hand >= s.hand_number or seat >= s.players:
                assert points == 0
            else:
                assert 0 <= points <= 44 * 30 + RANKS * 127
