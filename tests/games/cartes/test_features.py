"""What the evaluation looks at, against the rules: cards won and freed, Gauls that win and lose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oppidum import games
from oppidum.games.cartes.features import FEATURES, features, spectator_unseen
from oppidum.games.cartes.looks import GAULS, LOOKS, STRONGEST, WEAKEST, look_from, weaker_gauls
from oppidum.games.cartes.rules import freed_by, highest_gaul, worth_of
from oppidum.games.cartes.state import KINDS, NO_BID, NOBODY, PIRATES, RANKS, VALUES, Frees
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll

GAME = games.load("cartes")


def positions(players: int) -> list[Any]:
    """Between two bids of two games with decisions of any kind."""
    found: list[Any] = []
    for number in range(2):
        s = GAME.deal(players, seed_key(("features", players, number)), {"hands": "1"})
        luck = luck_from(number)
        while seats := GAME.waiting(s):
            if s.phase == 0 and all(bid == NO_BID for bid in s.bids):
                found.append(s.copy())
            legal = GAME.legal(s, seats[0])
            GAME.act(s, seats[0], legal[int(roll(luck, len(legal)))])
    return found


def looks_of(s: Any) -> np.ndarray:
    looks = np.zeros((s.players, LOOKS))
    for seat in range(s.players):
        look_from(s, seat, looks[seat])
    return looks


def rows_of(s: Any) -> np.ndarray:
    unseen = np.zeros(KINDS, np.int64)
    left = spectator_unseen(s, unseen)
    rows = np.zeros((s.players, FEATURES))
    for seat in range(s.players):
        features(s, seat, unseen, left, looks_of(s), rows[seat])
    return rows


@pytest.mark.parametrize("players", [2, 4])
def test_cards_bring_what_the_scoring_says(players: int) -> None:
    for s in positions(players):
        looks = looks_of(s)
        for seat in range(players):
            captured = s.captured[seat].copy()
            for rank in range(RANKS):
                if captured[rank] < 4:
                    captured[rank] += 1
                    assert looks[seat, rank] == worth_of(s, captured) - worth_of(s, s.captured[seat])
                    captured[rank] -= 1
            for pirate in range(PIRATES):
                freed = freed_by(s, captured, pirate)
                if freed != NOBODY and s.frees[pirate] != Frees.ANY:
                    captured[freed] -= 1
                    assert looks[seat, RANKS + pirate] == worth_of(s, s.captured[seat]) - worth_of(
                        s, captured
                    )
                    captured[freed] += 1


def duel(s: Any, seat: int, value: int, other: int, against: int) -> int:
    s = s.copy()
    s.bids[:] = NO_BID
    s.bids[seat], s.bids[other] = value, against
    return int(highest_gaul(s))


@pytest.mark.parametrize("players", [2, 4])
def test_gauls_win_as_the_rules_say(players: int) -> None:
    for s in positions(players)[::5]:
        looks = looks_of(s)
        for seat in range(players):
            held = [value for value in range(VALUES) if s.gauls[seat] >> value & 1]
            assert (looks[seat, STRONGEST] >= 0) == bool(int(s.gauls[seat]) & GAULS)
            for other in set(range(players)) - {seat}:
                theirs = [value for value in range(VALUES) if s.gauls[other] >> value & 1]
                for value in held:
                    won = sum(duel(s, seat, value, other, against) == seat for against in theirs)
                    assert won == weaker_gauls(s, other, seat, value)
                if held and theirs:
                    best = duel(s, seat, held[-1], other, theirs[-1])
                    assert (best == seat) == (looks[seat, STRONGEST] > looks[other, STRONGEST])
                    least = duel(s, seat, held[0], other, theirs[0])
                    assert (least == seat) == (looks[seat, WEAKEST] > looks[other, WEAKEST])


def exchanged(s: Any) -> Any:
    """The same table for two with everything of either seat in the hands of the other."""
    s = s.copy()
    for name in ("gauls", "captured", "character"):
        s[name][:2] = s[name][1::-1].copy()
    s.holder[:] = [1 - seat if seat in (0, 1) else seat for seat in s.holder]
    return s


def test_it_does_not_matter_in_which_seat_somebody_sits() -> None:
    for s in positions(2):
        assert (rows_of(s)[::-1] == rows_of(exchanged(s))).all()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_features_are_no_large_numbers(players: int) -> None:
    seen = np.concatenate([rows_of(s) for s in positions(players)])
    assert np.isfinite(seen).all()
    assert np.abs(seen).max() <= 44  # Romans to come of which as many are held
    assert (seen[:, 0] == 1).all()
