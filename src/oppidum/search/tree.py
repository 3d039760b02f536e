"""The tree: fixed pools of nodes, edges and cells, found by keys. When a pool is full it grows no more.

A node is an information set of the seat that decides there: whatever it cannot tell apart shares a node.
Its edges are the options. Where several seats decide at the same time, a node has a row for each
combination of the others' choices met so far, with a cell for what each option was worth against it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from oppidum.kernel.compiled import part

NONE = -1

NODE = np.dtype(
    (np.record, [("key", "i8"), ("visits", "i4"), ("first", "i4"), ("last", "i4"), ("edges", "i4")])
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("action", "i4"),
            ("after", "i4"),  # the next edge of the node
            ("visits", "i4"),
            ("offered", "i4"),  # visits of the node in which the option was open
            ("worth", "f8"),  # sum of what came of it, for the seat that decides
            ("squares", "f8"),  # sum of its squares, at the root
            ("regret", "f8"),
            ("share", "f8"),  # sum of the probabilities with which a mixing seat chose it
        ],
    )
)
ROW = np.dtype((np.record, [("key", "i8"), ("first", "i4"), ("cells", "i4")]))
CELL = np.dtype((np.record, [("visits", "i4"), ("worth", "f8")]))
STEP = np.dtype((np.record, [("node", "i4"), ("edge", "i4"), ("seat", "i4"), ("batch", "i4")]))

LONGEST_PATH = 256
EDGES_A_NODE = 8  # room for as many edges, on average
CELLS_A_NODE = 24


class Tree(NamedTuple):
    slots: Any  # open addressing: node numbers by key
    nodes: Any
    edges: Any
    row_slots: Any  # open addressing: row numbers by key
    rows: Any
    cells: Any
    path: Any  # the steps of the running iteration
    used: Any  # how much of each pool is in use


NODES, EDGES, ROWS, CELLS = range(4)


def power_of_two(n: int) -> int:
    return 1 << max(0, n - 1).bit_length()


def plant(nodes: int) -> Tree:
    """An empty tree with room for so many nodes."""
    rows = 2 * nodes
    return Tree(
        slots=np.full(power_of_two(2 * nodes), NONE, np.int32),
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros(nodes * EDGES_A_NODE, EDGE),
        row_slots=np.full(power_of_two(2 * rows), NONE, np.int32),
        rows=np.zeros(rows, ROW),
        cells=np.zeros(nodes * CELLS_A_NODE, CELL),
        path=np.zeros(LONGEST_PATH, STEP),
        used=np.zeros(4, np.int64),
    )


@part
def find(slots, entries, key):
    """The number of the entry (a node or a row) with this key, or NONE."""
    last = len(slots) - 1
    slot = key & last
    while slots[slot] != NONE:
        if entries[slots[slot]].key == key:
            return slots[slot]
        slot = (slot + 1) & last
    return NONE


@part
def enter(slots, entries, key, number):
    """Put entry `number` in its slot."""
    last = len(slots) - 1
    slot = key & last
    while slots[slot] != NONE:
        slot = (slot + 1) & last
    slots[slot] = number
    entries[number].key = key


@part
def grow(tree, key):
    """A new node with this key; NONE when there is no room."""
    node = tree.used[NODES]
    if node == len(tree.nodes):
        return NONE
    enter(tree.slots, tree.nodes, key, node)
    tree.nodes[node].first = NONE
    tree.nodes[node].last = NONE
    tree.used[NODES] = node + 1
    return node


@part
def add_edge(tree, node, action):
    edge = tree.used[EDGES]
    if edge == len(tree.edges):
        return
    tree.edges[edge].action = action
    tree.edges[edge].after = NONE
    if tree.nodes[node].first == NONE:
        tree.nodes[node].first = edge
    else:
        tree.edges[tree.nodes[node].last].after = edge
    tree.nodes[node].last = edge
    tree.nodes[node].edges += 1
    tree.used[EDGES] = edge + 1


@part
def open_edges(tree, node, mask):
    """See to an edge for each option that the mask allows; new ones come last. Returns the first of these."""
    last = tree.nodes[node].last
    edge = tree.nodes[node].first
    while edge != NONE:
        mask[tree.edges[edge].action] <<= 1  # 2: open, and known here
        edge = tree.edges[edge].after
    for action in range(len(mask)):
        if mask[action] == 1:
            add_edge(tree, node, action)
        elif mask[action] == 2:
            mask[action] = 1
    return tree.edges[last].after if last != NONE else tree.nodes[node].first


@part
def row_of(tree, node, key):
    """The row of a node with this key, made if need be; NONE when there is no room."""
    row = find(tree.row_slots, tree.rows, key)
    if row == NONE:
        row = tree.used[ROWS]
        cells = tree.nodes[node].edges
        if row == len(tree.rows) or tree.used[CELLS] + cells > len(tree.cells):
            return NONE
        enter(tree.row_slots, tree.rows, key, row)
        tree.rows[row].first = tree.used[CELLS]
        tree.rows[row].cells = cells
        tree.used[ROWS] = row + 1
        tree.used[CELLS] += cells
    return row
