"""Is an edition fair? Games among equal bots, what they show of its seats and cards, and what would help.

report = measure(game, edition, against=game.default_edition(), players=4, games=4000)
report = quick(game, edition)  # a few hundred games, without a suggestion
report = beside(game.id, edition)  # the same in a process of its own: for a house
"""

from oppidum.arena.balance.measuring import beside, default_games, measure, quick
from oppidum.arena.balance.report import Report

__all__ = ["Report", "beside", "default_games", "measure", "quick"]
