"""The search at `compagnie`: what albums promise, playouts that see no more than they may, and strength."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from tests.games.compagnie.arranged import table

from oppidum import bots, games
from oppidum.games.compagnie.insight import estimate, insight, outline, prefer
from oppidum.games.compagnie.state import DISCARD, Phase
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from
from oppidum.kernel.position import copy
from oppidum.search import Budget, think

GAME = games.load("compagnie")
SLOW = type(GAME.rules.act).__name__ == "function"  # uncompiled
SOME = Budget(iterations=30 if SLOW else 300)


def later(turns: int, players: int = 2, seed: int = 0) -> Any:
    """The start of a turn."""
    s = GAME.deal(players, seed_key("search tests", seed))
    number = 0
    while s.turns < turns or s.phase != Phase.TURN:
        seat = GAME.waiting(s)[0]
        GAME.act(s, seat, bots.make("greedy", GAME, (seed, number)).choose(GAME.view(s, seat), seat))
        number += 1
    return s


def judge(s: Any) -> np.ndarray:
    out = np.zeros(int(s.players))
    assert estimate(s, s, out)
    return out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_worlds_with_the_same_view_get_the_same_thought(players: int) -> None:
    s = later(8, players)
    seat = GAME.waiting(s)[0]
    view = GAME.view(s, seat)
    world = GAME.imagine(view, seat, bytes(range(32)))
    assert world.tobytes() != s.tobytes()
    assert think(GAME, GAME.view(world, seat), seat, SOME) == think(GAME, view, seat, SOME)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_playout_policy_sees_no_more_than_its_seat(players: int) -> None:
    for turns in (3, 9):
        s = later(turns, players)
        seat = GAME.waiting(s)[0]
        mask = np.zeros(GAME.actions, np.uint8)
        actions = {
            int(prefer(world, seat, luck_from("same"), mask))
            for key in range(3)
            for world in [GAME.imagine(GAME.view(s, seat), seat, bytes([key]) * 32)]
        }
        assert len(actions) == 1
        assert actions <= set(GAME.legal(s, seat))


def own_fields(s: Any) -> bytes:
    fields: Any = GAME.dtype.fields
    assert insight.first is not None
    return s.tobytes()[fields[insight.first][1] :]


def sketch(s: Any, seat: int) -> bytes:
    drawn = copy(s)
    outline(s, drawn, seat)
    return own_fields(drawn)


def in_any_order(view: Any, seat: int) -> bytes:
    """A redacted position as bytes, in which the seat's hand and the discard are sorted."""
    for zone in (seat, DISCARD):
        if zone >= 0:
            cards = sorted(card for card in range(view.cards) if view.zone[card] == zone)
            for card, after in itertools.pairwise([*cards, -1]):
                view["after"][card] = after
            view["head"][zone] = cards[0] if cards else -1
    return own_fields(view)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_outlines_differ_exactly_where_what_is_known_does(players: int) -> None:
    outlines: dict[int, dict[bytes, bytes]] = {seat: {} for seat in range(-1, players)}
    for deal in range(3):
        s = GAME.deal(players, seed_key("outlines", deal // 2))  # one deal twice: the same views again
        for number in range(15 if SLOW else 60):
            for seat, known in outlines.items():
                key = in_any_order(GAME.view(s, seat), seat)
                assert known.setdefault(key, sketch(s, seat)) == sketch(s, seat)
                world = GAME.imagine(GAME.view(s, seat), seat, bytes([number] * 32))
                assert sketch(world, seat) == known[key]
            waiting = GAME.waiting(s)
            if not waiting:
                break
            legal = GAME.legal(s, waiting[0])
            GAME.act(s, waiting[0], legal[number * 5 % len(legal)])
    for known in outlines.values():
        assert len(set(known.values())) == len(known)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_albums_promise_shares_of_one_victory(players: int) -> None:
    for turns in (1, 5, 12, 20):
        shares = judge(later(turns, players))
        assert shares.sum() == pytest.approx(1)
        assert (shares > 0).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sesterces_and_strength_promise_more(players: int) -> None:
    s = later(10, players)
    for seat in range(players):
        before = judge(s)[seat]
        richer = s.copy()
        richer["album_points"][seat] += 15
        assert judge(richer)[seat] > before
        stronger = s.copy()
        stronger["total"][seat, 0 if s.gaul_seat[seat] == seat else 1] += 4
        assert judge(stronger)[seat] > before


def test_nothing_is_promised_in_the_middle_of_a_turn() -> None:
    s = later(6)
    seat = GAME.waiting(s)[0]
    GAME.act(s, seat, next(a for a in GAME.legal(s, seat) if GAME.notation.write(s, seat, a) == "reinforce"))
    assert s.phase == Phase.REINFORCE
    assert not estimate(s, s, np.zeros(2))


def test_it_takes_the_last_album_at_once() -> None:
    """Whoever can reach fifty sesterces now has nothing to think about."""
    t = table(2, hands={1: "baba idefix triple-patte", 2: "caius-bonus"})
    t.put("asterix", 1, "gaul")
    t.put("obelix", 1, "gaul")
    t.s["album_points"][0] = 35
    thought = think(GAME, GAME.view(t.s, 0), 0, SOME)
    assert thought.chosen.words in ("play baba left", "play idefix left", "play triple-patte left")
    assert thought.chosen.value > 0.9


@pytest.mark.skipif(SLOW, reason="games of the search take their time uncompiled")
def test_few_iterations_beat_the_rules_of_thumb() -> None:
    """Seeded, so always the same games; the real figures are in docs/search.md."""
    won = 0.0
    for number in range(10):
        for seat in range(2):
            s = GAME.deal(2, seed_key("search against greedy", number))
            table = [bots.make("greedy", GAME, number), bots.make("greedy", GAME, number)]
            table[seat] = bots.make("search:100", GAME, number)
            while waiting := GAME.waiting(s):
                who = waiting[0]
                GAME.act(s, who, table[who].choose(GAME.view(s, who), who))
            won += GAME.standing(s).share(seat)
    assert won >= 12
