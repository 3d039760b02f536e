"""What pages show of a box: its cards as on the board and in words, what is wrong, where it differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from oppidum import games
from oppidum.faces.art import Face
from oppidum.faces.box_contents import BoxWords, box_words, comparison, in_all_languages, is_own, outline_of
from oppidum.faces.scene import board_of
from oppidum.kernel.edition_differences import Difference, differences, entries
from oppidum.kernel.edition_problems import Problem, Said
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadEdition
from oppidum.tables.shelf import Examined
from oppidum.web.pictures import sheet
from oppidum.words import LANGUAGES, Language


@dataclass(frozen=True)
class Mistake:
    """A problem in words, and where it stands."""

    line: int
    card: str  # what the card is called; "": the whole file
    what: str
    table: str
    index: int
    key: str

    @property
    def number(self) -> int:
        """Of its entry, as addresses count them."""
        return self.index + 1


@dataclass(frozen=True)
class CardRow:
    """An entry of a box."""

    table: str
    index: int
    name: str
    look: dict[str, Any]  # what the face's template draws
    words: str
    others: list[tuple[str, str, str]]  # other languages: code, name, words
    change: str  # "", changed, added
    mistakes: list[Mistake]

    @property
    def number(self) -> int:
        """As addresses count entries."""
        return self.index + 1


@dataclass(frozen=True)
class SectionRow:
    table: str
    heading: str
    cards: list[CardRow]
    grows: bool


def in_words(t: Language, said: Said) -> str:
    """A sentence of a storey below, in the visitor's language; so are the parts that are sentences."""
    details = {
        name: in_words(t, part) if isinstance(part, Said) else part for name, part in said.details.items()
    }
    return t.say(said.said, **details)


def mistakes(t: Language, game: str, found: Examined) -> list[Mistake]:
    return [mistake(t, game, found, problem) for problem in found.problems]


def plain_mistakes(t: Language, error: BadEdition) -> list[Mistake]:
    """Of a file that cannot be read: nobody knows its cards."""
    return [
        Mistake(each.line, "", in_words(t, each), each.table, each.entry, each.key)
        for each in error.problems
        if isinstance(each, Problem)
    ]


def mistake(t: Language, game: str, found: Examined, problem: Problem) -> Mistake:
    return Mistake(
        line=problem.line,
        card=card_name(t, game, found.data, problem.table, problem.entry),
        what=in_words(t, problem),
        table=problem.table,
        index=problem.entry,
        key=problem.key,
    )


def card_name(t: Language, game: str, data: Mapping[str, Any], table: str, index: int) -> str:
    """What an entry is called that may be wrong in every part: its name, its id, or which one it is."""
    if not table:
        return ""
    found, heading = entries(data.get(table)), box_words(game).section(t, table)
    if not isinstance(data.get(table), list) or index >= len(found):
        return heading
    name, slug = found[index].get("name"), found[index].get("id")
    named = [name.get(t.code), name.get("fr")] if isinstance(name, dict) else []
    said = next((text for text in (*named, slug) if isinstance(text, str) and text), "")
    return said[:60] or f"{heading} {index + 1}"


def sections(t: Language, game: str, found: Examined) -> list[SectionRow]:
    """Everything in the box that can be shown, in the order of the game's outline."""
    if not found.whole:
        return []
    words = box_words(game)
    ours = games.load(game).default_edition()
    changes = {(each.table, each.index): each for each in differences(found.data, ours.data)}
    wrong = mistakes(t, game, found)
    outline = {section.table: section for section in outline_of(game)}
    tables = [table for table in (outline or found.data) if table != "edition" and is_checked(found, table)]
    return [
        SectionRow(
            table=table,
            heading=words.section(t, table),
            cards=[
                card_row(
                    t,
                    game,
                    words,
                    found,
                    table,
                    index,
                    entry,
                    changes.get((table, index)),
                    of(wrong, table, index),
                )
                for index, entry in enumerate(entries(found.data[table]))
            ],
            grows=bool(outline) and outline[table].grows,
        )
        for table in tables
    ]


def is_checked(found: Examined, table: str) -> bool:
    """Whether a section is there, and was gone through entry by entry."""
    return table in found.data and table not in {each.key for each in found.problems if not each.table}


def of(wrong: Sequence[Mistake], table: str, index: int) -> list[Mistake]:
    return [each for each in wrong if (each.table, each.index) == (table, index)]


def card_row(
    t: Language,
    game: str,
    words: BoxWords,
    found: Examined,
    table: str,
    index: int,
    entry: Mapping[str, Any],
    change: Difference | None,
    wrong: list[Mistake],
) -> CardRow:
    kind = change.kind if change and change.kind != "removed" else ""
    if wrong:  # it is named, not drawn
        return CardRow(table, index, card_name(t, game, found.data, table, index), {}, "", [], kind, wrong)
    said = in_all_languages(game, found.sketch, table, entry)
    return CardRow(
        table=table,
        index=index,
        name=words.called(t, found.sketch, table, entry),
        look=words.look(t, found.sketch, table, entry),
        words=said[t.code],
        others=[(code, LANGUAGES[code], text) for code, text in said.items() if code != t.code and text],
        change=kind,
        mistakes=[],
    )


def symbols(game: str, found: Examined) -> Sequence[Any]:
    """The pictures of the cards that are drawn: of what is right."""
    if not found.whole:
        return ()
    return board_of(game).symbols(found.edition or without_mistakes(found))


def new_symbols(game: str, before: Examined, now: Examined) -> Markup:
    """The pictures that a card has come to need since its page was loaded."""
    new = set(symbols(game, now)) - set(symbols(game, before))
    names = frozenset(each for each in new if isinstance(each, str))
    return sheet(names, frozenset(each for each in new if isinstance(each, Face))) if new else Markup("")


def without_mistakes(found: Examined) -> Edition:
    """The same box without the entries that something is wrong with."""
    wrong = {(problem.table, problem.entry) for problem in found.problems}
    ours = games.load(found.game).default_edition().data
    data = {
        table: [each for at, each in enumerate(entries(found.data[table])) if (table, at) not in wrong]
        if is_checked(found, table)
        else []
        for table, part in ours.items()
        if isinstance(part, list)
    }
    return Edition("", found.title, found.sketch.sha256, "", {**found.data, **data}, found.sketch.fill)


# ---------------------------------------------------------------- at a table

NOTES: dict[tuple[str, str, str], str] = {}
MOST_NOTES = 500


def box_note(t: Language, game: str, edition: Edition) -> str:
    """What box lies on a table, where it is somebody's own: "Petibonum 1987: 23 cards changed"."""
    if not is_own(game, edition):
        return ""
    key = (t.code, game, edition.sha256)
    if key not in NOTES:
        if len(NOTES) >= MOST_NOTES:
            NOTES.clear()
        changed = comparison(game, edition).summary(t)
        NOTES[key] = t.say("%(title)s: %(what)s", title=edition.title, what=changed)
    return NOTES[key]
