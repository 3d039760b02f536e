"""6 resolution, 7 the end, 8 shortages."""

from __future__ import annotations

import pytest

from oppidum.games.compagnie.state import Ending, Phase

from .arranged import GAME, table


def nearly_won(players: int = 2, **hands: str):
    """Seat 1 wins album 1 with Idéfix."""
    t = table(players, hands={1: "idefix", **{int(seat[1:]): names for seat, names in hands.items()}})
    t.put("abraracourcix", 1, "gaul")
    t.put("asterix", 1, "gaul")
    return t


@pytest.mark.rule("compagnie 6.1", "compagnie 1.3")
def test_fifteen_wins_and_fourteen_does_not():
    t = table(2, hands={1: "cloridric", 2: "baba"})
    t.put("obelix", 1, "gaul")
    t.put("idefix.1", 1, "gaul")
    t.play(1, "play cloridric left")
    assert t.totals(1) == (14, 0)
    assert t.asked == 2
    t.play(2, "reinforce", "pass")
    t.stack("pepe")
    before = t.sesterces(1)
    t.bonuses(1, 1, 0, 0)
    t.play(1, "bonus", "target cloridric")
    assert t.sesterces(1) == before + 15
    assert t.phase == Phase.CONSOLE


@pytest.mark.rule("compagnie 6.2", "compagnie 6.4", "compagnie 1.3")
def test_trophies_for_visible_romans_of_both_camps():
    t = nearly_won()
    t.put("caius-bonus", 1, "roman")
    t.put("legionnaire-babaorum", 1, "roman")
    t.put("oursenplus", 1, "roman", ko=True)
    t.put("legionnaire-laudanum", 1, "gaul")
    t.put("legionnaire-aquarium", 2, "roman")
    t.play(1, "play idefix left", "pass")
    assert t.helmets(1) == (1 + 2, 1)
    assert t.sesterces(1) == 15 + 3 + 3


@pytest.mark.rule("compagnie 6.3", "compagnie 7.1", "compagnie 1.2")
def test_fifty_sesterces_win_once_all_is_counted():
    t = nearly_won()
    t.purse(1, albums=2, legionaries=2)
    t.put("caius-bonus", 1, "roman")
    t.play(1, "play idefix left", "pass")
    assert t.asked == 0
    assert GAME.standing(t.s).winners == (0,)
    assert t.sesterces(1) == 30 + 15 + 2 + 3
    assert t.s.ending == Ending.FIFTY


@pytest.mark.rule("compagnie 7.1")
def test_a_helmet_from_a_power_wins_at_once():
    t = table(2, hands={1: "idefix"})
    t.purse(1, albums=3, legionaries=4)
    t.play(1, "play idefix left", "use")
    assert GAME.standing(t.s).winners == (0,)


@pytest.mark.rule("compagnie 6.4", "compagnie 6.13", "compagnie 9.6", "compagnie 9.11")
def test_the_knocked_out_go_back_to_their_owners_and_stay_known():
    t = nearly_won(3)
    t.put("caius-bonus", 1, "roman", ko=True)  # seat 2's
    t.put("falbala", 1, "gaul", ko=True, owner=3)  # moved here by whoever: seat 3's
    t.put("brutus", 1, "roman")
    t.play(1, "play idefix left", "pass")
    assert "caius-bonus" in t.hand(2)
    assert "falbala" in t.hand(3)
    assert t.discard() == ["abraracourcix", "asterix.1", "brutus", "idefix.1"]
    for seat in (1, 2, 3):
        assert t.knows(seat, "caius-bonus")
        assert t.knows(seat, "falbala")


@pytest.mark.rule("compagnie 6.5", "compagnie 8.1", "compagnie 8.2")
def test_the_loser_chooses_a_bonus_that_is_there_and_fits():
    t = nearly_won()
    t.bonuses(2, 2, 1, 0)
    t.s.reserve[2] = 0
    t.play(1, "play idefix left", "pass")
    assert t.phase == Phase.ORIENT  # only the fish was left to take
    assert t.holds(2) == (2, 2, 0)
    u = nearly_won()
    u.play(1, "play idefix left", "pass")
    assert u.asked == 2
    assert u.legal() == ["potion", "fish", "boar"]
    v = nearly_won()
    v.bonuses(2, 2, 2, 2)
    v.play(1, "play idefix left", "pass")
    assert v.phase == Phase.ORIENT
    assert v.holds(2) == (2, 2, 2)


