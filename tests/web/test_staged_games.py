"""Whole games told in acts: in the order of a real table, nothing that did not happen, nothing too early,
and never more than the seat that looks may know.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from oppidum import bots, games
from oppidum.faces.romains.account import steps
from oppidum.faces.scene import Moment, Scene, acts_of, board_of, moment
from oppidum.games.romains.seen import Banked, Called, Exchanged, Rolled, Walked
from oppidum.kernel.fair import seed_key
from oppidum.kernel.position import copy
from oppidum.tables import SeatView
from oppidum.words import language

NAMES = ("Mirabelle", "Anselm", "Jarmila", "Odette", "Hubert", "Zdenka")
PLAYED = [("romains", 4, 0), ("romains", 6, -1), ("romains", 2, 1), ("compagnie", 4, 0), ("compagnie", 3, 2),
          ("compagnie", 2, -1)]  # fmt: skip


@dataclass(frozen=True)
class Told:
    """A decision, and the acts that tell it to one seat."""

    scene: Scene
    before: Any
    after: Any
    moment: Moment
    acts: list[Any]


def seat_view(seat: int) -> SeatView:
    return SeatView(seat, "human", NAMES[seat], None, True, False, False, False, False, False, None, None)


def scene_for(game: Any, edition: Any, players: int, eyes: int, seen: Any, code: str = "en") -> Scene:
    return Scene(
        t=language(code),
        game=game,
        edition=edition,
        seen=seen,
        seat=eyes,
        names=NAMES[:players],
        seats=[seat_view(seat) for seat in range(players)],
        waiting=(),
        choices=(),
        recent=(),
        standing=None,
        confirm=True,
    )


def told(name: str, players: int, eyes: int, seed: str = "acts", most: int = 400) -> Iterator[Told]:
    game = games.load(name)
    edition = game.default_edition()
    s = game.deal(players, seed_key(seed))
    bot = bots.make("greedy", game, 3)
    view = game.view(s, eyes)
    for number in range(1, most):
        waiting = game.waiting(s)
        if not waiting:
            return
        seat = waiting[0]
        game.act(s, seat, bot.choose(game.view(s, seat), seat))
        then = game.view(copy(s), eyes)
        before, after = game.read(view, eyes, edition), game.read(then, eyes, edition)
        decision = moment(game, edition, number, seat, then, eyes)
        scene = scene_for(game, edition, players, eyes, after)
        yield Told(scene, before, after, decision, list(acts_of(board_of(name), scene, before, decision)))
        view = then


@pytest.mark.parametrize(("name", "players", "eyes"), PLAYED)
def test_every_act_of_a_game_can_be_presented(name: str, players: int, eyes: int) -> None:
    kinds: set[str] = set()
    for decision in told(name, players, eyes):
        for act in decision.acts:
            recent = [Moment(decision.moment.number, decision.moment.seat, act.told, lambda: None)]
            scene = scene_with(decision.scene, act, recent)
            assert board_of(name).present(scene), act.name
            assert act.seconds > 0
            assert not act.seen.choices
            kinds.add(act.name)
    expected = {"romains": {"throw", "walk", "bank"}, "compagnie": {"deed", "effect", "won", "album"}}
    assert expected[name] <= kinds


def test_those_who_swap_are_shown_however_many_called() -> None:
    several = 0
    for decision in told("romains", 6, -1):
        for act in (act for act in decision.acts if act.name == "exchange"):
            recent = [Moment(decision.moment.number, decision.moment.seat, act.told, lambda: None)]
            swap = board_of("romains").present(scene_with(decision.scene, act, recent))["moment"]["swap"]
            swapped = next(e for e in act.detail.told if isinstance(e, Exchanged))
            assert {swap["left"]["seat"], swap["right"]["seat"]} == {swapped.seat, swapped.other}
            several += any(len(e.seats) > 1 for e in act.detail.told if isinstance(e, Called))
    assert several


def scene_with(scene: Scene, act: Any, recent: list[Moment]) -> Scene:
    return dataclasses.replace(scene, seen=act.seen, recent=recent, act=act)


@pytest.mark.parametrize(("name", "players", "eyes"), PLAYED)
def test_an_act_tells_no_more_than_the_decision_and_never_takes_anything_back(
    name: str, players: int, eyes: int
) -> None:
    for decision in told(name, players, eyes):
        shown: list[Any] = []
        for act in decision.acts:
            assert all(e in decision.moment.told for e in act.told)
            assert all(e in act.told for e in shown), act.name
            shown = list(act.told)


# ---------------------------------------------------------------- romains: one thing after the other


def public(seen: Any) -> Any:
    """What everybody at the table sees, and one's own hand."""
    return [(p.at, p.cards, {k: n for k, n in p.bank.items() if n}, p.points) for p in seen.players]


