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
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

Field = tuple[str, str] | tuple[str, str, int | tuple[int, ...]]

APART = frozenset({"events", "stream_key", "stream_block"})
LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}
KEY_WORDS = 8
BLOCK_WORDS = 16


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
    return np.array([s], dtype=s.dtype)[0]


def unpack(s: Any) -> SimpleNamespace:
    """All fields as Python integers and lists, at once: for whoever reads a whole position.

    Without what the last decision brought about and the chance stream, which have readers of their own.
    """
    plan = taken_apart(s.dtype)
    values = list(plan.struct.unpack(s.tobytes()))
    fields: dict[str, Any] = {name: values[at] for name, at in plan.single}
    for name, first, last in plan.rows:
        fields[name] = values[first:last]
    for name, first, last, width in plan.tables:
        fields[name] = [values[at : at + width] for at in range(first, last, width)]
    return SimpleNamespace(**fields)


class Plan(NamedTuple):
    """Where the fields of a position stand among its numbers."""

    struct: struct.Struct
    single: list[tuple[str, int]]
    rows: list[tuple[str, int, int]]  # first and last
    tables: list[tuple[str, int, int, int]]  # and how many in a row


@cache
def taken_apart(dtype: np.dtype[Any]) -> Plan:
    plan = Plan(struct.Struct("=" + "".join(letters(dtype, name) for name in names(dtype))), [], [], [])
    at = 0
    for name in names(dtype):
        shape = dtype[name].shape
        last = at + math.prod(shape)
        if name in APART:
            pass
        elif not shape:
            plan.single.append((name, at))
        elif len(shape) == 1:
            plan.rows.append((name, at, last))
        else:
            assert len(shape) == 2, "A field is a number, a row or a table of numbers."
            plan.tables.append((name, at, last, shape[1]))
        at = last
    assert plan.struct.size == dtype.itemsize
    return plan


def names(dtype: np.dtype[Any]) -> tuple[str, ...]:
    return dtype.names or ()


def letters(dtype: np.dtype[Any], name: str) -> str:
    """The numbers of a field, as the module `struct` calls them."""
    field = dtype[name]
    return f"{math.prod(field.shape)}{LETTERS[field.base.str[1:]]}"
