"""A game's card: bad numbers of players and options are refused in one sentence."""

from __future__ import annotations

import pytest

from oppidum import games
from oppidum.kernel.about import About, Option
from oppidum.kernel.errors import BadOption, OppidumError

ABOUT = About(
    id="toy",
    title="A toy",
    authors="nobody",
    min_players=2,
    max_players=3,
    minutes=5,
    options=(Option("rounds", ("1", "2", "3"), "2", "how many"), Option("jokers", ("no", "yes"), "no", "?")),
)


def test_options_as_numbers_with_defaults():
    assert ABOUT.option_numbers({}) == [1, 0]
    assert ABOUT.option_numbers({"jokers": "yes"}) == [1, 1]
    assert ABOUT.option_numbers({"rounds": 3, "jokers": "no"}) == [2, 0]
    assert ABOUT.option_words({"rounds": 1}) == {"rounds": "1", "jokers": "no"}


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"rounds": "4"}, "option rounds takes one of 1, 2, 3; not '4'."),
        ({"rounds": None}, "option rounds takes one of 1, 2, 3; not 'None'."),
        ({"jokers": ""}, "option jokers takes one of no, yes; not ''."),
        ({"joker": "yes"}, "toy has no option 'joker'; its options: jokers, rounds."),
    ],
)
def test_bad_options(chosen: dict[str, object], sentence: str):
    with pytest.raises(BadOption) as caught:
        ABOUT.option_numbers(chosen)
    assert str(caught.value) == sentence


def test_a_game_without_options_says_so():
    with pytest.raises(BadOption, match="its options: none"):
        About("toy", "A toy", "nobody", 2, 2, 1).option_numbers({"x": 1})


@pytest.mark.parametrize("players", [-1, 0, 1, 4, 10**9])
def test_players_out_of_range(players: int):
    with pytest.raises(BadOption) as caught:
        ABOUT.check_players(players)
    assert str(caught.value) == f"toy is for 2 to 3 players, not {players}."


def test_players_in_range():
    for players in (2, 3):
        ABOUT.check_players(players)


def test_unknown_games():
    for ask in (games.about, games.load):
        with pytest.raises(BadOption, match="There is no game 'bridge'; there are cartes"):
            ask("bridge")


def test_every_complaint_is_one_kind_of_error():
    assert issubclass(BadOption, OppidumError)


@pytest.mark.parametrize("about", games.catalogue().values(), ids=str)
def test_defaults_are_choices(about: About):
    for option in about.options:
        assert option.default in option.choices
        assert len(set(option.choices)) == len(option.choices)
