"""What comes in the box of a game, for people: the module `box` of its face, and its template `card.html`.

A face says what sections, keys and values are called, and puts an entry into words; its template draws it as
it lies on the board. What a game does not bring, the plain face has: keys as they are spelt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from oppidum import faces, games
from oppidum.kernel.edition_differences import Difference, differences
from oppidum.kernel.editions import Edition
from oppidum.kernel.outline import Section
from oppidum.words.language import LANGUAGES, Language, language

Entry = Mapping[str, Any]


class BoxWords(Protocol):
    """`edition` is one to look at: of the entries asked for nothing is wrong."""

    def section(self, t: Language, table: str) -> str:
        """What a section holds, as a heading."""
        ...

    def key(self, t: Language, table: str, key: str) -> str:
        """What a key is called in a form."""
        ...

    def value(self, t: Language, edition: Edition, table: str, key: str, value: str) -> str:
        """What one of the words is called that a key may have."""
        ...

    def called(self, t: Language, edition: Edition, table: str, entry: Entry) -> str:
        """What an entry is called."""
        ...

    def described(self, t: Language, edition: Edition, table: str, entry: Entry) -> str:
        """What is printed on it, in words."""
        ...

    def look(self, t: Language, edition: Edition, table: str, entry: Entry) -> dict[str, Any]:
        """What `card.html` draws; empty where there is nothing to draw."""
        ...


@cache
def box_words(game_id: str) -> BoxWords:
    return cast(BoxWords, faces.part(game_id, "box"))


@cache
def outline_of(game_id: str) -> tuple[Section, ...]:
    """What its editions may say; empty: nobody but their readers knows."""
    return getattr(games.part(game_id, "outline"), "SECTIONS", ())


def template_of_card(game_id: str) -> str:
    return f"cards/{game_id if faces.file(game_id, 'card.html') else faces.PLAIN}.html"


def in_all_languages(game_id: str, edition: Edition, table: str, entry: Entry) -> dict[str, str]:
    """An entry in words, by the code of the language."""
    words = box_words(game_id)
    return {code: words.described(language(code), edition, table, entry) for code in LANGUAGES}


# ---------------------------------------------------------------- how a box differs from ours


@dataclass(frozen=True)
class Told:
    """A difference in words."""

    kind: str  # changed, added, removed
    name: str
    now: str
    before: str


@dataclass(frozen=True)
class Comparison:
    """Where a box differs from the one that comes with the game."""

    game: str
    edition: Edition
    found: tuple[Difference, ...]

    @property
    def short(self) -> bool:
        """Whether all of it can be shown at once."""
        return len(self.found) < 6

    def summary(self, t: Language) -> str:
        """In a few words: "23 cards changed"."""
        kinds = [each.kind for each in self.found]
        counted = {kind: kinds.count(kind) for kind in ("changed", "added", "removed")}
        said = [
            t.many("%(n)s card changed", "%(n)s cards changed", counted["changed"]),
            t.say("%(n)s added", n=counted["added"]),
            t.say("%(n)s missing", n=counted["removed"]),
        ]
        parts = [text for text, n in zip(said, counted.values(), strict=True) if n]
        return ", ".join(parts) or t.say("the same cards as ours")

    def told(self, t: Language) -> list[Told]:
        return [self.tell(t, each) for each in self.found]

    def tell(self, t: Language, difference: Difference) -> Told:
        words, ours = box_words(self.game), games.load(self.game).default_edition()
        table, entry = difference.table, difference.entry
        if difference.kind == "removed":
            name = words.called(t, ours, table, entry)
            return Told("removed", name, "", words.described(t, ours, table, entry))
        before = words.described(t, ours, table, difference.before) if difference.before else ""
        name = words.called(t, self.edition, table, entry)
        return Told(difference.kind, name, words.described(t, self.edition, table, entry), before)


def comparison(game_id: str, edition: Edition) -> Comparison:
    ours = games.load(game_id).default_edition()
    return Comparison(game_id, edition, tuple(differences(edition.data, ours.data)))


def is_own(game_id: str, edition: Edition) -> bool:
    """Whether it is a box of somebody's own: none that came with the game."""
    return edition.sha256 not in {each.sha256 for each in games.load(game_id).shipped_editions()}
