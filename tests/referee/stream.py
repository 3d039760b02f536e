"""The chance stream of docs/record.md: ChaCha8, numbers below n, shuffles."""

from __future__ import annotations

from typing import Any

CONSTANT = b"expand 32-byte k"
FOUR_GIGA = 1 << 32
QUARTERS = (  # a column round, then a diagonal round
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)


def words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def rotate(word: int, places: int) -> int:
    return (word << places | word >> 32 - places) % FOUR_GIGA


def block(key: bytes, number: int) -> list[int]:
    start = [*words(CONSTANT), *words(key), number % FOUR_GIGA, number // FOUR_GIGA, 0, 0]
    x = start.copy()
    for _ in range(4):
        for a, b, c, d in QUARTERS:
            x[a] = (x[a] + x[b]) % FOUR_GIGA
            x[d] = rotate(x[d] ^ x[a], 16)
            x[c] = (x[c] + x[d]) % FOUR_GIGA
            x[b] = rotate(x[b] ^ x[c], 12)
            x[a] = (x[a] + x[b]) % FOUR_GIGA
            x[d] = rotate(x[d] ^ x[a], 8)
            x[c] = (x[c] + x[d]) % FOUR_GIGA
            x[b] = rotate(x[b] ^ x[c], 7)
    return [(one + other) % FOUR_GIGA for one, other in zip(x, start, strict=True)]


class Stream:
    def __init__(self, key: bytes) -> None:
        self.key = key
        self.blocks = 0
        self.unused: list[int] = []

    def word(self) -> int:
        if not self.unused:
            self.unused = block(self.key, self.blocks)[::-1]
            self.blocks += 1
        return self.unused.pop()

    def below(self, n: int) -> int:
        word = self.word()
        while word * n % FOUR_GIGA < FOUR_GIGA % n:
            word = self.word()
        return word * n // FOUR_GIGA

    def shuffle(self, cards: list[Any]) -> None:
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
