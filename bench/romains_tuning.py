"""How `romains` plays with an edition: the figures by which the reconstruction was chosen.

    python bench/romains_tuning.py [--games 4000] [--seed 1] [--edition FILE]

Plays games among `greedy` bots for every number of players and prints, as a Markdown table: dice thrown in a
game and the minutes that makes at 10 and at 15 seconds a turn, how often the black die is chosen, how often a
black throw is called, the largest advantage over the fair share of any seat, counted from
the first player on, jostles and lost cards, and the winner's points.
"""

from __future__ import annotations

import argparse

import numpy as np

from oppidum.bots.policies import decide, teach
from oppidum.games import load
from oppidum.games.romains.card_sets import worth
from oppidum.games.romains.state import Action, Kind, Phase
from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, split
from oppidum.kernel.playout import deal_all
from oppidum.kernel.stream import key_words
from oppidum.kernel.verbs import act, redact, scores, waiting

TURNS, BLACK, CALLED, JOSTLES, MENHIRS, BARDS, HAND, BLACK_HAND, POINTS = range(9)
FIGURES = 9


@compiled
def play(states, policies, luck, mask, sums, wins):
    """Play all to the end; adds up figures, and shares of victory by distance from the first player."""
    views = np.empty_like(states[:1])
    own = np.empty(4, np.int64)
    points = np.zeros(6, np.int64)
    for i in range(len(states)):
        s = states[i]
        split(luck, i, own)
        first = s.turn + 0
        seats = waiting(s)
        while seats != 0:
            seat = bits.lowest(seats)
            views[0] = states[i]
            redact(views[0], seat)
            action = decide(views[0], seat, policies[seat], own, mask)
            if s.phase == Phase.ROLL:
                sums[TURNS] += 1
                sums[HAND] += worth(s.known[seat, seat])
                if action == Action.BLACK:
                    sums[BLACK] += 1
                    sums[BLACK_HAND] += worth(s.known[seat, seat])
            act(s, seat, action)
            for k in range(s.told):
                kind = s.events[k, 0]
                if kind == Kind.EXCHANGE:
                    sums[CALLED] += 1
                elif kind == Kind.JOSTLE:
                    sums[JOSTLES] += 1
                elif kind == Kind.MENHIR:
                    sums[MENHIRS] += 1
                elif kind == Kind.BARD:
                    sums[BARDS] += 1
            seats = waiting(s)
        winners = scores(s, points)
        n = bits.count(winners)
        for x in range(s.players):
            if (winners >> x) & 1:
                wins[(x - first) % s.players] += 1.0 / n
                sums[POINTS] += points[x] / n


def measure(players: int, games: int, seed: object, edition=None) -> tuple[np.ndarray, np.ndarray]:
    game = load("romains")
    teach(game)
    states = game.blanks(games, edition)
    keys = np.array([key_words(seed_key(seed, number)) for number in range(games)])
    deal_all(states, players, game.options({}), keys)
    sums = np.zeros(FIGURES)
    wins = np.zeros(players)
    mask = np.zeros(game.actions, np.uint8)
    play(states, np.ones(players, np.int64), luck_from("tuning", seed), mask, sums, wins)
    return sums / games, wins / games


def row(players: int, games: int, seed: object, edition=None) -> dict[str, float]:
    sums, wins = measure(players, games, seed, edition)
    best = int(np.argmax(wins))
    return {
        "players": players,
        "turns": sums[TURNS],
        "min10": sums[TURNS] / 6,
        "min15": sums[TURNS] / 4,
        "black": sums[BLACK] / sums[TURNS],
        "called": sums[CALLED] / max(1e-9, sums[BLACK]),
        "edge": wins[best] - 1 / players,
        "edge_seat": best + 1,
        "jostles": sums[JOSTLES],
        "menhirs": sums[MENHIRS],
        "bards": sums[BARDS],
        "points": sums[POINTS],
        "hand": sums[HAND] / sums[TURNS],
        "black_hand": sums[BLACK_HAND] / max(1e-9, sums[BLACK]),
    }


HEADER = (
    "| players | turns | minutes at 10-15 s | black | called | best seat above fair share | jostles | "
    "cards lost | set back | winner's points | hand | hand behind black |"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--edition", help="an edition file; without it the one in the package")
    given = parser.parse_args()
    edition = load("romains").load_edition(given.edition) if given.edition else None
    print(HEADER)
    print("|" + "---|" * HEADER.count(" |"))
    for players in range(2, 7):
        r = row(players, given.games, given.seed, edition)
        cells = [
            f"{players}",
            f"{r['turns']:.0f}",
            f"{r['min10']:.0f}-{r['min15']:.0f}",
            f"{r['black']:.0%}",
            f"{r['called']:.0%}",
            f"{100 * r['edge']:+.1f} points (no. {r['edge_seat']:.0f})",
            *(f"{r[key]:.1f}" for key in ("jostles", "menhirs", "bards", "points", "hand", "black_hand")),
        ]
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
