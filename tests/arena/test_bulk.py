"""Bulk games: the same as played one by one, whatever the batch; figures that add up."""

from __future__ import annotations

import numpy as np
import pytest

from oppidum import games
from oppidum.arena import bulk, simulate
from oppidum.arena.intervals import wilson
from oppidum.arena.simulate import play_records
from oppidum.bots.policies import PolicyBot
from oppidum.kernel import record
from oppidum.kernel.errors import BadOption
from oppidum.kernel.game import Game

CARTES = games.load("cartes")
SHORT = {"hands": "1"}


@pytest.mark.parametrize("game", [games.load(g) for g in games.catalogue()], ids=lambda game: game.id)
def test_bulk_games_are_the_recorded_games(game: Game):
    """`simulate` with and without `--out` speaks of the same games, decision by decision."""
    options = SHORT if game is CARTES else {}
    names = bulk.seat_bots(["greedy", "random"], game.about.max_players)
    played = bulk.play_games(game, names, 4, "same", options)
    for number, written in enumerate(play_records(game, names, 4, "same", options)):
        assert written.result is not None
        assert written.result.points == played.points[number].tolist()
        mask = sum(1 << (seat - 1) for seat in written.result.winners)
        assert mask == played.winners[number]
        decisions = [move for move in written.moves if not move.startswith(record.CHANCE)]
        assert len(decisions) == played.decisions[number]
        record.check(written, games.load)


def test_the_batch_makes_no_difference(monkeypatch: pytest.MonkeyPatch):
    whole = bulk.play_games(CARTES, ["random"] * 3, 7, "batch", SHORT)
    monkeypatch.setattr(bulk, "BATCH", 3)
    parts = bulk.play_games(CARTES, ["random"] * 3, 7, "batch", SHORT)
    fewer = bulk.play_games(CARTES, ["random"] * 3, 5, "batch", SHORT)
    assert np.array_equal(whole.points, parts.points)
    assert np.array_equal(whole.points[:5], fewer.points)


def test_another_seed_is_another_series():
    a, b = (bulk.play_games(CARTES, ["random"] * 2, 5, seed, SHORT) for seed in ("a", "b"))
    assert not np.array_equal(a.points, b.points)


def test_a_bot_in_one_seat_does_not_disturb_the_luck_of_another():
    """Luck belongs to the seat: with other neighbours a random player still rolls the same numbers."""
    luck = {bulk.seat_luck("s", number, seat).tobytes() for number in range(5) for seat in range(6)}
    assert len(luck) == 30
    assert bulk.seat_luck("s", 1, 2).tolist() == bulk.seat_luck("s", 1, 2).tolist()


def test_progress_is_told():
    told: list[int] = []
    bulk.play_games(CARTES, ["random"] * 2, 5, 0, SHORT, progress=told.append)
    assert told[-1] == 5


def test_bots_that_look_ahead_play_the_same_kind_of_series(monkeypatch: pytest.MonkeyPatch):
    """They are no compiled policies: their games are played one by one, and add up all the same."""
    names = ["random", "search:5"]

    def sit_down(name: str, game: Game, seed: object, number: int, seat: int, edition: object) -> PolicyBot:
        return PolicyBot("random", game, luck=bulk.seat_luck(seed, number, seat))

    monkeypatch.setattr(simulate, "sit_down", sit_down)
    told: list[int] = []
    series = simulate.play_series(CARTES, names, 3, "series", SHORT, progress=told.append)
    expected = bulk.play_games(CARTES, ["random"] * 2, 3, "series", SHORT)
    assert np.array_equal(series.points, expected.points)
    assert np.array_equal(series.winners, expected.winners)
    assert np.array_equal(series.decisions, expected.decisions)
    assert told == [1, 2, 3]


def test_bad_bots_and_players():
    with pytest.raises(BadOption, match="There is no bot 'x'"):
        bulk.play_games(CARTES, ["x", "random"], 1, 0)
    with pytest.raises(BadOption, match="There is no bot 'prolix' that plays in bulk"):
        bulk.play_games(CARTES, ["Prolix", "random"], 1, 0)
    assert len(bulk.play_games(CARTES, ["Random", "greedy"], 1, 0, SHORT).points) == 1
    with pytest.raises(BadOption, match="2 to 5 players, not 1"):
        bulk.play_games(CARTES, ["random"], 1, 0)


def test_bots_go_round_the_table():
    assert bulk.seat_bots(["a", "b"], 5) == ["a", "b", "a", "b", "a"]
    assert bulk.seat_bots(["a", "b", "c"], 2) == ["a", "b"]


POINTS = np.array([[10, 20], [30, 30], [50, 0], [40, 20]])
WINNERS = np.array([0b10, 0b11, 0b01, 0b01])


def test_summary_by_hand():
    figures = bulk.summary(bulk.Bulk(POINTS, WINNERS, np.array([10, 20, 30, 40])), ["greedy"] * 2)
    assert figures["games"] == 4
    assert figures["decisions_per_game"] == 25
    first, second = figures["seats"]
    assert (first["seat"], first["points"], first["points_low"], first["points_high"]) == (1, 32.5, 10, 50)
    assert (first["share"], second["share"]) == (0.625, 0.375)
    # shares 0, 1/2, 1, 1: the variance of their mean (with n-1) is 11/48/4, that of so many whole wins
    low, high = wilson(0.625, 0.625 * 0.375 / (11 / 48 / 4))
    assert (first["low"], first["high"]) == pytest.approx((low, high))
    assert 0 < low < 0.625 < high < 1
    assert figures["first_seat_advantage"] == pytest.approx(0.125)
    assert figures["first_seat_advantage_low"] == pytest.approx(low - 0.5)
    assert figures["first_seat_advantage_high"] == pytest.approx(high - 0.5)


@pytest.mark.parametrize("games", [1, 2])
def test_few_games_that_all_end_alike_leave_much_open(games: int):
    figures = bulk.summary(
        bulk.Bulk(POINTS[[0] * games], WINNERS[[0] * games], np.full(games, 10)), ["random"] * 2
    )
    loser, winner = figures["seats"]
    assert (loser["share"], winner["share"]) == (0.0, 1.0)
    assert (loser["low"], loser["high"]) == pytest.approx(wilson(0.0, games))
    assert loser["high"] > 0.6 > 0.4 > winner["low"]


def test_a_seat_is_not_credited_with_its_bot():
    """Where seat 1 simply has the better bot, nothing is said of the seat."""
    played = bulk.Bulk(POINTS, WINNERS, np.array([10, 20, 30, 40]))
    figures = bulk.summary(played, ["greedy", "random"])
    assert {figures[f"first_seat_advantage{end}"] for end in ("", "_low", "_high")} == {None}
    assert figures["seats"] == bulk.summary(played, ["random"] * 2)["seats"]


@pytest.mark.rule("romains 5.3")
def test_bulk_games_by_arrival_are_the_recorded_games():
    game = games.load("romains")
    options = {"calls": "arrival"}
    names = bulk.seat_bots(["greedy", "random"], 5)
    played = bulk.play_games(game, names, 12, "same", options)
    for number, written in enumerate(play_records(game, names, 12, "same", options)):
        assert written.result is not None
        assert written.result.points == played.points[number].tolist()
        record.check(written, games.load)
