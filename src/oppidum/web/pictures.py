"""Pictures in templates: `picture("p-asterix")` draws a symbol; the page carries the symbols once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from markupsafe import Markup

from oppidum.faces import art

# What the frame of every page may show.
FRAME = (
    "oppidum",
    *(
        "i-" + name
        for name in ("settings", "rules", "person", "bot", "clock", "link", "share", "eye", "check", "wait")
    ),
    *(
        "i-" + name
        for name in ("hint", "undo", "chat", "mute", "sound", "log", "first", "back", "next", "last", "play")
    ),
    *("i-" + name for name in ("close", "flag", "offline", "swap")),
)


@cache
def known() -> frozenset[str]:
    return frozenset(art.symbols())


@lru_cache(maxsize=4096)
def picture(name: str, label: str = "", kind: str = "") -> Markup:
    """A symbol of our own. Without a label it is decoration."""
    spoken = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    text = '<svg class="pic {}" {} focusable="false"><use href="#{}"/></svg>'
    return Markup(text).format(kind, spoken, name)


@lru_cache(maxsize=64)  # a box of one's own has faces of its own
def sheet(names: frozenset[str], faces: frozenset[art.Face]) -> Markup:
    # Whoever is not of our cast (an edition of one's own) gets a face made up from the name.
    wanted = {name for name in names if name in known() or name.startswith(("p-", "pawn-"))}
    drawn = {f"p-{face.slug}" for face in faces}
    return Markup(art.sprite(sorted(wanted - drawn), sorted(faces, key=lambda face: face.slug)))


def sprite(*more: Iterable[str | art.Face]) -> Markup:
    """The symbols of this page: the frame's and those named, and the faces of who is described."""
    wanted = frozenset[str | art.Face](FRAME).union(*more)
    faces = frozenset(item for item in wanted if isinstance(item, art.Face))
    return sheet(frozenset(item for item in wanted if isinstance(item, str)), faces)
