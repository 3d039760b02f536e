"""The language of effects, with the invented cards of docs/editions/compagnie-example.toml."""

from __future__ import annotations

import re

import pytest
from tests.games.editions import check_damaged, line_of, without_card

from oppidum.games.compagnie import edition as editions
from oppidum.games.compagnie.edition import RowTable
from oppidum.games.compagnie.power_language import (
    FIRST_FREE_ROW,
    VERBS,
    Verb,
    nature_of,
    pack,
    pack_character,
    strangers_of,
)
from oppidum.games.compagnie.state import Colour, Ending, Phase, Type
from oppidum.games.compagnie.strength import fits
from oppidum.kernel.editions import Edition, EditionFile
from oppidum.kernel.errors import BadEdition

from .arranged import EXAMPLE, GAME, Table, example, table


def invented(players: int = 2, hands: dict[int, str] | None = None, turn: int = 1) -> Table:
    return table(players, hands, turn, example())


def effects(edition: Edition) -> dict[str, set[tuple[tuple[str, object], ...]]]:
    """The distinct rows of an edition, as spelt, by verb."""
    found: dict[str, set[tuple[tuple[str, object], ...]]] = {}
    for kind in ("character", "album"):
        for entry in edition.data[kind]:
            for key in ("power", "constraint", "lasting", "effect"):
                for row in entry.get(key, []):
                    found.setdefault(row["do"], set()).add(tuple(sorted((k, str(v)) for k, v in row.items())))
    return found


def test_the_example_uses_every_verb_in_ways_of_its_own():
    ours, main = effects(example()), effects(GAME.default_edition())
    assert set(ours) == set(VERBS)
    for verb, rows in ours.items():
        assert rows - main.get(verb, set()), f"{verb} is used only as in the main edition"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_invented_cards_play_whole_games(players: int):
    from oppidum.kernel.fair import seed_key
    from oppidum.kernel.players_luck import luck_from, roll

    luck = luck_from("invented", players)
    for number in range(3):
        s = GAME.deal(players, seed_key("invented", number), {}, example())
        while waiting := GAME.waiting(s):
            legal = GAME.legal(s, waiting[0])
            GAME.act(s, waiting[0], legal[int(roll(luck, len(legal)))])
        assert s.ending != Ending.RUNNING


def test_up_to_two_of_the_weakest():
    t = invented(2, {1: "mesurix"})
    t.put("inspector", 1, "roman")
    t.put("boomerangus", 2, "gaul")
    t.play(1, "play mesurix left", "target inspector")
    assert t.legal() == ["pass", "target boomerangus.1"]
    t.play(1, "target boomerangus.1")
    assert t.is_ko("boomerangus.1")
    assert t.asked == 2


def test_a_shield_holds():
    t = invented(2, {1: "mesurix"})
    t.put("gardien", 1, "roman")
    t.play(1, "play mesurix left")
    assert t.asked == 2


def test_the_last_placed():
    t = invented(2, {1: "bombastix"})
    t.put("gardien", 1, "roman")
    t.put("rapax", 1, "roman")
    t.put("inspector", 1, "roman", placed=False)
    t.play(1, "play bombastix left")
    assert t.legal() == ["pass", "target rapax"]


def test_reviving_the_strongest():
    t = invented(2, {1: "patraque"})
    t.put("mesurix", 1, "gaul", ko=True)
    t.put("couronnix", 2, "gaul", ko=True)
    t.put("rapax", 1, "roman", ko=True)
    t.play(1, "play patraque left")
    assert t.legal() == ["pass", "target couronnix.1"]


def test_calling_by_name_and_then():
    t = invented(3, {1: "rappelix"})
    t.play(1, "play rappelix left")
    assert t.asked == 2  # nobody to call: no cards either
    t = invented(3, {1: "rappelix"})
    t.put("vagabundus", 2, "roman")
    t.play(1, "play rappelix left", "target vagabundus")
    assert t.totals(1) == (9, 0)
    assert len(t.hand(1)) == 2


def test_moving_each_of_them_here():
    t = invented(3, {1: "transportix"})
    t.put("rapax", 2, "roman")
    t.put("gardien", 3, "roman")
    t.put("parasite", 3, "roman")
    t.play(1, "play transportix left", "use")
    assert t.camp(1, "roman") == ["gardien.1", "rapax"]
    assert t.camp(3, "roman") == ["parasite"]


