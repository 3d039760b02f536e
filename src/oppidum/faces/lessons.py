"""What a lesson says: for every step an idea, a task, and a word on what the learner did."""

from __future__ import annotations

from dataclasses import dataclass, field

from oppidum import faces
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language


@dataclass(frozen=True)
class StepWords:
    idea: str  # a few words: what this step teaches
    task: str  # the situation, and what to do
    right: str  # what came of it
    wrong: str  # why something else is better
    wrongs: dict[str, str] = field(default_factory=dict[str, str])  # for single moves, where it differs


def step_words(t: Language, game_id: str, edition: Edition) -> dict[str, StepWords]:
    """By the step's id. A game without words has no lesson."""
    lesson = faces.part(game_id, "lesson")
    return lesson.steps(t, edition) if lesson else {}
