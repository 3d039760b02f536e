"""Broken edition files: a good one with something replaced, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

import pytest

from oppidum.kernel.editions import Edition, EditionFile
from oppidum.kernel.errors import BadEdition


@dataclass(frozen=True)
class Original:
    """The edition file that comes with a game."""

    text: str
    read: Callable[[EditionFile], Edition]

    def replaced(self, old: str, new: str) -> str:
        assert old in self.text
        return self.text.replace(old, new, 1)

    def problems(self, text: str) -> list[str]:
        with pytest.raises(BadEdition) as caught:
            self.read(EditionFile.parse("mine.toml", text))
        assert str(caught.value).startswith("mine.toml: ")
        return caught.value.problems


def original(game: str, read: Callable[[EditionFile], Edition]) -> Original:
    text = (resources.files(f"oppidum.games.{game}") / "reconstituee.toml").read_text(encoding="utf-8")
    return Original(text, read)


def line_of(text: str, start: str) -> int:
    """The first line that starts like this."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))
