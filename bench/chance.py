"""Ten million shuffles and ten million rolls, made the way that `oppidum verify` checks: are they fair?

    python bench/chance.py [--count 10000000] [--seed WORD]

Each game has a secret of the house and a contribution of every seat; its key is their hash (`fair.fair_key`),
its cards are dealt by the rules from that key (`deal`), its dice are thrown by the rules in play (`act`). Of
a few games the whole record is written and verified, and has to name the same cards.

Counted, and compared by chi-square: which card lies where in the deck of `cartes`, in the hands and on the
pile of `compagnie`, on the pile of `romains`; which card lies below which on top of each; which card of
`cartes` is on top in one game and in the next; who begins at `compagnie`; the pips of both dice of `romains`;
and which pips follow which. Pairs do not overlap: the second of one is never the first of another. Ends with
1 if a p-value is below 0.001.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import chi2, chi2_contingency, chisquare

from oppidum import games
from oppidum.games.cartes.state import DECK
from oppidum.games.compagnie.state import Zone
from oppidum.games.romains.card_sets import count as supplied
from oppidum.games.romains.state import FACES, Die, Kind
from oppidum.kernel import fair, record
from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import outermost
from oppidum.kernel.game import Game
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.playout import pick
from oppidum.kernel.stream import key_words
from oppidum.kernel.verbs import act, deal, legal, waiting

SUSPICIOUS = 0.001
PORTION = 20_000  # games whose keys are made at a time
PLAYERS = 4
independence: Any = chi2_contingency  # SciPy leaves open what it returns


@dataclass(frozen=True)
class Verdict:
    what: str
    counted: int
    p: float


def keys_of(seed: str, first: int, count: int) -> np.ndarray:
    """As a live table makes them: a secret, what people gave, and what follows from the secret for bots."""
    keys = np.empty((count, 8), np.int32)
    for n in range(count):
        keys[n] = key_words(key_of(seed, first + n))
    return keys


def given_in(seed: str, number: int) -> tuple[bytes, list[bytes]]:
    secret = fair.seed_key(seed, number)
    people = [b"%d %d" % (seat, number) for seat in range(PLAYERS - 1)]
    return secret, [*people, fair.house_contribution(secret, PLAYERS - 1)]


def key_of(seed: str, number: int) -> bytes:
    return fair.fair_key(*given_in(seed, number))


# ---------------------------------------------------------------- shuffles


@outermost
def tally_decks(games_, options, keys, places, tops, nexts):
    s = games_[0]
    last = -1
    for n in range(len(keys)):
        deal(s, 4, options, keys[n])
        for place in range(len(s.deck)):
            places[s.deck[place], place] += 1
        tops[s.deck[0], s.deck[1]] += 1
        if last < 0:
            last = s.deck[0]
        else:
            nexts[last, s.deck[0]] += 1
            last = -1


def decks(count: int, seed: str) -> Iterator[Verdict]:
    game = games.load("cartes")
    board, options = game.blanks(1), game.options(None)
    some = game.deal(PLAYERS, key_of(seed, count))
    copies = np.bincount(some.deck)  # of each kind of card
    kinds = len(copies)
    places = np.zeros((kinds, DECK), np.int64)
    tops, nexts = (np.zeros((kinds, kinds), np.int64) for _ in range(2))
    for first in range(0, count, PORTION):
        keys = keys_of(seed, first, min(PORTION, count - first))
        tally_decks(board, options, keys, places, tops, nexts)
    yield Verdict("cartes: which card lies where in the deck", count, lies(places, copies))
    yield Verdict("cartes: the second card by the first", count, fits(tops, pairs_of(copies)))
    again = np.outer(copies, copies)
    p = fits(nexts, again)
    yield Verdict("cartes: the first card by that of the game before", int(nexts.sum()), p)


def lies(places: np.ndarray, copies: np.ndarray) -> float:
    """How well it fits a shuffled deck which card lay how often where: in all its places, or in some of them.

    No two places have the same card. So between places what is found differs by n / (n - 1) of what as many
    throws of a die would show, and in all of them together by as much less as they are more of the deck:
    nothing is left of it where they are all.
    """
    deck, (kinds, some) = int(copies.sum()), places.shape
    share = places.sum() / some * copies[:, None] / deck
    off = (places - share) / np.sqrt(share)
    together = off.sum(axis=1, keepdims=True) / some
    found = (deck - 1) / deck * float(((off - together) ** 2).sum())
    if some == deck:
        return float(chi2.sf(found, (kinds - 1) * (some - 1)))
    found += (deck - 1) / (deck - some) * float((together**2).sum()) * some
    return float(chi2.sf(found, (kinds - 1) * some))


def pairs_of(copies: np.ndarray) -> np.ndarray:
    """In how many ways a card of each kind lies upon one of each."""
    return np.outer(copies, copies) - np.diag(copies)


def fits(found: np.ndarray, weights: np.ndarray) -> float:
    possible = weights > 0
    assert not found[~possible].any(), "a card lies in two places"
    return float(chisquare(found[possible], weights[possible] / weights.sum() * found.sum()).pvalue)


# ---------------------------------------------------------------- hands, piles, and who begins


@outermost
def tally_company(games_, options, keys, zones, places, tops, starts):
    """Hand by hand in the order in which they were dealt, then the pile."""
    s = games_[0]
    for n in range(len(keys)):
        deal(s, 4, options, keys[n])
        starts[s.turn] += 1
        place = 0
        for zone in zones:
            card = s.head[zone]
            tops[card, s.after[card]] += zone == zones[-1]
            while card >= 0:
                places[card, place] += 1
                place += 1
                card = s.after[card]


def company(count: int, seed: str) -> Iterator[Verdict]:
    game = games.load("compagnie")
    board, options = game.blanks(1), game.options(None)
    cards = int(game.deal(PLAYERS, key_of(seed, count)).cards)
    zones = np.array([*range(PLAYERS), Zone.PILE])
    places, tops, starts = (
        np.zeros((cards, cards), np.int64),
        np.zeros((cards, cards), np.int64),
        np.zeros(PLAYERS),
    )
    for first in range(0, count, PORTION):
        keys = keys_of(seed, first, min(PORTION, count - first))
        tally_company(board, options, keys, zones, places, tops, starts)
    one_each = np.ones(cards, np.int64)
    yield Verdict("compagnie: which card lies where, in hands and pile", count, lies(places, one_each))
    yield Verdict(
        "compagnie: the second card of the pile by the first", count, fits(tops, pairs_of(one_each))
    )
    yield Verdict("compagnie: who begins", count, float(chisquare(starts).pvalue))


@outermost
def tally_piles(games_, options, keys, places, tops):
    """As they lie when the hands have been dealt from them."""
    s = games_[0]
    for n in range(len(keys)):
        deal(s, 4, options, keys[n])
        for place in range(s.left):
            places[s.pile[(s.top + place) % len(s.pile)], place] += 1
        tops[s.pile[s.top], s.pile[s.top + 1]] += 1


def piles(count: int, seed: str) -> Iterator[Verdict]:
    game = games.load("romains")
    board, options = game.blanks(1), game.options(None)
    some = game.deal(PLAYERS, key_of(seed, count))
    copies = np.array([supplied(some.supply, face) for face in range(FACES)])
    places, tops = np.zeros((FACES, int(some.left)), np.int64), np.zeros((FACES, FACES), np.int64)
    for first in range(0, count, PORTION):
        tally_piles(board, options, keys_of(seed, first, min(PORTION, count - first)), places, tops)
    yield Verdict("romains: which card lies where on the pile", count, lies(places, copies))
    yield Verdict("romains: the second card of the pile by the first", count, fits(tops, pairs_of(copies)))


# ---------------------------------------------------------------- dice


@outermost
def tally_rolls(games_, options, keys, luck, mask, rolls, follows, most):
    """Play at random; of every throw its die and pips, and of every second one of a die what it showed before
    in that game."""
    s = games_[0]
    done = 0
    for n in range(len(keys)):
        deal(s, 4, options, keys[n])
        before = np.full(2, -1, np.int64)
        seats = waiting(s)
        while seats != 0 and done < most:
            seat = next_to_answer(s, seats, luck)
            act(s, seat, pick(mask, legal(s, seat, mask), luck))
            for i in range(s.told):
                if s.events[i, 0] == 2:  # Kind.ROLL
                    die, pips = s.events[i, 2], s.events[i, 3]
                    rolls[die, pips] += 1
                    if before[die] >= 0:
                        follows[die, before[die], pips] += 1
                        before[die] = -1
                    else:
                        before[die] = pips
                    done += 1
            seats = waiting(s)
    return done


def dice(count: int, seed: str) -> Iterator[Verdict]:
    assert Kind.ROLL == 2
    game = games.load("romains")
    board, options = game.blanks(1), game.options(None)
    luck, mask = luck_from("chance", seed), np.zeros(game.actions, np.uint8)
    rolls, follows = np.zeros((2, 16), np.int64), np.zeros((2, 16, 16), np.int64)
    done = first = 0
    while done < count:
        keys = keys_of(seed, first, PORTION // 100)
        done += tally_rolls(board, options, keys, luck, mask, rolls, follows, count - done)
        first += len(keys)
    for die in Die:
        sides = faces(game, die)
        wanted = np.array([sides.count(pips) for pips in range(16)]) / len(sides)
        seen = rolls[die]
        assert not seen[wanted == 0].any(), "a die shows what is on none of its sides"
        kept = wanted > 0
        p = float(chisquare(seen[kept], wanted[kept] * seen.sum()).pvalue)
        yield Verdict(f"romains: the {die.name.lower()} die", int(seen.sum()), p)
        table = follows[die][kept][:, kept]
        p = float(independence(table, correction=False).pvalue)
        yield Verdict(f"romains: the {die.name.lower()} die by its throw before", int(table.sum()), p)


def faces(game: Game, die: Die) -> list[int]:
    s = game.deal(PLAYERS, fair.seed_key("faces"))
    packed = int(s.black if die == Die.BLACK else s.white)
    return [(packed >> (4 * side)) & 15 for side in range(6)]


# ---------------------------------------------------------------- verify


def verified(seed: str, count: int) -> int:
    """Records of so many games, with their promise: each is verified, and names the cards counted here."""
    game = games.load("cartes")
    for number in range(count):
        secret, given = given_in(seed, number)
        key = fair.fair_key(secret, given)
        s = game.deal(PLAYERS, key)
        deck = list(s.deck)
        shuffle = record.Shuffle(
            key.hex(), fair.commitment(secret), secret.hex(), [each.hex() for each in given], [PLAYERS]
        )
        seats = [record.Seat("", "greedy" if seat == PLAYERS - 1 else None) for seat in range(PLAYERS)]
        told = record.begin(game, game.default_edition(), seats, {}, shuffle, s)
        again = record.decode(record.encode(told))
        record.check(again, games.load)
        _, _, s = next(record.replay(game, again, game.default_edition()))
        assert list(s.deck) == deck
        assert (keys_of(seed, number, 1)[0] == key_words(key)).all()
    return count


def run(count: int, seed: str) -> Iterator[Verdict]:
    yield from decks(count, seed)
    yield from company(count // 10, seed)
    yield from piles(count // 10, seed)
    yield from dice(count, seed)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10_000_000)
    parser.add_argument("--seed", default="oppidum")
    asked = parser.parse_args()
    began = time.perf_counter()
    print(f"{verified(asked.seed, 100)} records verified")
    worst = 1.0
    for verdict in run(asked.count, asked.seed):
        print(f"{verdict.what}: {verdict.counted:,}, p = {verdict.p:.3f}", flush=True)
        worst = min(worst, verdict.p)
    print(f"{time.perf_counter() - began:.0f} s; the lowest p-value is {worst:.3f}")
    sys.exit(1 if worst < SUSPICIOUS else 0)


if __name__ == "__main__":
    main()
