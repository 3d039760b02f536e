"""The books of `compagnie`: every card and token in exactly one place, every total right, at any time."""

from __future__ import annotations

from typing import Any

from oppidum.games.compagnie.power_language import type_of
from oppidum.games.compagnie.state import (
    BONUS_LIMIT,
    CARDS,
    DISCARD,
    KINDS,
    MOST_ROUNDS,
    PILE,
    QUIET_ROUNDS,
    SEATS,
    TABLE,
    Ending,
    Mark,
    Phase,
    Type,
)
from oppidum.games.compagnie.strength import strength_in


def audit(s: Any) -> None:
    assert 2 <= s.players <= SEATS
    check_cards(s)
    check_tokens(s)
    check_albums(s)
    check_totals(s)
    check_heroes(s)
    check_clock(s)


def chain(s: Any, zone: int) -> list[int]:
    found: list[int] = []
    card = s.head[zone]
    while card >= 0:
        found.append(card)
        assert len(found) <= s.cards, f"the cards of zone {zone} go round in a circle"
        card = s.after[card]
    return found


def check_cards(s: Any) -> None:
    """Every card is in one chain, and where it says that it is."""
    seen: list[int] = []
    for zone in range(TABLE + 1):
        cards = chain(s, zone)
        assert s.held[zone] == len(cards)
        assert all(min(s.zone[card], TABLE) == zone for card in cards)
        assert not cards or zone in (PILE, DISCARD, TABLE) or zone < s.players
        seen += cards
    assert sorted(seen) == list(range(s.cards))
    for card in range(CARDS):
        if card >= s.cards or s.zone[card] < TABLE:
            assert s.mark[card] == 0


def check_tokens(s: Any) -> None:
    """2.1, 2.5, 8.1, 8.2: no more tokens than the box holds, and nowhere less than none."""
    on_cards = sum(1 for card in chain(s, TABLE) if s.mark[card] & Mark.POTION)
    for bonus in range(3):
        held = [s.bonus[seat, bonus] for seat in range(SEATS)]
        assert min(held) >= 0
        assert max(held) <= BONUS_LIMIT
        assert s.reserve[bonus] >= 0, "the reserve has given what it did not have"
        assert s.reserve[bonus] + sum(held) + on_cards * (bonus == 0) == s.stock[bonus]
    for helmet in range(2):
        held = [s.helmet[seat, helmet] for seat in range(SEATS)]
        assert min(held) >= 0
        assert s.helmets_left[helmet] >= 0
        assert s.helmets_left[helmet] + sum(held) == s.helmet_stock[helmet]


def check_albums(s: Any) -> None:
    """Every album is on the pile, contested, or a trophy."""
    pile = [s.library[i] for i in range(s.shelf)]
    won = [album for album in range(s.albums) if s.trophy[album]]
    contested = [s.contested[slot] for slot in range(s.players)]
    everywhere = {*pile, *won, *contested}
    assert everywhere == set(range(s.albums))
    assert len(pile) == len(set(pile))
    assert not set(pile) & {*won, *contested}


def check_totals(s: Any) -> None:
    """6.1, 9.4: a camp's total is the strength of its visible characters;."""
    totals = [[0, 0] for _ in range(SEATS)]
    for card in chain(s, TABLE):
        slot, camp = (s.zone[card] - TABLE) >> 1, (s.zone[card] - TABLE) & 1
        assert slot < s.players
        if not s.mark[card] & Mark.KO:
            totals[slot][camp] += int(strength_in(s, card, slot))
    being_replaced = s.slot if s.phase >= Phase.CONSOLE or s.ending != Ending.RUNNING else -1
    for slot in range(SEATS):
        if slot != being_replaced:
            assert s.total[slot].tolist() == totals[slot]


def check_heroes(s: Any) -> None:
    """5.1: of every hero at most one is visible, and it is noted that it is."""
    kinds = [s.kind[card] for card in chain(s, TABLE) if not s.mark[card] & Mark.KO]
    heroes = [kind for kind in kinds if type_of(s.character[kind]) == Type.HERO]
    assert len(heroes) == len(set(heroes))
    noted = [kind for kind in range(KINDS) if (s.heroes[kind >> 5] >> (kind & 31)) & 1]
    assert noted == sorted(heroes)


def check_clock(s: Any) -> None:
    """K11: no game is longer than 400 rounds, nor goes on after twelve quiet ones."""
    assert 0 <= s.last_deed <= s.turns <= MOST_ROUNDS * s.players
    if s.ending == Ending.RUNNING:
        assert s.turns - s.last_deed <= QUIET_ROUNDS * s.players
