"""Puzzles at the terminal: the board as its seat saw it, an answer, and why it is right or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from oppidum import games
from oppidum.faces.terminal_board import board_of
from oppidum.kernel.errors import BadNotation, BadOption, IllegalAction
from oppidum.puzzles.collection import Puzzle, shipped
from oppidum.puzzles.next_puzzle import numbered, of_the_day, today
from oppidum.puzzles.posing import pose
from oppidum.tables import Hall, solving
from oppidum.terminal.keyboard import EndOfInput, Lines
from oppidum.words.language import Language
from oppidum.words.puzzles import PuzzleTeller

LEAVING = ("q", "quit", "exit")
A_WHILE = 3600.0


def wanted(hall: Hall, visitor: str | None, game_id: str, number: int | None, at_my_rating: bool) -> Puzzle:
    """BadOption where there is none."""
    if number is not None:
        return numbered(game_id, number)
    if not at_my_rating:
        return of_the_day(game_id, today(hall.now()))
    found = solving.next_puzzle(hall, visitor, game_id)
    if found is None:
        raise BadOption(f"You have tried all puzzles of {game_id}; --number shows one again.")
    return found


def shelves(hall: Hall, visitor: str | None, game_ids: Sequence[str]) -> list[dict[str, Any]]:
    """Which games have puzzles, and how one did."""
    found: list[dict[str, Any]] = []
    for game_id in game_ids:
        mine = solving.standing(hall, visitor, game_id)
        day = of_the_day(game_id, today(hall.now()))
        found.append(
            {
                "game": game_id,
                "puzzles": len(shipped(game_id)),
                "today": day.number,
                "today_answered": day.id in solving.answers(hall, visitor, game_id),
                "tried": mine.tried,
                "solved": mine.solved,
                "rating": mine.rating.points,
                "give_or_take": mine.rating.give_or_take,
            }
        )
    return found


def overview(t: Language, found: Sequence[dict[str, Any]]) -> RenderableType:
    table = Table(title=t.say("Puzzles"), title_justify="left")
    table.add_column(t.say("Game"))
    for heading in (t.say("Puzzles"), t.say("Today"), t.say("Tried"), t.say("Solved"), t.say("Rating")):
        table.add_column(heading, justify="right")
    for each in found:
        done = " ✓" if each["today_answered"] else ""
        rating = f"{each['rating']} ± {each['give_or_take']}" if each["tried"] else "–"
        table.add_row(
            f"{each['game']} · {games.about(each['game']).title}",
            str(each["puzzles"]),
            f"{each['today']}{done}",
            str(each["tried"]),
            str(each["solved"]),
            rating,
        )
    return table


class Sheet:
    """One puzzle, on this screen."""

    def __init__(self, hall: Hall, t: Language, screen: Console, puzzle: Puzzle) -> None:
        self.hall = hall
        self.t = t
        self.screen = screen
        self.puzzle = puzzle
        self.posed = pose(puzzle)
        self.teller = PuzzleTeller(t, self.posed)
        self.board = board_of(puzzle.game)

    def say(self, text: str, style: str = "") -> None:
        self.screen.print(Text(text, style=style))

    def show(self) -> None:
        """The table as the seat saw it, and what it may do."""
        posed, teller = self.posed, self.teller
        rating = solving.rating_of(self.hall, self.puzzle).points
        title = self.t.say("Puzzle %(number)s", number=self.puzzle.number)
        self.say(
            f"{title} · {posed.game.about.title} · {self.t.say('Rated %(rating)s', rating=rating)}", "bold"
        )
        for line in teller.lines():
            self.say("  " + line)
        self.screen.print()
        standing = posed.game.standing(posed.view)
        board = self.board.board(self.t, posed.edition, teller.seen, posed.seat, teller.names, standing)
        self.screen.print(board)
        if teller.question:
            self.say(teller.question, "bold")
        self.screen.print(self.board.choices(self.t, posed.edition, teller.seen, teller.names))

    def ask(self, keyboard: Lines) -> str | None:
        """What is typed for an answer: a number of the list, or the move itself; None: it is left."""
        self.show()
        self.say(self.t.say("One decision is clearly the best. Your first answer counts. q leaves."), "dim")
        while True:
            self.screen.print("> ", end="")
            try:
                typed = keyboard.line(A_WHILE)
            except EndOfInput:
                return None
            if typed is None or not typed.strip():
                continue
            if typed.strip().casefold() in LEAVING:
                return None
            try:
                return self.spelt(typed)
            except (BadNotation, IllegalAction, BadOption) as error:
                self.say(str(error), "red")

    def spelt(self, typed: str) -> str:
        """The move that was meant, in its one spelling. Raises BadNotation, IllegalAction, BadOption."""
        text, choices = typed.strip(), self.teller.seen.choices
        if text.isascii() and text.isdecimal() and self.board.numbered(self.teller.seen):
            if not 1 <= int(text[:6]) <= len(choices):
                raise BadOption(f"The choices are 1 to {len(choices)}.")
            return choices[int(text) - 1].move
        return self.posed.spelt(text)

    def settle(self, visitor: str, move: str) -> solving.Outcome:
        return solving.answer(self.hall, visitor, self.puzzle, move)

    def tell(self, move: str, outcome: solving.Outcome) -> None:
        """Right or not, why, what everything is worth, and what the ratings are now."""
        t, teller = self.t, self.teller
        if outcome.right:
            self.say(f"{t.say('Right!')} {teller.move(move)}", "bold green")
        else:
            self.say(f"{t.say('Not quite.')} {teller.better}", "bold red")
        for line in teller.solution(move):
            self.say("  " + line)
        table = Table(title=t.say("What every option is worth"), title_justify="left", box=None)
        for _ in range(3):
            table.add_column()
        for option in teller.options():
            mark = t.say("right") if option.right else t.say("your answer") if option.move == move else ""
            table.add_row(option.value, option.text, mark, style="green" if option.right else "")
        self.screen.print(table)
        if not outcome.counted:
            self.say(t.say("You have answered this one before: it no longer counts."), "dim")
        rating = outcome.solver
        self.say(
            t.say("Your rating: %(rating)s ± %(range)s", rating=rating.points, range=rating.give_or_take)
        )

    def figures(self, move: str | None = None, outcome: solving.Outcome | None = None) -> dict[str, Any]:
        """For programs: the question; after an answer, the solution."""
        asked = self.puzzle.asked
        found: dict[str, Any] = {
            "game": self.puzzle.game,
            "number": self.puzzle.number,
            "id": self.puzzle.id,
            "players": self.puzzle.players,
            "seat": asked.seat,
            "rating": solving.rating_of(self.hall, self.puzzle).points,
            "moves": self.posed.moves,
        }
        if move is not None and outcome is not None:
            found |= {
                "answer": move,
                "right": outcome.right,
                "counted": outcome.counted,
                "answers": list(asked.answers),
                "values": asked.values,
                "why": self.teller.solution(move),
                "my_rating": outcome.solver.points,
            }
        return found
