"""What the games of a contest show: shares of the victory and ratings, each with its uncertainty."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from openskill.models import PlackettLuce

from oppidum.arena.adjusting import weigh
from oppidum.arena.intervals import around
from oppidum.arena.pairings import Contest, Deal, Played

FEWEST_DEALS = 20  # before it is said how much results vary


def estimate(deals: Mapping[Any, Sequence[float]]) -> tuple[float, float, float]:
    """Mean of all results and its 95 % interval; the results of one deal depend on each other."""
    n = sum(len(results) for results in deals.values())
    if n == 0:
        return 0.0, 0.0, 1.0
    mean, variance = spread(deals)
    low, high = around(mean, variance, n, len(deals) - 1)
    return min(1.0, max(0.0, mean)), low, high  # without its luck a share can lie beyond what there is


def spread(deals: Mapping[Any, Sequence[float]]) -> tuple[float, float]:
    """Mean of all results, and its variance."""
    n = sum(len(results) for results in deals.values())
    mean = sum(sum(results) for results in deals.values()) / n
    clusters = len(deals)
    squares = sum((sum(results) - mean * len(results)) ** 2 for results in deals.values())
    return mean, squares / n**2 * clusters / max(1, clusters - 1)


def per_deal(
    contest: Contest, games: Iterable[Played], results: Callable[[Played], Iterable[float]]
) -> dict[Deal, list[float]]:
    deals: dict[Deal, list[float]] = defaultdict(list)
    for played in games:
        found = list(results(played))
        if found:
            deals[contest.deal_of(played.meeting, played.number)].extend(found)
    return deals


def shares_of(bot: int) -> Callable[[Played], list[float]]:
    """A bot's part of the victory, for each seat that it had; luck taken off where it was valued."""
    return lambda played: [played.earned(seat) for seat, other in enumerate(played.seats) if other == bot]


def plain_shares_of(bot: int) -> Callable[[Played], list[float]]:
    """The same with luck and all."""
    return lambda played: [played.share(seat) for seat, other in enumerate(played.seats) if other == bot]


def worth_of_adjusting(contest: Contest, games: Sequence[Played], bot: int) -> float | None:
    """How many games with luck and all tell as much about a bot's share as one whose luck was taken off.

    None where that cannot be told: after a few deals, or where plain results happen not to vary.
    """
    mine = [played for played in games if bot in played.seats]
    deals = per_deal(contest, mine, plain_shares_of(bot))
    if len(deals) < FEWEST_DEALS:
        return None
    _, plain = spread(deals)
    _, adjusted = spread(per_deal(contest, mine, shares_of(bot)))
    return plain / adjusted if plain > 0 and adjusted > 0 else None


def duels_of(bot: int, rival: int) -> Callable[[Played], list[float]]:
    """How a bot's seats came off against a rival's at the same table; without luck only at tables for two."""

    def results(played: Played) -> list[float]:
        if played.luck and sorted(played.seats) == sorted((bot, rival)):
            return shares_of(bot)(played)
        return [
            played.beats(seat, other)
            for seat, who in enumerate(played.seats)
            if who == bot
            for other, whom in enumerate(played.seats)
            if whom == rival
        ]

    return results


def deal_mean(contest: Contest, games: Sequence[Played]) -> float:
    """The share of a meeting's first bot, all its seats together, in the games of one round."""
    first = contest.meetings[games[0].meeting][0]
    return sum(sum(shares_of(first)(played)) for played in games) / len(games)


def rate(contest: Contest, games: Sequence[Played]) -> list[tuple[float, float]]:
    """OpenSkill ratings, mean and standard deviation, after all games in the order of their rounds."""
    model = PlackettLuce(tau=0.0)  # a bot does not learn: no drift
    ratings = [model.rating() for _ in contest.bots]
    order = sorted(
        games,
        key=lambda played: (contest.round_of(played.meeting, played.number), played.meeting, played.number),
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
    games = weigh(contest, games) if contest.adjust else games
    ratings = rate(contest, games)
    bots: list[dict[str, Any]] = []
    for bot, name in enumerate(contest.names):
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
        if contest.adjust:
            plain = per_deal(contest, games, plain_shares_of(bot))
            bots[-1]["plain_share"] = spread(plain)[0] if plain else 0.0
            bots[-1]["worth_games"] = worth_of_adjusting(contest, games, bot)
    pairs: list[dict[str, Any]] = []
    for bot, rival in combinations(range(len(contest.bots)), 2):
        mean, low, high = estimate(per_deal(contest, games, duels_of(bot, rival)))
        pairs.append(
            {
                "bot": contest.names[bot],
                "against": contest.names[rival],
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
        "adjusted": contest.adjust,
        "games": len(games),
        "bots": bots,
        "pairs": pairs,
        "gave_up": [
            {"bot": contest.names[played.seats[seat]], "game": played.number + 1, "why": why}
            for played in games
            if played.gave_up
            for seat, why in [played.gave_up]
        ],
    }
