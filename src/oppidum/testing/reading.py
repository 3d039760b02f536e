"""The contract of a game's reading: it says what the seat may know and may do, and nothing else."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from msgspec import inspect

from oppidum.kernel.events import SPECTATOR
from oppidum.testing.cases import Case

EVERY = 7  # decisions between two looks, on average


def check_reading(case: Case, every: int = EVERY) -> None:
    """Every choice is there, in order and in notation; it can be sent and read again; seats only count on."""
    game, edition = case.game, case.game.default_edition()
    for s, _seat, _action in case.sample(every):
        for eyes in (SPECTATOR, *range(case.players)):
            view = game.view(s, eyes)
            found = game.read(view, eyes, edition)
            moves = [game.notation.write(view, eyes, action) for action in game.legal(view, eyes)]
            assert [choice.move for choice in found.choices] == moves
            assert same_again(found), "what is read can be sent as JSON and read again"
            counted = game.read(view, eyes, edition, 1)
            assert counted_on(counted) == sent(found)
            told = game.told(view, edition)
            assert [counted_on(e) for e in game.told(view, edition, 1)] == [sent(e) for e in told]


def check_tags(case: Case) -> None:
    """What happens in one game cannot be taken for what happens in another."""
    reading = case.game.reading
    for kind in get_args(getattr(reading, "Told", None)):
        assert str(kind.__struct_config__.tag).startswith(f"{case.game.id}.")


def sent(found: Any) -> Any:
    """As whoever gets it as JSON reads it."""
    return msgspec.json.decode(msgspec.json.encode(found))


def same_again(found: Any) -> bool:
    return msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found


def counted_on(found: Any) -> Any:
    """A reading whose seats are counted from 1, as plain data with seats counted from 0."""
    return less_one(sent(found), inspect.type_info(type(found)))


def less_one(plain: Any, kind: inspect.Type) -> Any:
    match kind:
        case inspect.Metadata(extra={"counted": _}):
            return plain - 1
        case inspect.Metadata(type=inner):
            return less_one(plain, inner)
        case inspect.StructType(fields=fields):
            types = {field.encode_name: field.type for field in fields}
            return {key: less_one(x, types[key]) if key in types else x for key, x in plain.items()}
        case inspect.UnionType(types=types):
            return plain if plain is None else less_one(plain, member(plain, types))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [less_one(x, item) for x in plain]
        case _:
            return plain


def member(plain: Any, types: tuple[inspect.Type, ...]) -> inspect.Type:
    """Which type of a union this is: by its tag, or whatever is not `None`."""
    structs = [kind for kind in types if isinstance(kind, inspect.StructType)]
    if isinstance(plain, dict) and structs:
        return next((k for k in structs if k.tag_field and plain.get(k.tag_field) == k.tag), structs[0])
    return next(kind for kind in types if not isinstance(kind, inspect.NoneType | inspect.StructType))
