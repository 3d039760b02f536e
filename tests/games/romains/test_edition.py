"""Edition files of `romains`: what is in the default one, and what is said about broken ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.editions import check_damaged, line_of, original

from oppidum.games.romains import edition
from oppidum.kernel.editions import SOURCES, EditionFile
from oppidum.kernel.errors import BadEdition
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll

from .arranged import GAME

ORIGINAL = original("romains", edition.read)
TEXT, problems, replaced = ORIGINAL.text, ORIGINAL.problems, ORIGINAL.replaced
FIRST_SPACE = TEXT[TEXT.index("[[space]]") : TEXT.index("[[space]]", TEXT.index("[[space]]") + 1)]


def test_every_entry_says_where_it_comes_from():
    data = edition.default().data
    entries = [data["board"], *data["space"], *data["die"], *data["card"], *data["table"], *data["pawn"]]
    assert {entry["from"] for entry in entries} <= set(SOURCES)
    assert {space["from"] for space in data["space"]} == {"reconstruction"}
    assert {card["from"] for card in data["card"]} == {"reconstruction"}
    assert {die["from"] for die in data["die"]} == {"review"}
    assert [table["from"] for table in data["table"]] == ["reconstruction"] + ["rulebook"] * 4


def test_every_name_is_there_in_four_languages():
    data = edition.default().data
    for entry in (*data["card"], *data["pawn"]):
        assert set(entry["name"]) == {"fr", "en", "cs", "de"}


@pytest.mark.rule("romains 2.3")
def test_the_tables_of_the_default_edition():
    tables = {table["players"]: table["removed"] for table in edition.default().data["table"]}
    assert tables == {2: 10, 3: 10, 4: 10, 5: 5, 6: 0}


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("village = 15", "village = 40", "village", "board.village: expected a whole number from 4 to 16"),
        ("village = 15", 'village = "15"', "village", "board.village: expected a whole number"),
        ('game = "romains"', 'game = "cartes"', "game", "edition.game: expected 'romains'; got 'cartes'"),
        ("faces = [1, 2, 2, 3, 3, 4]", "faces = [1, 2, 3]", "faces", "die.faces: expected 6 whole numbers"),
        ("faces = [1, 2, 2, 3, 3, 4]", "faces = [0, 2, 2, 3, 3, 4]", "faces", "die.faces: expected 6"),
        ('id = "white"', 'id = "red"', 'id = "red"', "die.id: expected one of white, black"),
        ("[board]", "[board]\nhills = 3", "hills", "board.hills: unknown key"),
        ('event = "', 'event = "well" # "', "event", "space.event: expected one of menhir, bard, cohort"),
        ("removed = 10", "removed = 31", "removed", "table.removed: expected a whole number from 0 to 29"),
        ("players = 2", "players = 7", "players", "table.players: expected a whole number from 2 to 6"),
        ("points = 1", "points = 4", "points", "card.points: expected a whole number from 1 to 3"),
        ('fr = "Astérix", ', "", "name", ""),
    ],
)
def test_problems_are_reported_with_their_line(old: str, new: str, where: str, what: str):
    text = replaced(old, new)
    found = problems(text)
    if where == "name":
        assert any("pawn.name: expected" in problem for problem in found)
        return
    line = line_of(text, where)
    assert any(problem.startswith(f"line {line}: {what}") for problem in found), found


def test_two_events_on_one_space():
    text = TEXT.replace(FIRST_SPACE, FIRST_SPACE + FIRST_SPACE, 1)
    assert any("is there twice" in problem for problem in problems(text))


@pytest.mark.rule("romains 1.3")
def test_the_number_of_cards_is_checked():
    text = re.sub(r"(?<=copies = )\d+(?!.*copies)", lambda n: str(int(n[0]) + 1), TEXT, flags=re.DOTALL)
    assert any("expected 16 penalty cards in all" in problem for problem in problems(text))
    text = TEXT.replace("points = 2", "points = 1", 1)
    assert any("helmets of 1 are there twice" in problem for problem in problems(text))


def test_missing_parts():
    assert any(
        "bored: unknown section; board is meant?" in p for p in problems(TEXT.replace("[board]", "[bored]"))
    )
    last = TEXT[TEXT.rindex("[[pawn]]") :]
    assert any("expected 6 pawns, found 5" in p for p in problems(TEXT.replace(last, "")))
    last = TEXT[TEXT.rindex("[[table]]") : TEXT.index("# The pawns")]
    assert any("an entry for each of 2, 3, 4, 5 and 6" in p for p in problems(TEXT.replace(last, "")))
    die = TEXT[TEXT.rindex("[[die]]") : TEXT.index("# 32 Roman")]
    assert any("one white die and one black" in p for p in problems(TEXT.replace(die, "")))
    assert any("not TOML" in p for p in problems("[board"))


@pytest.mark.parametrize(
    ("old", "new", "beyond", "printed"),
    [
        ("faces = [1, 2, 2, 3, 3, 4]", "faces = [1, 2, 2, 3, 3, 5]", "die.faces of white: 5", "1 to 4"),
        ("faces = [3, 4, 4, 5, 5, 6]", "faces = [2, 4, 4, 5, 5, 6]", "die.faces of black: 2", "3 to 6"),
        ("removed = 5", "removed = 6", "table.removed: 6", "5"),
    ],
)
def test_what_is_beyond_the_printed_game_is_said(old: str, new: str, beyond: str, printed: str):
    text = replaced(old, new)
    found = edition.read(EditionFile.parse("mine.toml", text)).warnings
    warning = f"{beyond} can be played, but the printed game has {printed}"
    assert found == (f"line {line_of(text, new)}: {warning}",)


def test_what_comes_with_the_game_gives_no_warning():
    assert [found.warnings for found in (edition.default(), *edition.earlier())] == [(), ()]


def test_an_own_edition_is_played(tmp_path: Path):
    """A longer way, a menhir on the first and on the last space: straight into the position."""
    path = tmp_path / "mine.toml"
    text = TEXT.replace("village = 15", "village = 16", 1)
    text += '\n[[space]]\nat = 15\nevent = "menhir"\nfrom = "box"\n'
    path.write_text(text, encoding="utf-8")
    mine = GAME.load_edition(str(path))
    s = GAME.deal(3, seed_key("mine"), edition=mine)
    assert s.village == 16
    assert (s.menhirs >> 15) & 1
    assert not GAME.view(s, 0).bards & (1 << 15)
    assert mine.sha256 != edition.default().sha256
    while waiting := GAME.waiting(s):
        GAME.act(s, waiting[0], GAME.legal(s, waiting[0])[0])
    assert GAME.standing(s).winners


def test_whatever_is_damaged_is_refused_in_sentences_with_line_and_key():
    check_damaged(edition.read, TEXT, every=1)


@pytest.mark.parametrize("village", ["", "village = 40", 'village = "far"'])
def test_spaces_are_not_measured_by_a_village_that_is_nowhere(village: str):
    (problem,) = problems(replaced("village = 15", village))
    assert "board.village: expected a whole number from 4 to 16" in problem
    (problem,) = problems(replaced("at = 2", "at = 99"))
    assert "space.at: expected a whole number from 1 to 14" in problem


WHITE, BLACK = "faces = [1, 2, 2, 3, 3, 4]", "faces = [3, 4, 4, 5, 5, 6]"


def with_dice(white: list[int], black: list[int], text: str = TEXT) -> str:
    assert WHITE in text
    assert BLACK in text
    return text.replace(WHITE, f"faces = {white}").replace(BLACK, f"faces = {black}")


def only(events: dict[int, str]) -> str:
    """Our board with these events alone."""
    spaces = "".join(
        f'[[space]]\nat = {at}\nevent = "{event}"\nfrom = "box"\n\n' for at, event in events.items()
    )
    return TEXT[: TEXT.index("[[space]]")] + spaces + TEXT[TEXT.index("[[die]]") :]


@pytest.mark.rule("romains 9.1")
@pytest.mark.parametrize(
    "text",
    [
        with_dice([3] * 6, [3] * 6),  # to the bard on 6 and back to 3, for ever
        with_dice([1] * 6, [1] * 6),  # to the bard on 4 and back to 1
        with_dice([3] * 6, [3] * 6, only({3: "bard"})),  # never out of the camp
        with_dice([3] * 6, [3] * 6, only({3: "cohort", 6: "bard"})),
        with_dice([3] * 6, [3] * 6, only({12: "bard", 1: "menhir"})),
        with_dice([1, 1, 1, 2, 2, 2], [1, 1, 1, 2, 2, 2], only({7: "bard", 8: "bard", 1: "menhir"})),
        with_dice([5] * 6, [5] * 6, only({5: "menhir", 10: "menhir", 7: "bard"})),  # home, but empty-handed
    ],
)
def test_a_board_on_which_games_never_end_is_refused(text: str):
    file = EditionFile.parse("mine.toml", text)
    taken = edition.read(file)  # games that began with it in a former version go on
    (problem,) = taken.outgrown
    assert re.fullmatch(
        r"line \d+: die\.faces of white: with these dice and spaces a game may never end: .*", problem
    )
    with pytest.raises(BadEdition):
        GAME.deal(2, seed_key("never"), edition=taken)


@pytest.mark.rule("romains 9.1")
@pytest.mark.parametrize(
    "text",
    [
        with_dice([3] * 6, [3, 3, 3, 3, 3, 4]),  # one face leads past the bard
        with_dice([6] * 6, [6] * 6),
        with_dice([3] * 6, [3] * 6, only({1: "menhir", 2: "bard"})),  # straight home
        with_dice([1, 1, 1, 1, 1, 2], [1] * 6, only({14: "menhir"})),
    ],
)
def test_a_board_with_a_way_home_is_taken(text: str):
    taken = edition.read(EditionFile.parse("mine.toml", text))
    assert not taken.outgrown
    s = GAME.deal(2, seed_key("home"), edition=taken)
    luck = luck_from("home", 1)
    for _ in range(20_000):
        waiting = GAME.waiting(s)
        if not waiting:
            return
        legal = GAME.legal(s, waiting[0])
        GAME.act(s, waiting[0], legal[int(roll(luck, len(legal)))])
    raise AssertionError("the game does not end")
