"""Features written many at a time: a position's small numbers as a row of floats.

LLVM would make one step after the other of such loops, because what is written might be what is read next.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir
import numpy as np
from numba.core import cgutils, types
from numba.extending import lower_builtin, type_callable

WIDE = ir.IntType(32)
FLOAT = ir.FloatType()


def spread(out: Any, first: int, word: int, n: int, width: int, plus: int, factor: Any) -> None:
    """Write n parts of a number, so many bits each, the lowest first: part plus `plus`, times `factor`.

    How many, how wide and what is added stand in the text as numbers.
    """
    for i in range(n):
        part = (word >> width * i) & ((1 << width) - 1)
        out[first + i] = np.float32(part + plus) * factor


def scale(out: Any, first: int, cells: Any, n: int, factor: Any) -> None:
    """Write n bytes, times `factor`."""
    for i in range(n):
        out[first + i] = np.float32(cells[i]) * factor


def is_row(out: Any) -> bool:
    return isinstance(out, types.Array) and out.ndim == 1 and out.layout == "C" and out.dtype == types.float32


@type_callable(spread)
def type_spread(context: Any) -> Any:
    def decide(out: Any, first: Any, word: Any, n: Any, width: Any, plus: Any, factor: Any) -> Any:
        stand_in_the_text = all(isinstance(one, types.IntegerLiteral) for one in (n, width, plus))
        return types.none if is_row(out) and stand_in_the_text else None

    return decide


@type_callable(scale)
def type_scale(context: Any) -> Any:
    def decide(out: Any, first: Any, cells: Any, n: Any, factor: Any) -> Any:
        known = isinstance(cells, types.Array) and cells.dtype == types.int8 and cells.layout == "C"
        return types.none if is_row(out) and known and isinstance(n, types.IntegerLiteral) else None

    return decide


def everywhere(builder: Any, value: Any, n: Any) -> Any:
    """The same in all of n lanes."""
    row = ir.VectorType(value.type, n)
    one = builder.insert_element(ir.Constant(row, ir.Undefined), value, ir.Constant(WIDE, 0))
    lanes = ir.Constant(ir.VectorType(WIDE, n), [0] * n)
    return builder.shuffle_vector(one, ir.Constant(row, ir.Undefined), lanes)


def write(context: Any, builder: Any, out: Any, first: Any, numbers: Any, factor: Any, n: Any) -> Any:
    """Whole numbers of 32 bits, as floats, times a factor."""
    floats = builder.fmul(builder.sitofp(numbers, ir.VectorType(FLOAT, n)), everywhere(builder, factor, n))
    place = builder.gep(out.data, [first])
    builder.store(floats, builder.bitcast(place, floats.type.as_pointer()), align=1)
    return context.get_dummy_value()


NUMBER, TEXT = types.Integer, types.IntegerLiteral


@lower_builtin(spread, types.Array, NUMBER, NUMBER, TEXT, TEXT, TEXT, types.Float)
def lower_spread(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    row, at, number, *rest = signature.args
    n, width, plus = (one.literal_value for one in rest[:3])
    lane = WIDE if n * width <= WIDE.width else cgutils.intp_t  # as narrow as possible: more at a time
    lanes = ir.VectorType(lane, n)
    word = context.cast(builder, args[2], number, types.int32 if lane is WIDE else types.int64)
    shifted = builder.lshr(everywhere(builder, word, n), ir.Constant(lanes, [width * i for i in range(n)]))
    parts = builder.and_(shifted, ir.Constant(lanes, [(1 << width) - 1] * n))
    numbers = builder.add(parts, ir.Constant(lanes, [plus] * n))
    if lane is not WIDE:
        numbers = builder.trunc(numbers, ir.VectorType(WIDE, n))
    out = context.make_array(row)(context, builder, args[0])
    first = context.cast(builder, args[1], at, types.intp)
    return write(context, builder, out, first, numbers, args[6], n)


@lower_builtin(scale, types.Array, NUMBER, types.Array, TEXT, types.Float)
def lower_scale(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    row, at, cells, many, _factor = signature.args
    n = many.literal_value
    found = context.make_array(cells)(context, builder, args[2]).data
    small = ir.VectorType(cgutils.int8_t, n)
    numbers = builder.sext(
        builder.load(builder.bitcast(found, small.as_pointer()), align=1), ir.VectorType(WIDE, n)
    )
    out = context.make_array(row)(context, builder, args[0])
    first = context.cast(builder, args[1], at, types.intp)
    return write(context, builder, out, first, numbers, args[4], n)
