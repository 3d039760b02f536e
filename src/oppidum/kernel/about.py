"""What can be said of a game without loading its rules (and so without loading Numba)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from oppidum.kernel.errors import BadOption


@dataclass(frozen=True)
class Option:
    """One choice that a table makes before the deal. `choices` are in the order of their numbers."""

    name: str
    choices: tuple[str, ...]
    default: str
    meaning: str
    live: str | None = None  # the default at a live table, where it is another one

    def number(self, choice: object) -> int:
        text = str(choice)
        if text not in self.choices:
            raise BadOption(f"option {self.name} takes one of {', '.join(self.choices)}; not {text!r}.")
        return self.choices.index(text)


@dataclass(frozen=True)
class About:
    """A game's card in the catalogue."""

    id: str
    title: str
    authors: str
    min_players: int
    max_players: int
    minutes: int
    options: tuple[Option, ...] = ()
    reactions: bool = False  # there are moments in which everybody may react at once, for a while
    revision: int = 1  # of the rules: one more whenever they change, so that older games go on as they began

    @property
    def players(self) -> str:
        """How many can play: "2 to 5", or "2"."""
        fewest, most = self.min_players, self.max_players
        return f"{fewest}" if fewest == most else f"{fewest} to {most}"

    def check_players(self, players: int) -> None:
        if players not in range(self.min_players, self.max_players + 1):
            raise BadOption(f"{self.id} is for {self.players} players, not {players}.")

    def check_revision(self, revision: int) -> None:
        if not 1 <= revision <= self.revision:
            known = f"revisions 1 to {self.revision}" if self.revision > 1 else "only revision 1"
            raise BadOption(f"Of the rules of {self.id} there is {known} here, not revision {revision}.")

    def option_numbers(self, chosen: Mapping[str, object]) -> list[int]:
        """The options as numbers, in the order of `options`, with defaults for what is not chosen."""
        known = {option.name for option in self.options}
        for name in chosen:
            if name not in known:
                offered = ", ".join(sorted(known)) or "none"
                raise BadOption(f"{self.id} has no option {name!r}; its options: {offered}.")
        return [option.number(chosen.get(option.name, option.default)) for option in self.options]

    def option_words(self, chosen: Mapping[str, object]) -> dict[str, str]:
        """All options in words, with defaults for what is not chosen."""
        numbers = self.option_numbers(chosen)
        return {o.name: o.choices[n] for o, n in zip(self.options, numbers, strict=True)}
