"""What boards show again and again is made once: a player's panel, a hand, the words on a card.

    @kept(1000)
    def panel(t: Language, edition: Edition, me: Player) -> dict[str, Any]: ...

The function may look at nothing but what it is given, and what it gives is handed out again: nobody changes
it. So what is kept of one seat's knowledge is found only by who knows the same. What is given is compared as
Python does it, to which the name of the person who reads (`You`) is any other text: give a `str` of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

Given = TypeVarTuple("Given")
T = TypeVar("T")
Making = Callable[[Language, Edition, *Given], T]


def kept(most: int) -> Callable[[Making[*Given, T]], Making[*Given, T]]:
    """At most so many: when the newer half is full, the older is forgotten."""

    def keeping(make: Making[*Given, T]) -> Making[*Given, T]:
        newer: dict[Hashable, T] = {}
        older: dict[Hashable, T] = {}

        @wraps(make)
        def once(t: Language, edition: Edition, *given: *Given) -> T:
            nonlocal newer, older
            key = (t.code, edition.sha256, given)
            found = newer.get(key)
            if found is None:
                found = older.get(key)
                if found is None:
                    found = make(t, edition, *given)
                if len(newer) >= most // 2:
                    newer, older = {}, newer
                newer[key] = found
            return found

        return once

    return keeping
