"""Rulings of the second revision: K2, K11, K18 to K23."""

from __future__ import annotations

import pytest

from oppidum.games.compagnie.knowledge import AT_NEXT, next_album
from oppidum.games.compagnie.seen import Seen
from oppidum.games.compagnie.state import Ending, Phase, Told
from oppidum.kernel.errors import BadEdition
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.stream import key_words, open_stream
from oppidum.testing import Case
from oppidum.testing.contract import came_to_light, same

from .arranged import GAME, Table, example, table
from .audit import audit
from .writing import edition

PLAIN = [{"id": f"plain{n}", "copies": 3} for n in range(1, 8)]


def kinds(t: Table) -> list[int]:
    return [event.kind for event in events(t.s)]


# ---------------------------------------------------------------- K1


@pytest.mark.rule("compagnie 3.5")
def test_cleopatra_in_czech_costs_the_one_other_card():
    t = table(2, hands={1: "cleopatre baba"}, cleopatra="any")
    t.play(1, "play cleopatre right")
    assert t.hand(1) == []
    assert t.discard() == ["baba"]
    u = table(2, hands={1: "cleopatre baba"})
    assert "play cleopatre right" not in u.legal()


@pytest.mark.rule("compagnie 3.5")
def test_cleopatra_in_czech_costs_two_further_cards_where_there_are_two():
    t = table(2, hands={1: "cleopatre baba falbala"}, cleopatra="any")
    t.play(1, "play cleopatre right")
    assert t.hand(1) == []
    assert t.discard() == ["baba", "falbala"]


# ---------------------------------------------------------------- K2


def fetcher() -> Table:
    """A boar's only use is a power that takes a card from the discard; the pile is empty."""
    cards = edition([{"id": "fetcher", "power": [{"do": "recover", "named": "plain1"}]}, *PLAIN])
    t = table(2, hands={1: "plain2"}, edition=cards)
    t.bonuses(1, 0, 0, 1)
    t.put("fetcher", 1, "gaul")
    t.throw_pile()
    return t


@pytest.mark.rule("compagnie 4.9")
def test_a_draw_that_takes_away_the_use_of_every_bonus_ends_the_turn():
    t = fetcher()
    assert "bonus" in t.legal()
    t.play(1, "bonus")
    assert t.asked == 2
    assert len(t.hand(1)) == 2
    assert t.holds(1) == (0, 0, 1)
    assert Told.NO_USE in kinds(t)
    assert Told.USED_BONUS not in kinds(t)
    assert all(Told.NO_USE in [e.kind for e in events(GAME.view(t.s, seat))] for seat in (-1, 0, 1))
    assert t.s.last_deed == 0  # no bonus has been used


@pytest.mark.rule("compagnie 4.9", "compagnie 4.1")
def test_another_bonus_is_used_instead():
    t = fetcher()
    t.bonuses(1, 1, 0, 1)
    t.play(1, "bonus")
    assert Told.NO_USE not in kinds(t)
    assert t.has_potion("fetcher")


# ---------------------------------------------------------------- K11


@pytest.mark.rule("compagnie 7.5")
def test_twelve_quiet_rounds_end_the_game():
    t = table(3, hands={1: "baba", 2: "falbala", 3: "relax"})
    t.purse(2, legionaries=4)
    for turn in range(36):
        assert t.asked, f"over after {turn} turns"
        seat = t.asked
        t.play(seat, "reinforce", "discard " + t.hand(seat)[0].partition(".")[0], "pass")
    assert t.s.ending == Ending.QUIET
    assert GAME.standing(t.s).winners == (1,)
    assert t.asked == 0


