"""Whom one walks as: everybody chooses a pawn, as the rulebook has it."""

from __future__ import annotations

from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def characters(t: Language, edition: Edition) -> list[tuple[str, str]]:
    return [(pawn["id"], t.name(pawn["name"])) for pawn in edition.data["pawn"]]