@pytest.mark.parametrize(("players", "eyes"), [(2, 0), (3, 1), (4, -1), (6, 2)])
def test_the_steps_of_a_decision_lead_exactly_to_the_table_after_it(players: int, eyes: int) -> None:
    seen_kinds: set[str] = set()
    for decision in told("romains", players, eyes, "steps"):
        found = steps(decision.before, decision.moment.told, decision.after, eyes)
        seen_kinds |= {step.kind for step in found}
        last = found[-1].seen if found else decision.before
        assert public(last) == public(decision.after)
        assert (last.pile, last.below) == (decision.after.pile, decision.after.below)
        if eyes >= 0:
            for step in found:
                mine = step.seen.players[eyes]
                assert len(mine.certain) == mine.cards  # one's own hand is whole at every step
            assert last.players[eyes].certain == decision.after.players[eyes].certain
    assert {"throw", "exchange", "walk", "bank", "camp"} <= seen_kinds


def test_no_step_shows_more_of_another_hand_than_was_known_before() -> None:
    for decision in told("romains", 4, 1, "secrets"):
        for step in steps(decision.before, decision.moment.told, decision.after, 1):
            for was, now in zip(decision.before.players, step.seen.players, strict=True):
                if was.seat != 1:
                    assert now.certain in ((), was.certain)


def test_nothing_moves_before_the_die_has_been_shown() -> None:
    for decision in told("romains", 4, 0, "order"):
        if not any(isinstance(e, Rolled) for e in decision.moment.told):
            continue
        first = decision.acts[0]
        assert first.name == "throw"
        assert [p.at for p in first.seen.players] == [p.at for p in decision.before.players]
        assert not any(isinstance(e, Walked | Banked) for e in first.told)


def test_a_call_is_heard_before_the_hands_change_owner() -> None:
    heard = 0
    for decision in told("romains", 4, 0, "calls"):
        names = [act.name for act in decision.acts]
        if "exchange" not in names:
            continue
        heard += 1
        call = decision.acts[names.index("exchange") - 1]
        assert call.name == "call"
        assert public(call.seen) == public(decision.before)
        assert call.seen.players[0].certain == decision.before.players[0].certain
    assert heard


# ---------------------------------------------------------------- compagnie: one can follow


def test_what_somebody_else_plays_is_announced_on_the_table_before_it() -> None:
    played = 0
    for decision in told("compagnie", 4, 0, "deeds"):
        deeds = [act for act in decision.acts if act.name == "deed"]
        if decision.moment.seat == 0:
            assert not deeds  # who has clicked knows what they did
            continue
        for act in deeds:
            played += 1
            assert replace(decision.before, choices=()) == act.seen
    assert played > 20


def test_what_it_changed_is_said_only_when_it_is_shown() -> None:
    changed = 0
    for decision in told("compagnie", 4, 0, "effects"):
        for act in decision.acts:
            recent = [Moment(decision.moment.number, decision.moment.seat, act.told, lambda: None)]
            panel = board_of("compagnie").present(scene_with(decision.scene, act, recent))["panel"]
            assert panel["says"], act
            if act.name == "deed":
                assert panel["changes"] == []
            if act.name == "effect":
                assert act.seen.albums == decision.after.albums
                for change in panel["changes"]:
                    was, now = map(int, change["text"].split("→"))
                    totals = [c.total for a in decision.before.albums for c in (a.gaul, a.roman)]
                    later = [c.total for a in decision.after.albums for c in (a.gaul, a.roman)]
                    assert was in totals
                    assert now in later
                    changed += 1
    assert changed > 5


def test_losing_a_card_from_one_s_hand_is_shown() -> None:
    lost = 0
    for seed in range(6):
        for decision in told("compagnie", 3, 1, f"thefts {seed}"):
            taken = [e for e in decision.moment.told if type(e).__name__ == "StoleCard" and e.other == 1]
            if not taken:
                continue
            act = next(act for act in decision.acts if act.name == "loss")
            recent = [Moment(decision.moment.number, decision.moment.seat, act.told, lambda: None)]
            board = board_of("compagnie").present(scene_with(decision.scene, act, recent))
            assert board["panel"]["kind"].endswith(" loss")
            leaving = [card["kind"] for card in board["hand"] if " leaving" in card["place"]]
            assert leaving == [taken[0].character]
            lost += 1
    assert lost