def test_a_price_in_helmets_for_a_potion():
    t = invented(2, {1: "alchimix"})
    t.put("patraque", 1, "gaul")
    t.put("couronnix", 1, "gaul")
    t.play(1, "play alchimix left", "use")
    assert t.helmets(1) == (0, 0)
    assert t.has_potion("patraque")
    u = invented(2, {1: "alchimix"})
    u.purse(1)
    u.put("patraque", 1, "gaul")
    u.play(1, "play alchimix left")
    assert u.asked == 2


def test_removing_every_potion():
    t = invented(3, {1: "sobrix"})
    t.put("rapax", 2, "roman", potion=True)
    t.put("mesurix", 1, "gaul", potion=True)
    t.play(1, "play sobrix left", "use")
    assert not t.has_potion("rapax")
    assert t.totals(2) == (0, 4)
    assert t.holds(1) == (2, 1, 1)


def test_owning_without_spending_and_nobody_opposite():
    t = invented(2, {1: "couronnix"})
    assert "play couronnix left" in t.legal()
    t.put("donator", 1, "roman")
    assert "play couronnix left" not in t.legal()
    u = invented(2, {1: "couronnix"})
    u.purse(1)
    assert "play couronnix left" not in u.legal()
    v = invented(2, {1: "couronnix"})
    v.play(1, "play couronnix left", "use")
    assert v.helmets(1) == (1, 1)


def test_taking_oneself_back_and_drawing():
    t = invented(2, {1: "boomerangus"})
    t.play(1, "play boomerangus right")
    t.play(1, "target boomerangus.1")
    assert "boomerangus.1" in t.hand(1)
    assert len(t.hand(1)) == 2
    assert t.totals(2) == (0, 0)


def test_everyone_may_draw():
    t = invented(3, {1: "largitius"})
    t.play(1, "play largitius right", "use")
    t.play(1, "pass")
    t.play(2, "use")
    t.play(3, "pass")
    assert [len(t.hand(seat)) for seat in (1, 2, 3)] == [1, 1, 0]


def test_random_discards_of_the_others():
    t = invented(3, {1: "rapax gardien", 2: "mesurix patraque", 3: "donator"})
    t.play(1, "play rapax right", "use")
    assert [len(t.hand(seat)) for seat in (1, 2, 3)] == [1, 1, 0]
    assert len(GAME.notation.chance(t.s)) == 2


def test_two_boars_for_both():
    t = invented(2, {1: "donator"})
    t.bonuses(1, 0, 0, 0)
    t.play(1, "play donator right", "use")
    assert t.holds(1) == (0, 0, 2)
    assert t.holds(2) == (1, 1, 2)


def test_taking_from_a_chosen_player():
    t = invented(4, {1: "fiscus"})
    t.bonuses(2, 0, 1, 1)
    t.play(1, "play fiscus right", "use")
    assert t.legal() == ["player 3", "player 4"]
    t.play(1, "player 4")
    assert t.holds(1) == (2, 1, 1)
    assert t.holds(4) == (0, 1, 1)
    assert t.helmets(1) == (1, 1)


def test_the_others_lose_fish():
    t = invented(3, {1: "inspector"})
    t.play(1, "play inspector right", "use")
    assert [t.holds(seat)[1] for seat in (1, 2, 3)] == [1, 0, 0]


def test_the_greater_helmet_is_taken_and_the_smaller_lost():
    t = invented(2, {1: "parasite penitent"})
    t.purse(2, legionaries=1, centurions=2)
    t.play(1, "play parasite left", "use")
    assert t.helmets(1) == (1, 1)
    assert t.helmets(2) == (1, 1)
    t.s.turn = t.s.actor = 0
    t.play(1, "play penitent left", "use")
    assert t.helmets(2) == (0, 1)


def test_stealing_twice():
    t = invented(3, {1: "pickpocket", 2: "gardien", 3: "mesurix patraque"})
    t.play(1, "play pickpocket left", "use", "player 3")
    assert t.hand(1) == ["mesurix.1", "patraque"]
    assert t.hand(3) == []


def test_both_recover_if_they_like():
    t = invented(2, {1: "archiviste"})
    t.throw("pickpocket penitent rapax banquetix")
    t.play(1, "play archiviste left", "use")
    assert t.legal() == ["pass", "target penitent", "target pickpocket"]
    t.play(1, "target penitent")
    t.play(2, "pass")
    assert t.hand(1) == ["penitent"]
    assert t.discard() == ["banquetix", "pickpocket", "rapax"]


def test_the_price_of_a_companion():
    t = invented(2, {1: "vagabundus mesurix patraque"})
    assert "play vagabundus left" not in t.legal()
    t.put("sobrix", 1, "gaul")
    t.play(1, "play vagabundus left")
    assert t.discard() == ["sobrix"]
    assert t.phase == Phase.USE
    t.play(1, "use", "discard mesurix", "pass")
    assert len(t.hand(1)) == 3  # one gone, two drawn


