"""Chance: a ChaCha8 stream inside the position.

Fast, reproducible from a 256-bit key, and unpredictable for whoever sees its output. Arithmetic is on
integers that never leave 64 bits, masked to 32, so that compiled and uncompiled runs agree.
"""

from __future__ import annotations

import numpy as np

from oppidum.kernel.compiled import compiled

WORD = 0xFFFFFFFF
ROUND_PAIRS = 4  # ChaCha8: four column rounds, four diagonal rounds


@compiled
def quarter_round(x, a, b, c, d):
    x[a] = (x[a] + x[b]) & WORD
    t = x[d] ^ x[a]
    x[d] = ((t << 16) | (t >> 16)) & WORD
    x[c] = (x[c] + x[d]) & WORD
    t = x[b] ^ x[c]
    x[b] = ((t << 12) | (t >> 20)) & WORD
    x[a] = (x[a] + x[b]) & WORD
    t = x[d] ^ x[a]
    x[d] = ((t << 8) | (t >> 24)) & WORD
    x[c] = (x[c] + x[d]) & WORD
    t = x[b] ^ x[c]
    x[b] = ((t << 7) | (t >> 25)) & WORD


@compiled
def chacha8_block(key, counter, out):
    """Sixteen words of the ChaCha8 key stream: 256-bit key, zero nonce, 64-bit block counter."""
    x = np.empty(16, np.int64)
    x[0] = 0x61707865
    x[1] = 0x3320646E
    x[2] = 0x79622D32
    x[3] = 0x6B206574
    for i in range(8):
        x[4 + i] = np.int64(key[i]) & WORD
    x[12] = counter & WORD
    x[13] = counter >> 32
    x[14] = 0
    x[15] = 0
    y = x.copy()
    for _ in range(ROUND_PAIRS):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)
    for i in range(16):
        word = (x[i] + y[i]) & WORD
        out[i] = word - ((word >> 31) << 32)  # the same 32 bits, signed, as the record stores them


@compiled
def open_stream(s, key):
    """Start the stream afresh from a key of eight 32-bit words."""
    for i in range(8):
        s.stream_key[i] = key[i]
    s.stream_at = 0


@compiled
def close_stream(s):
    """Overwrite the stream: nobody who holds this position can foresee chance."""
    for i in range(8):
        s.stream_key[i] = 0
    for i in range(16):
        s.stream_block[i] = 0
    s.stream_at = 0


@compiled
def next_word(s):
    at = s.stream_at
    slot = at & 15
    if slot == 0:
        chacha8_block(s.stream_key, at >> 4, s.stream_block)
    s.stream_at = at + 1
    return s.stream_block[slot] & WORD


@compiled
def draw(s, n):
    """A fair number below n (Lemire's method: no modulo bias)."""
    product = next_word(s) * n
    if (product & WORD) < n:
        threshold = ((WORD + 1) - n) % n
        while (product & WORD) < threshold:
            product = next_word(s) * n
    return product >> 32


@compiled
def shuffle(s, cards, first, last):
    """Fair order for cards[first:last] (Fisher-Yates, from the back)."""
    for i in range(last - 1, first, -1):
        j = first + draw(s, i - first + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


def key_words(key: bytes) -> np.ndarray:
    """A 32-byte key as the eight little-endian words that `open_stream` takes."""
    return np.frombuffer(key, dtype="<i4").astype(np.int32)
