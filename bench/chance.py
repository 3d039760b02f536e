"""Ten million shuffles and ten million rolls, made the way that `oppidum verify` checks: are they fair?

    python bench/chance.py [--count 10000000] [--seed WORD]

Each game has a secret of the house and a contribution of every seat; its key is their hash (`fair.fair_key`),
its cards are dealt by the rules from that key (`deal`), its dice are thrown by the rules in play (`act`). Of
a few games the whole record is written and verified, and has to name the same cards.

Counted, and compared by chi-square: which card lies where in the deck of `cartes`; which card lies below
which on top of it; which card is on top in one game and in the next; who begins at `compagnie`; the pips of
both dice of `romains`; and which pips follow which. Ends with 1 if a p-value is below 0.001.
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
from oppidum.games.romains.state import Die, Kind
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
def tally_decks(games_, options, keys, places, tops, nexts, last):
    s = games_[0]
    for n in range(len(keys)):
        deal(s, 4, options, keys[n])
        for place in range(len(s.deck)):
            places[s.deck[place], place] += 1
        tops[s.deck[0], s.deck[1]] += 1
        nexts[last, s.deck[0]] += 1
        last = s.deck[0]
    return last


def decks(count: int, seed: str) -> Iterator[Verdict]:
    game = games.load("cartes")
    board, options = game.blanks(1), game.options(None)
    some = game.deal(PLAYERS, key_of(seed, count))
    copies = np.bincount(some.deck)  # of each kind of card
    kinds = len(copies)
    places = np.zeros((kinds, DECK), np.int64)
    tops, nexts = (np.zeros((kinds, kinds), np.int64) for _ in range(2))
    last = int(some.deck[0])
    for first in range(0, count, PORTION):
        keys = keys_of(seed, first, min(PORTION, count - first))
        last = tally_decks(board, options, keys, places, tops, nexts, last)
    # Every deck has all its cards and every place one card: hence (n - 1) / n of the sum, and these degrees.
    share = count * copies[:, None] / DECK
    found = (DECK - 1) / DECK * float(((places - share) ** 2 / share).sum())
    p = float(chi2.sf(found, (kinds - 1) * (DECK - 1)))
    yield Verdict("cartes: which card lies where in the deck", count, p)
    pairs = np.outer(copies, copies) - np.diag(copies)
    yield Verdict("cartes: the second card by the first", count, fits(tops, pairs))
    again = np.outer(copies, copies)
    yield Verdict("cartes: the first card by that of the game before", count, fits(nexts, again))


def fits(found: np.ndarray, weights: np.ndarray) -> float:
    possible = weights > 0
    assert not found[~possible].any(), "a card lies in two places"
    return float(chisquare(found[possible], weights[possible] / weights.sum() * found.sum()).pvalue)


# ---------------------------------------------------------------- who begins


@outermost
def tally_starts(games_, options, keys, starts):
    s = games_[0]
    for n in range(len(keys)):
        deal(s, 4, options, keys[n])
        starts[s.turn] += 1


def starts(count: int, seed: str) -> Iterator[Verdict]:
    game = games.load("compagnie")
    board, options, found = game.blanks(1), game.options(None), np.zeros(PLAYERS, np.int64)
    for first in range(0, count, PORTION):
        tally_starts(board, options, keys_of(seed, first, min(PORTION, count - first)), found)
    yield Verdict("compagnie: who begins", count, float(chisquare(found).pvalue))


# ---------------------------------------------------------------- dice


@outermost
def tally_rolls(games_, options, keys, luck, mask, rolls, follows, most):
    """Play at random; of every throw its die and pips, and what the same die showed before in that game."""
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
    yield from starts(count // 10, seed)
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
