"""The plain board: what is asked, and every choice in words. For any game, at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.faces.scene import Scene
from oppidum.faces.speaking import words_of
from oppidum.kernel.editions import Edition


def symbols(edition: Edition) -> Sequence[str]:
    return ()


def present(scene: Scene) -> dict[str, Any]:
    words = words_of(scene.game.id)
    return {
        "question": words.question(scene.t, scene.edition, scene.seen) if scene.choices else "",
        "choices": [
            {
                "words": choice.move,
                "text": words.action(scene.t, scene.edition, choice, scene.names),
            }
            for choice in scene.choices
        ],
        "points": list(scene.standing.points) if scene.standing else [],
    }
