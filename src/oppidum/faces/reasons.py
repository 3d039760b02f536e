"""Why a decision is good, in plain words: what it gains or avoids.

A game's face may have a module `reasons` with a function `reasons(t, edition, seen, seat, choice, names)`. It
names what is certain about one choice, from the reading alone; each reason is a claim that playing it out
must confirm, whatever the others do. A hint says those that tell its choice from the next best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

MOST = 2


@dataclass(frozen=True)
class Reason:
    claim: str  # what kind of fact it is
    text: str


def reasons_for(
    game_id: str, t: Language, edition: Edition, seen: Any, seat: int, choice: Any, names: Sequence[str]
) -> list[Reason]:
    part = faces.part(game_id, "reasons")
    return part.reasons(t, edition, seen, seat, choice, names) if part else []


def telling(of_first: Sequence[Reason], of_second: Sequence[Reason]) -> list[str]:
    """What speaks for the first choice: what is true of it alone; if there is nothing, what both gain."""
    other = {reason.text for reason in of_second}
    kinds = {reason.claim for reason in of_second}
    own = [reason for reason in of_first if reason.text not in other] or list(of_first)
    return [reason.text for reason in sorted(own, key=lambda reason: reason.claim in kinds)][:MOST]
