"""What a spectator observes: what everybody at the table can see, counted from the first seat."""

from __future__ import annotations

import numpy as np
import pytest

from oppidum import games
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from

GAMES = list(games.catalogue())

# Features that say the same to everybody who counts from the first seat, where nobody has decided anything
# in secret: (first, beyond the last).
PUBLIC = {
    "cartes": [(0, 25), (76, 291)],
    "romains": [(0, 35)],
    "compagnie": [(0, 65), (66, 71), (1435, 1469)],
}


def positions(game_id: str, players: int):
    game = games.load(game_id)
    s = game.deal(players, seed_key("spectator"))
    order, rng = luck_from("spectator"), np.random.default_rng(1)
    for _ in range(150):
        yield game, s
        seat = game.next_to_answer(s, order)
        if seat is None:
            return
        game.act(s, seat, int(rng.choice(game.legal(s, seat))))


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_nothing_that_is_hidden_shows(game_id: str, players: int):
    for number, (game, s) in enumerate(positions(game_id, players)):
        seen = game.observation(s, -1)
        view = game.view(s, -1)
        assert np.array_equal(game.observation(view, -1), seen)
        if number % 10 == 0:
            world = game.imagine(view, -1, seed_key("spectator", number))
            assert np.array_equal(game.observation(game.view(world, -1), -1), seen)
        low, high = game.feature_bounds()
        assert (seen >= low).all()
        assert (seen <= high).all()


@pytest.mark.parametrize("game_id", GAMES)
def test_it_is_at_no_seat_and_sees_what_is_public(game_id: str):
    alike = 0
    for game, s in positions(game_id, 3):
        seen, first = game.observation(s, -1), game.observation(s, 0)
        assert not seen[game.features - game.about.max_players :].any()
        view = game.view(s, 0)
        if game_id == "cartes" and (view["bids"] != -1).any():
            continue  # the first seat knows its own bid, and so what it holds
        for start, stop in PUBLIC[game_id]:
            assert np.array_equal(seen[start:stop], first[start:stop])
        alike += 1
    assert alike > 10
