"""What boards show again and again is made once: a player's panel, a hand, the words on a card.

    @kept
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
MOST = 1024  # of one function; then it begins anew


def kept(make: Callable[[Language, Edition, *Given], T]) -> Callable[[Language, Edition, *Given], T]:
    known: dict[Hashable, T] = {}

    @wraps(make)
    def once(t: Language, edition: Edition, *given: *Given) -> T:
        key = (t.code, edition.sha256, given)
        found = known.get(key)
        if found is None:
            found = make(t, edition, *given)
            if len(known) >= MOST:
                known.clear()
            known[key] = found
        return found

    return once
