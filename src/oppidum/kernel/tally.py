"""What a game may tell about its components, so that the balance of an edition can be measured.

It is told by the game's module `tally`. Where there is none, only seats, ties and lengths are measured.

- `GAMES`: how many are usually played to measure an edition.
- `GROUPS`: kinds of things that are counted, such as characters or spaces.
- `FIGURES`: numbers of the game itself, such as how often a die is chosen.
- `OPTIONS`: those that games are measured with, where they are not the usual ones.
- `MEMO`: how many numbers the counting keeps in mind during a game.
- `things(edition)`: what is counted, in the order of the rows of `chances` and `uses`.
- `changes(edition)`: single changes that the language of its editions allows.

And four compiled functions, which add to `chances[thing]`, `uses[thing, seat]` and `figures[figure, 0 or 1]`
(a part, and the whole of which it is a part):

- `starts(s)`: from which seat on seats are counted, in a game just dealt.
- `before(s, seat, action, chances, uses, figures, memo)` and `after(…)`: around each decision.
- `closing(s, chances, uses, figures, memo)`: at the end of the game.

A *chance* is an occasion on which the thing could be used, a *use* is one that a seat took: so whoever asks
sees what is never used, and how those fare who use it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Struct

from oppidum.kernel.editions import Edition
from oppidum.kernel.meaning import meaning


class Group(Struct, frozen=True):
    """A kind of things, and how often whoever uses one may win.

    Things that are meant to be worth the same are compared with the mean of their group, others with the fair
    share of a seat; of these only what goes beyond the tolerance is against the balance.
    """

    id: Annotated[str, meaning("Which kind.")]
    tolerance: Annotated[float, meaning("How far its users may be from balance, in shares of the victory.")]
    alike: Annotated[bool, meaning("They are meant to be worth the same.")] = True


class Figure(Struct, frozen=True):
    """A number of the game itself, and between which bounds it should lie."""

    id: str
    least: float | None = None
    most: float | None = None
    percent: bool = False


class Thing(Struct, frozen=True):
    """A card, a character, a space: something that an edition describes."""

    group: str
    id: str
    name: Mapping[str, str] | None = None  # as the edition has it, by language


NO_THING = Thing("", "")  # a row that this edition has no use for


class Edit(Struct, frozen=True):
    """One value of an edition file, changed."""

    table: Annotated[str, meaning("The section of the file.")]
    entry: Annotated[str, meaning("Which of its entries, in words; empty: there is only one.")]
    index: Annotated[int, meaning("The same as a number, counted from 0.")]
    key: Annotated[str, meaning("The key.")]
    before: Annotated[int, meaning("What it is.")]
    after: Annotated[int, meaning("What it should be.")]
    place: Annotated[tuple[int | str, ...], meaning("Where in the key, if it holds more than a number.")] = ()


class Change(Struct, frozen=True):
    """A small change: one value, or two where a sum must stay."""

    edits: tuple[Edit, ...]
    group: str = ""  # the thing that is meant to change by it
    thing: str = ""
    stronger: int = 0  # 1: it gets stronger, -1: weaker, 0: that cannot be told


def edit(
    edition: Edition, table: str, index: int, key: str, by: int, entry: str = "", place: tuple[Any, ...] = ()
) -> Edit:
    """A value of an edition, that much more or less."""
    before = at(entry_of(edition.data, table, index)[key], place)
    return Edit(table, entry, index, key, before, before + by, place)


def entry_of(data: Mapping[str, Any], table: str, index: int) -> Any:
    part = data[table]
    return part[index] if isinstance(part, list) else part


def at(value: Any, place: tuple[Any, ...]) -> Any:
    for step in place:
        value = value[step]
    return value


def changed(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """The content of an edition after a change."""
    result = copy.deepcopy(dict(data))
    for one in change.edits:
        entry = entry_of(result, one.table, one.index)
        if one.place:
            at(entry[one.key], one.place[:-1])[one.place[-1]] = one.after
        else:
            entry[one.key] = one.after
    return result


def steps(
    edition: Edition, table: str, key: str, sizes: tuple[int, ...], group: str = "", sign: int = 0
) -> Iterator[Change]:
    """A number of every entry of a table, up and down by these sizes; `sign`: 1 if more makes it stronger."""
    entries = edition.data[table]
    for index, entry in enumerate(entries):
        for size in sizes:
            for by in (-size, size):
                one = edit(edition, table, index, key, by, entry["id"])
                yield Change((one,), group, entry["id"] if group else "", sign * (1 if by > 0 else -1))
