"""The contract that every game keeps, as checks that any game gets for free.

    from oppidum import games, testing

    for case in testing.cases(games.load("cartes")):
        testing.check_all(case)

Each `check_…` takes a `Case` (a game, a number of players, options, a key) and raises AssertionError with
a sentence. `testing.machine(case)` is the same as a Hypothesis state machine; `testing.golden` keeps
playthroughs in readable notation. Needs the packages of the `dev` extra only for the state machine.
"""

from oppidum.testing.cases import Case, cases
from oppidum.testing.contract import CHECKS, check_all

__all__ = ["CHECKS", "Case", "cases", "check_all"]
