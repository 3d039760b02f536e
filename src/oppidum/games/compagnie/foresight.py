"""What a choice of `compagnie` would certainly do: tried out on worlds that fit all that the seat knows.

Only what happens in every imagined world, and only what lies open on the table, is told: totals, who would
be K.O., albums won. What chance decides (a drawn card, the next album) is no part of it, and nothing of a
hidden card can show, because the worlds are made from the redacted position alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from oppidum.games.compagnie.knowledge import imagine
from oppidum.games.compagnie.power_language import verb_of
from oppidum.games.compagnie.rules import act, legal
from oppidum.games.compagnie.state import ACTIONS, CARD, DECLINE, PLAY, POSITION, Ending, Phase, Told
from oppidum.games.compagnie.strength import strength_in
from oppidum.games.compagnie.zones import camp_of, find_in_hand, side_slot
from oppidum.kernel.bits import lowest
from oppidum.kernel.events import events
from oppidum.kernel.position import copy, unpacking
from oppidum.kernel.seen import open_actions
from oppidum.kernel.stream import key_words

unpack = unpacking(POSITION)
WORLDS = (b"\x01" * 32, b"\x02" * 32)  # any two keys do: what differs between them is not told


@dataclass(frozen=True)
class Outcome:
    """What is certain about one choice."""

    totals: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)  # (slot, camp): now, then
    won: tuple[tuple[int, int], ...] = ()  # albums: (seat, slot)
    victor: int = -1  # who has won the game by it
    knocked_out: tuple[int, ...] = ()  # cards
    eliminated: tuple[int, ...] = ()
    # What the power of a character, once played, could do: verb, and each target with its own outcome.
    verb: int = 0
    targets: tuple[tuple[int, Outcome], ...] = ()


class World:
    """A world before a decision: as the rules know it, and its numbers for who reads them again and again."""

    def __init__(self, position: Any) -> None:
        self.position = position
        self.s = unpack(position)
        self.totals = self.s.total


def consequences(before: World, after: Any) -> Outcome:
    """From one world before and after a decision."""
    told = events(after)
    won = tuple([(e.a, e.c) for e in told if e.kind == Told.WON_ALBUM])
    cleared = {slot for _, slot in won}
    totals = {
        (slot, camp): (was, now)
        for slot, (both, then) in enumerate(zip(before.totals, after.total.tolist(), strict=True))
        for camp, (was, now) in enumerate(zip(both, then, strict=True))
        if was != now and slot not in cleared
    }
    over = any(e.kind == Told.ENDED and e.a == Ending.FIFTY for e in told)
    return Outcome(
        totals,
        won,
        lowest(after.winners) if over and after.winners else -1,
        tuple([e.a for e in told if e.kind == Told.KNOCKED_OUT]),
        tuple([e.a for e in told if e.kind == Told.ELIMINATED]),
    )


def agreed(one: Outcome, other: Outcome) -> Outcome:
    """What two worlds have in common."""
    return Outcome(
        {at: change for at, change in one.totals.items() if other.totals.get(at) == change},
        tuple(x for x in one.won if x in other.won),
        one.victor if one.victor == other.victor else -1,
        tuple(x for x in one.knocked_out if x in other.knocked_out),
        tuple(x for x in one.eliminated if x in other.eliminated),
        one.verb if one.verb == other.verb else 0,
        tuple(
            (card, agreed(outcome, dict(other.targets)[card]))
            for card, outcome in one.targets
            if one.verb == other.verb and card in dict(other.targets)
        ),
    )


def tried(world: World, seat: int, action: int) -> Outcome:
    after = copy(world.position)
    act(after, seat, action)
    outcome = consequences(world, after)
    if not PLAY <= action < PLAY + 2 * len(world.s.character):
        return outcome
    return with_power(world, after, seat, action, outcome)


def with_power(before: World, played: Any, seat: int, action: int, outcome: Outcome) -> Outcome:
    """A character that has been played: its own weight, and what its power could hit if it were used."""
    s = before.s
    kind, side = divmod(action - PLAY, 2)
    slot = side_slot(s, seat, side)
    camp = camp_of(s, seat, slot)
    now = before.totals[slot][camp]
    totals = {**outcome.totals}
    totals.setdefault((slot, camp), (now, now + strength_in(s, find_in_hand(s, seat, kind), slot)))
    won, victor, verb = outcome.won, outcome.victor, 0
    targets: list[tuple[int, Outcome]] = []
    if played.asked and played.actor == seat and played.phase in (Phase.USE, Phase.TARGET, Phase.EITHER):
        without = copy(played)
        act(without, seat, DECLINE)
        result = consequences(before, without)
        won, victor = result.won, result.victor
        if played.phase == Phase.TARGET:
            world = World(played)
            verb = verb_of(world.s.row[played.step])
            for target in open_actions(legal, played, seat, ACTIONS):
                if target >= CARD:
                    hit = copy(played)
                    act(hit, seat, target)
                    targets.append((target - CARD, consequences(world, hit)))
    return Outcome(totals, won, victor, outcome.knocked_out, outcome.eliminated, verb, tuple(targets))


def imagined(view: Any, seat: int, key: bytes) -> World:
    world = copy(view)
    imagine(world, seat, key_words(key))
    return World(world)


def foresee(view: Any, seat: int, actions: Sequence[int]) -> dict[int, Outcome]:
    """For each action what is certain of it."""
    worlds = [imagined(view, seat, key) for key in WORLDS]
    found: dict[int, Outcome] = {}
    for action in actions:
        outcome, *others = [tried(world, seat, action) for world in worlds]
        for other in others:
            outcome = agreed(outcome, other)
        found[action] = outcome
    return found
