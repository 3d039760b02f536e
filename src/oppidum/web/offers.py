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
    """What a table plays by, option by option."""
    words = words_of(game)
    return [
        t.say(
            "%(option)s: %(choice)s",
            option=words.option(t, name),
            choice=words.option_choice(t, name, choice),
        )
        for name, choice in games.about(game).option_words(chosen).items()
    ]
