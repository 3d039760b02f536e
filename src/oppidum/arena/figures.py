"""What the games of a contest show: shares of the victory and ratings, each with its uncertainty."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from openskill.models import PlackettLuce

from oppidum.arena.fixtures import Contest, Played
from oppidum.arena.intervals import around


def estimate(deals: Mapping[int, Sequence[float]]) -> tuple[float, float, float]:
    """Mean of all results and its 95 % interval; the results of one deal depend on each other."""
    n = sum(len(results) for results in deals.values())
    if n == 0:
        return 0.0, 0.0, 1.0
    mean = sum(sum(results) for results in deals.values()) / n
    clusters = len(deals)
    squares = sum((sum(results) - mean * len(results)) ** 2 for results in deals.values())
    variance = squares / n**2 * clusters / max(1, clusters - 1)
    return mean, *around(mean, variance, n)


def per_deal(
    contest: Contest, games: Iterable[Played], results: Callable[[Played], Iterable[float]]
) -> dict[int, list[float]]:
    deals: dict[int, list[float]] = defaultdict(list)
    for played in games:
        found = list(results(played))
        if found:
            deals[contest.deal_of(played.meeting, played.number)].extend(found)
    return deals


def shares_of(bot: int) -> Callable[[Played], list[float]]:
    """A bot's part of the victory, for each seat that it had."""
    return lambda played: [played.share(seat) for seat, other in enumerate(played.seats) if other == bot]


def duels_of(bot: int, rival: int) -> Callable[[Played], list[float]]:
    """How a bot's seats came off against a rival's at the same table."""
    return lambda played: [
        played.beats(seat, other)
        for seat, who in enumerate(played.seats)
        if who == bot
        for other, whom in enumerate(played.seats)
        if whom == rival
    ]


def deal_mean(contest: Contest, games: Sequence[Played]) -> float:
    """The share of a meeting's first bot, all its seats together, in the games of one deal."""
    first = contest.meetings[games[0].meeting][0]
    return sum(sum(shares_of(first)(played)) for played in games) / len(games)


def rate(contest: Contest, games: Sequence[Played]) -> list[tuple[float, float]]:
    """OpenSkill ratings, mean and standard deviation, after all games in the order of their deals."""
    model = PlackettLuce(tau=0.0)  # a bot does not learn: no drift
    ratings = [model.rating() for _ in contest.bots]
    order = sorted(
        games,
        key=lambda played: (contest.deal_of(played.meeting, played.number), played.meeting, played.number),
    )
    for played in order:
        ranks = [played.rank(seat) for seat in range(len(played.seats))]
        places = [float(sorted(ranks).index(rank)) for rank in ranks]
        after = model.rate([[ratings[bot]] for bot in played.seats], ranks=places)
        for bot in set(played.seats):
            own = [team[0] for team, who in zip(after, played.seats, strict=True) if who == bot]
            ratings[bot] = model.rating(
                mu=sum(r.mu for r in own) / len(own), sigma=sum(r.sigma for r in own) / len(own)
            )
    return [(float(r.mu), float(r.sigma)) for r in ratings]


def figures(contest: Contest, games: Sequence[Played]) -> dict[str, Any]:
    """Everything, as it is written in JSON."""
    ratings = rate(contest, games)
    bots: list[dict[str, Any]] = []
    for bot, name in enumerate(contest.bots):
        mean, low, high = estimate(per_deal(contest, games, shares_of(bot)))
        rating, deviation = ratings[bot]
        bots.append(
            {
                "bot": name,
                "games": sum(bot in played.seats for played in games),
                "points_share": mean,
                "low": low,
                "high": high,
                "rating": rating,
                "rating_sd": deviation,
            }
        )
    pairs: list[dict[str, Any]] = []
    for bot, rival in combinations(range(len(contest.bots)), 2):
        mean, low, high = estimate(per_deal(contest, games, duels_of(bot, rival)))
        pairs.append(
            {
                "bot": contest.bots[bot],
                "against": contest.bots[rival],
                "games": sum(bot in played.seats and rival in played.seats for played in games),
                "points_share": mean,
                "low": low,
                "high": high,
            }
        )
    return {
        "game": contest.game,
        "players": contest.players,
        "options": dict(contest.options),
        "seed": contest.seed,
        "games": len(games),
        "bots": bots,
        "pairs": pairs,
    }
