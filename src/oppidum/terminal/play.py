"""A game against bots, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from oppidum import bots
from oppidum.faces.screen import board_of
from oppidum.faces.speaking import words_of
from oppidum.forge import progress
from oppidum.kernel import position
from oppidum.kernel.editions import Edition
from oppidum.kernel.errors import BadOption, OppidumError
from oppidum.kernel.fair import new_secret, seed_key
from oppidum.kernel.game import Game
from oppidum.kernel.luck import luck_from
from oppidum.words import rulebook
from oppidum.words.language import Language
from oppidum.words.levels import bot_name
from oppidum.words.you import You

ME = 0


class Leave(Exception):
    """The person has had enough."""


@dataclass
class Sitting:
    """One person and some bots around a game."""

    game: Game
    edition: Edition
    t: Language
    console: Console
    ask: Callable[[str], str]
    s: Any
    names: list[str]
    bots: dict[int, bots.Bot]
    order: np.ndarray  # the luck by which bots are first where the first answer counts
    before: list[Any] = field(default_factory=list)  # the position before each decision of mine

    def tell(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def play(self) -> None:
        self.tell(self.t.say("? shows the rule that applies, u takes back, q leaves."), "dim")
        self.report()
        while (seat := self.game.next_to_answer(self.s, self.order)) is not None:
            # The person first: nobody's bid can then depend on another's.
            if ME in self.game.waiting(self.s):
                self.my_decision()
            else:
                self.decide(seat, self.bots[seat].choose(self.game.view(self.s, seat), seat))
        self.console.print(self.board())
        self.console.print(result(self.t, self.game, self.s, self.names))

    def board(self) -> Any:
        view = self.game.view(self.s, ME)
        seen = self.game.read(view, ME, self.edition)
        standing = self.game.standing(view)
        return board_of(self.game.id).board(self.t, self.edition, seen, ME, self.names, standing)

    def decide(self, seat: int, action: int) -> None:
        self.game.act(self.s, seat, action)
        self.report()

    def report(self) -> None:
        view = self.game.view(self.s, ME)
        told = self.game.told(view, self.edition)
        for line in words_of(self.game.id).lines(self.t, self.edition, told, self.names):
            self.tell("  " + line)

    def my_decision(self) -> None:
        view = self.game.view(self.s, ME)
        legal = self.game.legal(self.s, ME)
        self.console.print()
        self.console.print(self.board())
        self.tell_how_warm()
        seen = self.game.read(view, ME, self.edition)
        self.tell(words_of(self.game.id).question(self.t, self.edition, seen), "bold")
        self.console.print(board_of(self.game.id).choices(self.t, self.edition, seen, self.names))
        while True:
            text = self.ask("> ").strip()
            match text.lower():
                case "":
                    continue
                case "q" | "quit" | "exit":
                    raise Leave
                case "u":
                    self.take_back()
                    return
                case "?":
                    self.explain(seen)
                    continue
                case _:
                    pass
            try:
                action = self.read(view, seen, legal, text)
                before = position.copy(self.s)
                self.decide(ME, action)
            except OppidumError as error:
                self.refuse(error)
            else:
                self.before.append(before)
                return

    def tell_how_warm(self) -> None:
        share = progress(self.game.id)
        if share is not None:
            said = self.t.say(
                "The house is still warming up (%(share)s %%). Play at once; the strongest bots play at full "
                "strength when it is done.",
                share=int(100 * share),
            )
            self.tell(said, "dim")

    def read(self, view: Any, seen: Any, legal: Sequence[int], text: str) -> int:
        """An action in notation, or its number in the list on the screen."""
        if text.isascii() and text.isdigit() and board_of(self.game.id).numbered(seen):
            if 0 < int(text[:6]) <= len(legal):
                return legal[int(text[:6]) - 1]
            raise BadOption(self.t.say("Type a number from 1 to %(n)s.", n=len(legal)))
        return self.game.notation.read(view, ME, text)

    def refuse(self, error: OppidumError) -> None:
        from oppidum.words.errors import in_words

        said = str(error) if isinstance(error, BadOption) else in_words(self.t, error)
        self.tell(said, "red")

    def take_back(self) -> None:
        if not self.before:
            self.tell(self.t.say("There is nothing to take back."), "red")
            return
        self.s = self.before.pop()
        self.tell(self.t.say("Your last decision is taken back."), "green")

    def explain(self, seen: Any) -> None:
        for number in words_of(self.game.id).rules_now(seen):
            rule = rulebook.rule(self.game.id, number, self.t.code)
            self.console.print(Text.assemble((f"{number} ", "bold"), rule.text))


def result(t: Language, game: Game, s: Any, names: Sequence[str]) -> Table:
    standing = game.standing(s)
    table = Table(title=t.say("Result"), title_justify="left")
    table.add_column(t.say("Player"))
    table.add_column(t.say("Points"), justify="right")
    table.add_column("")
    for seat in sorted(range(s.players), key=lambda seat: -standing.points[seat]):
        won = t.say("wins") if seat in standing.winners else ""
        table.add_row(names[seat], str(standing.points[seat]), Text(won, style="bold green"))
    return table


def play(
    game: Game,
    players: int,
    bot_names: Sequence[str],
    t: Language,
    console: Console,
    ask: Callable[[str], str],
    seed: str | None = None,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
) -> bool:
    """Play a game in the terminal; returns whether it was played to its end."""
    edition = edition or game.default_edition()
    key = new_secret() if seed is None else seed_key(seed)
    others = {
        seat: bots.make(bot_names[(seat - 1) % len(bot_names)], game, (seed or key, seat))
        for seat in range(1, players)
    }
    levels = [bot_name(t, others[seat].name) for seat in range(1, players)]
    names = [You(t.say("You"))]
    names += [f"{name} {i}" if levels.count(name) > 1 else name for i, name in enumerate(levels, 2)]
    s = game.deal(players, key, options, edition)
    order = luck_from("terminal order", seed or key)
    sitting = Sitting(game, edition, t, console, ask, s, names, others, order)
    try:
        sitting.play()
    except (Leave, KeyboardInterrupt, EOFError):
        console.print()
        sitting.tell(t.say("You leave the table. See you soon!"))
        return False
    return True
