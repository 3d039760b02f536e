"""1 contents, 9 glossary."""

from __future__ import annotations

import pytest

from oppidum.games.compagnie.power_language import strength_of, type_of
from oppidum.games.compagnie.state import Back, Colour, Type
from oppidum.games.compagnie.zones import back
from oppidum.kernel.fair import seed_key

from .arranged import GAME, Table, example, table

ENTRIES = GAME.default_edition().data["character"]


@pytest.mark.rule("compagnie 1.4", "compagnie 9.4")
def test_every_card_has_strength_colour_and_type():
    assert {entry["type"] for entry in ENTRIES} == {kind.name.lower() for kind in Type}
    assert {entry["colour"] for entry in ENTRIES} == {colour.name.lower() for colour in Colour}
    assert min(entry["strength"] for entry in ENTRIES) == 2
    assert max(entry["strength"] for entry in ENTRIES) == 8


@pytest.mark.rule("compagnie 1.5")
def test_known_facts_of_the_cards():
    by_id = {entry["id"]: entry for entry in ENTRIES}
    assert 65 <= sum(entry["copies"] for entry in ENTRIES) <= 75
    for hero in ("asterix", "obelix", "cesar"):
        assert by_id[hero]["type"] == "hero"
        assert by_id[hero]["copies"] == 2
    assert [by_id[x]["strength"] for x in ("asterix", "obelix", "idefix", "caius-bonus")] == [6, 8, 4, 4]
    assert [by_id[x]["strength"] for x in ("numerobis", "septantesix")] == [3, 3]
    for name in ("aplusbegalix", "detritus"):
        assert by_id[name]["strength"] in (2, 3, 4)
    for name in ("numerobis", "cleopatre", "barbe-rouge", "jolitorax", "baba", "soupalognon"):
        assert by_id[name]["colour"] == "neutral"
    assert by_id["asterix"]["power"] == [{"do": "knock_out", "colour": "roman", "pick": "strongest"}]
    assert by_id["falbala"]["power"] == [{"do": "knock_out", "colour": "roman", "pick": "weakest"}]
    assert by_id["panoramix"]["power"] == [{"do": "gain_bonus", "bonus": "potion"}]
    assert by_id["cleopatre"]["constraint"] == [{"do": "discard", "count": 2}]
    assert by_id["tullius-octopus"]["constraint"] == [{"do": "require", "type": ["legionary", "centurion"]}]
    assert by_id["caius-bonus"]["type"] == "centurion"
    strong = [entry for entry in ENTRIES if entry["strength"] >= 7]
    assert all("constraint" in entry for entry in strong)
    assert sum("constraint" in entry for entry in ENTRIES) < len(ENTRIES) / 4
    verbs = {row["do"] for entry in ENTRIES for row in entry.get("power", [])}
    assert {"call", "discard", "eliminate", "knock_out", "draw", "revive", "move"} <= verbs
    assert all("power" in entry for entry in ENTRIES)


@pytest.mark.rule("compagnie 1.5")
def test_each_type_matters_to_some_power_or_constraint():
    named: set[str] = set()
    for entry in ENTRIES:
        for row in (*entry.get("power", []), *entry.get("constraint", [])):
            kinds = row.get("type", [])
            named |= {kinds} if isinstance(kinds, str) else set(kinds)
    assert named == {kind.name.lower() for kind in Type}


@pytest.mark.rule("compagnie 1.6")
def test_the_albums():
    albums = GAME.default_edition().data["album"]
    assert len(albums) == 26
    assert len({entry["name"]["fr"] for entry in albums}) == 26
    assert [bool(entry.get("effect")) for entry in albums] == [False] * 4 + [True] * 22
    lasting = [a for a in albums if any(r["do"] in STANDING for r in a.get("effect", []))]
    assert 3 <= len(lasting) <= 8


STANDING = ("goal", "worth", "ban", "shield", "strengthen")


@pytest.mark.rule("compagnie 1.7")
def test_backs():
    s = GAME.deal(4, seed_key("backs"))
    backs: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for card in range(s.cards):
        colour = (s.character[s.kind[card]] >> 4) & 3
        backs[colour].append(int(back(s, card)))
    assert set(backs[Colour.GAUL]) == {Back.BLUE}
    assert set(backs[Colour.ROMAN]) == {Back.RED}
    assert abs(backs[Colour.NEUTRAL].count(0) - backs[Colour.NEUTRAL].count(1)) <= 1


