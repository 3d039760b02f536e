"""Look-ahead for every game: information-set Monte Carlo tree search over imagined worlds.

`think(game, view, seat, budget, seed)` gets what a seat may know and returns a `Thought`: not only a move
but what the search thinks of every option. How it works, and why so: docs/search.md.
"""

from oppidum.search.budget import Budget, Stop
from oppidum.search.think import OptionThought, Thought, think

__all__ = ["Budget", "OptionThought", "Stop", "Thought", "think"]
