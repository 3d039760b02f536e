"""How a seat chooses among its options in the tree, and learns from what came of it.

Alone, it takes the option with the highest upper confidence bound: the mean so far plus a bonus for what
has seldom been tried when it was open. At the root, where only the last choice counts, it may try all options
alike instead, until one is clearly worse. Together with others it mixes by regret matching, whose average
converges to an equilibrium of the matrix game that the seats play there. Only arithmetic that is exact on
every machine (no logarithms or exponentials), so that the same seed gives the same move everywhere.
"""

from __future__ import annotations

import numpy as np

from oppidum.kernel.compiled import compiled, part
from oppidum.kernel.insight import TRIED_FIRST
from oppidum.kernel.players_luck import roll, roll_word
from oppidum.search.fingerprint import combine
from oppidum.search.tree import NONE, open_edges, row_of

CURIOSITY, TREMBLE, TRUST, FORGET, PLUS, LOYALTY, HOPE, GLANCE, DOUBT, ROUNDS = range(10)  # as in `Knobs`

FEWEST = 64  # visits of an option before it can be given up
TRIFLE = 0.002  # of a victory: who can be better by no more than this is given up, too


@part
def chance(luck):
    """A number from 0 to 1."""
    return roll_word(luck) / 4294967296.0


@part
def choose_best(tree, node, mask, n, luck, knobs):
    """The edge with the highest bound among the n that are open; any not tried goes first, or by hope."""
    best = NONE
    fresh = NONE
    highest = -1.0
    untried = 0
    whole = 0.0
    visits = 0
    edge = tree.nodes[node].first
    if edge == NONE:
        edge = open_edges(tree, node, mask)
    while edge != NONE:
        e = tree.edges[edge]
        if mask[e.action] != 0:
            n -= 1
            e.offered += 1
            if e.visits == 0:
                untried += 1
                if roll(luck, untried) == 0:
                    fresh = edge
            elif untried == 0 or knobs[HOPE] < TRIED_FIRST:
                bound = e.worth / e.visits + knobs[CURIOSITY] * np.sqrt(np.sqrt(float(e.offered)) / e.visits)
                whole += e.worth
                visits += e.visits
                if bound > highest:
                    highest = bound
                    best = edge
        edge = e.after
        if edge == NONE and n > 0:  # some were never open before
            n = 0
            edge = open_edges(tree, node, mask)
    if fresh == NONE:
        return best
    if visits == 0 or knobs[HOPE] >= TRIED_FIRST:
        return fresh
    bound = (
        whole / visits + knobs[HOPE] + knobs[CURIOSITY] * np.sqrt(np.sqrt(float(tree.edges[fresh].offered)))
    )
    return fresh if bound > highest else best


@part
def leader(tree, node):
    """The edge with the highest mean; NONE before anything was tried."""
    best = NONE
    highest = -1.0
    edge = tree.nodes[node].first
    while edge != NONE:
        e = tree.edges[edge]
        if e.visits > 0 and e.worth / e.visits > highest:
            highest = e.worth / e.visits
            best = edge
        edge = e.after
    return best


@part
def squared_error(e):
    """Of the mean of what came of an option."""
    mean = e.worth / e.visits
    return max(e.squares / e.visits - mean * mean, 0.0) / e.visits


@part
def is_given_up(tree, edge, best, doubt):
    """Whether an option is clearly worse than the best."""
    e, b = tree.edges[edge], tree.edges[best]
    if edge == best or e.visits < FEWEST or b.visits < FEWEST:
        return False
    short = b.worth / b.visits - e.worth / e.visits
    return short > 0.0 and short + TRIFLE > doubt * np.sqrt(squared_error(e) + squared_error(b))


@part
def choose_evenly(tree, node, mask, knobs):
    """The edge that has been tried least often of those that are not given up."""
    if tree.nodes[node].first == NONE:
        open_edges(tree, node, mask)
    best = leader(tree, node)
    chosen = NONE
    edge = tree.nodes[node].first
    while edge != NONE:
        fewer = chosen == NONE or tree.edges[edge].visits < tree.edges[chosen].visits
        if fewer and (best == NONE or not is_given_up(tree, edge, best, knobs[DOUBT])):
            chosen = edge
        edge = tree.edges[edge].after
    return chosen


