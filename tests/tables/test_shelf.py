"""Boxes of visitors: whose they are, who sees them, what is kept, and what is played with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tables.conftest import OpenHall

from oppidum import games
from oppidum.kernel.errors import BadEdition, BadOption
from oppidum.tables import (
    BotSeat,
    Hall,
    HumanSeat,
    NoSuchBox,
    NotAllowed,
    NotNow,
    Settings,
    TooMany,
    looking,
    playing,
    replay,
    seating,
    shelf,
    visitors,
)
from oppidum.tables.bots_at_work import work_now
from oppidum.tables.rematch import rematch

GAMES = ("cartes", "compagnie", "romains")
# In each game a value that the reader of a table notices.
CHANGES = {
    "cartes": ("pair = 20", "pair = 25"),
    "romains": ("village = 15", "village = 16"),
    "compagnie": ("strength = 6", "strength = 7"),
}


def ours(game: str) -> str:
    return games.load(game).default_edition().text


def changed(game: str) -> str:
    return ours(game).replace(*CHANGES[game], 1)


@pytest.fixture
def me(hall: Hall) -> str:
    return visitors.arrive(hall, "Bonemine").visitor.id


@pytest.fixture
def other(hall: Hall) -> str:
    return visitors.arrive(hall, "Falbala").visitor.id


@pytest.mark.every_store
def test_a_box_is_private_until_it_is_shared(hall: Hall, me: str, other: str):
    code = shelf.put(hall, me, changed("cartes"))
    assert shelf.find(hall, code, me).mine
    for stranger in (other, None):
        with pytest.raises(NoSuchBox):
            shelf.find(hall, code, stranger)
    shelf.share(hall, code, me, True)
    seen = shelf.find(hall, code, other)
    assert (seen.mine, seen.author, seen.text) == (False, "Bonemine", changed("cartes"))
    shelf.share(hall, code, me, False)
    with pytest.raises(NoSuchBox):
        shelf.find(hall, code, other)


def test_only_its_author_changes_a_box(hall: Hall, me: str, other: str):
    code = shelf.put(hall, me, ours("cartes"))
    shelf.share(hall, code, me, True)
    deeds: list[Callable[[], object]] = [
        lambda: shelf.change(hall, code, other, changed("cartes"), 1),
        lambda: shelf.share(hall, code, other, False),
        lambda: shelf.remove(hall, code, other),
    ]
    for deed in deeds:
        with pytest.raises(NotAllowed):
            deed()
    assert shelf.find(hall, code, me).text == ours("cartes")


def test_of_two_changes_of_the_same_version_one_is_made(hall: Hall, me: str):
    code = shelf.put(hall, me, ours("cartes"))
    assert shelf.change(hall, code, me, changed("cartes"), 1) == 2
    with pytest.raises(NotNow):
        shelf.change(hall, code, me, ours("cartes"), 1)
    assert shelf.find(hall, code, me).text == changed("cartes")


def test_what_cannot_be_read_is_not_kept_and_what_has_mistakes_is(hall: Hall, me: str):
    for text in ("[edition", "", '[edition]\ngame = "chess"\n', "a = 1"):
        with pytest.raises(BadEdition):
            shelf.put(hall, me, text)
    assert shelf.mine(hall, me) == []
    code = shelf.put(hall, me, ours("cartes").replace("copies = 4", "copies = 3", 1))
    (line,) = shelf.mine(hall, me)
    assert not line.playable
    box = shelf.find(hall, code, me)
    assert [problem.card for problem in box.examined.problems] == ["caesar"]
    with pytest.raises(BadEdition):
        _ = box.edition
    with pytest.raises(BadOption):
        shelf.change(hall, code, me, ours("romains"), 1)  # of another game


def test_a_shelf_has_so_much_room(hall: Hall, me: str, other: str):
    codes = [shelf.put(hall, me, ours("romains")) for _ in range(shelf.MOST)]
    with pytest.raises(TooMany):
        shelf.put(hall, me, ours("romains"))
    shelf.put(hall, other, ours("romains"))
    shelf.remove(hall, codes[0], me)
    shelf.put(hall, me, ours("romains"))
    with pytest.raises(BadOption):
        shelf.put(hall, other, ours("romains") + "#" * shelf.LARGEST)


def play(hall: Hall, code: str, visitor: str) -> None:
    chance = random.Random(visitor)  # who always decides alike may play for ever
    while (seen := looking.view(hall, code, visitor)).status == "playing":
        if seen.may_decide:
            playing.move(hall, code, visitor, chance.choice(seen.choices).words, confirmed=True)
        work_now(hall)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_dealt_from_its_box(hall: Hall, me: str, game: str):
    """Whatever becomes of the box; with greedy bots, to the end, and the rematch goes on with it."""
    code = shelf.put(hall, me, changed(game))
    edition = shelf.find(hall, code, me).edition
    players = games.about(game).min_players
    settings = Settings(game, (HumanSeat(), *[BotSeat("greedy")] * (players - 1)))
    table = seating.open_table(hall, me, settings, edition)
    assert looking.view(hall, table, me).edition.sha256 == edition.sha256  # before the start, too
    shelf.remove(hall, code, me)
    seating.sit(hall, table, me)
    seating.start(hall, table, me)
    play(hall, table, me)
    assert replay.record(hall, table).edition.sha256 == edition.sha256
    again = rematch(hall, table, me)
    assert looking.view(hall, again, me).edition.sha256 == edition.sha256


def test_a_table_is_not_opened_with_a_box_of_another_game_or_one_with_mistakes(hall: Hall, me: str):
    edition = shelf.examine(changed("cartes")).edition
    with pytest.raises(BadOption):
        seating.play_now(hall, me, "romains", level="greedy", edition=edition)


@pytest.mark.every_store
def test_a_restart_finds_boxes_and_tables_again(open_one: OpenHall):
    hall = open_one()
    me = visitors.arrive(hall, "Bonemine").visitor.id
    code = shelf.put(hall, me, changed("compagnie"))
    edition = shelf.find(hall, code, me).edition
    table = seating.play_now(hall, me, "compagnie", level="greedy", edition=edition)
    again = open_one()
    assert shelf.find(again, code, me).text == changed("compagnie")
    assert looking.view(again, table, me).edition.data == edition.data


def test_the_boxes_of_the_house_are_for_everybody(tmp_path: Path, open_one: OpenHall):
    (tmp_path / "mine.toml").write_text(changed("cartes"), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no box", encoding="utf-8")
    hall = open_one(club=shelf.club_in(tmp_path))
    (box,) = shelf.club(hall)
    assert shelf.find(hall, box.code, None).edition.data["scoring"]["pair"] == 25
    somebody = visitors.arrive(hall, "Bonemine").visitor.id
    with pytest.raises(NotAllowed):
        shelf.remove(hall, box.code, somebody)
    (tmp_path / "broken.toml").write_text(
        changed("cartes").replace("pair = 25", "pair = -1"), encoding="utf-8"
    )
    with pytest.raises(BadEdition, match=r"broken.toml: line \d+: scoring.pair: "):
        shelf.club_in(tmp_path)
    with pytest.raises(BadOption):
        shelf.club_in(tmp_path / "nowhere")
