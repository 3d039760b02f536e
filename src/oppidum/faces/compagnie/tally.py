"""Games of `compagnie` among equal bots, with everything counted that the balance report needs."""

from __future__ import annotations

import numpy as np

from oppidum.bots.policies import decide
from oppidum.games.compagnie.rules import can_place
from oppidum.games.compagnie.state import CARDS, DROP, KINDS, PILE, PLAY, Phase, Told
from oppidum.games.compagnie.table import camp_of, find_in_hand, side_slot
from oppidum.kernel import bits
from oppidum.kernel.compiled import compiled
from oppidum.kernel.luck import split
from oppidum.kernel.verbs import act, redact, scores, waiting

# Columns of what is counted for each character.
TURNS, PLAYS, STAYS, STAYS_PLAYED = range(4)


@compiled
def has_place(s, seat, kind):
    for side in range(2):
        slot = side_slot(s, seat, side)
        if can_place(s, seat, kind, slot, camp_of(s, seat, slot)):
            return True
    return False


@compiled
def look_at_hand(s, seat, could, counts):
    """Before a turn: which characters of the hand have a legal place. Each kind counts once a turn."""
    card = s.head[seat] + 0
    seen = np.int64(0)
    while card >= 0:
        kind = s.kind[card] + 0
        if has_place(s, seat, kind):
            could[card] = 1
            if (seen >> kind) & 1 == 0:
                seen |= np.int64(1) << kind
                counts[kind, TURNS] += 1
        card = s.after[card] + 0


@compiled
def close_stays(s, could, counts):
    """A card that could be played and has left the hand otherwise has ended its stay."""
    for card in range(s.cards + 0):
        if could[card] and s.zone[card] >= PILE:
            could[card] = 0
            counts[s.kind[card], STAYS] += 1


@compiled
def count_albums(s, albums):
    for i in range(s.told + 0):
        if s.events[i, 0] == Told.WON_ALBUM:
            winner, slot = s.events[i, 1], s.events[i, 3]
            albums[0 if s.gaul_seat[slot] == winner else 1] += 1


@compiled
def watch(states, i, views, policy, luck, mask, counts, played, albums):
    """One game among equal bots, with everything counted."""
    s = states[i]
    could = np.zeros(CARDS, np.uint8)
    seats = waiting(s)
    while seats != 0:
        seat = bits.lowest(seats)
        views[0] = states[i]
        redact(views[0], seat)
        action = decide(views[0], seat, policy, luck, mask)
        if s.phase == Phase.TURN:
            look_at_hand(s, seat, could, counts)
            if PLAY <= action < DROP:
                kind = (action - PLAY) >> 1
                could[find_in_hand(s, seat, kind)] = 0
                counts[kind, PLAYS] += 1
                counts[kind, STAYS] += 1
                counts[kind, STAYS_PLAYED] += 1
                played[kind, seat] += 1
        act(s, seat, action)
        close_stays(s, could, counts)
        count_albums(s, albums)
        seats = waiting(s)


@compiled
def watch_all(states, policy, luck, first, mask, counts, wins, plays, albums, shares, lengths, endings):
    """Games first, first + 1, …; adds up what they show."""
    views = np.empty_like(states[:1])
    own = np.empty(4, np.int64)
    players = shares.shape[0]
    points = np.empty(players, np.int64)
    played = np.zeros((KINDS, players), np.int64)
    for i in range(len(states)):
        split(luck, first + i, own)
        played[:] = 0
        watch(states, i, views, policy, own, mask, counts, played, albums)
        winners = scores(states[i], points)
        share = 1.0 / bits.count(winners)
        for seat in range(players):
            won = share if (winners >> seat) & 1 else 0.0
            shares[seat] += won
            for kind in range(KINDS):
                plays[kind] += played[kind, seat]
                wins[kind] += played[kind, seat] * won
        lengths[i] = states[i].turns
        endings[states[i].ending] += 1
