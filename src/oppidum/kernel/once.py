"""What is made again and again is made once, and kept: as much of it as there is room for."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """At most so many things, by what they follow from: when the newer half is full, the older is forgotten.

    What is kept is handed out again: nobody changes it.
    """

    __slots__ = ("half", "newer", "older")

    def __init__(self, most: int) -> None:
        self.half = most // 2
        self.newer: dict[Hashable, T] = {}
        self.older: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        found = self.newer.get(key)
        if found is None and (found := self.older.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: Hashable, made: T) -> T:
        if len(self.newer) >= self.half:
            self.newer, self.older = {}, self.newer
        self.newer[key] = made
        return made
