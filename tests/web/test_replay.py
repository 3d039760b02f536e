"""Going through a game again: the list of moves, the slider, playing by itself, what if."""

from __future__ import annotations

import re

import pytest

from .conftest import Person, play_on


@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_every_move_stands_in_the_list_in_words(me: Person, game: str) -> None:
    code = me.play_now(game, level="greedy", players="2")
    play_on(me.hall, code, 0)
    page = me.page(f"/t/{code}/replay?step=5")
    moves = page.split('id="moves"')[1].split("</ol>")[0]
    last = int(re.search(r'max="(\d+)"', page)[1])  # pyright: ignore[reportOptionalSubscript]
    assert [int(n) for n in re.findall(r'<span class="number">(\d+)<', moves)] == list(range(last + 1))
    assert moves.count('aria-current="step"') == 1
    assert f"/t/{code}/replay?as=open&amp;step={last}" in moves
    assert page.count("<option value=") > 3
    assert 'class="mark"' in moves


def test_the_list_of_a_running_game_keeps_what_others_have_chosen(me: Person) -> None:
    """Secret bids: those of others are named, not told, before they are revealed."""
    code = me.play_now("cartes", level="greedy", players="2")
    me.bots()
    page = me.page(f"/t/{code}/replay")
    moves = page.split('id="moves"')[1].split("</ol>")[0]
    assert not re.search(r"Play \d", moves)


def test_playing_on_from_a_moment(me: Person) -> None:
    code = me.play_now("cartes", level="greedy", players="2")
    play_on(me.hall, code, 0)
    assert "/what-if" in me.page(f"/t/{code}/replay?step=3")
    where = me.go(f"/t/{code}/what-if", {"after": 3, "seat": 1})
    page = me.page(where)
    assert f"/t/{code}/replay?step=3" in page
    assert 'data-status="playing"' in page
    for wrong in ({"after": 100000, "seat": 1}, {"after": 0, "seat": 9}, {"seat": 1}, {"after": 0}):
        assert me.post(f"/t/{code}/what-if", wrong).status_code == 400