def test_two_prices_and_a_condition():
    t = invented(2, {1: "banquetix gardien"})
    t.put("rapax", 1, "roman")
    t.play(1, "play banquetix left")
    assert t.phase == Phase.TOKEN
    t.play(1, "fish", "boar")
    assert t.holds(1) == (1, 0, 0)
    assert t.discard() == ["gardien.1"]
    assert t.asked == 2  # one Roman only: no power
    u = invented(2, {1: "banquetix gardien"})
    u.put("rapax", 1, "roman")
    u.put("inspector", 1, "roman")
    u.play(1, "play banquetix left", "fish", "boar", "use")
    assert u.totals(1) == (8, 0)


def test_moving_somebody_to_any_album():
    t = invented(3, {1: "demenageur"})
    t.put("mesurix", 2, "gaul")
    t.put("rapax", 2, "roman")
    t.play(1, "play demenageur right", "target mesurix.1")
    assert t.legal() == ["album 1", "album 3"]
    t.play(1, "album 1")
    assert t.camp(1, "gaul") == ["mesurix.1"]


def test_standing_rules_of_an_album():
    t = invented(2, {1: "bombastix"})
    t.lay(1, "petite-guerre")
    t.put("couronnix", 1, "gaul")
    t.put("mesurix", 1, "roman")  # an irreducible: shielded from elimination
    t.put("patraque", 1, "gaul")
    before = t.sesterces(1)
    t.play(1, "play bombastix left")
    assert t.phase == Phase.TURN or t.asked == 2
    t.put("alchimix", 1, "gaul")
    t.play(2, "reinforce", "pass")
    assert t.sesterces(1) == before + 10


def test_bans_and_changed_strengths():
    t = invented(2, {1: "transportix penitent gardien"})
    t.lay(1, "maison-close")
    t.lay(2, "maison-close")
    assert [w for w in t.legal() if w.startswith("play")] == [
        "play gardien right",
        "play penitent left",
        "play penitent right",
    ]
    t.play(1, "play penitent left", "pass")
    assert t.totals(1) == (2, 0)
    t.put("gardien", 2, "roman")
    t.put("rapax", 2, "roman")
    assert t.totals(2) == (0, 8)


def won_by_seat_1(album: str, **hands: str) -> Table:
    t = invented(2, {1: "mesurix", **{int(k[1:]): v for k, v in hands.items()}})
    t.put("banquetix", 1, "gaul")
    t.put("couronnix", 1, "gaul")
    t.bonuses(2, 2, 2, 2)
    t.next_album(album)
    return t


def test_reinforcements():
    t = won_by_seat_1("renforts")
    t.put("gardien", 2, "roman")
    t.play(1, "play mesurix left")
    t.play(2, "face roman")
    assert t.legal() == ["pass", "target gardien.1"]
    t.play(2, "target gardien.1")
    assert t.camp(1, "roman") == ["gardien.1"]
    assert t.helmets(1) == (0, 0)
    u = won_by_seat_1("renforts")
    u.play(1, "play mesurix left")
    u.play(2, "face roman")
    assert u.helmets(1) == (1, 0)  # the condition failed: nothing happens


def test_storm():
    t = won_by_seat_1("tempete", s1="mesurix gardien")
    t.put("rapax", 2, "roman")
    t.put("patraque", 2, "gaul")
    t.play(1, "play mesurix left", "pass")
    t.play(2, "face gaul")
    assert "rapax" in t.discard()
    assert t.has_potion("patraque")
    assert t.hand(2) == ["gardien.1"]


def test_defection():
    t = won_by_seat_1("defection")
    t.put("donator", 2, "roman")
    t.play(1, "play mesurix left")
    t.play(2, "face roman")
    assert t.camp(1, "roman") == ["donator"]
    assert len(t.hand(1)) == 1


def test_taxes():
    t = won_by_seat_1("impots", s1="mesurix gardien", s2="rapax")
    t.play(1, "play mesurix left")
    t.play(2, "face gaul")
    assert t.phase == Phase.RECOVER
    assert t.asked == 1  # the Roman now
    t.play(1, "target gardien.1")
    assert t.hand(1) == ["gardien.1"]
    assert t.hand(2) == []
    assert t.helmets(1) == (0, 0)


# ---------------------------------------------------------------- what edition check says


def problems(text: str) -> list[str]:
    with pytest.raises(BadEdition) as caught:
        editions.read(EditionFile.parse("x.toml", text))
    return caught.value.problems


