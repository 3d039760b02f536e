"""The end of a long list: what a live table needs of its past. The beginning is in the store."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import length_hint
from typing import Generic, TypeVar, overload

T = TypeVar("T")
LEFT = 4  # items that must be left after a cut: enough for whoever looks at the last ones


class Forgotten(Exception):
    """Asked for what is no longer in memory: `Hall.whole` has it."""


class Tail(Generic[T]):
    """A list of which only the last `kept` items, or somewhat more, are remembered; none: all of them.

    Items are numbered as if nothing had been forgotten. A copy shares its items with the one before it, of
    which it is the continuation: the first copy that is made may add to them, where the other does not look;
    whoever else adds to them has copies of its own.
    """

    __slots__ = ("first", "items", "kept", "length", "may_add")

    def __init__(self, kept: int | None = None, items: list[T] | None = None, first: int = 0) -> None:
        self.kept = kept
        self.items: list[T] = items if items is not None else []  # of which the first `length` are ours
        self.length = len(self.items)
        self.first = first  # the number of the first one remembered
        self.may_add = [True]  # a list, because one thread at most can take something out of it

    def copy(self) -> Tail[T]:
        copied: Tail[T] = object.__new__(Tail)
        copied.kept, copied.items, copied.length, copied.first = (
            self.kept,
            self.items,
            self.length,
            self.first,
        )
        try:
            copied.may_add = [self.may_add.pop()]
        except IndexError:  # another copy has it
            copied.may_add = []
        return copied

    def append(self, item: T) -> None:
        if not self.may_add or self.length != len(self.items):
            self.have_own(self.remembered())
        self.items.append(item)
        self.length += 1
        if self.kept is not None and self.length > self.kept + self.kept // 4:
            self.keep(self.kept)

    def have_own(self, items: list[T]) -> None:
        self.items, self.length, self.may_add = items, len(items), [True]

    def keep(self, kept: int) -> None:
        """From now on so many."""
        self.kept = kept
        gone = max(0, self.length - kept)
        if gone:
            self.have_own(self.items[gone : self.length])
            self.first += gone

    def cut(self, length: int) -> None:
        """Drop everything from that number on. Raises Forgotten where hardly anything would be left."""
        if self.first and length < self.first + LEFT:
            raise Forgotten
        self.length = length - self.first

    def remembered(self) -> list[T]:
        return self.items[: self.length]

    @property
    def last(self) -> T:
        return self.items[self.length - 1]

    def __len__(self) -> int:
        return self.first + self.length

    @overload
    def __getitem__(self, where: int) -> T: ...
    @overload
    def __getitem__(self, where: slice) -> list[T]: ...
    def __getitem__(self, where: int | slice) -> T | list[T]:
        if isinstance(where, slice):
            first, last, step = where.indices(len(self))
            if first < self.first:
                raise Forgotten
            return self.remembered()[first - self.first : max(0, last - self.first) : step]
        number = where if where >= 0 else len(self) + where
        if 0 <= number < self.first:
            raise Forgotten
        if not self.first <= number < len(self):
            raise IndexError(where)
        return self.items[number - self.first]

    def __iter__(self) -> Iterator[T]:
        if self.first:
            raise Forgotten
        return iter(self.remembered())

    def __reversed__(self) -> Iterator[T]:
        """From the last one backwards, as far as memory goes."""
        yield from self.latest()
        if self.first:
            raise Forgotten

    def latest(self) -> Iterator[T]:
        """The same, and then the end."""
        backwards = reversed(self.items)  # of which the first ones may be another copy's
        return islice(backwards, length_hint(backwards) - self.length, None)
