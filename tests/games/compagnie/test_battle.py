"""The rulebook's own example: a battle for one album, move by move."""

from __future__ import annotations

import pytest

from .arranged import table

MATTHIEU, PAULINE = 1, 2
ALBUM = 1  # Matthieu's left: he is the Gaul there, Pauline the Roman


@pytest.mark.rule("compagnie 1.1", "compagnie 3.6", "compagnie 6.1", "compagnie 6.2", "compagnie 9.4")
def test_the_eight_steps_of_the_example():
    t = table(
        2,
        hands={
            MATTHIEU: "panoramix idefix asterix obelix",
            PAULINE: "numerobis caius-bonus septantesix falbala",
        },
        turn=MATTHIEU,
    )
    # 1 Panoramix brings a potion.
    t.play(MATTHIEU, "play panoramix left")
    assert t.holds(MATTHIEU) == (1, 1, 1)
    t.play(MATTHIEU, "use")
    assert t.holds(MATTHIEU) == (2, 1, 1)
    # 2 Numérobis eliminates him.
    t.play(PAULINE, "play numerobis right", "target panoramix.1")
    assert t.discard() == ["panoramix.1"]
    assert t.totals(ALBUM) == (0, 3)
    # 3 Idéfix brings a legionary's helmet.
    t.play(MATTHIEU, "play idefix left", "use")
    assert t.helmets(MATTHIEU) == (2, 0)
    assert t.totals(ALBUM) == (4, 3)
    # 4 Caius Bonus draws a card.
    t.play(PAULINE, "play caius-bonus right", "use")
    assert len(t.hand(PAULINE)) == 3
    assert t.totals(ALBUM) == (4, 7)
    # 5 Astérix knocks out Caius Bonus.
    t.play(MATTHIEU, "play asterix left", "target caius-bonus")
    assert t.is_ko("caius-bonus")
    assert t.totals(ALBUM) == (10, 3)
    # 6 Septantesix revives him.
    t.play(PAULINE, "play septantesix right", "target caius-bonus")
    assert not t.is_ko("caius-bonus")
    assert t.totals(ALBUM) == (10, 10)
    # 7 A potion for Astérix: 10 against 16. The album, and a centurion's helmet.
    before = t.sesterces(MATTHIEU)
    t.play(MATTHIEU, "bonus", "potion")
    assert "target asterix.1" in t.legal()
    won = t.play(MATTHIEU, "target asterix.1")
    assert won
    assert t.helmets(MATTHIEU) == (2, 1)
    assert t.sesterces(MATTHIEU) == before + 15 + 3
    # 8 Pauline takes a potion and turns the new album with the Gauls to herself.
    t.play(PAULINE, "potion")
    assert t.holds(PAULINE) == (2, 1, 1)
    old = t.album(ALBUM)
    t.play(PAULINE, "face gaul")
    assert t.s.gaul_seat[ALBUM - 1] == PAULINE - 1
    assert t.album(ALBUM) == old
    assert t.totals(ALBUM) == (0, 0)


@pytest.mark.rule("compagnie 9.4")
def test_the_totals_of_step_seven_are_10_and_16():
    t = table(2)
    for name in ("numerobis", "caius-bonus", "septantesix"):
        t.put(name, ALBUM, "roman")
    t.put("idefix", ALBUM, "gaul")
    t.put("asterix", ALBUM, "gaul", potion=True)
    assert t.totals(ALBUM) == (16, 10)
