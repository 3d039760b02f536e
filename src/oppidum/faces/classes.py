"""The classes of an element, put together by its presenter: a template finds them ready."""

from __future__ import annotations


def classes(*always: str, **sometimes: object) -> str:
    """Those that an element always has, and those that are true of it: `classes("card", mine=True)`."""
    found = [name for name in always if name]
    for name, so in sometimes.items():
        if so:
            found.append(name.replace("_", "-"))
    return " ".join(found)
