"""Whose portrait stands for a player: somebody who plays no part in the game of cards itself."""

from __future__ import annotations

from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

PEOPLE = ("asterix", "obelix", "panoramix", "bonemine", "falbala", "cleopatre", "assurancetourix", "caesar")


def characters(t: Language, edition: Edition) -> list[tuple[str, str]]:
    known = {entry["id"]: entry["name"] for entry in edition.data["character"]}
    return [(name, t.name(known[name])) for name in PEOPLE if name in known]
