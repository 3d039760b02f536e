"""Fast pseudo-random numbers for players (never for the game's own chance): the sfc32 generator.

Players must not share the game's stream, or the same deal would fall differently for different players.
Words of 32 bits in 64-bit integers: compiled and uncompiled runs agree.
"""

from __future__ import annotations

import hashlib

import numpy as np

from oppidum.kernel.compiled import part, rule
from oppidum.kernel.stream import WORD


def luck_from(*seed: object) -> np.ndarray:
    """A generator of its own for whatever the seed names."""
    digest = hashlib.blake2b(repr(seed).encode(), digest_size=12).digest()
    luck = np.ones(4, np.int64)
    luck[:3] = np.frombuffer(digest, dtype="<u4")
    return luck


@part
def roll_word(luck):
    a, b, c, count = luck[0], luck[1], luck[2], luck[3]
    word = (a + b + count) & WORD
    luck[3] = (count + 1) & WORD
    luck[0] = b ^ (b >> 9)
    luck[1] = (c + (c << 3)) & WORD
    luck[2] = (((c << 21) | (c >> 11)) + word) & WORD
    return word


@part
def roll(luck, n):
    """A number below n."""
    return (roll_word(luck) * n) >> 32


@rule
def roll_key(luck, key):
    """Fill a stream key: for imagined worlds."""
    for i in range(8):
        word = roll_word(luck)
        key[i] = word - ((word >> 31) << 32)


@rule
def split(luck, number, out):
    """A generator for part `number` of a job, the same wherever and in whatever order the parts run."""
    out[0] = (luck[0] + (number & 0x7FFFFFFF) * 0x9E3779B9) & WORD  # never beyond 63 bits
    out[1] = luck[1] ^ (number & WORD)
    out[2] = (luck[2] + (number >> 32)) & WORD
    out[3] = 1
    for _ in range(12):
        roll_word(out)
