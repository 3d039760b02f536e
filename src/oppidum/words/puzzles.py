"""A puzzle in words: what is asked, every option with its value, and why the answer is the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oppidum.faces.reasons import Reason, reasons_for, telling
from oppidum.faces.speaking import occasion_of, words_of
from oppidum.puzzles.posing import Posed
from oppidum.words.language import Language
from oppidum.words.you import You

# Who plays along. Like those of visitors: our own.
NAMES = ("Rustix", "Tropix", "Galactix", "Botanix", "Cosmix", "Poetix", "Nautix")


@dataclass(frozen=True)
class OptionTold:
    """One of the things that may be done, with what it is worth."""

    move: str
    text: str
    value: str
    right: bool


class PuzzleTeller:
    """Tells one puzzle in one language, to whoever sits in its seat."""

    def __init__(self, t: Language, posed: Posed, you: str = "") -> None:
        self.t = t
        self.posed = posed
        self.words = words_of(posed.game.id)
        others = iter(NAMES)
        me = You(you or t.say("You"))
        players = range(posed.puzzle.players)
        self.names: list[str] = [me if seat == posed.seat else next(others) for seat in players]

    @cached_property
    def seen(self) -> Any:
        posed = self.posed
        return posed.game.read(posed.view, posed.seat, posed.edition)

    @property
    def where(self) -> str:
        """The moment, as the game's players would name it."""
        return occasion_of(self.words, self.t, self.posed.edition, self.seen)

    @property
    def question(self) -> str:
        return self.words.question(self.t, self.posed.edition, self.seen)

    def choice(self, move: str) -> Any:
        """As the reading offers it, with all that it foresees."""
        return next(choice for choice in self.seen.choices if choice.move == move)

    @cached_property
    def texts(self) -> dict[str, str]:
        """Every decision as its button says it; two that say the same are told apart by the notation."""
        said = {
            choice.move: self.words.action(self.t, self.posed.edition, choice, self.names)
            for choice in self.seen.choices
        }
        count = Counter(said.values())
        return {move: text if count[text] == 1 else f"{text} ({move})" for move, text in said.items()}

    def move(self, move: str) -> str:
        return self.texts[move]

    def reasons(self, move: str) -> list[Reason]:
        posed, choice = self.posed, self.choice(move)
        return reasons_for(posed.game.id, self.t, posed.edition, self.seen, posed.seat, choice, self.names)

    @property
    def answer(self) -> str:
        return self.posed.puzzle.asked.answers[0]

    @property
    def better(self) -> str:
        """The answer, to who missed it."""
        return self.t.say("Better: %(move)s", move=self.move(self.answer))

    def solution(self, answered: str) -> list[str]:
        """Why the answer is right: what speaks for it against what was answered, and by how much.

        To who was right, against what the rule of thumb would have done.
        """
        asked = self.posed.puzzle.asked
        other = asked.thumb if answered in asked.answers else answered
        told = telling(self.reasons(self.answer), self.reasons(other))
        values = list(asked.values.values())
        gap = self.t.say(
            "It is worth %(value)s of a victory, %(gap)s more than the next best (±%(noise)s).",
            value=self.t.percent(values[0]),
            gap=self.t.percent(values[0] - values[1]),
            noise=self.t.percent(asked.noise),
        )
        thumb = self.t.say("The rule of thumb would choose: %(move)s", move=self.move(asked.thumb))
        return [*told, gap, thumb]

    def options(self) -> list[OptionTold]:
        """Everything that may be done, the best first."""
        asked = self.posed.puzzle.asked
        return [
            OptionTold(move, self.move(move), self.t.percent(value), move in asked.answers)
            for move, value in asked.values.items()
        ]

    def lines(self) -> Sequence[str]:
        """What has just happened, in the words of the log."""
        told = [self.posed.game.told(past.view, self.posed.edition) for past in self.posed.recent[-3:]]
        return [
            line for each in told for line in self.words.lines(self.t, self.posed.edition, each, self.names)
        ]
