"""Compressed streams: whoever unpacks one gets what was said, and a stream that waits holds little."""

from __future__ import annotations

import random
import zlib
from itertools import pairwise

from oppidum.web.streams import WINDOW, Squeezing


def board(version: int) -> bytes:
    """As long as a real one, and with as little that is new."""
    lots = random.Random(7)
    rows = [f"<li class=card data-n={lots.random()}>" for _ in range(400)]
    rows[version % 400] = f"<li class=now>{version}"
    return "\n".join(rows).encode()


def test_what_is_unpacked_is_what_was_said():
    lots = random.Random(1)
    said = [
        b"",
        b"a",
        b"",
        *(lots.randbytes(lots.choice([1, 50, 5_000, WINDOW, 100_000])) for _ in range(20)),
    ]
    squeeze, unpack = Squeezing(), zlib.decompressobj(31)
    for text in said:
        assert unpack.decompress(squeeze(text)) == text, "each as soon as it is said"


def test_of_a_board_after_a_board_only_what_is_new_is_sent():
    squeeze = Squeezing()
    sizes = [len(squeeze(board(version))) for version in range(20)]
    assert all(size < sizes[0] / 20 for size in sizes[1:])
    assert all(one != other for one, other in pairwise(map(board, range(20))))


def test_a_stream_that_waits_holds_no_more_than_its_reader_remembers():
    squeeze = Squeezing()
    for version in range(20):
        squeeze(board(version))
    held = {name: getattr(squeeze, name) for name in Squeezing.__slots__}
    assert {name: type(value) for name, value in held.items()} == {"beginning": bytes, "said": bytes}
    assert sum(map(len, held.values())) == WINDOW
