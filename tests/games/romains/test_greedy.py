"""The `greedy` bot of `romains`: sees only its view, sets traps, calls when it expects to gain."""

from __future__ import annotations

import pytest

from oppidum import bots
from oppidum.games.romains.state import Action, Phase
from oppidum.kernel.fair import seed_key

from .arranged import GAME, Table, table

CAUTIOUS = (Action.WHITE, Action.RETURN, Action.PASS)


def choices(t: Table, seat: int, n: int = 40) -> list[str]:
    """What the bot does here, over and over."""
    bot = bots.make("greedy", GAME, "test")
    view = GAME.view(t.s, seat - 1)
    return [GAME.notation.write(t.s, seat - 1, bot.choose(view, seat - 1)) for _ in range(n)]


def test_the_black_die_is_bait_for_a_bad_hand_and_a_risk_for_a_good_one():
    bad = table(4, ["p3 p3 p2", "h3 h1 p1", "h3 h2 p1", "h2 h1 p1"], at=[7, 7, 8, 8], white=3, black=4)
    good = table(4, ["h3 h3 h3", "p3 h1 p1", "p3 h2 p1", "p2 h1 p1"], at=[7, 7, 8, 8], white=3, black=4)
    assert choices(bad, 1).count("black") > 30
    assert choices(good, 1).count("black") < 10


def test_it_calls_with_a_bad_hand_only():
    for hand, expected in (("p3 p3 p2", "exchange"), ("h3 h3 h2", "pass")):
        t = table(3, ["h1 h2 p1", hand, "h2 p1 h1"], at=[4, 5, 6])
        t.play(1, "black")
        assert set(choices(t, 2)) == {expected}


def test_it_does_not_call_a_hand_that_it_knows_to_be_worse():
    t = table(3, ["p3 p3 p3", "p2 p1 p2", "h1 h1 h1"], at=[4, 9, 1])
    t.play(1, "black")
    t.play(2, "exchange")
    t.play(3, "pass")
    t.move(2)
    t.move(3)
    assert t.knows(2, 1) == "p1 p2 p2"
    t.play(1, "black")
    assert t.phase == Phase.CALL
    assert "exchange" in choices(t, 2)  # even worse is its own
    t = table(3, ["h1 h1 h1", "p2 p1 p2", "p3"], at=[4, 9, 1])
    t.play(1, "black")
    t.play(2, "exchange")
    t.play(3, "pass")
    t.move(2)
    t.move(3)
    t.play(1, "black")
    assert set(choices(t, 2)) == {"pass"}


def test_it_jostles_when_the_other_cards_promise_more():
    for hand, expected in (("p3 p3", "jostle"), ("h3 h3", "pass")):
        t = table(2, [hand, "h1 p1"], at=[1, 3])
        t.play(1, "white")
        assert set(choices(t, 1)) == {expected}


def test_without_cards_it_goes_back():
    t = table(2, ["h1", "h3"], at=[3, 0], events="menhir 5", pile="h1 h2 h3")
    t.play(1, "white")
    assert set(choices(t, 1)) == {"return"}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_it_beats_random_players(players: int):
    greedy = bots.make("greedy", GAME, "one")
    others = bots.make("random", GAME, "others")
    won = 0.0
    games = 60
    for number in range(games):
        s = GAME.deal(players, seed_key("greedy", number))
        while waiting := GAME.waiting(s):
            seat = waiting[0]
            bot = greedy if seat == number % players else others
            action = bot.choose(GAME.view(s, seat), seat)
            assert action in GAME.legal(s, seat)
            GAME.act(s, seat, action)
        won += GAME.standing(s).share(number % players)
    assert won / games > 1.3 / players


@pytest.mark.parametrize("number", [36, 41])
def test_it_comes_home_at_last_though_it_does_not_want_its_card(number: int):
    """The pile is empty, it is ahead, and the other one only ever throws the white die and begins anew."""
    s = GAME.deal(2, seed_key("cautious", number))
    me = number % 2
    bot = bots.make("greedy", GAME, number)
    for _ in range(2_000):
        if not (seats := GAME.waiting(s)):
            return
        legal = GAME.legal(s, seats[0])
        cautious = next(action for action in (*CAUTIOUS, *legal) if action in legal)
        GAME.act(s, seats[0], bot.choose(GAME.view(s, me), me) if seats[0] == me else cautious)
    pytest.fail("They go round in circles.")
