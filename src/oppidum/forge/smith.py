"""The smith: compiles whatever is not compiled yet. `python -m oppidum.forge.smith`.

A process of its own, because compiling holds up everything else in the process that does it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable

from oppidum import games
from oppidum.bots.compile_steps import compile_steps
from oppidum.forge.marks import most_wanted


def work(game_ids: Iterable[str]) -> None:
    """One step after the other; before each, whoever is wanted most comes first."""
    left = {game_id: compile_steps(games.load(game_id)) for game_id in game_ids}
    while left:
        game_id = most_wanted(list(left))
        if next(left[game_id], None) is None:
            del left[game_id]


def end_with_the_house() -> None:
    """Whoever called the smith holds the other end of his standard input, for as long as he lives."""
    while os.read(0, 1):  # not through sys.stdin, whose lock would be missed when the interpreter ends
        pass
    os._exit(0)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(19)
    threading.Thread(target=end_with_the_house, daemon=True).start()
    work(games.catalogue())


if __name__ == "__main__":
    main()
