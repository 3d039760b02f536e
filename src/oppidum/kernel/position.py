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
from collections.abc import Callable, Sequence
from operator import itemgetter
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

    # Not that of NumPy's records, which looks among the fields first: every call of compiled code asks for
    # the dtype, and must not pay for a search through them.
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
        raise AttributeError(f"A position has no field {name}.")


def field_named(name: str) -> property:
    """How a position reads a field. Found on the class: to look for it among NumPy's own attributes first,
    in vain, would take three times as long."""
    field_of = np.void.__getitem__

    def read(s: Position) -> Any:
        try:
            found = field_of(s, name)
        except (KeyError, ValueError, IndexError):  # a field of another game
            raise AttributeError(name) from None
        return found.view(Cells) if type(found) is np.ndarray else found.item()

    return property(read)


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
    dtype = np.dtype((Position, [*shared, *fields]))
    for name in dtype.names or ():
        setattr(Position, name, field_named(name))
    return dtype


def blank(dtype: np.dtype[Any]) -> Any:
    """A position of zeros, as a view into an array of its own."""
    return np.zeros(1, dtype)[0]


def copy(s: Any) -> Any:
    """An independent copy of a position."""
    return np.ndarray(1, s.dtype, bytearray(s.tobytes()))[0]


UNREAD = ("events", "stream_key", "stream_block")  # chance, and what `kernel.events` reads
LETTERS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}


def several(places: Sequence[int | slice]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """What is in these places, as a tuple. (Of one place `itemgetter` makes none.)"""
    return itemgetter(*places) if len(places) > 1 else lambda items: (items[places[0]],)


def unpacking(dtype: np.dtype[Any]) -> Callable[[Any], SimpleNamespace]:
    """What gives the fields of such a position as Python integers and tuples: for whoever reads a whole one.

    All numbers are taken in one go, and then cut into fields; to ask NumPy for one field after the other
    takes three times as long.
    """
    letters: list[str] = []
    single: list[tuple[str, int | slice]] = []  # numbers and rows of them
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
            single.append((name, at))
        elif len(field.shape) == 1:
            single.append((name, slice(at, at + size)))
        else:
            wide = field.shape[-1]
            grids.append((name, [slice(n, n + wide) for n in range(at, at + size, wide)]))
        at += size
    parts = struct.Struct("<" + "".join(letters))
    assert parts.size == dtype.itemsize

    names = [name for name, _ in (*single, *grids)]
    cut_single = several([where for _, where in single])
    cut_grids = [several(rows) for _, rows in grids]

    def unpack(s: Any) -> SimpleNamespace:
        numbers = parts.unpack_from(s.data)
        found = (*cut_single(numbers), *[cut(numbers) for cut in cut_grids])
        fields = SimpleNamespace()
        fields.__dict__.update(zip(names, found, strict=True))
        return fields

    return unpack
