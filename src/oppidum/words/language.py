"""A language: its catalogue, its plurals, the names it gives to cards."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from babel import Locale
from babel.core import negotiate_locale
from babel.dates import format_datetime
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from oppidum import faces
from oppidum.words.you import You, numbered, sentences

DEFAULT = "en"
BEFORE_SIGNS = re.compile(r" (?=[!?:;»])")
LANGUAGES = {"fr": "Français", "en": "English", "cs": "Čeština", "de": "Deutsch"}


class Language:
    """Everything that is said to one person is said through one of these."""

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self.gettext = catalogue.gettext
        self.ngettext = catalogue.ngettext
        self.locale = Locale.parse(code)

    def say(self, message: str, **details: object) -> str:
        """A sentence, with %(name)s replaced by the details."""
        for detail, value in details.items():
            if isinstance(value, You):
                message = sentences().get((message, detail), message)
        text = self.gettext(message)
        return text % details if details else text

    def many(self, one: str, several: str, n: int, **details: object) -> str:
        """A sentence that depends on a number, which is also the detail %(n)s."""
        for detail, value in details.items():
            if isinstance(value, You):
                one, several = numbered().get((several, detail), (one, several))
        return self.ngettext(one, several, n) % {"n": n, **details}

    def name(self, names: Mapping[str, str]) -> str:
        """A name as an edition file gives it; the original one where it is not known in this language."""
        return names.get(self.code) or names["fr"]

    def join(self, parts: list[str]) -> str:
        """A, B and C."""
        from babel.lists import format_list

        return format_list(parts, locale=self.locale)

    def number(self, value: float, pattern: str = "#,##0") -> str:
        return format_decimal(value, pattern, locale=self.locale)

    def moment(self, when: datetime) -> str:
        return format_datetime(when, "medium", locale=self.locale)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"


@cache
def language(code: str) -> Language:
    """One of LANGUAGES; English for any other code."""
    if code not in LANGUAGES or code == DEFAULT:
        return Language(DEFAULT, gettext.NullTranslations())
    return Language(code, gettext.GNUTranslations(compiled_catalogue(code)))


def typeset(code: str, text: str) -> str:
    """As it is printed: in French, signs that stand apart do not begin a line, nor does « end one."""
    return BEFORE_SIGNS.sub("\u00a0", text).replace("« ", "«\u00a0") if code == "fr" else text


def sources(code: str) -> list[Traversable]:
    """The catalogues of a language: what all share, and what each game says."""
    own = (faces.file(game, f"{code}.po") for game in faces.packages())
    return [resources.files("oppidum.words").joinpath(f"{code}.po"), *(file for file in own if file)]


def compiled_catalogue(code: str) -> Any:
    catalogue = Catalog(locale=code)
    for source in sources(code):
        with source.open("rb") as file:
            for message in read_po(file, locale=code):
                if message.id:
                    catalogue.add(message.id, message.string)
    for message in catalogue:
        forms = message.string or ""
        message.string = typeset(code, forms) if isinstance(forms, str) else [typeset(code, f) for f in forms]
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return compiled


def preferred(accept_language: str) -> str:
    """The best of LANGUAGES for an Accept-Language header."""
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept_language[:500].split(",")):
        tag, _, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        if tag and weight > 0:
            wishes.append((-weight, place, tag.strip().replace("-", "_")))
    found = negotiate_locale([tag for _, _, tag in sorted(wishes)], list(LANGUAGES))
    return found if found in LANGUAGES else DEFAULT
