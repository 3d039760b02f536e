"""Pictures in templates: `picture("p-asterix")` draws a symbol; the page carries the symbols once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from markupsafe import Markup

from oppidum.web import art

# What the frame of every page may show.
FRAME = (
    "oppidum",
    *(
        "i-" + name
        for name in ("settings", "rules", "person", "bot", "clock", "link", "share", "eye", "check", "wait")
    ),
    *(
        "i-" + name
        for name in ("hint", "undo", "chat", "mute", "log", "first", "back", "next", "last", "play")
    ),
    *("i-" + name for name in ("close", "flag", "offline", "swap")),
)


@cache
def known() -> frozenset[str]:
    return frozenset(art.symbols())


def picture(name: str, label: str = "", kind: str = "") -> Markup:
    """A symbol of our own. Without a label it is decoration."""
    spoken = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    text = '<svg class="pic {}" {} focusable="false"><use href="#{}"/></svg>'
    return Markup(text).format(kind, spoken, name)


@cache
def sheet(names: frozenset[str]) -> Markup:
    return Markup(art.sprite(sorted(names & known())))


def sprite(*more: Iterable[str]) -> Markup:
    """The symbols of this page: the frame's and those named."""
    return sheet(frozenset(FRAME).union(*more))