@pytest.mark.rule("compagnie 6.6", "compagnie 6.7", "compagnie 6.8")
def test_the_loser_turns_the_new_album_and_its_effect_follows():
    for camp, seat in (("gaul", 2), ("roman", 1)):
        t = nearly_won()
        t.bonuses(2, 2, 2, 2)
        t.next_album("le-chaudron")  # a potion for the Gaul, a card for the Roman
        t.bonuses(1, 0, 0, 0)
        t.play(1, "play idefix left", "pass")
        assert t.album(1) == "le-chaudron"
        t.play(2, f"face {camp}")
        assert t.s.gaul_seat[0] == seat - 1
        assert t.holds(1)[0] == (1 if seat == 1 else 0)
        assert len(t.hand(1)) + len(t.hand(2)) == 1


@pytest.mark.rule("compagnie 6.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_player_left_of_the_winner_goes_on(players: int):
    t = table(players, hands={2: "caius-bonus"}, turn=2)
    t.put("cesar", 1, "roman")
    t.put("tullius-octopus", 1, "roman")
    t.put("panoramix", 1, "gaul")
    t.bonuses(1, 2, 2, 2)
    t.next_album("le-bouclier-arverne")
    t.play(2, "play caius-bonus right", "pass")
    t.play(1, "face gaul")
    assert t.asked == 2 % players + 1


@pytest.mark.rule("compagnie 6.9")
def test_the_winner_may_be_somebody_elses_turn():
    t = table(4, hands={1: "baba"})
    t.bonuses(1, 1, 0, 0)
    t.put("obelix", 3, "gaul")
    t.put("idefix", 3, "gaul")
    t.put("caius-bonus", 3, "roman")
    t.put("brutus", 1, "roman", potion=True)
    t.bonuses(4, 2, 2, 2)
    t.next_album("le-bouclier-arverne")
    t.play(1, "bonus", "target idefix.1")  # album 3 belongs to seats 3 (Gaul) and 4
    t.play(4, "face roman")
    assert t.asked == 4


@pytest.mark.rule("compagnie 6.10")
def test_both_camps_at_fifteen():
    def laid(gaul: str, roman: str, turn: int):
        t = table(2, hands={turn: "panoramix"}, turn=turn)
        for name in gaul.split():
            t.put(name, 1, "gaul")
        for name in roman.split():
            t.put(name, 1, "roman")
        t.play(turn, "reinforce", "pass")
        return t

    higher = laid("obelix asterix ordralfabetix", "cesar tullius-octopus septantesix", 2)
    assert higher.totals(1) == (0, 0)
    assert higher.sesterces(1) == 16
    own = laid("obelix idefix panoramix", "cesar tullius-octopus septantesix", 2)
    assert own.sesterces(2) == 16
    gauls = laid("obelix idefix panoramix", "cesar tullius-octopus septantesix", 1)
    assert gauls.sesterces(1) == 16


@pytest.mark.rule("compagnie 6.10")
def test_on_equal_totals_in_a_third_players_turn_the_gauls_win():
    t = table(4, hands={3: "baba"}, turn=3)
    for name in ("obelix", "idefix", "panoramix"):
        t.put(name, 1, "gaul")
    for name in ("cesar", "tullius-octopus", "septantesix"):
        t.put(name, 1, "roman")
    t.play(3, "reinforce", "pass")
    assert t.sesterces(1) == 16
    assert t.asked == 2


@pytest.mark.rule("compagnie 6.11", "compagnie 6.9")
def test_several_albums_are_resolved_clockwise_from_the_turn():
    t = table(4, hands={3: "baba"}, turn=3)
    for album in (1, 2, 4):
        t.bonuses(album, 2, 2, 2)
    t.bonuses(3, 2, 2, 2)
    for name in ("obelix", "asterix", "panoramix"):
        t.put(name, 1, "gaul")
    for name in ("cesar", "tullius-octopus", "cleopatre"):
        t.put(name, 4, "roman")
    t.next_album("le-bouclier-arverne")
    t.play(3, "reinforce", "pass")
    assert t.asked == 4  # album 4 first: seat 1 has won it, seat 4 turns the next one
    t.next_album("asterix-aux-jeux-olympiques")
    t.play(4, "face gaul")
    assert t.sesterces(1) == 31
    assert t.asked == 2  # then album 1, which seat 1 has won too
    t.play(2, "face roman")
    assert t.asked == 2


@pytest.mark.rule("compagnie 6.12", "compagnie 9.3")
def test_potions_go_back_to_the_reserve():
    t = table(2, hands={1: "idefix"})
    t.put("abraracourcix", 1, "gaul", potion=True)
    t.put("falbala", 1, "gaul")
    t.bonuses(2, 2, 2, 2)
    before = t.s.reserve[0]
    t.play(1, "play idefix left", "pass")
    assert t.s.reserve[0] == before + 1


@pytest.mark.rule("compagnie 7.2", "compagnie 7.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_stalls(players: int):
    t = table(players)
    for seat in range(1, players + 1):
        for _ in range(5):
            t.give(seat, t.names[t.chain(4)[0]])
    t.purse(1, albums=1)
    t.purse(2, albums=1)
    for number in range(2 * players):
        assert t.asked == number % players + 1
        t.play(t.asked, "reinforce", "pass")
    assert t.s.ending == Ending.STALLED
    assert GAME.standing(t.s).winners == (0, 1)


@pytest.mark.rule("compagnie 7.2")
def test_a_discard_or_a_draw_is_no_stalling():
    t = table(2, hands={1: "asterix baba idefix falbala brutus", 2: "relax"})
    for _ in range(2):
        t.play(1, "reinforce", "pass")
        t.play(2, "reinforce", "pass")
        t.play(1, "reinforce", "pass")
        t.play(2, "reinforce", "discard " + t.hand(2)[0].partition(".")[0], "pass")
    assert t.s.idle == 0
    assert t.asked == 1


@pytest.mark.rule("compagnie 7.3", "compagnie 7.4")
def test_out_of_albums():
    t = nearly_won()
    t.s.shelf = 0
    t.play(1, "play idefix left", "pass")
    t.play(2, "potion")
    assert t.s.ending == Ending.NO_ALBUMS
    assert GAME.standing(t.s).winners == (0,)


@pytest.mark.rule("compagnie 8.1")
def test_no_helmets_while_the_reserve_is_empty():
    t = nearly_won()
    t.put("caius-bonus", 1, "roman")
    t.s.helmets_left[1] = 0
    t.s.helmets_left[0] = 0
    t.play(1, "play idefix left")  # and no power of Idéfix
    assert t.helmets(1) == (1, 0)
    assert t.phase == Phase.CONSOLE


@pytest.mark.rule("compagnie 8.2")
def test_never_three_of_a_kind():
    t = table(2, hands={1: "panoramix"})
    t.bonuses(1, 2, 0, 0)
    t.play(1, "play panoramix left")
    assert t.asked == 2  # nothing to gain, nothing offered
    assert t.holds(1) == (2, 0, 0)


@pytest.mark.rule("compagnie 8.3", "compagnie 9.8")
def test_an_empty_pile_is_made_anew_from_the_discard():
    t = table(2, hands={1: "caius-bonus asterix"})
    t.throw_pile(keep=1)
    discarded = len(t.discard())
    t.play(1, "reinforce", "pass")
    assert len(t.hand(1)) == 5
    assert t.s.held[4] == discarded - 2
    assert t.discard() == []
    hidden = [card for card in t.chain(4) if t.s.known[card]]
    assert not hidden


@pytest.mark.rule("compagnie 8.4")
def test_with_nothing_left_one_draws_what_there_is():
    t = table(2, hands={1: "caius-bonus asterix"})
    for card in t.chain(4)[2:]:
        t.shift(card, 1, 2)  # all to seat 2
    t.play(1, "reinforce", "pass")
    assert len(t.hand(1)) == 4
    assert t.s.held[4] == 0
    u = table(2, hands={1: "caius-bonus"})
    for card in u.chain(4):
        u.shift(card, 1, 2)
    u.play(1, "play caius-bonus right")
    assert u.asked == 2  # no card to draw: no power
