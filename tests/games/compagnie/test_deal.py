"""The deal, worked out a second time from docs/record.md with a plain ChaCha."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.kernel import chacha

from oppidum.kernel.fair import seed_key

from .arranged import GAME


def below(words: Iterator[int], n: int) -> int:
    while True:
        word = next(words)
        if word * n % 2**32 >= 2**32 % n:
            return word * n >> 32


def shuffled(words: Iterator[int], things: list[str]) -> list[str]:
    for i in range(len(things) - 1, 0, -1):
        j = below(words, i + 1)
        things[i], things[j] = things[j], things[i]
    return things


@pytest.mark.rule("compagnie 2.2", "compagnie 2.3", "compagnie 2.4", "compagnie 2.6")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", range(3))
def test_the_deal_follows_from_the_key(players: int, number: int):
    key = seed_key(("deal", players), number)
    words = chacha.words(key)
    edition = GAME.default_edition().data
    discard: list[str] = []  # newest first
    for entry in edition["character"]:
        for copy in range(entry["copies"]):
            discard.insert(0, entry["id"] if entry["copies"] == 1 else f"{entry['id']}.{copy + 1}")
    pile: list[str] = []  # top first
    while discard:
        pile.insert(0, discard.pop(below(words, len(discard))))
    hands: list[list[str]] = [[] for _ in range(players)]
    for _ in range(5):
        for hand in hands:
            hand.append(pile.pop(0))
    starters = shuffled(words, [a["id"] for a in edition["album"] if a.get("starter")])
    others = starters[players:] + [a["id"] for a in edition["album"] if not a.get("starter")]
    library = shuffled(words, others)[::-1]
    first = below(words, players)
    assert GAME.notation.chance(GAME.deal(players, key)) == [
        f"first {first + 1}",
        *(f"hand {seat + 1} {' '.join(hand)}" for seat, hand in enumerate(hands)),
        f"pile {' '.join(pile)}",
        *(f"album {place + 1} {starters[place]}" for place in range(players)),
        f"albums {' '.join(library)}",
    ]
