"""Shares, intervals, ratings."""

from __future__ import annotations

import random
from io import StringIO

import pytest
from rich.console import Console

from oppidum.arena.figures import estimate, figures, rate
from oppidum.arena.intervals import around, likely_within, student, wilson
from oppidum.arena.pairings import Contest, Played
from oppidum.arena.sprt import Evidence, Sprt
from oppidum.kernel.errors import BadOption
from oppidum.terminal.reports import arena_report


def test_wilson_intervals_as_in_the_textbooks():
    # Agresti and Coull's example is 0 of 10; Newcombe (1998) has 81 of 263 and 15 of 148.
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-3)
    assert wilson(15 / 148, 148) == pytest.approx((0.0624, 0.1605), abs=1e-3)


def test_deals_that_always_end_one_all_leave_little_doubt():
    """Seats swapped, each side wins once: the cards decide, and the bots are equal."""
    paired = {deal: [1.0, 0.0] if deal % 2 else [0.0, 1.0] for deal in range(100)}
    single = {game: [float(game % 2)] for game in range(200)}
    mean, low, high = estimate(paired)
    _, alone_low, alone_high = estimate(single)
    assert mean == 0.5
    assert (alone_high - alone_low) == pytest.approx(0.137, abs=0.003)
    # Nothing varies between the deals: as many trials as games is all that is assumed.
    assert high - low <= alone_high - alone_low


def test_results_of_one_deal_do_not_count_as_independent():
    twice = {deal: [float(deal % 2)] * 10 for deal in range(100)}
    once = {deal: [float(deal % 2)] for deal in range(100)}
    assert estimate(twice) == pytest.approx(estimate(once), abs=1e-9)


def test_the_interval_covers_the_truth_about_95_times_in_100():
    luck = random.Random(7)
    covered = 0
    for _ in range(400):
        deals = {}
        for deal in range(60):
            tilt = luck.choice([0.15, -0.15])  # the cards favour one side; seats swapped, the other
            deals[deal] = [float(luck.random() < 0.6 + tilt), float(luck.random() < 0.6 - tilt)]
        _, low, high = estimate(deals)
        covered += low <= 0.6 <= high
    assert 0.91 <= covered / 400 <= 0.98


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (29, 2.0452), (60, 2.0003)],
)
def test_student_s_quantiles_as_in_the_tables(degrees: int, quantile: float):
    assert likely_within(quantile, degrees) == pytest.approx(0.95, abs=1e-5)
    assert student(degrees) == pytest.approx(quantile if degrees < 30 else 1.96, abs=6e-5)


@pytest.mark.parametrize("deals", [3, 5, 10])
def test_few_deals_leave_as_much_doubt_as_they_should(deals: int):
    """Results without their luck vary like any measurement; the 95 % hold for a handful of them, too."""
    luck = random.Random(deals)
    covered = 0
    for _ in range(1000):
        found = [luck.gauss(0.7, 0.2) for _ in range(deals)]
        _, low, high = estimate({deal: [value, value] for deal, value in enumerate(found)})
        covered += low <= 0.7 <= high
    assert covered / 1000 >= 0.93


def test_no_share_is_more_than_all_or_less_than_nothing():
    """With luck taken off the mean of some deals can be."""
    for results in ([1.1, 1.0, 0.98], [-0.1, 0.0, 0.02], [1.05, 1.05, 1.05], [1.2]):
        mean, low, high = estimate(dict(enumerate([value] for value in results)))
        assert 0 <= low <= mean <= high <= 1
    assert around(1.02, 0.0, 4) == wilson(1.0, 4)


