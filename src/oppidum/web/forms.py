"""What people typed into a form: always text, always short."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from oppidum.kernel.errors import BadOption

LONGEST = 500


def text_in(data: Mapping[str, Any], name: str, longest: int = LONGEST) -> str:
    value = data.get(name, "")
    if isinstance(value, list):
        value = value[-1] if value else ""
    text = str(value) if value is not None else ""
    if len(text) > longest:
        raise BadOption("That text is too long.")
    return text.strip()


def number_in(data: Mapping[str, Any], name: str) -> int | None:
    text = text_in(data, name, 12)
    if not text:
        return None
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise BadOption("A number was expected here.")
    return int(text)


def ticked(data: Mapping[str, Any], name: str) -> bool:
    return text_in(data, name) not in ("", "0", "off", "no", "false")


def code_in(text: str) -> str:
    """The code of a table, out of a link or as it was passed on."""
    return text.split("?")[0].rstrip("/").rsplit("/", 1)[-1].strip()[:80]
