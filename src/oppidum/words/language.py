"""A language: its catalogue, its plurals, the names it gives to cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from oppidum import faces
from oppidum.words.catalogue import Catalogue, read
from oppidum.words.you import You, numbered, sentences

DEFAULT = "en"
BEFORE_SIGNS = re.compile(r" (?=[!?:;»])")
LANGUAGES = {"fr": "Français", "en": "English", "cs": "Čeština", "de": "Deutsch"}
# As Unicode's CLDR has it: between thousands, before decimals; before the last of two, of more.
SIGNS = {"fr": ("\u202f", ","), "en": (",", "."), "cs": ("\u00a0", ","), "de": (".", ",")}
DATES = {
    "fr": "%d/%m/%Y",
    "en": "%d/%m/%Y",
    "cs": "{0.day}.\u00a0{0.month}.\u00a0%Y",
    "de": "{0.day}.{0.month}.%Y",
}
QUOTES = {  # outside, and within others; a German end is a beginning in English
    "fr": (("«\u00a0", "“"), ("\u00a0»", "”")),
    "en": (("“", "‘"), ("”", "’")),
    "cs": (("„", "‚"), ("“", "‘")),
    "de": (("„", "‚"), ("“", "‘")),
}
LAST = {
    "fr": (" et ", " et "),
    "en": (" and ", ", and "),
    "cs": (" a\u00a0", " a\u00a0"),
    "de": (" und ", " und "),
}


def word(context: str, word: str) -> tuple[str, str]:
    """Marks a word with its context for the catalogues; for `Language.word`."""
    return context, word


class Language:
    """Everything that is said to one person is said through one of these."""

    def __init__(self, code: str, catalogue: Catalogue) -> None:
        self.code = code
        self.gettext = catalogue.gettext
        self.ngettext = catalogue.ngettext
        self.pgettext = catalogue.pgettext

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

    def word(self, context: str, word: str, **details: object) -> str:
        """A word that has another form elsewhere, or another meaning: the context says which."""
        text = self.pgettext(context, word)
        return text % details if details else text

    def name(self, names: Mapping[str, str]) -> str:
        """A name as an edition file gives it; the original one where it is not known in this language."""
        return names.get(self.code) or names["fr"]

    def join(self, parts: list[str]) -> str:
        """A, B and C."""
        of_two, of_more = LAST[self.code]
        *first, last = parts or [""]
        return ", ".join(first) + (of_two if len(first) == 1 else of_more) + last if first else last

    def inner(self, text: str) -> str:
        """Text that will stand between quotation marks: those in it are the other kind."""
        for outside, inside in QUOTES[self.code]:
            text = text.replace(outside, inside)
        return text

    @property
    def colon(self) -> str:
        """As it follows a word: French has a space before it."""
        return self.say("%(name)s: %(words)s", name="", words="").rstrip()

    def number(self, value: float, decimals: int = 0) -> str:
        thousands, point = SIGNS[self.code]
        return f"{value:,.{decimals}f}".translate({ord(","): thousands, ord("."): point})

    def percent(self, share: float, decimals: int = 1) -> str:
        """A share of something; English writes the sign close to the number."""
        number = self.number(100 * share + 0.0, decimals).replace("-", "−")
        return f"{number}%" if self.code == "en" else f"{number}\u00a0%"

    def date(self, seconds: float) -> str:
        """A day, in numbers; seconds since 1970."""
        when = datetime.fromtimestamp(seconds, UTC)
        return when.strftime(DATES[self.code]).format(when)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"


@cache
def language(code: str) -> Language:
    """One of LANGUAGES; English for any other code."""
    if code not in LANGUAGES or code == DEFAULT:
        return Language(DEFAULT, Catalogue())
    texts = [source.read_text(encoding="utf-8") for source in sources(code)]
    return Language(code, read("\n\n".join(texts), lambda text: typeset(code, text)))


def typeset(code: str, text: str) -> str:
    """As it is printed: in French, signs that stand apart do not begin a line, nor does « end one."""
    if code != "fr":
        return text
    return BEFORE_SIGNS.sub("\u00a0", text).replace("« ", "«\u00a0").replace("'", "’")


def sources(code: str) -> list[Traversable]:
    """The catalogues of a language: what all share, and what each game says."""
    own = (faces.file(game, f"{code}.po") for game in faces.packages())
    return [resources.files("oppidum.words").joinpath(f"{code}.po"), *(file for file in own if file)]


def preferred(accept_language: str) -> str:
    """The best of LANGUAGES for an Accept-Language header."""
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(accept_language[:500].split(",")):
        tag, _, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        code = re.split("[-_]", tag.strip().lower())[0]  # de-AT speaks de
        if code in LANGUAGES and weight > 0:
            wishes.append((-weight, place, code))
    return min(wishes)[2] if wishes else DEFAULT
