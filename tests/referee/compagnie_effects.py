"""The language of docs/editions/compagnie-language.md: every word of powers, constraints and albums."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from .compagnie_table import BONUSES, GAUL, HELMETS, LASTING, ROMAN, Card, Effect, Table, fits

CONDITIONS = ("require", "forbid", "own")
OF_CHARACTERS = (
    *("knock_out", "eliminate", "revive", "call", "move"),
    *("give_potion", "remove_potion", "take_back", "use_power"),
)
PASS = object()  # the answer by which something is left out


@dataclass
class Question:
    seat: int
    answers: dict[str, Any]  # what may be said, and what it means


Asking = Generator[Question, str, Any]  # something that has to ask before it comes to its result


def ask(seat: int, answers: dict[str, Any], even_one: bool = False) -> Asking:
    """What has only one outcome is not asked, but for a few questions (`even_one`)."""
    if len(answers) == 1 and not even_one:
        return next(iter(answers.values()))
    words = yield Question(seat, answers)
    return answers[words]


@dataclass
class Doing:
    """For whom an effect takes place, at which album, and whose power it is (nobody's: the album's own)."""

    you: int
    place: int
    card: Card | None = None

    @property
    def power(self) -> list[Effect]:
        return self.card.character.get("power", []) if self.card else []


class Effects(Table):
    # ------------------------------------------------------------ powers

    def offer_power(self, doing: Doing) -> Asking:
        """3.6, 3.7: a power may be used or left, and is not offered when it would do nothing."""
        found = self.open_alternatives(doing, doing.power)
        if len(found) > 1:
            answers: dict[str, Any] = {**found, "pass": PASS}
            chain = yield from ask(doing.you, answers)
            if chain is not PASS:
                yield from self.carry_out(doing, chain)
        for chain in found.values() if len(found) == 1 else ():
            if self.begins_with_a_target(doing, chain):
                yield from self.carry_out(doing, chain, leave=True)
            elif (yield from ask(doing.you, {"use": True, "pass": False})):
                yield from self.carry_out(doing, chain)

    def open_alternatives(self, doing: Doing, chain: list[Effect]) -> dict[str, list[Effect]]:
        """10.7: those of a chain's alternatives that could be carried out, by their answers."""
        alternatives: list[list[Effect]] = [[]]
        for effect in chain:
            if effect.get("or"):
                alternatives.append([])
            alternatives[-1].append(effect)
        return {
            f"either {n}": one for n, one in enumerate(alternatives, 1) if self.would_do_something(doing, one)
        }

    def carry_out_one(self, doing: Doing, chain: list[Effect]) -> Asking:
        """A whole chain, or one of its alternatives."""
        if any(effect.get("or") for effect in chain):
            found = self.open_alternatives(doing, chain)
            if not found:
                return
            self.notes["one of several alternatives"] += len(found) > 1
            chain = yield from ask(doing.you, found)
        yield from self.carry_out(doing, chain)

    def begins_with_a_target(self, doing: Doing, chain: list[Effect]) -> bool:
        for effect in chain:
            if effect["do"] not in CONDITIONS and not effect.get("then") and self.can_be_done(doing, effect):
                return effect["do"] in OF_CHARACTERS and effect.get("pick") != "each"
        return False

    def can_use_power(self, doing: Doing) -> bool:
        return bool(self.open_alternatives(doing, doing.power))

    def would_do_something(self, doing: Doing, chain: list[Effect]) -> bool:
        """Its conditions hold, its prices can be paid, and something else would happen."""
        if not all(self.holds(doing, effect) for effect in chain):
            return False
        if not all(self.payable(doing, effect) for effect in chain if effect.get("cost")):
            return False
        before = False  # would the effect before do something?
        for effect in chain:
            if self.rules == 1 and effect.get("cost"):
                continue  # a price did not count for the `then` after it
            before = (before or not effect.get("then")) and self.can_be_done(doing, effect)
            if before and not effect.get("cost"):
                return True
        return False

    def borrows(self, card: Card) -> bool:
        return any(effect["do"] == "use_power" for effect in card.character.get("power", []))

    def borrowing(self, doing: Doing, card: Card) -> Doing:
        """9.16: “this album” is its album if that is yours, and otherwise that of the borrower."""
        own = card.place in self.own_places(doing.you)
        return Doing(doing.you, card.place if own else doing.place, card)

    def can_be_borrowed(self, doing: Doing, card: Card) -> bool:
        return not self.borrows(card) and self.can_use_power(self.borrowing(doing, card))

    # ------------------------------------------------------------ conditions and prices

    def holds(self, doing: Doing, effect: Effect) -> bool:
        count = effect.get("count", 1)
        match effect["do"]:
            case "require":
                return len(self.meant(doing, effect)) >= count
            case "forbid":
                return len(self.meant(doing, effect)) < count
            case "own":
                return self.owned(doing.you, effect) >= count
            case _:
                return True

    def owned(self, seat: int, effect: Effect) -> int:
        return sum(self.tokens[seat][kind] for kind in kinds_of(effect))

    def payable(self, doing: Doing, effect: Effect) -> bool:
        count = effect.get("count", 1)
        if effect["do"] in OF_CHARACTERS:
            return len(self.targets(doing, effect)) >= count
        if effect["do"] == "discard":
            return len(self.hands[doing.you]) >= count
        return self.owned(doing.you, effect) >= count

    def constraint_can_be_met(self, doing: Doing, constraint: list[Effect]) -> bool:
        """3.5, before the character has left the hand."""
        for effect in constraint:
            if effect["do"] in LASTING:
                continue
            if effect["do"] in CONDITIONS:
                met = self.holds(doing, effect)
            elif effect["do"] == "discard" and self.options["cleopatra"] == "other":
                met = len(self.hands[doing.you]) - 1 >= effect.get("count", 1)
            else:
                met = self.payable(doing, effect)
            if not met:
                return False
        return True

    # ------------------------------------------------------------ a chain of effects

    def carry_out(self, doing: Doing, chain: list[Effect], leave: bool = False) -> Asking:
        """From the first effect to the last. `leave`: the first question offers to leave it all."""
        did: object = False
        for effect in chain:
            if effect["do"] in LASTING:
                did = False
                continue
            if effect["do"] in CONDITIONS:
                if not self.holds(doing, effect):
                    return
                did = False
            elif did or not effect.get("then"):
                if effect["do"] in OF_CHARACTERS:
                    did = yield from self.do_to_characters(doing, effect, leave)
                else:
                    did = yield from self.do_to_players(doing, effect)
                if did is PASS:
                    return
                leave = leave and not did

    def can_be_done(self, doing: Doing, effect: Effect) -> bool:
        """Would something happen?"""
        if effect["do"] in CONDITIONS:
            return False
        if effect["do"] in OF_CHARACTERS:
            return bool(self.targets(doing, effect))
        return any(self.can_be_done_to(seat, doing, effect) for seat in self.seats_meant(doing, effect))

    # ------------------------------------------------------------ whom

    def meant(self, doing: Doing, effect: Effect) -> list[Card]:
        """The characters that an effect means: visible ones, for `revive` those that are K.O."""
        found = [card for card in self.table if card.visible != (effect["do"] == "revive")]
        if effect.get("pick") == "self":
            found = [card for card in found if card is doing.card]
        else:
            found = [card for card in found if card is not doing.card]
        return [
            card
            for card in found
            if fits(effect, card.character)
            and self.is_where(doing, effect, card)
            and self.is_in_camp(doing, effect, card)
            and effect.get("potion", "either") in ("either", "with" if card.potion else "without")
        ]

    def is_where(self, doing: Doing, effect: Effect, card: Card) -> bool:
        if effect.get("pick") == "self" and effect["do"] != "move":
            return True
        match effect.get("where", "here"):
            case "here":
                return card.place == doing.place
            case "yours":
                return card.place in self.own_places(doing.you)
            case "elsewhere":
                return card.place != doing.place
            case _:
                return True

    def is_in_camp(self, doing: Doing, effect: Effect, card: Card) -> bool:
        yours = self.camp_of(doing.you, card.place)  # none at an album of others
        match effect.get("camp", "any"):
            case "yours":
                return card.camp == yours
            case "theirs":
                return card.camp != yours
            case "any":
                return True
            case camp:
                return card.camp == camp

    def targets(self, doing: Doing, effect: Effect) -> list[Card]:
        """Those to whom it can be done and who are to be picked from, the oldest first."""
        meant = self.meant(doing, effect)
        found = [card for card in meant if self.can_be_done_to_character(doing, effect, card)]
        pick = effect.get("pick", "chosen")
        if self.rules == 1 and effect["do"] == "use_power":  # the strongest of all, usable or not
            return [card for card in self.picked(pick, meant) if card in found]
        return self.picked(pick, found)

    def can_be_done_to_character(self, doing: Doing, effect: Effect, card: Card) -> bool:
        match effect["do"]:
            case "knock_out":
                return self.can_be_knocked_out(card)
            case "eliminate":
                return self.can_be_eliminated(card)
            case "revive":
                return self.can_be_revived(card)
            case "call":
                is_there = card.place == doing.place and card.camp == self.camp_of(doing.you, doing.place)
                return self.can_be_called(card) and not is_there
            case "move":
                return bool(self.destinations(doing, effect, card))
            case "give_potion":
                below = self.rules == 1 and self.reserve["potion"] < 0  # passed for a reserve with potions
                return (self.reserve["potion"] > 0 or below) and self.can_get_potion(card)
            case "remove_potion":
                return card.potion
            case "use_power":
                return self.can_be_borrowed(doing, card)
            case _:  # take_back
                return True

    def picked(self, pick: str, found: list[Card]) -> list[Card]:
        if pick in ("strongest", "weakest") and found:  # K18
            best: Callable[..., int] = max if pick == "strongest" else min
            mark = best(self.strength(card) for card in found)
            return [card for card in found if self.strength(card) == mark]
        if pick == "last":  # K16; a later one of the same album takes the place of an earlier one
            return list({card.place: card for card in found if card.placed}.values())
        return found

    def destinations(self, doing: Doing, effect: Effect, card: Card) -> list[int]:
        match effect.get("to", "anywhere"):
            case "across":
                return [card.place]
            case "here":
                places = {doing.place}
            case "yours":
                places = set(self.own_places(doing.you))
            case _:
                places = set(range(self.players))
        return sorted(places - {card.place})

    # ------------------------------------------------------------ verbs that change characters

    def do_to_characters(self, doing: Doing, effect: Effect, leave: bool) -> Asking:
        """Whether something was done; PASS if the whole power was left."""
        if effect.get("pick") == "each":
            return (yield from self.do_to_each(doing, effect))
        did = False
        for _ in range(effect.get("count", 1)):
            found = self.targets(doing, effect)
            if not found:
                break
            answers: dict[str, Any] = {f"target {card.name}": card for card in found}
            if leave or effect.get("may"):
                answers["pass"] = PASS
            card = yield from ask(doing.you, answers)
            if card is PASS:
                return PASS if leave else did
            yield from self.do_to_character(doing, effect, card)
            did, leave = True, False
        return did

    def do_to_each(self, doing: Doing, effect: Effect) -> Asking:
        found = self.targets(doing, effect)
        whatever_there_is = self.rules == 1 and effect["do"] == "give_potion"
        for card in reversed(found):  # K23: beginning with the character that was played last
            if whatever_there_is or card in self.targets(doing, effect):
                yield from self.do_to_character(doing, effect, card)
            else:
                self.notes["not for each of them"] += 1
        return bool(found)

    def do_to_character(self, doing: Doing, effect: Effect, card: Card) -> Asking:
        match effect["do"]:
            case "knock_out":
                card.visible = False
            case "eliminate":
                self.eliminate(card)
            case "revive":
                card.visible = True
            case "call":
                self.call(card, doing.you, doing.place)
            case "move":
                places = self.destinations(doing, effect, card)
                place = yield from ask(doing.you, {f"album {place + 1}": place for place in places})
                if effect.get("to") == "across":
                    self.cross(card)
                else:
                    self.move(card, place)
            case "give_potion":
                self.reserve["potion"] -= 1
                self.notes["a reserve below zero"] += self.reserve["potion"] < 0
                card.potion = True
            case "remove_potion":
                self.reserve["potion"] += 1
                card.potion = False
            case "take_back":
                self.take_back(card)
            case "use_power":
                borrowed = self.borrowing(doing, card)
                self.notes["borrowed from an album of others"] += card.place != borrowed.place
                yield from self.carry_out_one(borrowed, borrowed.power)
            case other:
                raise AssertionError(other)

    # ------------------------------------------------------------ verbs that change players

    def seats_meant(self, doing: Doing, effect: Effect) -> list[int]:
        you, opponent = doing.you, self.other_player(doing.you, doing.place)
        match effect.get("who", "you"):
            case "opponent":
                return [opponent]
            case "both":
                return [you, opponent]
            case "everyone":
                return self.clockwise(you)
            case "others" | "chosen":
                return self.clockwise(you)[1:]
            case "gauls":
                return [self.facing(doing.place, GAUL)]
            case "romans":
                return [self.facing(doing.place, ROMAN)]
            case _:
                return [you]

    def can_be_done_to(self, seat: int, doing: Doing, effect: Effect) -> bool:
        match effect["do"]:
            case "draw":
                return self.can_draw()
            case "discard":
                return bool(self.hands[seat])
            case "steal" | "get_card" | "look_at_hand":
                return seat != doing.you and bool(self.hands[seat])
            case "give_card":
                return seat != doing.you and bool(self.hands[doing.you])
            case "swap_hands":
                return seat != doing.you and bool(self.hands[seat] + self.hands[doing.you])
            case "look_at_pile":
                return bool(self.pile)
            case "another_turn":
                return self.further_turns[seat] < 2  # 10.3
            case "skip_turn":
                return self.further_turns[seat] > -2
            case "recover":
                return any(fits(effect, card.character) for card in self.discard)
            case _:
                return bool(self.kinds_possible(seat, doing, effect))

    def kinds_possible(self, seat: int, doing: Doing, effect: Effect) -> list[str]:
        """The kinds of bonus or helmet that a player can gain, lose or have taken away."""
        has = [kind for kind in kinds_of(effect) if self.tokens[seat][kind]]
        match effect["do"].partition("_")[0]:
            case "gain":
                return [kind for kind in kinds_of(effect) if self.can_gain(seat, kind)]
            case "take":
                return [kind for kind in has if seat != doing.you and self.has_room(doing.you, kind)]
            case _:  # lose
                return has

    def do_to_players(self, doing: Doing, effect: Effect) -> Asking:
        seats = self.seats_meant(doing, effect)
        if effect.get("who") == "chosen":
            able = [seat for seat in seats if self.can_be_done_to(seat, doing, effect)]
            answers = {f"player {seat + 1}": seat for seat in able}
            seats = [(yield from ask(doing.you, answers))] if able else []
        did = False
        for seat in seats:
            for left in range(effect.get("count", 1), 0, -1):
                if not self.can_be_done_to(seat, doing, effect):
                    break
                if effect["do"] == "look_at_pile" and left < effect.get("count", 1):
                    break  # all at once
                if not (yield from self.do_to_player(seat, doing, effect, left)):
                    break
                did = True
        return did

    def do_to_player(self, seat: int, doing: Doing, effect: Effect, left: int) -> Asking:
        """Once, to one player, for whom `left` times are left; whether it was done."""
        may: dict[str, Any] = {"pass": PASS} if effect.get("may") else {}
        match effect["do"]:
            case "draw":
                if may and (yield from ask(seat, {"use": True} | may)) is PASS:
                    return False
                self.draw(seat)
                return True
            case "discard":
                return (yield from self.do_discard(seat, effect, left, may))
            case "steal":
                card = self.blind_card(seat)
                self.chance.append(f"steal {doing.you + 1} {card.name}")
                self.steal(doing.you, seat, card)
                return True
            case "give_card":
                return (yield from self.do_give(doing.you, seat, may))
            case "get_card":
                return (yield from self.do_give(seat, doing.you, may))
            case "swap_hands":
                mine, theirs = self.hands[doing.you], self.hands[seat]
                self.hands[doing.you], self.hands[seat] = theirs, mine
                self.show_copies(mine + theirs)
                return True
            case "look_at_hand":
                self.show_copies(self.hands[seat])
                return True
            case "look_at_pile":
                self.show_copies(self.pile[-left:])
                return True
            case "another_turn":
                self.further_turns[seat] += 1
                return True
            case "skip_turn":
                self.further_turns[seat] -= 1
                return True
            case "recover":
                found = [card for card in self.discard if fits(effect, card.character)]
                card = yield from ask(seat, {f"target {card.name}": card for card in found} | may)
                if card is PASS:
                    return False
                self.discard.remove(card)
                self.show_and_take(seat, card)
                return True
            case _:
                return (yield from self.do_with_tokens(seat, doing, effect, may))

    def do_give(self, giver: int, taker: int, may: dict[str, Any]) -> Asking:
        """10.8: the giver chooses, and is asked even if all cards are alike."""
        if len(self.hands[giver]) == 1 and not may:
            card = self.hands[giver][0]
        else:
            answers: dict[str, Any] = {f"give {name}": name for name in self.different(giver)}
            name = yield from ask(giver, answers | may, even_one=True)
            if name is PASS:
                return False
            card = self.copy_in_hand(giver, name)
        self.steal(taker, giver, card)
        return True

    def do_discard(self, seat: int, effect: Effect, left: int, may: dict[str, Any]) -> Asking:
        if effect.get("random"):
            card = self.blind_card(seat)
            self.chance.append(f"lose {seat + 1} {card.name}")
        elif left >= len(self.hands[seat]) and not may:  # all of them, without a choice
            card = self.copy_in_hand(seat, self.hands[seat][-1].id)
        else:
            answers: dict[str, Any] = {f"discard {name}": name for name in self.different(seat)}
            # Asked even if all cards are alike: not to be asked would tell so.
            name = yield from ask(seat, answers | may, even_one=self.rules > 1)
            if name is PASS:
                return False
            card = self.copy_in_hand(seat, name)
        self.discard_from_hand(seat, card)
        return True

    def do_with_tokens(self, seat: int, doing: Doing, effect: Effect, may: dict[str, Any]) -> Asking:
        kinds = self.kinds_possible(seat, doing, effect)
        verb = effect["do"].partition("_")[0]
        if kinds[0] in HELMETS:  # never asked: the cheaper one is lost, the dearer one taken
            kind = kinds[0] if verb == "lose" else kinds[-1]
        else:
            chooser = doing.you if verb == "take" else seat
            kind = yield from ask(chooser, {kind: kind for kind in kinds} | may)
            if kind is PASS:
                return False
        match verb:
            case "gain":
                self.gain(seat, kind)
                self.look_for_fifty(seat)
            case "lose":
                self.give_back(seat, kind)
            case _:
                self.tokens[seat][kind] -= 1
                self.tokens[doing.you][kind] += 1
                self.look_for_fifty(doing.you)
        return True


def kinds_of(effect: Effect) -> tuple[str, ...]:
    """The kinds of bonus or helmet that an effect names."""
    if "helmet" in effect["do"] or "helmet" in effect:
        named, every = effect.get("helmet", "legionary"), HELMETS
    else:
        named, every = effect.get("bonus", "any"), BONUSES
    return every if named == "any" else (named,)
