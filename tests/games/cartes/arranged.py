"""A table of `cartes` laid out by hand, for tests: cards by their names, seats from 1.

t = table(3, deck="5 highest 3")       # the top of the deck: 5 is on offer, then a pirate, then a 3
t.bids("7 2 idefix")                   # of every seat that is asked, in order
t.play(3, "keep")
assert t.captures(1) == "5"
assert t.lost(1) == "7"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from oppidum.games import load
from oppidum.games.cartes.state import DECK, IDEFIX, RANKS, Kind, Phase
from oppidum.kernel.events import Event, events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Standing

GAME = load("cartes")
PIRATES = ["highest", "lowest", "any", "pirate-8", "pirate-10", "pirate-12"]
ROMANS = [str(value) for value in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15)]
CARDS = ROMANS + PIRATES  # by kind
WHOLE_DECK = Counter(dict.fromkeys(ROMANS[:10], 4) | dict.fromkeys(ROMANS[10:] + PIRATES, 1))
# The bottles of these tables, by character and value: those of the edition may change, the rules do not.
BOTTLES = [
    [2, 4, 2, 2, 2, 3, 1, 3, 2, 4],
    [4, 3, 3, 1, 3, 1, 4, 2, 2, 2],
    [2, 2, 1, 3, 4, 4, 3, 2, 3, 1],
    [1, 3, 4, 3, 1, 2, 2, 4, 1, 4],
    [3, 1, 2, 4, 4, 1, 2, 1, 4, 3],
]
HAND = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "idefix"]


def cards(text: str) -> list[str]:
    return text.split()


def bits(hand: str) -> int:
    return sum(1 << HAND.index(card) for card in cards(hand))


class Table:
    def __init__(self, s: Any) -> None:
        self.s = s

    # ------------------------------------------------------------ doing

    def play(self, seat: int, words: str) -> None:
        GAME.act(self.s, seat - 1, GAME.notation.read(self.s, seat - 1, words))

    def bids(self, words: str) -> None:
        """One bid of every seat that is asked, in the order of the seats."""
        asked = self.asked
        choices = cards(words)
        assert len(choices) == len(asked), f"asked are {asked}"
        for seat, choice in zip(asked, choices, strict=True):
            self.play(seat, "idefix" if choice == "idefix" else f"bid {choice}")

    # ------------------------------------------------------------ looking

    @property
    def asked(self) -> list[int]:
        """The seats that owe a decision."""
        return [seat + 1 for seat in GAME.waiting(self.s)]

    @property
    def over(self) -> bool:
        return not self.asked

    @property
    def phase(self) -> Phase:
        return Phase(self.s.phase)

    @property
    def hand_number(self) -> int:
        return self.s.hand_number + 1

    @property
    def on_offer(self) -> str:
        assert self.phase == Phase.BID
        return CARDS[self.s.deck[self.s.offered]]

    def legal(self, seat: int) -> list[str]:
        return [GAME.notation.write(self.s, seat - 1, action) for action in GAME.legal(self.s, seat - 1)]

    def hand(self, seat: int) -> str:
        return " ".join(card for i, card in enumerate(HAND) if self.s.gauls[seat - 1] >> i & 1)

    def lost(self, seat: int) -> str:
        """What a full hand has more than this one."""
        return " ".join(card for card in HAND if card not in cards(self.hand(seat)))

    def captures(self, seat: int) -> str:
        """Romans by value, then pirates."""
        found = [ROMANS[rank] for rank in range(RANKS) for _ in range(self.s.captured[seat - 1, rank])]
        found += [PIRATES[i] for i, holder in enumerate(self.s.holder) if holder == seat - 1]
        return " ".join(found)

    @property
    def sheet(self) -> list[list[int]]:
        """Points of every hand that is over, seat by seat."""
        return [
            [self.s.sheet[hand, seat] for seat in range(self.s.players)] for hand in range(self.s.hand_number)
        ]

    @property
    def standing(self) -> Standing:
        return GAME.standing(self.s)

    @property
    def winners(self) -> list[int]:
        return [seat + 1 for seat in self.standing.winners]

    def told(self, kind: Kind) -> list[Event]:
        """The events of one kind in the last decision."""
        return [event for event in events(self.s) if event.kind == kind]

    def view(self, seat: int) -> Table:
        """What a seat may know."""
        return Table(GAME.view(self.s, seat - 1))


def table(
    players: int,
    deck: str = "",
    *,
    only: str = "",
    hands: Mapping[int, str] | None = None,
    captures: Mapping[int, str] | None = None,
    hands_to_play: int = 1,
    characters: str = "seats",
    seed: object = "table",
    bottles: Sequence[Sequence[int]] = BOTTLES,
) -> Table:
    """A table at the first bid of a hand, or in its midst.

    `deck`: the next cards, the first of them on offer; whatever else is unseen follows, lowest first.
    `only`: the same, but nothing follows: these are the last cards of the deck.
    `hands`: what some seats still hold. `captures`: what lies before some seats. One hand is played unless
    the test wants more, so that the table stays as it was at its end.
    """
    options = {"hands": hands_to_play, "characters": characters}
    s = GAME.deal(players, seed_key(seed), options)
    for character, row in enumerate(bottles):
        s.bottles[character] = sum((n - 1) << (2 * value) for value, n in enumerate(row))
    for seat, hand in (hands or {}).items():
        s.gauls[seat - 1] = bits(hand)
    taken = lay_captures(s, captures or {})
    lay_deck(s, taken, cards(deck or only), short=bool(only))
    s.owing = sum(1 << seat for seat in range(players) if s.gauls[seat])
    return Table(s)


def lay_captures(s: Any, captures: Mapping[int, str]) -> list[str]:
    taken: list[str] = []
    for seat, names in captures.items():
        for name in cards(names):
            taken.append(name)
            if name in PIRATES:
                s.holder[PIRATES.index(name)] = seat - 1
            else:
                s.captured[seat - 1, ROMANS.index(name)] += 1
    return taken


def lay_deck(s: Any, taken: list[str], coming: list[str], short: bool) -> None:
    """Taken cards first, then those that come; the rest after them, or out of the way before them."""
    placed = Counter([*taken, *coming])
    assert placed <= WHOLE_DECK, f"not that often in the deck: {placed - WHOLE_DECK}"
    rest = list((WHOLE_DECK - placed).elements())
    order = [*taken, *rest, *coming] if short else [*taken, *coming, *rest]
    for i, name in enumerate(order):
        s.deck[i] = CARDS.index(name)
    s.offered = DECK - len(coming) if short else len(taken)


assert HAND[IDEFIX] == "idefix"


def settle(captures: Mapping[int, str], *, players: int = 2, hands_to_play: int = 1) -> Table:
    """The end of a hand with these captures: the last card goes to nobody (seats 1 and 2 tie on their 9)."""
    unused = WHOLE_DECK - Counter(name for names in captures.values() for name in cards(names))
    hands = dict.fromkeys(range(1, players + 1), "") | {1: "9", 2: "9"}
    t = table(players, only=min(unused), hands=hands, captures=captures, hands_to_play=hands_to_play)
    t.bids("9 9")
    return t
