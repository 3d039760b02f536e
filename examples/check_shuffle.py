"""Check the shuffles of cartes in a record file, with nothing but Python: python check_shuffle.py FILE

Written from docs/record.md alone. Is the secret the one that the table committed itself to, does the key
follow from it, did the cards fall as the key says?
"""

import hashlib
import itertools
import json
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PIRATES = ["highest", "lowest", "any", "pirate-8", "pirate-10", "pirate-12"]
DECK = [str(value) for value in range(1, 11) for _ in range(4)] + ["12", "13", "14", "15"] + PIRATES


def chacha8_block(key: bytes, counter: int) -> list[int]:
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<QQ", counter, 0))
    x = list(start)
    columns = [(i, 4 + i, 8 + i, 12 + i) for i in range(4)]
    diagonals = [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for a, b, c, d in (columns + diagonals) * 4:
        for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & 0xFFFFFFFF
            x[r] ^= x[p]
            x[r] = (x[r] << turn | x[r] >> (32 - turn)) & 0xFFFFFFFF
    return [(now + then) & 0xFFFFFFFF for now, then in zip(x, start, strict=True)]


def words(key: bytes) -> Iterator[int]:
    for counter in itertools.count():
        yield from chacha8_block(key, counter)


def draw(stream: Iterator[int], n: int) -> int:
    product = next(stream) * n
    while product % 2**32 < 2**32 % n:
        product = next(stream) * n
    return product // 2**32


def shuffled(stream: Iterator[int], cards: list[Any]) -> list[Any]:
    for i in range(len(cards) - 1, 0, -1):
        j = draw(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def check(record: dict[str, Any]) -> Iterator[str]:
    shuffle = record["shuffle"]
    key = bytes.fromhex(shuffle["key"])
    if shuffle.get("secret") is not None:
        secret = bytes.fromhex(shuffle["secret"])
        if hashlib.sha256(b"oppidum commitment 1\n" + secret).hexdigest() != shuffle["commitment"]:
            yield "the secret is not the one committed to"
        hashed = b"oppidum key 1\n" + secret
        for contribution in map(bytes.fromhex, shuffle["contributions"]):
            hashed += len(contribution).to_bytes(4, "little") + contribution
        if hashlib.sha256(hashed).digest() != key:
            yield "the key does not follow from secret and contributions"
    stream = words(key)
    expected: list[str] = []
    if record["options"]["characters"] == "drawn":
        drawn = shuffled(stream, [1, 2, 3, 4, 5])
        expected = [f"* character {seat} {drawn[seat - 1]}" for seat in range(1, len(record["seats"]) + 1)]
    chance = [move for move in record["moves"] if move.startswith("* ")]
    while len(expected) < len(chance):
        expected.append("* deck " + " ".join(shuffled(stream, list(DECK))))
    yield from (f"chance brings {a!r}, not {b!r}" for a, b in zip(expected, chance, strict=True) if a != b)


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    problems = [f"line {n}: {what}" for n, line in enumerate(lines, 1) for what in check(json.loads(line))]
    print("\n".join(problems) or "The cards fell as promised.")
    sys.exit(bool(problems))
