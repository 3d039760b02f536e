"""Shuffles and rolls as `verify` checks them: the bounded part of `bench/chance.py`, always the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import kstest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

import chance


def test_shuffles_and_rolls_are_fair(long: bool) -> None:
    assert chance.verified("tests", 10) == 10
    found = list(chance.run(1_000_000 if long else 60_000, "tests"))
    assert len(found) == 12
    for verdict in found:
        assert verdict.counted > 1000, verdict
        assert verdict.p > chance.SUSPICIOUS, verdict


@pytest.mark.parametrize("some", [52, 30, 1])
def test_decks_that_are_fair_look_so_as_often_as_they_should(some: int) -> None:
    """In all their places, and in some."""
    luck = np.random.default_rng(7)
    copies = np.array([4] * 12 + [3, 1])
    deck = np.repeat(np.arange(len(copies)), copies)
    found: list[float] = []
    for _ in range(300):
        decks = luck.permuted(np.tile(deck, (400, 1)), axis=1)[:, :some]
        places = [np.bincount(decks[:, place], minlength=len(copies)) for place in range(some)]
        found.append(chance.lies(np.array(places).T, copies))
    uniform: Any = kstest(found, "uniform")
    assert uniform.pvalue > 0.01


@pytest.mark.parametrize("game", ["company", "piles"])
def test_a_shuffle_that_likes_a_place_is_noticed_in_every_game(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys that are used again and again: whatever lies where does so too often."""
    honest = chance.key_of
    monkeypatch.setattr(chance, "key_of", lambda seed, number: honest(seed, number % 300))
    found = {verdict.what: verdict.p for verdict in getattr(chance, game)(6000, "tests")}
    assert min(found.values()) < chance.SUSPICIOUS


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