def lucky(deals: int, shares: list[float]) -> tuple[Contest, list[Played]]:
    """A duel in which seat 0 wins, or whatever `shares` say in turn, and luck explains some of it."""
    contest = Contest("cartes", ("a", "b"), 2, 2 * deals, adjust=True)
    played: list[Played] = []
    for number in range(2 * deals):
        won = 0 if shares[number // 2 % len(shares)] == 1 else 1
        luck = 0.01 * (number // 2 % 5 - 2)
        seats = (0, 1)
        played.append(Played(0, number, seats, (1 - won, won), (won,), ((luck, -luck),) + ((0.0, 0.0),) * 2))
    return contest, played


def test_what_taking_luck_off_is_worth_is_told_only_where_it_shows():
    few, all_won, enough = lucky(19, [1, 0]), lucky(40, [1]), lucky(40, [1, 0, 0])
    for what, told in ((few, False), (all_won, False), (enough, True)):
        found = figures(*what)
        assert all((row["worth_games"] is not None) == told for row in found["bots"])
        report = Console(width=100, file=StringIO())
        report.print(arena_report(found))
        assert ("tells as much as" in report.file.getvalue()) == told  # pyright: ignore[reportAttributeAccessIssue]
        assert all(0 <= row["points_share"] <= 1 for row in found["bots"])


def series(strengths: list[float], games: int) -> tuple[Contest, list[Played]]:
    """Games at a table for two among bots whose chances follow their strengths."""
    contest = Contest("cartes", tuple("abc"[: len(strengths)]), 2, games)
    luck = random.Random(3)
    played: list[Played] = []
    for meeting in range(len(contest.meetings)):
        for number in range(games):
            seats = contest.seating(meeting, number)
            chance = strengths[seats[0]] / (strengths[seats[0]] + strengths[seats[1]])
            first = luck.random() < chance
            played.append(Played(meeting, number, seats, (int(first), int(not first)), (0 if first else 1,)))
    return contest, played


def test_ratings_order_bots_by_strength_and_grow_sure():
    contest, played = series([4.0, 2.0, 1.0], 200)
    ratings = rate(contest, played)
    assert ratings[0][0] > ratings[1][0] > ratings[2][0]
    few = rate(contest, [p for p in played if p.number < 20])
    assert all(after[1] < before[1] < 25 / 3 for after, before in zip(ratings, few, strict=True))


def test_ratings_do_not_depend_on_the_order_in_which_games_were_finished():
    contest, played = series([3.0, 1.0], 50)
    shuffled = list(played)
    random.Random(1).shuffle(shuffled)
    assert rate(contest, shuffled) == rate(contest, played)


def test_figures_have_the_promised_form():
    contest, played = series([3.0, 2.0, 1.0], 40)
    found = figures(contest, played)
    assert [set(row) for row in found["bots"]] == [
        {"bot", "games", "points_share", "low", "high", "rating", "rating_sd"}
    ] * 3
    assert [row["games"] for row in found["bots"]] == [80] * 3
    assert [(row["bot"], row["against"], row["games"]) for row in found["pairs"]] == [
        ("a", "b", 40),
        ("a", "c", 40),
        ("b", "c", 40),
    ]
    for row in found["bots"] + found["pairs"]:
        assert 0 <= row["low"] <= row["points_share"] <= row["high"] <= 1
    assert sum(row["points_share"] for row in found["bots"]) == pytest.approx(1.5)


def decide(
    test: Sprt, chance: float | dict[float, float], luck: random.Random, most: int = 3000
) -> tuple[str | None, int]:
    """The answer, and after how many deals: pairs of independent games, or means with these chances."""
    seen = Evidence()
    for _ in range(most):
        if isinstance(chance, dict):
            seen.add(luck.choices(list(chance), list(chance.values()))[0])
        else:
            seen.add(((luck.random() < chance) + (luck.random() < chance)) / 2)
        if answer := test.answer(seen):
            return answer, seen.deals
    return None, most


@pytest.mark.parametrize(("chance", "right"), [(0.5, "at most 0.5"), (0.6, "at least 0.6")])
def test_the_sequential_test_errs_as_rarely_as_it_promises(chance: float, right: str):
    luck = random.Random(11)
    answers = [decide(Sprt(0.5, 0.6), chance, luck)[0] for _ in range(300)]
    assert None not in answers
    assert answers.count(right) >= 300 * 0.94


@pytest.mark.parametrize(
    ("bounds", "means", "right"),
    [
        ((0.5, 0.55), {0.5: 0.9, 1.0: 0.1}, "at least 0.55"),  # nearly always the cards decide
        ((0.45, 0.5), {0.5: 0.9, 0.0: 0.1}, "at most 0.45"),
        ((0.5, 0.6), {0.5: 0.8, 1.0: 0.2}, "at least 0.6"),
        ((0.5, 0.6), {0.0: 0.05, 0.5: 0.9, 1.0: 0.05}, "at most 0.5"),
        ((0.9, 0.95), {0.0: 0.1, 1.0: 0.9}, "at most 0.9"),  # a rare loss, of both games
    ],
)
def test_the_sequential_test_keeps_its_promise_where_a_deal_is_mostly_the_same(
    bounds: tuple[float, float], means: dict[float, float], right: str
):
    luck = random.Random(13)
    found = [decide(Sprt(*bounds), means, luck) for _ in range(300)]
    assert sum(answer == right for answer, _ in found) >= 300 * 0.94
    assert sum(deals for _, deals in found) / 300 < 150


def test_thirds_are_the_same_thirds_in_any_order():
    seen = Evidence()
    for mean in (0.1 + 0.2, 0.3, 1 / 3, 1 - 2 / 3):
        seen.add(mean)
    assert len(seen.means) == 5  # with 0, 1/2 and 1


def test_the_sequential_test_is_quick_where_the_answer_is_plain():
    luck = random.Random(5)
    assert decide(Sprt(0.5, 0.55), 0.9, luck)[1] < 40
    assert decide(Sprt(0.5, 0.55), 0.1, luck)[1] < 40
    answer, deals = decide(Sprt(0.5, 0.55), 1.0, luck)
    assert answer == "at least 0.55"
    assert deals <= 40  # a share of 0.5 wins this often in a row, too: 1.1 to the power of 31 is 19


@pytest.mark.parametrize("bounds", [(0.55, 0.5), (0.5, 0.5), (0.0, 0.5), (0.5, 1.0)])
def test_bounds_that_make_no_test(bounds: tuple[float, float]):
    with pytest.raises(BadOption, match="--sprt"):
        Sprt(*bounds)
