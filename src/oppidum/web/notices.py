"""What people do at a table, for a notice: somebody came or went, somebody said something.

The page carries the newest of it; `notices.js` shows what is new to its visitor, wherever they look.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oppidum.tables.happenings import (
    BotTookOver,
    CameBack,
    Lapsed,
    LeftSeat,
    Refused,
    Resigned,
    SatDown,
    WentAway,
)
from oppidum.words.happenings import happening, phrase

if TYPE_CHECKING:
    from oppidum.web.staging import Stage

# Who comes, goes, or answers. Requests have a notice of their own, with its buttons.
ABOUT_PEOPLE = (SatDown, LeftSeat, WentAway, CameBack, BotTookOver, Resigned, Refused, Lapsed)
MOST = 6


@dataclass(frozen=True)
class News:
    seq: int
    text: str
    said: bool  # in the chat, which it leads to


def news(stage: Stage) -> list[News]:
    """The newest, oldest first. What the visitor has done is no news."""
    return sorted([*told(stage), *said(stage)], key=lambda each: each.seq)[-MOST:]


def told(stage: Stage) -> Iterator[News]:
    for h in stage.story.happenings[-40:]:
        if isinstance(h, ABOUT_PEOPLE) and h.seat not in stage.view.my_seats:
            for line in happening(stage.t, stage.game, stage.edition, h, stage.names):
                yield News(h.seq, line, said=False)


def said(stage: Stage) -> Iterator[News]:
    for line in stage.view.chat[-MOST:]:
        if not line.mine:
            words = phrase(stage.t, line.phrase) if line.phrase else line.text
            yield News(line.seq, stage.t.say("%(name)s: %(words)s", name=line.name, words=words), said=True)
