"""A position: one NumPy record of fixed size.

`layout` adds to a game's own fields those that every game has: the number of players, the chance stream
and what the last decision brought about (`events`).

Compiled code sees plain machine integers. Python code (and the rules themselves when they run
uncompiled) sees ordinary Python integers instead of NumPy scalars, so that `1 << s.seat` means the same
in both worlds instead of overflowing eight bits.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

Field = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]

KEY_WORDS = 8
BLOCK_WORDS = 16


memory_of = np.void.data.__get__


class Cells(np.ndarray):
    """An array field whose single elements are Python integers."""

    def __getitem__(self, where: Any) -> Any:
        found = np.ndarray.__getitem__(self, where)
        return found.item() if isinstance(found, np.generic) else found

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))


class Position(np.record):  # pyright: ignore[reportIncompatibleVariableOverride]  # of `__module__`
    """A record whose fields read as Python integers, or as `Cells`."""

    # Only what NumPy itself does not know is looked for among the fields: every call of compiled code asks
    # for the dtype, and must not pay for a search through them.
    __getattribute__ = np.void.__getattribute__

    @property
    def data(self) -> Any:
        """Where compiled code finds the bits. NumPy would write down the names and kinds of all fields for
        every call, which takes several times as long as the rules themselves."""
        base: Any = self.base  # an array, whatever NumPy's types say
        under = None if base is None else base.base
        alone = type(under) is bytearray and len(under) == self.nbytes  # as `copy` makes them
        return under if alone else memory_of(self)

    def __getattr__(self, name: str) -> Any:
        try:
            found = np.void.__getitem__(self, name)
        except (KeyError, ValueError, IndexError):
            raise AttributeError(f"A position has no field {name}.") from None
        return found.view(Cells) if isinstance(found, np.ndarray) else found.item()


def layout(fields: list[Field], *, events: int) -> np.dtype[Any]:
    """The dtype of a game's positions: its own fields and those that all games share."""
    shared: list[Field] = [
        ("players", "i1"),
        ("told", "i1"),  # how many events the last decision brought about
        ("events", "i1", (events, 5)),  # kind, three details, who may know of it
        ("stream_at", "i4"),  # words drawn so far from the chance stream
        ("stream_key", "i4", KEY_WORDS),
        ("stream_block", "i4", BLOCK_WORDS),
    ]
    return np.dtype((Position, [*shared, *fields]))


def blank(dtype: np.dtype[Any]) -> Any:
    """A position of zeros, as a view into an array of its own."""
    return np.zeros(1, dtype)[0]


def copy(s: Any) -> Any:
    """An independent copy of a position."""
    return np.ndarray(1, s.dtype, bytearray(s.tobytes()))[0]


UNREAD = ("events", "stream_key", "stream_block")  # chance, and what `kernel.events` reads
LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}


def unpacking(dtype: np.dtype[Any]) -> Callable[[Any], SimpleNamespace]:
    """What gives the fields of such a position as Python integers and tuples: for whoever reads a whole one.

    All numbers are taken in one go, and then cut into fields; to ask NumPy for one field after the other
    takes three times as long.
    """
    letters: list[str] = []
    numbers: list[tuple[str, int]] = []
    rows: list[tuple[str, slice]] = []
    grids: list[tuple[str, list[slice]]] = []
    at = 0
    for name in dtype.names or ():
        field = dtype[name]
        size = math.prod(field.shape)
        if name in UNREAD:
            letters.append(f"{field.itemsize}x")
            continue
        letters.append(f"{size}{LETTERS[field.base.str[1:]]}")
        if not field.shape:
            numbers.append((name, at))
        elif len(field.shape) == 1:
            rows.append((name, slice(at, at + size)))
        else:
            wide = field.shape[-1]
            grids.append((name, [slice(n, n + wide) for n in range(at, at + size, wide)]))
        at += size
    parts = struct.Struct("<" + "".join(letters))
    assert parts.size == dtype.itemsize

    def unpack(s: Any) -> SimpleNamespace:
        all_numbers = parts.unpack_from(s.data)
        found: dict[str, Any] = {name: all_numbers[n] for name, n in numbers}
        for name, part in rows:
            found[name] = all_numbers[part]
        for name, parted in grids:
            found[name] = tuple([all_numbers[part] for part in parted])
        fields = SimpleNamespace()
        fields.__dict__.update(found)
        return fields

    return unpack
