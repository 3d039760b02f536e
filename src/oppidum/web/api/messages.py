"""What is said on a wire (`web.wire`): `do` names what a program wants, `told` what it is told."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from oppidum.kernel.meaning import meaning
from oppidum.web.api.deeds import Move
from oppidum.web.api.fields import Code, SeatNumber
from oppidum.web.api.shapes import MovedShape, TableShape
from oppidum.web.refusal import Refusal

AskedCode = Annotated[str, Meta(max_length=80, description="The code of the table.")]
Mark = Annotated[str, Meta(max_length=40, description="Chosen by the program; the answer bears it, too.")]


class Watch(Struct, forbid_unknown_fields=True, tag_field="do", tag="watch"):
    """Tell me how a table is, now and whenever it changes."""

    table: AskedCode
    eyes: Annotated[
        SeatNumber | None, meaning("With the eyes of which seat; none: my own, or a spectator's.")
    ] = msgspec.field(default=None, name="as")


class Leave(Struct, forbid_unknown_fields=True, tag_field="do", tag="leave"):
    """No more of that table."""

    table: AskedCode


class Decide(Move, forbid_unknown_fields=True, kw_only=True, tag_field="do", tag="decide"):
    """A decision at a table, watched or not."""

    table: AskedCode
    id: Mark | None = None


Wish = Watch | Leave | Decide


class TableTold(Struct, tag_field="told", tag="table"):
    """A table: all of it at first, then what has changed since the last time."""

    table: Code
    changed: Annotated[
        dict[str, Any],
        meaning("Fields of the table with their new values; those that are not named are as they were."),
    ]


class Gone(Struct, tag_field="told", tag="gone"):
    """There is no such table any more: nothing more is told of it."""

    table: Code


class Decided(MovedShape, kw_only=True, tag_field="told", tag="decided"):
    """A decision that is stored."""

    table: Code
    id: Mark | None = None


class Refused(Refusal, kw_only=True, tag_field="told", tag="refused"):
    """Something that could not be done; nothing was changed by it."""

    table: Code | None = None
    id: Mark | None = None


Told = TableTold | Gone | Decided | Refused

FIELDS = TableShape.__struct_fields__


def changes(new: TableShape, old: TableShape | None) -> dict[str, Any]:
    """The fields in which two states of a table differ; without an old one all."""
    if old is None:
        return dict(zip(FIELDS, structs.astuple(new), strict=True))
    pairs = zip(FIELDS, structs.astuple(new), structs.astuple(old), strict=True)
    return {name: value for name, value, before in pairs if value != before}
