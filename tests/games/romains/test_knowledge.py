"""What each seat is certain of, and what it may imagine. docs/knowledge-romains.md tells it in words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.taking_turns import examples

from oppidum.games.romains.card_sets import faces, size
from oppidum.games.romains.knowledge import IN_THE_BOX
from oppidum.games.romains.memory import group_of, reads_of
from oppidum.games.romains.notation import write_hand
from oppidum.games.romains.state import CARDS, Kind
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key

from .arranged import GAME, WHOLE, table
from .perfect_observer import PerfectObserver


def random_game(players: int, seed: int, calls: str = "draw", boldness: float = 0.5) -> Iterator[Any]:
    """Every position of a game; `boldness`: how often somebody calls or jostles."""
    luck = random.Random(seed)  # the decisions only; the cards come from the key
    s = GAME.deal(players, seed_key("knowledge", seed), {"calls": calls})
    yield s
    while waiting := GAME.waiting(s):
        seat = luck.choice(waiting)
        legal = GAME.legal(s, seat)
        GAME.rules.act(s, seat, legal[0] if luck.random() > boldness else luck.choice(legal))
        yield s


# ---------------------------------------------------------------- the example of the documentation


@pytest.mark.rule("romains 2.4", "romains 5.4", "romains 6.4", "romains 4.2", "romains 7.2")
def test_the_example_of_the_documentation():
    seen: set[str] = set()
    for number in range(60):
        t = table(
            4,
            ["h3 p2", "h2", "h1 h1", "h1"],
            at=[0, 1, 3, 0],
            pile="h2 h2 h2 h2 h2 h2",
            events="menhir 5",
            black=4,
            seed=number,
        )
        t.play(1, "black")
        t.play(2, "exchange")
        t.play(3, "pass")
        t.play(4, "pass")
        assert t.knows(1, 2) == "h3 p2"
        t.play(2, "white")
        t.play(2, "jostle")
        t.play(3, "pass")
        assert t.knows(1, 2) == t.knows(1, 3) == "? ?"
        assert [group_of(t.s, 0, x) for x in range(4)] == [0, 1, 1, 0]
        assert write_hand(t.s.pool[0, 0]) == "h3 p2"
        if t.hand(3) != "h1 p2":
            continue
        t.s.at[2] = 14
        t.move(3)
        assert t.bank(3) == "h1 p2"
        assert t.knows(1, 2) == "h3 ?"
        assert t.s.group[0] == 0
        t.move(4)
        t.move(1)
        t.s.at[1] = 3
        t.play(2, "white")
        lost = write_hand(1 << (5 * t.told(Kind.MENHIR)[0].b))
        assert t.knows(1, 2) == ("?" if lost == "h3" else "h3")
        seen.add(lost)
    assert seen == {"h1", "h3"}


def test_a_lone_card_is_followed_through_an_unseen_jostle():
    t = table(3, ["h3", "h2", "h1 h1"], at=[0, 1, 3])
    t.play(1, "black")
    t.play(2, "exchange")
    t.play(3, "pass")
    assert t.knows(1, 2) == "h3"
    t.play(2, "white")
    t.play(2, "jostle")
    t.play(3, "pass")
    assert t.knows(1, 3) == "h3 ?"
    assert t.knows(1, 2) == "?"


def test_what_is_known_passes_with_a_hand_that_others_exchange():
    t = table(3, ["h3 p1", "h2", "h1 h1"], at=[0, 5, 9])
    t.play(1, "black")
    t.play(2, "exchange")
    t.play(3, "pass")
    t.play(2, "black")
    t.play(1, "pass")
    t.play(3, "exchange")
    assert t.knows(1, 3) == "h3 p1"
    assert t.knows(1, 2) == "? ?"
    assert t.knows(3, 2) == "h1 h1"


def test_two_alike_leave_one_certain():
    t = table(3, ["h3 h3 p1", "h2", "h1 h1"], at=[0, 1, 3])
    t.play(1, "black")
    t.play(2, "exchange")
    t.play(3, "pass")
    t.play(2, "white")
    t.play(2, "jostle")
    t.play(3, "pass")
    assert t.knows(1, 2) == "h3 ? ?"


# ---------------------------------------------------------------- properties


def is_among(cards: int, hand: int) -> bool:
    return not Counter(faces(cards)) - Counter(faces(hand))


@settings(max_examples=examples(10, 50), deadline=None)
@given(
    players=st.integers(2, 6),
    seed=st.integers(0, 10**6),
    calls=st.sampled_from(["draw", "arrival"]),
    boldness=st.sampled_from([0.2, 0.6, 1.0]),
)
def test_whatever_is_certain_is_true(players: int, seed: int, calls: str, boldness: float):
    for s in random_game(players, seed, calls, boldness):
        for o in range(players):
            assert size(s.known[o, o]) == s.holds[o]
            for x in range(players):
                assert is_among(s.known[o, x], s.known[x, x])
                if x != o:
                    assert size(s.known[o, x]) >= reads_of(s, o, x)  # public numbers promise nothing false
            for g in (1, 2):
                hands = [x for x in range(players) if group_of(s, o, x) == g]
                pooled = s.pool[o, g - 1]
                assert bool(hands) == bool(pooled)
                assert len(hands) != 1
                assert o not in hands
                assert is_among(pooled, sum(s.known[x, x] - s.known[o, x] for x in hands))


@settings(max_examples=examples(10, 50), deadline=None)
@given(players=st.integers(2, 6), seed=st.integers(0, 10**6), boldness=st.sampled_from([0.2, 0.6, 1.0]))
def test_cards_are_conserved(players: int, seed: int, boldness: float):
    for s in random_game(players, seed, boldness=boldness):
        pile = [s.pile[(s.top + i) % CARDS] for i in range(s.left)]
        found = Counter(pile)
        for x in range(players):
            found.update(faces(s.known[x, x]))
            found.update(faces(s.bank[x]))
        assert found <= WHOLE
        assert (WHOLE - found).total() == {5: 5, 6: 0}.get(players, 10)
        assert [s.pile[(s.top + i) % CARDS] for i in range(s.left, CARDS)] == [-1] * (CARDS - s.left)


def unseen_jostles(s: Any, seat: int) -> int:
    return sum(e.kind == Kind.JOSTLE and seat not in (e.a, e.b) for e in events(s))


@settings(max_examples=examples(5, 24), deadline=None)
@given(players=st.integers(2, 5), seed=st.integers(0, 10**6), boldness=st.sampled_from([0.3, 0.8]))
def test_a_perfect_observer(players: int, seed: int, boldness: float):
    """Certain in the record: certain for the perfect observer. The other way round up to and including the
    first jostle out of sight."""
    game = random_game(players, seed, boldness=boldness)
    s = next(game)
    observers = [PerfectObserver(s, seat) for seat in range(players)]
    unseen = [0] * players
    for s in game:
        for o in observers:
            unseen[o.seat] += unseen_jostles(s, o.seat)
            o.watch(GAME.view(s, o.seat))
            if len(o.worlds) > 300:  # too many to go on by brute force
                return
            assert sorted(o.hand) == list(faces(s.known[o.seat, o.seat]))
            for x in range(players):
                if x != o.seat:
                    certain = o.certain(x)
                    held = Counter(faces(s.known[o.seat, x]))
                    assert held <= certain
                    if unseen[o.seat] == 0 or (unseen[o.seat] == 1 and unseen_jostles(s, o.seat) == 1):
                        assert held == certain


@settings(max_examples=examples(10, 50), deadline=None)
@given(players=st.integers(2, 6), seed=st.integers(0, 10**6), boldness=st.sampled_from([0.2, 0.6, 1.0]))
def test_whatever_has_a_certain_place_is_held(players: int, seed: int, boldness: float):
    """To the end of any game: who follows cards perfectly from place to place knows no more."""
    game = random_game(players, seed, boldness=boldness)
    s = next(game)
    observers = [PerfectObserver(s, seat, by_place=True) for seat in range(players)]
    for s in game:
        for o in observers:
            o.watch(GAME.view(s, o.seat))
            for x in range(players):
                if x != o.seat:
                    assert o.certain(x) <= Counter(faces(s.known[o.seat, x]))


@settings(max_examples=examples(13, 60), deadline=None)
@given(players=st.integers(2, 6), seed=st.integers(0, 10**6), boldness=st.sampled_from([0.2, 0.6, 1.0]))
def test_imagined_worlds_fit_what_the_seat_is_certain_of(players: int, seed: int, boldness: float):
    rhythm = random.Random(seed)
    for number, s in enumerate(random_game(players, seed, boldness=boldness)):
        if rhythm.random() > 0.1:
            continue
        for seat in (-1, *range(players)):
            view = GAME.view(s, seat)
            world = GAME.imagine(view, seat, seed_key("imagined", number))
            assert GAME.view(world, seat).tobytes() == view.tobytes()
            found = Counter(world.pile[(world.top + i) % CARDS] for i in range(world.left))
            for x in range(players):
                assert size(world.known[x, x]) == s.holds[x]
                found.update(faces(world.known[x, x]))
                found.update(faces(world.bank[x]))
                if seat >= 0:
                    assert is_among(view.known[seat, x], world.known[x, x])
                    for o in range(players):
                        assert is_among(world.known[o, x], world.known[x, x])
            assert found <= WHOLE
            for g in (1, 2) if seat >= 0 else ():
                hands = [x for x in range(players) if group_of(view, seat, x) == g]
                pooled = view.pool[seat, g - 1]
                assert is_among(pooled, sum(world.known[x, x] - view.known[seat, x] for x in hands))


def test_a_view_says_nothing_of_hidden_cards():
    """Hands, pile and memories of others changed in every way that a seat cannot notice: the same bytes."""
    for seed in range(6):
        for number, s in enumerate(random_game(4, seed)):
            if number % 25 == 0:
                for seat in range(4):
                    view = GAME.view(s, seat)
                    for x in range(4):
                        if x != seat:
                            assert not view.known[x].any()
                    hidden = [view.pile[(view.top + i) % CARDS] for i in range(view.left - view.below)]
                    assert set(hidden) <= {-1}
                    assert not any(view.stream_key)
                    assert not any(view.stream_block)


def test_imagination_is_fair():
    """A card that is nobody knows where is imagined in each place as often as places there are."""
    t = table(2, ["h1", "h2 p3"], pile="p3 h2")
    places = Counter(GAME.imagine(t.view(1).s, 0, seed_key("fair", n)).known[1, 1] for n in range(400))
    assert len(places) > 8  # removed cards may be imagined in the hand as well


def test_the_bounds_of_the_features_know_the_box():
    supply = int(GAME.blanks(1)["supply"][0])
    assert Counter(faces(supply)) == dict(enumerate(IN_THE_BOX))
