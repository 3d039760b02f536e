"""A form for an entry of a box, made from the game's outline; and the entry that a filled-in form means.

Fields have dotted names: `strength`, `name.fr`, `bottles.3`, `power.0.do`, `power.0.colour`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oppidum.faces.box_contents import BoxWords
from oppidum.kernel.edition_differences import entries
from oppidum.kernel.editions import LONGEST_ID, LONGEST_NAME, LONGEST_TITLE, Edition
from oppidum.kernel.outline import Field, Section
from oppidum.web.forms import text_in
from oppidum.words import LANGUAGES, Language

DO = "do"
MOST_EFFECTS = 12  # in a chain of the editor
LONGEST_NOTE = 400
Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Option:
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class Control:
    """Something that can be filled in."""

    name: str
    label: str
    kind: str  # text, number, select, checks, flag
    value: str = ""
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None
    longest: int = LONGEST_NAME
    needed: bool = False

    @property
    def id(self) -> str:
        return "f-" + self.name.replace(".", "-")


@dataclass(frozen=True)
class Effect:
    """One effect of a chain: what it does, and the rest."""

    number: int
    verb: Control
    controls: list[Control]

    @property
    def counted(self) -> int:
        """As people count."""
        return self.number + 1


@dataclass(frozen=True)
class Row:
    """A field of the form, with what is wrong there."""

    key: str
    label: str
    kind: str
    controls: list[Control] = field(default_factory=list[Control])
    effects: list[Effect] = field(default_factory=list[Effect])
    more: bool = False  # another effect may be added
    mistakes: list[str] = field(default_factory=list[str])

    @property
    def several(self) -> bool:
        return len(self.controls) > 1


# ---------------------------------------------------------------- the form


@dataclass(frozen=True)
class Form:
    """The form of one entry, in the words of its game."""

    t: Language
    words: BoxWords
    edition: Edition  # to look at: names of others that a choice may mean
    section: Section

    def rows(self, entry: Entry, mistakes: Mapping[str, list[str]]) -> list[Row]:
        return [
            self.row(each, entry, mistakes.get(each.key, []))
            for each in self.section.fields
            if is_asked(each, entry)
        ]

    def label(self, key: str) -> str:
        return self.words.key(self.t, self.section.table, key)

    def row(self, each: Field, entry: Entry, mistakes: list[str]) -> Row:
        label, value = self.label(each.key), entry.get(each.key)
        if each.kind == "chain":
            rows = value if isinstance(value, list) else []
            effects = [
                self.effect(each, number, row) for number, row in enumerate(rows) if isinstance(row, Mapping)
            ]
            return Row(each.key, label, "chain", [], effects, len(effects) < MOST_EFFECTS, mistakes)
        return Row(
            each.key, label, each.kind, self.controls(each, each.key, label, value), [], False, mistakes
        )

    def effect(self, chain: Field, number: int, row: Entry) -> Effect:
        verb = str(row.get(DO))
        name = f"{chain.key}.{number}"
        options = self.options(Field(DO, "choice", choices=tuple(chain.effects)), verb)
        controls = [
            control
            for each in chain.effects.get(verb, ())
            for control in self.controls(each, f"{name}.{each.key}", self.label(each.key), row.get(each.key))
        ]
        what = Control(f"{name}.{DO}", self.label(DO), "select", verb, options)
        return Effect(number, what, controls)

    def controls(self, each: Field, name: str, label: str, value: Any) -> list[Control]:
        match each.kind:
            case "names":
                names = value if isinstance(value, Mapping) else {}
                return [
                    Control(
                        f"{name}.{code}", LANGUAGES[code], "text", said(names.get(code)), needed=code == "fr"
                    )
                    for code in LANGUAGES
                ]
            case "numbers":
                found = value if isinstance(value, list) else []
                numbers = [*found, *[""] * each.length][: each.length]
                return [
                    self.number(each, f"{name}.{at}", str(at + 1), said(number))
                    for at, number in enumerate(numbers)
                ]
            case "span":
                least, most = value if isinstance(value, list) and len(value) == 2 else ("", "")
                low = self.t.say("%(what)s: at least", what=label)
                high = self.t.say("%(what)s: at most", what=label)
                return [
                    self.number(each, f"{name}.0", low, said(least)),
                    self.number(each, f"{name}.1", high, said(most)),
                ]
            case "number":
                return [self.number(each, name, label, said(each.usual if value is None else value))]
            case "choice":
                return [Control(name, label, "select", said(value), self.options(each, value))]
            case "several":
                chosen = [value] if isinstance(value, str) else value if isinstance(value, list) else []
                options = tuple(
                    Option(word, self.value(each.key, word), word in chosen) for word in each.choices
                )
                return [Control(name, label, "checks", "", options)]
            case "flag":
                return [Control(name, label, "flag", "yes" if value is True else "")]
            case _:
                longest = {"id": LONGEST_ID, "title": LONGEST_TITLE}.get(each.key, LONGEST_NOTE)
                return [
                    Control(
                        name, label, "text", said(value), longest=longest, needed=not each.may_be_left_out
                    )
                ]

    def number(self, each: Field, name: str, label: str, value: str) -> Control:
        needed = each.kind != "span" and not each.may_be_left_out
        return Control(name, label, "number", value, low=each.low, high=each.high, needed=needed)

    def options(self, each: Field, value: Any) -> tuple[Option, ...]:
        words = list(each.choices)
        if each.table:
            ids = [entry.get("id") for entry in entries(self.edition.data.get(each.table))]
            words += [name for name in ids if isinstance(name, str) and name not in words]
        chosen = value if value is not None else each.usual
        none = [Option("", "–", chosen is None)] if each.optional else []
        return (*none, *(Option(word, self.value(each.key, word), word == chosen) for word in words))

    def value(self, key: str, word: str) -> str:
        """What a value is called. Entries that are half written have no name yet: they go by their id."""
        try:
            return self.words.value(self.t, self.edition, self.section.table, key, word)
        except (LookupError, StopIteration, TypeError, AttributeError):
            return word


def is_asked(each: Field, entry: Entry) -> bool:
    return each.when is None or entry.get(each.when[0]) == each.when[1]


def said(value: Any) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)


# ---------------------------------------------------------------- what was filled in


def entry_in(data: Mapping[str, Any], section: Section, old: Entry) -> dict[str, Any]:
    """The entry that a form means. What the outline does not know stays as it was."""
    entry = dict(old)
    for each in section.fields:
        value = value_in(data, each, each.key)
        if each.when is not None and entry.get(each.when[0]) != each.when[1]:
            value = None
        if each.kind == "chain":
            value = as_before(each, value, old.get(each.key))
        put(entry, each, value)
    if section.field("id") and not entry.get("id") and isinstance(entry.get("name"), Mapping):
        entry["id"] = slug(str(entry["name"].get("fr", "")))
    return entry


def put(entry: dict[str, Any], each: Field, value: Any) -> None:
    """What goes without saying is not said, unless it was said before."""
    if value is None or (each.may_be_left_out and value == each.usual and each.key not in entry):
        entry.pop(each.key, None)
    else:
        entry[each.key] = value


def value_in(data: Mapping[str, Any], each: Field, name: str) -> Any:
    """None: left out."""
    match each.kind:
        case "names":
            found = {code: text_in(data, f"{name}.{code}", LONGEST_NAME * 2) for code in LANGUAGES}
            return {code: text for code, text in found.items() if text} or None
        case "numbers":
            return [whole(text_in(data, f"{name}.{at}", 12)) for at in range(each.length)]
        case "span":
            least, most = (whole(text_in(data, f"{name}.{at}", 12)) for at in (0, 1))
            if least == "" and most == "":
                return None
            return [each.low if least == "" else least, each.high if most == "" else most]
        case "number":
            found = whole(text_in(data, name, 12))
            return None if found == "" and each.may_be_left_out else found
        case "several":
            found = [word for word in texts_in(data, name) if word in each.choices]
            return (
                None
                if not found or len(found) == len(each.choices)
                else found[0]
                if len(found) == 1
                else found
            )
        case "flag":
            return text_in(data, name, 5) == "yes" or (None if each.may_be_left_out else False)
        case "chain":
            return chain_in(data, each) or None
        case _:
            return text_in(data, name, LONGEST_NOTE) or None


def chain_in(data: Mapping[str, Any], each: Field) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number in numbers_in(data, each.key):
        verb = text_in(data, f"{each.key}.{number}.{DO}", 40)
        row: dict[str, Any] = {DO: verb}
        for part in each.effects.get(verb, ()):
            value = value_in(data, part, f"{each.key}.{number}.{part.key}")
            if value is None and not part.may_be_left_out:  # the verb has just been chosen
                value = part.choices[0] if part.choices else part.low
            if part.kind == "number" and value == "":
                value = max(part.low, 1)
            if value is not None and value != part.usual:
                row[part.key] = value
        rows.append(row)
    return rows


def as_before(chain: Field, rows: list[dict[str, Any]] | None, old: Any) -> Any:
    """Effects that mean the same as before are spelt as before."""
    known = old if isinstance(old, list) else []
    spelt = [
        known[at] if at < len(known) and plainly(chain, known[at]) == plainly(chain, row) else row
        for at, row in enumerate(rows or ())
    ]
    return spelt or (known if known == [] and isinstance(old, list) else None)


def plainly(chain: Field, row: Any) -> Any:
    """An effect without what goes without saying, and its words in the order of the outline."""
    if not isinstance(row, Mapping):
        return row
    said = dict(row)
    for each in chain.effects.get(str(row.get(DO)), ()):
        value = said.get(each.key)
        if each.kind == "several" and each.key in said:
            words = [value] if isinstance(value, str) else value if isinstance(value, list) else []
            value = said[each.key] = [word for word in each.choices if word in words]
        if value == each.usual or (each.kind == "several" and value == list(each.choices)):
            said.pop(each.key, None)
    return said


def numbers_in(data: Mapping[str, Any], key: str) -> list[int]:
    found = (re.fullmatch(rf"{re.escape(key)}\.(\d{{1,2}})\.{DO}", name) for name in data)
    return sorted(int(each[1]) for each in found if each)[:MOST_EFFECTS]


def whole(text: str) -> int | str:
    """A number; whatever else was typed stays as it is, and is complained about."""
    return int(text) if re.fullmatch(r"[-+]?\d{1,6}", text) else text


def texts_in(data: Mapping[str, Any], name: str) -> Sequence[str]:
    found = data.get(name, [])
    return [str(each) for each in found] if isinstance(found, list) else [str(found)]


def slug(name: str) -> str:
    """A short name for programs: `Mac Anotéraipix` becomes `mac-anoteraipix`."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_ID].strip("-")


