"""Contests between programs: bulk games and what they show.

    from oppidum import arena

    found = arena.run(game_id, ["greedy", MyBot], games=100)

Whoever wants more say (crews, a sequential test, a file to go on from) has `arena.contest.run` and
`arena.Contest`. Nothing is loaded before it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oppidum.arena.pairings import Contest as Contest


def run(
    game: str,
    bots: Sequence[Any],
    *,
    players: int | None = None,
    games: int = 100,
    seed: object = 0,
    adjust: bool = False,
    limit: float | None = None,
    jobs: int = 1,
    **options: object,
) -> dict[str, Any]:
    """Let bots meet, as `oppidum arena` does, and return its figures: who is better, and how surely?

    Bots are names or objects (docs/writing-a-bot.md); `games` is how many each meeting has; `adjust` takes
    luck off the results; `limit` is the seconds that a bot of one's own may take for a decision; `jobs` is
    how many processes play. The options are the game's own.
    """
    from oppidum import games as shelf
    from oppidum.arena import contest, crews
    from oppidum.arena.pairings import Contest
    from oppidum.bots import guest_bots

    about = shelf.about(game)
    what = Contest(
        game=game,
        bots=tuple(bots),
        players=about.min_players if players is None else players,
        games=games,
        seed=str(seed),
        options=about.option_words(options),
        limit=guest_bots.SECONDS if limit is None else limit,
        adjust=adjust,
    )
    return contest.run(what, crew=crews.processes(jobs) if jobs > 1 else crews.alone)


def __getattr__(name: str) -> Any:
    if name != "Contest":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from oppidum.arena.pairings import Contest

    return Contest
