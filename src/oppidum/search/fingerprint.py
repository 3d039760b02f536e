"""A number for what a seat knows: the key of its information set in the tree.

Keys decide only what is the same, never the order of anything, so that compiled code may take a faster
function than plain Python does and both still grow the same tree.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numba.extending import overload

from oppidum.kernel.compiled import part

SHARED = "stream_block"  # the last field that all games share; a game's own fields follow
ODD = 0x1E3779B97F4A7C15


class Sketch:
    """A place to redact copies of a position, seen as a record and as 64-bit words.

    The words begin with the game's own fields: events and the chance stream say nothing about where the
    game stands, and leaving them out lets different roads to one position share what they learn. `first` is
    the first of them in which positions of one game can differ; by default all may.
    """

    def __init__(self, dtype: np.dtype[Any], first: str | None = None) -> None:
        fields = dtype.fields
        assert fields is not None
        shared, offset = fields[SHARED][:2]
        own = fields[first][1] if first else offset + shared.itemsize
        shift = -own % 8
        room = np.zeros((shift + dtype.itemsize + 15) // 8 * 8, np.uint8)
        self.record = room[shift : shift + dtype.itemsize].view(dtype)
        self.words = room[shift + own :].view(np.int64)


def fingerprint(words: Any, seat: int) -> int:
    digest = hashlib.blake2b(words.tobytes(), digest_size=8, salt=bytes([seat + 1])).digest()
    return int.from_bytes(digest, "little", signed=True)


@part
def mix(a, b):
    """64-bit arithmetic that wraps round: compiled code only."""
    x = (a ^ b) * ODD
    return x ^ (x >> 31)


@part
def mix_words(words, seat):
    a, b, c, d = 1, 2, 3, seat
    n = len(words)
    at = 0
    while at + 4 <= n:  # four lanes, which the processor works on at once
        a = mix(a, words[at])
        b = mix(b, words[at + 1])
        c = mix(c, words[at + 2])
        d = mix(d, words[at + 3])
        at += 4
    while at < n:
        a = mix(a, words[at])
        at += 1
    return mix(mix(mix(mix(a, b), c), d), 0)


@overload(fingerprint)
def _fingerprint(words, seat):
    return lambda words, seat: mix_words(words, seat)


def combine(a: int, b: int) -> int:
    return hash((int(a), int(b)))


@overload(combine)
def _combine(a, b):
    return lambda a, b: mix(mix(a, b), a)