# ---------------------------------------------------------------- deeds of a form


def after(entry: dict[str, Any], section: Section, deed: str) -> dict[str, Any]:
    """The entry once an effect is added to a chain (`add.power`), moved (`up.power.1`) or taken away."""
    verb, _, rest = deed.partition(".")
    key, _, number = rest.partition(".")
    chain = section.field(key)
    if chain is None or chain.kind != "chain":
        return entry
    rows = list(entry.get(key) or [])
    at = int(number) if number.isdecimal() and number.isascii() and len(number) < 3 else -1
    if verb == "add" and len(rows) < MOST_EFFECTS:
        rows.append({DO: next(iter(chain.effects))})
    elif verb == "drop" and 0 <= at < len(rows):
        del rows[at]
    elif verb == "up" and 0 < at < len(rows):
        rows[at - 1], rows[at] = rows[at], rows[at - 1]
    else:
        return entry
    return {**entry, key: rows}


def fresh(section: Section, ids: Sequence[Any]) -> dict[str, Any]:
    """A new entry, with as little in it as it needs."""
    entry: dict[str, Any] = {}
    for each in section.fields:
        if each.may_be_left_out:
            continue
        match each.kind:
            case "names":
                entry[each.key] = {"fr": "?"}
            case "number":
                entry[each.key] = max(1, each.low)
            case "numbers":
                entry[each.key] = [each.low] * each.length
            case "choice":
                entry[each.key] = "box" if "box" in each.choices else (each.choices or ("",))[0]
            case "text":
                entry[each.key] = next(f"new-{n}" for n in range(1, 1000) if f"new-{n}" not in ids)
            case _:
                pass
    return entry
