"""Bring the code on docs/adding-a-game.md up to date with the files of examples/boars.

    python scripts/adding_a_game.py

A block of code on that page stands below the name of its file, and is that file.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
PACKAGE = ROOT / "examples" / "boars"
BLOCK = re.compile(r"(\*\*`([\w./]+)`\*\*\n\n```\w+\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE)


def refreshed(text: str) -> str:
    """The page with every block as its file is now."""
    return BLOCK.sub(lambda found: found[1] + code_of(found[2]) + found[4], text)


def code_of(name: str) -> str:
    return (PACKAGE / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
