"""A perfect observer: keeps every world that fits everything its seat has watched from the deal on.

It follows cards by where they were seen to go and does not count the pack, so a card never seen may have any
face. A world says, for each other hand, which faces are in it and how many cards never seen. Written from the
rules of the game and from what a seat can watch, not from the code that it checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from oppidum.games.romains.card_sets import faces
from oppidum.games.romains.state import Kind
from oppidum.kernel.events import events

WILD = -1
Hand = tuple[int, ...]  # sorted faces; WILD for a card never seen
World = tuple[Hand, ...]


def with_hand(world: World, x: int, hand: Iterable[int]) -> World:
    return (*world[:x], tuple(sorted(hand)), *world[x + 1 :])


def without_card(hand: Hand, card: int) -> Hand:
    rest = list(hand)
    rest.remove(card)
    return tuple(rest)


def losing(world: World, x: int, face: int) -> Iterator[World]:
    """The worlds in which x has just shown and lost a card of this face."""
    for card in (face, WILD):
        if card in world[x]:
            yield with_hand(world, x, without_card(world[x], card))


def shows(hand: Hand, shown: Hand) -> bool:
    """Can this hand be the one that lies open?"""
    seen = Counter(card for card in hand if card != WILD)
    return len(hand) == len(shown) and not seen - Counter(shown)


def jostles(world: World, x: int, y: int) -> Iterator[World]:
    """The worlds after x and y have drawn from each other unseen."""
    for card_x in set(world[x]):
        for card_y in set(world[y]):
            hand_x = (*without_card(world[x], card_x), card_y)
            hand_y = (*without_card(world[y], card_y), card_x)
            yield with_hand(with_hand(world, x, hand_x), y, hand_y)


class PerfectObserver:
    """`by_place`: keeps in mind only the cards whose place is certain, after everything that happens."""

    def __init__(self, s: Any, seat: int, by_place: bool = False) -> None:
        self.by_place = by_place
        self.seat = seat
        self.players = int(s.players)
        self.hand: Hand = tuple(faces(s.known[seat, seat]))
        self.worlds: set[World] = {
            tuple(() if x == seat else (WILD,) * s.holds[x] for x in range(self.players))
        }

    def watch(self, view: Any) -> None:
        """Take in one decision, from the redacted position after it."""
        banked: Counter[int] = Counter()
        banker = -1
        taken = given = WILD
        jostles_told = 0
        for event in [*events(view), None]:
            if banker >= 0 and (event is None or event.kind != Kind.BANK):
                self.see_hand(banker, tuple(sorted(banked.elements())))
                self.give_hand(banker, ())
                banker = -1
            if event is None:
                break
            if event.kind == Kind.EXCHANGE:
                self.exchange(event.a, event.b, view)
            elif event.kind == Kind.TOOK:  # two of them, one for each of the two
                if event.a == self.seat:
                    taken = event.c
                else:
                    given = event.c
                jostles_told += 1
                if jostles_told == 2:
                    self.own_jostle(event.a + event.b - self.seat, taken, given)
            elif event.kind == Kind.JOSTLE and self.seat not in (event.a, event.b):
                self.worlds = {new for world in self.worlds for new in jostles(world, event.a, event.b)}
            elif event.kind == Kind.MENHIR and event.a == self.seat:
                self.hand = without_card(self.hand, event.b)
            elif event.kind == Kind.MENHIR:
                self.worlds = {new for world in self.worlds for new in losing(world, event.a, event.b)}
            elif event.kind == Kind.BANK and event.a == self.seat:
                self.hand = ()
            elif event.kind == Kind.BANK:
                banker = event.a
                banked[event.b] += event.c
            elif event.kind in (Kind.CAMP, Kind.COHORT):
                drawn = event.b if event.kind == Kind.CAMP else 1
                if event.a != self.seat:
                    known = [e.b for e in events(view) if e.kind == Kind.DREW and e.a == event.a]
                    self.add(event.a, known + [WILD] * (drawn - len(known)))
            elif event.kind == Kind.DREW and event.a == self.seat:
                self.hand = (*self.hand, event.b)
            if self.by_place:
                self.forget_the_uncertain()
        self.worlds = {with_hand(world, self.seat, ()) for world in self.worlds}

    def see_hand(self, x: int, shown: Hand) -> None:
        self.worlds = {world for world in self.worlds if shows(world[x], shown)}

    def give_hand(self, x: int, hand: Hand) -> None:
        self.worlds = {with_hand(world, x, hand) for world in self.worlds}

    def add(self, x: int, cards: list[int]) -> None:
        self.worlds = {with_hand(world, x, (*world[x], *cards)) for world in self.worlds}

    def exchange(self, x: int, y: int, view: Any) -> None:
        if self.seat in (x, y):
            other = x + y - self.seat
            received = self.received(other, view)
            self.see_hand(other, received)
            self.give_hand(other, self.hand)
            self.hand = received
        else:
            self.worlds = {with_hand(with_hand(w, x, w[y]), y, w[x]) for w in self.worlds}

    def received(self, other: int, view: Any) -> Hand:
        """The hand that came in an exchange, even if it has been banked in the same breath."""
        mine = Counter(faces(view.known[self.seat, self.seat]))
        told = events(view)
        if any(e.kind == Kind.BANK and e.a == self.seat for e in told):
            return tuple(sorted(Counter({e.b: e.c for e in told if e.kind == Kind.BANK}).elements()))
        for e in told:  # undo what happened after the exchange
            if e.kind == Kind.DREW and e.a == self.seat:
                mine[e.b] -= 1
            elif e.kind == Kind.MENHIR and e.a == self.seat:
                mine[e.b] += 1
        return tuple(sorted(mine.elements()))

    def own_jostle(self, other: int, taken: int, given: int) -> None:
        self.worlds = {new for world in self.worlds for new in losing(world, other, taken)}
        self.add(other, [given])
        self.hand = (*without_card(self.hand, given), taken)

    def forget_the_uncertain(self) -> None:
        """Everything without a certain place might as well never have been seen."""
        world = []
        for x, hand in enumerate(next(iter(self.worlds))):
            known = list(self.certain(x).elements())
            world.append(tuple(sorted([WILD] * (len(hand) - len(known)) + known)))
        self.worlds = {tuple(world)}

    def certain(self, x: int) -> Counter[int]:
        """The faces that are in the hand of x in every world."""
        counts = [Counter(card for card in world[x] if card != WILD) for world in self.worlds]
        return Counter({face: min(c[face] for c in counts) for face in range(6)}) + Counter()
