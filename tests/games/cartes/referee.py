"""An independent referee of `cartes`: plain, slow Python, written from the rule page.

It shares nothing with the rules engine but the notation of records. It is told what a record tells (which
cards came, who did what) and says at every moment who is asked, what they may do, and what the sheet shows.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

IDEFIX = "idefix"
GAULS = [str(value) for value in range(1, 11)]


class Protest(Exception):
    """Something that the rules do not allow."""


class Box:
    """What is printed on the cards, from an edition file."""

    def __init__(self, text: str) -> None:
        data = tomllib.loads(text)
        self.bottles = [dict(zip(GAULS, gaul["bottles"], strict=True)) for gaul in data["gaul"]]
        values = {roman["id"]: roman["value"] for roman in data["roman"]}
        self.pirates: dict[str, str | int] = {}
        for pirate in data["pirate"]:
            whom = pirate["frees"]
            name = whom if whom in ("highest", "lowest", "any") else f"pirate-{values[whom]}"
            self.pirates[name] = values.get(whom, whom)
        self.romans = Counter({str(roman["value"]): roman["copies"] for roman in data["roman"]})
        scoring = data["scoring"]
        self.bonus = {1: 0, 2: scoring["pair"], 3: scoring["three"], 4: scoring["four"]}

    def whole_deck(self) -> Counter[str]:
        return self.romans + Counter(list(self.pirates))


@dataclass
class Player:
    name: int
    character: int
    hand: set[str] = field(default_factory=set)
    romans: list[int] = field(default_factory=list)
    pirates: list[str] = field(default_factory=list)

    def capture(self, card: str) -> None:
        if card.isdecimal():
            self.romans.append(int(card))
        else:
            self.pirates.append(card)


class Referee:
    def __init__(self, box: Box, players: int, hands: int, drawn: bool) -> None:
        self.box = box
        self.players = [Player(n, n - 1) for n in range(1, players + 1)]
        self.hands = hands
        self.drawn_still = players if drawn else 0  # characters that chance has yet to tell
        self.sheet: list[list[int]] = []
        self.deck: list[str] = []
        self.on_offer = ""
        self.bids: dict[int, str] = {}
        self.looking: Player | None = None
        self.settling: list[Player] = []  # who has yet to say something about pirates
        self.shuffling = True
        self.notes: Counter[str] = Counter()  # how often the game came to something remarkable

    # ------------------------------------------------------------ what a record tells

    def read(self, move: str) -> None:
        who, words = move.split(" ", 1)
        if who == "*":
            self.chance(words)
        else:
            self.decide(int(who.removesuffix(":")), words)

    def chance(self, words: str) -> None:
        what, *rest = words.split()
        if what == "character" and self.drawn_still:
            self.players[int(rest[0]) - 1].character = int(rest[1]) - 1
            self.drawn_still -= 1
        elif what == "deck" and self.shuffling and not self.drawn_still:
            self.start_hand(rest)
        else:
            raise Protest(f"chance has no business here: {words}")

    def decide(self, name: int, words: str) -> None:
        if words not in self.legal(name):
            raise Protest(f"seat {name} may not {words}")
        player = self.players[name - 1]
        if self.settling:
            self.settle(player, words)
        elif self.looking:
            self.dispose(words)
        else:
            self.bids[name] = words.removeprefix("bid ")
            if not self.asked():
                self.reveal()

    # ------------------------------------------------------------ who is asked, and what they may do

    def asked(self) -> list[int]:
        if self.shuffling or self.over():
            return []
        if self.settling:
            return [player.name for player in self.settling]
        if self.looking:
            return [self.looking.name]
        return [player.name for player in self.players if player.hand and player.name not in self.bids]

    def legal(self, name: int) -> set[str]:
        if name not in self.asked():
            return set()
        player = self.players[name - 1]
        if self.settling:
            return {words for words, _, _ in self.escapes(player)}
        if self.looking:
            return {"keep"} | {f"give {other.name}" for other in self.players if other is not player}
        choices = {f"bid {card}" for card in player.hand if card != IDEFIX}
        if IDEFIX in player.hand and choices and self.on_offer.isdecimal():
            choices.add(IDEFIX)
        return choices

    def in_hand(self, player: Player) -> set[str]:
        """Without the card that lies on the table."""
        if self.looking:
            return player.hand - {IDEFIX} if player is self.looking else player.hand
        return player.hand - {self.bids.get(player.name, "")}

    def over(self) -> bool:
        return len(self.sheet) == self.hands

    # ------------------------------------------------------------ 2, 3

    def start_hand(self, deck: list[str]) -> None:
        if Counter(deck) != self.box.whole_deck():
            raise Protest("the deck is not complete")
        for player in self.players:
            player.hand = {*GAULS, IDEFIX}
            player.romans, player.pirates = [], []
        self.deck = deck
        self.shuffling = False
        self.go_on()

    def go_on(self) -> None:
        """The next card, or the end of the hand."""
        self.bids = {}
        still_in = [player for player in self.players if player.hand]
        if len(still_in) == 1:
            self.draw_last(still_in[0])
        if len(still_in) < 2 or not self.deck:
            self.end_hand()
        else:
            self.on_offer = self.deck.pop(0)

    def reveal(self) -> None:
        pirate = not self.on_offer.isdecimal()
        dogs = [self.players[n - 1] for n, bid in self.bids.items() if bid == IDEFIX]
        winner = self.winner()
        if len(dogs) == len(self.bids):
            self.notes["all play Idéfix"] += 1
        elif not winner:
            self.notes["full tie on a pirate" if pirate else "full tie on a Roman"] += 1
        if len(dogs) > 1:
            self.notes["several Idéfix"] += 1
        if winner:
            winner.capture(self.on_offer)
            for name, bid in self.bids.items():
                loses = (name == winner.name) != pirate
                if loses and bid != IDEFIX:
                    self.players[name - 1].hand.remove(bid)
        for player in self.players:
            if player.hand == {IDEFIX}:
                player.hand.clear()
                self.notes["last Idéfix discarded"] += 1
        if len(dogs) == 1 and not self.deck:
            self.notes["nothing to look at"] += 1
        if len(dogs) == 1 and self.deck:
            self.looking = dogs[0]
        else:
            self.go_on()

    def winner(self) -> Player | None:
        """The player of the highest Gaul, if there is a single one."""
        ranking = [
            (int(bid), self.box.bottles[self.players[name - 1].character][bid], name)
            for name, bid in self.bids.items()
            if bid != IDEFIX
        ]
        if not ranking:
            return None
        top = max((value, bottles) for value, bottles, _ in ranking)
        if len([value for value, _, _ in ranking if value == top[0]]) > 1:
            self.notes["same value"] += 1
        best = [name for value, bottles, name in ranking if (value, bottles) == top]
        return self.players[best[0] - 1] if len(best) == 1 else None

    # ------------------------------------------------------------ 5, 6

    def dispose(self, words: str) -> None:
        """Keep or give the card that Idéfix has looked at."""
        player, self.looking = self.looking, None
        assert player
        card = self.deck.pop(0)
        kept = words == "keep"
        taker = player if kept else self.players[int(words.split()[1]) - 1]
        taker.capture(card)
        roman = card.isdecimal()
        self.notes[f"{'Roman' if roman else 'pirate'} {'kept' if kept else 'given'}"] += 1
        if not taker.hand:
            self.notes["given to somebody without cards"] += 1
        if roman == kept:
            player.hand.remove(IDEFIX)
        self.go_on()

    def draw_last(self, player: Player) -> None:
        self.notes["last player draws"] += 1
        if len(player.hand) > len(self.deck):
            self.notes["short deck"] += 1
        for _ in range(min(len(player.hand), len(self.deck))):
            player.capture(self.deck.pop(0))
        player.hand.clear()

    # ------------------------------------------------------------ 7

    def end_hand(self) -> None:
        self.settling = list(self.players)
        self.settle_what_needs_no_answer()

    def escapes(self, player: Player) -> list[tuple[str, str, int]]:
        """What may happen next to a player's captures: words, pirate, value of the Roman that escapes."""
        found: list[tuple[str, str, int]] = []
        for pirate in player.pirates:
            whom = self.box.pirates[pirate]
            if whom == "any":
                found += [(f"free {value}", pirate, value) for value in set(player.romans)]
            else:
                value = target(tuple(player.romans), whom)
                if value is not None:
                    found.append((f"resolve {pirate}", pirate, value))
        return found

    def settle(self, player: Player, words: str) -> None:
        self.notes["pirates asked about"] += 1
        for said, pirate, value in self.escapes(player):
            if said == words:
                player.pirates.remove(pirate)
                player.romans.remove(value)
        self.settle_what_needs_no_answer()

    def settle_what_needs_no_answer(self) -> None:
        self.settling = [player for player in self.settling if len(self.possible(player)) > 1]
        if not self.settling:
            self.sheet.append([self.possible(player).pop() for player in self.players])
            self.shuffling = not self.over()

    def possible(self, player: Player) -> set[int]:
        """Everything that a player's captures may yet be worth."""
        pirates = tuple(self.box.pirates[pirate] for pirate in player.pirates)
        bonus = tuple(self.box.bonus[n] for n in (1, 2, 3, 4))
        return set(worths(tuple(sorted(player.romans)), pirates, bonus))

    def winners(self) -> list[int]:
        totals = self.totals()
        return [player.name for player in self.players if totals[player.name - 1] == max(totals)]

    def totals(self) -> list[int]:
        return [sum(row[player.name - 1] for row in self.sheet) for player in self.players]


def target(romans: tuple[int, ...], whom: str | int) -> int | None:
    if whom == "highest":
        return max(romans, default=None)
    if whom == "lowest":
        return min(romans, default=None)
    return int(whom) if whom in romans else None


@cache
def worths(romans: tuple[int, ...], pirates: tuple[str | int, ...], bonus: tuple[int, ...]) -> frozenset[int]:
    if not pirates:
        sets = Counter(romans)
        return frozenset({sum(romans) + sum(bonus[n - 1] for n in sets.values())})
    found: set[int] = set()
    for i, whom in enumerate(pirates):
        rest = pirates[:i] + pirates[i + 1 :]
        targets: Iterable[int | None] = set(romans) if whom == "any" and romans else {target(romans, whom)}
        for value in targets:
            left = list(romans)
            if value is not None:
                left.remove(value)
            found |= worths(tuple(left), rest, bonus)
    return frozenset(found)
