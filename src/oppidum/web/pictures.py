"""Pictures in templates: `picture("p-asterix")` draws a symbol; the page carries the symbols once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from markupsafe import Markup

from oppidum.web import art

# What the frame of every page may show.
FRAME = [
    "oppidum",
    "i-settings",
    "i-rules",
    "i-person",
    "i-bot",
    "i-clock",
    "i-link",
    "i-share",
    "i-eye",
    "i-check",
    "i-wait",
    "i-hint",
    "i-undo",
    "i-chat",
    "i-mute",
    "i-log",
    "i-first",
    "i-back",
    "i-next",
    "i-last",
    "i-play",
    "i-close",
    "i-flag",
    "i-offline",
    "i-swap",
]


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
