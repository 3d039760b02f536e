"""What is right, with something wrong: letters, pieces and whole values cut, doubled, swapped or made up."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from oppidum.kernel.errors import OppidumError

ODD = ["", " ", "\n", "\0", "0", "-1", "1e400", "9" * 21, "\u2800", "é", "\U0001f417", "null", "true"]
ODD += ['"', "'", *"{}[]:*=\\%", "\\ud800", "\ud800", "NaN", "[[", "\u202e", "\uff11"]
NUMBERS: list[Any] = [None, True, 0, -1, 1.5, 2**63, 10**400, float("nan")]
VALUES: list[Any] = [*NUMBERS, "", "x", "é" * 300, [], {}, [[]], [None]]
Try = Callable[[random.Random], bool]  # True: the input was right all the same


class Broken(Exception):
    """Something happened that nobody promised."""


def spoil(text: str, luck: random.Random) -> str:
    """One to three changes somewhere."""
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        at, until = sorted(luck.randrange(len(text) + 1) for _ in range(2))
        until = min(until, at + luck.choice((1, 1, 2, 8, 64)))
        piece = text[at:until]
        how = luck.randrange(6)
        if how == 0:
            text = text[:at] + text[until:]
        elif how == 1:
            text = text[:at] + luck.choice(ODD) + text[at:]
        elif how == 2:
            text = text[:at] + luck.choice(ODD) + text[until:]
        elif how == 3:
            text = text[:at] + piece + text[at:]
        elif how == 4:
            text = text[:at] + chr(luck.randrange(0x250)) + text[at + 1 :]
        else:
            other = luck.randrange(len(text) + 1)
            text = text[:other] + piece + text[other:]
    return text


def spoil_value(value: Any, luck: random.Random) -> Any:
    """Somewhere in what JSON can say: something else, missing, twice, or as another part of it is."""
    if isinstance(value, dict) and value and luck.random() < 0.85:
        key = luck.choice(list(value))
        changed = dict(value)
        how = luck.randrange(8)
        if how == 0:
            del changed[key]
        elif how == 1:
            changed[luck.choice(["x", key + "s", key.upper(), ""])] = changed[key]
        elif how == 2:
            changed[key] = changed[luck.choice(list(value))]
        else:
            changed[key] = spoil_value(changed[key], luck)
        return changed
    if isinstance(value, list) and value and luck.random() < 0.85:
        at, changed = luck.randrange(len(value)), list(value)
        how = luck.randrange(8)
        if how == 0:
            del changed[at]
        elif how == 1:
            changed.insert(at, luck.choice(value))
        elif how == 2:
            changed[at] = luck.choice(value)
        else:
            changed[at] = spoil_value(changed[at], luck)
        return changed
    if isinstance(value, str) and luck.random() < 0.6:
        return spoil(value, luck)
    if isinstance(value, int) and luck.random() < 0.6:
        return value + luck.choice((-1, 1, -value, 100, 2**31))
    return luck.choice(VALUES)


def one_sentence(error: OppidumError) -> None:
    said = str(error)
    if not said.strip() or "\n" in said.strip() or "Traceback" in said:
        raise Broken(f"{type(error).__name__} says {said!r}")
