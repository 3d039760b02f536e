"""Who knows how a level mixes its bids: `bench/best_response.py`, in endgames that are solved exactly."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from oppidum import games
from oppidum.games.cartes.equilibrium import Endgame, compose
from oppidum.kernel.fair import seed_key

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from best_response import Responder

GAME = games.load("cartes")
SLOW = type(GAME.rules.act).__name__ == "function"  # uncompiled

pytestmark = pytest.mark.skipif(SLOW, reason="thousands of iterations for each bid")


def test_two_bids_are_answered() -> None:
    """Each with one that is open, whoever bids against it."""
    responder = Responder(GAME, 50)
    s = GAME.deal(2, seed_key("answered"), {"hands": "1"})
    for seat in range(2):
        theirs = GAME.legal(s, 1 - seat)
        mix = dict.fromkeys(theirs, 1 / len(theirs))
        assert responder.answer(GAME.view(s, seat), seat, mix, "quick") in GAME.legal(s, seat)


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1])
def test_it_answers_a_mix_as_well_as_can_be(seat: int) -> None:
    """Whatever the other bids, and however often each: the exact values say what the answers are worth."""
    rng = np.random.default_rng(3 + seat)
    responder = Responder(GAME, 6_000)
    tried = 0
    while tried < 8:
        s = compose(GAME, rng, 3, 2)
        endgame = Endgame(GAME)
        _, _, m = endgame.matrix(s, endgame.value)
        mine, theirs = (GAME.legal(s, seat), GAME.legal(s, 1 - seat))
        gains = m if seat == 0 else 1 - m.T  # a row for each of the responder's bids
        shares = rng.dirichlet(np.full(len(theirs), 0.5))
        worth = gains @ shares
        if worth.max() - worth.min() < 0.2:  # nothing to choose
            continue
        tried += 1
        mix = {bid: float(share) for bid, share in zip(theirs, shares, strict=True)}
        answer = responder.answer(GAME.view(s, seat), seat, mix, ("test", tried))
        assert worth.max() - worth[mine.index(answer)] < 0.05