@pytest.mark.rule("compagnie 7.5")
def test_a_character_or_a_bonus_begins_the_count_anew():
    t = table(2, hands={1: "baba falbala", 2: "relax"})
    t.bonuses(2, 1, 0, 0)

    def quiet(turns: int) -> None:
        for _ in range(turns):
            seat = t.asked
            t.play(seat, "reinforce", "discard " + t.hand(seat)[0].partition(".")[0], "pass")

    t.play(1, "play baba left", *(["pass"] if t.s.phase != Phase.TURN else []))
    while t.asked == 1:
        t.play(1, t.legal()[0])
    quiet(22)
    assert t.asked == 2
    t.play(2, "bonus")
    while t.asked == 2:
        t.play(2, t.legal()[0])
    quiet(23)
    assert t.s.ending == Ending.RUNNING
    quiet(1)
    assert t.s.ending == Ending.QUIET


@pytest.mark.rule("compagnie 7.6")
def test_four_hundred_rounds_are_the_most():
    t = table(2, hands={1: "baba"})
    t.s.turns = 800 - 1
    t.s.last_deed = 790
    t.play(1, "reinforce", "pass")
    assert t.s.ending == Ending.RUNNING
    t.play(2, "reinforce", "pass")
    assert t.s.ending == Ending.LONG


@pytest.mark.rule("compagnie 7.5")
def test_a_game_that_had_no_end_has_one_now():
    from oppidum.arena.bulk import play_games

    bulk = play_games(GAME, ["greedy"] * 4, 20, "gg", {}, example())
    assert max(bulk.decisions) < 5_000


# ---------------------------------------------------------------- K18


def borrowers(pick: str) -> Table:
    cards = edition(
        [
            {"id": "strong", "strength": 8, "power": [{"do": "gain_bonus", "bonus": "fish"}]},
            {"id": "middle", "strength": 5, "power": [{"do": "gain_helmet"}]},
            {"id": "weak", "strength": 2, "power": [{"do": "gain_bonus", "bonus": "fish"}]},
            {"id": "borrower", "power": [{"do": "use_power", "pick": pick}]},
            *PLAIN,
        ]
    )
    t = table(2, hands={1: "borrower"}, edition=cards)
    t.bonuses(1, 0, 2, 0)  # no room for a third fish
    for name in ("strong", "middle", "weak"):
        t.put(name, 1, "roman")
    return t


@pytest.mark.rule("compagnie 9.14")
@pytest.mark.parametrize("pick", ["strongest", "weakest"])
def test_the_strongest_of_those_whose_power_can_be_used(pick: str):
    t = borrowers(pick)
    t.s.goal[0] = 31
    t.play(1, "play borrower left")
    assert t.legal() == ["pass", "target middle"]
    t.play(1, "target middle")
    assert t.helmets(1) == (2, 0)


def test_under_the_first_revision_nothing_was_offered():
    t = borrowers("strongest")
    t.s.goal[0] = 31
    t.s.revision = 1
    t.play(1, "play borrower left")
    assert t.asked == 2


# ---------------------------------------------------------------- K19


@pytest.mark.rule("compagnie 2.4")
def test_everybody_sees_the_next_album_and_nothing_below():
    s = GAME.deal(3, seed_key("cover"))
    following = s.library[s.shelf - 1]
    assert next_album(s) == following
    for seat in (-1, 0, 1, 2):
        view = GAME.view(s, seat)
        assert next_album(view) == following
        below = view.library.tolist()[: s.shelf - 1]
        assert below == sorted(below)
    worlds = [GAME.imagine(GAME.view(s, 0), 0, seed_key("cover", n)) for n in range(5)]
    assert {int(world.library[s.shelf - 1]) for world in worlds} == {following}
    assert len({world.library.tobytes() for world in worlds}) > 1


def test_a_game_of_the_first_revision_shows_no_cover():
    """Nor one that only looks like it: the hidden albums of a view lie in the order of the list."""
    for revision, shown in ((1, False), (2, True)):
        s = GAME.deal(2, seed_key("cover"), revision=revision)
        seen = GAME.read(GAME.view(s, 0), 0, GAME.default_edition())
        assert isinstance(seen, Seen)
        assert (seen.next_album is not None) == shown


