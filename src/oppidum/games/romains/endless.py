"""Whether a game of `romains` can always come to its end, by its board and dice.

A game ends when somebody has to draw and the pile is empty. Cards leave the game only when they are brought
home; what a menhir takes goes back under the pile. So it ends with probability one, as long as nobody leaves
out a die or a choice for ever, where two things hold: from every space that can be reached the village can
be reached, and from the camp a single card, the last one of the pile, can be brought home. For then, from
wherever the pawns stand, all of them may come home with whatever they hold, lap after lap, until nothing is
left to draw. Where one of the two does not hold, pawns go round for ever, or cards do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oppidum.games.romains.state import CAMP, STEPS_BACK

Standing = tuple[int, bool]  # a space, and whether there is a card in hand


@dataclass(frozen=True)
class Way:
    """A board with its dice; events as sets of spaces."""

    village: int
    menhirs: int
    bards: int
    cohorts: int
    faces: frozenset[int]  # of both dice together

    def ahead(self, standing: Standing) -> Iterator[Standing]:
        """Where a throw may lead."""
        for face in self.faces:
            space, card = min(standing[0] + face, self.village), standing[1]
            if (self.menhirs >> space) & 1:
                yield space, False
            elif (self.bards >> space) & 1:
                yield max(space - STEPS_BACK, CAMP), card
            else:
                yield space, card or bool((self.cohorts >> space) & 1)

    def reached_from(self, start: Standing) -> set[Standing]:
        """All that may come before the village, and the village."""
        found, new = {start}, [start]
        while new:
            standing = new.pop()
            if standing[0] < self.village:
                fresh = set(self.ahead(standing)) - found
                found |= fresh
                new += fresh
        return found

    def can_end(self) -> bool:
        reached = self.reached_from((CAMP, True))
        spaces = {space for space, _ in reached if space < self.village}
        comes_home = all(self.arrives(self.reached_from((space, False))) for space in spaces)
        return comes_home and (self.village, True) in reached

    def arrives(self, reached: set[Standing]) -> bool:
        return any(space == self.village for space, _ in reached)
