"""What the things that a balance report counts are called, where a game does not say: as in its files."""

from __future__ import annotations

from collections.abc import Mapping

from oppidum.words.language import Language


def group(t: Language, name: str) -> str:
    return name


def figure(t: Language, name: str) -> str:
    return name


def thing(t: Language, group: str, name: str, names: Mapping[str, str] | None) -> str:
    return t.name(names) if names else name
