"""One iteration: imagine a world, go down the tree, play on from its edge, learn on the way back."""

from __future__ import annotations

from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.compiled import compiled, part, woven
from oppidum.kernel.insight import estimate, outline, prefer, settled, turns
from oppidum.kernel.players_luck import roll_key
from oppidum.kernel.playout import pick
from oppidum.kernel.verbs import act, imagine, legal, waiting
from oppidum.search.fingerprint import fingerprint
from oppidum.search.selection import (
    DOUBT,
    GLANCE,
    LOYALTY,
    ROUNDS,
    choose_best,
    choose_evenly,
    choose_mixed,
    edge_of,
    learn,
    learn_mixed,
)
from oppidum.search.tree import NONE, find, grow, open_edges

ROOT, WORLD = 0, 1  # places on the board
ALONE = -1


@part
def only(mask):
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@woven
def node_for(tree, board, sketch, words, seat, viewer):
    """The node of what this seat knows now, made if need be (then it has no edges yet); or NONE."""
    sketch[0] = board[WORLD]
    outline(board[WORLD], sketch[0], viewer)
    key = fingerprint(words, seat)
    node = find(tree.slots, tree.nodes, key)
    return node if node != NONE else grow(tree, key)


@part
def take_step(tree, steps, node, edge, seat, batch):
    step = tree.path[steps]
    step.node = node
    step.edge = edge
    step.seat = seat
    step.batch = batch


@woven
def descend(tree, board, sketch, words, seat, public, luck, mask, value, knobs):
    """Follow the tree in the imagined world until it ends: after one step, where rounds are played on.

    Returns the number of steps taken, and whether `value` is known already.
    """
    world = board[WORLD]
    steps = 0
    at_root = True
    inside = True
    rooted = knobs[ROUNDS] > 0.0
    while inside and not settled(world, board[ROOT], value):
        seats = waiting(world)
        together = seats & (seats - 1) != 0 and not rooted
        batch = steps if together else ALONE
        while seats != 0:
            # The seat that thinks goes first: what others decide at the same time it does not know.
            who = seat if at_root else next_to_answer(world, seats, luck)
            at_root = False
            seats &= ~(1 << who)
            if (waiting(world) >> who) & 1 == 0:
                continue
            n = legal(world, who, mask)
            if n == 1:
                act(world, who, only(mask))
                continue
            viewer = -1 if public and who != seat else who
            node = node_for(tree, board, sketch, words, who, viewer) if steps < len(tree.path) else NONE
            if node == NONE:
                inside = False
                break
            if tree.nodes[node].visits == 0:
                inside = False
                glance = knobs[GLANCE] > 0.0 and steps > 0 and not together
                if glance and estimate(world, board[ROOT], value):
                    tree.nodes[node].visits = 1
                    return steps, True
            evenly = steps == 0 and not together and knobs[DOUBT] > 0.0
            if together:
                if tree.nodes[node].edges != n or viewer != who:
                    open_edges(tree, node, mask)
                edge = choose_mixed(tree, node, mask, luck, knobs)
            elif evenly:
                edge = choose_evenly(tree, node, mask, knobs)
            else:
                edge = choose_best(tree, node, mask, n, luck, knobs)
            if not evenly and tree.nodes[node].visits < knobs[LOYALTY]:
                # Nothing is known here yet: as in a playout. (The mask is scratch from here on.)
                edge = edge_of(tree, node, prefer(world, who, luck, mask), edge)
            if edge == NONE:  # no room for its edges
                inside = False
                act(world, who, pick(mask, legal(world, who, mask), luck))
                continue
            take_step(tree, steps, node, edge, who, batch)
            steps += 1
            act(world, who, tree.edges[edge].action)
            if rooted:
                return steps, False
    return steps, False


@woven
def play_on(world, root, luck, mask, value, patience, rounds):
    """The playout: by the game's own policy to where it is settled, or as long as patience lasts."""
    left = patience
    far = turns(root) + rounds * root.players
    while not settled(world, root, value):
        if left <= 0 and turns(world) >= far and estimate(world, root, value):
            return
        left -= 1
        seat = next_to_answer(world, waiting(world), luck)
        act(world, seat, prefer(world, seat, luck, mask))


@part
def go_back(tree, steps, value, knobs):
    for i in range(steps):
        step = tree.path[i]
        if step.batch == ALONE:
            learn(tree, step.edge, step.node, value[step.seat])
        else:
            learn_mixed(tree, i, steps, value[step.seat], knobs)


@compiled
def search(
    tree, board, sketch, words, seat, public, luck, key, mask, value, total, patience, knobs, iterations, stop
):
    """Iterate, at most so often; returns how often. Adds what each seat got to `total`."""
    done = 0
    while done < iterations and stop[0] == 0:
        roll_key(luck, key)
        board[WORLD] = board[ROOT]
        imagine(board[WORLD], seat, key)
        steps, known = descend(tree, board, sketch, words, seat, public, luck, mask, value, knobs)
        if not known:
            play_on(board[WORLD], board[ROOT], luck, mask, value, patience, knobs[ROUNDS])
        go_back(tree, steps, value, knobs)
        for i in range(len(value)):
            total[i] += value[i]
        done += 1
    return done


@part
def most_visited(tree, node, mask):
    best = NONE
    most = 0
    edge = tree.nodes[node].first
    while edge != NONE:
        e = tree.edges[edge]
        if mask[e.action] != 0 and e.visits > most:
            most = e.visits
            best = edge
        edge = e.after
    return best


@compiled
def best_known(tree, words, seat, mask, least):
    """The most visited option in the node of what was redacted into the words; NONE if too seldom visited."""
    node = find(tree.slots, tree.nodes, fingerprint(words, seat))
    if node == NONE:
        return NONE
    edge = most_visited(tree, node, mask)
    if edge == NONE or tree.edges[edge].visits < least:
        return NONE
    return tree.edges[edge].action
