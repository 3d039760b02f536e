"""Broken edition files: a good one with something replaced, and what is said about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
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
        return [without_card(problem) for problem in caught.value.problems]


def original(game: str, read: Callable[[EditionFile], Edition]) -> Original:
    text = (resources.files(f"oppidum.games.{game}") / "reconstituee.toml").read_text(encoding="utf-8")
    return Original(text, read)


def without_card(problem: str) -> str:
    """A problem that does not name its card: tests of complaints compare the rest."""
    return re.sub(r"^(line \d+: [\w.-]+) of [a-z0-9-]+: ", r"\1: ", problem)


def line_of(text: str, start: str) -> int:
    """The first line that starts like this."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def damaged(text: str) -> Iterator[str]:
    """A file with its sections and keys damaged, one at a time: left out, misspelt, filled with nonsense."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        before, after = lines[:i], lines[i + 1 :]
        if line.startswith("["):
            damages = ["", line.replace("[", "[x", 1), line.replace("]", "s]", 1), "[other]", "[[edition]]"]
        elif " = " in line and not line.startswith("#"):
            key = line.split(" = ", 1)[0]
            values = (
                "5",
                "-1",
                "99999999999999999999",
                '""',
                "true",
                "[]",
                "[1, {}]",
                "{ a = 1 }",
                "1.5",
                "07:32:00",
            )
            damages = ["", line.replace(key, key + "s", 1), key, *(f"{key} = {value}" for value in values)]
        else:
            continue
        for damage in damages:
            yield "\n".join([*before, damage, *after])


def check_damaged(read: Callable[[EditionFile], Edition], text: str, every: int) -> None:
    """Whatever is damaged, it is played or refused in sentences with line and key; nothing else happens."""
    refused = 0
    for number, broken in enumerate(damaged(text)):
        if number % every:
            continue
        try:
            read(EditionFile.parse("mine.toml", broken))
        except BadEdition as error:
            refused += 1
            for problem in error.problems:
                assert re.match(r"line \d+: [\w-]+(\.[\w-]+)?( of [a-z0-9-]+)?: \S", problem), problem
    assert refused