def outgrown(text: str) -> list[str]:
    """What no new game is dealt from. The reader takes it: games of former rules may have it."""
    edition = editions.read(EditionFile.parse("x.toml", text))
    with pytest.raises(BadEdition, match=r"^x\.toml: line ") as caught:
        GAME.deal(2, bytes(32), edition=edition)
    assert GAME.revision_of(GAME.deal(2, bytes(32), edition=edition, revision=1)) == 1
    return caught.value.problems


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('do = "eliminate", pick', 'do = "obliterate", pick', "do: expected one of"),
        ('pick = "last"', 'pick = "latest"', "pick: expected one of"),
        ('named = "vagabundus"', 'named = "nobody"', "there is no character 'nobody'"),
        ('colour = "gaul"', 'colour = "green"', "character.colour: expected one of"),
        ("strength = 8", "strength = 80", "expected a whole number from 1 to 15"),
        ('back = "red"', 'back = "mauve"', "character.back: expected one of blue, red"),
        ("copies = 3", "copies = 9\nlevel = 3", "unknown key"),
        ('to = "here" }]', 'to = "yours" }]', "each of them can only be moved here"),
        ('helmet = "centurion" }]', 'helmet = "any" }]', "say which one is gained"),
        ("reach = 12", "reach = 99", "reach: expected a whole number from 5 to 31"),
        ('pick = "self" }', 'pick = "self", who = "you" }', "who: unknown key of take_back"),
        ('{ do = "own", helmet', '{ do = "own", bonus = "fish", helmet', "either bonus or helmet"),
        ('against = "call"', 'against = "rain"', "against: expected one of"),
        ("potion = 6", "potion = 2", "tokens.potion: expected a whole number from 4 to 100"),
        ('id = "gardien"', 'id = "mesurix"', "'mesurix' is there twice"),
        ('from = "reconstruction"', 'from = "hearsay"', "from: expected one of rulebook"),
        ("starter = true", "starter = false", "starting albums"),
        ('{ do = "ban", type', '{ do = "use_power", type', "kind album"),
        ("cost = true }", 'cost = true, who = "others" }', "a price is paid by you"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, said: str):
    text = EXAMPLE.read_text(encoding="utf-8")
    assert old in text
    found = problems(text.replace(old, new, 1))
    assert any(said in without_card(problem) for problem in found), found
    assert any(problem.startswith("line ") for problem in found)


def test_yes_and_no_are_no_strengths():  # 0.1.0 took them
    chain = '[{ do = "knock_out", strength = [true, 5] }]'
    text = re.sub(r"(?m)^power = \[\{.*$", f"power = {chain}", EXAMPLE.read_text(encoding="utf-8"), count=1)
    line = line_of(text, f"power = {chain}")
    assert outgrown(text) == [
        f"line {line}: character.power of mesurix: effect 1: strength: expected [least, most]"
    ]


def test_a_good_file_has_no_problems():
    assert example().id == "example"


# ---------------------------------------------------------------- what the file is told

TEXT = EditionFile.packaged("oppidum.games.compagnie", "reconstituee.toml").text


@pytest.mark.parametrize("strength", [1, 9, 15])
def test_a_strength_that_is_not_printed_can_be_played_with_a_warning(strength: int):  # K14
    text = TEXT.replace("strength = 8", f"strength = {strength}")
    mine = editions.read(EditionFile.parse("mine.toml", text))
    warning = f"character.strength of obelix: {strength} can be played, but the printed game has 2 to 8"
    assert mine.warnings == (f"line {line_of(text, f'strength = {strength}')}: {warning}",)
    expected = "character.strength of obelix: expected a whole number from 1 to 15; got 16"
    refused = problems(TEXT.replace("strength = 8", "strength = 16"))
    assert refused == [f"line {line_of(TEXT, 'strength = 8')}: {expected}"]


def test_what_comes_with_the_game_gives_no_warning():
    for edition in (*GAME.shipped_editions(), example()):
        assert edition.warnings == ()


def test_an_edition_without_albums():
    without = TEXT[: TEXT.index("[[album]]")]
    last = without.rstrip("\n").count("\n") + 1
    assert problems(without) == [f"line {last}: album: expected one or more [[album]] entries"]
    assert problems("album = []\n" + without) == ["line 1: album: expected one or more [[album]] entries"]
    misspelt = TEXT.replace("[[album]]", "[[albun]]")
    assert problems(misspelt) == [
        f"line {line_of(TEXT, '[[album]]')}: albun: unknown section; album is meant?"
    ]


