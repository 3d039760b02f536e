"""Puzzles: positions of the bots' own games in which one option is clearly best, and `greedy` misses it.

    from oppidum.puzzles import shipped
    shipped(game_id)[0]

A game ships its own in the file `puzzles.jsonl.gz` of its folder. docs/puzzles.md says how they are found.
"""

from oppidum.puzzles.collection import Puzzle, shipped

__all__ = ["Puzzle", "shipped"]
