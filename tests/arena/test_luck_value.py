"""What chance was worth adds up to nothing on average; results less luck mean the same and vary less."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from oppidum import bots, games
from oppidum.arena.adjusting import GUESS, Weights, crossed, weigh
from oppidum.arena.contest import run
from oppidum.arena.figures import per_deal, plain_shares_of, shares_of, spread
from oppidum.arena.jobs import play_with_bots
from oppidum.arena.lots import blunders, odds
from oppidum.arena.luck_value import LOTS, Luck, reshuffle, teach
from oppidum.arena.pairings import Contest, Played
from oppidum.arena.sprt import Sprt
from oppidum.games.romains.state import Phase
from oppidum.kernel import position
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.stream import key_words

GAMES = list(games.catalogue())
SLOW = type(games.load("romains").rules.act).__name__ == "function"  # uncompiled
ONE_HAND = {"hands": "1", "characters": "seats"}


def walk(game_id: str, players: int, number: int):
    """Positions of a game played at random, each with the decision that follows."""
    game = games.load(game_id)
    s = game.deal(players, seed_key("luck", number))
    order = luck_from("luck", number)
    rng = np.random.default_rng(number)
    while (seat := game.next_to_answer(s, order)) is not None:
        action = int(rng.choice(game.legal(s, seat)))
        before = position.copy(s)
        game.act(s, seat, action)
        yield game, before, seat, action, position.copy(s)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_anybody_knows_stays_as_it_is(game_id: str, long: bool):
    """Reshuffled is only what no seat has seen: whatever the key, every view stays the same."""
    changed = 0
    for number in range(2 if long else 1):
        for game, s, *_ in walk(game_id, 3, number):
            teach(game)
            one, other = position.copy(s), position.copy(s)
            reshuffle(one, key_words(seed_key("reshuffle", 1)))
            reshuffle(other, key_words(seed_key("reshuffle", 2)))
            for seat in (-1, *range(3)):
                assert game.view(other, seat).tobytes() == game.view(one, seat).tobytes()
                assert np.array_equal(game.observation(other, seat), game.observation(s, seat))
            assert game.legal(other, game.waiting(s)[0]) == game.legal(s, game.waiting(s)[0])
            if game.pieces is not None:
                assert game.pieces(other) == game.pieces(s)
            changed += one.tobytes() != other.tobytes()
    assert changed > 10


@pytest.mark.parametrize("game_id", GAMES)
def test_what_has_no_chance_in_it_brings_no_luck(game_id: str, long: bool):
    """A decision that goes on alike whatever nobody has seen is worth exactly nothing."""
    none = some = 0
    for number in range(3 if long else 1):
        for game, before, seat, action, after in walk(game_id, 2, number):
            gained = Luck(game, number).of_decision(before, seat, action, after)
            assert gained.sum() == pytest.approx(0, abs=1e-9)
            futures = set()
            for n in range(12):
                world = position.copy(before)
                reshuffle(world, key_words(seed_key("future", n)))
                game.act(world, seat, action)
                futures.add(tuple(game.view(world, other).tobytes() for other in range(2)))
            if len(futures) == 1 and not gained.any():
                none += 1
            some += bool(gained.any())
    assert none > 5
    assert some > 5


@pytest.mark.parametrize("game_id", GAMES)
def test_luck_is_fair(game_id: str):
    """Chance that falls as the samples do: its worth is nothing on average, within four standard errors."""
    game = games.load(game_id)
    teach(game)
    found: list[float] = []
    for number, (_, before, seat, action, _) in enumerate(walk(game_id, 2, 7)):
        if number % 7:
            continue
        for n in range(12):  # the same decision, as it might have gone on
            world = position.copy(before)
            reshuffle(world, key_words(seed_key("fall", n)))
            after = position.copy(world)
            game.act(after, seat, action)
            found.append(float(Luck(game, (number, n)).of_decision(world, seat, action, after)[0]))
    gained = np.array(found)
    assert gained.std() > 0
    assert abs(gained.mean()) < 4 * gained.std() / len(gained) ** 0.5 + 1e-9


@pytest.mark.skipif(SLOW, reason="thousands of throws, each held against 64 others")
def test_a_throw_is_fair_to_a_thousandth():
    """One throw of `romains`, as it might fall: the futures it is tried in do not know how others fell."""
    game = games.load("romains")
    teach(game)
    before, seat = next((s, who) for _, s, who, *_ in walk("romains", 2, 3) if s.phase == Phase.ROLL)
    luck, gained = Luck(game, "one throw"), []
    for n in range(5000):
        world = position.copy(before)
        reshuffle(world, key_words(seed_key("throw", n)))
        after = position.copy(world)
        game.act(after, seat, 0)
        gained.append(float(luck.of_decision(world, seat, 0, after)[0]))
    error = np.std(gained) / len(gained) ** 0.5
    assert 0 < error < 0.0015
    assert abs(np.mean(gained)) < 3 * error


def test_the_luck_of_a_deal():
    """A hand is better or worse; all together they are worth nothing."""
    game = games.load("romains")
    gained = [Luck(game, n).of_deal(game.deal(2, seed_key("deals", n)))[0] for n in range(60)]
    assert np.std(gained) > 0
    assert abs(np.mean(gained)) < 4 * np.std(gained) / 60**0.5


@pytest.mark.parametrize("name", ["random", "greedy", "level2", "level3", "search:60"])
def test_the_odds_are_those_of_the_bot(name: str):
    """What a bot chooses again and again, with other seeds, comes as often as its odds say."""
    game = games.load("cartes")
    s = game.deal(2, seed_key("odds"), ONE_HAND)
    view, n = game.view(s, 1), 300 if name != "search:60" else 60
    expected: dict[int, float] = {}
    drawn: dict[int, int] = {}
    for seed in range(n):
        bot = bots.make(name, game, seed)
        action = bot.choose(view, 1)
        drawn[action] = drawn.get(action, 0) + 1
        told = odds(bot, game, view, 1, luck_from(seed))
        assert told is not None
        assert sum(told.values()) == pytest.approx(1)
        for a, p in told.items():
            expected[a] = expected.get(a, 0) + p
    assert set(drawn) <= set(expected)
    for action, wanted in expected.items():
        assert abs(drawn.get(action, 0) - wanted) < 4 * wanted**0.5 + 2


@pytest.mark.parametrize("game_id", GAMES)
def test_a_lot_is_worth_what_it_brought_beyond_the_mean(game_id: str):
    """What all actions are worth adds up to nothing, each as often as it is drawn; an only one has none."""
    found: list[float] = []
    for number, (game, before, seat, *_) in enumerate(walk(game_id, 2, 11)):
        legal = game.legal(before, seat)
        assert not Luck(game, number).of_lot(before, seat, legal[0], {legal[0]: 1.0}).any()
        if number % 3 == 0 and 1 < len(legal) < 6:
            odds = {action: (i + 1.0) for i, action in enumerate(legal)}
            odds = {action: share / sum(odds.values()) for action, share in odds.items()}
            gained = [p * Luck(game, (number, a)).of_lot(before, seat, a, odds)[0] for a, p in odds.items()]
            found.append(sum(gained))
    gained = np.array(found)
    assert len(gained) > 4
    assert gained.std() > 0
    assert abs(gained.mean()) < 4 * gained.std() / len(gained) ** 0.5


def test_actions_are_drawn_as_often_as_the_odds_say():
    game = games.load("cartes")
    odds = {3: 0.5, 8: 0.3, 1: 0.19, 4: 0.01}
    times = {action: [] for action in odds}
    for seed in range(200):
        drawn = Luck(game, seed).drawn(odds).tolist()
        assert len(drawn) == LOTS
        for action, share in odds.items():
            assert abs(drawn.count(action) - LOTS * share) < 1
            times[action].append(drawn.count(action))
    for action, share in odds.items():
        error = np.std(times[action]) / 200**0.5
        assert abs(np.mean(times[action]) - LOTS * share) <= 4 * error + 1e-9


def test_how_often_a_bot_blunders():
    game = games.load("romains")
    asked = ("random", "greedy", "level2", "level5", "search:20")
    assert [blunders(bots.make(name, game, 0)) for name in asked] == [1.0, 0.0, 0.58, 0.0, 0.0]


def test_a_blunder_costs_a_blunderer_less():
    """Who blunders again soon has less to lose: the same lot is worth something else to other players."""
    game = games.load("romains")
    for number, (_, before, seat, action, _) in enumerate(walk("romains", 2, 5)):
        legal = game.legal(before, seat)
        if len(legal) > 1 and number > 20:
            even = dict.fromkeys(legal, 1 / len(legal))
            careful, careless = (
                Luck(game, 1, rates).of_lot(before, seat, action, even) for rates in ((0, 0), (0.9, 0.9))
            )
            assert careful.tolist() != careless.tolist()
            return
    pytest.fail("there was nothing to choose")


# ---------------------------------------------------------------- contests


@pytest.fixture(scope="module")
def duel(long: bool) -> tuple[Contest, list[Played]]:
    what = Contest("cartes", ("level3", "level2"), 2, 300 if long else 100, "luck", ONE_HAND, adjust=True)
    return what, [play_with_bots(games.load("cartes"), what, 0, n) for n in range(what.games)]


def test_a_duel_of_levels_is_as_sure_as_three_times_as_many_games(duel: tuple[Contest, list[Played]]):
    what, played = duel
    adjusted = weigh(what, played)
    plain, plain_variance = spread(per_deal(what, played, plain_shares_of(0)))
    mean, variance = spread(per_deal(what, adjusted, shares_of(0)))
    assert plain_variance > 3 * variance
    assert abs(mean - plain) < 4 * plain_variance**0.5
    for a in adjusted:
        assert sum(a.earned(seat) for seat in range(2)) == pytest.approx(1)


def test_each_kind_of_luck_adds_up_to_nothing(duel: tuple[Contest, list[Played]]):
    what, played = duel
    deals = what.games // 2
    for kind in range(3):
        gained = [
            [p.luck[kind][p.seats.index(0)] for p in played if p.number // 2 == n] for n in range(deals)
        ]
        by_deal = np.mean(gained, axis=1)
        assert by_deal.std() > 0 or kind == 0  # all have the same hand here: the deal is nobody's luck
        assert abs(by_deal.mean()) <= 4 * by_deal.std() / deals**0.5


AT_LENGTH = [pytest.mark.long, pytest.mark.timeout(3600)]


@pytest.mark.parametrize(
    ("game_id", "count"),
    [
        pytest.param("romains", 50, marks=pytest.mark.slow),
        *(pytest.param(game_id, 160, marks=AT_LENGTH) for game_id in ("cartes", "romains")),
    ],
)
def test_a_whole_duel_of_levels_is_as_sure_as_three_times_as_many_games(game_id: str, count: int):
    """Level 3 against level 2; the weights of each tenth of the games are learned from the others."""
    what = Contest(game_id, ("level3", "level2"), 2, count, "luck", adjust=True)
    played = [play_with_bots(games.load(game_id), what, 0, n) for n in range(what.games)]
    share = np.array([p.share(p.seats.index(0)) for p in played])
    luck = np.array([[kind[p.seats.index(0)] for kind in p.luck] for p in played])
    rest = crossed(share, luck)
    assert share.var() > 3 * rest.var()
    assert abs(rest.mean() - share.mean()) < 4 * share.std() / len(share) ** 0.5


def test_luck_changes_nothing_in_the_games(duel: tuple[Contest, list[Played]]):
    what, played = duel
    plain = replace(what, adjust=False)
    for n in (0, 1, 7):
        same = play_with_bots(games.load("cartes"), plain, 0, n)
        assert (same.points, same.winners) == (played[n].points, played[n].winners)


def test_a_result_has_no_say_in_its_own_weights(duel: tuple[Contest, list[Played]]):
    """The multiples of a deal follow from the deals before it alone."""
    what, played = duel
    other = [replace(p, winners=(1 - p.winners[0],)) if p.number >= 60 else p for p in played]
    now, then = weigh(what, played), weigh(what, other)
    assert [a.luck for a in now[:62]] == [b.luck for b in then[:62]]  # game 60 and 61 are a deal
    assert [a.luck for a in now[62:]] != [b.luck for b in then[62:]]


def test_it_is_unbiased_even_if_the_evaluation_is_wrong():
    """Simulated: luck that says nothing about the results, or exaggerates it; the mean stays what it was."""
    rng = np.random.default_rng(3)
    what = Contest("cartes", ("a", "b"), 2, 40, "simulated", adjust=True)
    off: list[float] = []
    for _ in range(400):
        played = []
        for number in range(what.games):
            chance = rng.normal()
            won = int(rng.random() < 1 / (1 + np.exp(-chance)))  # the first bot wins half of the games
            parts = tuple((x, -x) for x in (rng.normal(), 2.0 * chance, float(rng.standard_t(3))))
            seats = what.seating(0, number)
            parts = tuple(p if seats[0] == 0 else p[::-1] for p in parts)
            winner = seats.index(0) if won else seats.index(1)
            played.append(Played(0, number, seats, (0, 0), (winner,), parts))
        off.append(spread(per_deal(what, weigh(what, played), shares_of(0)))[0] - 0.5)
    assert abs(np.mean(off)) < 4 * np.std(off) / len(off) ** 0.5


def test_no_result_has_a_say_in_its_own_weights_where_games_are_crossed():
    rng = np.random.default_rng(4)
    luck = rng.normal(size=(60, 3))
    results = (rng.random(60) < 0.6).astype(float)
    taken = results - crossed(results, luck)
    for n in (0, 17, 59):
        other = results.copy()
        other[n] = 1 - other[n]
        again = other - crossed(other, luck)
        assert again[n] == pytest.approx(taken[n])
        assert again[(n + 1) % 60] != pytest.approx(taken[(n + 1) % 60])


def test_crossed_results_are_unbiased_and_vary_less():
    rng = np.random.default_rng(5)
    off: list[float] = []
    for _ in range(400):
        chance = rng.normal(size=(40, 2))
        results = (rng.random(40) < 1 / (1 + np.exp(-2 * chance[:, 0]))).astype(float)
        rest = crossed(results, 3.0 * chance)  # exaggerated, and half of it idle
        off.append(float(rest.mean()) - 0.5)
        assert rest.var() < results.var() * 1.1
    assert abs(np.mean(off)) < 4 * np.std(off) / 400**0.5


def test_weights_learn():
    rng = np.random.default_rng(1)
    weights = Weights(0)
    assert weights.now == pytest.approx(GUESS)
    for number in range(400):
        luck = rng.normal(0, 0.3, 3)
        share = 0.5 + luck @ np.array([0.2, 0.6, 0.0]) + rng.normal(0, 0.05)
        # A victory shared by so many is as much as we like: only its share is looked at.
        game = Played(0, number, (0, 1), (0, 0), (0,), tuple((x, -x) for x in luck))
        weights.learn([FixedShare(**{**game.__dict__, "gave_up": (0, str(share))})])
    assert weights.now == pytest.approx([0.2, 0.6, 0.0], abs=0.05)


class FixedShare(Played):
    def share(self, seat: int) -> float:
        assert self.gave_up is not None
        return float(self.gave_up[1])


def test_the_arena_adjusts_and_its_test_is_done_sooner(long: bool):
    test = Sprt(0.5, 0.55)
    played = {True: 0, False: 0}
    for seed in "abcdef" if long else "a":
        what = Contest("cartes", ("level3", "level2"), 2, 400, seed, ONE_HAND)
        for adjust in (True, False):
            found = run(replace(what, adjust=adjust), sprt=test)
            assert found["sprt"][0]["answer"] == "at least 0.55"
            assert found["adjusted"] == adjust
            played[adjust] += found["games"]
    assert played[True] < played[False]


def test_a_file_remembers_luck(tmp_path):
    what = Contest("cartes", ("greedy", "random"), 2, 6, "file", ONE_HAND, adjust=True)
    file = str(tmp_path / "arena.jsonl")
    found = run(what, resume=file)
    assert run(what, resume=file) == found
    assert run(replace(what, games=8), resume=file)["games"] == 8
