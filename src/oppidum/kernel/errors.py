"""Everything that can be wrong with what somebody handed in. Each message is one whole sentence."""

from __future__ import annotations

from collections.abc import Sequence


class OppidumError(Exception):
    """Bad input of any kind. The message is meant for the person who gave it."""


class BadOption(OppidumError):
    """A game, a number of players or an option that does not exist."""


class NoSuchGame(BadOption):
    """A game that is not here, or not any more: packages that bring games come and go."""


class IllegalAction(OppidumError):
    """An action that is not open to that seat now. `legal` lists what is, in notation."""

    def __init__(self, message: str, legal: list[str]) -> None:
        super().__init__(message)
        self.legal = legal


class BadNotation(OppidumError):
    """A text that is no action of this game."""


class BadEdition(OppidumError):
    """An edition file with something wrong in it. `problems` has one sentence for each."""

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        super().__init__(f"{source}: " + "; ".join(problems))
        self.source = source
        self.problems = list(problems)


class BadRecord(OppidumError):
    """A record that cannot be read, or that does not replay."""