@pytest.mark.rule("compagnie 2.4", "compagnie 6.6")
def test_the_next_cover_is_told_and_observed():
    t = table(2, hands={1: "idefix"})
    t.put("obelix", 1, "gaul")
    t.put("falbala", 1, "gaul")
    t.put("asterix", 1, "gaul")
    t.bonuses(2, 2, 2, 0)  # nothing to choose
    before, below = t.s.library[t.s.shelf - 1], t.s.library[t.s.shelf - 2]
    t.s.total[0, 0] = 15
    t.play(1, "reinforce", "pass")
    assert t.s.contested[0] == before
    assert next_album(t.s) == below
    told = [(e.kind, e.a) for e in events(t.s)]
    assert (Told.NEXT_ALBUM, below) in told
    seen = GAME.observation(t.s, 1)
    again = GAME.observation(GAME.view(t.s, 1), 1)
    assert seen.tolist() == again.tolist()
    assert seen[AT_NEXT + below] == 1.0


def test_an_empty_shelf_and_the_first_revision_show_no_cover():
    s = GAME.deal(2, seed_key("cover"))
    s.shelf = 0
    assert next_album(s) == -1
    assert next_album(GAME.deal(2, seed_key("cover"), revision=1)) == -1


# ---------------------------------------------------------------- K20, K21


@pytest.mark.rule("compagnie 4.11")
def test_a_boar_uses_a_power_that_borrows():
    t = table(2, hands={1: "gardien"}, edition=example())
    t.bonuses(1, 0, 0, 1)
    t.put("donator", 1, "roman")  # boars for both players of the album, two each
    t.put("imitatus", 1, "roman")
    assert "bonus" in t.legal()
    t.s.revision = 1
    assert "bonus" not in t.legal()
    t.s.revision = 2
    t.play(1, "bonus", "target imitatus")
    assert t.holds(1) == (0, 0, 2)
    assert [event.b for event in events(t.s) if event.kind == Told.POWER] == [
        t.card("imitatus"),
        t.card("donator"),
    ]


@pytest.mark.rule("compagnie 4.11", "compagnie 9.16")
def test_a_power_that_borrows_cannot_be_borrowed_by_another():
    borrows = [{"do": "use_power"}]
    cards = edition([{"id": "one", "power": borrows}, {"id": "other", "power": borrows}, *PLAIN])
    t = table(2, hands={1: "plain1"}, edition=cards)
    t.bonuses(1, 0, 0, 1)
    t.put("one", 1, "gaul")
    t.put("other", 1, "gaul")
    assert "bonus" not in t.legal()


def gainer(boars: int) -> Table:
    cards = edition([{"id": "gainer", "power": [{"do": "gain_bonus", "bonus": "boar"}]}, *PLAIN])
    t = table(2, hands={1: "plain1"}, edition=cards)
    t.bonuses(1, 0, 0, boars)
    t.put("gainer", 1, "gaul")
    return t


@pytest.mark.rule("compagnie 4.10")
@pytest.mark.parametrize("boars", [1, 2])
def test_a_boar_counts_as_spent_before_it_is(boars: int):
    t = gainer(boars)
    assert "bonus" in t.legal()
    t.play(1, "bonus")
    assert t.legal() == ["target gainer"]
    t.play(1, "target gainer")
    assert t.holds(1) == (0, 0, boars)
    audit(t.s)


@pytest.mark.rule("compagnie 4.10")
def test_a_boar_from_an_empty_reserve_can_be_gained_back():
    t = gainer(1)
    t.s.reserve[2] = 0
    assert "bonus" in t.legal()
    t.s.revision = 1
    assert "bonus" not in t.legal()


