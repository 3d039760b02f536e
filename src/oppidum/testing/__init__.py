"""The contract that every game keeps, as checks that any game gets for free.

    from oppidum import games, testing

    for case in testing.cases(games.load(game_id)):
        testing.check_all(case)

Each `check_…` takes a `Case` (a game, a number of players, options, a key) and raises AssertionError with
a sentence. `oppidum.testing.machine` has whole games as a Hypothesis state machine (it alone needs an extra:
`pip install oppidum[testing]`), `oppidum.testing.golden` keeps playthroughs in readable notation.
"""

from oppidum.testing.cases import Case, cases
from oppidum.testing.contract import CHECKS, check_all

__all__ = ["CHECKS", "Case", "cases", "check_all"]