@pytest.mark.rule("compagnie 1.7", "compagnie 6.13")
def test_everybody_sees_the_backs_and_nothing_else():
    t = Table(GAME.deal(3, seed_key("seen")))
    for seat in range(-1, 3):
        view = Table(GAME.view(t.s, seat))
        for zone in range(5):
            seen = [int(back(view.s, card)) for card in view.chain(zone)]
            true = [int(back(t.s, card)) for card in t.chain(zone)]
            assert (seen == true) if zone == 4 else (sorted(seen) == sorted(true))
            if zone not in (seat, 4):
                assert not any(view.s.known[card] for card in view.chain(zone))


@pytest.mark.rule("compagnie 9.1", "compagnie 9.11")
def test_calling():
    t = table(4, hands={1: "abraracourcix", 2: "baba"})
    t.put("panoramix", 3, "gaul")
    t.put("idefix", 2, "gaul", potion=True)
    t.put("falbala", 3, "gaul", ko=True)
    t.play(1, "play abraracourcix left")
    assert t.legal() == ["pass", "target panoramix.1"]
    t.play(1, "target panoramix.1")
    assert t.camp(1, "gaul") == ["abraracourcix", "panoramix.1"]
    assert t.totals(1) == (8, 0)
    assert t.totals(3) == (0, 0)
    assert t.holds(1) == (1, 1, 1)  # his power is not used
    t.bonuses(2, 0, 1, 0)
    t.play(2, "bonus", "target panoramix.1")  # knocked out, he will return to the caller
    t.put("obelix", 1, "gaul")
    t.put("bonemine", 1, "gaul")
    for seat in (3, 4):
        t.play(seat, "reinforce", "pass") if t.asked == seat else None
    assert "panoramix.1" in t.hand(1)


@pytest.mark.rule("compagnie 9.1")
def test_a_called_character_keeps_colour_and_type():
    t = table(2, hands={2: "cloridric"}, turn=2)
    t.put("panoramix", 1, "gaul")
    t.put("caius-bonus", 1, "roman")
    t.play(2, "play cloridric right", "target panoramix.1")
    assert t.camp(1, "roman") == ["caius-bonus", "cloridric", "panoramix.1"]
    t.give(1, "falbala")
    t.play(1, "play falbala left")
    assert t.legal() == ["pass", "target caius-bonus"]  # the weakest Roman: Panoramix is none


@pytest.mark.rule("compagnie 9.2")
def test_a_discarded_bonus_goes_to_the_reserve():
    t = table(2, hands={1: "amonbofis"})
    t.bonuses(2, 0, 1, 0)
    before = t.s.reserve[1]
    t.play(1, "play amonbofis left", "use")
    assert t.holds(2) == (0, 0, 0)
    assert t.s.reserve[1] == before + 1


@pytest.mark.rule("compagnie 9.3")
def test_eliminating_somebody_with_a_potion():
    t = table(2, hands={2: "numerobis"}, turn=2)
    t.put("panoramix", 1, "gaul", potion=True)
    t.put("ordralfabetix", 1, "gaul", ko=True)
    before = t.s.reserve[0]
    t.play(2, "play numerobis right")
    assert t.legal() == ["pass", "target panoramix.1"]
    t.play(2, "target panoramix.1")
    assert t.discard() == ["panoramix.1"]
    assert t.s.reserve[0] == before + 1
    assert t.totals(1) == (0, 3)


@pytest.mark.rule("compagnie 9.4", "compagnie 4.3")
def test_asterix_with_a_potion_has_twelve():
    t = table(2)
    t.put("asterix", 1, "gaul", potion=True)
    assert t.totals(1) == (12, 0)


@pytest.mark.rule("compagnie 9.5", "compagnie 9.10", "compagnie 9.7")
def test_a_neutral_is_neither_gaul_nor_roman_wherever_it_stands():
    t = table(2, hands={1: "asterix cesar"})
    t.put("septantesix", 1, "roman")
    t.put("baba", 2, "gaul")
    t.play(1, "play asterix left")
    assert t.asked == 2
    t.play(2, "reinforce", "pass")
    t.play(1, "play cesar right")
    assert t.asked == 2


