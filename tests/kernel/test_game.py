"""The checked interface of a game, on `cartes`."""

from __future__ import annotations

import numpy as np
import pytest

from oppidum.games import load
from oppidum.kernel import position
from oppidum.kernel.errors import BadOption, IllegalAction
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Standing

GAME = load("cartes")
KEY = seed_key("game")


def test_an_illegal_action_says_what_was_legal():
    s = GAME.deal(2, KEY)
    GAME.act(s, 0, 6)
    before = s.tobytes()
    with pytest.raises(IllegalAction) as caught:
        GAME.act(s, 1, 11)
    assert str(caught.value).startswith("Seat 2 may not keep now. Legal: bid 1, bid 2, bid 3")
    assert caught.value.legal[:2] == ["bid 1", "bid 2"]
    with pytest.raises(IllegalAction, match="Seat 1 has nothing to decide now"):
        GAME.act(s, 0, 6)
    with pytest.raises(IllegalAction, match="There is no seat 3 at this table"):
        GAME.act(s, 2, 6)
    with pytest.raises(IllegalAction, match="There is no seat 0 at this table"):
        GAME.act(s, -1, 6)
    assert s.tobytes() == before


@pytest.mark.parametrize("action", [-1, 37, 10**12])
def test_numbers_that_are_no_action_are_refused(action: int):
    with pytest.raises(IllegalAction, match=f"may not {action} now"):
        GAME.act(GAME.deal(2, KEY), 0, action)


def test_integers_of_numpy_are_as_good_as_pythons():
    s, t = GAME.deal(2, KEY), GAME.deal(2, KEY)
    GAME.act(s, 0, 3)
    GAME.act(t, int(np.int8(0)), np.int8(3))  # pyright: ignore[reportArgumentType]
    assert s.tobytes() == t.tobytes()


def test_bad_deals():
    with pytest.raises(BadOption, match="2 to 5 players, not 6"):
        GAME.deal(6, KEY)
    with pytest.raises(BadOption, match="takes one of"):
        GAME.deal(2, KEY, {"hands": "9"})
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        GAME.deal(2, b"short")


def test_views_and_worlds_are_copies():
    s = GAME.deal(3, KEY)
    before = s.tobytes()
    view = GAME.view(s, 0)
    seen = view.tobytes()
    GAME.imagine(view, 0, seed_key("world"))
    assert GAME.observation(view, 0).shape == (GAME.features,)
    assert (s.tobytes(), view.tobytes()) == (before, seen)


def test_a_view_holds_no_chance():
    view = GAME.view(GAME.deal(3, KEY), 0)
    assert not view.stream_key.any()
    assert not view.stream_block.any()
    assert view.stream_at == 0


def test_shared_victories():
    standing = Standing((5, 7, 7), (1, 2))
    assert [standing.share(seat) for seat in range(3)] == [0.0, 0.5, 0.5]


def test_state_fits_its_limit():
    """Little more than half a kilobyte: small enough to copy for every imagined world."""
    assert GAME.state_bytes == len(position.blank(GAME.dtype).tobytes()) <= 576
