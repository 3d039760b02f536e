"""Sets of small numbers as the bits of an integer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import llvmlite.ir as ir
from numba.core import types
from numba.extending import intrinsic, overload

from oppidum.kernel.compiled import part

WORD = 32


@part
def count(bits):
    """How many are in the set."""
    n = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


@part
def lowest(bits):
    """The smallest member of a set that is not empty."""
    return count((bits & -bits) - 1)  # of the zeros below it: LLVM makes one instruction of it


@part
def nearer(bits, n, first, half):
    """Whether the member that n others precede, from `first` on, is among the next `half` numbers or beyond:
    how many precede it there, and where to look on. Without a branch, which nobody could foresee."""
    below = count((bits >> first) & ((1 << half) - 1))
    beyond = (below - 1 - n) >> 63  # no bit, or all of them
    return n - (below & beyond), first + (half & beyond)


@part
def nth(bits, n):
    """The member that n others precede, of a set of numbers below 32."""
    n, first = nearer(bits, n, 0, 16)
    n, first = nearer(bits, n, first, 8)
    n, first = nearer(bits, n, first, 4)
    n, first = nearer(bits, n, first, 2)
    n, first = nearer(bits, n, first, 1)
    return first


def where(cells: Any, first: int, mask: int, value: int) -> int:
    """Which of the 32 cells from `first` on (an array of bytes) have this value, as far as the mask goes."""
    return sum(int((int(cells[first + i]) & mask ^ value) & 255 == 0) << i for i in range(WORD))


@intrinsic
def compare_bytes(typing, cells, first, mask, value):
    """All cells at once. LLVM would make 32 steps of a loop."""

    def generate(context, builder, signature, args):
        byte, row = ir.IntType(8), ir.VectorType(ir.IntType(8), WORD)

        def everywhere(number):
            one = builder.insert_element(
                ir.Constant(row, ir.Undefined), builder.trunc(number, byte), ir.Constant(ir.IntType(32), 0)
            )
            lanes = ir.Constant(ir.VectorType(ir.IntType(32), WORD), [0] * WORD)
            return builder.shuffle_vector(one, ir.Constant(row, ir.Undefined), lanes)

        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), row.as_pointer())
        found = builder.and_(builder.load(place, align=1), everywhere(args[2]))
        same = builder.icmp_signed("==", found, everywhere(args[3]))
        return builder.zext(builder.bitcast(same, ir.IntType(WORD)), ir.IntType(64))

    return types.int64(cells, types.int64, types.int64, types.int64), generate


@overload(where)
def _where(cells, first, mask, value):
    return lambda cells, first, mask, value: compare_bytes(cells, first, mask, value)


@lru_cache(maxsize=1024)  # most sets are sets of seats
def members(bits: int) -> tuple[int, ...]:
    """The members in order."""
    return tuple([n for n in range(bits.bit_length()) if (bits >> n) & 1])
