"""ChaCha, plainly, for any number of rounds, from its description (Bernstein 2008; RFC 8439, section 2).

Shares nothing with the code that it checks: a list of words, rotations spelt out, no tricks for speed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import count


def rotate(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) % 2**32


def quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
    for first, second, mixed, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[first] = (x[first] + x[second]) % 2**32
        x[mixed] = rotate(x[mixed] ^ x[first], by)


def block(key: bytes, tail: bytes, rounds: int) -> bytes:
    """64 bytes of key stream. `tail` are the last four words: block counter and nonce."""
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + tail))
    x = list(start)
    for _ in range(rounds // 2):
        for column in range(4):
            quarter(x, column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(x, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return struct.pack("<16I", *((a + b) % 2**32 for a, b in zip(x, start, strict=True)))


def words(key: bytes, rounds: int = 8) -> Iterator[int]:
    """The key stream as 32-bit words: 64-bit block counter from zero, 64-bit nonce of zeros."""
    for counter in count():
        yield from struct.unpack("<16I", block(key, struct.pack("<QQ", counter, 0), rounds))
