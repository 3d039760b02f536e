"""1 the box, 2 setting up, 3 a turn."""

from __future__ import annotations

from collections import Counter

import pytest

from oppidum.games.romains import edition
from oppidum.games.romains.card_sets import faces, size
from oppidum.games.romains.state import CARDS, Kind, Phase
from oppidum.kernel.errors import IllegalAction
from oppidum.kernel.fair import seed_key

from .arranged import GAME, WHOLE, Table, table

NOTHING = ["h1", "h1", "h1", "h1", "h1", "h1"]


@pytest.mark.rule("romains 1.2")
def test_the_path_has_fourteen_spaces_with_seven_events():
    s = GAME.blanks(1)[0]
    assert s.village == 15
    spaces = [space["at"] for space in edition.default().data["space"]]
    kinds = Counter(space["event"] for space in edition.default().data["space"])
    assert kinds == {"menhir": 3, "bard": 2, "cohort": 2}
    assert len(set(spaces)) == 7
    assert all(0 < space < 15 for space in spaces)
    assert s.menhirs | s.bards | s.cohorts == sum(1 << space for space in spaces)


@pytest.mark.rule("romains 1.3")
def test_the_box_has_32_romans_and_16_penalties():
    assert sum(WHOLE[face] for face in range(3)) == 32
    assert sum(WHOLE[face] for face in range(3, 6)) == 16
    assert all(WHOLE[face] > 0 for face in range(6))


@pytest.mark.rule("romains 1.4", "romains 3.2")
@pytest.mark.parametrize(("die", "expected"), [("white", [1, 2, 2, 3, 3, 4]), ("black", [3, 4, 4, 5, 5, 6])])
def test_the_dice_fall_as_often_as_their_faces_say(die: str, expected: list[int]):
    s = GAME.blanks(1)[0]
    assert sorted((s[die] >> (4 * i)) & 15 for i in range(6)) == expected
    thrown: Counter[int] = Counter()
    for number in range(600):
        t = Table(GAME.deal(2, seed_key("dice", number)))
        t.play(t.turn, die)
        thrown[t.told(Kind.ROLL)[0].c] += 1
    for pips in range(1, 7):
        share = expected.count(pips) / 6
        assert abs(thrown[pips] - 600 * share) < 60, (pips, thrown)  # five standard deviations


@pytest.mark.rule("romains 1.5")
def test_six_pawns_with_names():
    pawns = edition.default().data["pawn"]
    assert [pawn["name"]["fr"] for pawn in pawns] == [
        "Astérix",
        "Obélix",
        "Agecanonix",
        "Cétautomatix",
        "Ordralfabétix",
        "Abraracourcix",
    ]


@pytest.mark.rule("romains 2.1", "romains 2.2", "romains 2.3", "romains 2.4", "romains 2.5")
@pytest.mark.parametrize(("players", "removed"), [(2, 10), (3, 10), (4, 10), (5, 5), (6, 0)])
def test_the_deal(players: int, removed: int):
    gone: set[str] = set()
    for number in range(8):
        t = Table(GAME.deal(players, seed_key("deal", number)))
        assert [t.at(seat) for seat in range(1, players + 1)] == [0] * players
        assert all(size(t.s.known[x, x]) == 3 for x in range(players))
        assert t.s.left == CARDS - removed - 3 * players
        in_play = Counter(face for x in range(players) for face in faces(t.s.known[x, x]))
        in_play.update(Counter(t.s.pile[(t.s.top + i) % CARDS] for i in range(t.s.left)))
        assert in_play <= WHOLE
        assert (WHOLE - in_play).total() == removed
        gone.add(str(sorted((WHOLE - in_play).elements())))
        for x in range(players):  # shown to nobody
            assert all(t.s.known[x, y] == 0 for y in range(players) if y != x)
    assert len(gone) > 1 or removed == 0


@pytest.mark.rule("romains 3.1")
def test_a_fair_draw_decides_who_begins():
    first = Counter(Table(GAME.deal(4, seed_key("first", number))).turn for number in range(400))
    assert set(first) == {1, 2, 3, 4}
    assert all(60 < n < 140 for n in first.values())


@pytest.mark.rule("romains 3.1")
def test_turns_go_clockwise():
    t = table(3, NOTHING, white=1, turn=2)
    order = []
    for _ in range(5):
        order.append(t.turn)
        t.move(t.turn)
    assert order == [2, 3, 1, 2, 3]


@pytest.mark.rule("romains 3.2")
def test_one_die_of_the_two():
    t = table(2, NOTHING)
    assert t.asked == [1]
    assert t.legal(1) == ["white", "black"]
    with pytest.raises(IllegalAction, match="Seat 2 has nothing to decide"):
        t.play(2, "white")
    with pytest.raises(IllegalAction, match="Legal: white, black"):
        t.play(1, "exchange")


@pytest.mark.rule("romains 3.3")
@pytest.mark.parametrize(("die", "space"), [("white", 7), ("black", 9)])
def test_the_pawn_walks_what_the_die_shows(die: str, space: int):
    t = table(2, NOTHING, at=[5, 0], white=2, black=4)
    t.move(1, die)
    assert t.at(1) == space
    assert t.turn == 2
    assert t.phase == Phase.ROLL
