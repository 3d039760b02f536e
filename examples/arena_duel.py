"""The arena from Python: who is better, and how surely?"""

from __future__ import annotations

from oppidum.arena.contest import run
from oppidum.arena.pairings import Contest
from oppidum.arena.sprt import Sprt


def main(games: int = 2000) -> dict:
    contest = Contest("cartes", ("greedy", "random"), players=2, games=games, options={"hands": "1"})
    return run(contest, sprt=Sprt(0.5, 0.55))


if __name__ == "__main__":
    found = main()
    for row in found["bots"]:
        print(f"{row['bot']}: {row['points_share']:.1%} ({row['low']:.1%} to {row['high']:.1%})")
    (verdict,) = found["sprt"]
    print(f"{verdict['bot']}'s share is {verdict['answer']}, after {verdict['games']} games")
