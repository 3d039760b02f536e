"""Bots: legal in every position, blind to what is hidden, and greedy better than chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oppidum import bots, games
from oppidum.arena import simulate
from oppidum.arena.bulk import play_games
from oppidum.bots.policies import PolicyBot
from oppidum.kernel.compiled import compiles
from oppidum.kernel.errors import BadOption
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game
from oppidum.testing import Case, cases

EVERY_GAME = [games.load(game_id) for game_id in games.catalogue()]
PAIRS = [(game, name) for game in EVERY_GAME for name in bots.names(game.id) if name in bots.POLICIES]


@pytest.mark.parametrize(("game", "name"), PAIRS, ids=lambda x: x.id if isinstance(x, Game) else x)
def test_bots_choose_legal_actions_in_every_position(game: Game, name: str):
    """In positions of random games, which no sensible player ever reaches, as well as in their own games."""
    for case in cases(game):
        bot = bots.make(name, game, "legal")
        for s, seat, _action in case.sample(4):
            assert bot.choose(game.view(s, seat), seat) in game.legal(s, seat)
    players = game.about.max_players
    s = game.deal(players, seed_key("own game"))
    table = [bots.make(name, game, seat) for seat in range(players)]
    while waiting := game.waiting(s):
        seat = waiting[-1]
        action = table[seat].choose(game.view(s, seat), seat)
        assert action in game.legal(s, seat)
        game.act(s, seat, action)


@pytest.mark.parametrize(("game", "name"), PAIRS, ids=lambda x: x.id if isinstance(x, Game) else x)
def test_what_a_seat_cannot_know_changes_no_choice(game: Game, name: str):
    """Two worlds that look the same to a seat get the same answer from its bot."""
    case = Case(game, game.about.max_players, seed=7)
    for number, (s, seat, _action) in enumerate(case.sample(6)):
        view = game.view(s, seat)
        world = game.imagine(view, seat, seed_key("another world", number))
        choices = {
            bots.make(name, game, number).choose(game.view(position, seat), seat) for position in (s, world)
        }
        assert len(choices) == 1


class Spy:
    """A bot that looks whether what it is handed holds anything hidden."""

    name = "spy"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.bot = bots.make("random", game)
        self.seen = 0

    def choose(self, view: Any, seat: int) -> int:
        assert view.tobytes() == self.game.view(view, seat).tobytes(), "not redacted for this seat"
        assert not view.stream_key.any()
        assert not view.stream_block.any()
        self.seen += 1
        return self.bot.choose(view, seat)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
def test_bots_get_redacted_positions_only(game: Game, monkeypatch: pytest.MonkeyPatch):
    spies: list[Spy] = []

    def sit_down(name: str, game: Game, *_: object) -> Spy:
        spies.append(Spy(game))
        return spies[-1]

    monkeypatch.setattr(simulate, "sit_down", sit_down)
    simulate.play_record(game, ["random"] * game.about.min_players, "spies", 0)
    assert len(spies) == game.about.min_players
    assert all(spy.seen for spy in spies)


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)
def test_choosing_leaves_the_view_as_it_was(game: Game):
    for name in bots.names(game.id):
        if name not in bots.POLICIES:
            continue
        bot = bots.make(name, game)
        for s, seat, _action in Case(game, game.about.min_players, seed=3).sample(5):
            view = game.view(s, seat)
            before = view.tobytes()
            bot.choose(view, seat)
            assert view.tobytes() == before


@pytest.mark.parametrize("players", range(2, 6))
def test_greedy_beats_random_at_cartes(players: int):
    """One greedy seat among random ones, each seat in turn, takes far more than its share."""
    if not compiles():
        pytest.skip("takes too many games for uncompiled rules")
    shares = []
    for seat in range(players):
        names = ["greedy" if other == seat else "random" for other in range(players)]
        shares.append(play_games(games.load("cartes"), names, 150, f"seat {seat}").shares[:, seat].mean())
    assert np.mean(shares) > 1.4 / players
    assert min(shares) > 1 / players


def test_the_same_seed_plays_the_same_way():
    game = games.load("cartes")
    s = game.deal(4, seed_key("seeds"))
    view = game.view(s, 0)

    def choices(seed: object) -> list[int]:
        bot = bots.make("random", game, seed)
        return [bot.choose(view, 0) for _ in range(12)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def test_luck_may_be_given():
    game = games.load("cartes")
    luck = np.array([1, 2, 3, 4], np.int64)
    bot = PolicyBot("random", game, luck=luck)
    bot.choose(game.view(game.deal(2, bytes(32)), 0), 0)
    assert luck.tolist() != [1, 2, 3, 4], "the very generator is used, not a copy"


def test_names():
    assert bots.names("cartes")[:2] == ["random", "greedy"]
    assert bots.default_name("cartes") == "greedy"
    with pytest.raises(BadOption, match="There is no bot 'deep blue'; there are random, greedy"):
        bots.check_name("deep blue", "cartes")
    with pytest.raises(BadOption, match="level1 to level5"):
        bots.check_name("level6", "cartes")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Prolix", "prolix"),
        ("Détritus", "detritus"),
        ("de\u0301tritus", "detritus"),
        ("level5", "prolix"),
        ("Level1", "goudurix"),
        ("GREEDY", "greedy"),
        ("Search:0.20s", "search:0.2s"),
        ("search:500", "search:500"),
        ("Flat:0.050s", "flat:0.05s"),
        ("flat:30", "flat:30"),
    ],
)
def test_case_and_accents_make_no_other_bot(said: str, name: str):
    assert bots.check_name(said, "cartes") == name


def test_a_game_that_brings_no_bot_can_be_played_by_random():
    assert bots.names("bridge")[0] == "random"
    assert "greedy" not in bots.names("bridge")
    assert bots.default_name("bridge") == "random"
