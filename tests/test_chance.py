"""Shuffles and rolls as `verify` checks them: the bounded part of `bench/chance.py`, always the same."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

import chance


def test_shuffles_and_rolls_are_fair(long: bool) -> None:
    assert chance.verified("tests", 10) == 10
    found = list(chance.run(1_000_000 if long else 60_000, "tests"))
    assert len(found) == 8
    for verdict in found:
        assert verdict.counted > 1000, verdict
        assert verdict.p > chance.SUSPICIOUS, verdict


def test_a_bent_shuffle_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that draws its secret again, now and then, until it likes the first card."""
    deck = chance.games.load("cartes")
    honest = chance.key_of

    def bent(seed: str, number: int) -> bytes:
        key = honest(seed, number)
        if number % 20 == 0:
            while deck.deal(chance.PLAYERS, key).deck[0] > 3:
                number += 1_000_000
                key = honest(seed, number)
        return key

    monkeypatch.setattr(chance, "key_of", bent)
    found = {verdict.what: verdict.p for verdict in chance.decks(40_000, "tests")}
    assert min(found.values()) < chance.SUSPICIOUS
