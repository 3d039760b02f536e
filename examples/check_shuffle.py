"""Check the shuffles of cartes in a record file, with nothing but Python.

    python check_shuffle.py FILE [KEPT…]

Written from docs/record.md alone. Is the secret the one that the table committed itself to, did the house
draw nothing else, does the key follow, did the cards fall as the key says? KEPT: the commitment that you saw
before the game, or what you gave to the shuffle then, in hexadecimal; each must be in every record.
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
FORMATS = ("oppidum/1", "oppidum/2")
PROMISE = {"commitment", "secret", "contributions"}  # since the second format with "house"
DECK = [str(value) for value in range(1, 11) for _ in range(4)] + ["12", "13", "14", "15"] + PIRATES


class Twice(Exception):
    """A key that stands twice: who reads the first and who reads the last would read different records."""


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


def house_contribution(secret: bytes, seat: int) -> str:
    return hashlib.sha256(b"oppidum house 2\n" + secret + seat.to_bytes(4, "little")).hexdigest()


def check_promise(record: dict[str, Any], kept: list[str]) -> Iterator[str]:
    shuffle = record["shuffle"]
    secret, given = bytes.fromhex(shuffle["secret"]), shuffle["contributions"]
    if hashlib.sha256(b"oppidum commitment 1\n" + secret).hexdigest() != shuffle["commitment"]:
        yield "the secret is not the one committed to"
    hashed = b"oppidum key 1\n" + secret
    for contribution in map(bytes.fromhex, given):
        hashed += len(contribution).to_bytes(4, "little") + contribution
    if hashlib.sha256(hashed).hexdigest() != shuffle["key"]:
        yield "the key does not follow from secret and contributions"
    house = shuffle.get("house", [])
    for seat, (contribution, who) in enumerate(zip(given, record["seats"], strict=True), 1):
        if record["format"] == "oppidum/1":
            continue
        if (contribution == house_contribution(secret, seat)) != (seat in house):
            yield f"what the house gave for seat {seat} does not follow from its secret, or is not marked"
        if who["bot"] is not None and seat not in house:
            yield f"seat {seat} is a bot's, but not the house's"
    known = {shuffle["commitment"], *(each for seat, each in enumerate(given, 1) if seat not in house)}
    yield from (f"{each} is not in the record" for each in kept if each not in known)


def caution(record: dict[str, Any]) -> str:
    """What a right record leaves open."""
    shuffle = record["shuffle"]
    if "secret" not in shuffle:
        return "the key alone, no promise"
    if record["format"] == "oppidum/1":
        return "first format: what the house itself drew is not bound"
    return "the house alone gave to the shuffle" if len(shuffle["house"]) == len(record["seats"]) else ""


def check(record: dict[str, Any], kept: list[str]) -> Iterator[str]:
    if record["game"] != "cartes":
        raise ValueError("another game's cards fall otherwise")
    if record["format"] not in FORMATS:
        yield f"the format {record['format']!r} is not known here"
        return
    promise = PROMISE if record["format"] == "oppidum/1" else PROMISE | {"house"}
    if found := (PROMISE | {"house"}) & record["shuffle"].keys():
        if found != promise:
            yield f"a promise needs {', '.join(sorted(promise))}, but here is {', '.join(sorted(found))}"
            return
        yield from check_promise(record, kept)
    elif kept:
        yield "no promise was made"
    stream = words(bytes.fromhex(record["shuffle"]["key"]))
    expected: list[str] = []
    if record["options"]["characters"] == "drawn":
        drawn = shuffled(stream, [1, 2, 3, 4, 5])
        expected = [f"* character {seat} {drawn[seat - 1]}" for seat in range(1, len(record["seats"]) + 1)]
    chance = [move for move in record["moves"] if move.startswith("* ")]
    if not any(move.startswith("* deck ") for move in chance):
        yield "no deck was shuffled"
    while len(expected) < len(chance):
        expected.append("* deck " + " ".join(shuffled(stream, list(DECK))))
    yield from (f"chance brings {a!r}, not {b!r}" for a, b in zip(expected, chance, strict=True) if a != b)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if twice := [key for key, _ in pairs if [other for other, _ in pairs].count(key) > 1]:
        raise Twice(f"{twice[0]!r} is there twice in one object")
    return dict(pairs)


def look(line: bytes, kept: list[str]) -> tuple[list[str], str]:
    """What is wrong with a record, and what it leaves open if nothing is."""
    try:
        record = json.loads(line, object_pairs_hook=once)
        problems = list(check(record, kept))
        return problems, "" if problems else caution(record)
    except Twice as problem:
        return [str(problem)], ""
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return ["no record of cartes"], ""


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Say which file: python check_shuffle.py FILE [KEPT…]")
    try:
        lines = Path(sys.argv[1]).read_bytes().split(b"\n")
    except OSError as error:
        sys.exit(f"{sys.argv[1]} cannot be read: {error.strerror}.")
    seen = [(n, *look(line, sys.argv[2:])) for n, line in enumerate(lines, 1) if line.strip()]
    problems = [f"line {n}: {what}" for n, wrong, _ in seen for what in wrong] or ["no record"] * (not seen)
    cautions = [f"But line {n}: {open_}." for n, _, open_ in seen if open_]
    print("\n".join(problems or ["The cards fell as promised.", *cautions]))
    sys.exit(bool(problems))
