"""The greedy player: legal, takes what wins, beats chance by far."""

from __future__ import annotations

import os

import pytest

from oppidum import bots
from oppidum.arena.bulk import play_games
from oppidum.kernel.fair import seed_key

from .arranged import GAME, Table, table

COMPILED = not os.environ.get("NUMBA_DISABLE_JIT")


def choice(t: Table, seat: int) -> str:
    bot = bots.make("greedy", GAME, "test")
    return GAME.notation.write(t.s, seat - 1, bot.choose(GAME.view(t.s, seat - 1), seat - 1))


def test_it_takes_an_album():
    t = table(2, hands={1: "idefix baba caius-bonus"})
    t.put("obelix", 1, "gaul")
    t.put("bonemine", 1, "gaul")
    assert choice(t, 1) == "play idefix left"


def test_it_takes_the_game():
    t = table(2, hands={1: "idefix obelix caius-bonus"})
    t.purse(1, albums=3, legionaries=4)
    assert choice(t, 1) == "play idefix left"
    t.play(1, "play idefix left")
    assert choice(t, 1) == "use"


def test_it_stops_the_one_about_to_win():
    t = table(2, hands={1: "baba falbala panoramix"})
    t.bonuses(1, 0, 1, 0)
    t.purse(2, albums=2, legionaries=4)
    t.put("cesar", 1, "roman")
    t.put("tullius-octopus", 1, "roman")
    assert choice(t, 1) in ("bonus", "play falbala left")


def test_it_refills_an_empty_hand():
    t = table(2)
    assert choice(t, 1) == "reinforce"


def test_it_does_not_waste_a_potion_on_the_others():
    t = table(2, hands={1: "baba"})
    t.bonuses(1, 1, 0, 0)
    t.put("asterix", 1, "gaul")
    t.put("cesar", 1, "roman")
    t.put("idefix", 1, "gaul")
    t.play(1, "bonus")
    assert choice(t, 1) == "target asterix.1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_legal_games(players: int):
    s = GAME.deal(players, seed_key("greedy", players))
    seats = [bots.make("greedy", GAME, seat) for seat in range(players)]
    for _ in range(3000 if COMPILED else 40):
        waiting = GAME.waiting(s)
        if not waiting:
            break
        seat = waiting[0]
        GAME.act(s, seat, seats[seat].choose(GAME.view(s, seat), seat))
    assert not GAME.waiting(s) or not COMPILED


@pytest.mark.skipif(not COMPILED, reason="needs many games")
@pytest.mark.parametrize("players", [2, 4])
def test_it_beats_chance(players: int):
    won = play_games(GAME, ["greedy", *["random"] * (players - 1)], 200, "greedy").shares[:, 0].mean()
    assert won > 0.9