def test_too_many_different_effects_are_named_with_a_line():
    powers = "\n".join(
        f'[[character]]\nid = "x{n}"\nname = {{ fr = "x" }}\ncolour = "gaul"\ntype = "hero"\nstrength = 3\n'
        f'copies = 1\nfrom = "box"\n'
        f'power = [{{ do = "steal" }}, {{ do = "draw", count = {n // 9 + 1} }},'
        f' {{ do = "gain_helmet", count = {n % 9 + 1} }}]'
        for n in range(70)
    )
    start = TEXT.index("[[character]]")
    text = TEXT[:start] + powers + "\n" + TEXT[TEXT.index("[[album]]") :]
    # Nine different ends are shared; each character has two effects more of its own: 9 + 2 * 58 are 125.
    line = line_of(text, 'id = "x57"') + 7
    what = "one effect too many: there is room for 123; chains that end alike share that end"
    assert [problem for problem in problems(text) if "effect" in problem] == [
        f"line {line}: character.power of x57: {what}"
    ]


def with_power(chain: str) -> str:
    """The edition with this chain for its first character that has a power."""
    return re.sub(r"(?m)^power = \[\{.*\]$", lambda _: f"power = {chain}", TEXT, count=1)


def test_chains_share_their_ends_and_nothing_else():
    """Three equal effects in a row are three rows: they lead on to different ones."""
    power = [pack(verb=Verb.DRAW)] * 3
    rows = RowTable()
    rows.chain(power)
    assert rows.free == FIRST_FREE_ROW + 3
    rows.chain(power[1:])
    rows.chain([pack(verb=Verb.STEAL), *power])
    assert rows.free == FIRST_FREE_ROW + 4


@pytest.mark.parametrize(
    ("chain", "cards"),
    [
        ('[{ do = "draw", count = 9 }, { do = "steal", who = "chosen", count = 9 }, { do = "draw" }]', 19),
        ('[{ do = "draw", who = "everyone", count = 5 }]', 20),
        ('[{ do = "discard", who = "others", random = true, count = 7 }]', 21),
        ('[{ do = "draw", who = "both", count = 9 }, { do = "draw", may = true }]', 19),
    ],
)
def test_too_many_cards_by_chance_are_named_with_a_line(chain: str, cards: int):
    """More than a position has room to tell of."""
    text = with_power(chain)
    what = f"{cards} cards may be drawn, stolen or lost by chance; a chain has room for 18"
    assert outgrown(text) == [f"line {line_of(text, 'power = ' + chain)}: character.power of asterix: {what}"]


def test_one_power_is_used_not_each_of_them():
    chain = '[{ do = "draw" }, { do = "use_power", where = "anywhere", pick = "each" }]'
    text = with_power(chain)
    what = "effect 2: pick: one power is used, not each of them"
    assert outgrown(text) == [f"line {line_of(text, 'power = ' + chain)}: character.power of asterix: {what}"]
    assert what in " ".join(problems(text.replace("potion = 10", "potion = 1")))  # with all the others


def test_other_discards_are_not_left_to_chance():
    text = with_power('[{ do = "discard", who = "everyone", count = 9 }]')
    assert editions.read(EditionFile.parse("mine.toml", text)).data["character"]


def test_what_is_inferred_says_so():
    cards = {entry["id"]: entry for entry in GAME.default_edition().data["character"]}
    inferred = {name for name, card in cards.items() if "inferred" in card.get("attested", {}).values()}
    assert inferred == {"caius-bonus", "numerobis", "septantesix"}


@pytest.mark.parametrize("text", [TEXT, EXAMPLE.read_text(encoding="utf-8")], ids=["main", "example"])
def test_whatever_is_damaged_is_refused_in_sentences_with_line_and_key(text: str):
    check_damaged(editions.read, text, every=53)


@pytest.mark.parametrize("colours", [1, 5, 7])
@pytest.mark.parametrize("types", [0b1000, 0b1010110, 127])
@pytest.mark.parametrize("strengths", [(0, 15), (3, 3), (4, 9), (9, 4)])
def test_a_nature_fits_a_row_as_its_parts_do(colours: int, types: int, strengths: tuple[int, int]):
    row = pack(verb=Verb.KNOCK_OUT, colours=colours, types=types, low=strengths[0], high=strengths[1])
    for colour in Colour:
        for kind in Type:
            for strength in range(1, 16):
                character = pack_character(strength, colour, kind, False, 0, 0, 0b1111)
                strange = nature_of(character) & strangers_of(row) != 0
                assert strange == (not fits(row, 0, character))
