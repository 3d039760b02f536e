"""What is wrong with an edition file: a sentence, and the place that it speaks of."""

from __future__ import annotations

import re

LINE = re.compile(r"line (\d+): ")
LONGEST_QUOTE = 60


def say(sentence: str) -> str:
    """Marks a sentence for the catalogues where it is not handed to a complaint at once."""
    return sentence


class Said(str):
    """A sentence in English, and what catalogues know it by: `said`, with its gaps, and what fills them."""

    said: str
    details: dict[str, object]

    @classmethod
    def of(cls, said: str, /, **details: object) -> Said:
        sentence = cls(said % details if details else said)
        sentence.said, sentence.details = said, details
        return sentence


class Problem(Said):
    """The whole sentence, in English: `line 45: character.strength of obelix: expected …`.

    Whoever shows it elsewhere has its parts: where it stands, and what is said there.
    """

    line: int
    table: str
    entry: int
    key: str
    card: str  # the id of the entry, where it has one

    @classmethod
    def at(
        cls,
        line: int,
        table: str,
        index: int,
        key: str,
        said: str,
        card: str = "",
        details: dict[str, object] | None = None,
    ) -> Problem:
        details = details or {}
        where = dotted(table, key) + (f" of {card}" if card else "")
        what = Said.of(said, **details)
        problem = cls(f"line {line}: {where}: {what}" if where else f"line {line}: {what}")
        problem.line, problem.table, problem.entry, problem.key = line, table, index, key
        problem.card, problem.said, problem.details = card, said, details
        return problem


def dotted(*parts: str) -> str:
    return ".".join(part for part in parts if part)


def line_of(problem: str) -> int:
    found = LINE.match(problem)
    return int(found[1]) if found else 0


def shown(value: object) -> str:
    """What a key has."""
    return "nothing" if value is None else repr_of(value)


def repr_of(value: object) -> str:
    """A value as it is quoted: not the whole of a long one."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
