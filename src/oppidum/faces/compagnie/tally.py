"""Games of `compagnie` among equal bots, with everything counted that the balance report needs."""

from __future__ import annotations

import numpy as np

from oppidum.bots.policies import decide
from oppidum.games.compagnie.counting import (
    CHARACTERS,
    close_stays,
    count_albums,
    count_decision,
    count_end,
    new_hand,
)
from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled
from oppidum.kernel.luck import split
from oppidum.kernel.verbs import act, redact, scores, waiting


@compiled
def count_game(states, i, views, policy, luck, mask, counts, played, albums):
    """One game among equal bots, with everything counted."""
    s = states[i]
    could = new_hand()
    seats = waiting(s)
    while seats != 0:
        seat = bits.lowest(seats)
        views[0] = states[i]
        redact(views[0], seat)
        action = decide(views[0], seat, policy, luck, mask)
        count_decision(s, seat, action, could, counts, played)
        act(s, seat, action)
        close_stays(s, could, counts)
        count_albums(s, albums)
        seats = waiting(s)


@compiled
def count_games(states, policy, luck, first, mask, counts, wins, plays, albums, shares, lengths, endings):
    """Games first, first + 1, …; adds up what they show."""
    views = np.empty_like(states[:1])
    own = np.empty(4, np.int64)
    players = shares.shape[0]
    points = np.empty(players, np.int64)
    played = np.zeros((CHARACTERS, players), np.int64)
    for i in range(len(states)):
        split(luck, first + i, own)
        played[:] = 0
        count_game(states, i, views, policy, own, mask, counts, played, albums)
        winners = scores(states[i], points)
        share = 1.0 / bits.count(winners)
        for seat in range(players):
            won = share if (winners >> seat) & 1 else 0.0
            shares[seat] += won
            for kind in range(CHARACTERS):
                plays[kind] += played[kind, seat]
                wins[kind] += played[kind, seat] * won
        count_end(states[i], lengths, i, endings)
