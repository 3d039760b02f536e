"""A referee for cartes, written from docs/rules/cartes.md, docs/rulings.md and docs/record.md.

Roman cards and pirates go by their words in a record. All revisions of the rules have been the same so far.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from .stream import Stream

GENERAL = ("highest", "lowest", "any")  # a pirate frees these also where a Roman has such an id
IDEFIX = 0  # in a hand, beside the Gauls 1 to 10


class Referee:
    def __init__(
        self, key: bytes, players: int, options: dict[str, str], edition: dict[str, Any], rules: int
    ) -> None:
        self.players = players
        self.seats = range(1, players + 1)
        self.hands_to_play = int(options["hands"])
        scoring = edition["scoring"]
        self.bonus = (0, 0, scoring["pair"], scoring["three"], scoring["four"])  # 7.3 by the number of copies
        self.box = cards_of(edition)
        self.stream = Stream(key)
        self.chance: list[str] = []
        self.notes: Counter[str] = Counter()

        characters = [1, 2, 3, 4, 5]
        if options["characters"] == "drawn":
            self.stream.shuffle(characters)
            self.chance = [f"character {seat} {characters[seat - 1]}" for seat in self.seats]
        self.bottles = {seat: edition["gaul"][characters[seat - 1] - 1]["bottles"] for seat in self.seats}

        self.total = dict.fromkeys(self.seats, 0)
        self.hands_played = 0
        self.begin_hand()

    # --- what everybody may ask

    def asked(self) -> set[int]:
        if self.phase == "bids":
            return {seat for seat in self.seats if self.hand[seat] and seat not in self.bids}
        if self.phase == "look":
            return {self.looker}
        if self.phase == "scoring":
            return {seat for seat in self.seats if len(self.results(seat)) > 1}
        return set()

    def legal(self, seat: int) -> set[str]:
        if self.phase == "bids":
            gauls = {f"bid {card}" for card in self.hand[seat] if card != IDEFIX}
            may_play_idefix = IDEFIX in self.hand[seat] and not is_pirate(self.offered)  # 5.7
            return gauls | {"idefix"} if may_play_idefix else gauls
        if self.phase == "look":
            return {"keep"} | {f"give {other}" for other in self.seats if other != seat}
        romans, pirates = self.captured(seat)
        return {name(pirate, victim) for pirate, victim in escapes(romans, pirates)}

    def act(self, seat: int, action: str) -> None:
        if seat not in self.asked() or action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {action}")
        self.chance = []
        if self.phase == "bids":
            self.bids[seat] = IDEFIX if action == "idefix" else int(action.split()[1])
            if not self.asked():
                self.reveal()
        elif self.phase == "look":
            self.decide_on_the_looked_at(seat, action)
        else:
            self.escape(seat, action)
            self.score_if_settled()

    def note(self, rare: str, happened: object = True) -> None:
        """For tests that want to know whether their games have come to the awkward places."""
        if happened:
            self.notes[rare] += 1

    def points(self) -> list[int]:
        return list(self.total.values())

    def winners(self) -> set[int]:
        if self.phase != "over":
            return set()
        return {seat for seat in self.seats if self.total[seat] == max(self.total.values())}

    # --- a hand

    def begin_hand(self) -> None:
        self.deck = self.box.copy()
        self.stream.shuffle(self.deck)
        self.chance.append("deck " + " ".join(self.deck))
        self.hand = {seat: set(range(11)) for seat in self.seats}
        self.captures: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.turn_up()

    def turn_up(self) -> None:
        """3.1, or the end of the hand: 3.7, 6.2."""
        holders = [seat for seat in self.seats if self.hand[seat]]
        if len(holders) == 1:
            last = holders[0]
            self.captures[last] += self.deck[: len(self.hand[last])]
            self.note("the last player draws")
            self.note("too few for the last player", 0 < len(self.deck) < len(self.hand[last]))
        if len(holders) < 2 or not self.deck:
            self.phase = "scoring"
            self.score_if_settled()
            return
        self.phase = "bids"
        self.offered = self.deck.pop(0)
        self.bids: dict[int, int] = {}

    def reveal(self) -> None:
        gauls = {seat: card for seat, card in self.bids.items() if card != IDEFIX}
        dogs = [seat for seat, card in self.bids.items() if card == IDEFIX]
        strength = {seat: (card, self.bottles[seat][card - 1]) for seat, card in gauls.items()}  # 3.3, 3.5
        highest = [seat for seat in gauls if strength[seat] == max(strength.values())]
        if len(highest) == 1:
            winner = highest[0]
            self.captures[winner].append(self.offered)
            for seat, card in gauls.items():
                if (seat == winner) != is_pirate(self.offered):  # 3.4, and 4.3 the other way round
                    self.hand[seat].remove(card)
        self.discard_lone_idefixes()
        if len(highest) > 1:
            self.note("full tie on a pirate" if is_pirate(self.offered) else "full tie on a Roman")
            self.note("full tie beside a lone Idéfix", len(dogs) == 1)
        self.note("bottles decide", len(highest) == 1 < [*gauls.values()].count(gauls[highest[0]]))
        self.note("several Idéfix", len(dogs) > 1)
        self.note("all play Idéfix", not gauls)
        self.note("nothing to look at", len(dogs) == 1 and not self.deck)
        if len(dogs) == 1 and self.deck:
            self.phase = "look"
            self.looker = dogs[0]
        else:
            self.turn_up()

    def decide_on_the_looked_at(self, seat: int, action: str) -> None:
        card = self.deck.pop(0)
        kept = action == "keep"
        owner = seat if kept else int(action.split()[1])
        self.captures[owner].append(card)
        self.note(f"{'pirate' if is_pirate(card) else 'Roman'} {'kept' if kept else 'given'}")
        self.note("given to somebody without cards", not self.hand[owner])
        if kept != is_pirate(card):  # 5.3, 5.4
            self.hand[seat].remove(IDEFIX)
        self.discard_lone_idefixes()
        self.turn_up()

    def discard_lone_idefixes(self) -> None:
        for seat in self.seats:
            if self.hand[seat] == {IDEFIX}:  # 5.6
                self.hand[seat].clear()
                self.note("lone Idéfix discarded")

    # --- scoring

    def captured(self, seat: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        cards = self.captures[seat]
        romans = sorted(int(card) for card in cards if not is_pirate(card))
        pirates = sorted(card for card in cards if is_pirate(card))
        return tuple(romans), tuple(pirates)

    def results(self, seat: int) -> frozenset[int]:
        """What the captures of a seat may come to, in whatever order the pirates act."""
        return results(*self.captured(seat), self.bonus)

    def escape(self, seat: int, action: str) -> None:
        romans, pirates = self.captured(seat)
        for pirate, victim in escapes(romans, pirates):
            if name(pirate, victim) == action:
                self.captures[seat].remove(pirate)
                self.captures[seat].remove(str(victim))
                return

    def score_if_settled(self) -> None:
        if asked := self.asked():
            self.note("pirates asked about")
            self.note("several asked about their pirates", len(asked) > 1)
            return
        for seat in self.seats:
            (points,) = self.results(seat)
            self.total[seat] += points
        self.hands_played += 1
        if self.hands_played < self.hands_to_play:
            self.begin_hand()
        else:
            self.phase = "over"


def cards_of(edition: dict[str, Any]) -> list[str]:
    romans = [str(roman["value"]) for roman in edition["roman"] for _ in range(roman["copies"])]
    value = {roman["id"]: roman["value"] for roman in edition["roman"]}
    pirates = [
        whom if whom in GENERAL else f"pirate-{value[whom]}"
        for whom in (pirate["frees"] for pirate in edition["pirate"])
    ]
    return romans + pirates


def is_pirate(card: str) -> bool:
    return not card.isdigit()


def escapes(romans: tuple[int, ...], pirates: tuple[str, ...]) -> set[tuple[str, int]]:
    """Every pirate that has somebody to free, with whom (4.1)."""
    found: set[tuple[str, int]] = set()
    for pirate in pirates if romans else ():
        if pirate == "highest":
            found.add((pirate, max(romans)))
        elif pirate == "lowest":
            found.add((pirate, min(romans)))
        elif pirate == "any":
            found |= {(pirate, roman) for roman in romans}
        elif int(pirate.removeprefix("pirate-")) in romans:
            found.add((pirate, int(pirate.removeprefix("pirate-"))))
    return found


def name(pirate: str, victim: int) -> str:
    return f"free {victim}" if pirate == "any" else f"resolve {pirate}"


@lru_cache(100_000)
def results(romans: tuple[int, ...], pirates: tuple[str, ...], bonus: tuple[int, ...]) -> frozenset[int]:
    ways = escapes(romans, pirates)
    if not ways:
        return frozenset([worth(romans, bonus)])
    return frozenset().union(
        *(results(without(romans, victim), without(pirates, pirate), bonus) for pirate, victim in ways)
    )


def without(cards: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def worth(romans: tuple[int, ...], bonus: tuple[int, ...]) -> int:
    return sum(romans) + sum(bonus[copies] for copies in Counter(romans).values())  # 7.2, 7.3
