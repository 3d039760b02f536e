"""Actions, chance and cards of `romains` in readable notation.

    white · black · pass · exchange · jostle · jostle 3 · return · walk on

Cards are named by their points: `h1` to `h3` are helmets, `p1` to `p3` penalties.
"""

from __future__ import annotations

from typing import Any

from oppidum.games.romains.card_sets import faces, size
from oppidum.games.romains.state import ACTIONS, CARDS, SEATS, Action, Die, Kind
from oppidum.kernel.bits import members
from oppidum.kernel.errors import BadNotation
from oppidum.kernel.events import events

FACE_NAMES = ("h1", "h2", "h3", "p1", "p2", "p3")
WORDS = {
    Action.WHITE: "white",
    Action.BLACK: "black",
    Action.PASS: "pass",
    Action.EXCHANGE: "exchange",
    Action.JOSTLE: "jostle",
    Action.RETURN: "return",
    Action.WALK_ON: "walk on",
}


def write_face(face: int) -> str:
    return FACE_NAMES[face] if face >= 0 else "?"


def write_hand(cards: int, held: int | None = None) -> str:
    """A set of cards; with the size of a hand, what is not known of it too: `h1 p2 ?`."""
    unknown = 0 if held is None else held - int(size(cards))
    return " ".join([*map(write_face, faces(cards)), *["?"] * unknown]) or "none"


def write(s: Any, seat: int, action: int) -> str:
    if Action.PICK <= action < Action.PICK + SEATS:
        return f"jostle {action - Action.PICK + 1}"
    return WORDS[Action(action)]


def read(s: Any, seat: int, text: str) -> int:
    words = " ".join(text.lower().rstrip("! ").split())
    for action in range(ACTIONS):
        if words == write(s, seat, action):
            return action
    raise BadNotation(
        f"{text.strip()!r} is no action of this game; "
        "there are: white, black, pass, exchange, jostle, jostle SEAT, return, walk on."
    )


def write_deal(s: Any, first: int) -> list[str]:
    pile = [s.pile[(s.top + i) % CARDS] for i in range(s.left)]
    removed = s.supply - sum(1 << (5 * face) for face in pile)
    lines: list[str] = []
    for seat in range(s.players):
        removed -= s.known[seat, seat]
        lines.append(f"hand {seat + 1} {write_hand(s.known[seat, seat])}")
    lines.append("pile " + " ".join(map(write_face, pile)))
    lines.append(f"removed {write_hand(removed)}")
    lines.append(f"first {first + 1}")
    return lines


def chance(s: Any) -> list[str]:
    lines: list[str] = []
    callers: list[int] = []
    for event in events(s):
        if event.kind == Kind.DEAL:
            lines.extend(write_deal(s, event.a))
        elif event.kind == Kind.ROLL:
            lines.append(f"roll {Die(event.b).name.lower()} {event.c}")
        elif event.kind == Kind.CALLS:
            callers = [seat + 1 for seat in members(event.a)]
        elif event.kind == Kind.EXCHANGE and len(callers) > 1:
            lines.append(f"call {event.b + 1} of {' '.join(map(str, callers))}")
        elif event.kind == Kind.TOOK:
            lines.append(f"take {event.a + 1} from {event.b + 1} {write_face(event.c)}")
        elif event.kind == Kind.MENHIR:
            lines.append(f"lose {event.a + 1} {write_face(event.b)}")
    return lines
