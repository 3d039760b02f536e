"""Which of our files a module rests on: itself, and whatever it imports, followed to the end.

Read from the text, nothing is imported for it. Whatever decides what compiled code does can be hashed that
way, and a change elsewhere leaves the hash alone.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = __name__.partition(".")[0]
IMPORT = re.compile(r"^[ \t]*(?:from (\w[\w.]*) import (\([^)]*\)|[^\n#]*)|import (\w[\w.]*))", re.MULTILINE)


@cache
def file_of(module: str) -> Path | None:
    """Where a module's text is; None if there is no such module, or it has no text."""
    loaded = sys.modules.get(module)
    if loaded is not None:
        name = getattr(loaded, "__file__", None)
        return Path(name) if name and Path(name).is_file() else None
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin and spec.has_location else None


def imported(text: str, home: str = PACKAGE) -> set[str]:
    """The modules of this package, and of the text's own, that it may import.

    Every name after `import` may be one.
    """
    found: set[str] = set()
    for package, names, module in IMPORT.findall(text):
        if (package or module).partition(".")[0] not in (PACKAGE, home):
            continue
        if module:
            found.add(module)
            continue
        found.add(package)
        found |= {f"{package}.{name}" for name in re.findall(r"\w+", re.sub(r"#.*", "", names))}
    return found


@cache
def neighbours(module: str) -> frozenset[str]:
    path = file_of(module)
    named = (
        imported(path.read_text(encoding="utf-8"), module.partition(".")[0])
        if path is not None
        else set[str]()
    )
    return frozenset(name for name in named if file_of(name) is not None)


def closure(modules: Iterable[str]) -> set[str]:
    """These modules, as far as they exist, and all that they import, directly or not."""
    found: set[str] = set()
    left = [module for module in modules if file_of(module) is not None]
    while left:
        module = left.pop()
        if module not in found:
            found.add(module)
            left += neighbours(module)
    return found


@cache
def text_hash(module: str) -> bytes:
    path = file_of(module)
    return hashlib.blake2b(path.read_bytes(), digest_size=16).digest() if path is not None else b""


@cache
def digest(modules: tuple[str, ...], also: str = "") -> str:
    """One hash of all that these modules rest on, and of whatever else is named."""
    whole = hashlib.blake2b(also.encode(), digest_size=10)
    for module in sorted(closure(modules)):
        whole.update(module.encode() + b"\0" + text_hash(module))
    return whole.hexdigest()
