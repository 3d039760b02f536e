"""What a visitor may choose before a game, and what is chosen unless they say otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from oppidum import games
from oppidum.bots import levels
from oppidum.faces.speaking import words_of
from oppidum.kernel.about import About
from oppidum.words import Language


def offered_levels(game: str) -> list[str]:
    """The bots that a visitor is offered, weakest first; `random` and `greedy` are for programs."""
    return [level.id for level in levels.levels(game)]


def usual_level(game: str) -> str:
    """The one in the middle."""
    offered = offered_levels(game)
    return offered[len(offered) // 2]


def usual_players(about: About) -> int:
    """Four, or as near as the game allows."""
    return min(max(4, about.min_players), about.max_players)


def options_in_words(t: Language, game: str, chosen: Mapping[str, object]) -> list[str]:
    """What a table plays by: how many of something, and whatever is not as usual."""
    words, about = words_of(game), games.about(game)
    usual = {option.name: option.live or option.default for option in about.options}
    said: list[str] = []
    for name, choice in about.option_words(chosen).items():
        in_words = words.option_choice(t, name, choice)
        if choice.isdigit():  # it says what it counts
            said.append(in_words)
        elif choice != usual[name]:
            said.append(t.say("%(option)s: %(choice)s", option=words.option(t, name), choice=in_words))
    return said
