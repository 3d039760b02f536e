"""2 preparation, 3 the turn."""

from __future__ import annotations

import pytest

from oppidum.games.compagnie.state import Phase, Told
from oppidum.kernel.errors import IllegalAction
from oppidum.kernel.fair import seed_key

from .arranged import GAME, Table, table


@pytest.mark.rule("compagnie 2.1", "compagnie 2.2", "compagnie 2.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_alike(players: int):
    t = Table(GAME.deal(players, seed_key("start")))
    for seat in range(1, players + 1):
        assert t.holds(seat) == (1, 1, 1)
        assert t.helmets(seat) == (1, 0)
        assert len(t.hand(seat)) == 5
        assert t.sesterces(seat) == 1
    assert t.s.held[4] == t.s.cards - 5 * players
    tokens = GAME.default_edition().data["tokens"]
    assert list(t.s.reserve) == [tokens[kind] - players for kind in ("potion", "fish", "boar")]
    assert list(t.s.helmets_left) == [tokens["legionary"] - players, tokens["centurion"]]


@pytest.mark.rule("compagnie 2.3", "compagnie 2.4", "compagnie 1.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_starting_albums_lie_between_neighbours(players: int):
    t = Table(GAME.deal(players, seed_key("albums")))
    starters = [entry["id"] for entry in GAME.default_edition().data["album"] if entry.get("starter")]
    assert len(starters) == 4
    laid = [t.album(slot + 1) for slot in range(players)]
    assert len(set(laid)) == players
    assert set(laid) <= set(starters)
    for seat in range(players):  # the Gauls on the left, the Romans on the right
        right = (seat - 1) % players
        assert t.s.gaul_seat[seat] == seat
        assert t.s.gaul_seat[right] == right != seat
    rest = sorted(t.s.library[: t.s.shelf])
    assert t.s.shelf == 26 - players
    assert rest == sorted(set(range(26)) - set(t.s.contested[:players]))


@pytest.mark.rule("compagnie 2.4")
def test_the_order_of_the_album_pile_is_nobodys_knowledge():
    one, other = GAME.deal(3, seed_key("a")), GAME.deal(3, seed_key("a"))
    other.library[:3] = one.library[:3][::-1]
    for seat in range(-1, 3):
        assert GAME.view(one, seat).tobytes() == GAME.view(other, seat).tobytes()


@pytest.mark.rule("compagnie 2.6")
def test_the_first_player_is_drawn():
    firsts = {GAME.waiting(GAME.deal(4, seed_key("first", n)))[0] for n in range(40)}
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("compagnie 3.1")
def test_three_things_can_be_done_and_then_the_next_clockwise_plays():
    t = table(3, hands={1: "asterix", 2: "idefix", 3: "idefix"})
    t.put("baba", 2, "gaul")
    assert t.legal() == ["reinforce", "bonus", "play asterix left"]
    t.play(1, "play asterix left")
    assert t.asked == 2
    t.play(2, "reinforce", "pass")
    assert t.asked == 3


@pytest.mark.rule("compagnie 3.2", "compagnie 3.3", "compagnie 3.4", "compagnie 9.7")
def test_colours_belong_to_camps_and_neutrals_go_anywhere():
    t = table(3, hands={1: "asterix caius-bonus septantesix"})
    assert t.legal() == [
        "reinforce",
        "play asterix left",
        "play caius-bonus right",
        "play septantesix left",
        "play septantesix right",
    ]
    t.s.gaul_seat[2] = 0  # now the Gaul on both sides
    assert t.legal() == [
        "reinforce",
        "play asterix left",
        "play asterix right",
        "play septantesix left",
        "play septantesix right",
    ]
    t.play(1, "play septantesix right")
    assert t.camp(3, "gaul") == ["septantesix"]
    assert t.totals(3) == (3, 0)


@pytest.mark.rule("compagnie 3.5")
def test_cleopatra_needs_two_other_cards():
    t = table(2, hands={1: "cleopatre asterix"})
    assert "play cleopatre left" not in t.legal()
    with pytest.raises(IllegalAction):
        t.play(1, "play cleopatre left")
    t.give(1, "idefix")
    t.give(1, "baba")
    t.play(1, "play cleopatre left")
    assert t.phase == Phase.HAND
    t.play(1, "discard asterix", "discard idefix")
    assert t.discard() == ["asterix.1", "idefix.1"]
    assert t.hand(1) == ["baba"]


@pytest.mark.rule("compagnie 3.5")
def test_in_the_czech_reading_cleopatra_counts_herself():
    t = table(2, hands={1: "cleopatre asterix"}, cleopatra="any")
    t.play(1, "play cleopatre right")
    assert t.camp(2, "roman") == ["cleopatre"]
    assert t.discard() == ["asterix.1"]
    lonely = table(2, hands={1: "cleopatre"}, cleopatra="any")
    assert lonely.legal() == ["reinforce"]


@pytest.mark.rule("compagnie 3.5", "compagnie 1.5")
def test_prices_and_conditions_of_the_strong():
    t = table(2, hands={1: "obelix cesar tullius-octopus"})
    t.bonuses(1, 0, 0, 0)
    t.purse(1)
    assert t.legal() == ["reinforce"]
    t.bonuses(1, 0, 0, 1)
    t.purse(1, legionaries=1)
    t.put("legionnaire-babaorum", 2, "roman")
    assert [words for words in t.legal() if words.startswith("play")] == [
        "play obelix left",
        "play cesar right",
        "play tullius-octopus right",
    ]
    t.play(1, "play obelix left")
    assert t.holds(1) == (0, 0, 0)
    t.play(2, "reinforce", "pass")
    left = t.s.helmets_left[0]
    t.play(1, "play cesar right")
    assert t.helmets(1) == (0, 0)
    assert t.s.helmets_left[0] == left + 1


@pytest.mark.rule("compagnie 3.6")
def test_a_power_may_be_left_unused():
    t = table(2, hands={1: "asterix"})
    t.put("caius-bonus", 1, "roman")
    t.play(1, "play asterix left")
    assert t.legal() == ["pass", "target caius-bonus"]
    t.play(1, "pass")
    assert not t.is_ko("caius-bonus")
    assert t.asked == 2


@pytest.mark.rule("compagnie 3.7")
def test_a_power_without_a_valid_target_is_not_offered():
    t = table(2, hands={1: "asterix"})
    t.put("caius-bonus", 2, "roman")  # elsewhere
    t.put("septantesix", 1, "roman")  # no Roman
    t.put("brutus", 1, "roman", ko=True)
    t.put("oursenplus", 1, "roman", potion=True)
    t.play(1, "play asterix left")
    assert t.asked == 2


@pytest.mark.rule("compagnie 3.8")
def test_the_power_comes_before_the_album_is_looked_at():
    t = table(2, hands={1: "asterix"})
    t.put("obelix", 1, "gaul")
    t.put("idefix", 1, "gaul")
    t.put("caius-bonus", 1, "roman")
    t.play(1, "play asterix left")
    assert t.totals(1)[0] == 18
    assert t.phase == Phase.TARGET
    t.play(1, "target caius-bonus")
    assert t.helmets(1) == (1, 0)  # knocked out before: no centurion's helmet
    assert t.phase == Phase.CONSOLE


@pytest.mark.rule("compagnie 3.9", "compagnie 9.2")
def test_reinforcing_discards_face_up_and_draws_to_five():
    t = table(2, hands={1: "asterix baba idefix"})
    told = t.play(1, "reinforce", "discard baba", "pass")
    assert t.discard() == ["baba"]
    assert t.knows(2, "baba")
    assert len(t.hand(1)) == 5
    assert [e.kind for e in told].count(Told.DREW) == 3


@pytest.mark.rule("compagnie 3.9", "compagnie 3.10")
def test_a_hand_has_no_limit_and_draws_nothing_by_itself():
    t = table(2, hands={1: "asterix baba idefix falbala brutus pepe relax", 2: "caius-bonus"})
    t.play(1, "reinforce", "pass")
    assert len(t.hand(1)) == 7
    t.play(2, "play caius-bonus right", "pass")
    assert t.asked == 1
    assert len(t.hand(1)) == 7
