"""Room for a few numbers while a rule is at work, without allocating an array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import lower_builtin, type_callable
from numba.np import arrayobj

ROOM = types.Array(types.uint8, 1, "C")


def scratch(n: int) -> Any:
    """Room for n bytes, a number that stands in the text; what is in it is not known.

    It is gone when the rule has done its work: it must not be handed back.
    """
    return np.empty(n, np.uint8)


@type_callable(scratch)
def type_scratch(context: Any) -> Any:
    return lambda n: ROOM if isinstance(n, types.IntegerLiteral) else None


@lower_builtin(scratch, types.IntegerLiteral)
def on_the_stack(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    n = signature.args[0].literal_value
    data = cgutils.alloca_once(builder, cgutils.int8_t, size=n)
    one, many = cgutils.intp_t(1), cgutils.intp_t(n)
    cells = context.make_array(ROOM)(context, builder)
    arrayobj.populate_array(cells, data=data, shape=[many], strides=[one], itemsize=one, meminfo=None)
    return cells._getvalue()
