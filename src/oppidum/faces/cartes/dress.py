"""A colour alone: the character decides how many bottles stand on one's cards, and is no matter of taste."""

from __future__ import annotations

from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


def characters(t: Language, edition: Edition) -> list[tuple[str, str]]:
    return []
