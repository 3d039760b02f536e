"""Hands, draw pile and album pile are hidden; backs are not; what was seen stays known."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.taking_turns import examples

from oppidum.games.compagnie.knowledge import FEATURES, knows
from oppidum.games.compagnie.state import PILE, TABLE, Told
from oppidum.games.compagnie.zones import back
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.kernel.stream import key_words, open_stream

from .arranged import GAME, Table, table


def some_way_into(players: int, number: int, decisions: int):
    s = GAME.deal(players, seed_key("knowledge", number))
    luck = luck_from("knowledge", players, number)
    for _ in range(decisions):
        waiting = GAME.waiting(s)
        if not waiting:
            break
        legal = GAME.legal(s, waiting[0])
        GAME.act(s, waiting[0], legal[int(roll(luck, len(legal)))])
    return s


SOMEWHERE = st.tuples(st.integers(2, 4), st.integers(0, 10_000), st.integers(0, 120))


@settings(max_examples=examples(10, 50), deadline=None)
@given(SOMEWHERE, st.integers(0, 1000))
def test_imagined_worlds_look_the_same_and_keep_every_card(where: tuple[int, int, int], key: int):
    s = some_way_into(*where)
    for seat in range(-1, s.players):
        view = GAME.view(s, seat)
        world = GAME.imagine(view, seat, seed_key("imagined", key))
        assert GAME.view(world, seat).tobytes() == view.tobytes()
        t = Table(world)
        zones = [t.chain(zone) for zone in range(TABLE + 1)]
        assert sorted(card for zone in zones for card in zone) == list(range(s.cards))
        assert [len(zone) for zone in zones] == [int(n) for n in s.held]
        assert sorted(world.library[: world.shelf]) == sorted(s.library[: s.shelf])


@settings(max_examples=examples(10, 50), deadline=None)
@given(SOMEWHERE)
def test_what_is_known_is_true_and_the_backs_are_right(where: tuple[int, int, int]):
    s = some_way_into(*where)
    truth = Table(s)
    for seat in range(-1, s.players):
        view = Table(GAME.view(s, seat))
        for card in range(s.cards):
            if knows(view.s, seat, card):
                assert view.s.zone[card] == s.zone[card]
        for zone in range(PILE + 1):
            seen = [int(back(view.s, card)) for card in view.chain(zone)]
            true = [int(back(s, card)) for card in truth.chain(zone)]
            assert seen == true if zone == PILE else Counter(seen) == Counter(true)


@settings(max_examples=examples(5, 30), deadline=None)
@given(SOMEWHERE)
def test_hidden_differences_do_not_show(where: tuple[int, int, int]):
    """Exchange two hidden cards of the same back and shuffle: the view stays the same."""
    s = some_way_into(*where)
    t = Table(s)
    for seat in range(s.players):
        hidden = [card for card in range(s.cards) if not knows(s, seat, card)]
        for one in hidden[:6]:
            twins = [
                card
                for card in hidden
                if back(s, card) == back(s, one) and s.batch[card] == s.batch[one] and card != one
            ]
            if twins:
                before = GAME.view(s, seat).tobytes()
                t.swap(one, twins[-1])
                assert GAME.view(s, seat).tobytes() == before
                t.swap(one, twins[-1])


def test_all_worlds_come_up():
    """Each card that could be in an opponent's hand is imagined there about equally often."""
    s = GAME.deal(2, seed_key("uniform"))
    view = GAME.view(s, 0)
    found: Counter[int] = Counter()
    worlds = 600
    for number in range(worlds):
        found.update(Table(GAME.imagine(view, 0, seed_key("world", number))).chain(1))
    reds = [card for card in range(s.cards) if not knows(s, 0, card) and back(s, card)]
    places = sum(int(back(s, card)) for card in Table(s).chain(1))
    expected = worlds * places / len(reds)
    if places:
        assert {card for card in found if back(s, card)} == set(reds)
        assert all(abs(found[card] - expected) < 5 * expected**0.5 + 5 for card in reds)


