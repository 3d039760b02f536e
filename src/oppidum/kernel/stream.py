"""Chance: a ChaCha8 stream inside the position.

Fast, reproducible from a 256-bit key, and unpredictable for whoever sees its output. Arithmetic is on
integers that never leave 64 bits, masked to 32, so that compiled and uncompiled runs agree.
"""

from __future__ import annotations

import numpy as np

from oppidum.kernel.compiled import part, rule
from oppidum.kernel.position import BLOCK_WORDS, KEY_WORDS

WORD = 0xFFFFFFFF
C0, C1, C2, C3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574  # "expand 32-byte k"
ROUND_PAIRS = 4  # ChaCha8: four column rounds, four diagonal rounds


@part
def quarter_round(a, b, c, d):
    a = (a + b) & WORD
    d ^= a
    d = ((d << 16) | (d >> 16)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 12) | (b >> 20)) & WORD
    a = (a + b) & WORD
    d ^= a
    d = ((d << 8) | (d >> 24)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 7) | (b >> 25)) & WORD
    return a, b, c, d


@part
def put(out, i, mixed, start):
    word = (mixed + start) & WORD
    out[i] = word - ((word >> 31) << 32)  # the same 32 bits, signed, as the record stores them


@rule
def chacha8_block(key, counter, out):
    """Sixteen words of the ChaCha8 key stream: 256-bit key, zero nonce, 64-bit block counter.

    The state is sixteen variables rather than an array, which would have to be allocated.
    """
    k4, k5, k6, k7 = key[0] & WORD, key[1] & WORD, key[2] & WORD, key[3] & WORD
    k8, k9, k10, k11 = key[4] & WORD, key[5] & WORD, key[6] & WORD, key[7] & WORD
    k12, k13 = counter & WORD, counter >> 32
    x0, x1, x2, x3 = C0, C1, C2, C3
    x4, x5, x6, x7 = k4, k5, k6, k7
    x8, x9, x10, x11 = k8, k9, k10, k11
    x12, x13, x14, x15 = k12, k13, 0, 0
    for _ in range(ROUND_PAIRS):
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)
    put(out, 0, x0, C0)
    put(out, 1, x1, C1)
    put(out, 2, x2, C2)
    put(out, 3, x3, C3)
    put(out, 4, x4, k4)
    put(out, 5, x5, k5)
    put(out, 6, x6, k6)
    put(out, 7, x7, k7)
    put(out, 8, x8, k8)
    put(out, 9, x9, k9)
    put(out, 10, x10, k10)
    put(out, 11, x11, k11)
    put(out, 12, x12, k12)
    put(out, 13, x13, k13)
    put(out, 14, x14, 0)
    put(out, 15, x15, 0)


@part
def open_stream(s, key):
    """Start the stream afresh from a key of eight 32-bit words."""
    for i in range(KEY_WORDS):
        s.stream_key[i] = key[i]
    for i in range(BLOCK_WORDS):  # no trace of the stream before, even where nothing is drawn
        s.stream_block[i] = 0
    s.stream_at = 0


@part
def close_stream(s):
    """Overwrite the stream: nobody who holds this position can foresee chance."""
    for i in range(KEY_WORDS):
        s.stream_key[i] = 0
    for i in range(BLOCK_WORDS):
        s.stream_block[i] = 0
    s.stream_at = 0


@part
def next_word(s):
    at = s.stream_at
    slot = at & 15
    if slot == 0:
        chacha8_block(s.stream_key, at >> 4, s.stream_block)
    s.stream_at = at + 1
    return s.stream_block[slot] & WORD


@part
def draw(s, n):
    """A fair number below n (Lemire's method: no modulo bias)."""
    product = next_word(s) * n
    if (product & WORD) < n:
        threshold = ((WORD + 1) - n) % n
        while (product & WORD) < threshold:
            product = next_word(s) * n
    return product >> 32


@part
def shuffle(s, cards, first, last):
    """Fair order for cards[first:last] (Fisher-Yates, from the back)."""
    for i in range(last - 1, first, -1):
        j = first + draw(s, i - first + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


def key_words(key: bytes) -> np.ndarray:
    """A 32-byte key as the eight little-endian words that `open_stream` takes."""
    if len(key) != 4 * KEY_WORDS:  # compiled code would read on beyond its end
        raise ValueError(f"A key has {4 * KEY_WORDS} bytes, not {len(key)}.")
    return np.frombuffer(key, dtype="<i4").astype(np.int32)
