"""A line break in a template is none on the page.

So a template may be broken and indented wherever it reads best: white space with a line break in it is left
out where it touches a tag or an expression, and is one space within a text. Where a space is wanted beside a
tag it stands on the same line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

EDGE = re.compile(r"^\s*\n\s*|\s*\n\s*$")
BREAK = re.compile(r"\s*\n\s*")
LAST_IN_TAG = re.compile(r"\s*\n\s*(?=/?>$)")


def end_of(text: str, start: int, marks: str) -> int:
    """Where the next of the marks stands, or the text ends."""
    return next((at for at in range(start, len(text)) if text[at] in marks), len(text))


class Condenser:
    """Reads a template's own text piece by piece; remembers whether it is inside a tag or an attribute."""

    def __init__(self) -> None:
        self.in_tag = False
        self.quote = ""

    def condense(self, text: str) -> str:
        return "".join(self.pieces(text))

    def pieces(self, text: str) -> Iterator[str]:
        at = 0
        while at < len(text):
            if self.quote:
                upto = end_of(text, at, self.quote)
                yield BREAK.sub(" ", text[at : upto + 1])
                if upto < len(text):
                    self.quote = ""
            elif self.in_tag:
                upto = end_of(text, at, "\"'>")
                yield BREAK.sub(" ", LAST_IN_TAG.sub("", text[at : upto + 1]))
                if upto < len(text):
                    self.in_tag = text[upto] != ">"
                    self.quote = text[upto] if self.in_tag else ""
            else:
                upto = end_of(text, at, "<")
                yield BREAK.sub(" ", EDGE.sub("", text[at:upto]))
                self.in_tag = upto < len(text)
                yield text[upto : upto + 1]
            at = upto + 1


class Lines(Extension):
    """Condenses what the lexer has read as plain text. Errors still name the line in the file."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        condenser = Condenser()
        for token in stream:
            if token.type == "data":
                token = Token(token.lineno, "data", condenser.condense(token.value))
            yield token
