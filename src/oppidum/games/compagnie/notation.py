"""Actions and chance of `compagnie` in readable notation.

    play asterix left · bonus · fish · target caius-bonus · reinforce · discard baba · pass · face gaul

Characters and albums go by their ids in the edition file; where a character exists several times, a card
on the table or in the discard carries the number of its copy: `target caesar.2`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from oppidum.games.compagnie.edition import edition_numbered
from oppidum.games.compagnie.state import (
    ACTIONS,
    ALBUM,
    ALBUMS,
    BONUS,
    CARD,
    CARDS,
    DECLINE,
    DROP,
    EITHER,
    FACE,
    GIVE,
    KINDS,
    PILE,
    PLAY,
    REINFORCE,
    SEAT,
    TOKEN,
    USE,
    Bonus,
    Camp,
    Drop,
    Told,
)
from oppidum.kernel.errors import BadNotation
from oppidum.kernel.events import events

SIDES = ("left", "right")


@lru_cache(maxsize=16)
def kind_names(number: int) -> tuple[str, ...]:
    edition = edition_numbered(number)
    ids = [entry["id"] for entry in edition.data["character"]] if edition else []
    return (*ids, *(f"character-{i + 1}" for i in range(len(ids), KINDS)))


@lru_cache(maxsize=16)
def album_names(number: int) -> tuple[str, ...]:
    edition = edition_numbered(number)
    ids = [entry["id"] for entry in edition.data["album"]] if edition else []
    return (*ids, *(f"album-{i + 1}" for i in range(len(ids), ALBUMS)))


@lru_cache(maxsize=16)
def card_names(number: int) -> tuple[str, ...]:
    edition = edition_numbered(number)
    names: list[str] = []
    for entry in edition.data["character"] if edition else []:
        copies = entry["copies"]
        names += [entry["id"] if copies == 1 else f"{entry['id']}.{n + 1}" for n in range(copies)]
    return (*names, *(f"card-{i + 1}" for i in range(len(names), CARDS)))


def name_card(s: Any, card: int) -> str:
    return card_names(s.edition)[card]


def name_album(s: Any, album: int) -> str:
    return album_names(s.edition)[album]


def write(s: Any, seat: int, action: int) -> str:
    return phrases(s.edition)[action]


@lru_cache(maxsize=16)
def phrases(number: int) -> tuple[str, ...]:
    return tuple(phrase(number, action) for action in range(ACTIONS))


def phrase(number: int, action: int) -> str:
    if action >= EITHER:
        return f"either {action - EITHER + 1}"
    if action >= GIVE:
        return f"give {kind_names(number)[action - GIVE]}"
    if action >= CARD:
        return f"target {card_names(number)[action - CARD]}"
    if action >= PLAY:
        return f"play {kind_names(number)[(action - PLAY) // 2]} {SIDES[(action - PLAY) % 2]}"
    if action >= DROP:
        return f"discard {kind_names(number)[action - DROP]}"
    if action >= SEAT:
        return f"player {action - SEAT + 1}"
    if action >= ALBUM:
        return f"album {action - ALBUM + 1}"
    if action >= FACE:
        return f"face {Camp(action - FACE).name.lower()}"
    if action >= TOKEN:
        return Bonus(action - TOKEN).name.lower()
    return {DECLINE: "pass", USE: "use", REINFORCE: "reinforce", BONUS: "bonus"}[action]


@lru_cache(maxsize=16)
def readings(number: int) -> dict[str, int]:
    # Whatever a box calls its cards: who is in it comes before the places that nobody has.
    return {words: action for action, words in reversed([*enumerate(phrases(number))])}


def read(s: Any, seat: int, text: str) -> int:
    words = " ".join(text.lower().split())
    found = readings(s.edition).get(words)
    if found is None:
        raise BadNotation(
            f"{text.strip()!r} is no action of this game; there are: play CHARACTER left|right, bonus, "
            "potion, fish, boar, reinforce, discard CHARACTER, give CHARACTER, either N, use, pass, "
            "target CARD, album N, player N, face gaul|roman."
        )
    return found


def pile(s: Any) -> list[str]:
    names: list[str] = []
    card = s.head[PILE]
    while card >= 0:
        names.append(name_card(s, card))
        card = s.after[card]
    return names


def hand(s: Any, seat: int) -> list[int]:
    """The cards of a hand, newest first."""
    cards: list[int] = []
    card = s.head[seat]
    while card >= 0:
        cards.append(card)
        card = s.after[card]
    return cards


def chance(s: Any) -> list[str]:
    lines: list[str] = []
    drawn: list[str] = []
    shuffled = False
    for event in events(s):
        if event.kind == Told.DEALT:
            lines += dealt(s)
        elif event.kind == Told.SHUFFLED:
            shuffled = True
            drawn.clear()
        elif event.kind == Told.DREW_CARD:
            drawn.append(name_card(s, event.b))
        elif event.kind == Told.STOLE_CARD:
            lines.append(f"steal {event.a + 1} {name_card(s, event.b)}")
        elif event.kind == Told.DISCARDED and event.c == Drop.RANDOM:
            lines.append(f"lose {event.a + 1} {name_card(s, event.b)}")
    if shuffled:  # the whole new pile: what was drawn from it at once, and what is left
        lines.append("pile " + " ".join([*drawn, *pile(s)]))
    return lines


def dealt(s: Any) -> list[str]:
    lines = [f"first {s.turn + 1}"]
    for seat in range(s.players):
        cards = " ".join(name_card(s, card) for card in reversed(hand(s, seat)))
        lines.append(f"hand {seat + 1} {cards}")
    lines.append("pile " + " ".join(pile(s)))
    for slot in range(s.players):
        lines.append(f"album {slot + 1} {name_album(s, s.contested[slot])}")
    order = [name_album(s, s.library[i]) for i in range(s.shelf - 1, -1, -1)]
    lines.append("albums " + " ".join(order))
    return lines
