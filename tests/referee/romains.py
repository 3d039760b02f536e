"""A referee for romains, written from docs/rules/romains.md, docs/rulings.md and docs/record.md.

Cards go by their words in a record, h1 to h3 and p1 to p3. Every hand is kept in the order of these words.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .stream import Stream

CAMP = 0
DRAWN_IN_THE_CAMP = 3
BACK = 3  # spaces that Assurancetourix sends a pawn back


class Referee:
    def __init__(
        self, key: bytes, players: int, options: dict[str, str], edition: dict[str, Any], rules: int
    ) -> None:
        self.players = players
        self.seats = range(1, players + 1)
        self.by_arrival = options["calls"] == "arrival"
        self.village: int = edition["board"]["village"]
        self.event_at: dict[int, str] = {space["at"]: space["event"] for space in edition["space"]}
        self.faces: dict[str, list[int]] = {die["id"]: die["faces"] for die in edition["die"]}
        self.pawn = dict.fromkeys(self.seats, CAMP)
        self.total = dict.fromkeys(self.seats, 0)
        self.notes: Counter[str] = Counter()
        self.deal(Stream(key), edition)

    def deal(self, stream: Stream, edition: dict[str, Any]) -> None:
        self.stream = stream
        cards = sorted(word_of(card) for card in edition["card"] for _ in range(card["copies"]))
        stream.shuffle(cards)
        removing = next(table["removed"] for table in edition["table"] if table["players"] == self.players)
        removed, cards = cards[:removing], cards[removing:]
        self.hand: dict[int, list[str]] = {}
        for seat in self.seats:
            self.hand[seat], cards = sorted(cards[:DRAWN_IN_THE_CAMP]), cards[DRAWN_IN_THE_CAMP:]
        self.pile = cards
        first = 1 + stream.below(self.players)
        self.chance = [
            *(f"hand {seat} {' '.join(self.hand[seat])}" for seat in self.seats),
            f"pile {' '.join(self.pile)}",
            f"removed {' '.join(sorted(removed)) or 'none'}",
            f"first {first}",
        ]
        self.begin_turn(first)

    # --- what everybody may ask

    def asked(self) -> set[int]:
        return {seat for seat in self.question if seat not in self.answers}

    def legal(self, seat: int) -> set[str]:
        return self.question[seat]

    def act(self, seat: int, action: str) -> None:
        if seat not in self.asked() or action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {action}")
        self.chance = []
        self.answers[seat] = action
        called_first = self.by_arrival and action in ("exchange", "jostle")
        self.note(f"{action}, and somebody is not asked any more", called_first and self.asked())
        if called_first or not self.asked():
            answers, self.question, self.answers = self.answers, {}, {}
            self.go_on(answers)

    def note(self, rare: str, happened: object = True) -> None:
        """For tests that want to know whether their games have come to the awkward places."""
        if happened:
            self.notes[rare] += 1

    def points(self) -> list[int]:
        return list(self.total.values())

    def winners(self) -> set[int]:
        if self.question:
            return set()
        return {seat for seat in self.seats if self.total[seat] == max(self.total.values())}

    # --- a turn: each question says what comes after it

    def ask(self, question: dict[int, set[str]], go_on: Any) -> None:
        self.question = question
        self.answers: dict[int, str] = {}
        self.go_on = go_on

    def begin_turn(self, mover: int) -> None:
        self.mover = mover
        self.jostled = False
        self.event_over = False
        self.ask({mover: {"white", "black"}}, self.throw)

    def end_turn(self) -> None:
        self.begin_turn(self.mover % self.players + 1)

    def throw(self, answers: dict[int, str]) -> None:
        die = answers[self.mover]
        self.thrown = self.faces[die][self.stream.below(len(self.faces[die]))]
        self.chance.append(f"roll {die} {self.thrown}")
        callers = [seat for seat in self.seats if seat != self.mover and self.hand[seat]]  # 5.1
        if die == "black" and self.hand[self.mover] and callers:  # 5.2
            self.ask({seat: {"exchange", "pass"} for seat in callers}, self.exchange)
        else:
            self.note("nobody can call", die == "black")
            self.walk()

    def exchange(self, answers: dict[int, str]) -> None:
        called = sorted(seat for seat, answer in answers.items() if answer == "exchange")
        if called:
            counts = called[0]
            self.note("exchange on the last step", self.pawn[self.mover] + self.thrown >= self.village)
            if len(called) > 1:
                self.note("several called")
                counts = called[self.stream.below(len(called))]
                self.chance.append(f"call {counts} of {' '.join(map(str, called))}")
            mover = self.mover
            self.hand[mover], self.hand[counts] = self.hand[counts], self.hand[mover]
        self.walk()

    def walk(self) -> None:
        self.pawn[self.mover] += self.thrown
        if self.pawn[self.mover] >= self.village:  # 4.1, 4.2
            self.note("banked nothing", not self.hand[self.mover])
            self.total[self.mover] += sum(points_on(card) for card in self.hand[self.mover])
            self.hand[self.mover] = []
            self.return_to_camp()
        else:
            self.meet()

    def return_to_camp(self) -> None:
        self.pawn[self.mover] = CAMP
        self.draw(DRAWN_IN_THE_CAMP)

    def draw(self, cards: int) -> None:
        """The last thing in a turn, or in the game."""
        if not self.pile:
            self.note("the end in the camp" if self.pawn[self.mover] == CAMP else "the end at a cohort")
            return  # 9.1: nobody is asked any more
        self.note("a short pile", len(self.pile) < cards)
        drawn, self.pile = self.pile[:cards], self.pile[cards:]
        self.hand[self.mover] = sorted(self.hand[self.mover] + drawn)
        self.end_turn()

    def meet(self) -> None:
        others = self.others_here()
        with_cards = [seat for seat in others if self.hand[seat]]
        in_camp = self.pawn[self.mover] == CAMP
        self.note("no jostle in the camp", in_camp and others)
        self.note("no second jostle", self.jostled and with_cards)
        self.note("no jostle without cards", others and not (self.hand[self.mover] and with_cards))
        if self.jostled or in_camp or not self.hand[self.mover] or not with_cards:  # 6.2, 6.5
            self.meet_event()
            return
        self.note("jostle after a retreat", self.event_over)
        if len(others) == 1:  # 6.1
            self.ask({seat: {"jostle", "pass"} for seat in (self.mover, others[0])}, self.jostle)
        else:  # 6.3
            self.ask({self.mover: {"pass", *(f"jostle {seat}" for seat in with_cards)}}, self.jostle)

    def others_here(self) -> list[int]:
        return [
            seat for seat in self.seats if seat != self.mover and self.pawn[seat] == self.pawn[self.mover]
        ]

    def jostle(self, answers: dict[int, str]) -> None:
        calls = [answer for answer in answers.values() if answer != "pass"]
        if calls:
            self.jostled = True
            self.note("jostle by choice among several", " " in calls[0])
            named = calls[0].split()[1:]  # "jostle 4" names whom, "jostle" can mean only one
            self.draw_blind_from_each_other(int(named[0]) if named else self.others_here()[0])
        self.meet_event()

    def draw_blind_from_each_other(self, other: int) -> None:
        mover = self.mover
        number = self.stream.below(len(self.hand[mover]) * len(self.hand[other]))  # one draw for both
        given, taken = divmod(number, len(self.hand[other]))
        taken_card, given_card = self.hand[other].pop(taken), self.hand[mover].pop(given)
        self.hand[mover] = sorted([*self.hand[mover], taken_card])
        self.hand[other] = sorted([*self.hand[other], given_card])
        self.chance += [f"take {mover} from {other} {taken_card}", f"take {other} from {mover} {given_card}"]

    def meet_event(self) -> None:
        mover = self.mover
        event = self.event_at.get(self.pawn[mover], "none")
        self.note("no second event", self.event_over and event != "none")
        event = "none" if self.event_over else event
        self.note("stumbled without cards", event == "menhir" and not self.hand[mover])
        self.event_over = True
        if event == "menhir" and self.hand[mover]:  # 7.2, 7.3
            lost = self.hand[mover].pop(self.stream.below(len(self.hand[mover])))
            self.chance.append(f"lose {mover} {lost}")
            self.pile.append(lost)
            if self.hand[mover]:
                self.end_turn()
            else:
                self.ask({mover: {"return", "walk on"}}, self.leave_empty_handed)  # 4.4
        elif event == "bard":  # 7.4, 7.5
            self.pawn[mover] = max(CAMP, self.pawn[mover] - BACK)
            self.meet()
        elif event == "cohort":  # 7.6
            self.draw(1)
        else:
            self.end_turn()

    def leave_empty_handed(self, answers: dict[int, str]) -> None:
        self.note(answers[self.mover])
        if answers[self.mover] == "return":
            self.return_to_camp()
        else:
            self.end_turn()


def word_of(card: dict[str, Any]) -> str:
    return f"{'h' if card['kind'] == 'helmets' else 'p'}{card['points']}"


def points_on(card: str) -> int:
    return int(card[1:]) if card[0] == "h" else -int(card[1:])
