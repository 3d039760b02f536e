"""How even the five characters of `cartes` are with an edition: the figures by which the bottles were chosen.

    python bench/cartes_bottles.py [--games 20000] [--seed 1] [--edition FILE] [--weights]

Plays games among `greedy` bots, with characters drawn, and prints as a Markdown table, for every number of
players, how far each character's share of the victories lies from the fair one, in points of percentage.

`--weights` plays with bottles drawn afresh for each game instead, and prints for each value what it brings to
have more bottles than one other player: the model by which distributions can be searched for.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

from oppidum.arena.bulk import play_all
from oppidum.bots import POLICIES
from oppidum.bots.policies import teach
from oppidum.games import load
from oppidum.games.cartes.state import MAX_PLAYERS, VALUES
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.playout import deal_all
from oppidum.kernel.stream import key_words

BATCH = 1000
PAIRS = list(itertools.combinations(range(MAX_PLAYERS), 2))


def drawn_bottles(chance: np.random.Generator) -> np.ndarray:
    """Bottles by character and value within C2: each pair of characters ties on exactly one value."""
    bottles = np.zeros((MAX_PLAYERS, VALUES), np.int64)
    for value, pair in enumerate(chance.permutation(len(PAIRS))):
        same, *rest = chance.permutation(4) + 1
        others = iter(rest)
        for character in range(MAX_PLAYERS):
            bottles[character, value] = same if character in PAIRS[pair] else next(others)
    return bottles


def packed(bottles: np.ndarray) -> np.ndarray:
    """Two bits a value, bottles less one: as in a position."""
    return ((bottles - 1) << (2 * np.arange(VALUES))).sum(axis=-1)


def play(players: int, games: int, seed: int, edition: str | None, afresh: bool):
    """By game and seat: the bottles of its character, the character, its share of the victory."""
    game = load("cartes")
    teach(game)
    chance = np.random.default_rng([seed, players])
    policies = np.full(players, POLICIES.index("greedy"), np.int64)
    options = game.options({"characters": "drawn"})
    luck, mask = luck_from("bottles", seed), np.zeros(game.actions, np.uint8)
    found = []
    for first in range(0, games, BATCH):
        n = min(BATCH, games - first)
        states = game.blanks(n, game.load_edition(edition) if edition else None)
        if afresh:
            states["bottles"] = packed(np.array([drawn_bottles(chance) for _ in range(n)]))
        keys = [
            key_words(seed_key(f"bottles {seed} {players}", number)) for number in range(first, first + n)
        ]
        deal_all(states, players, options, np.array(keys))
        characters = states["character"][:, :players].astype(np.int64)
        bottles = (
            np.take_along_axis(states["bottles"], characters, 1)[:, :, None] >> (2 * np.arange(VALUES)) & 3
        )
        points, winners = np.zeros((n, players), np.int64), np.zeros(n, np.int64)
        play_all(states, policies, luck, first, mask, points, winners, np.zeros(n, np.int64))
        won = (winners[:, None] >> np.arange(players)) & 1
        found.append((bottles, characters, won / won.sum(axis=1, keepdims=True)))
    return [np.concatenate(part) for part in zip(*found, strict=True)]


def deviations(players: int, games: int, seed: int, edition: str | None) -> list[str]:
    _, characters, shares = play(players, games, seed, edition, afresh=False)
    cells = []
    for character in range(MAX_PLAYERS):
        own = shares[characters == character]
        cells.append(f"{100 * (own.mean() - 1 / players):+.1f}")
    error = 196 * shares.std() / np.sqrt(shares.size / MAX_PLAYERS)
    return [*cells, f"± {error:.1f}"]


def weights(players: int, games: int, seed: int) -> list[str]:
    bottles, _, shares = play(players, games, seed, None, afresh=True)
    more = np.sign(bottles[:, :, None] - bottles[:, None]).sum(axis=2).reshape(-1, VALUES)
    found, *_ = np.linalg.lstsq(more.astype(float), (shares - 1 / players).reshape(-1), rcond=None)
    return [f"{100 * weight:+.2f}" for weight in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", help="an edition file; otherwise the one in the package")
    parser.add_argument("--weights", action="store_true", help="what more bottles bring, value by value")
    asked = parser.parse_args()
    if asked.weights:
        heads = [str(value) for value in range(1, VALUES + 1)]
    else:
        game = load("cartes")
        edition = game.load_edition(asked.edition) if asked.edition else game.default_edition()
        heads = [*(gaul["name"]["fr"] for gaul in edition.data["gaul"]), "95 %"]
    print("| players |", " | ".join(heads), "|")
    print("|---" * (len(heads) + 1) + "|")
    for players in range(2, MAX_PLAYERS + 1):
        if asked.weights:
            row = weights(players, asked.games, asked.seed)
        else:
            row = deviations(players, asked.games, asked.seed, asked.edition)
        print(f"| {players} |", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