@pytest.mark.rule("compagnie 9.6", "compagnie 9.9")
def test_knocked_out_and_revived():
    t = table(2, hands={1: "tragicomix"})
    t.put("idefix", 1, "gaul", ko=True)
    t.put("brutus", 1, "roman", ko=True)
    assert t.totals(1) == (0, 0)
    t.play(1, "play tragicomix left")
    assert t.legal() == ["pass", "target idefix.1"]
    t.play(1, "target idefix.1")
    assert t.totals(1) == (8, 0)
    assert t.helmets(1) == (1, 0)


@pytest.mark.rule("compagnie 9.12")
def test_moving_a_legionary():
    t = table(4, hands={1: "legionnaire-aquarium"})
    t.put("legionnaire-babaorum", 2, "roman", potion=True, owner=3)
    t.play(1, "play legionnaire-aquarium right", "target legionnaire-babaorum.1")
    assert t.legal() == ["album 1", "album 3", "album 4"]
    t.play(1, "album 3")
    assert t.camp(3, "roman") == ["legionnaire-babaorum.1"]
    assert t.totals(2) == (0, 0)
    assert t.totals(3) == (0, 6)
    assert t.has_potion("legionnaire-babaorum.1")


@pytest.mark.rule("compagnie 9.13", "compagnie 6.13")
def test_taking_back():
    t = table(2, hands={1: "assurancetourix"})
    t.put("caius-bonus", 1, "roman", potion=True)
    before = t.s.reserve[0]
    t.play(1, "play assurancetourix left", "target caius-bonus")
    assert t.hand(2) == ["caius-bonus"]
    assert t.s.reserve[0] == before + 1
    assert t.knows(1, "caius-bonus")
    assert t.totals(1) == (3, 0)


@pytest.mark.rule("compagnie 9.14")
def test_the_strongest_by_present_strength_among_those_it_can_hit():
    t = table(2, hands={1: "asterix"})
    t.put("cesar", 1, "roman", potion=True)
    t.put("caius-bonus", 1, "roman")
    t.put("cornedurus", 1, "roman")
    t.put("langelus", 1, "roman")
    t.play(1, "play asterix left")
    assert t.legal() == ["pass", "target caius-bonus", "target cornedurus"]
    u = table(2, hands={1: "falbala"})
    u.put("caius-bonus", 1, "roman")
    u.put("langelus", 1, "roman")
    u.play(1, "play falbala left")
    assert u.legal() == ["pass", "target langelus"]


@pytest.mark.rule("compagnie 9.15")
def test_taking_and_stealing():
    t = table(3, hands={1: "barbe-rouge prolix", 2: "baba"})
    t.bonuses(1, 2, 0, 0)
    t.bonuses(2, 1, 1, 0)
    t.play(1, "play barbe-rouge left", "use")
    assert t.holds(1) == (2, 1, 0)  # a third potion is out of the question
    assert t.holds(2) == (1, 0, 0)
    t.s.turn = t.s.actor = 0
    t.play(1, "play prolix left", "use")
    assert t.hand(1) == ["baba"]
    assert t.knows(2, "baba")
    assert not t.knows(3, "baba")
    spectator = GAME.view(t.s, -1)
    assert not spectator.known[t.card("baba")]


@pytest.mark.rule("compagnie 9.16")
def test_using_the_power_of_another():
    t = table(3, hands={2: "imitatus"}, turn=2, edition=example())
    t.put("donator", 3, "roman")  # a chief, far from seat 2
    t.put("couronnix", 1, "gaul")
    t.play(2, "play imitatus right")
    assert t.legal() == ["pass", "target couronnix.1", "target donator"]
    t.play(2, "target donator")
    assert t.holds(1) == (1, 1, 2)  # "both players of this album": those of the borrower's
    assert t.holds(2) == (1, 1, 2)
    assert t.holds(3) == (1, 1, 1)


def test_helpers_agree_with_the_edition():
    s = GAME.deal(2, seed_key("helpers"))
    for kind, entry in enumerate(ENTRIES):
        assert strength_of(s.character[kind]) == entry["strength"]
        assert Type(int(type_of(s.character[kind]))).name.lower() == entry["type"]
