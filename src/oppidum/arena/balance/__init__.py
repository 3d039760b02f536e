"""Is an edition fair? Games among equal bots, what they show of its seats and cards, and what would help.

report = measure(game, edition, against=game.default_edition(), players=4, games=4000)
report = quick(game, edition)  # a few hundred games, without a suggestion
"""

from oppidum.arena.balance.measuring import default_games, measure, quick
from oppidum.arena.balance.report import Report

__all__ = ["Report", "default_games", "measure", "quick"]
