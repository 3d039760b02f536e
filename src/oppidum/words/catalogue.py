"""Reading a catalogue: the sentences of a language as its .po file has them.

`scripts/words.py` keeps those files up to date, with Babel. Reading them is all that a player's machine has
to do, and needs no library.
"""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable

Messages = dict[str, tuple[str, ...]]  # from an English sentence (its singular): its forms, one or by number
CONTEXT = "{context}\x04{word}"  # the key of a word that has a context, as in gettext

ENTRY = re.compile(r'(?P<part>msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?) (?P<text>".*")\Z')
PLURALS = re.compile(r"^Plural-Forms:.*?plural=(.*?);?$", re.MULTILINE)


class Catalogue:
    """What English sentences are in one language; those it does not know stay English."""

    def __init__(self, messages: Messages | None = None) -> None:
        self.messages = messages or {}
        header = self.messages.pop("", ("",))[0]
        rule = PLURALS.search(header)
        self.form: Callable[[int], int] = gettext.c2py(rule[1]) if rule else lambda n: int(n != 1)

    def gettext(self, message: str) -> str:
        return self.messages[message][0] if message in self.messages else message

    def pgettext(self, context: str, word: str) -> str:
        found = self.messages.get(CONTEXT.format(context=context, word=word))
        return found[0] if found else word

    def ngettext(self, one: str, several: str, n: int) -> str:
        if one in self.messages:
            return self.messages[one][self.form(n)]
        return one if n == 1 else several


def read(text: str, typeset: Callable[[str], str] = str) -> Catalogue:
    """The catalogue in a .po file; `typeset` is applied to every translation."""
    messages: Messages = {}
    for block in text.split("\n\n"):
        parts = parts_of(block)
        forms = tuple(typeset(parts[part]) for part in parts if part.startswith("msgstr"))
        if forms and all(forms):
            key = parts["msgid"]
            if "msgctxt" in parts:
                key = CONTEXT.format(context=parts["msgctxt"], word=key)
            messages[key] = forms
    return Catalogue(messages)


def parts_of(block: str) -> dict[str, str]:
    """An entry's msgid, msgid_plural and msgstr, each put together from its lines."""
    parts: dict[str, str] = {}
    part = ""
    for line in block.splitlines():
        if found := ENTRY.match(line):
            part = found["part"]
            parts[part] = ast.literal_eval(found["text"])
        elif line.startswith('"'):
            parts[part] += ast.literal_eval(line)
    return parts
