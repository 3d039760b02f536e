"""A table of `romains` laid out by hand, for tests: cards by their names, seats from 1.

t = table(3, hands=["h1 h2 h3", "p1", "p3 p3 p3"], at=[10, 3, 0], pile="h1 h2", black=4)
t.play(1, "black")                     # both dice show the same number on all faces
t.play(2, "exchange"); t.play(3, "pass")
assert t.hand(1) == "p1"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from oppidum.games import load
from oppidum.games.romains.card_sets import faces, pack
from oppidum.games.romains.notation import FACE_NAMES, write_hand
from oppidum.games.romains.rules import start_turn
from oppidum.games.romains.state import CARDS, FACES, NOWHERE, SEATS, Kind, Phase
from oppidum.kernel.events import Event, events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Standing

GAME = load("romains")
WHOLE = Counter(faces(GAME.blanks(1)[0].supply))


def cards(text: str) -> list[int]:
    return [FACE_NAMES.index(name) for name in text.split()]


class Table:
    def __init__(self, s: Any) -> None:
        self.s = s

    # ------------------------------------------------------------ doing

    def play(self, seat: int, words: str) -> None:
        GAME.act(self.s, seat - 1, GAME.notation.read(self.s, seat - 1, words))

    def all_pass(self) -> None:
        while self.phase in (Phase.CALL, Phase.JOSTLE, Phase.PICK):
            self.play(self.asked[0], "pass")

    def move(self, seat: int, die: str = "white") -> None:
        """A throw that nobody reacts to."""
        self.play(seat, die)
        self.all_pass()

    # ------------------------------------------------------------ looking

    @property
    def asked(self) -> list[int]:
        """The seats that owe a decision."""
        return [seat + 1 for seat in GAME.waiting(self.s)]

    @property
    def phase(self) -> Phase:
        return Phase(self.s.phase)

    @property
    def turn(self) -> int:
        return self.s.turn + 1

    def legal(self, seat: int) -> list[str]:
        return [GAME.notation.write(self.s, seat - 1, action) for action in GAME.legal(self.s, seat - 1)]

    def at(self, seat: int) -> int:
        return self.s.at[seat - 1]

    def hand(self, seat: int) -> str:
        return write_hand(self.s.known[seat - 1, seat - 1])

    def bank(self, seat: int) -> str:
        return write_hand(self.s.bank[seat - 1])

    def knows(self, seat: int, of: int) -> str:
        """What a seat is certain of in another's hand."""
        return write_hand(self.s.known[seat - 1, of - 1], self.s.holds[of - 1])

    @property
    def pile(self) -> str:
        names = [FACE_NAMES[self.s.pile[(self.s.top + i) % CARDS]] for i in range(self.s.left)]
        return " ".join(names)

    @property
    def standing(self) -> Standing:
        return GAME.standing(self.s)

    def told(self, kind: Kind) -> list[Event]:
        """The events of one kind in the last decision."""
        return [event for event in events(self.s) if event.kind == kind]

    def view(self, seat: int) -> Table:
        """What a seat may know."""
        return Table(GAME.view(self.s, seat - 1))


def table(
    players: int,
    hands: Sequence[str],
    *,
    at: Sequence[int] = (),
    pile: str = "h1 h1 h1 h1 h1 h1",
    banks: Sequence[str] = (),
    white: int = 2,
    black: int = 4,
    events: str = "",
    calls: str = "draw",
    turn: int = 1,
    seed: object = "table",
) -> Table:
    """A table at the beginning of a turn, from a box of its own: the cards named, others removed.

    `events`: "menhir 5, bard 8" puts these events on the board and no others. All faces of a die show the
    same number.
    """
    s = GAME.deal(players, seed_key(seed), {"calls": calls})
    s.white = sum(white << (4 * i) for i in range(6))
    s.black = sum(black << (4 * i) for i in range(6))
    spaces: dict[str, int] = {"menhir": 0, "bard": 0, "cohort": 0}
    for event in filter(None, events.split(", ")):
        kind, space = event.split()
        spaces[kind] |= 1 << int(space)
    s.menhirs, s.bards, s.cohorts = spaces["menhir"], spaces["bard"], spaces["cohort"]
    used = Counter(cards(pile))
    for x in range(SEATS):
        for y in range(SEATS):
            s.known[x, y] = 0
        hand = cards(hands[x]) if x < players else []
        bank = cards(banks[x]) if x < len(banks) else []
        s.known[x, x] = pack(hand)
        s.holds[x] = len(hand)
        s.bank[x] = pack(bank)
        s.at[x] = at[x] if x < len(at) else 0
        used.update(hand + bank)
    rest = CARDS - used.total()
    s.supply = pack([*used.elements(), *(i % FACES for i in range(rest))])
    for i in range(CARDS):
        s.pile[i] = NOWHERE
    for i, face in enumerate(cards(pile)):
        s.pile[i] = face
    s.top, s.left, s.below = 0, len(cards(pile)), 0
    start_turn(s, turn - 1)
    return Table(s)
