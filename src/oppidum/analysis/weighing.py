"""Trying every option of a decision in the same imagined worlds.

`try_deeply` goes on from each option by a tree that all of them share and that learns on the way: the option
that was played is searched as hard as the best. `try_at_once` plays on by the game's rules of thumb, so many
rounds as the knobs say, to where its evaluation can tell; those who decide at the same time choose as a
search has found they should, or by the rules of thumb where none has looked, and alike whatever is tried
against them.
"""

from __future__ import annotations

import numpy as np

from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import compiled, part
from oppidum.kernel.insight import MAX_SEATS, prefer
from oppidum.kernel.players_luck import roll_key
from oppidum.kernel.verbs import act, imagine, legal, waiting
from oppidum.search.fingerprint import fingerprint
from oppidum.search.selection import ROUNDS, chance
from oppidum.search.tree import NONE, find
from oppidum.search.walk import ROOT, WORLD, descend, go_back, outline, play_on

HOME = 2  # the place on the board of a world in which nothing has been tried yet


@part
def go_on_from(luck, known):
    """Word by word: for whole arrays Numba compiles, for seconds, what it says if their sizes differ."""
    for i in range(len(luck)):
        luck[i] = known[i]


@compiled
def try_deeply(
    tree, board, sketch, words, seat, public, luck, key, mask, value, patience, knobs, options, worth
):
    """What each option brought the seat in each of so many worlds: a row of `worth` for each world."""
    start = np.empty_like(luck)
    for world in range(len(worth)):
        roll_key(luck, key)
        board[HOME] = board[ROOT]
        imagine(board[HOME], seat, key)
        go_on_from(start, luck)
        for i in range(len(options)):
            go_on_from(luck, start)  # the same luck for all
            board[WORLD] = board[HOME]
            act(board[WORLD], seat, options[i])
            steps, known = descend(tree, board, sketch, words, seat, public, luck, mask, value, knobs)
            if not known:
                play_on(board[WORLD], board[ROOT], luck, mask, value, patience, 0.0)
            go_back(tree, steps, value, knobs)
            worth[world, i] = value[seat]


@part
def draw_average(tree, node, mask, luck):
    """An option by the mean of all mixed choices that a search made there; NONE where it never came by."""
    whole = 0.0
    edge = tree.nodes[node].first
    while edge != NONE:
        if mask[tree.edges[edge].action] != 0:
            whole += tree.edges[edge].share
        edge = tree.edges[edge].after
    if whole <= 0.0:
        return NONE
    left = chance(luck) * whole
    drawn = NONE
    edge = tree.nodes[node].first
    while edge != NONE and (left >= 0.0 or drawn == NONE):
        if mask[tree.edges[edge].action] != 0 and tree.edges[edge].share > 0.0:
            drawn = tree.edges[edge].action
            left -= tree.edges[edge].share
        edge = tree.edges[edge].after
    return drawn


@compiled
def try_at_once(
    tree, board, sketch, words, seat, public, luck, key, mask, value, patience, knobs, options, worth
):
    """As `try_deeply`, and nothing is learnt; the tree tells what the others choose at the same time."""
    start = np.empty_like(luck)
    chosen = np.empty(MAX_SEATS, np.int64)
    for world in range(len(worth)):
        roll_key(luck, key)
        board[HOME] = board[ROOT]
        imagine(board[HOME], seat, key)
        chosen[:] = NONE
        together = waiting(board[HOME]) & ~(1 << seat)
        go_on_from(start, luck)
        for i in range(len(options)):
            go_on_from(luck, start)
            board[WORLD] = board[HOME]
            here = board[WORLD]
            act(here, seat, options[i])
            left = together
            while left != 0:
                who = next_to_answer(here, left, luck)
                left &= ~(1 << who)
                if (waiting(here) >> who) & 1 == 0:
                    continue
                if chosen[who] == NONE:  # they do not know what is tried against them: one choice for all
                    legal(here, who, mask)
                    sketch[0] = here
                    outline(here, sketch[0], -1 if public else who)
                    node = find(tree.slots, tree.nodes, fingerprint(words, who))
                    if node != NONE:
                        chosen[who] = draw_average(tree, node, mask, luck)
                    if chosen[who] == NONE:
                        chosen[who] = prefer(here, who, luck, mask)
                act(here, who, chosen[who])
            play_on(here, board[ROOT], luck, mask, value, patience, knobs[ROUNDS])
            worth[world, i] = value[seat]
