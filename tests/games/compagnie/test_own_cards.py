"""10 what no printed card says, but a box of one's own may; and how much one may hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.referees import Setting, play_with

from oppidum import bots
from oppidum.games.compagnie.bot import greedy
from oppidum.games.compagnie.knowledge import knows
from oppidum.games.compagnie.seen import Seen
from oppidum.games.compagnie.state import ACTIONS, CARDS, KINDS, Ending, Phase, Told
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadEdition
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll

from .arranged import GAME, Table, table
from .test_made_up import play_out
from .writing import edition, most_decisions

OWN_CARDS = Path(__file__).parents[2] / "referee" / "editions" / "compagnie-own-cards.toml"
FILLING = [{"id": f"other-{n}", "colour": "neutral"} for n in range(20)]


def laid(
    *characters: Mapping[str, Any],
    players: int = 2,
    hands: dict[int, str] | None = None,
    albums: Sequence[Mapping[str, Any]] = (),
) -> Table:
    """A table with these cards in the box, and twenty others that do nothing."""
    return table(players, hands, 1, edition([*characters, *FILLING], albums))


def told(t: Table, kind: Told) -> list[tuple[int, int, int]]:
    return [(e.a, e.b, e.c) for e in events(t.s) if e.kind == kind]


def reading(t: Table, seat: int, cards: Edition) -> Seen:
    found = GAME.read(GAME.view(t.s, seat - 1), seat - 1, cards)
    assert isinstance(found, Seen)
    return found


def refused(characters: Sequence[Mapping[str, Any]], **others: Any) -> str:
    with pytest.raises(BadEdition) as caught:
        edition([*characters, *FILLING], **others)
    return "\n".join(caught.value.problems)


# ---------------------------------------------------------------- limits


def test_more_characters_cards_and_effects_than_the_printed_ones():
    """The reconstruction has 60 characters: an owner may add some, and as many effects."""
    many = [
        {
            "id": f"c{n}",
            "power": [{"do": "draw", "count": n % 9 + 1}, {"do": "gain_helmet", "count": n // 9 + 1}],
        }
        for n in range(KINDS)
    ]
    cards = edition(many)
    assert KINDS > 60
    s = GAME.deal(4, seed_key("many"), {}, cards)
    play_out(s, luck_from("many", 1), most_decisions(cards, 4))
    assert f"at most {KINDS}" in str(refused([*many, {"id": "one-more"}]))
    assert f"at most {CARDS}" in str(refused([{"id": f"c{n}", "copies": 9} for n in range(11)]))


def test_a_hero_beyond_the_sixty_fourth_is_noticed():
    """5.1: of every hero one is visible, however many characters a box has."""
    crowd = [{"id": f"c{n}"} for n in range(KINDS - 1)]
    last = {"id": "last", "type": "hero", "copies": 2}
    t = table(2, {1: "last.1 last.2"}, 1, edition([*crowd, last]))
    t.play(1, "play last left")
    t.s.turn = t.s.actor = 0
    assert not [words for words in t.legal(1) if words.startswith("play last")]


# ---------------------------------------------------------------- 10.1


@pytest.mark.rule("compagnie 10.1")
def test_starting_albums_have_their_effects_before_the_first_turn():
    starters = [{"id": f"s{n}", "effect": [{"do": "draw", "who": "you", "count": 2}]} for n in range(4)]
    cards = edition([*FILLING, {"id": "more", "copies": 9}], starters=starters)
    s = GAME.deal(3, seed_key("opening"), {}, cards)
    assert [int(n) for n in s.held[:3]] == [7, 7, 7]
    assert s.turns == 1
    assert GAME.notation.chance(s)[1].count("other") + GAME.notation.chance(s)[1].count("more") == 7


@pytest.mark.rule("compagnie 10.1")
def test_a_starting_album_asks_the_player_of_its_gauls():
    starters = [{"id": f"s{n}", "effect": [{"do": "gain_bonus", "may": True}]} for n in range(4)]
    cards = edition(FILLING, starters=starters)
    s = GAME.deal(2, seed_key("asking"), {}, cards)
    asked: list[int] = []
    while s.turns == 0:
        seat = GAME.waiting(s)[0]
        asked.append(seat)
        GAME.act(s, seat, GAME.notation.read(s, seat, "fish"))
    assert asked == [0, 1]
    assert (s.bonus[0, 1], s.bonus[1, 1]) == (2, 2)


@pytest.mark.rule("compagnie 10.1")
def test_a_starting_album_gives_no_helmets_and_no_flood_of_cards():
    helmets = [{"id": f"s{n}", "effect": [{"do": "gain_helmet"}]} for n in range(4)]
    assert "album.effect of s0: nobody gains helmets" in refused([], starters=helmets)
    flood = [{"id": f"s{n}", "effect": [{"do": "draw", "count": 5}]} for n in range(4)]
    assert "a starting album has room for 4" in refused([], starters=flood)


# ---------------------------------------------------------------- 10.2, 10.3

AGAIN = {"id": "again", "power": [{"do": "another_turn"}]}
LAME = {"id": "lame", "power": [{"do": "skip_turn", "who": "chosen"}]}


@pytest.mark.rule("compagnie 10.2")
def test_another_turn_comes_at_once_and_then_the_next_player():
    t = laid(AGAIN, players=3, hands={1: "again"})
    t.play(1, "play again left", "use")
    assert t.asked == 1
    t.play(1, "reinforce", "pass")
    assert t.asked == 2


@pytest.mark.rule("compagnie 10.2")
def test_nobody_is_due_more_than_two_turns():
    greedy_one = {"id": "again", "power": [{"do": "another_turn", "count": 9}]}
    t = laid(greedy_one, players=2, hands={1: "again"})
    t.play(1, "play again left", "use")
    assert t.s.pace[0] == 1  # of two, one has begun
    for _ in range(2):
        assert t.asked == 1
        t.play(1, "reinforce", "pass")
    assert t.asked == 2


@pytest.mark.rule("compagnie 10.3")
def test_a_skipped_turn_passes_to_the_left():
    t = laid(LAME, players=3, hands={1: "lame"})
    t.play(1, "play lame left", "use", "player 2")
    assert t.asked == 3
    assert told(t, Told.SKIPPED) == [(1, 0, 0)]
    t.play(3, "reinforce", "pass")
    t.play(1, "reinforce", "pass")
    assert t.asked == 2


@pytest.mark.rule("compagnie 10.3")
def test_a_turn_more_and_a_turn_less_cancel_out():
    lamer = {"id": "lame", "power": [{"do": "skip_turn"}, {"do": "another_turn"}]}
    t = laid(lamer, players=2, hands={1: "lame"})
    t.play(1, "play lame left", "use")
    assert t.s.pace[0] == 0
    assert t.asked == 2


@pytest.mark.rule("compagnie 10.2", "compagnie 10.3", "compagnie 7.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_nothing_but_further_turns_end(players: int):
    """The bound: turns are counted, whoever has them."""
    power = [{"do": "another_turn", "count": 2}, {"do": "skip_turn", "who": "others", "count": 2}]
    weak = {"colour": "neutral", "copies": 3, "strength": 1, "power": power}
    cards = edition([{"id": f"c{n}", **weak} for n in range(10)])
    s = GAME.deal(players, seed_key("for ever"), {}, cards)
    play_out(s, luck_from("for ever", players), most_decisions(cards, players))
    assert s.ending != Ending.RUNNING


# ---------------------------------------------------------------- 10.4


@pytest.mark.rule("compagnie 10.4")
def test_across_to_the_other_camp():
    turner = {"id": "turner", "power": [{"do": "move", "to": "across", "camp": "theirs"}]}
    t = laid(turner, {"id": "foe", "colour": "roman", "strength": 5}, hands={1: "turner"})
    t.put("foe", 1, "roman", potion=True)
    t.play(1, "play turner left", "target foe")
    assert t.totals(1) == (3 + 10, 0)
    assert t.camp(1, "gaul") == ["foe", "turner"]
    assert t.has_potion("foe")
    assert not t.s.mark[t.names.index("foe")] & 4  # not placed there (K16)


# ---------------------------------------------------------------- 10.5, 10.6


@pytest.mark.rule("compagnie 10.5")
def test_stronger_by_each_legionary_here():
    herd = {"id": "herd", "strength": 2, "lasting": [{"do": "grow", "by": 1, "type": "legionary"}]}
    guard = {"id": "guard", "colour": "roman", "type": "legionary", "strength": 4, "copies": 3}
    t = laid(herd, guard, hands={1: "herd"})
    t.put("guard.1", 1, "roman")
    t.put("guard.2", 1, "roman", ko=True)
    t.put("guard.3", 2, "gaul")
    t.play(1, "play herd left")
    assert t.totals(1) == (3, 4)


@pytest.mark.rule("compagnie 10.5")
def test_strength_never_falls_below_nothing():
    shy = {"id": "shy", "strength": 2, "lasting": [{"do": "grow", "by": -3}]}
    t = laid(shy, hands={1: "shy"})
    t.put("other-1", 1, "roman")
    t.play(1, "play shy left")
    assert t.totals(1) == (0, 3)


@pytest.mark.rule("compagnie 10.6")
def test_what_lasts_while_a_character_is_visible():
    banner = {
        "id": "banner",
        "strength": 2,
        "lasting": [
            {"do": "strengthen", "by": 2, "camp": "yours"},
            {"do": "shield", "against": "knock_out", "camp": "yours"},
            {"do": "ban", "type": "hero"},
            {"do": "goal", "reach": 20},
            {"do": "worth", "sesterces": 7},
        ],
    }
    striker = {"id": "striker", "colour": "roman", "power": [{"do": "knock_out", "camp": "theirs"}]}
    hero = {"id": "hero", "type": "hero", "colour": "neutral"}
    t = laid(banner, striker, hero, hands={1: "banner", 2: "striker hero"})
    t.put("other-1", 1, "gaul")
    t.put("other-2", 1, "roman")
    t.play(1, "play banner left")
    assert t.totals(1) == (2 + 3 + 2, 3)
    assert (t.s.goal[0], t.s.worth[0]) == (20, 7)
    assert [words for words in t.legal(2) if "hero" in words] == ["play hero left"]
    t.play(2, "play striker right")
    assert t.legal(2) == ["pass", "target banner"]  # the others of its camp are shielded, it is not itself
    t.play(2, "target banner")
    assert t.totals(1) == (3, 3 + 3)
    assert (t.s.goal[0], t.s.worth[0]) == (15, 15)


@pytest.mark.rule("compagnie 10.6")
def test_of_two_goals_the_newest_character_counts():
    high = {"id": "high", "lasting": [{"do": "goal", "reach": 25}]}
    low = {"id": "low", "lasting": [{"do": "goal", "reach": 9}]}
    t = laid(high, low, hands={1: "low"})
    t.put("high", 1, "gaul")
    t.play(1, "play low left")
    assert t.s.goal[0] == 9


# ---------------------------------------------------------------- 10.7

FORK = {
    "id": "fork",
    "power": [
        {"do": "draw", "count": 2},
        {"do": "knock_out", "or": True},
        {"do": "gain_bonus", "bonus": "fish", "then": True},
    ],
}


@pytest.mark.rule("compagnie 10.7")
def test_one_alternative_or_the_other_or_neither():
    t = laid(FORK, hands={1: "fork"})
    t.put("other-1", 1, "roman")
    t.play(1, "play fork left")
    assert t.legal(1) == ["pass", "either 1", "either 2"]
    t.play(1, "either 2")
    assert t.is_ko("other-1")
    assert t.holds(1) == (1, 2, 1)
    assert t.hand(1) == []


@pytest.mark.rule("compagnie 10.7")
def test_the_only_open_alternative_is_offered_as_a_power_is():
    t = laid(FORK, hands={1: "fork"})
    t.play(1, "play fork left")
    assert t.legal(1) == ["pass", "use"]
    t.play(1, "use")
    assert len(t.hand(1)) == 2


@pytest.mark.rule("compagnie 10.7")
def test_an_album_lets_its_loser_choose():
    album = {"id": "choice", "effect": [{"do": "draw"}, {"do": "gain_helmet", "or": True}]}
    strong = {"id": "strong", "strength": 15}
    t = laid(strong, hands={1: "strong"}, albums=[album])
    t.next_album("choice")
    t.play(1, "play strong left")
    t.play(2, "potion", "face gaul", "either 2")
    assert t.helmets(2) == (2, 0)


@pytest.mark.rule("compagnie 10.7")
@pytest.mark.parametrize(
    ("character", "sentence"),
    [
        ({"power": [{"do": "draw", "or": True}]}, "effect 1: or: there is nothing before it"),
        ({"power": [{"do": "draw"}, {"do": "draw", "or": True, "then": True}]}, "effect 2: then: the first"),
        ({"power": [{"do": "draw"}, {"do": "use_power", "or": True}]}, "use_power has no alternatives"),
        ({"power": [{"do": "draw", **({"or": True} if n else {})} for n in range(4)]}, "there is room for 3"),
        (
            {"constraint": [{"do": "discard"}, {"do": "lose_bonus", "or": True}]},
            "no alternatives in a chain of",
        ),
        ({"lasting": [{"do": "draw"}]}, "in a chain of kind lasting"),
        ({"power": [{"do": "draw"}, {"do": "draw", "or": 3}]}, "or: expected true or false"),
        ({"power": [{"do": "grow", "by": 1}]}, "in a chain of kind power"),
        ({"other_backs": 1}, "only a neutral chooses its back"),
        ({"colour": "neutral", "back": "red", "copies": 2, "other_backs": 2}, "fewer than its 2 copies"),
    ],
)
def test_what_cannot_be_said_is_told_with_its_card(character: dict[str, Any], sentence: str):
    problems = refused([{"id": "wrong", **character}])
    assert sentence in problems
    assert " of wrong: " in problems


# ---------------------------------------------------------------- 10.8 to 10.10

GIVER = {
    "id": "giver",
    "power": [{"do": "give_card", "who": "chosen"}, {"do": "get_card", "who": "opponent", "then": True}],
}


@pytest.mark.rule("compagnie 10.8")
def test_a_card_given_is_known_to_two():
    t = laid(GIVER, players=3, hands={1: "giver other-1 other-2", 2: "other-3 other-4", 3: "other-5"})
    t.play(1, "play giver left", "use", "player 3")
    assert t.legal(1) == ["give other-1", "give other-2"]
    t.play(1, "give other-2")
    assert t.hand(3) == ["other-2", "other-5"]
    assert [t.knows(seat, "other-2") for seat in (1, 2, 3)] == [True, False, True]
    assert t.asked == 2  # the opponent chooses what to give back
    t.play(2, "give other-3")
    assert t.hand(1) == ["other-1", "other-3"]
    assert [t.knows(seat, "other-3") for seat in (1, 2, 3)] == [True, True, False]
    assert not t.knows(3, "other-1")


@pytest.mark.rule("compagnie 10.8")
def test_a_copy_given_is_shown_to_all():
    twins = {"id": "twin", "copies": 2}
    t = laid(GIVER, twins, players=3, hands={1: "giver twin.1", 2: "other-3"})
    t.play(1, "play giver left", "use", "player 3")
    assert [t.knows(seat, "twin.1") for seat in (1, 2, 3)] == [True, True, True]


@pytest.mark.rule("compagnie 10.9")
def test_hands_are_swapped_and_known_to_both():
    swapper = {"id": "swapper", "power": [{"do": "swap_hands", "who": "chosen"}]}
    t = laid(swapper, players=3, hands={1: "swapper other-1", 2: "other-2 other-3", 3: "other-4"})
    t.play(1, "play swapper left", "use", "player 2")
    assert (t.hand(1), t.hand(2)) == (["other-2", "other-3"], ["other-1"])
    for name in ("other-1", "other-2", "other-3"):
        assert [t.knows(seat, name) for seat in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("compagnie 10.10")
def test_only_who_looks_at_a_hand_knows_it():
    spy = {"id": "spy", "power": [{"do": "look_at_hand", "who": "chosen"}]}
    t = laid(spy, players=3, hands={1: "spy", 2: "other-1", 3: "other-2"})
    t.play(1, "play spy left", "use", "player 3")
    assert [t.knows(seat, "other-2") for seat in (1, 2, 3)] == [True, False, True]
    assert not t.knows(1, "other-1")
    for eyes, sees in ((0, True), (1, False), (2, False)):
        seen = GAME.view(t.s, eyes)
        kinds = [int(seen.events[i, 0]) for i in range(seen.told)]
        assert Told.LOOKED in kinds
        assert (Told.LOOKED_AT in kinds) == sees


@pytest.mark.rule("compagnie 10.10")
def test_what_was_seen_on_the_pile_is_known_in_the_hand_that_draws_it():
    oracle = {"id": "oracle", "power": [{"do": "look_at_pile", "count": 2}]}
    t = laid(oracle, players=3, hands={1: "oracle"})
    t.stack("other-1 other-2 other-3")
    t.play(1, "play oracle left", "use")
    cards = [t.names.index(name) for name in ("other-1", "other-2", "other-3")]
    assert [[bool(knows(t.s, seat, card)) for card in cards] for seat in (0, 1)] == [
        [True, True, False],
        [False, False, False],
    ]
    seen = reading(t, 1, edition([oracle, *FILLING]))
    assert seen.pile.known == ("other-1", "other-2")
    t.play(2, "reinforce", "pass")
    assert [t.knows(seat, "other-1") for seat in (1, 2, 3)] == [True, True, False]
    assert [t.knows(seat, "other-3") for seat in (1, 2, 3)] == [False, True, False]


@pytest.mark.rule("compagnie 10.11")
def test_copies_may_have_different_backs():
    chameleon = {"id": "chameleon", "colour": "neutral", "back": "blue", "copies": 3, "other_backs": 1}
    cards = edition([chameleon, *FILLING])
    t = table(2, {1: "chameleon.1 chameleon.2 chameleon.3"}, 1, cards)
    hand = reading(t, 2, cards).players[0].hand
    assert sorted(held.back for held in hand) == ["blue", "blue", "red"]
    assert {held.card for held in hand} == {None}


# ---------------------------------------------------------------- who plays it


@pytest.mark.rule("compagnie 10.2", "compagnie 10.3", "compagnie 10.10")
@pytest.mark.parametrize(
    "power",
    [{"do": "another_turn"}, {"do": "skip_turn", "who": "others"}, {"do": "look_at_pile", "count": 3}],
)
def test_greedy_uses_what_helps_it(power: dict[str, Any]):
    t = laid({"id": "helper", "power": [power]}, players=2, hands={1: "helper", 2: "other-1"})
    t.play(1, "play helper left")
    mask = np.zeros(ACTIONS, np.uint8)
    uses = 0
    for number in range(5):
        view = GAME.view(t.s, 0)
        action = int(greedy(view, 0, luck_from("helper", number), mask))
        uses += GAME.notation.write(t.s, 0, action) == "use"
    assert uses >= 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_agrees_about_all_of_it(players: int):
    """A box of nothing but these cards, played by greedy too."""
    swap = [{"do": "swap_hands", "who": "chosen"}]
    banner = [
        {"do": "shield", "against": "potion"},
        {"do": "strengthen", "by": -1, "camp": "theirs"},
        {"do": "worth", "sesterces": 9},
    ]
    cards = edition(
        [
            {**AGAIN, "copies": 2},
            {**LAME, "colour": "neutral", "back": "red", "copies": 2, "other_backs": 1},
            {**FORK, "colour": "roman", "copies": 3},
            {**GIVER, "copies": 2},
            {"id": "swapper", "colour": "roman", "copies": 2, "power": swap},
            {"id": "spy", "colour": "neutral", "power": [{"do": "look_at_hand", "who": "others"}]},
            {"id": "oracle", "colour": "roman", "power": [{"do": "look_at_pile", "count": 3}]},
            {"id": "turner", "copies": 2, "power": [{"do": "move", "to": "across"}]},
            {"id": "herd", "copies": 3, "lasting": [{"do": "grow", "by": 1, "camp": "yours"}]},
            {"id": "banner", "colour": "neutral", "lasting": banner},
            *FILLING[:8],
        ],
        [{"id": f"a{n}", "effect": [{"do": "draw"}, {"do": "skip_turn", "or": True}]} for n in range(6)],
        starters=[{"id": f"s{n}", "effect": [{"do": "look_at_pile", "count": 2}]} for n in range(4)],
    )
    for number in range(4):
        play_with(cards, cards.data, Setting("compagnie", players), number, most=250)


@pytest.mark.rule("compagnie 10.7", "compagnie 10.8", "compagnie 10.10")
@pytest.mark.parametrize("players", [2, 3])
def test_the_search_plays_all_of_it(players: int):
    """It looks ahead through alternatives, gifts and further turns, in worlds that fit what it knows."""
    cards = GAME.load_edition(str(OWN_CARDS))
    bot = bots.make("search:40", GAME, seed=1)
    luck = luck_from("search", players)
    s = GAME.deal(players, seed_key("search own cards"), {}, cards)
    asked: set[int] = set()
    for _ in range(200):
        waiting = GAME.waiting(s)
        if not waiting:
            break
        seat = waiting[0]
        legal = GAME.legal(s, seat)
        action = legal[int(roll(luck, len(legal)))]
        if s.phase not in asked or s.phase == Phase.EITHER:
            asked.add(int(s.phase))
            action = bot.choose(GAME.view(s, seat), seat)
            assert action in legal
        GAME.act(s, seat, action)
    assert {Phase.TURN, Phase.EITHER, Phase.HAND} <= asked