@compiled
def in_question(tree, node, doubt):
    """How many options are not given up."""
    best = leader(tree, node)
    count = 0
    edge = tree.nodes[node].first
    while edge != NONE:
        count += not is_given_up(tree, edge, best, doubt)
        edge = tree.edges[edge].after
    return count


@part
def positive_regrets(tree, node):
    whole = 0.0
    edge = tree.nodes[node].first
    while edge != NONE:
        whole += max(tree.edges[edge].regret, 0.0)
        edge = tree.edges[edge].after
    return whole


@part
def probability(tree, node, edge, whole):
    """By how much each option is regretted; all alike where nothing is."""
    if whole > 0.0:
        return max(tree.edges[edge].regret, 0.0) / whole
    return 1.0 / tree.nodes[node].edges


@part
def choose_mixed(tree, node, mask, luck, knobs):
    """Draw an edge by regret matching, now and then any."""
    whole = positive_regrets(tree, node)
    weight = 1.0 + tree.nodes[node].visits
    tremble = knobs[TREMBLE]
    left = chance(luck)
    drawn = NONE
    edge = tree.nodes[node].first
    while edge != NONE:
        p = probability(tree, node, edge, whole)
        tree.edges[edge].share += weight * p
        if mask[tree.edges[edge].action] != 0 and (left > 0.0 or drawn == NONE):
            drawn = edge
            left -= (1.0 - tremble) * p + tremble / tree.nodes[node].edges
        edge = tree.edges[edge].after
    return drawn


@part
def edge_of(tree, node, action, otherwise):
    """The edge of this action."""
    edge = tree.nodes[node].first
    while edge != NONE:
        if tree.edges[edge].action == action:
            return edge
        edge = tree.edges[edge].after
    return otherwise


@part
def learn(tree, edge, node, worth):
    tree.nodes[node].visits += 1
    tree.edges[edge].visits += 1
    tree.edges[edge].worth += worth
    tree.edges[edge].squares += worth * worth


@part
def others_key(tree, at, steps):
    """A key for what the other seats of a batch chose against step `at`."""
    path = tree.path
    key = tree.nodes[path[at].node].key
    for i in range(path[at].batch, steps):
        if path[i].batch != path[at].batch:
            break
        if i != at:
            key = combine(key, tree.edges[path[i].edge].action * 8 + path[i].seat)
    return key


@part
def mean_worth(e, otherwise):
    return e.worth / e.visits if e.visits > 0 else otherwise


@part
def learn_mixed(tree, at, steps, worth, knobs):
    """Regret, for every option, not having chosen it against what the others chose.

    What an option is worth against that: the mean of its cell, drawn towards the option's mean over all.
    """
    node = tree.path[at].node
    played = tree.path[at].edge
    learn(tree, played, node, worth)
    row = row_of(tree, node, others_key(tree, at, steps))
    first = tree.rows[row].first if row != NONE else 0
    cells = tree.rows[row].cells if row != NONE else 0
    trust = knobs[TRUST]
    whole = positive_regrets(tree, node)
    overall = node_mean(tree, node)
    expected = 0.0
    i = 0
    edge = tree.nodes[node].first
    while edge != NONE:
        e = tree.edges[edge]
        if i < cells and edge == played:
            c = tree.cells[first + i]
            c.visits += 1
            c.worth += (worth - c.worth) * max(1.0 / c.visits, knobs[FORGET])
        expected += probability(tree, node, edge, whole) * cell_worth(
            tree, e, first + i, i < cells, overall, trust
        )
        i += 1
        edge = e.after
    i = 0
    edge = tree.nodes[node].first
    while edge != NONE:
        e = tree.edges[edge]
        e.regret += cell_worth(tree, e, first + i, i < cells, overall, trust) - expected
        if knobs[PLUS] > 0.0 and e.regret < 0.0:
            e.regret = 0.0
        i += 1
        edge = e.after


@part
def node_mean(tree, node):
    whole = 0.0
    visits = 0
    edge = tree.nodes[node].first
    while edge != NONE:
        whole += tree.edges[edge].worth
        visits += tree.edges[edge].visits
        edge = tree.edges[edge].after
    return whole / visits if visits > 0 else 0.5


@part
def cell_worth(tree, e, cell, known, otherwise, trust):
    mean = mean_worth(e, otherwise)
    if not known:
        return mean
    c = tree.cells[cell]
    return (c.visits * c.worth + trust * mean) / (c.visits + trust)
