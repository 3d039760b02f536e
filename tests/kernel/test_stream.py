"""The chance stream: ChaCha8 as published, numbers without bias, shuffles without favourites."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections import Counter
from itertools import islice, permutations
from math import factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from oppidum.kernel import stream
from oppidum.kernel.fair import seed_key
from oppidum.kernel.position import blank, layout

from . import chacha

EMPTY = layout([], events=1)
ZERO_KEY = bytes(32)
FEW = settings(max_examples=20, deadline=None)

# RFC 8439, section 2.3.2: key 00…1f, counter 1, nonce 000000090000004a00000000; twenty rounds.
RFC_KEY = bytes(range(32))
RFC_TAIL = bytes.fromhex("01000000000000090000004a00000000")
RFC_BLOCK = bytes.fromhex(
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)
# draft-strombergson-chacha-test-vectors-01, TC1 (key and nonce of zeros), 256-bit key, 8 rounds: two blocks.
TC1_8_ROUNDS = bytes.fromhex(
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
    "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
)


def opened(key: bytes) -> Any:
    s = blank(EMPTY)
    stream.open_stream(s, stream.key_words(key))
    return s


def ours(key: bytes, n: int) -> list[int]:
    s = opened(key)
    return [int(stream.next_word(s)) for _ in range(n)]


# ---------------------------------------------------------------- the yardstick is right


def test_the_plain_chacha_gives_the_block_of_the_rfc():
    assert chacha.block(RFC_KEY, RFC_TAIL, 20) == RFC_BLOCK


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl program here")
@FEW
@given(key=st.binary(min_size=32, max_size=32), tail=st.binary(min_size=16, max_size=16))
def test_the_plain_chacha_agrees_with_openssl(key: bytes, tail: bytes):
    run = subprocess.run(
        ["openssl", "enc", "-chacha20", "-K", key.hex(), "-iv", tail.hex()],
        input=bytes(64),
        capture_output=True,
        check=True,
    )
    assert run.stdout == chacha.block(key, tail, 20)


def test_the_plain_chacha_gives_the_published_stream_of_eight_rounds():
    plain = struct.pack("<32I", *islice(chacha.words(ZERO_KEY), 32))
    assert plain == TC1_8_ROUNDS


# ---------------------------------------------------------------- ours against it


def test_published_stream():
    assert struct.pack("<32I", *ours(ZERO_KEY, 32)) == TC1_8_ROUNDS


@FEW
@given(key=st.binary(min_size=32, max_size=32))
def test_stream_agrees_with_plain_chacha(key: bytes):
    assert ours(key, 70) == list(islice(chacha.words(key), 70))


@pytest.mark.parametrize("counter", [0, 1, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40 + 5])
def test_block_counter_has_64_bits(counter: int):
    out = np.zeros(16, np.int64)
    stream.chacha8_block(stream.key_words(RFC_KEY).astype(np.int64), counter, out)
    assert out.astype("<i4").tobytes() == chacha.block(RFC_KEY, struct.pack("<QQ", counter, 0), 8)


def test_opening_again_leaves_no_trace_of_the_stream_before():
    s = opened(b"a" * 32)
    for _ in range(21):
        stream.next_word(s)
    stream.open_stream(s, stream.key_words(b"b" * 32))
    assert s.tobytes() == opened(b"b" * 32).tobytes()


def test_a_closed_stream_is_all_zeros():
    s = opened(b"a" * 32)
    stream.next_word(s)
    stream.close_stream(s)
    assert s.tobytes() == blank(EMPTY).tobytes()


@pytest.mark.parametrize("length", [0, 4, 31, 33, 64])
def test_a_key_has_32_bytes(length: int):
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        stream.key_words(bytes(length))


# ---------------------------------------------------------------- draw


def fed(*words: int) -> Any:
    """A stream that gives these words first."""
    s = opened(ZERO_KEY)
    s.stream_at = 16 - len(words)  # the next words come from the end of the block in the position
    s.stream_block[16 - len(words) :] = np.array(words, np.uint32).astype(np.int32)
    return s


def accepted(word: int, n: int) -> bool:
    """The rule itself: the multiples of n that fit into 2^32, and no more, share the words out evenly."""
    return (word * n) % 2**32 >= 2**32 % n


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 50, 1000, 2**20 + 1, 2**31 - 1])
def test_draw_takes_the_word_or_the_next(n: int):
    """Words around every border between two numbers, and at both ends."""
    borders = {(k * 2**32) // n + d for k in (0, 1, 2, n // 2, n - 1) for d in (-1, 0, 1, 2)}
    for word in sorted(w for w in borders | {0, 2**32 - 1} if 0 <= w < 2**32):
        spare = 2**32 - 1 if accepted(2**32 - 1, n) else 2**31 + 12345
        s = fed(word, spare)
        expected = word if accepted(word, n) else spare
        assert accepted(expected, n)
        assert stream.draw(s, n) == expected * n // 2**32
        assert s.stream_at == (15 if accepted(word, n) else 16)


@pytest.mark.parametrize("n", range(1, 200))
def test_every_number_has_equally_many_words(n: int):
    """No word needs to be tried: a number k owns the words w with w·n in [k·2^32, (k+1)·2^32).

    Of these the rule rejects the ones whose lower half is below 2^32 mod n. Counting both gives the very
    same count for every k, which is what "no bias" means.
    """
    counts: set[int] = set()
    for k in range(n):
        first = -(-(k * 2**32 + 2**32 % n) // n)  # the lowest word of k that is kept
        last = ((k + 1) * 2**32 - 1) // n
        assert accepted(first, n)
        assert first == 0 or not accepted(first - 1, n) or (first - 1) * n // 2**32 == k - 1
        counts.add(last - first + 1)
    assert counts == {2**32 // n}


@pytest.mark.parametrize("n", [2, 3, 6, 7, 44, 50])
def test_draws_look_fair(n: int):
    s = opened(seed_key("fair draws", n))
    found = Counter(int(stream.draw(s, n)) for _ in range(400 * n))
    assert set(found) == set(range(n))
    assert chisquare([found[k] for k in range(n)]).pvalue > 0.001


def test_draw_of_one_is_zero_and_costs_a_word():
    s = opened(ZERO_KEY)
    assert stream.draw(s, 1) == 0
    assert s.stream_at == 1


# ---------------------------------------------------------------- shuffle


def test_shuffle_is_fisher_yates_from_the_back():
    """The order in which words are used is part of the record's promise (docs/record.md)."""
    s = opened(RFC_KEY)
    cards = np.arange(8, dtype=np.int8)
    stream.shuffle(s, cards, 2, 8)
    words = chacha.words(RFC_KEY)
    expected = list(range(8))
    for i in range(7, 2, -1):
        j = 2 + next(words) * (i - 2 + 1) // 2**32  # none of these words is rejected
        expected[i], expected[j] = expected[j], expected[i]
    assert cards.tolist() == expected
    assert expected[:2] == [0, 1]


@pytest.mark.parametrize("n", [3, 4])
def test_every_order_is_equally_likely(n: int):
    s = opened(seed_key("fair shuffles", n))
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(100 * factorial(n)):
        cards = np.arange(n, dtype=np.int8)
        stream.shuffle(s, cards, 0, n)
        found[tuple(cards.tolist())] += 1
    orders = list(permutations(range(n)))
    assert set(found) == set(orders)
    assert chisquare([found[order] for order in orders]).pvalue > 0.001


@pytest.mark.parametrize(("first", "last"), [(0, 0), (0, 1), (4, 5), (3, 3)])
def test_nothing_to_shuffle_costs_no_word(first: int, last: int):
    s = opened(ZERO_KEY)
    stream.shuffle(s, np.arange(8, dtype=np.int8), first, last)
    assert s.stream_at == 0
