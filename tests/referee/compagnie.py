"""A referee for `compagnie`, written from the documents alone: plain, slow, in the order of the rulebook.

The rules are one long generator that stops wherever somebody has to decide; `Referee` drives it. Numbers in
comments are those of docs/rules/compagnie.md and docs/rulings.md. The table is in `compagnie_table`, the
language of the edition files in `compagnie_effects`.
"""

from __future__ import annotations

from typing import Any

from .compagnie_effects import CONDITIONS, PASS, Asking, Doing, Effects, Question, ask
from .compagnie_table import BONUSES, GAUL, HELMETS, LASTING, ROMAN, Card, Character, Over, fits

NEWEST = 2


class Referee(Effects):
    def __init__(
        self, key: bytes, players: int, options: dict[str, str], edition: dict[str, Any], rules: int
    ) -> None:
        super().__init__(key, players, options, edition, rules)
        self.question: Question | None = None
        self.course = self.play()
        self.new_pile = []
        self.go_on(None)
        self.chance = [*self.lie_there(), *self.chance, *self.new_pile]

    # ------------------------------------------------------------ what is compared

    def asked(self) -> set[int]:
        return set() if self.question is None else {self.question.seat + 1}

    def legal(self, seat: int) -> set[str]:
        return set(self.question.answers) if self.question and seat in self.asked() else set()

    def act(self, seat: int, action: str) -> None:
        if action not in self.legal(seat):
            raise ValueError(f"Seat {seat} may not {action} now.")
        self.chance, self.new_pile = [], []
        self.go_on(action)
        self.chance += self.new_pile  # written last, and only the last one

    def points(self) -> list[int]:
        return [self.sesterces(seat) for seat in range(self.players)]

    def winners(self) -> set[int]:
        return {seat + 1 for seat in self.won}

    def go_on(self, action: str | None) -> None:
        try:
            self.question = self.course.send(action)  # pyright: ignore[reportArgumentType]
        except Over:
            self.question = None

    # ------------------------------------------------------------ 3 the turn

    def play(self) -> Asking:
        self.turns = 0
        self.stalled = 0  # turns since a character was placed, an album won or a bonus used (K11)
        self.idle = 0  # turns since anything was played, used, discarded or drawn
        for place, album in enumerate(self.albums):  # 10.1
            yield from self.carry_out_one(Doing(self.gaul_seat[place], place), album.get("effect", []))
        while True:
            self.turns += 1
            self.stalled += 1
            self.next_seat = (self.turn_of + 1) % self.players  # 3.1
            yield from self.turn(self.turn_of)
            yield from self.look_at_albums()
            self.end_a_stalled_game()
            self.pass_the_turn()

    def pass_the_turn(self) -> None:
        if self.further_turns[self.turn_of] > 0:  # 10.2
            self.further_turns[self.turn_of] -= 1
            return
        while self.further_turns[self.next_seat] < 0:  # 10.3
            self.further_turns[self.next_seat] += 1
            self.next_seat = (self.next_seat + 1) % self.players
        self.turn_of = self.next_seat

    def turn(self, seat: int) -> Asking:
        answers: dict[str, Any] = {}
        for name in self.different(seat):
            for side, place in zip(("left", "right"), self.own_places(seat), strict=True):
                if self.can_play(seat, self.characters[name], place):
                    answers[f"play {name} {side}"] = self.play_character, name, place
        if self.usable_bonuses(seat):
            answers["bonus"] = (self.use_bonus,)
        answers["reinforce"] = (self.reinforce,)
        choice, *details = yield from ask(seat, answers, even_one=True)
        self.idle = self.idle + 1 if choice == self.reinforce else 0
        yield from choice(seat, *details)

    def end_a_stalled_game(self) -> None:
        """7.2 (K11)"""
        stalled = self.rules >= 2 and self.stalled == 12 * self.players
        too_long = self.rules >= 2 and self.turns == 400 * self.players
        if stalled or too_long or self.idle == 2 * self.players:
            self.end_early()

    # ------------------------------------------------------------ 3 A: play a character

    def can_play(self, seat: int, character: Character, place: int) -> bool:
        if character["colour"] in (GAUL, ROMAN) and character["colour"] != self.camp_of(seat, place):  # 3.3
            return False
        bans = [*self.lasting(place, "ban"), *(effect for _, effect in self.borne(place, "ban"))]
        if any(fits(effect, character) for effect in bans):
            return False
        if self.hero_is_visible(character):  # 5.1
            return False
        return self.constraint_can_be_met(Doing(seat, place), character.get("constraint", []))  # 3.5

    def play_character(self, seat: int, name: str, place: int) -> Asking:
        card = self.copy_in_hand(seat, name)
        self.place_character(card, seat, place)
        self.stalled = 0
        doing = Doing(seat, place, card)
        constraint = card.character.get("constraint", [])
        prices = [effect for effect in constraint if effect["do"] not in CONDITIONS + LASTING]
        yield from self.carry_out(doing, prices)
        yield from self.offer_power(doing)

    # ------------------------------------------------------------ 3 C: reinforce the hand

    def reinforce(self, seat: int) -> Asking:
        """3.9"""
        while True:
            answers: dict[str, Any] = {f"discard {name}": name for name in self.different(seat)}
            name = yield from ask(seat, answers | {"pass": PASS}, even_one=True)
            if name is PASS:
                break
            self.discard_from_hand(seat, self.copy_in_hand(seat, name))
            self.idle = 0
        while len(self.hands[seat]) < 5 and self.can_draw():
            self.draw(seat)
            self.idle = 0

    # ------------------------------------------------------------ 4 bonuses

    def use_bonus(self, seat: int) -> Asking:
        """4.1: first draw, then use it."""
        self.draw(seat)
        usable = self.usable_bonuses(seat)
        if not usable:  # K2
            return
        self.stalled = 0
        kind = yield from ask(seat, {kind: kind for kind in usable})
        if kind == "potion" and self.rules == 1 and self.reserve["potion"] == -1:
            self.give_back(seat, kind)  # and there it stayed
            self.notes["a potion that fills the reserve"] += 1
            return
        if kind == "potion":
            targets = self.potion_targets()
        elif kind == "fish":
            targets = self.fish_targets()
        else:
            targets = self.boar_targets(seat)
        answers = {f"target {card.name}": card for card in targets}
        card = yield from ask(seat, answers, even_one=kind == "boar")
        if kind == "potion":
            self.tokens[seat]["potion"] -= 1
            card.potion = True
            return
        self.give_back(seat, kind)
        if kind == "fish":
            card.visible = False
        elif not card.visible:
            card.visible = True
        else:
            doing = Doing(seat, card.place, card)
            self.notes["a boar borrows"] += self.borrows(card)
            yield from self.carry_out_one(doing, doing.power)

    def usable_bonuses(self, seat: int) -> list[str]:
        useful = {
            "potion": self.potion_targets,
            "fish": self.fish_targets,
            "boar": lambda: self.boar_targets(seat, offered=True),
        }
        return [kind for kind in BONUSES if self.tokens[seat][kind] and useful[kind]()]

    def potion_targets(self) -> list[Card]:
        return [card for card in self.table if self.can_get_potion(card)]  # 4.3

    def fish_targets(self) -> list[Card]:
        return [card for card in self.table if self.can_be_knocked_out(card)]  # 4.5

    def boar_targets(self, seat: int, offered: bool = False) -> list[Card]:
        """4.6, judged as if the boar had been spent already (K21)."""
        former = self.rules == 1 and offered
        judged_unspent = [card for card in self.last_placed(seat) if self.can_use_boar_on(seat, card)]
        self.give_back(seat, "boar")
        powers = [card for card in self.last_placed(seat) if self.can_use_boar_on(seat, card)]
        if former:  # only prices and conditions were judged so
            powers = [card for card in judged_unspent if self.can_be_afforded(seat, card)]
        self.reserve["boar"] -= 1
        self.tokens[seat]["boar"] += 1
        return powers + [card for card in self.table if self.can_be_revived(card)]

    def last_placed(self, seat: int) -> list[Card]:
        """4.7, 4.8: the last character placed on each of your two albums."""
        found: list[Card] = []
        for place in self.own_places(seat):
            placed = [card for card in self.table if card.place == place and card.visible and card.placed]
            if self.options["boar"] == "own":
                placed = [card for card in placed if card.owner == seat]
            found += placed[-1:]
        return found

    def can_use_boar_on(self, seat: int, card: Card) -> bool:
        if self.rules == 1 and self.borrows(card):  # since then K20
            return False
        return self.can_use_power(Doing(seat, card.place, card))

    def can_be_afforded(self, seat: int, card: Card) -> bool:
        doing = Doing(seat, card.place, card)
        return all(
            self.payable(doing, effect) if effect.get("cost") else self.holds(doing, effect)
            for effect in doing.power
        )

    # ------------------------------------------------------------ 6 resolution of an album

    def look_at_albums(self) -> Asking:
        while won := [place for place in self.clockwise(self.turn_of) if self.winning_camp(place)]:
            yield from self.resolve(won[0])  # 6.11

    def winning_camp(self, place: int) -> str:
        """6.1, 6.10; none while nobody has reached the goal."""
        totals = {
            camp: sum(self.strength(card) for card in self.visible(place, camp)) for camp in (GAUL, ROMAN)
        }
        goal = self.newest_word(place, "goal", "reach", 15)
        reached = [camp for camp in (GAUL, ROMAN) if totals[camp] >= goal]
        self.notes["both camps at once"] += len(reached) == 2
        if len(reached) == 2 and totals[GAUL] == totals[ROMAN]:
            return self.camp_of(self.turn_of, place) or GAUL
        return max(reached, key=lambda camp: totals[camp], default="")

    def resolve(self, place: int) -> Asking:
        winner = self.facing(place, self.winning_camp(place))
        loser = self.other_player(winner, place)
        self.stalled = 0
        self.next_seat = (winner + 1) % self.players  # 6.9

        worth = self.newest_word(place, "worth", "sesterces", 15)
        self.albums_won[winner].append(worth)
        there = [card for card in reversed(self.table) if card.place == place]
        for card in there:  # 6.2
            if card.visible and card.character["type"] in HELMETS:
                self.gain(winner, card.character["type"])
        self.look_for_fifty(winner)  # 6.3
        for card in there:  # 6.4
            if card.visible:
                self.eliminate(card)
            else:
                self.take_back(card)

        possible = [kind for kind in BONUSES if self.can_gain(loser, kind)]
        if possible:  # 6.5
            kind = yield from ask(loser, {kind: kind for kind in possible})
            self.gain(loser, kind)
        if not self.album_pile:  # 7.3
            self.notes["no album left"] += 1
            self.end_early()
        self.albums[place] = self.album_pile.pop()  # 6.6
        camp = yield from ask(loser, {"face gaul": GAUL, "face roman": ROMAN})  # 6.7
        self.gaul_seat[place] = loser if camp == GAUL else winner
        yield from self.carry_out_one(Doing(loser, place), self.albums[place].get("effect", []))  # 6.8
