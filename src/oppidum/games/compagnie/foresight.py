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
from oppidum.games.compagnie.language import verb_of
from oppidum.games.compagnie.rules import act, legal
from oppidum.games.compagnie.state import ACTIONS, CARD, DECLINE, PLAY, Ending, Phase, Told
from oppidum.games.compagnie.strength import strength_in
from oppidum.games.compagnie.zones import camp_of, find_in_hand, side_slot
from oppidum.kernel.events import events
from oppidum.kernel.position import copy
from oppidum.kernel.seen import open_actions
from oppidum.kernel.stream import key_words

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


def table_totals(s: Any) -> dict[tuple[int, int], int]:
    totals = s.total.tolist()
    return {(slot, camp): totals[slot][camp] for slot in range(s.players) for camp in (0, 1)}


def consequences(before: Any, after: Any) -> Outcome:
    """From one world before and after a decision."""
    told = events(after)
    won = tuple((e.a, e.c) for e in told if e.kind == Told.WON_ALBUM)
    cleared = {slot for _, slot in won}
    was, now = table_totals(before), table_totals(after)
    totals = {at: (was[at], now[at]) for at in was if was[at] != now[at] and at[0] not in cleared}
    over = [e for e in told if e.kind == Told.ENDED and e.a == Ending.FIFTY]
    victors = [seat for seat in range(after.players) if (after.winners >> seat) & 1]
    return Outcome(
        totals,
        won,
        victors[0] if over and victors else -1,
        tuple(e.a for e in told if e.kind == Told.KNOCKED_OUT),
        tuple(e.a for e in told if e.kind == Told.ELIMINATED),
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


def tried(world: Any, seat: int, action: int) -> Outcome:
    after = copy(world)
    act(after, seat, action)
    outcome = consequences(world, after)
    if not PLAY <= action < PLAY + 2 * len(world.character):
        return outcome
    return with_power(world, after, seat, action, outcome)


def with_power(before: Any, played: Any, seat: int, action: int, outcome: Outcome) -> Outcome:
    """A character that has been played: its own weight, and what its power could hit if it were used."""
    kind, side = divmod(action - PLAY, 2)
    slot = int(side_slot(before, seat, side))
    camp = int(camp_of(before, seat, slot))
    card = int(find_in_hand(before, seat, kind))
    now = int(before.total[slot, camp])
    totals = {**outcome.totals}
    totals.setdefault((slot, camp), (now, now + int(strength_in(before, card, slot))))
    won, victor, verb = outcome.won, outcome.victor, 0
    targets: list[tuple[int, Outcome]] = []
    if played.asked and played.actor == seat and played.phase in (Phase.USE, Phase.TARGET, Phase.EITHER):
        without = copy(played)
        act(without, seat, DECLINE)
        result = consequences(before, without)
        won, victor = result.won, result.victor
        if played.phase == Phase.TARGET:
            verb = int(verb_of(played.row[played.step]))
            for target in open_actions(legal, played, seat, ACTIONS):
                if target >= CARD:
                    hit = copy(played)
                    act(hit, seat, target)
                    targets.append((target - CARD, consequences(played, hit)))
    return Outcome(totals, won, victor, outcome.knocked_out, outcome.eliminated, verb, tuple(targets))


def imagined(view: Any, seat: int, key: bytes) -> Any:
    world = copy(view)
    imagine(world, seat, key_words(key))
    return world


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
