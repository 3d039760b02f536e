"""Bots of somebody else, good ones and bad ones: for the tests of `oppidum.bots.guest_bots`."""

from __future__ import annotations

import os
import sys
import time

from oppidum import games

CARTES = games.load("cartes")


def first(view, seat):
    """A function that chooses."""
    return CARTES.legal(view, seat)[0]


class Lowest:
    """A class that takes nothing."""

    def choose(self, view, seat):
        return CARTES.notation.write(view, seat, CARTES.legal(view, seat)[0])  # in notation


class Knowing:
    """A class that asks for the game and a seed."""

    name = "the knowing one"

    def __init__(self, game, seed):
        self.game, self.seed = game, seed

    def choose(self, view, seat):
        return self.game.legal(view, seat)[-1]


class Nonsense:
    def choose(self, view, seat):
        return "bid a hundred"


class Illegal:
    def choose(self, view, seat):
        return 36


class NoAnswer:
    def choose(self, view, seat):
        return None


class Dies:
    def choose(self, view, seat):
        raise ZeroDivisionError("so much for that")


class Leaves:
    def choose(self, view, seat):
        raise SystemExit(1)


class Hangs:
    def choose(self, view, seat):
        while True:
            time.sleep(0.01)


class NeverComes:
    def __init__(self):
        raise OSError("the weights are missing")


class IsNeverReady:
    def __init__(self):
        while True:
            time.sleep(0.01)


class LeavesAtOnce:
    def __init__(self):
        sys.exit(3)


class Wordless:
    """Answers with something that has no words, and whose number is an error."""

    def choose(self, view, seat):
        return self

    def __repr__(self):
        raise RuntimeError("no words")


class Countless(Wordless):
    def __index__(self):
        raise ValueError("no number")


class Brooding(Wordless):
    def __repr__(self):
        while True:
            time.sleep(0.01)


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no words")


class DiesSilently:
    def choose(self, view, seat):
        raise Silent


class DiesOddly:
    def choose(self, view, seat):
        raise ValueError("half a letter: \ud800")


class Huge:
    def choose(self, view, seat):
        return 10**5000


class HugeInWords:
    def choose(self, view, seat):
        return "bid 1" + "0" * 5000


class TakesAllWithIt:
    """No exception: the process is gone."""

    def __eq__(self, other):  # so that it cannot be put into a set
        return self is other

    def choose(self, view, seat):
        os._exit(7)


class Talks(Lowest):
    def choose(self, view, seat):
        print("thinking…")
        return super().choose(view, seat)


class Meddles:
    """Writes over what it is shown: that is its own copy."""

    def choose(self, view, seat):
        action = CARTES.legal(view, seat)[0]
        view["gauls"] = 0
        return action


no_bot = 7
