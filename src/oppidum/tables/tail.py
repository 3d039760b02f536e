"""The end of a long list: what a live table needs of its past. The beginning is in the store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar, overload

T = TypeVar("T")
LEFT = 4  # items that must be left after a cut: enough for whoever looks at the last ones


class Forgotten(Exception):
    """Asked for what is no longer in memory: `Hall.whole` has it."""


class Tail(Generic[T]):
    """A list of which only the last `kept` items, or somewhat more, are remembered; none: all of them.

    Items are numbered as if nothing had been forgotten.
    """

    __slots__ = ("first", "items", "kept")

    def __init__(self, kept: int | None = None, items: list[T] | None = None, first: int = 0) -> None:
        self.kept = kept
        self.items: list[T] = items if items is not None else []
        self.first = first  # the number of the first one remembered

    def copy(self) -> Tail[T]:
        return Tail(self.kept, self.items.copy(), self.first)

    def append(self, item: T) -> None:
        self.items.append(item)
        if self.kept is not None and len(self.items) > self.kept + self.kept // 4:
            self.keep(self.kept)

    def keep(self, kept: int) -> None:
        """From now on so many."""
        self.kept = kept
        gone = max(0, len(self.items) - kept)
        del self.items[:gone]
        self.first += gone

    def cut(self, length: int) -> None:
        """Drop everything from that number on. Raises Forgotten where hardly anything would be left."""
        if self.first and length < self.first + LEFT:
            raise Forgotten
        del self.items[length - self.first :]

    def __len__(self) -> int:
        return self.first + len(self.items)

    @overload
    def __getitem__(self, where: int) -> T: ...
    @overload
    def __getitem__(self, where: slice) -> list[T]: ...
    def __getitem__(self, where: int | slice) -> T | list[T]:
        if isinstance(where, slice):
            first, last, step = where.indices(len(self))
            if first < self.first:
                raise Forgotten
            return self.items[first - self.first : max(0, last - self.first) : step]
        number = where if where >= 0 else len(self) + where
        if 0 <= number < self.first:
            raise Forgotten
        if not self.first <= number < len(self):
            raise IndexError(where)
        return self.items[number - self.first]

    def __iter__(self) -> Iterator[T]:
        if self.first:
            raise Forgotten
        return iter(self.items)

    def __reversed__(self) -> Iterator[T]:
        """From the last one backwards, as far as memory goes."""
        yield from reversed(self.items)
        if self.first:
            raise Forgotten
