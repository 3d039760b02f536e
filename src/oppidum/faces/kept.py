"""What boards show again and again is made once: a player's panel, a hand, the words on a card.

    @kept(1000)
    def panel(t: Language, edition: Edition, me: Player) -> dict[str, Any]: ...

The function may look at nothing but what it is given, and what it gives is handed out again: nobody changes
it. So what is kept of one seat's knowledge is found only by who knows the same. What is given is compared as
Python does it, to which the name of the person who reads (`You`) is any other text: give a `str` of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from oppidum.kernel.editions import Edition
from oppidum.kernel.once import Once
from oppidum.words.language import Language

Given = TypeVarTuple("Given")
T = TypeVar("T")
Making = Callable[[Language, Edition, *Given], T]


def kept(most: int) -> Callable[[Making[*Given, T]], Making[*Given, T]]:
    """At most so many."""

    def keeping(make: Making[*Given, T]) -> Making[*Given, T]:
        made = Once[T](most)

        @wraps(make)
        def once(t: Language, edition: Edition, *given: *Given) -> T:
            key = (t.code, edition.sha256, given)
            found = made.get(key)
            return made.put(key, make(t, edition, *given)) if found is None else found

        return once

    return keeping