@pytest.mark.rule("compagnie 4.10")
def test_a_boar_that_is_spent_pays_for_nothing():
    cards = edition(
        [{"id": "owner", "power": [{"do": "own", "bonus": "boar"}, {"do": "gain_helmet"}]}, *PLAIN]
    )
    t = table(2, hands={1: "plain1"}, edition=cards)
    t.put("owner", 1, "gaul")
    t.bonuses(1, 0, 0, 1)
    assert "bonus" not in t.legal()
    t.bonuses(1, 0, 0, 2)
    assert "bonus" in t.legal()


# ---------------------------------------------------------------- K22


def twins() -> Table:
    """Seat 1 holds two copies: the older one everybody knows, the newer one is a secret."""
    t = table(2, hands={1: "plain1.1 plain1.2 plain2.1"}, edition=edition(PLAIN))
    t.s.known[t.card("plain1.1")] = 31
    return t


@pytest.mark.rule("compagnie 9.18")
def test_the_known_copy_is_played_first():
    t = twins()
    t.play(1, "play plain1 left")
    assert t.camp(1, "gaul") == ["plain1.1"]
    assert t.hand(1) == ["plain1.2", "plain2.1"]
    assert not t.knows(2, "plain1.2")


@pytest.mark.rule("compagnie 9.18")
@pytest.mark.parametrize("words", ["play plain1 left", "discard plain1"])
def test_nobody_can_tell_whether_there_is_a_second_copy(words: str):
    """Two worlds: the other card in the hand is a second copy, or it is not."""
    case = Case(GAME, 2)
    for revision in (2, 1):
        with_twin, without = twins(), twins()
        without.swap(without.card("plain1.2"), without.card("plain3.1"))
        for t in (with_twin, without):
            t.s.revision = revision
            if words.startswith("discard"):
                t.play(1, "reinforce")
        before = GAME.view(with_twin.s, 1)
        assert same(before, GAME.view(without.s, 1))
        with_twin.play(1, words)
        without.play(1, words)
        one, other = (GAME.view(t.s, 1) for t in (with_twin, without))
        if revision == 2:
            assert not came_to_light(case, before, one, other, 1)
        else:
            with pytest.raises(AssertionError, match="can tell two worlds apart"):
                came_to_light(case, before, one, other, 1)


@pytest.mark.rule("compagnie 9.18")
def test_the_known_copy_is_discarded_first():
    t = twins()
    t.play(1, "reinforce", "discard plain1")
    assert t.discard() == ["plain1.1"]
    t.play(1, "discard plain1")
    assert t.discard() == ["plain1.1", "plain1.2"]


@pytest.mark.rule("compagnie 9.18")
def test_without_a_choice_the_known_copy_goes_too():
    power = [{"do": "discard", "who": "opponent", "count": 2}]
    t = table(
        2, {1: "plain1.1 plain1.2", 2: "robber"}, 2, edition([{"id": "robber", "power": power}, *PLAIN])
    )
    t.s.known[t.card("plain1.1")] = 31
    t.play(2, "play robber left", "use")
    assert t.discard() == ["plain1.1", "plain1.2"]


@pytest.mark.rule("compagnie 9.2")
def test_not_to_be_asked_tells_nothing_of_the_cards():
    """Two worlds: the cards of the hand from which one is to be discarded are alike, or they are not."""
    cards = edition([{"id": "robber", "power": [{"do": "discard", "who": "opponent"}]}, *PLAIN])
    for revision in (2, 1):
        alike = table(2, hands={1: "plain1.1 plain1.2", 2: "robber"}, turn=2, edition=cards)
        other = table(2, hands={1: "plain1.1 plain3.1", 2: "robber"}, turn=2, edition=cards)
        for t in (alike, other):
            t.s.revision = revision
            t.play(2, "play robber left", "use")
        assert other.legal() == ["discard plain1", "discard plain3"]
        assert (alike.s.phase == Phase.HAND) == (revision == 2)
        if revision == 2:
            assert alike.legal() == ["discard plain1"]
            alike.play(1, "discard plain1")
        assert alike.discard() == ["plain1.2"]


