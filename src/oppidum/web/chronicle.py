"""A whole game in words: who decided what, step by step, and what one wants to find again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from oppidum import games
from oppidum.faces.speaking import marks_of, words_of
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadNotation
from oppidum.kernel.game import Game
from oppidum.tables import Hall
from oppidum.tables import replay as replays
from oppidum.tables.replay import Step
from oppidum.words import Language

REMEMBERED = 32  # a slider asks for the same game again and again


@dataclass(frozen=True)
class Entry:
    step: int
    name: str  # who decided; nobody dealt
    said: str  # as the button said it; nothing where the eyes may not know it
    mark: str  # what makes this step worth finding again


def in_words(
    t: Language, game: Game, edition: Edition, before: Step, step: Step, names: Sequence[str]
) -> str:
    """A decision in the language of the reader."""
    if not step.words:
        return ""
    with suppress(BadNotation):
        action = game.notation.read(before.position, step.seat, step.words)
        choice = game.choice(before.position, step.seat, action, edition)
        return words_of(game.id).action(t, edition, choice, names)
    return step.words


@lru_cache(REMEMBERED)
def chronicle(
    hall: Hall,
    code: str,
    version: int,  # so that what is remembered is of this version
    visitor: str | None,
    seat: int | None,
    open_cards: bool,
    t: Language,
    names: tuple[str, ...],
) -> tuple[Entry, ...]:
    table = hall.look(code)
    game = games.load(table.settings.game)
    edition = table.edition or game.default_edition()
    words = words_of(game.id)
    steps = replays.steps(hall, code, visitor, as_seat=seat, open_cards=open_cards)

    def mark(step: Step) -> str:
        found = marks_of(words, game.told(step.position, edition))
        return " ".join(words.lines(t, edition, found, names)) if found else ""

    entries = [Entry(0, "", "", mark(steps[0]))]
    for before, step in pairwise(steps):
        said = in_words(t, game, edition, before, step, names)
        entries.append(Entry(step.number, names[step.seat], said, mark(step)))
    return tuple(entries)
