"""Parts of boards that are drawn once and remembered.

A rival's panel, a card, a line of the log look the same to everybody, and most of them the same as before the
last move. `{{ remembered(panel, player) }}` draws a part by a macro, unless it has been drawn from the same
things before. The macro is imported without context, so that it knows nothing but what it is given: what is
remembered for one cannot show what only another may see.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import msgspec
from jinja2.runtime import Macro
from markupsafe import Markup

MOST_BYTES = 32 * 2**20


def plain(value: Any) -> str:
    if isinstance(value, Markup):
        return str.__str__(value)
    raise TypeError(f"A part is drawn from plain things, not from {type(value).__name__}.")


encode = msgspec.msgpack.Encoder(enc_hook=plain).encode


class Drawn:
    """What has been drawn; the longest unused goes first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.bytes = 0
        self.parts: OrderedDict[tuple[Macro, bytes], Markup] = OrderedDict()
        self.lock = threading.Lock()

    def remembered(self, macro: Macro, /, *given: Any) -> Markup:
        key = (macro, encode(given))
        with self.lock:
            part = self.parts.get(key)
            if part is not None:
                self.parts.move_to_end(key)
                return part
        part = Markup(macro(*given))
        with self.lock:
            if key not in self.parts:
                self.parts[key] = part
                self.bytes += len(part) + len(key[1])
            while self.bytes > self.most:
                (_, things), gone = self.parts.popitem(last=False)
                self.bytes -= len(gone) + len(things)
        return part


remembered = Drawn().remembered
