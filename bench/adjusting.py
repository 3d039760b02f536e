"""How many games with all their luck tell as much as one whose luck was taken off, in a duel of levels.

python bench/adjusting.py GAME [--games 300] [--better level3] [--worse level2] [--seed 0]
"""

from __future__ import annotations

import argparse

from oppidum import games
from oppidum.arena.contest import run
from oppidum.arena.pairings import Contest


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="cartes", choices=list(games.catalogue()))
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--better", default="level3")
    parser.add_argument("--worse", default="level2")
    parser.add_argument("--seed", default="0")
    asked = parser.parse_args()
    duel = Contest(asked.game, (asked.better, asked.worse), 2, asked.games, asked.seed, adjust=True)
    found = run(duel)["bots"][0]
    print(f"{asked.game}: {asked.better} takes {found['plain_share']:.1%} from {asked.worse} as it fell,")
    print(f"{found['points_share']:.1%} ({found['low']:.1%} to {found['high']:.1%}) with luck taken off:")
    worth = found["worth_games"]  # None: too few deals to tell
    print(f"a game tells as much as {f'{worth:.1f}' if worth else '?'} with all luck.")


if __name__ == "__main__":
    main()