@pytest.mark.rule("compagnie 6.13")
def test_a_reshuffled_card_is_forgotten_but_its_shuffle_is_not():
    t = table(2, hands={1: "asterix", 2: "baba relax"})
    t.throw_pile(keep=0)
    t.play(1, "reinforce", "pass")
    assert not t.knows(1, "baba")
    view = GAME.view(t.s, 0)
    for number in range(20):  # the two cards dealt before the shuffle can only be each other
        world = Table(GAME.imagine(view, 0, seed_key("batch", number)))
        assert world.hand(2) == ["baba", "relax"]


@pytest.mark.rule("compagnie 9.15", "compagnie 6.13")
def test_a_blind_theft_tells_the_others_nothing_but_the_back():
    """Seat 2 holds a Roman whom all know and two whom nobody knows: which one goes is seen by two seats."""
    stolen: set[str] = set()
    views: dict[int, set[bytes]] = {-1: set(), 0: set(), 1: set(), 2: set()}
    for number in range(24):
        t = table(3, hands={1: "prolix", 2: "caius-bonus brutus garovirus"}, turn=1)
        t.s.known[t.card("caius-bonus")] = 31
        open_stream(t.s, key_words(seed_key("theft", number)))
        t.play(1, "play prolix left", "use")
        stolen.update(t.hand(1))
        for seat, seen in views.items():
            seen.add(GAME.view(t.s, seat).tobytes())
            assert t.knows(seat + 1, t.hand(1)[0]) == (seat in (0, 1))
        assert t.knows(1, "caius-bonus")  # who sees the stolen card knows whether it was he
        assert t.knows(2, "caius-bonus")
        assert not t.knows(3, "caius-bonus")
    assert stolen == {"caius-bonus", "brutus", "garovirus"}
    assert len(views[2]) == len(views[-1]) == 1
    assert len(views[0]) == len(views[1]) == 3


@pytest.mark.rule("compagnie 9.15")
def test_a_blind_theft_of_the_only_card_with_its_back_can_be_followed():
    t = table(3, hands={1: "prolix", 2: "caius-bonus"}, turn=1)
    t.s.known[t.card("caius-bonus")] = 31
    t.play(1, "play prolix left", "use")
    assert t.hand(1) == ["caius-bonus"]
    assert t.knows(3, "caius-bonus")


def test_draws_are_whispered():
    t = table(2, hands={1: "asterix"})
    t.play(1, "reinforce", "pass")
    assert [e.kind for e in events(t.s)].count(Told.DREW_CARD) == 4
    assert [e.kind for e in events(GAME.view(t.s, 0))].count(Told.DREW_CARD) == 4
    for seat in (1, -1):
        kinds = [e.kind for e in events(GAME.view(t.s, seat))]
        assert kinds.count(Told.DREW_CARD) == 0
        assert kinds.count(Told.DREW) == 4


def test_observation_says_what_it_should():
    t = table(3, hands={1: "asterix", 2: "baba"}, turn=1)
    t.put("caius-bonus", 1, "roman", ko=True)
    t.put("idefix", 1, "gaul", potion=True)
    seen = GAME.observation(GAME.view(t.s, 0), 0)
    assert seen.shape == (FEATURES,)
    at = 283
    assert seen[at + 12 * t.names.index("asterix.1")] == 1
    assert seen[at + 12 * t.names.index("caius-bonus") + 8] == 1
    assert seen[at + 12 * t.names.index("idefix.1") + 3] == 1
    assert seen[at + 12 * t.names.index("idefix.1") + 9] == 1
    assert not seen[at + 12 * t.names.index("baba") :][:12].any()
    assert seen[1] == 1  # phase: turn
    assert seen[54] == 1  # it is this seat's
    assert seen[123 + 3] == pytest.approx(8 / 15)
