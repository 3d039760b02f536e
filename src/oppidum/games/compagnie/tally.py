"""What of a game of `compagnie` counts towards the balance of its edition.

A chance of a character is a stay in a hand for a turn or more, a use is that it was played; a chance of an
album is that it was contested, a use that it was won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from oppidum.games.compagnie.state import ALBUMS, CARD, CARDS, PILE, PLAY, Ending, Phase, Told
from oppidum.games.compagnie.zones import find_in_hand
from oppidum.kernel.compiled import part
from oppidum.kernel.editions import Edition
from oppidum.kernel.tally import Change, Figure, Group, Thing, edit, steps

GAMES = 2_400  # as many as are measured in some twenty seconds
GROUPS = (Group("character", 0.08), Group("starter", 0.08), Group("album", 0.08))
FIGURES = (
    Figure("gaul_albums", 0.48, 0.52, percent=True),
    Figure("turns", most=105),  # 35 minutes at 20 seconds each
    Figure("stalled", 0.0, 0.001, percent=True),  # K11
)
GAUL_ALBUMS, TURNS, STALLED = range(len(FIGURES))
OPTIONS: dict[str, object] = {}
MEMO = CARDS + ALBUMS  # which cards were in hand at a turn; which albums have been contested


def things(edition: Edition) -> list[Thing]:
    """Characters, then albums; those that lie there from the start are won early, by whoever it may be."""
    return [
        *(Thing("character", entry["id"], entry["name"]) for entry in edition.data["character"]),
        *(
            Thing("starter" if entry.get("starter") else "album", entry["id"], entry["name"])
            for entry in edition.data["album"]
        ),
    ]


@part
def starts(s):
    return s.turn


@part
def before(s, seat, action, chances, uses, figures, memo):
    """Before a turn: which cards are in the hand, and which of them is played."""
    if s.phase != Phase.TURN:
        return
    card = s.head[seat]
    while card >= 0:
        memo[card] = 1
        card = s.after[card]
    if PLAY <= action < CARD:
        kind = (action - PLAY) >> 1
        memo[find_in_hand(s, seat, kind)] = 0
        chances[kind] += 1
        uses[kind, seat] += 1


@part
def after(s, seat, action, chances, uses, figures, memo):
    for card in range(s.cards):
        if memo[card] == 1 and s.zone[card] >= PILE:  # it has left the hand otherwise
            memo[card] = 0
            chances[s.kind[card]] += 1
    note_albums(s, chances, memo)
    for i in range(s.told):
        if s.events[i, 0] == Told.WON_ALBUM:
            winner, album, slot = s.events[i, 1], s.events[i, 2], s.events[i, 3]
            uses[s.kinds + album, winner] += 1
            figures[GAUL_ALBUMS, 0] += s.gaul_seat[slot] == winner
            figures[GAUL_ALBUMS, 1] += 1


@part
def note_albums(s, chances, memo):
    for slot in range(s.players):
        album = s.contested[slot]
        if memo[CARDS + album] == 0:
            memo[CARDS + album] = 1
            chances[s.kinds + album] += 1


@part
def closing(s, chances, uses, figures, memo):
    figures[TURNS, 0] += s.turns
    figures[TURNS, 1] += 1
    figures[STALLED, 0] += s.ending >= Ending.STALLED
    figures[STALLED, 1] += 1


# ---------------------------------------------------------------- what could be changed


def changes(edition: Edition) -> Iterator[Change]:
    yield from steps(edition, "character", "strength", (1, 2, 4), "character", 1)
    yield from steps(edition, "character", "copies", (1,), "character")
    for index, entry in enumerate(edition.data["character"]):
        yield from counts(edition, index, entry)


def counts(edition: Edition, index: int, entry: Mapping[str, Any]) -> Iterator[Change]:
    """How often the effects of a power happen; more of a price makes it weaker."""
    for place, effect in enumerate(entry.get("power", ())):
        if "count" in effect:
            better = -1 if effect.get("cost") else 1
            for by in (-1, 1):
                one = edit(edition, "character", index, "power", by, entry["id"], (place, "count"))
                yield Change((one,), "character", entry["id"], better * by)
