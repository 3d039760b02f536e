"""What an analysis says, in numbers and notation: stored with a game, answered as JSON.

Shares of the victory are from 0 to 1. Seats are counted from 1, steps as in the replay: 0 is the deal.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from oppidum.kernel.meaning import meaning

FORMAT = "oppidum-analysis/1"

Size = Literal["forced", "fine", "brilliant", "inaccuracy", "mistake", "blunder"]
SIZES: tuple[Size, ...] = ("brilliant", "fine", "inaccuracy", "mistake", "blunder")


class Option(Struct, frozen=True):
    """Something that could have been done."""

    move: Annotated[str, meaning("The option in the game's notation.")]
    value: Annotated[float, meaning("The share of the victory that the seat could expect of it.")]
    short: Annotated[float, meaning("By how much that falls short of the best, or of the mix.")]
    noise: Annotated[float, meaning("By as much it may fall short without meaning anything.")]
    right: Annotated[bool, meaning("Within the noise of the best.")]
    odds: Annotated[float | None, meaning("How often the mix takes it, where several decide at once.")]


class Decision(Struct, frozen=True):
    """A decision, judged on what its seat knew."""

    step: Annotated[int, meaning("The step of the replay that it leads to.")]
    seat: Annotated[int, meaning("Who decided, from 1.")]
    move: Annotated[str, meaning("What was done, in the game's notation.")]
    size: Annotated[Size, meaning("In a word.")]
    cost: Annotated[float, meaning("What it cost, of a victory; 0 within the noise.")]
    noise: Annotated[float, meaning("The noise of the cost.")]
    best: Annotated[str | None, meaning("What would have been better, or as good; none if forced.")]
    mixed: Annotated[bool, meaning("Several decided at the same time: held against the value of the mix.")]
    options: Annotated[tuple[Option, ...], meaning("All options, the best first; none if forced.")]


class Moment(Struct, frozen=True):
    """A moment of the game: what everybody could expect, and what had just moved that."""

    step: Annotated[int, meaning("The step of the replay; 0 is the deal.")]
    open: Annotated[tuple[float, ...], meaning("Each seat's chance with open cards.")]
    known: Annotated[tuple[float, ...], meaning("Each seat's own chance, for all that it knew.")]
    points: Annotated[tuple[float, ...], meaning("The points that each seat could expect at the end.")]
    luck: Annotated[tuple[float, ...], meaning("What chance has just brought each seat.")]
    decision: Annotated[tuple[float, ...], meaning("What the decision has just brought each seat.")]


class Account(Struct, frozen=True):
    """A seat's result taken apart: result = fair + luck + own + others."""

    seat: Annotated[int, meaning("The seat, from 1.")]
    result: Annotated[float, meaning("Its share of the victory.")]
    fair: Annotated[float, meaning("What its place could expect before the cards were dealt.")]
    luck: Annotated[float, meaning("What chance brought it, from the deal on.")]
    own: Annotated[float, meaning("What its own decisions brought it.")]
    others: Annotated[float, meaning("What the decisions of the others brought it.")]
    judged: Annotated[int, meaning("How many of its decisions were judged.")]
    accuracy: Annotated[
        float | None, meaning("How much of what there was to lose it kept; none: not judged.")
    ]
    level: Annotated[str | None, meaning("The level of bots that is about as accurate; none: unknown.")]
    learn: Annotated[tuple[int, ...], meaning("The steps of its worst decisions, to try again.")]


class TurningPoint(Struct, frozen=True):
    """A moment that decided the game."""

    step: Annotated[int, meaning("The step of the replay.")]
    seat: Annotated[int, meaning("Whose decision it was, or whom luck hit hardest, from 1.")]
    kind: Annotated[Literal["decision", "luck"], meaning("A mistake, or chance.")]
    change: Annotated[float, meaning("What it brought the seat, of a victory.")]


class Analysis(Struct, frozen=True):
    """A whole game, analysed."""

    format: Annotated[str, meaning("The format and its version.")]
    game: Annotated[str, meaning("The id of the game.")]
    seats: Annotated[tuple[str, ...], meaning("Who played, by their seats.")]
    effort: Annotated[int, meaning("Games imagined for each decision.")]
    moments: Annotated[tuple[Moment, ...], meaning("The game, step by step.")]
    decisions: Annotated[tuple[Decision, ...], meaning("Every decision that was looked at.")]
    accounts: Annotated[tuple[Account, ...], meaning("Luck and skill of each seat, apart.")]
    turning_points: Annotated[tuple[TurningPoint, ...], meaning("Up to three, in their order.")]