@pytest.mark.rule("compagnie 9.18")
def test_of_copies_that_nobody_else_knows_the_newest_goes():
    t = table(3, hands={1: "plain1.1 plain1.2 plain1.3"}, edition=edition(PLAIN))
    t.s.known[t.card("plain1.2")] = 31
    t.play(1, "play plain1 left")
    assert t.camp(1, "gaul") == ["plain1.2"]
    t.s.turn = t.s.actor = 0
    t.play(1, "play plain1 left")
    assert t.camp(1, "gaul") == ["plain1.2", "plain1.3"]


# ---------------------------------------------------------------- K17


THIEF = {"id": "thief", "power": [{"do": "steal", "who": "opponent"}]}


def robbed(hand: str, *, revision: int = 2, known: str = "") -> Table:
    """Seat 1 has stolen a card from this hand of seat 2; seat 3 looked on."""
    t = table(3, {1: "thief", 2: hand}, edition=edition([THIEF, {"id": "lone"}, {"id": "other"}, *PLAIN]))
    t.s.revision = revision
    for name in known.split():
        t.s.known[t.card(name)] = 31
    t.play(1, "play thief left", "use")
    return t


@pytest.mark.rule("compagnie 9.15", "compagnie 9.18")
def test_a_stolen_copy_of_several_is_shown_to_all():
    """Or else two copies in a hand could be known to different players: playing one would show which."""
    for seat in (1, 2, 3, 0):
        assert robbed("plain1.2").knows(seat, "plain1.2")
        assert robbed("lone").knows(seat, "lone") == (seat in (1, 2))
        assert robbed("plain1.2", revision=1).knows(seat, "plain1.2") == (seat in (1, 2))
    told = [event.kind for event in events(GAME.view(robbed("plain1.2").s, 2))]
    assert Told.STOLE_CARD in told


@pytest.mark.rule("compagnie 9.15")
def test_a_theft_that_is_not_shown_took_no_known_copy():
    """All know of a copy in the hand; a character of which there is one only is stolen, unseen."""
    for number in range(20):
        t = table(3, {1: "thief", 2: "lone plain1.1"}, edition=edition([THIEF, {"id": "lone"}, *PLAIN]))
        t.s.known[t.card("plain1.1")] = t.s.known[t.card("lone")] = 31
        open_stream(t.s, key_words(seed_key("theft", number)))
        t.play(1, "play thief left", "use")
        assert t.knows(3, "plain1.1")
        assert t.knows(3, "lone")
    t = robbed("lone other plain1.1", known="lone plain1.1")
    assert t.knows(3, "plain1.1")
    stolen_unseen = "plain1.1" not in t.hand(1)
    assert t.knows(3, "lone") != stolen_unseen


# ---------------------------------------------------------------- K23


@pytest.mark.rule("compagnie 9.17", "compagnie 8.1")
def test_each_gets_a_potion_while_there_are_any():
    power = [{"do": "give_potion", "pick": "each"}]
    cards = edition([{"id": "brewer", "power": power}, *PLAIN], tokens={"potion": 4})
    t = table(2, hands={1: "brewer"}, edition=cards)
    t.bonuses(1, 1, 1, 1)
    t.bonuses(2, 1, 1, 1)
    t.s.goal[0] = 31
    for copy in ("plain1.1", "plain2.1", "plain3.1"):
        t.put(copy, 1, "gaul")
    assert t.s.reserve[0] == 2
    t.play(1, "play brewer left", "use")
    assert [name for name in ("plain1.1", "plain2.1", "plain3.1") if t.has_potion(name)] == [
        "plain2.1",
        "plain3.1",
    ]
    audit(t.s)
    assert t.s.reserve[0] == 0


def test_each_does_not_use_several_powers():
    found = edition([{"id": "many", "power": [{"do": "use_power", "pick": "each"}]}, *PLAIN])
    with pytest.raises(BadEdition, match="one power is used, not each"):
        found.check_for_new_games()
