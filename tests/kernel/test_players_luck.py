"""The players' luck: sfc32 against a plain reference, and generators that do not run in step."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from oppidum.kernel.players_luck import luck_from, roll, roll_key, roll_word, split

WORDS = st.integers(0, 2**32 - 1)


def sfc32(a: int, b: int, c: int, counter: int, n: int) -> list[int]:
    """Chris Doty-Humphrey's generator (PractRand), as it is published, in numbers modulo 2^32."""
    m = 2**32
    found: list[int] = []
    for _ in range(n):
        word = (a + b + counter) % m
        counter = (counter + 1) % m
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % m
        c = (((c << 21) | (c >> 11)) % m + word) % m
        found.append(word)
    return found


@settings(max_examples=50, deadline=None)
@given(a=WORDS, b=WORDS, c=WORDS, counter=WORDS)
def test_words_are_those_of_sfc32(a: int, b: int, c: int, counter: int):
    luck = np.array([a, b, c, counter], np.int64)
    assert [int(roll_word(luck)) for _ in range(40)] == sfc32(a, b, c, counter, 40)


def test_the_same_seed_is_the_same_luck_and_another_is_not():
    def rolls(*seed: object) -> list[int]:
        luck = luck_from(*seed)
        return [int(roll_word(luck)) for _ in range(8)]

    assert rolls("bot", 1, 2) == rolls("bot", 1, 2)
    seeds = [("bot", 1, 2), ("bot", 12), ("bot", "1", 2), ("bot", 1), ("bot", 2, 1), ()]
    assert len({tuple(rolls(*seed)) for seed in seeds}) == len(seeds)


@pytest.mark.parametrize("n", [2, 3, 7, 37])
def test_rolls_look_fair(n: int):
    luck = luck_from("fair rolls", n)
    found = np.bincount([int(roll(luck, n)) for _ in range(400 * n)], minlength=n)
    assert len(found) == n
    assert chisquare(found).pvalue > 0.001


def test_parts_of_a_job_are_the_same_in_any_order_and_differ_from_each_other():
    whole = luck_from("job")
    before = whole.copy()

    def part(number: int) -> list[int]:
        own = np.empty(4, np.int64)
        split(whole, number, own)
        return [int(roll_word(own)) for _ in range(6)]

    numbers = [0, 1, 2, 3, 2**32 - 1, 2**32, 2**32 + 1, 2**33]
    forwards = [part(number) for number in numbers]
    backwards = [part(number) for number in reversed(numbers)]
    assert forwards == backwards[::-1]
    assert len({tuple(words) for words in forwards}) == len(numbers)
    assert np.array_equal(whole, before)


def test_first_rolls_of_neighbouring_parts_are_not_alike():
    """Games of a series start with the first roll of neighbouring parts: these must look random too."""
    whole, own = luck_from("series"), np.empty(4, np.int64)
    found = np.zeros(16, np.int64)
    for number in range(4000):
        split(whole, number, own)
        found[int(roll(own, 16))] += 1
    assert chisquare(found).pvalue > 0.001


def test_a_stream_key_holds_the_words_that_were_rolled():
    luck, again = luck_from("key"), luck_from("key")
    key = np.zeros(8, np.int32)
    roll_key(luck, key)
    assert key.view(np.uint32).tolist() == [int(roll_word(again)) for _ in range(8)]
