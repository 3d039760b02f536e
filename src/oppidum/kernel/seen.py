"""The reading of a position: what a seat may know of it, typed, in the game's own words.

Rules, search and vector environments work on the bits of a position. Everybody else (boards, terminal,
words, hints, the JSON API) knows only what is read here, once. Each game has a module `seen` with

- `Seen`, `Choice` and `Told`: its own structs, derived from those below;
- `read(view, seat, edition, first, open_cards)`: the whole position, redacted for that seat (-1: a
  spectator); with open cards, once a game is over, an unredacted one of which everything is shown;
- `choice(view, seat, action, edition, first)`: one decision with its parts, legal or not;
- `told(view, edition, first)`: what the last decision brought about, as far as the seat may know.

Numbers of seats in a reading begin with `first`: 0 for Python, 1 for people and programs outside. Nothing in
it is a packed number or an index into the edition: cards and characters go by their ids in the edition file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Protocol

import numpy as np
from msgspec import Struct

from oppidum.kernel.editions import Edition
from oppidum.kernel.meaning import counted, meaning

SeatNumber = Annotated[int, counted("A seat; in the API they are counted from 1.")]


class Choice(Struct, frozen=True, kw_only=True, tag_field="do", tag="choose"):
    """One decision that a seat may make; a game's own kinds of choices say which card, where, for whom."""

    move: Annotated[str, meaning("The decision in the game's notation.")]


class Told(Struct, frozen=True, kw_only=True, tag_field="what", tag="told"):
    """Something that happened; a game's own kinds say what. Their tags begin with the game's id."""


class Seen(Struct, frozen=True, kw_only=True, tag_field="game", tag="plain"):
    """A position as one seat may know it."""

    choices: Annotated[tuple[Choice, ...], meaning("What the seat that looks may decide now.")]


class Line(Told, frozen=True, kw_only=True, tag="line"):
    """An outcome of chance in notation: of a game that has no reading of its own."""

    line: Annotated[str, meaning("The outcome in the game's notation.")]


def open_mask(legal: Callable[..., Any], view: Any, seat: int, actions: int) -> bytes:
    """For every action 1 if it is open to a seat that owes a decision, otherwise 0."""
    mask = bytearray(actions)
    legal(view, seat, np.frombuffer(mask, np.uint8))
    return bytes(mask)


@lru_cache(maxsize=4096)
def actions_in(mask: bytes) -> tuple[int, ...]:
    """Their numbers."""
    return tuple([action for action, is_open in enumerate(mask) if is_open])


def open_actions(legal: Callable[..., Any], view: Any, seat: int, actions: int) -> tuple[int, ...]:
    """The numbers of the actions open to a seat that owes a decision."""
    return actions_in(open_mask(legal, view, seat, actions))


class Reading(Protocol):
    """What a game's module `seen` provides."""

    def read(
        self, view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False
    ) -> Seen: ...

    def choice(self, view: Any, seat: int, action: int, edition: Edition, first: int = 0) -> Choice: ...

    def told(self, view: Any, edition: Edition, first: int = 0) -> Sequence[Told]: ...
